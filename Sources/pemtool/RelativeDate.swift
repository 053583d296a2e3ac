import DERKit

/// How far a moment lies from another, in one unit: `in 12 days`, `2 years ago`.
func relativeDate(_ moment: DERTime, from now: DERTime) -> String {
    let distance = moment.secondsSince1970 - now.secondsSince1970
    let seconds = distance.magnitude
    let day: UInt64 = 86_400
    let (count, unit): (UInt64, String) =
        switch seconds {
        case ..<120: (seconds, "second")
        case ..<7_200: (seconds / 60, "minute")
        case ..<(2 * day): (seconds / 3_600, "hour")
        case ..<(60 * day): (seconds / day, "day")
        // A month and a year of the Gregorian calendar, on average.
        case ..<(730 * day): (seconds / 2_629_746, "month")
        default: (seconds / 31_556_952, "year")
        }
    let text = "\(count) \(unit)\(count == 1 ? "" : "s")"
    return distance < 0 ? "\(text) ago" : "in \(text)"
}

extension DERTime {
    /// This moment, by the clock of the system.
    static var now: DERTime? { DERTime(secondsSince1970: System.secondsSince1970()) }

    /// The moment that `--at` names: `2026-03-01`, `2026-03-01T12:00:00Z`, both in UTC, or seconds since 1970
    /// as `@1772323200`.
    static func argument(_ text: String) throws(UsageError) -> DERTime {
        if let time = text.hasPrefix("@") ? Int64(text.dropFirst()).flatMap(DERTime.init) : parsed(text) {
            return time
        }
        throw UsageError(
            "'\(safe(text))' is no date", hint: "write it as 2026-03-01 or 2026-03-01T12:00:00Z, in UTC")
    }

    private static func parsed(_ text: String) -> DERTime? {
        let form = Array("0000-00-00T00:00:00Z".utf8)
        let octets = Array(text.utf8)
        guard octets.count == 10 || octets.count == form.count else { return nil }
        var numbers: [Int] = [0]
        for (octet, pattern) in zip(octets, form) {
            if pattern == UInt8(ascii: "0") {
                guard (0x30...0x39).contains(octet) else { return nil }
                numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(octet - 0x30)
            } else {
                guard octet == pattern else { return nil }
                numbers.append(0)
            }
        }
        let isDay = octets.count == 10
        return DERTime(
            year: numbers[0], month: numbers[1], day: numbers[2], hour: isDay ? 0 : numbers[3],
            minute: isDay ? 0 : numbers[4], second: isDay ? 0 : numbers[5])
    }
}
