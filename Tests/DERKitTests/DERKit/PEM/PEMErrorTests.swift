import DERKit
import Testing

@Suite struct PEMErrorTests {
    @Test func codesAreAContract() {
        #expect(
            PEMError.Code.allCases.map(\.rawValue).prefix(8) == [
                "malformed-boundary", "missing-end", "label-mismatch", "malformed-header",
                "invalid-character", "invalid-padding", "incomplete-base64", "empty",
            ])
    }
}
