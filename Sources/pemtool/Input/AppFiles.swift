import PinPolicies

/// The files of an app or a source tree: those of a folder, and the entries of archives.
struct AppFiles {
    /// A file, or the reason it cannot be read.
    struct File {
        /// The path on disk.
        let path: String
        /// The path in the archive; `nil` for a file on disk.
        let entry: String?
        let contents: Result<[UInt8], Failure>

        /// The place in messages.
        var name: String {
            entry.map { "\(PathName.ofInput(path)): \(PathName.displayed($0))" } ?? PathName.ofInput(path)
        }
    }

    struct Failure: Error {
        let message: String
    }

    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// Calls `body` with every file, in order of name.
    func forEach(_ body: (File) -> Void) {
        guard case .folder? = try? System.kind(ofPath: path) else { return read(path, body) }
        for entry in FolderWalk(path) where !System.isInterrupted {
            switch entry {
            case .failure(let path, let error):
                body(File(path: path, entry: nil, contents: .failure(Failure(message: error.message))))
            // The files of a version control system are not part of the app.
            case .file(let path, _) where !path.split(separator: "/").contains(".git"): read(path, body)
            case .file: continue
            }
        }
    }

    private func read(_ path: String, _ body: (File) -> Void) {
        do throws(System.Failure) {
            let bytes = try System.contents(ofPath: path)
            guard ZIPArchive.isArchive(bytes) else {
                return body(File(path: path, entry: nil, contents: .success(bytes)))
            }
            readArchive(path, bytes, body)
        } catch {
            body(File(path: path, entry: nil, contents: .failure(Failure(message: error.message))))
        }
    }

    private func readArchive(_ path: String, _ bytes: [UInt8], _ body: (File) -> Void) {
        do throws(ArchiveError) {
            let archive = try ZIPArchive(bytes)
            for entry in archive.entries where !System.isInterrupted {
                let contents: Result<[UInt8], Failure>
                do throws(ArchiveError) {
                    contents = .success(try archive.contents(of: entry))
                } catch {
                    contents = .failure(Failure(message: "\(error)"))
                }
                body(File(path: path, entry: entry.name, contents: contents))
            }
        } catch {
            body(File(path: path, entry: nil, contents: .failure(Failure(message: "\(error)"))))
        }
    }
}
