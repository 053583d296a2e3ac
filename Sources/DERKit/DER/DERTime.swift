/// A time in UTC, to the second, as in a certificate's UTCTime or GeneralizedTime.
public struct DERTime: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The year, 0 to 9999.
    package let year: Int
    /// The month, 1 to 12.
    package let month: Int
    /// The day of the month, from 1.
    package let day: Int
    /// The hour, 0 to 23.
    package let hour: Int
    /// The minute, 0 to 59.
    package let minute: Int
    /// The second, 0 to 59.
    package let second: Int

    /// Creates a time from its parts in the proleptic Gregorian calendar, in UTC.
    ///
    /// Returns `nil` if a part is out of range, as in February 30.
    public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= DERTime.days(inMonth: month, year: year),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Creates a time from the number of seconds since 1970-01-01T00:00:00Z without leap seconds; `nil` if its year is
    /// not in the range 0 to 9999.
    public init?(secondsSince1970 seconds: Int64) {
        // The range is from the first second of year 0 to the last second of year 9999.
        guard (-62_167_219_200...253_402_300_799).contains(seconds) else { return nil }
        // Years begin in March, and days count from March 1 of year 0, so that a leap day is the last day of its year.
        let shifted = seconds + 719_468 * 86_400
        let days = Int((shifted >= 0 ? shifted : shifted - 86_399) / 86_400)
        let secondOfDay = Int(shifted - Int64(days) * 86_400)
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.init(
            year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, hour: secondOfDay / 3600,
            minute: secondOfDay / 60 % 60, second: secondOfDay % 60)
    }

    /// The number of seconds since 1970-01-01T00:00:00Z without leap seconds; negative for earlier times.
    public var secondsSince1970: Int64 {
        // Years begin in March, so that a leap day is the last day of its year.
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    }

    /// Returns whether one time is earlier than another.
    public static func < (one: DERTime, other: DERTime) -> Bool {
        one.secondsSince1970 < other.secondsSince1970
    }

    static func days(inMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The time in ISO 8601 and UTC: `2022-03-30T23:59:59Z`.
    public var description: String { String(writtenBy: appendText) }

    /// Appends the description to `text`.
    package func appendText(to text: inout [UInt8]) {
        func append(_ number: Int, _ end: StaticString) {
            text.append(UInt8(truncatingIfNeeded: 0x30 + number / 10 % 10))
            text.append(UInt8(truncatingIfNeeded: 0x30 + number % 10))
            text.append(literal: end)
        }
        append(year / 100, "")
        append(year, "-")
        append(month, "-")
        append(day, "T")
        append(hour, ":")
        append(minute, ":")
        append(second, "Z")
    }
}

extension DERElement {
    /// Returns the time in a UTCTime or GeneralizedTime.
    ///
    /// X.690 section 11.8 and RFC 5280 section 4.1.2.5.1 require seconds and UTC. In a UTCTime, years 50 to 99 are 1950
    /// to 1999, and years 00 to 49 are 2000 to 2049.
    ///
    /// - Throws: `unexpectedTag` for another type, `invalidValue` for another format, `outOfRange` for a date that does
    ///   not exist.
    package func time(in bytes: Span<UInt8>) throws(DERError) -> DERTime {
        switch tag {
        case .utcTime:
            try check(count: 13, "a UTCTime of 13 bytes, YYMMDDhhmmssZ")
            let year = try decimal(2, at: contentStart, in: bytes)
            return try time(year: year < 50 ? 2000 + year : 1900 + year, at: contentStart + 2, in: bytes)
        case .generalizedTime: return try generalizedTime(in: bytes)
        default:
            throw DERError(.unexpectedTag, at: start, expected: "UTCTime or GeneralizedTime", found: "\(tag)")
        }
    }

    /// Returns the time in a GeneralizedTime, whatever its tag.
    ///
    /// X.690 section 11.7 and RFC 5280 section 4.1.2.5.2 require seconds and UTC, and forbid fractions.
    ///
    /// - Throws: `invalidValue` for another format, `outOfRange` for a date that does not exist.
    package func generalizedTime(in bytes: Span<UInt8>) throws(DERError) -> DERTime {
        try check(count: 15, "a GeneralizedTime of 15 bytes, YYYYMMDDhhmmssZ")
        return try time(year: try decimal(4, at: contentStart, in: bytes), at: contentStart + 4, in: bytes)
    }

    private func check(count wanted: Int, _ expected: @autoclosure () -> String) throws(DERError) {
        guard count == wanted else {
            throw DERError(.invalidValue, at: start, expected: expected(), found: byteCount(count))
        }
    }

    /// Returns the decimal number in `digits` octets at `place`.
    func decimal(_ digits: Int, at place: Int, in bytes: Span<UInt8>) throws(DERError) -> Int {
        var number = 0
        for offset in place..<place + digits {
            let digit = Int(bytes[offset]) - 0x30
            guard (0...9).contains(digit) else {
                throw DERError(
                    .invalidValue, at: offset, expected: "a digit in the \(tag)",
                    found: "byte \(hex(bytes[offset]))")
            }
            number = number * 10 + digit
        }
        return number
    }

    /// Reads the parts from the month to the second at `place`, and the Z at the end, and returns the time in `year`.
    func time(year: Int, at place: Int, in bytes: Span<UInt8>) throws(DERError) -> DERTime {
        let month = try decimal(2, at: place, in: bytes)
        let day = try decimal(2, at: place + 2, in: bytes)
        let hour = try decimal(2, at: place + 4, in: bytes)
        let minute = try decimal(2, at: place + 6, in: bytes)
        let second = try decimal(2, at: place + 8, in: bytes)
        guard bytes[place + 10] == UInt8(ascii: "Z") else {
            throw DERError(
                .invalidValue, at: place + 10, expected: "Z (UTC) at the end of the \(tag)",
                found: "byte " + hex(bytes[place + 10]))
        }
        guard
            let time = DERTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else {
            throw DERError(
                .outOfRange, at: contentStart, expected: "a valid date",
                found: "invalid date: year \(year), month \(month), day \(day), \(hour):\(minute):\(second)")
        }
        return time
    }
}
