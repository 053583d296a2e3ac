// File names passed to and from the operating system. The unsafe pointers are for C strings.

extension System {
    /// The words of the command line after the tool's name, in the form of ``PathName``: any may be a file name.
    static var arguments: [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { (place) in
            unsafe CommandLine.unsafeArgv[place].map { unsafe text(ofName: $0) }
        }
    }

    /// Returns the text for a C string.
    static func text(ofName name: UnsafePointer<CChar>) -> String {
        let bytes = unsafe UnsafeBufferPointer(start: name, count: strlen(name))
        return unsafe PathName.text(bytes.map { UInt8(bitPattern: $0) })
    }

    /// Calls `body` with the name that `path` represents, as a C string.
    static func withName<Result>(_ path: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        guard PathName.hasStandIns(path) else { return unsafe path.withCString(body) }
        let name = PathName.bytes(path).map { CChar(bitPattern: $0) } + [0]
        return unsafe name.withUnsafeBufferPointer { (buffer) in
            guard let start = buffer.baseAddress else { return unsafe path.withCString(body) }
            return unsafe body(start)
        }
    }

    /// Opens descriptors 0, 1 and 2 if the caller closed them, so that reading 0 and writing 1 or 2 fails. Otherwise, a
    /// file that is opened later would get one of these numbers, and output would be written to the file.
    static func occupyStandardDescriptors() {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
            _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// Ends the process silently, like any process that writes to a closed pipe.
    static func endByClosedPipe() -> Never {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        // If the signal is blocked, end with the status that a shell reports for it.
        exit(128 + SIGPIPE)
    }
}
