import DERKit
import Foundation
import Testing

@Suite struct DERTimeSecondsTests {
    /// Days from 1600 to 2517, against Foundation, whose calendar is Julian before 1582.
    @Test func secondsAndDatesConvertBothWays() throws {
        let formatter = ISO8601DateFormatter()
        for day in stride(from: Int64(-135_000), through: 200_000, by: 37) {
            let seconds = day * 86_400 + (day & 0xffff)
            let time = try #require(DERTime(secondsSince1970: seconds))
            #expect(time.secondsSince1970 == seconds)
            #expect(time.description == formatter.string(from: Date(timeIntervalSince1970: Double(seconds))))
        }
    }

    @Test func yearsRunFrom0To9999() {
        #expect(DERTime(secondsSince1970: 253_402_300_799)?.description == "9999-12-31T23:59:59Z")
        #expect(DERTime(secondsSince1970: 253_402_300_800) == nil)
        #expect(DERTime(secondsSince1970: -62_167_219_200)?.description == "0000-01-01T00:00:00Z")
        #expect(DERTime(secondsSince1970: -62_167_219_201) == nil)
        #expect(DERTime(secondsSince1970: .max) == nil)
        #expect(DERTime(secondsSince1970: .min) == nil)
    }
}
