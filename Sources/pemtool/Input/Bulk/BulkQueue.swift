/// A queue that passes the parts of an input through several threads and returns the results in order.
struct BulkQueue<Part: Sendable> {
    /// A function that returns the result of a part. It calls `place` with the counts of the part and a flag that
    /// indicates whether it needs the return value, which is the counts before the part.
    typealias Process = @Sendable (Part, _ place: (Bulk.Place, Bool) -> Bulk.Place) -> Bulk.PartResult

    private struct State: Sendable {
        /// The parts that no thread has taken.
        var waiting: [(number: Int, part: Part)] = []
        /// The results that have not been printed yet.
        var results: [Int: Bulk.PartResult] = [:]
        /// The counts of each part, until the counts before the part are known.
        var own: [Int: Bulk.Place] = [:]
        /// The counts before each part, if known, for as long as a thread may ask for them.
        var before = [0: Bulk.Place()]
        /// The last part before which the counts are known.
        var known = 0
        var isClosed = false
    }

    /// The maximum number of parts in the queue.
    private static var longestQueue: Int { 512 }

    private let shared = Shared(State())
    private let process: Process
    private let threads: [System.Thread]
    private var added = 0
    private var taken = 0

    /// Creates a queue with `jobs` threads; with one, or if none can start, parts are processed as they are added.
    init(jobs: Int, process: @escaping Process) {
        let shared = shared
        self.process = process
        threads = (0..<(jobs > 1 ? jobs : 0)).compactMap { _ in
            System.thread { BulkQueue.work(shared, process) }
        }
    }

    /// Adds a part, and prints the results that are next in order; if the queue is full, waits for the next result.
    mutating func add(_ part: Part, _ print: (Bulk.PartResult) -> Void) {
        let number = added
        added += 1
        guard !threads.isEmpty else {
            taken += 1
            return print(process(part) { BulkQueue.place(of: number, $0, $1, shared) })
        }
        while true {
            let next = taken
            let isFull = number - taken >= min(2 * threads.count, BulkQueue.longestQueue)
            let result = shared.wait { (state) -> Bulk.PartResult?? in
                if let result = state.results.removeValue(forKey: next) { return result }
                guard !isFull else { return nil }
                state.waiting.append((number, part))
                return .some(nil)
            }
            guard let result else { return }
            taken += 1
            print(result)
        }
    }

    /// Waits for the remaining results, and prints them.
    mutating func drain(_ print: (Bulk.PartResult) -> Void) {
        while taken < added {
            let next = taken
            taken += 1
            print(shared.wait { $0.results.removeValue(forKey: next) })
        }
    }

    /// Ends the threads after they have processed all parts.
    mutating func finish(_ print: (Bulk.PartResult) -> Void) {
        drain(print)
        shared.change { $0.isClosed = true }
        for thread in threads { thread.join() }
    }

    private static func work(_ shared: Shared<State>, _ process: Process) {
        while true {
            let next: (number: Int, part: Part)? = shared.wait { (state) -> (number: Int, part: Part)?? in
                if !state.waiting.isEmpty { return state.waiting.removeFirst() }
                return state.isClosed ? .some(nil) : nil
            }
            guard let next else { return }
            let result = process(next.part) { place(of: next.number, $0, $1, shared) }
            shared.change { $0.results[next.number] = result }
        }
    }

    /// Records the counts of part `number` and, if needed, waits until the counts of all earlier parts are known.
    private static func place(
        of number: Int, _ own: Bulk.Place, _ isNeeded: Bool, _ shared: Shared<State>
    ) -> Bulk.Place {
        shared.change { (state) in
            state.own[number] = own
            while let next = state.own.removeValue(forKey: state.known),
                let before = state.before[state.known]
            {
                state.known += 1
                state.before[state.known] = Bulk.Place(
                    lines: before.lines + next.lines, objects: before.objects + next.objects)
                // No part before the full queue is still in it.
                state.before[state.known - longestQueue - 1] = nil
            }
        }
        guard isNeeded else { return Bulk.Place() }
        return shared.wait { number <= $0.known ? $0.before[number] : nil }
    }
}
