import DERKit
import Testing

@testable import PinPolicies

/// The limits of ballot SC-081 of the CA/Browser Forum, on the days before and on which they begin.
@Suite struct ServerCertificateNotesTests {
    @Test(
        arguments: [
            (2020, 8, 31, nil), (2020, 9, 1, 398), (2026, 3, 14, 398), (2026, 3, 15, 200), (2027, 3, 14, 200),
            (2027, 3, 15, 100), (2029, 3, 14, 100), (2029, 3, 15, 47), (2040, 1, 1, 47),
        ] as [(Int, Int, Int, Int64?)])
    func limit(_ year: Int, _ month: Int, _ day: Int, _ days: Int64?) throws {
        let time = try #require(DERTime(year: year, month: month, day: day, hour: 23, minute: 59, second: 59))
        #expect(ServerCertificateNotes.limit(at: time)?.days == days)
    }
}
