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

    @Test func reportsElementsThatAndroidRefuses() throws {
        let set = "<pin-set><pin digest=\"SHA-256\">PIN</pin></pin-set>"
        func text(_ config: String, _ beside: String = "") -> String {
            "<network-security-config>\(beside)<domain-config><domain>a.com</domain>\(config)</domain-config></network-security-config>"
        }
        func refusals(_ text: String) throws -> Int {
            try read(.android, text).findings.count { $0.rule == "file-refused" }
        }
        #expect(try refusals(text(set)) == 0)
        #expect(try refusals(text(set + set)) == 1)
        let config = "<domain-config><domain>b.com</domain>\(set)</domain-config>"
        for beside in [
            "<debug-overrides>\(config)</debug-overrides>", "<base-config>\(config)</base-config>",
            "<base-config>\(set)</base-config>",
        ] {
            #expect(try refusals(text(set, beside)) == 1, "\(beside)")
        }
        let anchors = "<debug-overrides><trust-anchors/></debug-overrides>"
        #expect(try refusals(text(set, anchors)) == 0)
    }

    /// The flag that replaces an asterisk in formats without wildcards.
    @Test func hostsWithAsterisksAreLeftOut() throws {
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
    @Test func lenientBase64IsJudgedByTheConsumersRules() throws {
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
    func malformedDaysAreReportedWithTheDateToWrite(_ text: String, _ day: String?) throws {
        let error = #expect(throws: PolicyError.self) { try PolicyDate.read(text) }
        #expect(
            error?.hint
                == (day.map { "write it as \($0)" }
                    ?? "write the year, the month and the day, as in 2027-01-31"))
    }

    /// Two values of one key, the second of which replaces the first in dotenv files, dictionaries and assignments. A
    /// comment in a notation that the reader does not know looks like another value.
    @Test(arguments: [
        "api_host=a.example.com\napi_pin=sha256/OTHER\napi_pin=sha256/PIN\n",
        "d = {\"a.example.com\": [\"sha256/OTHER\"], \"a.example.com\": [\"sha256/PIN\"]}",
        "pins[\"a.example.com\"] = [\"sha256/OTHER\"]\npins[\"a.example.com\"] = [\"sha256/PIN\"]",
        "{- pins = [(\"a.example.com\", [\"sha256/OTHER\"])] -}\npins = [(\"a.example.com\", [\"sha256/PIN\"])]",
        "[a.example.com]\npin = sha256/OTHER\npin = sha256/PIN\n",
        "var d = {\n    \"a.example.com\": [\"sha256/OTHER\"],\n    \"a.example.com\": [\"sha256/PIN\"],\n}",
    ])
    func keysWithTwoValuesAreUndecided(_ text: String) throws {
        #expect(try read(.text, text).omissions.map { $0.code } == [.duplicateHost])
    }

    /// Values that are used together: other names, other brackets, directives, sums and branches.
    @Test(arguments: [
        "api_host=a.example.com\napi_pin=sha256/OTHER\napi_backup_pin=sha256/PIN\n",
        "host: a.example.com, primary pin: sha256/OTHER, backup pin: sha256/PIN\n",
        "pins[\"a.example.com\"] = [\"sha256/OTHER\"]\npins[\"a.example.com\"] += [\"sha256/PIN\"]",
        "d = [{\"host\": \"a.example.com\", \"pin\": \"sha256/OTHER\"}, {\"host\": \"a.example.com\", \"pin\": \"sha256/PIN\"}]",
        "curl=https://a.example.com/\nPINS=\"sha256//OTHER\"\nPINS=\"$PINS;sha256//PIN\"\n",
        "$pins['a.example.com'][] = 'sha256/OTHER';\n$pins['a.example.com'][] = 'sha256/PIN';",
        "pins[\"a.example.com\"] = [\"sha256/OTHER\"]\npins[\"a.example.com\"] = append(pins[\"a.example.com\"], \"sha256/PIN\")",
        "<p>a.example.com pins [\n<b class=\"s\">sha256/OTHER</b>\n<b class=\"s\">sha256/PIN</b>\n]</p>",
        "host: a.example.com\nSPKI: sha256/OTHER\nSPKI: sha256/PIN\n",
        "mytool --host=a.example.com --pin=sha256/OTHER --pin=sha256/PIN",
        "host = \"a.example.com\"\nif (test) { pin = \"sha256/OTHER\" } else { pin = \"sha256/PIN\" }",
        "server_name a.example.com; add_header Public-Key-Pins 'pin-sha256=\"OTHER\"; pin-sha256=\"PIN\"';",
        "pinner.add(\"a.example.com\", \"sha256/OTHER\")\npinner.add(\"a.example.com\", \"sha256/PIN\")",
    ])
    func valuesOfDifferentKeysCountTogether(_ text: String) throws {
        let reading = try read(.text, text)
        #expect(reading.omissions.isEmpty)
        let strategies = reading.policy.rules.flatMap { $0.strategies }
        let pins = try [Self.other, Self.pin].map { try Pin($0) }
        #expect(strategies == [.publicKey(PinSet(pins.map { PinSet.Member($0) }), at: .any)])
    }

    /// Values in different brackets count together, but only one of them may be in use.
    @Test(arguments: [
        "base = {\"a.example.com\": [\"sha256/OTHER\"]}\npins = {**base, \"a.example.com\": [\"sha256/PIN\"]}",
        "debug = {\"a.example.com\": [\"sha256/OTHER\"]}\nrelease = {\"a.example.com\": [\"sha256/PIN\"]}",
    ])
    func twoSetsOfPinsAreNoted(_ text: String) throws {
        let reading = try read(.text, text)
        #expect(reading.omissions.isEmpty)
        let notes = reading.findings.filter { $0.message.contains(": two sets of pins, at lines ") }
        #expect(notes.map { $0.severity } == [.hint])
    }

    /// A given host does not say which of two values of one name is its own if the text has several hosts.
    @Test(arguments: [
        "o(c, CURLOPT_PINNEDPUBLICKEY, \"sha256//PIN\");\no(c, CURLOPT_URL, \"https://a.example.com\");\n"
            + "o(c, CURLOPT_PINNEDPUBLICKEY, \"sha256//OTHER\");\no(c, CURLOPT_URL, \"https://b.example.com\");",
        "one.setPin(\"sha256/PIN\");\none.setHost(\"a.example.com\");\n"
            + "two.setPin(\"sha256/OTHER\");\ntwo.setHost(\"b.example.com\");",
    ])
    func pinsOfOneOfSeveralHostsAreUndecided(_ text: String) throws {
        let bytes = Array(
            text.replacing("PIN\"", with: Self.pin + "\"").replacing("OTHER", with: Self.other).utf8)
        for host in ["a.example.com", "b.example.com"] {
            let reading = try? PolicyReading(file: bytes, for: try HostPattern(host))
            #expect(reading?.policy.rules.isEmpty ?? true)
        }
    }
}
