import DERKit
import Testing
import X509Model

@testable import SPKIHash

@Suite struct PinFailureTests {
    /// RFC 7469 section 3: a report in JSON, whose escapes are those of RFC 8259 section 7.
    @Test func aReportIsRead() throws {
        let pem = try Vectors.text("seeds/github.com.pem")
        let certificate = try Certificate(pem: pem)
        let escaped = pem.split(separator: "\n").joined(separator: "\\n")
        let report = """
            { "date-time": "2014-04-06T13:00:50Z", "hostname" : "www.example.com", "port": 443,
              "noted-hostname": "a\\tb\\"c", "served-certificate-chain": ["\(escaped)\\n", "\(escaped)"],
              "known-pins": ["pin-sha256=\\"\(certificate.subjectPublicKeyInfo.pin.base64)\\""] }
            """
        let failure = try #require(PinFailure.failures(in: report).first)
        #expect(failure.source == .report && failure.host == "www.example.com")
        #expect(
            failure.sent.map { $0.pin } == [
                certificate.subjectPublicKeyInfo.pin, certificate.subjectPublicKeyInfo.pin,
            ])
        #expect(failure.pinned == ["pin-sha256=\"\(certificate.subjectPublicKeyInfo.pin.base64)\""])
        #expect(PinFailure.text("noted-hostname", in: report) == "a\tb\"c")
        #expect(PinFailure.list("known-pins", in: report)?.count == 1)
        #expect(PinFailure.list("hostname", in: report) == nil)
    }

    /// Descriptions of `NSData` with all octets of a digest, and with dots for those between the first 16
    /// and the last 8.
    @Test func aLogOfTrustKitIsRead() throws {
        let octets = (0..<32).map { UInt8($0 * 7) }
        let digits = hex(octets)
        let head = digits.prefix(32)
        let tail = digits.suffix(16)
        func sent(_ digest: String) -> PinFailure.Certificate? {
            PinFailure.failures(
                in: """
                    Checking certificate with CN: example.com
                    Testing SSL Pin \(digest)
                    SSL Pin not found for example.com
                    """
            ).first?.sent.first
        }
        let whole = try #require(sent("<\(digits)>"))
        #expect(whole.pin?.bytes == octets && whole.part == nil && whole.name == "example.com")
        #expect(sent("{length = 32, bytes = 0x\(digits)}")?.pin?.bytes == octets)
        let part = try #require(sent("{length = 32, bytes = 0x\(head) ... \(tail) }"))
        #expect(part.pin == nil)
        #expect(part.part?.head == Array(octets.prefix(16)) && part.part?.tail == Array(octets.suffix(8)))
        // Seven octets do not identify a pin, and a digest has 32.
        #expect(sent("{length = 32, bytes = 0x\(digits.prefix(14)) ... \(tail) }") == nil)
        #expect(sent("{length = 32, bytes = 0x\(digits.prefix(48)) ... \(tail) }") == nil)
        #expect(sent("<\(digits.dropLast(2))>") == nil)
    }

    /// A log in a JSON string has `\\n` for its line ends.
    @Test func escapedLineEndsAreLineEnds() throws {
        let digest = "<" + String(repeating: "0b", count: 32) + ">"
        let line =
            "Checking certificate with CN: a\\nTesting SSL Pin \(digest)\\nSSL Pin not found for a.b\\n"
        #expect(PinFailure.failures(in: line).first?.host == "a.b")
        #expect(PinFailure.failures(in: line).first?.sent.map { $0.name } == ["a"])
    }

    /// All failures of a log are read, also after a message that is not whole.
    @Test func everyFailureIsRead() {
        func okHttp(_ host: String) -> String {
            """
            I/app: Peer certificate chain:
            I/app:   sha256/azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=: CN=\(host)
            I/app: Pinned certificates for \(host):
            I/app:   sha256/7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U=
            """
        }
        let broken = okHttp("x").split(separator: "\n").prefix(2).joined(separator: "\n")
        let android = """
            Configured pins: 7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U=
            Peer certificate chain:
            azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k= - CN=i
            """
        let digest = "<" + String(repeating: "0b", count: 32) + ">"
        let iOS =
            "Testing SSL Pin \(digest)\nSSL Pin not found for c.example\nPin validation failed for c.example"
        let text = [okHttp("a.example"), broken, okHttp("b.example"), android, "other", android, iOS, iOS]
        let found = PinFailure.failures(in: text.joined(separator: "\n"))
        #expect(
            found.map { $0.source } == [
                .okHttp, .okHttp, .trustKitAndroid, .trustKitAndroid, .trustKitLog, .trustKitLog,
            ])
        #expect(found.map { $0.host } == ["a.example", "b.example", nil, nil, "c.example", "c.example"])
        #expect(found.allSatisfy { $0.sent.count == 1 })
        #expect(PinFailure.failures(in: broken).isEmpty)
    }
}
