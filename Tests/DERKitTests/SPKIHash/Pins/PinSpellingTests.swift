import DERKit
import Foundation
import Testing
import X509Model

@testable import PinPolicies
@testable import SPKIHash

/// Pins as people paste them. The pin is the tutorials' pin, from openssl.
@Suite struct PinSpellingTests {
    private static let base64 = "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="
    private static let hex = "6b3139130d0b1ac320918aa20e961acb4a252c04bc731c4d19467c38953be7a9"
    private static let key = "seeds/api.github.com-public-key.pem"
    /// A pin with every character that some format writes differently.
    private static let special = "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="
    private static let specialKey = "seeds/github.com.pem"

    private func diagnosis(_ text: String, _ file: String = key) throws -> PinDiagnosis {
        PinDiagnosis(of: text, in: objects(try Vectors.bytes(file)))
    }

    private func objects(_ bytes: [UInt8]) -> [PinDiagnosis.Object] {
        InputReader(bytes).compactMap { PinDiagnosis.Object($0, file: bytes) }
    }

    /// The spellings that consumers accept, each in its context.
    @Test(arguments: [
        base64, "sha256/\(base64)", "sha256//\(base64)", "pin-sha256=\"\(base64)\"", "pin-sha256=\(base64)",
        "PIN-SHA256=\"\(base64)\"", "3 1 1 \(hex)", "2 1 1 \(hex.uppercased())", "\"sha256/\(base64)\",",
        String(base64.dropLast()), "sha256/\(base64.dropLast())", "<string>\(base64)</string>",
        "<pin digest=\"SHA-256\">\(base64)</pin>", "'\(base64)'", " \(base64)\n",
        ".add(\"api.example.com\", \"sha256/\(base64)\")", "* public key hash: sha256//\(base64)",
        "pin-sha256=\"\(base64)\"; max-age=5184000; includeSubDomains",
        "Public-Key-Pins: max-age=1; pin-sha256=\"\(base64)\"", "_443._tcp.example.com. IN TLSA 3 1 1 \(hex)",
        "let pin = \"\(base64)\"", "--pinnedpubkey sha256//\(base64)", "[\"\(base64)\"]",
    ]) func acceptedSpellingsAreReportedAsRight(_ text: String) throws {
        let found = try diagnosis(text)
        #expect(found.isRight && !found.isMisspelled && found.problem == nil)
        #expect(found.matches.map(\.recipe) == ["spki"])
        #expect(found.spelling.complaint == nil && !found.spelling.consumers.isEmpty)
    }

    /// The right key in a spelling that no consumer accepts.
    @Test(arguments: [
        (hex, "in hex"), (hex.uppercased(), "in hex"), ("sha256/\(hex)", "in hex"),
        (colons(":"), "in hex with colons"), (colons(" "), "in hex with spaces"),
        (colons("-"), "in hex with hyphens"),
        ("SHA256:\(base64)", "with the prefix 'SHA256:'"), ("sha256:\(base64)", "with the prefix 'sha256:'"),
        ("sha256=\(base64)", "with the prefix 'sha256='"),
        ("SHA256/\(base64)", "with the prefix 'SHA256/'"),
        ("sha-256/\(base64)", "with the prefix 'sha-256/'"),
        ("sha256/sha256/\(base64)", "with its prefix twice"),
        ("sha256//sha256//\(base64)", "with its prefix twice"),
        ("SHA256 Fingerprint=\(colons(":"))", "in hex with colons, with the prefix 'SHA256 Fingerprint='"),
        ("sha256 Fingerprint=\(colons(":"))", "in hex with colons, with the prefix 'sha256 Fingerprint='"),
        ("SHA2-256(stdin)= \(hex)", "in hex, with the prefix 'SHA2-256(stdin)='"),
        ("SHA256(spki.der)= \(hex)", "in hex, with the prefix 'SHA256(spki.der)='"),
        ("SHA256 (spki.der) = \(hex)", "in hex, with the prefix 'SHA256 (spki.der) ='"),
        ("(stdin)= \(hex)", "in hex"), ("\(hex)  -", "in hex"), ("\(hex)  spki.der", "in hex"),
        ("0x\(hex)", "in hex, with the prefix '0x'"), ("3 0 1 \(hex)", "in hex, with the prefix '3 0 1 '"),
        ("Optional(\"\(base64)\")", "inside Optional(…)"),
        ("SHA256 digest: \(hex)", "in hex, with the prefix 'SHA256 digest:'"),
        ("\u{200b}\(base64)", "with invisible or typographic characters"),
        ("\u{201c}\(base64)\u{201d}", "with invisible or typographic characters"),
        ("\(base64.prefix(20)) \(base64.dropFirst(20))", "with white space inside"),
        ("\(base64.prefix(20))\n\(base64.dropFirst(20))", "with white space inside"),
        (
            base64.replacing("k=", with: "l="),
            "with extra bits in its last character"
        ),
        (base64.replacing("=", with: "%3D"), "percent-encoded"),
        (base64.replacing("=", with: "&#61;"), "with XML entities"),
        (base64.replacing("=", with: "\\u003d"), "with backslash escapes"),
        ("sha256\\/\(base64)", "with backslash escapes"),
        ("sha256%2F\(base64)", "percent-encoded"),
        ("256 SHA256:\(base64.dropLast()) me@host (ECDSA)", "without the final =, with the prefix 'SHA256:'"),
    ]) func spellingsThatNoConsumerAcceptsAreMisspelled(_ text: String, _ complaint: String) throws {
        let found = try diagnosis(text)
        #expect(found.isMisspelled && !found.isRight, "\(found.matches.map(\.recipe)) \(found.spelling)")
        #expect(
            found.spelling.complaint.map { Set($0.components(separatedBy: ", ")) }
                == Set(complaint.components(separatedBy: ", ")))
        #expect(found.matches.first?.rightPin?.base64 == PinSpellingTests.base64)
    }

    /// The consumer that the text names decides, whatever others read: their rules are cited in `PinConsumer`.
    @Test(arguments: [
        (".add(\"api.example.com\", \"%\")", PinConsumer.okHttp, "sha256/"),
        ("CertificatePinner.Builder().add(HOST, \"%\")", .okHttp, "sha256/"),
        ("curl --pinnedpubkey '%' https://example.com", .curl, "sha256//"),
        ("curl_easy_setopt(curl, CURLOPT_PINNEDPUBLICKEY, \"%\");", .curl, "sha256//"),
        ("<pin digest=\"SHA-256\">%</pin>", .android, ""), ("kTSKPublicKeyHashes: [\"%\"]", .trustKit, ""),
        ("<key>TSKPublicKeyHashes</key><array><string>%</string></array>", .trustKit, ""),
        ("<key>SPKI-SHA256-BASE64</key><string>%</string>", .nsPinnedDomains, ""),
        ("\"SPKI-SHA256-BASE64\" => \"%\"", .nsPinnedDomains, ""),
        ("SPKI-SHA256-BASE64: %", .nsPinnedDomains, ""),
        ("verify_certificate_spki: [\"%\"]", .envoy, ""), ("verify_certificate_spki:\n- \"%\"", .envoy, ""),
    ]) func theContextNamesTheConsumer(_ context: String, _ consumer: PinConsumer, _ prefix: String) throws {
        for start in ["", "sha256/", "sha256//"] {
            let text = context.replacing("%", with: start + Self.base64)
            let found = try diagnosis(text)
            #expect(found.spelling.consumer == consumer, "\(text)")
            #expect(found.isRight == (start == prefix) && found.isMisspelled == (start != prefix), "\(text)")
            guard start != prefix else { continue }
            // In YAML, the key and the prefix are one sign before the pin.
            let complaint = found.spelling.complaint ?? ""
            #expect(
                complaint.contains("not in the form that \(consumer.rawValue) reads")
                    || complaint == "with the prefix 'SPKI-SHA256-BASE64:\(start)'",
                "\(text): \(complaint)")
        }
    }

    /// Several pins of one text are for the consumer before them, the last one named.
    @Test func pinsAreForTheConsumerNamedBeforeThem() throws {
        let one =
            "CertificatePinner.Builder().add(\"a.example\", \"\(Self.base64)\", \"sha256/\(Self.special)\")"
        let pieces = PinSpelling.pieces(of: one + "; curl --pinnedpubkey \(Self.base64)")
        #expect(pieces.map(\.consumer) == [.okHttp, .okHttp, .curl])
        #expect(pieces.map(\.isAccepted) == [false, true, false])
        #expect(PinSpelling("list.add(\"label\", \"\(Self.base64)\")").consumer == nil)
    }

    /// Okio's decodeBase64 skips white space and does not mind the unused bits of the last digit, so OkHttp accepts both
    /// after its prefix; no one else does.
    @Test func okHttpAcceptsIrregularBase64() throws {
        let odd = Self.base64.replacing("k=", with: "l=")
        for body in [" \(Self.base64)", Self.base64.prefix(9) + "\n" + Self.base64.dropFirst(9), odd] {
            #expect(try diagnosis("sha256/\(body)").isRight, "\(body)")
            #expect(try diagnosis("sha256//\(body)").isMisspelled, "\(body)")
        }
        #expect(try diagnosis(odd).isMisspelled)
    }

    /// The characters + and / as other formats write them.
    @Test(arguments: [
        (special.replacing("+", with: "%2B"), "percent-encoded"),
        (special.replacing("/", with: "%2f"), "percent-encoded"),
        (special.replacing("+", with: "&#43;"), "with XML entities"),
        (special.replacing("+", with: "&#x2B;"), "with XML entities"),
        (special.replacing("/", with: "&#47;"), "with XML entities"),
        (special.replacing("+", with: "&plus;"), "with XML entities"),
        (special.replacing("/", with: "\\/"), "with backslash escapes"),
        (special.replacing("+", with: "\\u002B"), "with backslash escapes"),
        (special.replacing("+", with: " "), "with a space instead of +, as after URL decoding"),
        (
            "sha256/" + special.replacing("+", with: " "),
            "with a space instead of +, as after URL decoding"
        ),
        (special.replacing("+", with: "-").replacing("/", with: "_"), "in base64url"),
        (String(special.replacing("+", with: "-").replacing("/", with: "_").dropLast()), "in base64url"),
    ]) func escapedCharactersAreRead(_ text: String, _ complaint: String) throws {
        let found = try diagnosis(text, PinSpellingTests.specialKey)
        #expect(found.isMisspelled && found.spelling.complaint == complaint, "\(found.spelling)")
        #expect(found.matches.first?.rightPin?.base64 == PinSpellingTests.special)
    }

    /// A quarter of the keys whose pin begins with /, +, and with what looks like a prefix, in every spelling.
    @Test func aPinMayBeginWithASlash() throws {
        var numbers = SeededNumbers(seed: 64)
        var seen: [Character: Int] = [:]
        while seen.count < 2 || seen.values.contains(where: { $0 < 3 }) {
            let raw = (0..<32).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            let key = try SubjectPublicKeyInfo(rawKey: raw, algorithm: .ed25519)
            guard let first = key.pin.base64.first, first == "/" || first == "+" else { continue }
            seen[first, default: 0] += 1
            let pin = key.pin.base64
            let url = Base64.encode(key.pin.bytes, alphabet: .url)
            for text in [
                pin, "sha256/\(pin)", "sha256//\(pin)", "sha256/\(pin.dropLast())", "pin-sha256=\"\(pin)\"",
                // Okio's decodeBase64, which OkHttp calls, accepts both alphabets.
                "sha256/\(url)",
            ] {
                #expect(PinDiagnosis(of: text, in: objects(key.derBytes)).isRight, "\(text)")
            }
            for text in [url, "sha256//\(url)", "SHA256:\(pin)", "sha256/sha256/\(pin)", "sha256///\(pin)"] {
                let found = PinDiagnosis(of: text, in: objects(key.derBytes))
                #expect(found.isMisspelled, "\(text): \(found.spelling)")
            }
            let typo =
                String(pin.prefix(20)) + (pin.dropFirst(20).first == "a" ? "b" : "a") + pin.dropFirst(21)
            let urlTypo = String(typo.dropLast()).replacing("+", with: "-").replacing("/", with: "_")
            for text in [typo, "sha256/\(typo)", "sha256//\(typo)", urlTypo] {
                let found = PinDiagnosis(of: text, in: objects(key.derBytes)).matches
                #expect(found.map(\.recipe) == ["spki:slip"], "\(text)")
                #expect(found.first?.message.contains("at character 21") ?? false, "\(text): \(found)")
            }
        }
    }

    /// After a sign that belongs to a prefix, `3D` is the beginning of a digest, also of one with a typo.
    @Test func aPinMayBeginLikeAnEscape() throws {
        var numbers = SeededNumbers(seed: 2045)
        var pin = ""
        var found: SubjectPublicKeyInfo?
        while !pin.hasPrefix("3D") {
            let raw = (0..<32).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            let key = try SubjectPublicKeyInfo(rawKey: raw, algorithm: .ed25519)
            (pin, found) = (key.pin.base64, key)
        }
        let keys = objects(try #require(found).derBytes)
        for text in ["pin-sha256=\(pin)", "pin-sha256=\"\(pin)\"", pin] {
            #expect(PinDiagnosis(of: text, in: keys).isRight, "\(text)")
        }
        #expect(
            PinDiagnosis(of: "sha256=\(pin)", in: keys).spelling.complaint == "with the prefix 'sha256='")
        let typo = pin.prefix(20) + (pin.dropFirst(20).first == "a" ? "b" : "a") + pin.dropFirst(21)
        #expect(PinDiagnosis(of: "pin-sha256=\(typo)", in: keys).matches.map(\.recipe) == ["spki:slip"])
        // Two pins in two lines are not joined by the padding of the first.
        #expect(PinSpelling.pieces(of: "\(Self.base64)\n\(pin)").map(\.text) == [Self.base64, pin])
        #expect(PinSpelling.pieces(of: "sha256/\(Self.base64)\nsha256/\(pin)").count == 2)
    }

    /// Several pins in one text are split, each with its own prefix.
    @Test func severalPinsInOneTextAreSplit() {
        let (one, other) = (PinSpellingTests.base64, PinSpellingTests.special)
        #expect(
            PinSpelling.pieces(of: "sha256//\(one);sha256//\(other)").map(\.text) == [
                "sha256//\(one)", "sha256//\(other)",
            ])
        #expect(
            PinSpelling.pieces(of: "pin-sha256=\"\(one)\"; pin-sha256=\"\(other)\"; max-age=1").map(\.text)
                == ["pin-sha256=\"\(one)\"", "pin-sha256=\"\(other)\""])
        #expect(PinSpelling.pieces(of: "[\"\(one)\", \"\(other)\"]").map(\.text) == [one, other])
        #expect(
            PinSpelling.pieces(of: "sha256/\(one),\nsha256/\(other)").map(\.text) == [
                "sha256/\(one)", "sha256/\(other)",
            ])
        // A damaged pin beside another one counts as a pin, and other words do not.
        let cut = other.prefix(42)
        let typo = "sha256/" + other.prefix(9) + "?" + other.dropFirst(10)
        for damaged in ["sha256/\(cut)", typo, "sha1/\(cut.prefix(28))"] {
            #expect(
                PinSpelling.pieces(of: "sha256/\(one), \"\(damaged)\"").map(\.text) == [
                    "sha256/\(one)", damaged,
                ])
            #expect(PinSpelling.pieces(of: "\(damaged);\(one)").map(\.text) == [damaged, one])
        }
        for words in [
            "kTSKPublicKeyHashes", "sha256/", "api.example.com", "max-age=5184000", "includeSubDomains",
        ] {
            #expect(PinSpelling.pieces(of: "\(words) \(one)").count == 1, "\(words)")
        }
        for text in [one, "sha256/\(one)", "", "no pin", PinSpellingTests.hex] {
            #expect(PinSpelling.pieces(of: text).map(\.text) == [text])
        }
    }

    /// Constants and types are made of words, unlike digests of the same length.
    @Test func namesInCodeAreNotDigests() throws {
        for name in [
            "SSLV3_ALERT_BAD_CERTIFICATE", "AFSSLPinningModeCertificate", "mbedtls_x509_crt_verify_info",
        ] {
            #expect(!PinSpelling(name).isDigest, "\(name)")
            #expect(try diagnosis(name).problem == .notEncoded, "\(name)")
        }
        for pin in [
            PinSpellingTests.base64, PinSpellingTests.hex, String(PinSpellingTests.special.dropLast()),
        ] {
            #expect(PinSpelling(pin).isDigest, "\(pin)")
        }
    }

    /// The number of characters shows what was lost in copying.
    @Test func lostCharactersAreCounted() throws {
        let pin = PinSpellingTests.base64
        for count in [28, 31, 37, 39, 41] {
            #expect(
                try diagnosis(String(pin.prefix(count))).problem?.message
                    == "it has \(count) characters; a pin has 44")
        }
        #expect(try diagnosis("sha256/\(pin)A").problem?.message == "it has 45 characters; a pin has 44")
        #expect(
            try diagnosis(String(PinSpellingTests.hex.prefix(59))).problem?.message
                == "it has 59 characters; a pin has 44, or 64 in hex")
        #expect(try diagnosis("A\(pin.dropLast())").problem == .wrongLength(33))
        #expect(try diagnosis(String(pin.prefix(41))).matches.map(\.recipe) == ["spki:cut-short"])
    }

    /// `Pin` accepts the same text as before, without any of the repairs above.
    @Test func pinsAreReadStrictly() {
        let pin = PinSpellingTests.special
        for text in [
            "SHA256:\(pin)", "sha256/sha256/\(pin)", pin.replacing("+", with: "%2B"), "\"Optional(\(pin))\"",
            pin.replacing("+", with: "&#43;"), "0x\(PinSpellingTests.hex)", PinSpellingTests.colons(":"),
            "\(PinSpellingTests.hex)  -", "SHA2-256(stdin)= \(PinSpellingTests.hex)",
            ".add(\"a\", \"sha256/\(pin)\")",
            pin.replacing("=", with: "\\u003d"), "sha256///\(pin)",
        ] {
            #expect(throws: Pin.TextError.self, "\(text)") { try Pin(text) }
        }
    }

    /// Long text without a pin. Nothing shows yet that the time stays in proportion to its length.
    @Test(arguments: [
        "pin-sha256=", "sha256/", "sha256:", "SHA256 ", "%2B", "&#43;", "\\u002b", "AA:", "AA ", "3 1 1 ",
        "(", "a-", "/",
        "\u{200b}", "=", "Optional(", "\"", "sha256 (",
    ]) func hostileTextHasNoPin(_ part: String) throws {
        let text = String(repeating: part, count: 16_000 / part.utf8.count)
        #expect(PinSpelling(text).pin == nil)
    }

    private static func colons(_ separator: String) -> String {
        stride(from: 0, to: 64, by: 2).map { hex.dropFirst($0).prefix(2) }.joined(separator: separator)
    }

    /// What precedes a record determines its consumer, not what is at the start of the text.
    @Test func aRecordIsReadInItsPlace() {
        let text =
            "curl --pinnedpubkey sha256//\(Self.base64) _443._tcp.a.example IN TLSA 3 1 1 \(Self.hex)"
        let pieces = PinSpelling.pieces(of: text)
        #expect(pieces.map(\.text) == ["sha256//\(Self.base64)", "3 1 1 \(Self.hex)"])
        #expect(pieces.map(\.complaint) == [nil, nil])
    }
}
