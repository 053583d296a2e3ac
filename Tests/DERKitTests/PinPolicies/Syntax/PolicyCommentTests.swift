import PinPolicies
import SPKIHash
import Testing

/// Comments in policy files: what they describe, and where they end.
@Suite struct PolicyCommentTests {
    private static let one = "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="
    private static let two = "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="

    /// A comment follows its pin; a comment on a separate line belongs to nothing.
    @Test func aCommentBelongsToThePinOnItsLine() throws {
        let text = """
            <network-security-config><domain-config><domain>a.com</domain><pin-set>
              <pin digest="SHA-256">\(Self.one)</pin>
              <!-- backup -->
              <pin digest="SHA-256">\(Self.two)</pin> <!-- backup "b" -->
            </pin-set></domain-config></network-security-config>
            """
        let policy = try PolicyFormat.android.read(Array(text.utf8)).policy
        let members = policy.rules.flatMap(\.strategies).compactMap(\.pinSet).flatMap(\.members)
        #expect(members.map(\.role) == [.active, .backup])
        #expect(members.map(\.label) == ["", "b"])
    }

    /// A comment ends at the first end mark, as in Java and Objective-C. In Kotlin and Swift comments nest.
    @Test func aCommentEndsAtTheFirstEndMarkUnlessCommentsNest() throws {
        let pinner = """
            CertificatePinner.Builder()
                /* off: /* old */ .add("old.example", "sha256/\(Self.one)") // */
                .add("new.example", "sha256/\(Self.two)")
            """
        let old = "old.example any \(Self.one)"
        let new = "new.example any \(Self.two)"
        #expect(try PolicyVectors.lines("val pinner = " + pinner).filter { $0.hasSuffix("=") } == [new])
        #expect(try PolicyVectors.lines("pinner = new " + pinner) == [old, new])

        let empty = #"kTSKPinnedDomains: [ /* /* "a.com" */ : "b" */ : ]"#
        #expect(throws: PolicyError.self) { try PolicyVectors.lines(empty) }
        let dictionary = """
            @{ kTSKPinnedDomains: @{ /* /* */ @"a.com": @{ kTSKPublicKeyHashes: @[
                @"\(Self.one)", @"\(Self.two)" ] } } };
            """
        #expect(try PolicyVectors.lines(dictionary).count == 2)
    }
}
