import DERKit
import Foundation
import SPKIHash
import Testing

@testable import PinPolicies

/// Pins that a reader cannot put into a rule are never lost silently, and its advice can be followed.
@Suite struct LeftOutTests {
    private static let pin = "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="
    private static let other = "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="

    private func read(_ format: PolicyFormat, _ text: String) throws -> PolicyReading {
        try format.read(
            Array(text.replacing("PIN", with: Self.pin).replacing("OTHER", with: Self.other).utf8))
    }

    /// Returns the codes of what was omitted, including those of the only entry.
    private func leftOut(_ format: PolicyFormat, _ text: String) throws -> [PolicyError.Code] {
        do { return try read(format, text).omissions.map { $0.code } } catch let error as PolicyError {
            return [error.code]
        }
    }

    /// Code that does not always run, and code that does.
    @Test(arguments: [
        ("if (D) { b.add(\"a.com\", \"sha256/PIN\") } else { b.add(\"a.com\", \"sha256/OTHER\") }", 2),
        ("if (D) b.add(\"a.com\", \"sha256/PIN\")\nb.add(\"b.com\", \"sha256/OTHER\")", 1),
        ("if (D)\n  b.add(\"a.com\", \"sha256/PIN\")\n    .add(\"c.com\", \"sha256/PIN\")\nval c = 1", 2),
        ("when (x) { 1 -> b.add(\"a.com\", \"sha256/PIN\") else -> {} }", 1),
        ("if (D) { log() } else b.add(\"a.com\", \"sha256/PIN\")", 1),
        ("if (D) { return }\nb.add(\"a.com\", \"sha256/PIN\")", 0),
        ("if (D) log()\nb.add(\"a.com\", \"sha256/PIN\")", 0),
        ("val n: Int? = x?.size ?: 1\nb.add(\"a.com\", \"sha256/PIN\")", 0),
        ("// if (D) b.add(\"a.com\", \"sha256/OTHER\")\nb.add(\"a.com\", \"sha256/PIN\")", 0),
    ])
    func conditionsInKotlin(_ text: String, _ count: Int) throws {
        let found = try leftOut(.okhttpKotlin, "val b = CertificatePinner.Builder()\n" + text)
        #expect(found == Array(repeating: .notUnderstood, count: count))
    }

    @Test(arguments: [
        ("if (D) b.add(\"a.com\", \"sha256/PIN\"); b.add(\"b.com\", \"sha256/OTHER\");", 1),
        ("Object o = D ? b.add(\"a.com\", \"sha256/PIN\") : b;", 1),
        ("switch (x) { case 1: b.add(\"a.com\", \"sha256/PIN\"); }", 1),
        ("List<? extends X> l = null; b.add(\"a.com\", \"sha256/PIN\");", 0),
        ("if (D) log(); b.add(\"a.com\", \"sha256/PIN\");", 0),
    ])
    func conditionsInJava(_ text: String, _ count: Int) throws {
        let found = try leftOut(
            .okhttpJava, "CertificatePinner.Builder b = new CertificatePinner.Builder();\n" + text)
        #expect(found == Array(repeating: .notUnderstood, count: count))
    }

    /// A pin in the code outside all pinner calls is reported; comments and pins in the policy are not.
    @Test(arguments: [
        ("addPins(\"c.com\", \"sha256/OTHER\")", 1),
        ("// addPins(\"c.com\", \"sha256/OTHER\")", 0),
        ("val old = \"sha256/OTHER\"", 1),
        ("extra(\"c.com\", \"sha256/PIN\")", 1),
        ("log(\"pin\", \"sha256/PIN\")", 0),
        ("val text = \"sha256/is a prefix of forty-four characters and no pin\"", 0),
    ])
    func pinsOutsideRules(_ text: String, _ count: Int) throws {
        let found = try leftOut(
            .okhttpKotlin, "CertificatePinner.Builder().add(\"a.com\", \"sha256/PIN\").build()\n" + text)
        #expect(found.count == count)
        let alone = try leftOut(
            .okhttpKotlin, "CertificatePinner(setOf(CertificatePinner.Pin(\"a.com\", \"sha256/PIN\")), null)")
        #expect(alone == [.notUnderstood])
    }

    @Test(arguments: [
        ("cfg[\"b.com\"] = [kTSKPublicKeyHashes: [\"OTHER\"]]", 1),
        ("add([\"OTHER\"])", 1), ("let key = \"OTHER\"", 1), ("/* \"OTHER\" */", 0),
        ("let same = [\"PIN\"]", 0),
    ])
    func pinsInSwift(_ text: String, _ count: Int) throws {
        let start = "var cfg = [kTSKPinnedDomains: [\"a.com\": [kTSKPublicKeyHashes: [\"PIN\"]]]]\n"
        #expect(try leftOut(.trustKitSwift, start + text).count == count)
        let conditional = "if debug {\n\(start)}\nelse { start() }"
        #expect(try leftOut(.trustKitSwift, conditional) == [.notUnderstood])
        #expect(try leftOut(.trustKitSwift, "#if DEBUG\n\(start)#endif") == [.notUnderstood])
        #expect(try leftOut(.trustKitSwift, "if debug { log() }\n\(start)").isEmpty)
    }

    @Test func oneOfSeveralFields() throws {
        let list = "verify_certificate_spki: [\"PIN\"]"
        let text = "sni: a.com\ncommon_tls_context:\n  validation_context: {\(list)}\n"
        #expect(try leftOut(.envoy, text).isEmpty)
        for other in [
            "combined_validation_context: {default_validation_context: {}}",
            "validation_context_sds_secret_config: {name: x}", "combinedValidationContext: {}",
        ] {
            #expect(try leftOut(.envoy, text + "  \(other)\n") == [.notUnderstood], "\(other)")
        }
    }

    @Test(arguments: [
        "cert", "cert()", "SecCertificateCreateWithData(nil, data)!", "Certificates.named(\"a\")",
    ])
    func certificatesOfAnApp(_ value: String) throws {
        let text = "let m = ServerTrustManager(evaluators: [\"a.com\": X([\(value)])])"
        for evaluator in [
            "PinnedCertificatesTrustEvaluator(certificates: ", "PublicKeysTrustEvaluator(keys: ",
        ] {
            #expect(try leftOut(.alamofire, text.replacing("X(", with: evaluator)) == [.notUnderstood])
        }
        let text2 = "let m = ServerTrustManager(evaluators: [\"a.com\": X([pinnedCertificate(\"AAAA\")])])"
        #expect(
            try leftOut(.alamofire, text2.replacing("X(", with: "PublicKeysTrustEvaluator(keys: ")) == [
                .badPin
            ])
    }

    @Test func elementsThatAndroidRefuses() throws {
        let set = "<pin-set><pin digest=\"SHA-256\">PIN</pin></pin-set>"
        func text(_ config: String, _ beside: String = "") -> String {
            "<network-security-config>\(beside)<domain-config><domain>a.com</domain>\(config)</domain-config></network-security-config>"
        }
        #expect(try leftOut(.android, text(set)).isEmpty)
        #expect(try leftOut(.android, text(set + set)).count == 1)
        let config = "<domain-config><domain>b.com</domain>\(set)</domain-config>"
        for beside in [
            "<debug-overrides>\(config)</debug-overrides>", "<base-config>\(config)</base-config>",
            "<base-config>\(set)</base-config>",
        ] {
            #expect(try leftOut(.android, text(set, beside)).count == 1, "\(beside)")
        }
        let anchors = "<debug-overrides><trust-anchors/></debug-overrides>"
        #expect(try leftOut(.android, text(set, anchors)).isEmpty)
    }

    /// Two configurations in one property list.
    @Test func othersInAPropertyList() throws {
        let trustKit =
            "<key>TSKPinnedDomains</key><dict><key>a.com</key><dict><key>TSKPublicKeyHashes</key><array><string>PIN</string></array></dict></dict>"
        let apple =
            "<key>NSAppTransportSecurity</key><dict><key>NSPinnedDomains</key><dict><key>a.com</key><dict><key>NSPinnedLeafIdentities</key><array><dict><key>SPKI-SHA256-BASE64</key><string>PIN</string></dict></array></dict></dict></dict>"
        func list(_ parts: String...) -> String { "<plist><dict>\(parts.joined())</dict></plist>" }
        #expect(try read(.trustKit, list(trustKit)).others == [])
        #expect(try read(.nsPinnedDomains, list(apple)).others == [])
        #expect(try read(.trustKit, list(trustKit, apple)).others == [.nsPinnedDomains])
        #expect(try read(.nsPinnedDomains, list(trustKit, apple)).others == [.trustKit])
    }

    /// The flag that replaces an asterisk in formats without wildcards.
    @Test func asterisks() throws {
        let files: [(PolicyFormat, String, String)] = [
            (
                .trustKit,
                "<plist><dict><key>TSKPinnedDomains</key><dict><key>HOST</key><dict/></dict></dict></plist>",
                "TSKIncludeSubdomains"
            ),
            (
                .nsPinnedDomains,
                "<plist><dict><key>NSPinnedDomains</key><dict><key>HOST</key><dict/></dict></dict></plist>",
                "separately"
            ),
            (
                .android,
                "<network-security-config><domain-config><domain>HOST</domain></domain-config></network-security-config>",
                "includeSubdomains=\"true\""
            ),
            (.envoy, "sni: \"HOST\"\nverify_certificate_spki: [\"PIN\"]", "separately"),
            (.tlsa, "_443._tcp.HOST. IN TLSA 3 1 1 00", "separately"),
        ]
        for (format, text, word) in files {
            for (host, isPattern) in [
                ("*.example.com", false), ("**.example.com", true), ("www.*.com", false),
            ] {
                var hint: String?
                do {
                    hint = try read(format, text.replacing("HOST", with: host)).omissions.first?.hint
                } catch let error as PolicyError { hint = error.hint }
                #expect(hint?.contains(isPattern ? word : "separately") == true, "\(format): \(hint ?? "")")
            }
        }
    }

    /// Okio's decodeBase64 and android.util.Base64, by their sources.
    @Test func lenientBase64() throws {
        let base64url = Self.other.map { $0 == "+" ? "-" : $0 == "/" ? "_" : String($0) }.joined()
        let half = Self.pin.index(Self.pin.startIndex, offsetBy: 20)
        let split = { (sign: String) in String(Self.pin[..<half] + sign + Self.pin[half...]) }
        let cases: [(String, okHttp: Bool, android: Bool, trustKit: Bool)] = [
            (Self.pin, true, true, true), (String(Self.pin.dropLast()), true, true, false),
            (base64url, true, false, false), ("\u{a0}\(Self.pin)", false, true, false),
            (Self.pin + "\u{a0}", false, true, false), (Self.pin + " \t", true, true, false),
            (" " + Self.pin, true, true, false), (split(" "), true, true, false),
            (split("\n"), true, true, false),
            (Self.pin + "=", true, false, false), (Self.pin + "\u{2003}", false, true, false),
        ]
        for (text, okHttp, android, trustKit) in cases {
            guard let pin = try? Pin(text) else { continue }
            #expect(PinConsumer.okHttp.form.isForm(of: pin, "sha256/" + text) == okHttp, "\(text)")
            #expect(!PinConsumer.okHttp.form.isForm(of: pin, "SHA256/" + text))
            #expect(PinConsumer.android.form.isForm(of: pin, text) == android, "\(text)")
            #expect(PinConsumer.trustKit.form.isForm(of: pin, text) == trustKit, "\(text)")
        }
    }

    @Test(arguments: [
        ("01-01-2028", "2028-01-01"), ("31-12-2028", "2028-12-31"), ("12/31/2028", "2028-12-31"),
        ("2028/1/5", "2028-01-05"), ("2028-01-05T00:00:00Z", "2028-01-05"), ("05.05.2028", "2028-05-05"),
        ("01-02-2028", nil), ("2028-02-30", nil), ("soon", nil), ("1-1-28", nil),
    ])
    func days(_ text: String, _ day: String?) throws {
        let error = #expect(throws: PolicyError.self) { try PolicyDate.read(text) }
        #expect(
            error?.hint
                == (day.map { "write it as \($0)" }
                    ?? "write the year, the month and the day, as in 2027-01-31"))
    }

    @Test(arguments: [
        ("1 1 1", "usage"), ("0 0 1", "usage"), ("3 1 2", "SHA-256"), ("3 1 0", "SHA-256"),
        ("3 2 1", "selector"),
    ])
    func recordsOfOtherKinds(_ numbers: String, _ word: String) throws {
        let error = #expect(throws: PolicyError.self) {
            try read(.tlsa, "_443._tcp.a.com. IN TLSA \(numbers) \(String(repeating: "6b", count: 32))")
        }
        #expect(error?.message.contains(word) == true)
    }

    @Test func barePins() {
        func pins(_ text: String) -> [String] {
            PinFinder.find(
                in: Array(text.replacing("PIN", with: Self.pin).replacing("OTHER", with: Self.other).utf8)
            )
            .map { $0.pin.base64 }
        }
        #expect(pins("let pins = [\"PIN\", \"OTHER\"]") == [Self.pin, Self.other])
        #expect(pins("<string>PIN</string>") == [Self.pin])
        // Next to pins with a prefix, other digests are not pins.
        #expect(pins("sha256/OTHER and PIN") == [Self.other])
        #expect(pins("aPIN aPINb x\(String(repeating: "A", count: 100))=").isEmpty)
    }
}
