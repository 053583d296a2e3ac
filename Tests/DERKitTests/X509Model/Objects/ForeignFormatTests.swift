import DERKit
import Testing

@testable import X509Model

/// The first octets of files of other programs, as their formats are specified.
@Suite struct ForeignFormatTests {
    private static let signatures: [(hex: String, format: ForeignFormat, source: String)] = [
        ("fd377a585a00", .xz, "the .xz file format, 2.1.1.1"),
        ("28b52ffd", .zstd, "RFC 8878 section 3.1.1"),
        ("1f8b0800", .gzip, "RFC 1952 section 2.3.1"),
        ("425a6839", .bzip2, "what bzip2 writes"),
        ("377abcaf271c", .sevenZip, "7zFormat.txt"),
        ("504b0304", .zip, "APPNOTE 4.3.7"),
        ("504b0506", .zip, "APPNOTE 4.3.16, an empty archive"),
        ("feedfeed00000002", .javaKeyStore, "sun.security.provider.JavaKeyStore"),
        ("cececece00000002", .javaKeyStore, "com.sun.crypto.provider.JceKeyStore"),
        ("0000000200000014", .bouncyCastleKeyStore, "BcKeyStoreSpi: version, and the length of the salt"),
        ("0000000100000014", .bouncyCastleKeyStore, "BcKeyStoreSpi"),
        ("0702000000a40000", .windowsPrivateKeyBlob, "PUBLICKEYSTRUC: PRIVATEKEYBLOB, version 2"),
        ("0602000000a40000", .windowsPublicKeyBlob, "PUBLICKEYSTRUC: PUBLICKEYBLOB, version 2"),
        ("1ef1b5b000000000", .windowsKey, "PVK: the number b0b5f11e, little-endian"),
        ("89504e470d0a1a0a", .image, "PNG 1.2 section 3.1"),
        ("7f454c46", .executable, "ELF"), ("4d5a9000", .executable, "DOS header"),
        ("cffaedfe", .executable, "Mach-O, 64 bits"), ("cafebabe00000002", .executable, "Mach-O, universal"),
        ("cafebabe00000037", .javaClass, "JVM specification section 4.1"),
    ]

    /// BcKeyStoreSpi writes a salt of 20 bytes.
    @Test(arguments: ["0000000200000015", "0000000200000114", "0000000300000014", "0000000100000015"])
    func otherNumbersAreNotAKeyStore(_ hex: String) throws {
        let octets = try #require(bytes(hex: hex))
        #expect(ForeignFormat(binary: octets[...]) != .bouncyCastleKeyStore)
    }

    @Test func fileSignaturesAreRecognized() throws {
        for (hex, format, source) in ForeignFormatTests.signatures {
            let octets = try #require(bytes(hex: hex))
            #expect(ForeignFormat(binary: octets[...]) == format, "\(hex): \(source)")
            for place in octets.indices.prefix(2) {
                var changed = octets
                changed[place] ^= 0x40
                #expect(ForeignFormat(binary: changed[...]) != format, "\(hex), octet \(place)")
            }
        }
    }

    /// DER that a text-mode copy turned into the UTF-8 form of Latin-1, or that got a byte order mark.
    @Test func derTreatedAsTextIsRecognized() throws {
        let long = try Vectors.bytes("kinds/rsa2048.certificate.der")
        let short: [UInt8] = [0x30, 0x81, 0x9f, 0x30, 0x0d]
        for der in [long, short] {
            let latin1 = Array(String(String.UnicodeScalarView(der.map { Unicode.Scalar($0) })).utf8)
            #expect(ForeignFormat(binary: latin1[...]) == .textModeDER)
            let replaced = Array(String(decoding: der, as: UTF8.self).utf8)
            #expect(ForeignFormat(binary: replaced[...]) == .textModeDER)
        }
        let wide: [UInt8] = long.flatMap { [$0, 0] }
        #expect(ForeignFormat(binary: ([0xff, 0xfe] + wide)[...]) == .textModeDER)
        #expect(ForeignFormat(binary: ([0xef, 0xbb, 0xbf] + long)[...]) == .textModeDER)
    }

    /// The header of a POSIX archive, as Python's tarfile writes it.
    @Test func archivesAreRecognizedByTheirChecksum() {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at place: Int) {
            header.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
        }
        put("server.pem", at: 0)
        put("0000644\0" + "0000000\0" + "0000000\0", at: 100)
        put("00000000005\0" + "00000000000\0", at: 124)
        put("007751\0 0", at: 148)
        put("ustar\0" + "00", at: 257)
        #expect(ForeignFormat(binary: header[...]) == .tar)
        // Python fills the last record, of 20 blocks.
        #expect(ForeignFormat(binary: (header + [UInt8](repeating: 0, count: 19 * 512))[...]) == .tar)
        for place in [0, 147, 156, 160, 300, 511] {
            var changed = header
            changed[place] ^= 1
            #expect(ForeignFormat(binary: changed[...]) != .tar, "octet \(place)")
        }
    }

    @Test func textFormatsAreRecognizedByTheirBeginnings() {
        let rows: [(String, ForeignFormat?)] = [
            ("ssh-rsa AAAAB3NzaC1yc2E", .openSSHPublicKey),
            ("ssh-rsa-cert-v01@openssh.com AAAA", .openSSHCertificate),
            ("PuTTY-User-Key-File-3: ssh-rsa", .puttyKey),
            ("Private-key-format: v1.3", .dnssecKey),
            ("example.com. IN DNSKEY 257 3 13 mdsswUyr3DPW", .dnssecKey),
            ("example.com.\tIN\tDNSKEY\t257 3 13 mdsswUyr3DPW", .dnssecKey),
            (#"{"kty": "EC", "crv": "P-256"}"#, .jsonWebKey), (#"{"keys": []}"#, nil),
            ("<!DOCTYPE html>", .webPage), ("plain text", nil),
        ]
        for (text, format) in rows { #expect(ForeignFormat(text: Array(text.utf8)) == format, "\(text)") }
    }
}
