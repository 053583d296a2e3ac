import DERKit
import Testing
import X509Model

@testable import PinPolicies
@testable import SPKIHash

@Suite struct PinDiagnosisTests {
    private func diagnosis(_ text: String, _ file: String) throws -> PinDiagnosis {
        let bytes = try Vectors.bytes(file)
        let objects = InputReader(bytes).compactMap { PinDiagnosis.Object($0, file: bytes) }
        #expect(!objects.isEmpty)
        return PinDiagnosis(of: text, in: objects)
    }

    /// A key of a curve whose explicit parameters have a seed although FIPS 186-4 has none for it, and the output of
    /// `openssl ec -pubin -param_enc explicit -outform der | openssl dgst -sha256 -binary | openssl base64 -A`.
    @Test func explicitParametersHaveTheSeedThatOpenSSLWrites() throws {
        let text =
            "MEkwEwYHKoZIzj0CAQYIKoZIzj0DAQEDMgAEnwVezbkDUnW0zLw1dbrl+A0QH4+846xs+n1z+BUue1vFgbsVc4tp4bZC+BjSdDxl"
        let keys = InputReader(try Base64.decode(text)).compactMap { PinDiagnosis.Object($0) }
        let diagnosis = PinDiagnosis(of: "0WFf/To9hcZZZ6oY52mwPNRpcRc9zvXWN5NEb6IUxRY=", in: keys)
        #expect(diagnosis.matches.map(\.recipe) == ["spki-explicit-parameters"])
    }

    /// The pins that the tutorials print, and the diagnosis of each.
    @Test func theTutorialsPinsAreDiagnosed() throws {
        let key = "seeds/api.github.com-public-key.pem"
        let right = "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="

        let raw = try diagnosis("Ues/xSDzybWMEgs2jgMiz7GJUgX1dYZ6gKFXJso8nXU=", key)
        #expect(!raw.isRight)
        #expect(raw.matches.map(\.recipe) == ["raw-key"])
        #expect(
            raw.matches.first?.message
                == "SHA-256 of the raw 65-byte P-256 point, as SecKeyCopyExternalRepresentation returns it, not of the SPKI"
        )
        #expect(raw.matches.first?.rightPin?.base64 == right)

        let header = try diagnosis("tZGz8psKrhHcAJIy2mvsTLCnbleplWEyuvJRBJYXRcY=", key)
        #expect(header.matches.map(\.recipe) == ["rsa-2048-header-before-raw-key"])
        #expect(header.matches.first?.message == "SHA-256 of the RSA-2048 header prepended to a P-256 key")
        #expect(header.matches.first?.rightPin?.base64 == right)

        let nothing = try diagnosis("47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", key)
        #expect(nothing.matches.map(\.recipe) == ["nothing"])
        #expect(
            nothing.matches.first?.message
                == "SHA-256 of empty input, which openssl dgst hashes if the command before it failed")
        #expect(nothing.matches.first?.rightPin?.base64 == right)
        #expect(nothing.matches.first?.objectIndex == nil)

        let other = try diagnosis(
            "Gdbmf0GLeR880mGN9WSW1XOL6v7xsVmWO6ks0LxybzU=", "seeds/www.google.co.uk-public-key.pem")
        #expect(other.matches.isEmpty && !other.isRight && other.problem == nil)

        let good = try diagnosis(right, key)
        #expect(good.isRight)
        #expect(good.matches.map(\.recipe) == ["spki"])
    }

    /// A right pin as someone typed it; the pin of another key is not a typo of it.
    @Test(arguments: [
        ("azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=", nil),
        ("azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k", nil),
        (
            "sha256/azE5EwOLGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=",
            "O instead of 0 at character 7"
        ),
        ("azE5Ew0LGsMgkYqiDpYay0olLAS8cxNGUZ8OJU756k=", "x is missing at character 31"),
        ("azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJUU756k=", "extra U at character 40"),
        ("azE5wE0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=", "wE instead of Ew at character 5"),
        (
            "azE5Ew0LGsMgkYqiDpYayOo1LAS8cxxNGUZ80JU756k=",
            "O instead of 0 at character 22; 1 instead of l at character 24; "
                + "0 instead of O at character 37"
        ),
        // Four characters are too many, apart or in one place.
        ("bzE5Ew0LGsMgkYqiDpYayOo1LAS8cxxNGUZ80JU756k=", nil),
        (
            "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJxxx6k=",
            "xxx instead of U75 at character 39"
        ),
        ("azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJxxxxk=", nil),
        // A Cyrillic letter that looks like the right one.
        (
            "\u{430}zE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=",
            "\\D0\\B0 instead of a at character 1"
        ),
        (
            "6b3139130d0b1ac320918aa20e961acb4a252c04bc731c4d19467c38953be7aq",
            "q instead of 9 at character 64"
        ),
        ("azE5Ew1MHsMgkYqiDpYay0olLAS8cxxNGUZ8OJU757m=", nil),
        ("Gdbmf0GLeR880mGN9WSW1XOL6v7xsVmWO6ks0LxybzU=", nil),
        ("", nil),
    ])
    func typosAreDescribed(_ text: String, _ difference: String?) throws {
        let diagnosis = try diagnosis(text, "seeds/api.github.com-public-key.pem")
        let slips = diagnosis.matches.filter { $0.recipe == "spki:slip" }
        #expect(slips.map(\.message) == (difference.map { ["the pin of this key with a typo: \($0)"] } ?? []))
        #expect(slips.allSatisfy { $0.rightPin?.base64 == "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=" })
    }

    /// The text around a pin is removed once, however often it is repeated.
    @Test func repeatedPrefixesDoNotMakeAPin() throws {
        let text = String(repeating: "pin-sha256=", count: 2_000)
        #expect(try !diagnosis(text, "seeds/api.github.com-public-key.pem").isRight)
    }

    /// Public values of FIPS 180-4 and of common tools: the digests of empty input and of a newline.
    @Test func mistakesWithoutAKeyAreNamed() throws {
        let key = "seeds/api.github.com-public-key.pem"
        for (text, recipe) in [
            ("2jmj7l5rSw0yVb/vlWAYkK/YBwk=", "nothing:sha-1"),
            ("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "nothing"),
            ("01ba4719c80b6fe911b091a7c05124b64eeece964e09c058ef8f9805daca546b", "newline"),
            ("66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925", "zero-bytes"),
            ("Xfbg4nYTWdMKgnUFjim=", "nothing:sha-256-twice:cut-short"),
            ("sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "zeros"),
            ("0000000000000000000000000000000000000000000000000000000000000000", "zeros"),
        ] {
            #expect(try diagnosis(text, key).matches.map(\.recipe) == [recipe], "\(text)")
        }
    }

    /// If openssl re-encodes the key differently, its pin is reported; the pins in INDEX.tsv come from openssl.
    @Test func openSSLReencodingIsReportedAsAMistake() throws {
        for file in ["cert/rsa-x500-oid.pem", "cert/rsapss-key-restricted.pem"] {
            let line = try #require(try Vectors.lines("INDEX.tsv").first { $0.hasPrefix(file + "\t") })
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let found = try diagnosis(fields[10], file)
            #expect(found.matches.map(\.recipe).contains("openssl-reencoding"))
            #expect(found.matches.first?.rightPin?.base64 == fields[9])
            #expect(!found.isRight)
            #expect(try diagnosis(fields[9], file).isRight)
        }
    }

    /// The output of `pemtool pin --format` is recognized as a pin in each form, indented or not: as the right pin of
    /// its key, and as the pin of another key. Both were made with openssl.
    @Test(arguments: Pin.Format.allCases) func everyPinFormIsAccepted(_ format: Pin.Format) throws {
        let key = "seeds/api.github.com-public-key.pem"
        for (pin, recipe) in [
            ("azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=", "spki"),
            ("Ues/xSDzybWMEgs2jgMiz7GJUgX1dYZ6gKFXJso8nXU=", "raw-key"),
        ] {
            let text = try Pin(pin).formatted(format)
            for text in [text, "  \(text)\n"] {
                let found = try diagnosis(text, key)
                // No consumer accepts only hex; in RFC 6698 it follows three numbers.
                let isMisspelled = recipe == "spki" && format == .hex
                let expected = isMisspelled ? "spki:spelling" : recipe
                #expect(found.problem == nil && found.matches.map(\.recipe) == [expected], "\(text)")
                #expect(found.isRight == (expected == "spki") && found.isMisspelled == isMisspelled)
            }
        }
        #expect(
            try diagnosis("<string>sha1/2jmj7l5rSw0yVb/vlWAYkK/YBwk=</string>", key).problem?.code
                == "other-digest")
    }

    @Test func aPinIsReadFromSurroundingText() throws {
        let pin = "Ues/xSDzybWMEgs2jgMiz7GJUgX1dYZ6gKFXJso8nXU="
        let hex = "51eb3fc520f3c9b58c120b368e0322cfb1895205f575867a80a15726ca3c9d75"
        for text in [
            "sha256/\(pin)", "sha256//\(pin)", "\"\(pin)\",", "pin-sha256=\"\(pin)\"", "3 1 1 \(hex)",
            "SHA256 Fingerprint=\(hex)", " \(pin)\n", hex, String(pin.dropLast()),
        ] {
            #expect(
                try diagnosis(text, "seeds/api.github.com-public-key.pem").matches.map(\.recipe) == [
                    "raw-key"
                ],
                "\(text)")
        }
    }

    /// Each digest alone, as the search computes only digests of the sizes that it needs. `openssl dgst` made them.
    @Test(
        arguments: [
            ("sha-384-truncated", "SO3SlLP1Gi1lBHbOBCYZjVo1h30iCaJmszqvBRm/DU4="),
            ("sha-1", "3wlN7wKnCcKTmVSZAz0Efxj9x9M="),
            ("sha-224", "FGieZGBsAgjTRrNGpro8o/nXkM3GDOq5zrPzQg=="),
            ("sha-384", "SO3SlLP1Gi1lBHbOBCYZjVo1h30iCaJmszqvBRm/DU51XHTIGzq6ugDXcOfYF/nM"),
            (
                "sha-512",
                "RkAPry4bszcU3scinH7Qw2xHd7Cc66JBW6ilqncfur7l1Stxap7BPI5Wt8CMn93Qxkb7pnb+M8cGc8vYSIb1iQ=="
            ),
            ("sha-512-256", "BnaSNE/HyHixy7zUHwb6vu3HtUE11lIb+dxopbL1uUM="),
            ("sha3-256", "xH+80gdouL6CvEZir5tMQv7p23s/b3ChKbNRe9E90qs="),
            ("md5", "DgIKX211b7EqKu+J74JZdg=="),
        ])
    func eachDigestIsNamed(code: String, text: String) throws {
        let found = try diagnosis(text, "seeds/api.github.com-public-key.pem")
        #expect(found.matches.map(\.recipe) == ["spki:\(code)"])
    }

    /// The first or last 32 octets of the digests above.
    @Test(
        arguments: [
            ("RkAPry4bszcU3scinH7Qw2xHd7Cc66JBW6ilqncfur4=", "the first 32 bytes of SHA-512 of the SPKI"),
            ("5dUrcWqewTyOVrfAjJ/d0MZG+6Z2/jPHBnPL2EiG9Yk=", "the last 32 bytes of SHA-512 of the SPKI"),
            ("SO3SlLP1Gi1lBHbOBCYZjVo1h30iCaJmszqvBRm/DU4=", "the first 32 bytes of SHA-384 of the SPKI"),
            ("WjWHfSIJomazOq8FGb8NTnVcdMgbOrq6ANdw59gX+cw=", "the last 32 bytes of SHA-384 of the SPKI"),
        ])
    func partsOfALongerDigestAreNamed(text: String, words: String) throws {
        let found = try diagnosis(text, "seeds/api.github.com-public-key.pem")
        #expect(found.matches.map(\.message).allSatisfy { $0.hasPrefix(words) }, "\(found.matches)")
        #expect(found.matches.count == 1)
    }

    /// The first six octets of a pin identify it; fewer may be those of any digest.
    @Test(arguments: [(5, []), (6, ["spki:cut-short"]), (31, ["spki:cut-short"])])
    func theBeginningOfAPinIsNamed(octetCount: Int, recipes: [String]) throws {
        let digits = "6b3139130d0b1ac320918aa20e961acb4a252c04bc731c4d19467c38953be7a9"
        let found = try diagnosis(
            String(digits.prefix(2 * octetCount)), "seeds/api.github.com-public-key.pem")
        #expect(found.matches.map(\.recipe) == recipes)
    }

    /// Eight characters of base64 are six octets. Up to three missing at the end are a typo, too.
    @Test(arguments: 7..<43) func aPinCutAnywhereIsNamed(count: Int) throws {
        let pin = "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="
        let found = try diagnosis(String(pin.prefix(count)), "seeds/api.github.com-public-key.pem")
        #expect(found.matches.contains { $0.recipe == "spki:cut-short" } == (count > 7))
    }

    /// Words before a colon that name no digest. No consumer accepts them, so the pin is not right as it is written.
    @Test(arguments: ["pin", "hash", "spki", "fingerprint"])
    func aWordBeforeThePinIsNotPartOfIt(word: String) throws {
        let text = "\(word): azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="
        let found = try diagnosis(text, "seeds/api.github.com-public-key.pem")
        #expect(found.matches.map(\.recipe) == ["spki:spelling"])
    }

    @Test func textThatIsNotAPinIsReported() throws {
        let key = try Vectors.bytes("seeds/api.github.com-public-key.pem")
        let text = String(decoding: key, as: UTF8.self)
        let der = try #require(Array(InputReader(key)).first?.derBytes)
        for (pin, problem) in [
            ("", PinDiagnosis.Problem.empty), ("  ", .empty), ("https://example.com/", .url), (text, .pem),
            (Base64.encode(der), .wholeObject(byteCount: 91)), (hex(der), .wholeObject(byteCount: 91)),
            ("sha1/VRmyeKyygdftp6vBg5nDu2kEJLU=", .otherDigest("sha1")),
            ("VRmyeKyygdftp6vBg5nDu2kEJLU=", .wrongLength(20)), ("sha256/AAAA", .wrongLength(3)),
            ("AA:BB:CC", .fingerprint), ("example.com", .notEncoded), ("not a pin", .notEncoded),
        ] {
            let found = PinDiagnosis(of: pin, in: [PinDiagnosis.Object]())
            #expect(found.problem == problem, "\(pin)")
            #expect(!found.isRight)
        }
        #expect(
            PinDiagnosis.Problem.wrongLength(20).message
                == "it encodes 20 bytes, the size of SHA-1; a pin is the 32 bytes of a SHA-256")
    }

    /// Codes are a contract, and no two mistakes have the same.
    @Test func codesAreUnique() {
        for codes in [PinDiagnosis.sourceCodes, PinDiagnosis.digestCodes, PinDiagnosis.encodingCodes] {
            #expect(Set(codes).count == codes.count)
            #expect(codes.allSatisfy { $0.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" } })
        }
    }

    @Test func diagnosesAPinAgainstCertificates() throws {
        let certificate = try Certificate(
            pem: String(decoding: try Vectors.bytes("cert/rsa3072.pem"), as: UTF8.self))
        #expect(PinDiagnosis(of: certificate.pin, in: [certificate]).isRight)
        let fingerprint = try #require(Pin(bytes: SHA256.hash(certificate.derBytes)))
        #expect(PinDiagnosis(of: fingerprint, in: [certificate]).matches.map(\.recipe) == ["certificate"])
    }

    /// The index of parts finds every text that is a pin with a typo.
    @Test func everyTypoIsAmongTheCandidates() throws {
        let pin = try #require(Pin(bytes: (0..<32).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }))
        var random = SystemRandomNumberGenerator()
        let forms = [
            pin.base64, String(pin.base64.dropLast()), hex(pin.bytes), hex(pin.bytes, uppercase: true),
        ].map { Array($0.utf8) }
        var slips = 0
        for form in forms {
            for _ in 0..<500 {
                var text = form
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let place = Int.random(in: 0..<text.count, using: &random)
                    let character = UInt8.random(in: 0x30...0x66, using: &random)
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: text.insert(character, at: place)
                    case 1: text.remove(at: place)
                    default: text[place] = character
                    }
                }
                guard PinSlip(text, of: pin) != nil else { continue }
                slips += 1
                #expect(
                    PinSlip.Parts([Array("another".utf8), text]).candidates(for: pin) == [1],
                    "\(String(decoding: text, as: UTF8.self))")
            }
        }
        #expect(slips > 400)
        #expect(PinSlip.Parts([Array("another".utf8)]).candidates(for: pin).isEmpty)
    }

    /// The pin of api.github.com's key in one case, and the SHA-256 of its raw key in mixed hex.
    @Test(arguments: [
        ("aze5ew0lgsmgkyqidpyay0ollas8cxxnguz8oju756k", "spki:lower-case"),
        ("AZE5EW0LGSMGKYQIDPYAY0OLLAS8CXXNGUZ8OJU756K", "spki:upper-case"),
        ("51eb3fc520f3c9b58c120b368e0322cfb1895205F575867A80A15726CA3C9D75", "raw-key"),
    ])
    func lettersInAnotherCaseAreRecognized(_ text: String, _ recipe: String) throws {
        let found = try diagnosis(text, "seeds/api.github.com-public-key.pem")
        #expect(found.matches.map(\.recipe) == [recipe])
    }

    /// A file that already has CRLF has no other form with CRLF. The digest is that of `openssl dgst -sha256`.
    @Test func aFileWithCRLFIsNamedOnce() throws {
        let pem = try Vectors.text("seeds/api.github.com-public-key.pem")
        let file = Array(pem.replacing("\n", with: "\r\n").utf8)
        let objects = InputReader(file).compactMap { PinDiagnosis.Object($0, file: file) }
        let text = "cTT85cL0t2q2FEWtY/BkhtH5mTsI0VvnPGpCUE9b9qg="
        let recipes = PinDiagnosis(of: text, in: objects).matches.map(\.recipe)
        #expect(recipes.contains("file") && !recipes.contains("file-crlf"))
    }
}
