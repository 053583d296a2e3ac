import DERKit
import Testing
import X509Model

@testable import SPKIHash

@Suite struct PinFailureTests {
    /// RFC 7469 section 3: a report in JSON, whose escapes are those of RFC 8259 section 7.
    @Test func aJSONReportIsRead() throws {
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
        #expect(failure.pinned == [certificate.subjectPublicKeyInfo.pin.base64])
        #expect(failure.sent.map { $0.certificate } == [certificate, certificate])
    }

    /// The message is curl's, in lib/vtls/vtls.c.
    @Test func onlyTextContainsMessages() {
        let message = Array("curl: (90) SSL: public key does not match pinned public key!".utf8)
        #expect(PinFailure.failures(in: message).count == 1)
        #expect(PinFailure.failures(in: [1] + message).count == 1)
        #expect(PinFailure.failures(in: [0] + message).isEmpty)
    }

    /// Phrases that begin before the end of the part of a text that is searched, and end after it.
    @Test(arguments: 0...9) func aPhraseMayBeCutByTheEndOfItsRange(_ shift: Int) {
        let error = "Error Domain=NSURLErrorDomain Code=-1202 "
        let chain = "<cert(0x600003a8 s: a i: b>"
        let filling = String(repeating: "x", count: 4 * FailureText.reach - 6 - shift)
        let failures = PinFailure.failures(in: Array((error + filling + chain).utf8))
        #expect(failures.map(\.source) == [.urlSession])
    }

    /// Descriptions of `NSData` with all octets of a digest, and with dots for those between the first 16
    /// and the last 8.
    @Test func aTrustKitLogIsRead() throws {
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
        for digest in [
            "{length = 32, bytes = 0x\(digits.prefix(14)) ... \(tail) }",
            "{length = 32, bytes = 0x\(digits.prefix(48)) ... \(tail) }", "<\(digits.dropLast(2))>",
        ] {
            let unknown = try #require(sent(digest))
            #expect(unknown.pin == nil && unknown.part == nil && unknown.name == "example.com")
        }
    }

    /// A log that joins the lines of a message leaves each certificate its own name.
    @Test func aNameEndsBeforeTheNextPinOnItsLine() throws {
        let pins = [
            "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=", "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U=",
        ]
        let chain = zip(pins, ["CN=a.example,O=A B", "CN=CA"]).map { "\($0) - \($1)" }
        let text = "Configured pins: \(pins[1]) Peer certificate chain: \(chain.joined(separator: " "))"
        let sent = try #require(PinFailure.failures(in: text).first).sent
        #expect(sent.map { $0.name } == ["CN=a.example,O=A B", "CN=CA"])
        #expect(sent.map { $0.pin?.base64 } == pins)
    }

    /// In a line of members, `msg="…"` is a value; alone, it is an assignment in code.
    @Test(arguments: [
        ("msg", 0), ("time=10:02 msg", 1), ("time=10:02 level=error msg", 1), ("print(a=1, msg", 0),
    ]) func aLineOfMembersIsALog(before: String, count: Int) {
        let line = "\(before)=\"x509: certificate signed by unknown authority\""
        #expect(PinFailure.failures(in: line).count == count, "\(line)")
    }

    /// A log in a JSON string has `\\n` for its line ends.
    @Test func escapedLineEndsAreLineEnds() throws {
        let digest = "<" + String(repeating: "0b", count: 32) + ">"
        let line =
            "Checking certificate with CN: a\\nTesting SSL Pin \(digest)\\nSSL Pin not found for a.b\\n"
        #expect(PinFailure.failures(in: line).first?.host == "a.b")
        #expect(PinFailure.failures(in: line).first?.sent.map { $0.name } == ["a"])
    }

    /// A message of Tests/Vectors/failures, written from the source of its software.
    struct Message: CustomTestStringConvertible {
        let source: String
        let meaning: String
        let host: String?
        let text: String
        var testDescription: String { "\(source) \(meaning): \(text.prefix(60))" }

        init(_ line: String) {
            let fields = line.split(separator: "\t", maxSplits: 3).map(String.init)
            (source, meaning) = (fields[0], fields[1])
            host = fields[2] == "-" ? nil : fields[2]
            text = fields[3].replacing("\\n", with: "\n")
        }

        func isRead(in text: String) -> Bool {
            let found = PinFailure.failures(in: text)
            return found.count == 1 && found[0].source.rawValue == source
                && found[0].meaning.rawValue == meaning
                && found[0].host == host
        }
    }

    /// Messages are read with line ends, joined by spaces, in JSON, in JSON within JSON, and with the words of a log.
    @Test func everyMessageIsRecognized() throws {
        let messages = try Vectors.lines("failures/messages.tsv").map(Message.init)
        #expect(messages.count > 61)
        for message in messages {
            let lines = message.text.split(separator: "\n", omittingEmptySubsequences: false)
            let escaped = message.text.replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
                .replacing("/", with: "\\/")
            let twice = escaped.replacing("\\", with: "\\\\")
            #expect(message.isRead(in: message.text), "\(message.text)")
            #expect(message.isRead(in: lines.joined(separator: " ")), "joined: \(message.text)")
            #expect(message.isRead(in: "{\"message\":\"\(escaped)\"}"), "JSON: \(message.text)")
            #expect(
                message.isRead(in: "{\"log\":\"{\\\"message\\\":\\\"\(twice)\\\"}\"}"),
                "JSON twice: \(message.text)")
            let logged = lines.map { "11-25 10:02:11.302 12034 12101 E App: \($0)\r\n" }.joined()
            #expect(message.isRead(in: logged), "log: \(message.text)")
            #expect(message.isRead(in: "\u{1b}[31m\(message.text)\u{1b}[0m"), "color: \(message.text)")
        }
    }

    /// Mail, chat and terminals break lines between words; logs and replies have a mark in front of each, and some an empty
    /// line after each.
    @Test(arguments: [72, 100]) func aWrappedMessageIsRecognized(_ width: Int) throws {
        // These messages are failures only together with a known reason on the same line.
        for message in try Vectors.lines("failures/messages.tsv").map(Message.init)
        where !message.text.contains("schannel: ") {
            var lines: [String] = []
            for line in message.text.split(separator: "\n") {
                lines.append("")
                for word in line.split(separator: " ", omittingEmptySubsequences: false) {
                    let last = lines.removeLast()
                    let isFull = last.count + word.count >= width && last.contains { $0 != " " }
                    lines +=
                        isFull ? [last, String(word)] : [last.isEmpty ? String(word) : last + " " + word]
                }
            }
            for (mark, end) in [
                ("", "\n"), ("> ", "\n"), ("app  | ", "\n"), ("", "\n\n"),
                ("Mar  1 10:11:12 a b[123]: ", "\n"),
            ] {
                let text = lines.map { mark + $0 + end }.joined()
                let found = PinFailure.failures(in: text)
                // The reason may be on another line than the sign.
                let meanings = [message.meaning, "untrusted", "distrust"]
                #expect(found.first?.source.rawValue == message.source, "\(text): \(found)")
                #expect(meanings.contains(found.first?.meaning.rawValue ?? ""), "\(text): \(found)")
            }
        }
    }

    /// The pins of a later line of the log are not those of the message.
    @Test func laterLinesAddNoPins() {
        let (sent, pinned) = (
            "sha256/azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=",
            [
                "sha256/C5+lpZ7tcVwmwQIMcRtPbsQtWLABXhQzejna0wHFr8M=",
                "sha256/diGVwiVYbubAI3RW4hB9xU8e/CH2GnkuvVFZE8zmgzI=",
            ]
        )
        for mark in ["", "> ", "11-25 10:02:11.302 W System.err: "] {
            let lines =
                [
                    "Certificate pinning failure!", "  Peer certificate chain:",
                    "    \(sent): CN=a.example.com",
                ]
                + ["  Pinned certificates for a.example.com:"] + pinned.map { "    " + $0 }
            let message = lines.enumerated().map {
                mark.replacing("11.302", with: "11.\(310 + $0)") + $1 + "\n"
            }
            for next in [
                "D/Net: retrying with \(sent)\n", "11-25 10:02:12.000 D App: pins \(sent) \(sent)\n", "",
            ] {
                let found = PinFailure.failures(in: message.joined() + next)
                #expect(found.map(\.pinned) == [pinned], "\(mark)\(next)")
            }
        }
    }

    /// A code without a host adds nothing to the same code with a host.
    @Test func aCanceledRequestIsOneFailure() {
        let log = """
            Task <2B7A>.<1> HTTP load failed, 0/0 bytes (error code: -999 [1:89])
            Task <2B7A>.<1> finished with error [-999] Error Domain=NSURLErrorDomain Code=-999 \
            UserInfo={NSErrorFailingURLStringKey=https://a.example.com/v1}
            """
        #expect(PinFailure.failures(in: log).map(\.host) == ["a.example.com"])
        for code in ["NSURLErrorDomain -1202", "NSURLErrorDomain Code: -1202"] {
            #expect(PinFailure.failures(in: code).map(\.source) == [.urlSession])
        }
    }

    /// A terminal breaks lines anywhere, also within a host. What follows a line that ends by itself is another word.
    @Test func aHostAcrossAHardWrapIsWhole() {
        func host(_ text: String) -> String? { PinFailure.failures(in: text).first?.host }
        let text =
            String(repeating: "x", count: 44)
            + " Public key pinning failed for host 'api.example.com': retrying"
        let start = text.range(of: "api")!.lowerBound
        for count in 1..<"api.example.com".count {
            let end = text.index(start, offsetBy: count)
            #expect(host(text[..<end] + "\n" + text[end...]) == "api.example.com")
        }
        let line = "Public key pinning failed for host api.example.com"
        let padded = String(repeating: "x", count: 30) + " " + line
        #expect(host(padded + "\nat com.example") == "api.example.com")
        #expect(host(padded + "\n" + padded + " and more\n'x'") == "api.example.com")
        #expect(host(line + "\nretrying, again") == "api.example.com")
    }

    /// Containers and services write a record for each line, or for each message, whose members repeat.
    @Test func recordsInJSONAreLinesOfALog() {
        let sent = "sha256/azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="
        let messages = ["a.example", "b.example"].map { (host) in
            [
                "Certificate pinning failure!", "  Peer certificate chain:", "    \(sent): CN=\(host)",
                "  Pinned certificates for \(host):",
                "    sha256/7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U=",
            ]
        }
        let records = [
            { (line: String, time: Int) in
                "{\"log\":\"\(line)\\n\",\"stream\":\"stderr\",\"time\":\"2026-11-26T14:41:46.\(time)Z\"}\n"
            },
            {
                "{\"_HOSTNAME\":\"node.example\", \"__CURSOR\":\"s=\($1)\", \"MESSAGE\":\"\($0)\", \"_PID\":\"47\"}\n"
            },
        ]
        for record in records {
            for lines in [messages.flatMap { $0 }, messages.map { $0.joined(separator: "\\n") }] {
                let log = lines.enumerated().map { record($1, 123_456_789 + $0) }.joined()
                let found = PinFailure.failures(in: log)
                #expect(found.map { $0.host } == ["a.example", "b.example"])
                #expect(found.map { $0.sent.map { $0.name } } == [["CN=a.example"], ["CN=b.example"]])
            }
        }
    }

    /// Web pages and word processors.
    @Test func characterReferencesAndCurlyQuotesAreQuotes() throws {
        for message in try Vectors.lines("failures/messages.tsv").map(Message.init) {
            let html = message.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                .replacing(">", with: "&gt;").replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
            #expect(message.isRead(in: html), "\(html)")
            let curly = message.text.replacing("'", with: "\u{2019}")
            #expect(message.isRead(in: curly), "\(curly)")
        }
        let log = try Vectors.lines("failures/messages.tsv").map(Message.init).map {
            ($0, $0.text.replacing("\n", with: "#012").replacing("\t", with: "#011"))
        }
        for (message, text) in log { #expect(message.isRead(in: text), "\(text)") }
    }

    /// A reason that is not in the table is repeated in the message's own words; words that give no reason are not.
    @Test func anUnknownReasonIsRepeated() {
        let python = "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed"
        for (text, reason) in [
            (
                "\(python): EE certificate key too weak (_ssl.c:1123)",
                "EE certificate key too weak" as String?
            ),
            ("\(python) (_ssl.c:777)", nil),
            ("CERTIFICATE_VERIFY_FAILED: CA md too weak(handshake.cc:359))", "CA md too weak"),
            ("OPENSSL_internal:CERTIFICATE_VERIFY_FAILED:/build/ssl/handshake.cc:360:", nil),
            (
                "invalid peer certificate: Other(OtherError(CaUsedAsEndEntity))",
                "Other(OtherError(CaUsedAsEndEntity))"
            ),
            ("error:0A000086:SSL routines::certificate verify failed in /x.php on line 3", nil),
            (
                "VERIFY ERROR: depth=0, error=unsuitable certificate purpose: CN=a",
                "unsuitable certificate purpose: CN=a"
            ),
            (
                "ERROR: cannot verify a.example's certificate, issued by ‘CN=CA’:\n  key too weak",
                "key too weak"
            ),
            (
                "http: TLS handshake error from 10.0.0.7:1: tls: failed to verify certificate: x509: unhandled critical "
                    + "extension", "unhandled critical extension"
            ),
        ] {
            let found = PinFailure.failures(in: text)
            #expect(found.map { $0.detail } == [reason], "\(text)")
            #expect(
                found.allSatisfy { [.untrusted, .distrust, .clientCertificate].contains($0.meaning) },
                "\(text)")
        }
    }

    /// A server gives the reason why it refuses a client on the line that names the client.
    @Test func theNextLineIsOfAnotherConnection() {
        let lines = [
            "http: TLS handshake error from 10.0.0.7:53124: EOF",
            "tls: failed to verify certificate: x509: certificate signed by unknown authority",
        ]
        #expect(
            PinFailure.failures(in: lines.joined(separator: "\n")).map { $0.meaning } == [.missingIssuer])
    }

    @Test func everyReasonInAListIsReported() {
        let dotNet = "The remote certificate is invalid because of errors in the certificate chain: "
        let gnuTLS = "The certificate is NOT trusted. The certificate chain uses expired certificate.  "
        let name = "The name in the certificate does not match the expected."
        #expect(
            PinFailure.failures(in: dotNet + "NotTimeValid, UntrustedRoot").map { $0.meaning }
                == [.expired, .selfSigned])
        #expect(PinFailure.failures(in: gnuTLS + name).map { $0.meaning } == [.expired, .hostName])
    }

    /// A log cuts a message anywhere; what is left is the same message, or none.
    @Test func aTruncatedMessageIsNotMistakenForAnother() throws {
        for message in try Vectors.lines("failures/messages.tsv").map(Message.init)
        where message.meaning == "mismatch" {
            for count in stride(from: 0, to: message.text.count, by: 7) {
                for failure in PinFailure.failures(in: String(message.text.prefix(count))) {
                    #expect([.mismatch, .fingerprint, .distrust].contains(failure.meaning))
                    #expect(failure.pinned.allSatisfy { message.text.contains($0) })
                }
            }
        }
    }

    /// Source code, other errors and accepted connections are not failures.
    @Test func otherTextIsNotAMessage() throws {
        for line in try Vectors.lines("failures/other.txt") {
            #expect(PinFailure.failures(in: line).isEmpty, "\(line)")
        }
        #expect(PinFailure.failures(in: try Vectors.text("seeds/github.com.pem")).isEmpty)
    }

    /// A misspelled word would leave out a line of the tables.
    @Test func everyLineOfTheTablesIsRead() {
        let lines = (FailureMessage.platforms + "\n" + FailureMessage.programs).split(separator: "\n")
        var sources: Set<String> = []
        for line in lines where !line.hasPrefix("## ") {
            let fields = line.split(separator: "|")
            let name = fields[0].prefix { $0 != ":" }.dropFirst(2)
            guard !line.hasPrefix("# ") else {
                sources.insert(String(name))
                continue
            }
            let meaning = fields[0].prefix { $0 != " " }
            let row = FailureMessage.all.first {
                $0.sign.hasSuffix(fields[1]) && $0.meaning.rawValue == meaning
            }
            #expect(row != nil, "\(line)")
        }
        #expect(sources == Set(FailureMessage.all.map { $0.source.rawValue }))
        // Ktor writes OkHttp's messages, and has none of its own in the tables.
        let named: [PinFailure.Source] = [
            .okHttp, .trustKitAndroid, .report, .trustKitLog, .urlSession, .curl, .openConnect, .openVPN,
            .envoy,
            .go, .kubeadm, .openSSL, .openSSLCommand, .gnuTLS, .wolfSSL,
        ]
        #expect(sources.isSuperset(of: named.map { $0.rawValue }))
        #expect(FailureMessage.verifyErrors.contains { $0 == ("_REVOKED", .revoked) })
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
                .okHttp, .okHttp, .okHttp, .trustKitAndroid, .trustKitAndroid, .trustKitLog, .trustKitLog,
            ])
        #expect(found.map { $0.host } == ["a.example", nil, "b.example", nil, nil, "c.example", "c.example"])
        #expect(found.allSatisfy { $0.sent.count == 1 })
        // A log may have cut the pins.
        #expect(PinFailure.failures(in: broken).map { $0.pinned } == [[]])
    }
}

extension PinFailure.Source {
    fileprivate static let trustKitAndroid = PinFailure.Source(rawValue: "TrustKit for Android")
    fileprivate static let report = PinFailure.Source(rawValue: "TrustKit")
    fileprivate static let trustKitLog = PinFailure.Source(rawValue: "TrustKit for iOS")
}
