import DERKit
import Testing
import X509Model

@testable import PinPolicies
@testable import SPKIHash

/// Files written by people and by other tools, and the errors in them.
@Suite struct PolicyReaderTests {
    private static let one = "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="
    private static let two = "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="

    @Test func readsTrustKitInsideAnInfoPlist() throws {
        let text = """
            <?xml version="1.0"?>
            <plist version="1.0"><dict>
              <key>CFBundleVersion</key><integer>7</integer>
              <key>TSKConfiguration</key><dict>
                <key>TSKSwizzleNetworkDelegates</key><true/>
                <key>TSKPinnedDomains</key><dict>
                  <key>Example.com</key><dict>
                    <key>TSKIncludeSubdomains</key><true/>
                    <key>TSKReportUris</key><array><string>https://r.example</string></array>
                    <key>TSKPublicKeyHashes</key><array><string>\(PolicyReaderTests.one)</string>
                      <string>\(PolicyReaderTests.two)</string></array>
                  </dict>
                  <key>plain.example.com</key><dict>
                    <key>kSKExcludeSubdomainFromParentPolicy</key><true/></dict>
                </dict></dict></dict></plist>
            """
        #expect(
            try PolicyVectors.lines(text) == [
                "**.example.com any \(PolicyReaderTests.one)", "**.example.com any \(PolicyReaderTests.two)",
                "note: TrustKit compares host names literally, so 'Example.com' never matches",
                "note: plain.example.com: excluded from the pins of **.example.com; a policy cannot express exclusions",
            ])
    }

    @Test func readsNestedAndroidConfigurations() throws {
        let text = """
            <network-security-config>
              <base-config cleartextTrafficPermitted="false"/>
              <domain-config><domain includeSubdomains="true">example.com</domain>
                <pin-set expiration="2030-01-01"><!-- ours --><pin digest='SHA-256'> \(PolicyReaderTests.one) </pin></pin-set>
                <domain-config><domain>a.example.com</domain><trust-anchors><certificates overridePins="true" src="user"/></trust-anchors></domain-config>
                <domain-config><domain>b.example.com</domain><pin-set/></domain-config>
              </domain-config>
            </network-security-config>
            """
        #expect(
            try PolicyVectors.lines(text) == [
                "**.example.com any \(PolicyReaderTests.one)", "a.example.com any \(PolicyReaderTests.one)",
                "note: a.example.com: chains to anchors with overridePins=\"true\" are not pinned; a policy cannot express that",
                "note: b.example.com: excluded from the pins of **.example.com; a policy cannot express exclusions",
            ])
    }

    /// A faulty policy, the expected code, and a part of the message.
    @Test(arguments: [
        (PolicyFormat.manifest, "", IssueCode.syntax, "expected a JSON value"),
        (.manifest, "[]", .syntax, "not a JSON object"),
        (.manifest, #"{"schema":"pemtool-policy/2"}"#, .unknownSchema, "pemtool-policy/2"),
        (.manifest, #"{"schema":"pemtool-policy/1","hosts":[]}"#, .missingField, "unlisted_hosts"),
        (
            .manifest, #"{"schema":"pemtool-policy/1","unlisted_hosts":"maybe","hosts":[]}"#, .syntax,
            "\"accept\" or \"refuse\""
        ),
        (.manifest, #"{"schema":"pemtool-policy/1","schema":1}"#, .syntax, "duplicate name"),
        (
            .manifest, #"{"schema":"pemtool-policy/1","unlisted_hosts":"accept","hosts":[],"host":1}"#,
            .unknownField, "'host'"
        ),
        (
            .manifest,
            #"{"schema":"pemtool-policy/1","unlisted_hosts":"accept","hosts":[{"host":"a.com","pins":[]}]}"#,
            .noPins, "a.com has an empty list"
        ),
        (
            .manifest,
            #"{"schema":"pemtool-policy/1","unlisted_hosts":"accept","hosts":[{"host":"a.com","pins":["sha256/AAAA"]}]}"#,
            .badPin, "3 bytes"
        ),
        (
            .manifest,
            #"{"schema":"pemtool-policy/1","unlisted_hosts":"accept","hosts":[{"host":"a.com","expires":"2026-02-30","pins":["azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="]}]}"#,
            .badDate, "2026-02-30"
        ),
        (
            .manifest,
            #"{"schema":"pemtool-policy/1","unlisted_hosts":"accept","hosts":[{"host":"a.com","pins":[{"pin":"azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k=","label":"a\nb"}]}]}"#,
            .badLabel, "a\\0Ab"
        ),
        (
            .manifest,
            #"{"schema":"pemtool-policy/1","unlisted_hosts":"accept","hosts":[{"host":"a.com","pins":["azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="]},{"host":"A.com.","pins":["azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="]}]}"#,
            .duplicateHost, "duplicate rule for a.com"
        ),
        (.trustKit, "bplist00", .syntax, "binary property list"),
        (.trustKit, "<plist><dict><key>a</key></dict></plist>", .syntax, "missing value after a key"),
        (.trustKit, "<plist><dict></plist>", .syntax, "unexpected </plist>"),
        (
            .trustKit, "<plist><dict><key>a</key><true/><key>a</key><false/></dict></plist>", .syntax,
            "duplicate key 'a'"
        ),
        (.trustKit, "<!DOCTYPE a [<!ENTITY b \"c\">]><plist/>", .syntax, "internal declarations"),
        (.trustKit, "<plist><string>&b;</string></plist>", .syntax, "reference"),
        (.trustKit, "<plist><dict/></plist>", .missingField, "TSKPinnedDomains"),
        (
            .trustKit,
            "<plist><dict><key>TSKPinnedDomains</key><dict><key>a.com</key><dict><key>TSKPublicKeyHashes</key><array><true/></array></dict></dict></dict></plist>",
            .notUnderstood, "expected a string"
        ),
        (.android, "<network-security-config>", .syntax, "expected </network-security-config>"),
        (.android, "<a/>", .syntax, "network-security-config"),
        (
            .android,
            "<network-security-config><domain-config><domain>*.a.com</domain></domain-config></network-security-config>",
            .badHost, "does not support wildcards"
        ),
        (
            .android,
            "<network-security-config><domain-config><domain>a.com</domain><pin-set><pin digest=\"SHA-1\">AAAA</pin></pin-set></domain-config></network-security-config>",
            .badPin, "a pin could not be read"
        ),
        (.okhttpKotlin, "CertificatePinner", .unknownFormat, "no pin in the text"),
        (.swift, "enum HostPins {}", .unknownFormat, "no pin in the text"),
    ])
    func mistakesAreErrors(_ format: PolicyFormat, _ text: String, _ code: IssueCode, _ part: String) throws {
        do throws(PolicyError) {
            let reading = try format.read(Array(text.utf8))
            guard let omission = reading.omissions.first else {
                Issue.record("read as \(reading)")
                return
            }
            throw omission
        } catch {
            #expect(error.code == code)
            #expect(error.message.contains(part), "\(error.message)")
        }
    }

    /// Every prefix of a file, and every file with one byte changed, is a policy or an error, never a trap.
    @Test(arguments: PolicyFormat.allCases.filter { $0.isWritable })
    func everyDamagedFileIsReadOrRefused(_ format: PolicyFormat) throws {
        let certificates = Array(try PolicyVectors.chain().prefix(1))
        var generator = PolicyGenerator(seed: 42, certificates: certificates)
        let policy = try generator.policy(within: format.capabilities)
        let text = Array(
            try policy.text(as: format, options: PolicyFormat.WritingOptions(certificates: certificates)).utf8
        )
        let pattern = policy.rules[0].pattern
        for place in stride(from: 0, to: text.count, by: max(1, text.count / Sweep.number(60, every: 4))) {
            _ = try? format.read(Array(text[..<place]), for: pattern)
            var changed = text
            changed[place] = UInt8.random(in: 0...255, using: &generator)
            _ = try? format.read(changed, for: pattern)
            changed.remove(at: place)
            _ = try? format.read(changed, for: pattern)
        }
    }

    /// Endless brackets do not exhaust the stack.
    @Test(arguments: [
        (PolicyFormat.manifest, "["), (.manifest, "{\"a\":"), (.trustKit, "<dict>"), (.android, "<a>"),
        (.swift, "enum HostPins{let unlistedHosts=\"accept\"let rules=["),
        (.trustKitSwift, "kTSKPinnedDomains:["),
    ])
    func deepNestingIsRefused(_ format: PolicyFormat, _ opening: String) {
        let text =
            opening
            + String(
                repeating: opening.last == ":"
                    ? opening : String(opening.suffix(opening.hasPrefix("<") ? 99 : 1)), count: 20_000)
        #expect(throws: PolicyError.self) { try format.read(Array(text.utf8)) }
    }
}
