import DERKit
import Testing

@testable import PinPolicies
@testable import SPKIHash

/// Android's reading of a network security configuration: files that it refuses, and forms that it accepts
/// beyond its documentation.
@Suite struct AndroidFormatTests {
    private static let pin = "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="

    private static func file(_ content: String) -> String {
        "<network-security-config><domain-config><domain>a.com</domain>\(content)</domain-config></network-security-config>"
    }

    private func read(_ text: String) throws -> PolicyReading {
        try PolicyFormat.android.read(Array(text.utf8))
    }

    /// Files that make XmlConfigSource.java throw when the app starts, and files that it accepts.
    @Test func filesThatAndroidRefusesAreReported() throws {
        let set = "<pin-set><pin digest=\"sha-256\">\(Self.pin)</pin></pin-set>"
        let whole = Self.file(set)
        func rules(_ text: String) throws -> [String] {
            try read(text).findings.map { "\($0.rule) \($0.severity)" }
        }
        let refused = ["file-refused error"]
        #expect(try rules(whole).isEmpty)
        // The documentation of java.text.DateFormat: "The method may not use the entire text of the given string."
        for date in ["2027-6-30", "2027-06-30T00:00:00Z"] {
            let dated = try read(whole.replacing("<pin-set>", with: "<pin-set expiration=\"\(date)\">"))
            #expect(dated.policy.rules.first?.expiration == DERTime(year: 2027, month: 6, day: 30))
        }
        #expect(try rules(Self.file(set + set)) == refused)
        // A host without pins, below a host without pins, has no rule.
        let bare = "<domain-config><domain>b.com</domain></domain-config><domain-config><domain>a"
        #expect(
            try rules(whole.replacing("<domain-config><domain>a", with: bare)) == ["not-read hint"])
        #expect(try rules(Self.file(set + "<domain>A.com</domain>")) == refused)
        for inserted in [
            "<base-config>\(set)</base-config>", "<base-config/><base-config/>",
            "<base-config><domain-config><domain>b.com</domain></domain-config></base-config>",
            "<domain-config>\(set)</domain-config>",
            "<base-config><trust-anchors><certificates/></trust-anchors></base-config>",
            "<base-config><trust-anchors><certificates src=\"System\"/></trust-anchors></base-config>",
        ] {
            let text = whole.replacing(
                "<domain-config><domain>a", with: inserted + "<domain-config><domain>a")
            #expect(try rules(text) == refused, "\(inserted)")
        }
        for (value, reach) in [("TRUE", "**.a.com"), ("True", "**.a.com"), ("yes", "a.com")] {
            let text = whole.replacing("<domain>", with: "<domain includeSubdomains=\"\(value)\">")
            #expect(try read(text).policy.rules.map(\.pattern.description) == [reach])
        }
    }

    /// Character data, attributes of other namespaces, a byte order mark, and UTF-16.
    @Test func readsXMLByAndroidsRules() throws {
        let text = """
            <network-security-config xmlns:tools="http://schemas.android.com/tools"><domain-config tools:ignore="x">
            <domain>a.com</domain><pin-set><pin digest="sha-256"><![CDATA[\(Self.pin)]]></pin></pin-set>
            </domain-config></network-security-config>
            """
        let units = Array("\u{feff}\(text)".utf16)
        for bytes in [
            Array(text.utf8), Array("\u{feff}".utf8) + Array(text.utf8),
            units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] },
            units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] },
        ] {
            let rules = try PolicyFormat.android.read(bytes).policy.rules
            #expect(rules.map { "\($0.pattern)" } == ["a.com"])
            #expect(rules.flatMap { $0.strategies.pinMembers }.map { $0.pin.base64 } == [Self.pin])
        }
    }

    /// XmlConfigSource.java skips what it does not know; only what resembles a known name is worth a word.
    @Test func skipsWhatAndroidSkips() throws {
        let set = "<pin-set><pin digest=\"SHA-256\">\(Self.pin)</pin></pin-set>"
        for (part, notes) in [
            (
                "<trustkit-config enforcePinning=\"true\"><report-uri>https://r.example</report-uri></trustkit-config>",
                0
            ),
            ("free text", 0), ("<somethingElse a=\"b\"/>", 0), ("<trust-anchor/>", 1), ("<pinset/>", 1),
        ] {
            let reading = try read(Self.file(set + part))
            #expect(reading.policy.rules.count == 1 && reading.omissions.isEmpty && reading.isWhole)
            #expect(reading.findings.count == notes, "\(part)")
        }
        let resource = Self.file(set).replacing(
            "<domain-config>", with: "<domain-config cleartextTrafficPermitted=\"@bool/x\">")
        #expect(try read(resource).findings.isEmpty)
        #expect(try read(resource).policy.rules.count == 1)
    }

    /// TrustKit for Android: mismatches are only reported.
    @Test(arguments: [("true", true), ("false", false)]) func readsTrustKitForAndroid(
        _ value: String, _ isEnforced: Bool
    ) throws {
        let set = "<pin-set><pin digest=\"SHA-256\">\(Self.pin)</pin></pin-set>"
        let text = Self.file(set + "<trustkit-config enforcePinning=\"\(value)\"/>")
        #expect(try read(text).policy.rules.map { $0.isEnforced } == [isEnforced])
    }

    /// An entry that is not understood affects only the hosts that depend on it.
    @Test func aMistakeAffectsOnlyItsOwnHost() throws {
        let set = "<pin-set expiration=\"2020-01-01\"><pin digest=\"SHA-256\">\(Self.pin)</pin></pin-set>"
        let good = Self.file(set)
        let (good1, host) = (good, try HostName("a.com"))
        for bad in [
            "<domain>https://b.com</domain>", "<domain>b.com:443</domain>", "<domain>*.b.com</domain>",
        ] {
            let reading = try read(
                good1.replacing(
                    "</domain-config>", with: "</domain-config><domain-config>\(bad)\(set)</domain-config>"))
            #expect(reading.policy.rules.map { "\($0.pattern)" } == ["a.com"])
            #expect(reading.omissions.map { $0.code } == [.badHost])
            #expect(try reading.isUnderstood(host) && reading.isUnderstood(nil))
        }
        let resource = try read(
            good.replacing(
                "</domain-config>",
                with: "</domain-config><domain-config><domain>@string/h</domain>\(set)</domain-config>"))
        #expect(try resource.policy.rules.count == 1 && !resource.isUnderstood(host))
        let broken = try read(
            good.replacing(
                "</domain-config>",
                with:
                    "</domain-config><domain-config><domain>b.com</domain><pin-set><pin digest=\"SHA-256\">AAAA</pin></pin-set></domain-config>"
            ))
        let other = try HostName("b.com")
        #expect(try broken.isUnderstood(host) && !broken.isUnderstood(other))
        let address = try read(
            good.replacing("<domain>a.com", with: "<domain includeSubdomains=\"true\">192.0.2.1"))
        #expect(address.policy.rules.map { "\($0.pattern)" } == ["192.0.2.1"] && address.omissions.isEmpty)
        let date = try read(good.replacing("2020-01-01", with: "2020/01/01"))
        #expect(date.policy.rules.count == 1 && date.findings.map { $0.rule } == ["file-refused"])
    }

    /// aapt2's parser refuses a declaration anywhere else.
    @Test func theXMLDeclarationMustComeFirst() throws {
        let text = Self.file("<pin-set><pin digest=\"SHA-256\">\(Self.pin)</pin></pin-set>")
        let declaration = "<?xml version=\"1.0\" encoding=\"utf-8\"?>"
        #expect(throws: Never.self) { try read(declaration + "\n" + text) }
        for before in ["<!-- x -->\n", "\n", " "] {
            let error = #expect(throws: PolicyError.self) { try read(before + declaration + text) }
            #expect(error?.code == .syntax)
        }
    }

    @Test(arguments: ["base-config", "domain-config", "debug-overrides"]) func refusedRootElementsAreReported(
        _ name: String
    ) throws {
        let inside = name == "domain-config" ? "<domain>a.com</domain>" : ""
        let reading = try PolicyReading(text: "<\(name)>\(inside)</\(name)>")
        #expect(reading.findings.contains { $0.rule == "file-refused" && $0.message.contains("<\(name)>") })
    }
}

extension PolicyReading {
    /// Returns whether a check concludes something about a host, whatever else the file has.
    func isUnderstood(_ host: HostName?) throws -> Bool {
        var check = PolicyCheck(policy, chains: [], at: try #require(DERTime(year: 2026, month: 1, day: 1)))
        check.omissions = omissions
        return check.unread(try host.map { try HostPattern($0) }).isEmpty
    }
}
