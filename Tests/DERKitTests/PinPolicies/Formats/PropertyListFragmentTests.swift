import SPKIHash
import Testing

@testable import PinPolicies

/// Parts of an Info.plist, as articles and answers show them.
@Suite struct PropertyListFragmentTests {
    private static let pin = "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="
    private static let identities =
        "<key>NSPinnedLeafIdentities</key><array><dict><key>SPKI-SHA256-BASE64</key><string>\(pin)</string></dict></array>"
    private static let apple = "<key>a.com</key><dict>\(identities)</dict>"
    private static let trustKit =
        "<key>a.com</key><dict><key>TSKPublicKeyHashes</key><array><string>\(pin)</string></array></dict>"

    @Test(arguments: [
        "<key>NSAppTransportSecurity</key><dict><key>NSPinnedDomains</key><dict>\(apple)</dict></dict>",
        "<key>NSPinnedDomains</key>\n<dict>\(apple)</dict>", apple, "<dict>\(apple)</dict>",
        "<dict><key>NSPinnedDomains</key><dict>\(apple)</dict></dict>",
        "<!-- Info.plist -->\n...\n<key>NSPinnedDomains</key>\n<dict>\(apple)</dict>\n...",
        "<?xml version=\"1.0\"?><dict><key>NSPinnedDomains</key><dict>\(apple)</dict></dict>",
    ])
    func fragmentsWithNSPinnedDomainsAreRead(_ text: String) throws {
        let bytes = Array(text.utf8)
        let reading = try PolicyReading(file: bytes)
        #expect(reading.format == .nsPinnedDomains)
        #expect(reading.policy.rules.map { "\($0.pattern)" } == ["a.com"])
        #expect(reading.policy.rules.flatMap { $0.strategies.pinMembers }.map { $0.pin.base64 } == [Self.pin])
        #expect(reading.findings.isEmpty && reading.omissions.isEmpty)
    }

    @Test(arguments: [
        "<key>TSKConfiguration</key><dict><key>TSKPinnedDomains</key><dict>\(trustKit)</dict></dict>",
        "<key>TSKPinnedDomains</key><dict>\(trustKit)</dict>", trustKit,
        "<key>TSKSwizzleNetworkDelegates</key><true/><key>TSKPinnedDomains</key><dict>\(trustKit)</dict>",
    ])
    func fragmentsWithTrustKitDomainsAreRead(_ text: String) throws {
        let reading = try PolicyReading(text: text)
        #expect(reading.format == .trustKit)
        #expect(reading.policy.rules.map { "\($0.pattern)" } == ["a.com"])
        #expect(reading.findings.isEmpty && reading.omissions.isEmpty)
    }

    /// An article, and code with the file in a literal: each host has its own pins.
    @Test(arguments: [
        (
            "Add this:\n```\n<key>NSPinnedDomains</key>\n<dict>\(apple)<key>b.com</key><dict>\(identities)</dict></dict>\n```\n",
            PolicyFormat.nsPinnedDomains
        ),
        (
            "cat >a.plist <<X\n<plist><dict>\(trustKit)\(trustKit.replacing("a.com", with: "b.com"))</dict></plist>\nX\n",
            .trustKit
        ),
        (
            "const XML = `<network-security-config><domain-config><domain>a.com</domain><domain>b.com</domain>"
                + "<pin-set><pin digest='SHA-256'>\(pin)</pin></pin-set></domain-config></network-security-config>`;",
            .android
        ),
    ])
    func elementsInOtherTextAreRead(_ text: String, _ format: PolicyFormat) throws {
        let reading = try PolicyReading(text: text)
        #expect(reading.format == format)
        #expect(reading.policy.rules.map { "\($0.pattern)" } == ["a.com", "b.com"])
        // With a pin elsewhere, the text counts as a whole.
        let other = try PolicyReading(text: text + "\nlet pin = \"sha256/\(Self.pin)\"\n")
        #expect(other.format == .text)
    }

    /// TrustKit reads a string as NSString's boolValue does; the values are those of its documentation.
    @Test(arguments: [
        ("YES", true), ("true", true), ("1", true), ("09", true), (" +y", true), ("NO", false), ("0", false),
        ("", false),
        ("$(ENFORCE)", true),
    ])
    func trustKitReadsStringsAsTruth(_ value: String, _ isEnforced: Bool) throws {
        let setting = "<key>TSKEnforcePinning</key><string>\(value)</string><key>TSKPublicKeyHashes</key>"
        let domains = Self.trustKit.replacing("<key>TSKPublicKeyHashes</key>", with: setting)
        let text =
            "<plist><dict><key>TSKConfiguration</key><dict><key>TSKPinnedDomains</key><dict>\(domains)</dict></dict></dict></plist>"
        let reading = try PolicyReading(text: text)
        #expect(reading.policy.rules.map { $0.isEnforced } == [isEnforced])
        #expect(reading.findings.count == (value.hasPrefix("$") ? 1 : 0))
    }

    /// In a whole list, the place counts.
    @Test func positionsCountFromTheStartOfTheFragment() throws {
        let text = "<plist><dict><key>NSPinnedDomains</key><dict>\(Self.apple)</dict></dict></plist>"
        #expect(try PolicyReading(text: text).findings.map { $0.severity } == [.error])
    }

    @Test func bothConsumersInOnePropertyListAreDetected() throws {
        let text =
            "<plist><dict><key>NSAppTransportSecurity</key><dict><key>NSPinnedDomains</key><dict>\(Self.apple)</dict></dict>"
            + "<key>TSKConfiguration</key><dict><key>TSKPinnedDomains</key><dict>\(Self.trustKit)</dict></dict></dict></plist>"
        #expect(PolicyFormat.formats(in: Array(text.utf8)) == [.trustKit, .nsPinnedDomains])
    }
}
