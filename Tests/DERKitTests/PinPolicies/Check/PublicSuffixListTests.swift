import PinPolicies
import Testing

@Suite struct PublicSuffixListTests {
    /// Some lines of the list, with comments after a rule as publicsuffix.org's format allows.
    private static let text = """
        // ===BEGIN ICANN DOMAINS===
        com
        jp \t the suffix ends at the first white space
        ac.jp
        *.kobe.jp
        !city.kobe.jp
        cn
        公司.cn

        """

    /// The answers of publicsuffix.org's test data, where a host without a registrable part is a suffix.
    @Test(arguments: [
        ("com", true), ("example.com", false), ("b.example.com", false), ("jp", true), ("test.jp", false),
        ("ac.jp", true), ("test.ac.jp", false), ("c.kobe.jp", true), ("b.c.kobe.jp", false),
        ("city.kobe.jp", false), ("www.city.kobe.jp", false), ("cn", true), ("公司.cn", true),
        ("xn--55qx5d.cn", true), ("shishi.公司.cn", false), ("unlisted", true),
    ])
    func suffixesAreThoseOfTheList(_ host: String, _ isSuffix: Bool) throws {
        let host = try HostName(host)
        let list = PublicSuffixList(Array(PublicSuffixListTests.text.utf8))
        #expect(list.look(up: [host]).contains(host) == isSuffix)
        let ends = Array(PublicSuffixListTests.text.replacing("\n", with: "\r\n").utf8)
        #expect(PublicSuffixList(ends).look(up: [host]).contains(host) == isSuffix)
    }

    @Test(arguments: [
        (text, nil), ("", 1), ("// only a comment\n\n", 1), ("com\n", nil), ("com", nil),
        ("\r\n//\r\ncom\r\n*.ck", nil),
        ("com\n<html>\n", 2), ("com\n\n!\n", 3), ("com\n*.\n", 2), ("com\n*.c*k\n", 2), ("!!www.ck", 1),
        ("!*.ck", 1),
    ])
    func theFirstLineThatIsNoRuleIsNamed(_ text: String, _ line: Int?) {
        #expect(PublicSuffixList(Array(text.utf8)).invalidLine == line)
    }
}
