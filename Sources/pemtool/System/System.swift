// The calls to the operating system. They are the only unsafe code of the tool, because C's interfaces take pointers.

// These modules are imported for all files in this folder.
#if canImport(Darwin)
    @_exported import Darwin
#elseif canImport(Musl)
    @_exported import Musl
#else
    @_exported import Glibc
#endif

/// Files, folders and streams without Foundation, whose startup would take longer than reading a certificate.
enum System {
    /// The failure of a system call, in the system's words.
    struct Failure: Error {
        let message: String
        /// A Boolean value that indicates whether the reader of the output has closed it.
        let isClosedPipe: Bool

        /// Creates the failure from the last error number.
        init() {
            isClosedPipe = errno == EPIPE
            message = unsafe lowercasedFirst(String(cString: strerror(errno)))
        }

        init(_ message: String) {
            isClosedPipe = false
            self.message = message
        }
    }

    /// The maximum number of bytes of an input that is read into memory, because an input may be endless. PEM text that
    /// is read in parts may be longer.
    static let longestInput = 1 << 30

    /// The pins of the keys for which `diagnose` tries every mistake, rather than only comparing their pins; `nil` for
    /// all keys. The web page distributes the keys to several processors.
    static let examinedPins: [String]? = nil

    static func tooLong(_ limit: Int) -> Failure {
        let size = limit == 1 << 30 ? "1 GiB" : "\(limit) bytes"
        return Failure("more than \(size), the maximum for input that is read as a whole")
    }

    /// The kind of file at a path.
    enum PathKind {
        case folder
        case file(byteCount: Int)
        /// A pipe, a terminal or a device: it is read if it is named, and skipped in a folder.
        case stream
    }

    /// Returns the kind of file at a path, following links.
    static func kind(ofPath path: String) throws(Failure) -> PathKind {
        var status = stat()
        guard unsafe withName(path, { unsafe stat($0, &status) }) == 0 else { throw Failure() }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG: return .file(byteCount: Int(clamping: status.st_size))
        default: return .stream
        }
    }

    /// Returns whether two paths lead to the same file.
    static func isSameFile(_ path: String, _ other: String) -> Bool {
        var (one, two) = (stat(), stat())
        guard unsafe withName(path, { unsafe stat($0, &one) }) == 0,
            unsafe withName(other, { unsafe stat($0, &two) }) == 0
        else { return false }
        return one.st_mode & S_IFMT == S_IFREG && one.st_dev == two.st_dev && one.st_ino == two.st_ino
    }

    /// Returns whether `path` itself is a symbolic link.
    static func isLink(_ path: String) throws(Failure) -> Bool {
        var status = stat()
        guard unsafe withName(path, { unsafe lstat($0, &status) }) == 0 else { throw Failure() }
        return status.st_mode & S_IFMT == S_IFLNK
    }

    /// Returns the names in a folder, sorted by their bytes, without `.` and `..`.
    static func names(inFolder path: String) throws(Failure) -> [String] {
        guard let folder = unsafe withName(path, { unsafe opendir($0) }) else { throw Failure() }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while true {
            // Only the error number distinguishes the end of the folder from a failure, after which names would be
            // missing silently.
            errno = 0
            guard let entry = unsafe readdir(folder) else { break }
            // The name is a C string in a fixed array inside the entry.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { (field) in
                unsafe field.withMemoryRebound(
                    to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)
                ) {
                    unsafe text(ofName: $0)
                }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw Failure() }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns all bytes of a file.
    static func contents(ofPath path: String, limit: Int = longestInput) throws(Failure) -> [UInt8] {
        let stream = try Stream(ofPath: path)
        return try stream.contents(expected: stream.byteCount ?? 0, limit: limit)
    }

    /// Returns all bytes of standard input.
    static func standardInput() throws(Failure) -> [UInt8] {
        try Stream(ofPath: nil).contents(expected: 1 << 12)
    }

    /// Writes all of `bytes` to a descriptor: 1 for standard output, 2 for standard error.
    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes[done...].withUnsafeBytes {
                unsafe writtenCount(descriptor, $0)
            }
            if count >= 0 {
                done += count
            } else if errno != EINTR {
                throw Failure()
            }
        }
    }

    /// Returns whether anything is at the path, including a dangling link.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe withName(path) { unsafe lstat($0, &status) } == 0
    }

    /// Returns whether anything at the path would be replaced by ``save(_:toPath:replacing:)``.
    static func isTaken(_ path: String) -> Bool {
        if case .stream? = try? kind(ofPath: path) { return false }
        return exists(path)
    }

    /// Writes a file under a temporary name and renames it when complete, so that an incomplete file is never visible.
    /// The new file inherits the permissions of a file that it replaces; pipes and devices are written directly.
    ///
    /// - Parameter replacing: whether to replace an existing file; otherwise, an existing file is an error, even if it
    ///   was created in the meantime.
    static func save(_ bytes: [UInt8], toPath path: String, replacing: Bool) throws(Failure) {
        var former = stat()
        let hasFormer = unsafe withName(path) { unsafe stat($0, &former) } == 0
        // The existing file may be a device, which must not be replaced, or have permissions to pass on.
        guard hasFormer || errno == ENOENT else { throw Failure() }
        if hasFormer, former.st_mode & S_IFMT != S_IFREG, former.st_mode & S_IFMT != S_IFDIR {
            return try writeAndClose(unsafe withName(path) { unsafe open($0, O_WRONLY | O_CLOEXEC) }, bytes)
        }
        let temporary = "\(path).\(getpid()).tmp"
        let descriptor = unsafe withName(temporary) {
            unsafe open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        }
        guard descriptor >= 0 else { throw Failure() }
        do throws(Failure) {
            if replacing, hasFormer, fchmod(descriptor, former.st_mode & 0o777) != 0 {
                let failure = Failure()
                _ = close(descriptor)
                throw failure
            }
            try writeAndClose(descriptor, bytes)
            let status = unsafe withName(temporary) { (old) in
                unsafe withName(path) { unsafe replacing ? rename(old, $0) : link(old, $0) }
            }
            guard status == 0 else { throw Failure() }
            if !replacing {
                guard unsafe withName(temporary, { unsafe unlink($0) }) == 0 else { throw Failure() }
            }
        } catch {
            _ = unsafe withName(temporary) { unsafe unlink($0) }
            throw error
        }
    }

    /// Writes the bytes, and closes the descriptor even if writing fails; a failure to close it is also an error.
    private static func writeAndClose(_ descriptor: Int32, _ bytes: [UInt8]) throws(Failure) {
        guard descriptor >= 0 else { throw Failure() }
        do throws(Failure) {
            try write(bytes, to: descriptor)
        } catch {
            _ = close(descriptor)
            throw error
        }
        guard close(descriptor) == 0 else { throw Failure() }
    }

    /// Returns whether the descriptor is a terminal.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Returns the number of columns of a descriptor's terminal, or `nil` if unknown.
    static func columns(ofTerminal descriptor: Int32) -> Int? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Returns the octets of an environment variable, or `nil` if it is not set.
    static func environment(_ name: String) -> [UInt8]? {
        unsafe getenv(name).map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }

    /// Returns the number of seconds since 1970-01-01T00:00:00Z.
    static func secondsSince1970() -> Int64 { Int64(time(nil)) }

    /// Ends the process.
    static func end(_ status: ExitStatus) -> Never { exit(status.rawValue) }
}

private func lowercasedFirst(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }

// This function is outside the type, because a function of the type has the name `write`.
private func writtenCount(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    unsafe write(descriptor, buffer.baseAddress, buffer.count)
}
