import SPKIHash
import Testing

@testable import PinPolicies

/// Each place of a pin has the hosts and the format of the rule at that place. The same pin is often elsewhere in the
/// file: for another host, in a comment, or in another format.
@Suite struct PinPlacesTests {
    private static let one = "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="
    private static let two = "C5+lpZ7tcVwmwQIMcRtPbsQtWLABXhQzejna0wHFr8M="

    /// The text, with `1` and `2` in angle quotes for the pins, and the hosts of each place in its order.
    private static let files: [(text: String, hosts: [String], formats: [PolicyFormat?])] = [
        (
            """
            <network-security-config>
            <domain-config><domain>a.example.com</domain><pin-set><pin digest="SHA-256">«1»</pin></pin-set></domain-config>
            <domain-config><domain>b.example.com</domain><domain>c.example.com</domain>
            <!-- <pin digest="SHA-256">«1»</pin> -->
            <pin-set><pin digest="SHA-256">«2»</pin><pin digest="SHA-256">«1»</pin></pin-set></domain-config>
            </network-security-config>
            """,
            [
                "a.example.com", "", "b.example.com,c.example.com", "b.example.com,c.example.com",
            ], [.android, nil, .android, .android]
        ),
        (
            """
            val p = CertificatePinner.Builder()
                .add("a.example.com", "sha256/«1»")
                .add(BuildConfig.HOST, "sha256/«1»")
                // .add("old.example.com", "sha256/«1»")
                .add("*.b.example.com", "sha256/«1»")
                .build()
            """, ["a.example.com", "", "old.example.com", "*.b.example.com"],
            [.okhttpKotlin, nil, .okhttpKotlin, .okhttpKotlin]
        ),
        (
            """
            const val PIN = "sha256/«1»"
            val p = CertificatePinner.Builder().add("a.example.com", PIN).add("b.example.com", PIN).build()
            """, ["a.example.com,b.example.com"], [.okhttpKotlin]
        ),
        (
            """
            <plist version="1.0"><dict>
            <key>NSAppTransportSecurity</key><dict><key>NSPinnedDomains</key><dict><key>a.example.com</key>
            <dict><key>NSPinnedLeafIdentities</key><array><dict><key>SPKI-SHA256-BASE64</key><string>«1»</string></dict>
            </array></dict></dict></dict>
            <key>TSKConfiguration</key><dict><key>TSKPinnedDomains</key><dict><key>b.example.com</key>
            <dict><key>TSKPublicKeyHashes</key><array><string>«1»</string><string>«2»</string></array></dict></dict></dict>
            <key>Other</key><string>«1»</string>
            </dict></plist>
            """, ["a.example.com", "b.example.com", "b.example.com", "b.example.com"],
            [.nsPinnedDomains, .trustKit, .trustKit, .trustKit]
        ),
        (
            """
            initializeSslPinning({ 'a.example.com': { publicKeyHashes: ['«1»', '«2»'] },
              'b.example.com': { publicKeyHashes: ['«2»'] } });
            fetch(url, { pkPinning: true, sslPinning: { certs: ['sha256/«1»'] } });
            """, ["a.example.com", "a.example.com", "b.example.com", ""],
            [.reactNativeKeys, .reactNativeKeys, .reactNativeKeys, nil]
        ),
    ]

    @Test(arguments: files.indices)
    func everyPinIsListedWithItsHosts(_ number: Int) throws {
        let file = Self.files[number]
        let text = file.text.split(separator: "«1»", omittingEmptySubsequences: false).joined(
            separator: Self.one
        )
        .split(separator: "«2»", omittingEmptySubsequences: false).joined(separator: Self.two)
        let listing = try PinListing(Array(text.utf8))
        let hosts = listing.items.map { (item) in item.patterns.map { "\($0)" }.joined(separator: ",") }
        #expect(hosts == file.hosts)
        #expect(listing.items.map { $0.format } == file.formats)
        let pins: [PinDecision.Matched] = try [.publicKey(Pin(Self.one)), .publicKey(Pin(Self.two))]
        #expect(listing.items.allSatisfy { pins.contains($0.pinned) })
    }
}
