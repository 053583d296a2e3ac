import DERKit
import Testing

@testable import pemtool

@Suite struct RelativeDateTests {
    @Test(arguments: [
        ("2026-01-01T00:00:00Z", "in 0 seconds"), ("2026-01-01T00:00:01Z", "in 1 second"),
        ("2026-01-01T00:05:00Z", "in 5 minutes"), ("2025-12-31T21:00:00Z", "3 hours ago"),
        ("2026-01-13T00:00:00Z", "in 12 days"), ("2025-12-31T00:00:00Z", "24 hours ago"),
        ("2025-11-30T00:00:00Z", "32 days ago"), ("2026-07-02T00:00:00Z", "in 182 days"),
        ("2023-12-31T00:00:00Z", "2 years ago"), ("9999-12-31T23:59:59Z", "in 7973 years"),
        ("0000-01-01T00:00:00Z", "2026 years ago"),
    ])
    func distancesHaveOneUnit(moment: String, text: String) throws {
        let now = try DERTime.argument("2026-01-01")
        #expect(FieldText.relative(try DERTime.argument(moment), from: now) == text)
    }

    @Test func datesAreReadFromArguments() throws {
        #expect(try DERTime.argument("2026-02-28").description == "2026-02-28T00:00:00Z")
        #expect(try DERTime.argument("2024-02-29T23:59:59Z").description == "2024-02-29T23:59:59Z")
        #expect(try DERTime.argument("@0").description == "1970-01-01T00:00:00Z")
        for text in [
            "", "2026", "2026-13-01", "2026-02-30", "2026-1-1", "01.02.2026", "2026-01-01T00:00:00", "@x",
        ] {
            #expect(throws: UsageError.self) { try DERTime.argument(text) }
        }
    }
}
