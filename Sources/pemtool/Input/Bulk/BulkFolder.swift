import X509Model

/// Files of a folder that one thread reads together.
struct BulkFiles: BulkPart {
    let number: Int
    let paths: [String]

    /// The usual number of files: enough to be worth handing to a thread, few enough to be printed soon.
    static let usualCount = 32
}

extension Bulk {
    /// Reads the files of a folder, several at a time, and prints in the order of their names.
    ///
    /// - Parameter emit: receives the output, whole lines in order.
    /// - Returns: the number of objects, the number of files that are neither PEM nor DER, and the facts for
    ///   the exit status.
    func read(
        folder: String, _ emit: @escaping ([UInt8]) -> Void
    ) -> (objects: Int, passedOver: Int, facts: Rendered.Facts) {
        var run = BulkFolderRun(self, emit)
        for entry in FolderWalk(folder) {
            if System.isInterrupted { break }
            run.add(entry)
        }
        return run.finish()
    }

    /// Reads whole files one by one, and renders their objects.
    fileprivate func process(_ files: BulkFiles) -> PartResult {
        var result = PartResult()
        for path in files.paths {
            do throws(System.Failure) {
                add(try System.contents(ofPath: path), of: path, to: &result)
            } catch {
                // A signal that ended the wait is not a failure of the file.
                if !System.isInterrupted { result.fail(path, error) }
            }
        }
        return result
    }

    fileprivate func add(_ bytes: [UInt8], of path: String, to result: inout PartResult) {
        for object in opener.objects(in: bytes) {
            if case .failure(let error) = object.contentResult, error.isNoObject, !PathName.namesObject(path)
            {
                result.passedOver += 1
            } else {
                result.objectCount += 1
                result.add(render(path, object.identified(in: bytes)))
            }
        }
    }
}

/// The reading of one folder.
private struct BulkFolderRun {
    private let bulk: Bulk
    private let emit: ([UInt8]) -> Void
    private var queue: BulkQueue<BulkFiles>?
    private var run: BulkRun
    private var paths: [String] = []
    private var number = 0
    private var objects = 0
    private var passedOver = 0

    init(_ bulk: Bulk, _ emit: @escaping ([UInt8]) -> Void) {
        self.bulk = bulk
        self.emit = emit
        run = BulkRun(progress: BulkProgress(ofTotal: nil), emit: emit)
        guard bulk.options.jobs > 1 else { return }
        queue = BulkQueue(jobs: bulk.options.jobs) { (files, _) in bulk.process(files) }
    }

    mutating func add(_ entry: FolderWalk.Entry) {
        switch entry {
        case .file(let path, let byteCount) where byteCount <= bulk.options.partSize:
            paths.append(path)
            if paths.count == BulkFiles.usualCount { pass() }
        case .file(let path, _):
            // The file is large enough to occupy all threads.
            drain()
            take(large: path)
        case .failure(let path, let error):
            drain()
            var result = Bulk.PartResult()
            result.fail(path, error)
            take(result)
        }
    }

    private mutating func take(large path: String) {
        var result = Bulk.PartResult()
        do throws(System.Failure) {
            switch try bulk.read(path, ofPath: path, emit) {
            case .ordinary(let bytes): bulk.add(bytes, of: path, to: &result)
            case .printed(let facts):
                result.facts = facts
                objects += 1
            }
        } catch {
            result.fail(path, error)
        }
        take(result)
    }

    /// Passes the collected files to the threads, or reads them here if there are no threads.
    private mutating func pass() {
        guard !paths.isEmpty else { return }
        let files = BulkFiles(number: number, paths: paths)
        number += 1
        paths = []
        var result: Bulk.PartResult?
        if queue == nil { return take(bulk.process(files)) }
        while queue?.add(files, orTake: &result) == false { if let result { take(result) } }
    }

    private mutating func drain() {
        pass()
        while let result = queue?.take() { take(result) }
    }

    private mutating func take(_ result: Bulk.PartResult) {
        objects += result.objectCount
        passedOver += result.passedOver
        run.print(result)
    }

    /// Prints the remaining output.
    mutating func finish() -> (objects: Int, passedOver: Int, facts: Rendered.Facts) {
        drain()
        queue?.close()
        run.finish()
        return (objects, passedOver, run.facts)
    }
}
