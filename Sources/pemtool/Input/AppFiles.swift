import PinPolicies
import X509Model

/// The files of an app or a source tree: those of a folder, and the entries of archives.
struct AppFiles {
    /// A file, or the reason it cannot be read.
    struct File {
        /// The path on disk.
        let path: String
        /// The path in the archive; `nil` for a file on disk.
        let entry: String?
        var bytes: [UInt8] = []
        /// The reason the file cannot be read or searched.
        var problem: String?

        /// The place in messages.
        var name: String {
            entry.map { "\(PathName.ofInput(path)): \(PathName.displayed($0))" } ?? PathName.ofInput(path)
        }
    }

    let path: String

    /// Calls `body` with every file, in order of name.
    func forEach(_ body: (File) -> Void) {
        guard case .folder? = try? System.kind(ofPath: path) else { return read(path, body) }
        for entry in FolderWalk(path) where !System.isInterrupted {
            switch entry {
            case .failure(let path, let error):
                body(File(path: path, entry: nil, problem: error.message))
            // The files of a version control system are not part of the app.
            case .file(let path, _) where !path.split(separator: "/").contains(".git"): read(path, body)
            case .file: continue
            }
        }
    }

    private func read(_ path: String, _ body: (File) -> Void) {
        var file = File(path: path, entry: nil)
        do throws(System.Failure) {
            file.bytes = try System.contents(ofPath: path)
        } catch {
            return body(file.failed(error.message))
        }
        var budget = ZIPArchive.maximumTotal
        read(file, depth: 0, &budget, body)
    }

    /// Calls `body` with a file, or with what it contains if it is an archive: an .xapk has .apk files, an .aar has a
    /// .jar.
    ///
    /// - Parameter budget: the bytes that archives in this file may still have.
    private func read(_ file: File, depth: Int, _ budget: inout Int, _ body: (File) -> Void) {
        if let format = ForeignFormat.ofCompressed(file.bytes) {
            return body(file.failed("\(format.message); its contents were not searched"))
        }
        guard ZIPArchive.isArchive(file.bytes) else { return body(file) }
        guard depth < AppFiles.maximumDepth else {
            return body(file.failed("archives nested more than \(AppFiles.maximumDepth) deep"))
        }
        do throws(ArchiveError) {
            let archive = try ZIPArchive(file.bytes)
            for entry in archive.entries where !System.isInterrupted {
                let name = file.entry.map { "\($0): \(entry.name)" } ?? entry.name
                var inner = File(path: file.path, entry: name)
                guard entry.byteCount <= budget else {
                    body(inner.failed("more than \(ZIPArchive.maximumTotal) bytes in nested archives"))
                    continue
                }
                budget -= entry.byteCount
                do throws(ArchiveError) {
                    inner.bytes = try archive.contents(of: entry)
                } catch {
                    body(inner.failed("\(error)"))
                    continue
                }
                read(inner, depth: depth + 1, &budget, body)
            }
        } catch {
            body(file.failed("\(error)"))
        }
    }

    /// The maximum number of archives around a file.
    private static let maximumDepth = 8
}

extension AppFiles.File {
    fileprivate func failed(_ message: String) -> Self {
        AppFiles.File(path: path, entry: entry, problem: message)
    }
}
