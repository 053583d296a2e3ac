import X509Model

extension Bulk {
    /// The number of files that one thread reads together: enough to be worth handing to a thread, few enough to
    /// be printed soon.
    private static let filesPerPart = 32

    /// Reads the files of a folder, several at a time, and prints in the order of their names.
    ///
    /// - Parameter emit: receives the output, whole lines in order.
    /// - Returns: the number of objects, the number of files that are neither PEM nor DER, and the facts for
    ///   the exit status.
    func read(
        folder: String, _ emit: @escaping ([UInt8]) -> Void
    ) -> (objects: Int, passedOver: Int, facts: Rendered.Facts) {
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
        return (printer.objectCount, printer.passedOver, printer.facts)
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
            switch try read(path, ofPath: path, emit) {
            case .ordinary(let bytes): add(bytes, of: path, to: &result)
            case .printed(let facts):
                result.facts = facts
                result.objectCount = 1
            }
        } catch {
            result.fail(path, error)
        }
    }

    private func add(_ bytes: [UInt8], of path: String, to result: inout PartResult) {
        for object in opener.objects(in: bytes) {
            if object.isSkipped(inFolderAs: path) {
                result.passedOver += 1
            } else {
                result.objectCount += 1
                result.add(render(path, object.identified(in: bytes)))
            }
        }
    }
}
