import PinPolicies

/// The files of an app or a source tree: the files in a folder, and the entries of archives.
struct AppFiles {
    /// A file, or the reason why it cannot be read.
    struct File {
        /// The path on disk.
        let path: String
        /// The path in the archive; `nil` for a file on disk.
        let entry: String?
        var bytes: [UInt8] = []
        /// The reason why the file cannot be read or searched; `nil` if it can.
        var problem: String?

        /// The path on disk and, after a colon, that in the archive.
        var place: String { entry.map { "\(path): \($0)" } ?? path }

        /// The name of the place in messages.
        var name: String {
            entry.map { "\(PathName.ofInput(path)): \(PathName.displayed($0))" } ?? PathName.ofInput(path)
        }

        /// A Boolean value that indicates whether the file is text with pins but without failure messages.
        var hasPins: Bool {
            guard bytes.count <= PinsInText.maximumByteCount, !bytes.prefix(1 << 16).contains(0) else {
                return false
            }
            return PinsInText(bytes).sightings.contains { !$0.isBare && !$0.isInComment && $0.pin != nil }
                && PinFailure.failures(in: bytes).isEmpty
        }

        /// A Boolean value that indicates whether the file is named like a certificate or key.
        var isNamed: Bool { PathName.namesObject(entry ?? path) }

        /// A Boolean value that indicates whether to search for objects. Text may contain objects in any encoding, but
        /// programs and images contain too many octets that only look like objects.
        var mayHoldObjects: Bool {
            isNamed || bytes.first == 0x30 || bytes.starts(with: [0xfe, 0xed, 0xfe, 0xed])
                || !bytes.prefix(1 << 16).contains(0) || bytes.starts(with: [0xff, 0xfe])
                || bytes[...].firstIndex(ofText: "-----BEGIN ") != nil
                || bytes[...].firstIndex(ofText: "MII") != nil
        }

        fileprivate func failed(_ message: String) -> File {
            File(path: path, entry: entry, problem: message)
        }
    }

    let path: String
    /// The contents of a file that has been read; `nil` for a folder.
    let contents: [UInt8]?

    /// Returns whether a file is neither text nor a binary policy or object, so that it can only be searched.
    static func isBinary(_ bytes: [UInt8]) -> Bool {
        let isKnown = PolicyFormat.detect(bytes) != nil || bytes.starts(with: "bplist".utf8)
        guard !isKnown, bytes.first != 0x30 else { return false }
        if case .bytes = InputDER(bytes) { return bytes.contains(0) }
        return ForeignFormat.ofArchive(bytes) != nil
    }

    /// Calls `body` with every file: those of a folder in order of name, those of an archive in the archive's order.
    func forEach(_ body: (File) -> Void) {
        if let contents { return search(File(path: path, entry: nil, bytes: contents), body) }
        for entry in FolderWalk(path) {
            switch entry {
            case .failure(let path, let error):
                body(File(path: path, entry: nil, problem: error.message))
            // The files of a version control system are not part of the app.
            case .file(let path, _)
            where !path.dropFirst(self.path.count).split(separator: "/").contains(".git"):
                do throws(System.Failure) {
                    search(File(path: path, entry: nil, bytes: try System.contents(ofPath: path)), body)
                } catch {
                    body(File(path: path, entry: nil, problem: error.message))
                }
            case .file: continue
            }
        }
    }

    private func search(_ file: File, _ body: (File) -> Void) {
        var budget = ZIPArchive.maximumTotal
        read(file, depth: 0, &budget, body)
    }

    /// Calls `body` with a file or the contents of an archive: an .xapk has .apk files, and an .aar has a .jar.
    ///
    /// - Parameter budget: the number of bytes that archives in this file may still contain.
    private func read(_ file: File, depth: Int, _ budget: inout Int, _ body: (File) -> Void) {
        if let format = ForeignFormat.ofArchive(file.bytes) {
            return body(file.failed("\(format.message); its contents were not searched"))
        }
        guard ZIPArchive.isArchive(file.bytes) else { return body(file) }
        guard depth < AppFiles.maximumDepth else {
            return body(file.failed("archives are nested more than \(AppFiles.maximumDepth) levels deep"))
        }
        do throws(ArchiveError) {
            let archive = try ZIPArchive(file.bytes)
            for entry in archive.entries where !System.isInterrupted {
                let name = file.entry.map { "\($0): \(entry.name)" } ?? entry.name
                var inner = File(path: file.path, entry: name)
                guard entry.byteCount <= budget else {
                    body(inner.failed("nested archives exceed \(ZIPArchive.maximumTotal) bytes"))
                    continue
                }
                budget -= entry.byteCount
                do throws(ArchiveError) {
                    inner.bytes = try archive.contents(of: entry)
                    read(inner, depth: depth + 1, &budget, body)
                } catch {
                    body(inner.failed("\(error)"))
                }
            }
        } catch {
            body(file.failed("\(error)"))
        }
    }

    /// The maximum number of archives that enclose a file.
    private static let maximumDepth = 8
}
