import DERKit
import LockedFiles
import X509Model

// Locked files with a code against changes, one format each. A change almost never passes that check, so a changed
// file is read with the code that a program with the password would compute. With the original code, it must not be
// read.
extension Targets {
    private static let password = Array("correct horse".utf8)
    /// UTF-16, big endian.
    private static let wide: [UInt8] = password.flatMap { [0, $0] }

    /// A PKCS #12 file.
    @Sendable static func lockedContainer(_ input: [UInt8]) { read(input, sealed: sealedContainer(input)) }

    /// JKS or JCEKS.
    @Sendable static func javaStore(_ input: [UInt8]) {
        guard input.count > 24,
            input[..<4] == [0xfe, 0xed, 0xfe, 0xed] || input[..<4] == [0xce, 0xce, 0xce, 0xce]
        else { return locked(input) }
        let content = Array(input.dropLast(20))
        let code = Digest.sha1.hash(wide + Array("Mighty Aphrodite".utf8) + content)
        read(input, sealed: content + code)
    }

    /// BKS.
    @Sendable static func bouncyCastleStore(_ input: [UInt8]) {
        // Version, 20 octets of salt, iterations, entries, and 20 octets of code.
        guard input.count > 52, input[..<3] == [0, 0, 0], (1...2).contains(input[3]),
            input[4..<8] == [0, 0, 0, 20], input[28..<31] == [0, 0, 0]
        else { return locked(input) }
        let content = Array(input[32..<input.count - 20])
        let key = Digest.sha1.pkcs12(
            wide + [0, 0], salt: Array(input[8..<28]), iterations: Int(input[31]), .integrityKey,
            count: input[3] == 2 ? 20 : 2)
        read(input, sealed: input.dropLast(20) + Digest.sha1.code(of: content, key: key))
    }

    /// A wrong code is seldom of interest, so that only some inputs are also read with theirs.
    private static func read(_ input: [UInt8], sealed: [UInt8]?) {
        guard let sealed else { return locked(input) }
        _ = open(sealed)
        guard sealed != input, input.last.map({ $0 % 8 == 0 }) ?? false else { return }
        if open(input) { Finding.report("a file with a wrong code was read") }
    }

    /// Overwrites the code in the MacData, which is the last field, with the right one.
    private static func sealedContainer(_ input: [UInt8]) -> [UInt8]? {
        guard let contents = try? PFXContents(ber: input, limits: limits), let macData = contents.macData,
            let scheme = try? IntegrityScheme(macData), scheme.derivation.work <= limits.iterationCount,
            let place = placeOfCode(input.span)
        else { return nil }
        let code: [UInt8]?
        switch scheme.derivation {
        case .pkcs12(let digest, let salt, let iterations):
            let key = digest.pkcs12(
                wide + [0, 0], salt: salt, iterations: iterations, .integrityKey, count: digest.byteCount)
            code = digest.code(of: contents.authenticatedSafe, key: key)
        case .pbkdf2(let digest, let salt, let iterations, let count?) where count <= 1024:
            let key = digest.pbkdf2(password, salt: salt, iterations: iterations, count: count)
            code = scheme.digest.code(of: contents.authenticatedSafe, key: key)
        default: return nil
        }
        guard let code, code.count == place.count else { return nil }
        return input[..<place.lowerBound] + code + input[place.upperBound...]
    }

    /// Returns the position of the OCTET STRING in the DigestInfo of a MacData.
    private static func placeOfCode(_ bytes: Span<UInt8>) -> Range<Int>? {
        var outer = DERCursor(0..<bytes.count)
        guard let file = try? outer.next(in: bytes) else { return nil }
        var fields = DERCursor(contentOf: file)
        guard (try? fields.next(in: bytes)) != nil, (try? fields.next(in: bytes)) != nil,
            let macData = try? fields.next(in: bytes)
        else { return nil }
        var parts = DERCursor(contentOf: macData)
        guard let info = try? parts.next(in: bytes) else { return nil }
        var members = DERCursor(contentOf: info)
        guard (try? members.next(in: bytes)) != nil, let code = try? members.next(in: bytes),
            code.tag == .octetString
        else { return nil }
        return code.content
    }
}
