import X509Model

/// The connection between `--jobs`, the bulk reader and the reading of inputs.
extension Bulk {
    /// The option for the number of threads.
    static let jobsOption = Command.Option(
        "--jobs", "N", help: "read large PEM files and folders with N threads (default: all processors)")

    /// The outcome of offering an input to the bulk reader.
    enum Outcome {
        /// It was read and printed, with these facts.
        case printed(Rendered.Facts)
        /// It is small or not plain PEM; these are its bytes, for the ordinary reader.
        case ordinary([UInt8])
    }

    /// Reads an input in parts if it is large and plain.
    ///
    /// - Parameters:
    ///   - file: its name in messages and JSON.
    ///   - path: its path; `nil` for standard input.
    ///   - emit: receives the output, whole lines in order.
    func read(
        _ file: String, ofPath path: String?, _ emit: @escaping ([UInt8]) -> Void
    ) throws(System.Failure) -> Outcome {
        let stream = try System.Stream(ofPath: path)
        if let size = stream.byteCount, size <= options.partSize {
            return .ordinary(try stream.contents(expected: size))
        }
        var chunks = try BulkChunks(stream, partSize: options.partSize)
        guard chunks.isPlain else { return .ordinary(try chunks.rest()) }
        var run = BulkRun(progress: BulkProgress(ofTotal: stream.byteCount), emit: emit)
        System.holdSignals()
        defer { run.finish() }
        let bulk = self
        if options.jobs > 1,
            let queue = BulkQueue(jobs: options.jobs, process: { bulk.process($0, of: file, $1) })
        {
            try run.spread(&chunks, over: queue)
        } else {
            try run.oneByOne(&chunks, of: file, self)
        }
        return .printed(run.facts)
    }
}

/// The reading of one input in parts, with the facts seen so far.
struct BulkRun {
    private var progress: BulkProgress
    private let emit: ([UInt8]) -> Void
    private(set) var facts: Rendered.Facts = []

    init(progress: BulkProgress, emit: @escaping ([UInt8]) -> Void) {
        self.progress = progress
        self.emit = emit
    }

    mutating func oneByOne(
        _ chunks: inout BulkChunks, of file: String, _ bulk: Bulk
    ) throws(System.Failure) {
        var before = Bulk.Place()
        while !System.isInterrupted, let chunk = try chunks.next() {
            let result = bulk.process(chunk, of: file) { (own, _) in
                defer { before = before + own }
                return before
            }
            print(result)
            progress.add(bytes: chunk.bytes.count, objects: 0)
        }
    }

    mutating func spread(_ chunks: inout BulkChunks, over queue: BulkQueue<BulkChunk>) throws(System.Failure)
    {
        var queue = queue
        var failure: System.Failure?
        do throws(System.Failure) {
            while !System.isInterrupted, let chunk = try chunks.next() {
                var result: Bulk.PartResult?
                while !queue.add(chunk, orTake: &result) { if let result { print(result) } }
                progress.add(bytes: chunk.bytes.count, objects: 0)
            }
        } catch {
            failure = error
        }
        while let result = queue.take() { print(result) }
        queue.close()
        if let failure { throw failure }
    }

    /// Prints the result of a part, or of some files.
    mutating func print(_ result: Bulk.PartResult) {
        progress.add(bytes: 0, objects: result.objectCount)
        if !result.complaints.isEmpty { progress.clear() }
        result.complaints.forEach(complain)
        facts.formUnion(result.facts)
        emit(result.output)
    }

    /// Clears the progress line. After a signal, everything read so far is printed, and ``Pemtool`` ends as
    /// the signal requires.
    mutating func finish() {
        progress.clear()
    }
}

extension Bulk.Options {
    /// Creates the options from the command line.
    init(_ arguments: Arguments, needsPlace: Bool) throws(UsageError) {
        let jobs = arguments["--jobs"].map { Int($0) ?? 0 }
        guard jobs.map((1...256).contains) ?? true else {
            throw UsageError("--jobs requires a number from 1 to 256")
        }
        self.init(needsPlace: needsPlace, wantedJobs: jobs)
    }
}
