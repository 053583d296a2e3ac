import SPKIHash
import Testing

@testable import pemtool

/// The words of `diagnose` about the meanings of failure messages.
@Suite struct FailureWordsTests {
    @Test(arguments: PinFailure.Meaning.allCases)
    func everyMeaningHasWords(_ meaning: PinFailure.Meaning) {
        #expect(!meaning.message(nil).isEmpty)
    }
}
