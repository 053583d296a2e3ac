import DERKit
import Testing
import X509Model

@testable import pemtool

@Suite struct DumpScreenTests {
    /// Private keys whose secret numbers are known (Tests/Tools/make/private-keys.py).
    struct PrivateKey: CustomTestStringConvertible {
        let file: String
        let secrets: [[UInt8]]

        var testDescription: String { file }

        static func all() throws -> [PrivateKey] {
            try Vectors.table("dump/private.tsv").map { (row) in
                PrivateKey(
                    file: try row("file"),
                    secrets: try row("secrets").split(separator: ",").map { try #require(bytes(hex: $0)) })
            }
        }

        /// Returns the DER of the file's key.
        func derBytes() throws -> [UInt8] {
            let parts = DumpPart.parts(of: try Vectors.bytes(file))
            return try #require(parts.last { $0.label == nil || $0.label?.hasSuffix("PRIVATE KEY") == true })
                .bytes
        }
    }

    /// Checks that no three consecutive octets of a secret number are shown in any form of the dump.
    private func expectNoSecret(
        _ key: PrivateKey, in screen: DumpScreen, _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let all = screen.lines.joined() + (screen.complaint ?? "")
        let digits = Array(all.filter { $0 != " " }.utf8)
        for secret in key.secrets where secret.count > 4 {
            for start in stride(from: 0, through: secret.count - 4, by: 4) {
                let window = Array(hex(secret[start..<start + 4]).utf8)
                #expect(!contains(digits, window), "\(what)", sourceLocation: sourceLocation)
            }
        }
    }

    private func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        guard text.count >= part.count, let first = part.first else { return false }
        for start in 0...text.count - part.count where text[start] == first {
            if text[start..<start + part.count].elementsEqual(part) { return true }
        }
        return false
    }

    @Test(arguments: try PrivateKey.all())
    func privatePartsAreNotShown(key: PrivateKey) throws {
        let der = try key.derBytes()
        for label in [nil, "CERTIFICATE", "PRIVATE KEY"] {
            let part = DumpPart(title: nil, label: label, bytes: der, problem: nil)
            let screen = DumpScreen(part)
            expectNoSecret(key, in: screen, "whole, \(label ?? "DER")")
            #expect(screen.lines.contains { $0.contains("(private, ") })
            #expect(screen.complaint == nil)
        }
    }

    @Test(arguments: try PrivateKey.all())
    func singleValuesOfAPrivateKeyAreHidden(key: PrivateKey) throws {
        let part = DumpPart(title: nil, label: nil, bytes: try key.derBytes(), problem: nil)
        let screen = DumpScreen(part)
        for offset in stride(from: 0, to: part.bytes.count, by: 7) {
            let digits = Array((screen.lines(at: offset) ?? []).joined().filter { $0 != " " }.utf8)
            for secret in key.secrets {
                #expect(!contains(digits, Array(hex(secret.prefix(4)).utf8)), "at \(offset)")
            }
        }
    }

    /// Truncated anywhere, with any label; or with any octet changed, if the label says that it is a key.
    @Test(arguments: try PrivateKey.all())
    func damagedKeysShowNothingPrivate(key: PrivateKey) throws {
        let der = try key.derBytes()
        for place in stride(from: 8, to: der.count, by: 5) {
            let cut = DumpPart(title: nil, label: nil, bytes: Array(der[..<place]), problem: nil)
            expectNoSecret(key, in: DumpScreen(cut), "cut at \(place)")
            var changed = der
            changed[place] ^= 0x55
            let part = DumpPart(title: nil, label: "PRIVATE KEY", bytes: changed, problem: nil)
            expectNoSecret(key, in: DumpScreen(part), "changed at \(place)")
        }
    }

    @Test func aTreeHasAFieldNameForEveryValue() throws {
        let part = try #require(DumpPart.parts(of: Vectors.bytes("key/spki-x448.pem")).first)
        #expect(
            DumpScreen(part).lines == [
                "offset  d  h  length  value", "     0  0  2      66  SubjectPublicKeyInfo SEQUENCE",
                "     2  1  2       5    algorithm SEQUENCE",
                "     4  2  2       3      algorithm OBJECT IDENTIFIER id-X448 (1.3.101.111)",
                "     9  1  2      57    subjectPublicKey BIT STRING "
                    + "d8d44c8a2eb2... (56 bytes)",
            ])
    }

    @Test func unreadableValuesAreShownAsBytes() throws {
        let bytes = Array(try Vectors.bytes("cert/dsa1024-pkits.der").prefix(300))
        let part = DumpPart(title: nil, label: nil, bytes: bytes, problem: nil)
        let screen = DumpScreen(part)
        #expect(screen.lines.count == 42)
        #expect(
            screen.complaint
                == """
                Certificate: length 831 exceeds the 296 bytes remaining
                  offset 1  30 82 03 3f 30 82 02 ff a0 03 02 01 ...
                               ^^
                """)
    }

    /// On a terminal, no line is too wide, and wrapping does not change the text.
    @Test(arguments: [40, 59, 60, 80, 100, 132])
    func linesFitTheTerminal(columns: Int) throws {
        var inputs = try [
            "seeds/github.com.pem", "inspect/made-ca.pem", "key/pkcs8-rsa.pem", "csr/rsa-sha1.pem",
        ]
        .map { try Vectors.bytes($0) }
        var deep: [UInt8] = [0x0c, 0x04] + Array("deep".utf8)
        for _ in 0..<40 { deep = [0x30, UInt8(deep.count)] + deep }
        inputs.append(deep)
        for part in inputs.flatMap({ DumpPart.parts(of: $0) }) {
            let lines = DumpScreen(part, showsUnknown: true, columns: columns)
                .lines
            for line in lines { #expect(line.count <= columns && !line.hasSuffix(" "), "\(line)") }
            let whole = DumpScreen(part, showsUnknown: true, columns: 1000)
                .lines
            #expect(lines.count >= whole.count)
            // Octets are cut to fit; names and types are not.
            let said = lines.joined().filter { $0 != " " }
            for name in part.bytes == deep ? ["UTF8String", "deep"] : ["algorithm", "OBJECTIDENTIFIER"] {
                #expect(said.contains(name))
            }
        }
    }

    /// A line that is too long for the terminal continues below itself.
    @Test func longLinesAreWrapped() throws {
        let part = try #require(DumpPart.parts(of: Vectors.bytes("seeds/github.com.pem")).first)
        func lines(_ columns: Int) -> [String] {
            let lines = DumpScreen(part, columns: columns).lines
            let place = lines.firstIndex { $0.contains("accessLocation.") } ?? 0
            return Array(lines[place...].prefix(4))
        }
        #expect(
            Array(lines(80).prefix(2)) == [
                "   808  8  2      24                  accessLocation.uniformResourceIdentifier",
                "                                          [6] \"http://ocsp.digicert.com\"",
            ])
        #expect(
            lines(40) == [
                "   808          accessLocation.uniformRe",
                "                    sourceIdentifier",
                "                    [6]",
                "                    \"http://ocsp.digicer",
            ])
    }

    @Test func oneNodeIsShownInFull() throws {
        let part = try #require(DumpPart.parts(of: Vectors.bytes("seeds/github.com.pem")).first)
        let screen = DumpScreen(part)
        #expect(
            screen.lines(at: 14) == [
                "  offset        13, depth 2", "  name          Certificate.tbsCertificate.serialNumber",
                "  type          INTEGER", "  header        02 10", "  length        16 bytes",
                "  value         0e8bf3770d92d196f0bb61f93c4166be (124 bits)",
                "      15  0e 8b f3 77 0d 92 d1 96 f0 bb 61 f9 3c 41 66 be  ...w......a.<Af.",
            ])
        #expect(screen.lines(at: 5000) == nil)
    }

    /// BER may write the OCTET STRING of a PKCS #12 in segments, which are neither joined nor shown.
    @Test func segmentsInPKCS12AreNotShown() throws {
        let whole = try Vectors.bytes("dump/ec-bag.p12")
        // The content of the OCTET STRING at offset 23 in two segments, all lengths indefinite.
        let content = Array(whole[26...])
        var bytes: [UInt8] = [0x30, 0x80] + whole[3..<6] + [0x30, 0x80] + whole[9..<20]
        bytes += [0xa0, 0x80, 0x24, 0x80]
        for half in [content[..<100], content[100...]] { bytes += [0x04, 0x81, UInt8(half.count)] + half }
        bytes += [UInt8](repeating: 0, count: 8)
        let part = DumpPart(title: nil, label: nil, bytes: bytes, problem: nil)
        let screen = DumpScreen(part)
        let key = try #require(PrivateKey.all().first { $0.file == "dump/ec-bag.p12" })
        #expect(screen.complaint == nil)
        expectNoSecret(key, in: screen, "segments")
        // The version and two segments.
        #expect(screen.lines.filter { $0.contains("(private, ") }.count == 3)
    }

    @Test func encryptedKeysHaveNoTree() throws {
        let part = try #require(DumpPart.parts(of: Vectors.bytes("key/pkcs1-encrypted-dek.pem")).first)
        #expect(DumpScreen(part).complaint?.hasPrefix("encrypted") == true)
    }
}
