import DERKit
@_exported import X509Model

extension InputReader {
    /// Creates a reader that also opens encrypted objects: PKCS #12 and Java key stores, and private keys.
    ///
    ///     for object in InputReader(bytes, password: "secret") { … }
    ///
    /// It returns the certificates in them, and of private keys the public halves.
    ///
    /// - Parameters:
    ///   - input: the bytes of the file.
    ///   - password: the password; an empty one is always tried.
    ///   - limits: the limits on objects, their number and the time to derive a key.
    public init(
        _ input: some Collection<UInt8>, password: some StringProtocol, limits: DERLimits = .standard
    ) {
        self.init(input, limits: limits)
        unlocking = Unlocker(password.isEmpty ? [] : [Password(password.utf8)]).unlocking
    }
}
