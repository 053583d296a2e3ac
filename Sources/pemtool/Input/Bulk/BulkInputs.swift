extension Bulk {
    /// Reads an input in parts if it is large and plain.
    ///
    /// - Parameters:
    ///   - file: its name in messages and JSON.
    ///   - path: its path; `nil` for standard input.
    ///   - facts: receives the facts of an input that was read in parts.
    ///   - emit: receives the output, whole lines in order.
    /// - Returns: the bytes of an input that is small or not plain; `nil` if it was read and printed.
    func read(
        _ file: String, ofPath path: String?, _ facts: inout Rendered.Facts,
        _ emit: @escaping ([UInt8]) -> Void
    ) throws(System.Failure) -> [UInt8]? {
        let stream = try System.Stream(ofPath: path)
        if let size = stream.byteCount, size <= options.partSize {
            return try stream.contents(expected: size)
        }
        var chunks = try BulkChunks(stream, partSize: options.partSize)
        guard chunks.isPlain else { return try chunks.rest() }
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
        facts.formUnion(printer.tally.facts)
        return nil
    }
}

/// Prints the results of parts, and adds up what they say.
final class BulkPrinter {
    private var progress: BulkProgress
    private let emit: ([UInt8]) -> Void
    private(set) var tally = Tally()

    init(ofTotal total: Int?, _ emit: @escaping ([UInt8]) -> Void) {
        progress = BulkProgress(ofTotal: total)
        self.emit = emit
    }

    func print(_ result: Bulk.PartResult) {
        progress.add(bytes: result.byteCount, objects: result.tally.objects)
        if !result.complaints.isEmpty { progress.clear() }
        result.complaints.forEach(complain)
        tally.add(result.tally)
        emit(result.output)
    }

    func finish() { progress.clear() }
}
