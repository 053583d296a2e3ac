/// What one thread processes at a time.
protocol BulkPart: Sendable {
    /// Position among the parts, from 0.
    var number: Int { get }
}

/// The parts of an input on their way through several threads, and back into their order.
struct BulkQueue<Part: BulkPart> {
    private struct State: Sendable {
        /// Parts that no thread has taken.
        var waiting: [Part] = []
        /// What became of parts that were not printed yet.
        var results: [Int: Bulk.PartResult] = [:]
        /// What parts hold whose place is not known yet.
        var own: [Int: Bulk.Place] = [:]
        /// What is in front of each part for which that is known, as far as a thread may ask for it.
        var before = [0: Bulk.Place()]
        /// The last part for which it is known.
        var known = 0
        var isClosed = false
    }

    /// No more parts than this are ever on their way.
    private static var longestQueue: Int { 512 }

    private let shared = Shared(State())
    private let threads: [System.Thread]
    private let jobs: Int
    private var added = 0
    private var taken = 0

    /// A queue with `jobs` threads; nil if the system has none for it.
    ///
    /// - Parameter process: what becomes of a part. It tells its second argument what the part holds and whether it
    ///   needs the answer: what is in front of it.
    init?(
        jobs: Int,
        process: @escaping @Sendable (Part, _ place: (Bulk.Place, Bool) -> Bulk.Place) -> Bulk.PartResult
    ) {
        self.jobs = jobs
        let shared = shared
        let threads = (0..<jobs).compactMap { _ in
            System.thread { BulkQueue.work(shared, process) }
        }
        guard !threads.isEmpty else { return nil }
        self.threads = threads
    }

    /// Adds a part; where enough are on their way, waits for the first of them, which is the next to print.
    ///
    /// - Returns: false if the part was not added, since `result` has to be printed first.
    mutating func add(_ part: Part, orTake result: inout Bulk.PartResult?) -> Bool {
        let next = taken
        let isFull = added - taken >= min(2 * jobs, BulkQueue.longestQueue)
        result = shared.wait { (state) -> Bulk.PartResult?? in
            if let result = state.results.removeValue(forKey: next) { return result }
            guard !isFull else { return nil }
            state.waiting.append(part)
            return .some(nil)
        }
        if result == nil { added += 1 } else { taken += 1 }
        return result == nil
    }

    /// The result that is next to print, waited for; nil when all were taken.
    mutating func take() -> Bulk.PartResult? {
        guard taken < added else { return nil }
        let next = taken
        taken += 1
        return shared.wait { $0.results.removeValue(forKey: next) }
    }

    /// Ends the threads, once they have done what was added.
    func close() {
        shared.change { $0.isClosed = true }
        for thread in threads { thread.join() }
    }

    private static func work(
        _ shared: Shared<State>,
        _ process: (Part, _ place: (Bulk.Place, Bool) -> Bulk.Place) -> Bulk.PartResult
    ) {
        while true {
            let part: Part? = shared.wait { (state) -> Part?? in
                if !state.waiting.isEmpty { return state.waiting.removeFirst() }
                return state.isClosed ? .some(nil) : nil
            }
            guard let part else { return }
            let result = process(part) { (own, isNeeded) in place(of: part.number, own, isNeeded, shared) }
            shared.change { $0.results[part.number] = result }
        }
    }

    /// Says what part `number` holds, and waits if it is needed until the same is known of all parts before it.
    private static func place(
        of number: Int, _ own: Bulk.Place, _ isNeeded: Bool, _ shared: Shared<State>
    ) -> Bulk.Place {
        shared.change { (state) in
            state.own[number] = own
            while let next = state.own.removeValue(forKey: state.known),
                let before = state.before[state.known]
            {
                state.known += 1
                state.before[state.known] = before + next
                // No part that far back is still on its way.
                state.before[state.known - longestQueue] = nil
            }
        }
        guard isNeeded else { return Bulk.Place() }
        return shared.wait { number <= $0.known ? $0.before[number] : nil }
    }
}
