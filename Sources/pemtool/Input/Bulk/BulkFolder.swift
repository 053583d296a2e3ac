import X509Model

extension Bulk {
    /// The number of files that one thread reads together: enough to be worth handing to a thread, few enough to
    /// be printed soon.
    private static let filesPerPart = 32

    /// Reads the files of a folder, several at a time, and prints in the order of their names.
    ///
    /// - Parameter emit: receives the output, whole lines in order.
    func read(folder: String, _ emit: @escaping ([UInt8]) -> Void) -> Tally {
        let printer = BulkPrinter(ofTotal: nil, emit)
        var queue = BulkQueue(jobs: options.jobs) { (paths: [String], _) in process(paths) }
        var paths: [String] = []
        func pass() {
            if !paths.isEmpty { queue.add(paths, printer.print) }
            paths = []
        }
        for entry in FolderWalk(folder) where !System.isInterrupted {
            if case .file(let path, let byteCount) = entry, byteCount <= options.partSize {
                paths.append(path)
                if paths.count == Bulk.filesPerPart { pass() }
                continue
            }
            pass()
            queue.drain(printer.print)
            var result = PartResult()
            switch entry {
            // The file is large enough to occupy all threads.
            case .file(let path, _): read(large: path, to: &result, emit)
            case .failure(let path, let error): result.fail(path, error)
            }
            printer.print(result)
        }
        pass()
        queue.finish(printer.print)
        printer.finish()
        return printer.tally
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

    private func read(large path: String, to result: inout PartResult, _ emit: @escaping ([UInt8]) -> Void) {
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
        for object in reading.objects(in: bytes) {
            if object.isSkipped(inFolderAs: path) {
                result.tally.skipped += 1
            } else {
                result.tally.objects += 1
                result.add(render(path, object.identified(in: bytes)))
            }
        }
    }
}
