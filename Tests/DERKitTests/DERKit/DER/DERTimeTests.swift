import DERKit
import Testing

@Suite struct DERTimeTests {
    @Test func secondsSince1970MatchPython() throws {
        let rows = try Vectors.table("expected/times.tsv")
        #expect(rows.count > 1000)
        var earlier: (seconds: Int64, time: DERTime)?
        for row in rows {
            let text = try row("generalized_time")
            let seconds = try #require(Int64(try row("seconds_since_1970")))
            let der = [0x18, 15] + Array(text.utf8)
            let time = try onlyElement(der).time(in: der.span)
            #expect(time.secondsSince1970 == seconds, "\(text)")
            if let earlier {
                #expect((earlier.time < time) == (earlier.seconds < seconds), "\(text)")
                #expect((earlier.time == time) == (earlier.seconds == seconds), "\(text)")
            }
            earlier = (seconds, time)
            // The same moment as UTCTime, if UTCTime can express it.
            guard (1950...2049).contains(time.year) else { continue }
            let short = [0x17, 13] + Array(text.utf8.dropFirst(2))
            #expect(try onlyElement(short).time(in: short.span) == time, "\(text)")
        }
    }

    @Test func timesAreDescribedInISO8601() {
        let late = DERTime(year: 2022, month: 3, day: 30, hour: 23, minute: 59, second: 59)
        #expect(late?.description == "2022-03-30T23:59:59Z")
        #expect(DERTime(year: 0, month: 1, day: 2)?.description == "0000-01-02T00:00:00Z")
        #expect(DERTime(year: 9999, month: 12, day: 31)?.description == "9999-12-31T00:00:00Z")
    }

    @Test func fieldsOutOfRangeAreRejected() {
        #expect(DERTime(year: -1, month: 1, day: 1) == nil)
        #expect(DERTime(year: 10_000, month: 1, day: 1) == nil)
        #expect(DERTime(year: 2000, month: 0, day: 1) == nil)
        #expect(DERTime(year: 2000, month: 13, day: 1) == nil)
        for hour in [-1, 24] { #expect(DERTime(year: 2000, month: 1, day: 1, hour: hour) == nil) }
        for minute in [-1, 60] { #expect(DERTime(year: 2000, month: 1, day: 1, minute: minute) == nil) }
        for second in [-1, 60] { #expect(DERTime(year: 2000, month: 1, day: 1, second: second) == nil) }
    }

    @Test func everyMonthHasTheRightNumberOfDays() {
        let days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        for (year, isLeap) in [
            (0, true), (4, true), (100, false), (400, true), (1900, false), (2000, true), (2023, false),
            (2024, true), (2100, false), (9996, true), (9999, false),
        ] {
            for month in 1...12 {
                let last = days[month - 1] + (month == 2 && isLeap ? 1 : 0)
                #expect(DERTime(year: year, month: month, day: 0) == nil)
                #expect(DERTime(year: year, month: month, day: last) != nil, "\(year) \(month)")
                #expect(DERTime(year: year, month: month, day: last + 1) == nil, "\(year) \(month)")
            }
        }
    }

    @Test func onlyUTCTimeAndGeneralizedTimeAreTimes() throws {
        try Refused(
            "16 0d 32 30 30 31 30 31 30 30 30 30 30 30 5a", .unexpectedTag, at: 0,
            "unexpected IA5String; expected UTCTime or GeneralizedTime"
        ).check { (element, der) throws(DERError) in try element.time(in: der.span) }
    }
}
