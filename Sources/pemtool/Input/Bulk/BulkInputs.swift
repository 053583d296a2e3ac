extension Bulk {
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
        let printer = BulkPrinter(ofTotal: stream.byteCount, emit)
        System.holdSignals()
        var queue = BulkQueue(jobs: options.jobs) { process($0, of: file, $1) }
        var failure: System.Failure?
        do throws(System.Failure) {
            while !System.isInterrupted, let chunk = try chunks.next() { queue.add(chunk, printer.print) }
        } catch {
            failure = error
        }
        // After a signal, too, everything read so far is printed, and ``Pemtool`` ends as the signal requires.
        queue.finish(printer.print)
        printer.finish()
        if let failure { throw failure }
        return .printed(printer.facts)
    }
}

/// Prints the results of parts, and adds up what they say.
final class BulkPrinter {
    private var progress: BulkProgress
    private let emit: ([UInt8]) -> Void
    private(set) var facts: Rendered.Facts = []
    private(set) var objectCount = 0
    private(set) var passedOver = 0

    init(ofTotal total: Int?, _ emit: @escaping ([UInt8]) -> Void) {
        progress = BulkProgress(ofTotal: total)
        self.emit = emit
    }

    func print(_ result: Bulk.PartResult) {
        progress.add(bytes: result.byteCount, objects: result.objectCount)
        if !result.complaints.isEmpty { progress.clear() }
        result.complaints.forEach(complain)
        facts.formUnion(result.facts)
        objectCount += result.objectCount
        passedOver += result.passedOver
        emit(result.output)
    }

    func finish() { progress.clear() }
}
