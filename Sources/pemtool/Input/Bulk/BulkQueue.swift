/// A unit of work for one thread.
protocol BulkPart: Sendable {
    /// The position among the parts, from 0.
    var number: Int { get }
}

/// A queue that passes the parts of an input through several threads and returns the results in order.
struct BulkQueue<Part: BulkPart> {
    private struct State: Sendable {
        /// The parts that no thread has taken.
        var waiting: [Part] = []
        /// The results that have not been printed yet.
        var results: [Int: Bulk.PartResult] = [:]
        /// The counts of parts whose place is not known yet.
        var own: [Int: Bulk.Place] = [:]
        /// The counts before each part, if known, for as long as a thread may ask for them.
        var before = [0: Bulk.Place()]
        /// The last part for which they are known.
        var known = 0
        var isClosed = false
    }

    /// The maximum number of parts in the queue.
    private static var longestQueue: Int { 512 }

    private let shared = Shared(State())
    private let threads: [System.Thread]
    private let jobs: Int
    private var added = 0
    private var taken = 0

    /// Creates a queue with `jobs` threads; `nil` if the system cannot start them.
    ///
    /// - Parameter process: returns the result of a part. It calls its second argument with the counts of the
    ///   part and whether it needs the result, the counts before the part.
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

    /// Adds a part; if the queue is full, waits for the first part, which is the next to print.
    ///
    /// - Returns: false if the part was not added, because `result` has to be printed first.
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

    /// Waits for the next result to print and returns it, or `nil` after the last.
    mutating func take() -> Bulk.PartResult? {
        guard taken < added else { return nil }
        let next = taken
        taken += 1
        return shared.wait { $0.results.removeValue(forKey: next) }
    }

    /// Ends the threads after they have processed all parts.
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

    /// Records the counts of part `number` and, if needed, waits until those of all earlier parts are known.
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
                // No part that far back is still in the queue.
                state.before[state.known - longestQueue] = nil
            }
        }
        guard isNeeded else { return Bulk.Place() }
        return shared.wait { number <= $0.known ? $0.before[number] : nil }
    }
}
