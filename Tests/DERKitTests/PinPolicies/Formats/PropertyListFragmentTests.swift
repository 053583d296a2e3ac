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
