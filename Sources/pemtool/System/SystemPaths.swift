// Names of files on their way to the operating system and from it; the pointers are the C strings that it takes.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension System {
    /// The words of the command line after the tool's own name, each as ``PathName`` has it, for it may be a name.
    static var arguments: [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { (place) in
            unsafe CommandLine.unsafeArgv[place].map { unsafe text(ofName: $0) }
        }
    }

    /// The text for a name that C gives.
    static func text(ofName name: UnsafePointer<CChar>) -> String {
        let bytes = unsafe UnsafeBufferPointer(start: name, count: strlen(name))
        return unsafe PathName.text(bytes.map { UInt8(bitPattern: $0) })
    }

    /// Calls `body` with the name that `path` stands for, as C takes it.
    static func withName<Result>(_ path: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        guard PathName.hasStandIns(path) else { return unsafe path.withCString(body) }
        let name = PathName.bytes(path).map { CChar(bitPattern: $0) } + [0]
        return unsafe name.withUnsafeBufferPointer { (buffer) in
            guard let start = buffer.baseAddress else { return unsafe path.withCString(body) }
            return unsafe body(start)
        }
    }

    /// Gives descriptors 0, 1 and 2 that the caller closed something that can be neither read nor written, so that no
    /// file that is opened later takes their place: what is printed would be written into it.
    static func occupyStandardDescriptors() {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
            _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// Ends the process as one ends that writes to a pipe that no one reads any more, without a word.
    static func endByClosedPipe() -> Never {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        // Where the signal is blocked: what a shell says of a process that it ended.
        exit(128 + SIGPIPE)
    }
}
