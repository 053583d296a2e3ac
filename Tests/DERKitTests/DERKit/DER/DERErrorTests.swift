import DERKit
import Testing

@Suite struct DERErrorTests {
    @Test func codesAreAContract() {
        #expect(
            [
                IssueCode.truncated, .lengthOverrun, .lengthNotMinimal, .lengthTooLarge, .indefiniteLength,
                .tagNotMinimal, .tagTooLarge, .unexpectedTag, .missing, .trailingData, .invalidValue,
                .notCanonical, .outOfRange, .limit,
            ].map(\.rawValue) == [
                "truncated", "length-overrun", "length-not-minimal", "length-too-large", "indefinite-length",
                "tag-not-minimal", "tag-too-large", "unexpected-tag", "missing", "trailing-data",
                "invalid-value", "not-canonical", "out-of-range", "limit",
            ])
    }

    @Test func theMessageSaysWhatWasFoundIfKnown() {
        #expect(DERError(.missing, at: 3, expected: "a NULL").message == "expected a NULL")
        let error = DERError(.unexpectedTag, at: 3, expected: "NULL", found: "SET")
        #expect(error.message == "unexpected SET; expected NULL")
        #expect(error.description == "unexpected SET; expected NULL (offset 3)")
    }

    @Test func eachStructurePrependsItsName() {
        let error = DERError(.invalidValue, at: 135, expected: "a digit", found: "2f")
        let outer = error.inside("notBefore").inside("validity").inside("tbsCertificate")
        #expect(outer.path == ["tbsCertificate", "validity", "notBefore"])
        #expect(
            outer.description == "tbsCertificate.validity.notBefore: 2f; expected a digit (offset 135)")
        #expect(outer.code == error.code && outer.offset == 135 && outer.message == error.message)
        #expect(outer != error && error.path == [])
    }
}
