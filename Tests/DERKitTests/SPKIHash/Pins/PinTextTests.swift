import DERKit
import PinPolicies
import SPKIHash
import Testing
import X509Model

@Suite struct PinTextTests {
    private let base64 = "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="
    private let digits = "ef3c0033f614fb377c05930297427de37511bb2177e7379f282ed0228c53abe5"

    private func failure(_ text: String) -> Pin.TextError? {
        do throws(Pin.TextError) {
            _ = try Pin(text)
            return nil
        } catch {
            return error
        }
    }

    @Test func eachFormatMatchesOpenSSLAndIsReadBack() throws {
        let pin = try Certificate(pem: Vectors.text("seeds/github.com.pem")).pin
        let rows = try Vectors.table("expected/pin-formats.tsv")
        #expect(try rows.map { try $0("format") } == Array(Pin.Format.allCases.map(\.rawValue).prefix(7)))
        for row in rows {
            let format = try #require(Pin.Format(rawValue: try row("format")))
            #expect(try pin.formatted(format) == row("text"))
            #expect(try Pin(row("text")) == pin)
        }
    }

    @Test func surroundingCharactersAreIgnored() throws {
        let pin = try Pin(base64)
        #expect(hex(pin.bytes) == digits)
        let bare = base64.dropLast()
        let url = bare.replacing("/", with: "_").replacing("+", with: "-")
        for text in [
            " \(base64)\n", "\"\(base64)\"", "'\(base64)'", "\"sha256/\(base64)\";", "\(bare)", "\(url)",
            "\(url)=", "sha256/\(bare)", "sha256/\(url)", "sha256//\(bare)", "SHA256/\(base64)",
            "sha-256/\(base64)", "pin-sha256=\(base64)", "PIN-SHA256=\"\(base64)\"", "pin-sha256='\(base64)'",
            "pin-sha256=\"\(bare)\";", digits.uppercased(), "sha256/\(digits)", "0 1 1 \(digits)",
            "1 1 1 \(digits)", "2 1 1 \(digits.uppercased())", "3  1  1  \(digits)", "\t3 1 1 \(digits)\n",
            "3\t1\t1 \(digits.prefix(32)) \(digits.suffix(32))",
        ] {
            #expect(try Pin(text) == pin, "\(text)")
        }
    }

    @Test func anyPinIsReadBackFromEveryFormat() throws {
        var numbers = SeededNumbers(seed: 7469)
        for first in UInt8.min...UInt8.max {
            for second in [UInt8.min, 0xf0, .random(in: 1...254, using: &numbers), .max] {
                let rest = (0..<30).map { _ in UInt8.random(in: 0...255, using: &numbers) }
                let pin = try #require(Pin(bytes: [first, second] + rest))
                for format in Pin.Format.allCases {
                    let text = pin.formatted(format)
                    if (try? Pin(text)) != pin { Issue.record("\(text)") }
                }
            }
        }
    }

    /// The digest may begin with the characters of any prefix, and is still a digest.
    @Test(arguments: [
        "sha1/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "pin-sha256AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "pin-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    ]) func aDigestMayLookLikeAPrefix(_ text: String) throws {
        let standard = text.replacing("-", with: "+")
        let octets = try Base64.decode(standard.hasSuffix("=") ? standard : standard + "=")
        for prefix in ["", "sha256/", "sha256//", "pin-sha256="] {
            #expect(try Pin(prefix + text).bytes == octets, "\(prefix + text)")
        }
    }

    @Test func otherTextIsRejectedWithAReason() {
        let short = String(base64.dropLast(4))
        let cases: [(String, Pin.TextError)] = [
            ("", .empty), (" \n", .empty), ("\"\"", .empty), ("sha256/", .empty), ("sha256//", .empty),
            ("AAAA", .wrongLength(3)), (short, .wrongLength(30)), ("sha256/AAAA", .wrongLength(3)),
            ("pin-sha256=\"AAAA\"", .wrongLength(3)), (String(digits.dropLast(24)), .wrongLength(20)),
            // SHA-1, as in old tutorials, and others.
            ("sha1/Qsv1ovmKVNNLqCYsVrYtqsJn8Ow=", .otherDigest("sha1")),
            ("sha1//Qsv1ovmKVNNLqCYsVrYtqsJn8Ow=", .otherDigest("sha1")),
            ("SHA-512/\(base64)", .otherDigest("sha512")), ("pin-sha1=\"\(base64)\"", .otherDigest("sha1")),
            ("pin-md5=\(base64)", .otherDigest("md5")), ("sha384/", .otherDigest("sha384")),
            ("sha255/\(base64)", .notEncoded), ("\(base64)\(base64)", .notEncoded),
            ("\(base64.dropLast())!", .notEncoded), ("sha256/\(base64.dropLast(2))=", .notEncoded),
            ("sha256///\(base64)", .notEncoded), ("pin-sha256", .wrongLength(7)),
            // TLSA about a whole certificate, unhashed, or with SHA-512.
            ("3 0 1 \(digits)", .notEncoded), ("3 1 0 \(digits)", .notEncoded),
            ("3 1 2 \(digits)", .notEncoded), ("4 1 1 \(digits)", .notEncoded),
            ("3 1 1 \(digits.dropLast(2))", .wrongLength(31)),
        ]
        for (text, error) in cases { #expect(failure(text) == error, "\(text)") }
    }
}

extension StringProtocol {
    /// Returns the text with each `old` replaced by `new`.
    fileprivate func replacing(_ old: Character, with new: Character) -> String {
        String(map { $0 == old ? new : $0 })
    }
}
