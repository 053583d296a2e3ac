import DERKit
import Testing
import X509Model

@testable import SPKIHash

/// Text next to a pin, before it, and instead of its end. The pin is the tutorials' pin, from openssl.
@Suite struct PinSurroundingsTests {
    private static let pin = "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="
    /// The file's own pin is 7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U=.
    private static let special = "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="

    private func diagnosis(_ text: String) throws -> PinDiagnosis {
        let objects = try ["seeds/api.github.com-public-key.pem", "seeds/github.com.pem"].flatMap { (file) in
            let bytes = try Vectors.bytes(file)
            return InputReader(bytes).compactMap { PinDiagnosis.Object($0, file: bytes) }
        }
        return PinDiagnosis(of: text, in: objects)
    }

    /// The right key, in text that no consumer reads.
    @Test(arguments: [
        ("sha256-\(pin)", "with the prefix 'sha256-'"), ("sha-256-\(pin)", "with the prefix 'sha-256-'"),
        ("SHA256-\(pin)", "with the prefix 'SHA256-'"),
        ("sha256-\(pin.dropLast())", "with the prefix 'sha256-'"),
        ("SHA256/\(pin)", "with the prefix 'SHA256/'"), ("sha-256/\(pin)", "with the prefix 'sha-256/'"),
        ("sha1/\(pin)", "with the prefix 'sha1/'"), ("sha384/\(pin)", "with the prefix 'sha384/'"),
        ("sha512/\(pin)", "with the prefix 'sha512/'"), ("SHA-512/\(pin)", "with the prefix 'SHA-512/'"),
        ("pin-sha1=\"\(pin)\"", "with the prefix 'pin-sha1='"), ("sha1//\(pin)", "with the prefix 'sha1//'"),
        ("md5:\(pin)", "with the prefix 'md5:'"), ("sha224/\(pin)", "with the prefix 'sha224/'"),
        ("\(pin)\u{a0}", "with invisible or typographic characters"),
        ("\u{a0}\(pin)", "with invisible or typographic characters"),
        ("\(pin)\u{3000}", "with invisible or typographic characters"),
        ("\(pin)\u{85}", "with invisible or typographic characters"),
        ("\(pin)\u{205f}", "with invisible or typographic characters"),
        ("sha256/\(pin)\u{2003}", "with invisible or typographic characters"),
        ("\(pin.dropLast())…", "with an extra '…'"), ("…\(pin)", "with an extra '…'"),
        ("\(pin.dropLast())...", "with an extra '.'"), ("\(pin).", "with an extra '.'"),
        ("\(pin)!", "with an extra '!'"),
        ("sha256/\(pin.dropLast())…", "with an extra '…'"),
        ("\(special)".encodedTwice, "percent-encoded"), ("sha256/\(special)".encodedTwice, "percent-encoded"),
        (special.replacing("+", with: "&amp;#43;"), "with XML entities"),
        (special.replacing("/", with: "\\\\/"), "with backslash escapes"),
    ]) func surroundingsThatNoConsumerReadsAreReported(_ text: String, _ complaint: String) throws {
        let found = try diagnosis(text)
        #expect(found.isMisspelled && !found.isRight, "\(found.spelling)")
        let said = try #require(found.spelling.complaint)
        #expect(said.contains(complaint), "\(said)")
        let right = text.contains(Self.pin.dropLast()) ? Self.pin : Self.special
        #expect(found.matches.first?.rightPin?.base64 == right)
        // A command that does not write the text next to the digest did not produce it.
        #expect(found.matches.first?.command == nil && found.matches.first?.madeBy.isEmpty == true)
    }

    /// A digest of 20 bytes is not a pin; one of 32 bytes that is exactly the key's has the wrong name.
    @Test func otherDigestsAreNotPins() throws {
        let other = try diagnosis("sha1/Qsv1ovmKVNNLqCYsVrYtqsJn8Ow=")
        #expect(other.spelling.pin == nil && !other.isMisspelled)
        for text in ["sha3-256:\(Self.pin)", "sha3-256/\(Self.pin)", "pin-sha3=\"\(Self.pin)\""] {
            let found = try diagnosis(text)
            #expect(
                found.isMisspelled && found.matches.map(\.recipe) == ["spki:spelling"], "\(found.matches)")
        }
    }

    /// A pin of no key here, under another digest's name, is still identified by that name.
    @Test func theNameOfAnotherDigestIsReported() throws {
        let found = try diagnosis("sha1/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE=")
        #expect(found.matches.isEmpty && found.problem == .otherDigest("sha1"))
    }

    /// Manual steps come after the hash and its text: truncated base64url.
    @Test func manualStepsComeAfterTheHashCommand() throws {
        let text = Self.special.prefix(30).replacing("/", with: "_").replacing("+", with: "-")
        let found = try #require(try diagnosis(String(text)).matches.first)
        #expect(found.recipe == "spki:cut-short" && found.command == nil && found.madeBy.count == 2)
        #expect(found.madeBy.first?.hasSuffix("openssl dgst -sha256 -binary") == true)
    }
}

extension String {
    /// The text as in the query of a URL inside another URL.
    fileprivate var encodedTwice: String {
        replacing("%", with: "%25").replacing("+", with: "%252B").replacing("/", with: "%252F")
            .replacing("=", with: "%253D")
    }
}
