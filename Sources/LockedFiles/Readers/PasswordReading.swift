import DERKit
@_exported import SPKIHash

extension InputReader {
    /// Creates a reader that also opens encrypted objects: PKCS #12 and Java key stores, and private keys.
    ///
    ///     for object in InputReader(bytes, password: "secret") { … }
    ///
    /// The reader returns the certificates in them, and the public halves of private keys.
    ///
    /// - Parameters:
    ///   - input: the bytes of the file.
    ///   - password: the password; an empty one is always tried.
    ///   - limits: the limits on the size and number of objects, and on key derivation.
    public init(
        _ input: some Collection<UInt8>, password: some StringProtocol, limits: DERLimits = .standard
    ) {
        self.init(input, limits: limits)
        unlocking = Unlocker(password.isEmpty ? [] : [Password(password.utf8)]).unlocking
    }
}
