import DERKit
@_exported import SPKIHash

/// A password as given: bytes, usually UTF-8.
package struct Password: Sendable {
    private let bytes: [UInt8]

    package init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

    /// The encodings of the password that programs use, the usual one first.
    var forms: [PasswordForm] {
        guard !bytes.isEmpty else {
            // RFC 7292 appendix B.1 requires the terminator even for an empty password; some programs omit
            // it.
            return [PasswordForm(octets: [], utf16: [0, 0]), PasswordForm(octets: [], utf16: [])]
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let isUTF8 = Array(text.utf8) == bytes
        let units = isUTF8 ? Array(text.utf16) : bytes.map { UInt16($0) }
        var forms = [PasswordForm(octets: bytes, utf16: Password.octets(units))]
        if isUTF8, bytes.contains(where: { $0 >= 0x80 }) {
            // OpenSSL before 1.1 treated each byte as a character; old Windows tools wrote each character as
            // one byte.
            forms.append(PasswordForm(octets: bytes, utf16: Password.octets(bytes.map { UInt16($0) })))
            let latin = units.allSatisfy { $0 < 0x100 } ? units.map { UInt8($0) } : bytes
            forms.append(PasswordForm(octets: latin, utf16: Password.octets(units)))
        }
        return forms
    }

    /// Returns the octets in big endian, with the terminator.
    private static func octets(_ units: [UInt16]) -> [UInt8] {
        (units + [0]).flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }

    /// The password in big-endian UTF-16 without a terminator, as Java's key stores use it.
    var javaOctets: [UInt8] { Array((forms.first?.utf16 ?? []).dropLast(2)) }
}

/// A password in one encoding.
struct PasswordForm: Sendable {
    /// For PBES1, PBES2 and PBMAC1.
    let octets: [UInt8]
    /// For the schemes of PKCS #12.
    let utf16: [UInt8]
}

#if !hasFeature(Embedded)
    extension Password: CustomReflectable, CustomStringConvertible {
        /// An empty mirror, because debuggers and logs show what a mirror shows.
        package var customMirror: Mirror { Mirror(self, children: []) }
        package var description: String { "a password" }
    }
#endif

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
