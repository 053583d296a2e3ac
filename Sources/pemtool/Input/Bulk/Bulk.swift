import LockedFiles

/// Reads large PEM text in parts, on several threads at once, and prints in the order of the input. The output is the
/// same as that of the ordinary reader, and memory does not grow with the input.
struct Bulk: Sendable {
    let render: @Sendable (_ file: String, InputObject) -> Rendered
    let options: Options
    var reading = ObjectReading()

    /// Options for reading.
    struct Options: Sendable {
        /// A Boolean value that indicates whether the output includes the place of the object, which is known only
        /// after all earlier parts have been read.
        let needsPlace: Bool
        /// The requested number of threads; `nil` for one per processor.
        let wantedJobs: Int?
        /// The number of bytes in a part: few enough for a processor's cache, but worth passing to a thread.
        var partSize = 1 << 18
        /// The number of threads. The system is asked only if no number was requested.
        var jobs: Int { wantedJobs ?? System.processorCount }
    }

    static let jobsOption = Command.Option(
        "--jobs N", "read large PEM files and folders with N threads (default: all processors)")

    /// The result of processing a part.
    struct PartResult: Sendable {
        /// The output, in whole lines.
        private var json = JSONWriter()
        var complaints: [String] = []
        var tally = Tally()

        /// Reserves room for the JSON of a part at once, because growing the buffer step by step costs more than
        /// writing to it.
        mutating func reserve(forPartOf byteCount: Int) { json.bytes.reserveCapacity(byteCount * 3) }

        mutating func add(_ rendered: Rendered) {
            if let write = rendered.json {
                tally.facts.formUnion(write(&json))
                json.endLine()
            } else if let text = rendered.output {
                json.bytes += text.utf8
                json.endLine()
            }
            complaints += rendered.complaints
            tally.facts.formUnion(rendered.facts)
        }

        /// Reports a file that could not be read.
        mutating func fail(_ file: String, _ failure: System.Failure) {
            // A signal that ended the wait is not a failure of the file.
            guard !System.isInterrupted else { return }
            tally.facts.insert(.failed)
            complaints.append("\(PathName.displayed(file)): \(failure.message)")
        }

        /// Prints the result, and adds its counts and facts to `tally`.
        func print(to emit: ([UInt8]) -> Void, _ tally: inout Tally) {
            complaints.forEach(complain)
            tally.add(self.tally)
            emit(json.bytes)
        }
    }

    /// The numbers of objects and lines before or in a part.
    struct Place: Sendable {
        var lines = 0
        var objects = 0
    }

    /// Reads a part and renders its objects.
    ///
    /// - Parameter place: a function that receives the counts of the part, and whether the counts before the part are
    ///   needed. It returns the counts before the part.
    func process(
        _ chunk: BulkChunk, of file: String, _ place: (_ own: Place, _ isNeeded: Bool) -> Place
    ) -> PartResult {
        var result = PartResult()
        var held: [InputObject] = []
        var reader = reading.objects(inPart: chunk.bytes)
        while let object = reader.next() {
            result.tally.objects += 1
            if !options.needsPlace, held.isEmpty {
                let rendered = render(file, object)
                // Messages include the place, too. This object and all later ones wait until the place is known, to
                // stay in order.
                if rendered.complaints.isEmpty {
                    result.add(rendered)
                    continue
                }
            }
            held.append(object)
        }
        let own = Place(lines: reader.lineEndCount, objects: result.tally.objects)
        let before = place(own, !held.isEmpty)
        if !held.isEmpty { result.reserve(forPartOf: chunk.bytes.count) }
        for object in held {
            result.add(
                render(file, object.moved(bytes: chunk.offset, lines: before.lines, objects: before.objects)))
        }
        return result
    }

    /// Reads an input in parts if it is large and plain PEM.
    ///
    /// - Parameters:
    ///   - file: the input's name in messages and JSON.
    ///   - path: the input's path; `nil` for standard input.
    ///   - emit: a function that receives the output in order, in whole lines.
    /// - Returns: the bytes of an input that is small or not plain; `nil` if the input was read and printed.
    func read(
        _ file: String, ofPath path: String?, _ facts: inout Rendered.Facts,
        _ emit: ([UInt8]) -> Void
    ) throws(System.Failure) -> [UInt8]? {
        let stream = try System.Stream(ofPath: path)
        if let size = stream.byteCount, size <= options.partSize {
            return try stream.contents(expected: size)
        }
        var chunks = try BulkChunks(stream, partSize: options.partSize)
        guard chunks.isPlain else { return try chunks.rest() }
        var tally = Tally()
        func print(_ result: PartResult) { result.print(to: emit, &tally) }
        System.holdSignals()
        var queue = BulkQueue(jobs: options.jobs) { process($0, of: file, $1) }
        var failure: System.Failure?
        do throws(System.Failure) {
            while !System.isInterrupted, let chunk = try chunks.next() { queue.add(chunk, print) }
        } catch {
            failure = error
        }
        // After a signal, too, everything read so far is printed, and ``Pemtool`` ends as the signal requires.
        queue.finish(print)
        if let failure { throw failure }
        facts.formUnion(tally.facts)
        return nil
    }

    /// The number of files that one thread reads together: worth passing to a thread, but soon printed.
    private static let filesPerPart = 32

    /// Reads the files of a folder, several at a time, and prints whole lines in the order of the files' names.
    func read(folder: String, _ emit: ([UInt8]) -> Void) -> Tally {
        var tally = Tally()
        func print(_ result: PartResult) { result.print(to: emit, &tally) }
        var queue = BulkQueue(jobs: options.jobs) { (paths: [String], _) in process(paths) }
        var paths: [String] = []
        func pass() {
            if !paths.isEmpty { queue.add(paths, print) }
            paths = []
        }
        for entry in FolderWalk(folder) {
            if case .file(let path, let byteCount) = entry, byteCount <= options.partSize {
                paths.append(path)
                if paths.count == Bulk.filesPerPart { pass() }
                continue
            }
            pass()
            queue.drain(print)
            var result = PartResult()
            switch entry {
            // The file is large enough to occupy all threads.
            case .file(let path, _): read(large: path, to: &result, emit)
            case .failure(let path, let error): result.fail(path, error)
            }
            print(result)
        }
        pass()
        queue.finish(print)
        return tally
    }

    /// Reads whole files one by one, and renders their objects.
    private func process(_ paths: [String]) -> PartResult {
        var result = PartResult()
        for path in paths {
            do throws(System.Failure) {
                add(try System.contents(ofPath: path), of: path, to: &result)
            } catch {
                result.fail(path, error)
            }
        }
        return result
    }

    private func read(large path: String, to result: inout PartResult, _ emit: ([UInt8]) -> Void) {
        do throws(System.Failure) {
            if let bytes = try read(path, ofPath: path, &result.tally.facts, emit) {
                add(bytes, of: path, to: &result)
            } else {
                result.tally.objects = 1
            }
        } catch {
            result.fail(path, error)
        }
    }

    private func add(_ bytes: [UInt8], of path: String, to result: inout PartResult) {
        for object in reading.objects(in: bytes) where result.tally.counts(object, inFolderAs: path) {
            result.add(render(path, object.identified(in: bytes)))
        }
    }
}

extension Bulk.Options {
    init(_ arguments: Arguments, needsPlace: Bool) throws(UsageError) {
        let jobs = arguments["--jobs"].map { Int($0) ?? 0 }
        guard jobs.map((1...256).contains) ?? true else {
            throw UsageError("--jobs requires a number from 1 to 256")
        }
        self.init(needsPlace: needsPlace, wantedJobs: jobs)
    }
}
