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

    /// Files for which XmlConfigSource.java throws when the app starts, and files that it accepts.
    @Test func androidRefusesFiles() throws {
        let set = "<pin-set><pin digest=\"sha-256\">\(Self.pin)</pin></pin-set>"
        let whole = Self.file(set)
        func rules(_ text: String) throws -> [String] {
            try read(text).findings.map { "\($0.rule) \($0.severity)" }
        }
        let refused = ["file-refused error"]
        #expect(try rules(whole).isEmpty)
        let dated = try read(whole.replacing("<pin-set>", with: "<pin-set expiration=\"2027-6-30\">"))
        #expect(dated.policy.rules.first?.expiration == DERTime(year: 2027, month: 6, day: 30))
        #expect(try rules(Self.file(set + set)) == refused)
        // A host without pins, below a host without pins, has no rule.
        let bare = "<domain-config><domain>b.com</domain></domain-config><domain-config><domain>a"
        #expect(
            try rules(whole.replacing("<domain-config><domain>a", with: bare)) == ["not-read warning"])
        #expect(try rules(Self.file(set + "<domain>A.com</domain>")) == refused)
        for inserted in [
            "<base-config>\(set)</base-config>", "<base-config/><base-config/>",
            "<base-config><domain-config><domain>b.com</domain></domain-config></base-config>",
            "<domain-config>\(set)</domain-config>",
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
}
