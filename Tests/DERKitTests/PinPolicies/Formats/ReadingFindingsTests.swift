import DERKit
import Testing

@testable import PinPolicies
@testable import SPKIHash

/// Findings of readers besides the policy: pins in a form that the consumer refuses, and parts that are not
/// read.
@Suite struct ReadingFindingsTests {
    private static let pin = "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="
    private static let other = "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="
    private static let digits = "6b3139130d0b1ac320918aa20e961acb4a252c04bc731c4d19467c38953be7a9"

    private func read(_ format: PolicyFormat, _ text: String) throws -> PolicyReading {
        try format.read(Array(text.utf8), for: try HostPattern("a.com"))
    }

    /// A file of each consumer, with X for its one pin.
    private static let files: [(format: PolicyFormat, text: String)] = [
        (
            .trustKit,
            "<plist><dict><key>TSKPinnedDomains</key><dict><key>a.com</key><dict><key>TSKPublicKeyHashes</key><array><string>X</string></array></dict></dict></dict></plist>"
        ), (.trustKitSwift, "kTSKPinnedDomains: [\"a.com\": [kTSKPublicKeyHashes: [\"X\"]]]"),
        (
            .nsPinnedDomains,
            "<plist><dict><key>NSAppTransportSecurity</key><dict><key>NSPinnedDomains</key><dict><key>a.com</key><dict><key>NSPinnedLeafIdentities</key><array><dict><key>SPKI-SHA256-BASE64</key><string>X</string></dict></array></dict></dict></dict></dict></plist>"
        ), (.android, Self.android("<pin-set><pin digest=\"SHA-256\">X</pin></pin-set>")),
        (.okhttpKotlin, "CertificatePinner.Builder().add(\"a.com\", \"X\")"),
        (.okhttpJava, "new CertificatePinner.Builder().add(\"a.com\", \"X\")"),
        (.reactNativeKeys, "initializeSslPinning({ 'a.com': { publicKeyHashes: [\"X\"] } })"),
    ]

    private static func android(_ content: String) -> String {
        "<network-security-config><domain-config><domain>a.com</domain>\(content)</domain-config></network-security-config>"
    }

    /// Returns the forms that each consumer reads, by its documentation or source.
    private static func reads(_ format: PolicyFormat) -> Set<String> {
        switch format {
        case .okhttpKotlin, .okhttpJava: ["sha256/\(pin)", "sha256/\(pin.dropLast())"]
        // XmlConfigSource.java trims the text of an element.
        case .android: [pin, String(pin.dropLast()), " \(pin)"]
        default: [pin]
        }
    }

    @Test func pinSpellingsThatTheConsumerRefusesAreReported() throws {
        let forms = [
            Self.pin, String(Self.pin.dropLast()), Self.digits, Self.digits.uppercased(),
            "sha256/\(Self.pin)",
            "sha256/\(Self.pin.dropLast())", " \(Self.pin)", "sha256//\(Self.pin)",
            "pin-sha256=\"\(Self.pin)\"",
        ]
        for (format, text) in Self.files where format != .nsPinnedDomains {
            for form in forms {
                // Quotation marks end a string in source code.
                if form.contains("\"") { continue }
                let reading = try read(format, text.replacing("X", with: form))
                let pins = reading.policy.rules.flatMap(\.strategies).compactMap(\.pinSet).flatMap(\.members)
                #expect(pins.last?.pin.base64 == Self.pin)
                let findings = reading.findings.filter { $0.rule == "pin-form" }
                #expect(findings.isEmpty == Self.reads(format).contains(form), "\(format): \(form)")
                #expect(findings == reading.findings)
                for finding in findings {
                    #expect(finding.severity == .error && finding.consumer == format)
                    #expect(Self.reads(format).contains { finding.hint == "write \($0)" }, "\(finding.hint)")
                }
            }
        }
        let android = try read(.android, Self.files[3].text.replacing("X", with: Self.digits))
        #expect(android.notes == ["a.com: Android accepts only base64 here, but this is hex"])
        let spaced = try read(.trustKit, Self.files[0].text.replacing("X", with: "\n\t\(Self.pin)\n"))
        #expect(
            spaced.notes == [
                "a.com: TrustKit accepts only base64 here, but this is base64 surrounded by white space"
            ])
    }

    /// SecPolicy.c, parseNSPinnedDomains: a pin that does not decode is skipped, and white space in a pin, too.
    @Test func nsPinnedDomainsSkipsOtherSpellings() throws {
        let text = try #require(Self.files.first { $0.format == .nsPinnedDomains }).text
        let spaced = try read(.nsPinnedDomains, text.replacing("X", with: "\n\t\(Self.pin) "))
        #expect(spaced.policy.rules.count == 1 && spaced.findings.isEmpty && spaced.omissions.isEmpty)
        for form in [String(Self.pin.dropLast()), "sha256/\(Self.pin)", Self.digits] {
            let reading = try read(.nsPinnedDomains, text.replacing("X", with: form))
            // The list has no other pin, and matches nothing.
            #expect(reading.policy.rules.isEmpty && reading.omissions.map(\.code) == [.badPin, .noPins])
        }
    }

    @Test func everyWritableFormatWithAPinFormIsTested() {
        let tried = Set(Self.files.map(\.format))
        for format in PolicyFormat.allCases where format.isWritable {
            #expect((format.pinForm != nil) == tried.contains(format))
        }
    }

    @Test func ruleCodesAreUnique() {
        // The last four are about how a file is written, which is not part of a policy.
        let rules = PolicyRule.all + [.pinForm, .hostForm, .fileRefused, .notRead]
        #expect(Set(rules.map(\.code)).count == rules.count)
    }

    /// Each part that no consumer reads is a finding, with its severity.
    @Test func partsThatNoConsumerReadsAreReported() throws {
        let set = "<pin-set><pin digest=\"SHA-256\">\(Self.pin)</pin></pin-set>"
        func anchors(_ attribute: String) -> String {
            "<trust-anchors><certificates src=\"user\" \(attribute)/></trust-anchors>"
        }
        let overrides = "overridePins=\"true\""
        let inside = try read(.android, Self.android(set + anchors(overrides)))
        #expect(inside.findings.map(\.rule) == ["not-read"])
        #expect(inside.findings.map(\.severity) == [.error])

        func outside(_ name: String, _ attribute: String) throws -> [PolicyFinding] {
            try read(
                .android,
                Self.android(set).replacing(
                    "<domain-config>", with: "<\(name)>\(anchors(attribute))</\(name)><domain-config>")
            ).findings
        }
        #expect(try outside("base-config", overrides).map(\.severity) == [.error])
        #expect(try outside("base-config", "").isEmpty)
        #expect(try outside("debug-overrides", overrides).map(\.severity) == [.hint])
        #expect(try outside("debug-overrides", "").map(\.severity) == [.hint])
        #expect(try outside("debug-overrides", "overridePins=\"false\"").isEmpty)
    }

    /// Consumers that look up a name literally, and those that make it canonical first.
    @Test func hostSpellingsAreCheckedByTheConsumersRules() throws {
        func findings(_ format: PolicyFormat, _ host: String) throws -> [String] {
            let file = try #require(Self.files.first { $0.format == format }).text
            return try read(
                format,
                file.replacing("a.com", with: host).replacing(
                    "X", with: format == .okhttpJava ? "sha256/\(Self.pin)" : Self.pin)
            ).findings.map(\.rule)
        }
        // Apple compares names without regard to case (parseNSPinnedDomains in SecPolicy.c).
        #expect(try findings(.nsPinnedDomains, "A.com").isEmpty)
        for format in [PolicyFormat.trustKit, .trustKitSwift] {
            #expect(try findings(format, "A.com") == ["host-form"])
        }
        for format in [PolicyFormat.trustKit, .trustKitSwift, .nsPinnedDomains] {
            #expect(try findings(format, "bücher.example") == ["host-form"])
        }
        #expect(try findings(.android, "A.com").isEmpty)
        #expect(try findings(.android, "bücher.example") == ["host-form"])
        for format in [PolicyFormat.trustKit, .nsPinnedDomains, .android] {
            #expect(try findings(format, "a.com.") == ["host-form"], "\(format)")
        }
        #expect(try findings(.okhttpJava, "*.A.com").isEmpty)
        #expect(try findings(.okhttpJava, "*.a.com.") == ["host-form"])
    }

    /// parse_configuration.m: a host needs pins unless it is excluded.
    @Test func trustKitHostsWithoutPinsAreReported() throws {
        func findings(_ entry: String, subdomains: Bool = true) throws -> [String] {
            try read(
                .trustKit,
                "<plist><dict><key>TSKConfiguration</key><dict><key>TSKPinnedDomains</key><dict><key>a.com</key><dict>"
                    + "<key>TSKIncludeSubdomains</key><\(subdomains)/><key>TSKPublicKeyHashes</key><array><string>"
                    + "\(Self.pin)</string></array></dict><key>b.a.com</key><dict>\(entry)</dict></dict></dict></dict></plist>"
            )
            .findings.map { "\($0.rule) \($0.severity)" }
        }
        #expect(try findings("<key>TSKPublicKeyHashes</key><array/>") == ["file-refused error"])
        let excluded = "<key>kSKExcludeSubdomainFromParentPolicy</key><true/>"
        #expect(try findings(excluded) == ["not-read error"])
        #expect(try findings(excluded, subdomains: false) == ["file-refused error"])
        let pins = "<key>TSKPublicKeyHashes</key><array><string>\(Self.pin)</string></array>"
        #expect(try findings(excluded.replacing("true", with: "false") + pins).isEmpty)
        #expect(
            try findings(excluded + "<key>TSKEnforcePinning</key><true/>") == [
                "file-refused error", "not-read error",
            ])
        // In TSKTrustKitConfig.m, the constant has a different value than in the documentation of property lists.
        func list(_ key: String) throws -> [PolicyFinding] {
            let text = Self.files[0].text.replacing("X", with: Self.pin)
                .replacing("<key>TSKPublic", with: "<key>TSKIncludeSubdomains</key><true/><key>TSKPublic")
                .replacing(
                    "<key>a.com</key>",
                    with: "<key>b.a.com</key><dict><key>\(key)</key><true/></dict><key>a.com</key>")
            return try read(.trustKit, text).findings
        }
        #expect(try list("kSKExcludeSubdomainFromParentPolicy").map(\.rule) == ["not-read"])
        let documented = try list("TSKExcludeSubdomainFromParentPolicy")
        #expect(documented.map(\.rule) == ["file-refused"])
        #expect(documented.last?.hint.contains("kSKExcludeSubdomainFromParentPolicy") == true)
    }

    /// Apple, NSIncludesSubdomains: the hosts with one more label, and none below them.
    @Test func nsPinnedDomainsCoversOneLabelBelowAHost() throws {
        let text = Self.files[2].text.replacing("X", with: Self.pin)
            .replacing("<key>NSPinnedLeaf", with: "<key>NSIncludesSubdomains</key><true/><key>NSPinnedLeaf")
        let policy = try read(.nsPinnedDomains, text).policy
        for (host, isPinned) in [("a.com", true), ("b.a.com", true), ("c.b.a.com", false)] {
            #expect((policy.rule(for: try HostName(host)) != nil) == isPinned)
        }
        let written = try policy.text(as: .nsPinnedDomains)
        #expect(written.contains("<key>NSIncludesSubdomains</key>\n\t\t\t\t<true/>"))
        let wide = try PinPolicy(
            [PinPolicy.Rule(try HostPattern("**.a.com"), policy.rules[0].strategies)], unlistedHosts: .accept)
        do throws(PolicyError) {
            _ = try wide.text(as: .nsPinnedDomains)
            Issue.record("widened silently")
        } catch {
            #expect(error.code == .loss && error.hint?.contains("subdomains") == true)
        }
        let narrowed = try wide.text(
            as: .nsPinnedDomains, options: PolicyFormat.WritingOptions(allowedLosses: [.subdomains]))
        #expect(narrowed == written)
        #expect(!PolicyDifference.between(wide, policy).isEmpty)
        #expect(PolicyDifference.between(wide, policy, ignoring: PolicyFormat.nsPinnedDomains.losses).isEmpty)
        // If the host has its own pins, a single entry cannot express both.
        let own = PinPolicy.Rule(
            try HostPattern("a.com"), [.publicKey(PinSet([try Pin(Self.other)]), at: .leaf)])
        let both = try PinPolicy([own] + wide.rules, unlistedHosts: .accept)
        #expect(throws: PolicyError.self) {
            try both.text(
                as: .nsPinnedDomains, options: PolicyFormat.WritingOptions(allowedLosses: [.subdomains]))
        }
    }

}
