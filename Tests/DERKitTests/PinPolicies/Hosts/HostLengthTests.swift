import PinPolicies
import Testing

/// RFC 1035 section 2.3.4: a label has at most 63 octets, a name 255. In a message, each label has an octet for its
/// length, and an empty label ends the name, so at most 253 characters are left for the text.
@Suite struct HostLengthTests {
    private static func label(_ count: Int) -> String { String(repeating: "a", count: count) }

    private static func name(_ counts: Int...) -> String {
        var labels: [String] = []
        for count in counts { labels.append(label(count)) }
        return labels.joined(separator: ".")
    }

    @Test(arguments: [
        (name(63), true), (name(64), false), (name(62, 63, 3), true), (name(62, 64, 3), false),
        (name(63, 63, 63, 60), true),  // 252 characters
        (name(63, 63, 63, 61), true),  // 253 characters, 255 octets in a message
        (name(63, 63, 63, 62), false),
        (name(63, 63, 63, 63), false),  // 255 characters
        (name(63, 63, 63, 61) + ".", true),  // the dot stands for the empty label
        (name(63, 63, 63, 62) + ".", false),
        (String(repeating: "a.", count: 126) + "a", true),  // 253 characters
        (String(repeating: "a.", count: 126) + "aa", false),
    ]) func hostNamesAreLimitedLikeDomainNames(host: String, isPermitted: Bool) {
        let name = try? HostName(host)
        #expect((name != nil) == isPermitted)
        #expect(name?.labels.joined(separator: ".") == (isPermitted ? HostLengthTests.withoutDot(host) : nil))
    }

    private static func withoutDot(_ host: String) -> String {
        host.hasSuffix(".") ? String(host.dropLast()) : host
    }
}
