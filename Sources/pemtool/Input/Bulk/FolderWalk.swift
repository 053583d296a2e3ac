/// The files in a folder, recursively, in order of name.
///
/// Links to folders, which may form cycles, and pipes, sockets and devices are skipped, each with a message.
struct FolderWalk: Sequence, IteratorProtocol {
    enum Entry {
        /// A file, and its size in bytes.
        case file(String, byteCount: Int)
        /// A file or folder that could not be examined.
        case failure(String, System.Failure)
    }

    private let folder: String
    /// The paths that are still to be examined, the next one last.
    private var pending: [String]

    init(_ folder: String) {
        self.folder = folder
        pending = [folder]
    }

    mutating func next() -> Entry? {
        while !System.isInterrupted, let path = pending.popLast() {
            do throws(System.Failure) {
                switch try System.kind(ofPath: path) {
                case .folder:
                    if path != folder, try System.isLink(path) {
                        complain("\(PathName.displayed(path)): skipped because it is a link to a folder")
                        continue
                    }
                    let parent = path.hasSuffix("/") ? path : path + "/"
                    pending += try System.names(inFolder: path).reversed().map { parent + $0 }
                case .file(let byteCount): return .file(path, byteCount: byteCount)
                case .stream: complain("\(PathName.displayed(path)): skipped, not a regular file")
                }
            } catch {
                return .failure(path, error)
            }
        }
        return nil
    }
}
