extension PolicyFormat {
    /// Reads a policy in this format from text.
    ///
    /// - Parameters:
    ///   - text: the whole file.
    ///   - pattern: the hosts that the pins are for, if the format names none.
    /// - Returns: the policy, and the other contents of the file.
    /// - Throws: ``PolicyError``.
    package func read(
        _ text: some StringProtocol, for pattern: HostPattern? = nil
    ) throws(PolicyError) -> PolicyReading {
        try read(Array(text.utf8), for: pattern)
    }
}

extension PolicyReading {
    /// Reads a policy in whatever format its content shows.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - pattern: the hosts that the pins are for, if the format names none.
    /// - Throws: ``PolicyError``, `unknown-format` if it is in none.
    public init(file bytes: some Collection<UInt8>, for pattern: HostPattern? = nil) throws(PolicyError) {
        let bytes = Array(bytes)
        guard let format = PolicyFormat.detect(bytes) else {
            throw .unreadableFormat(hasPins: !PinFinder.find(in: bytes).isEmpty)
        }
        self = try format.read(bytes, for: pattern)
    }

    /// Reads a policy from text, in whatever format its content shows.
    ///
    /// - Parameters:
    ///   - text: the whole file.
    ///   - pattern: the hosts that the pins are for, if the format names none.
    /// - Throws: ``PolicyError``, `unknown-format` if it is in none.
    public init(text: some StringProtocol, for pattern: HostPattern? = nil) throws(PolicyError) {
        try self.init(file: text.utf8, for: pattern)
    }
}
