import DERKit
import Testing

@Suite struct PEMErrorTests {
    @Test func codesAreAContract() {
        #expect(
            [
                IssueCode.malformedBoundary, .missingEnd, .labelMismatch, .malformedHeader, .invalidCharacter,
                .invalidPadding, .incompleteBase64, .empty,
            ].map(\.rawValue) == [
                "malformed-boundary", "missing-end", "label-mismatch", "malformed-header",
                "invalid-character", "invalid-padding", "incomplete-base64", "empty",
            ])
    }
}
