import DERKit
import SPKIHash
import X509Model

/// Dates and time spans on the command line.
enum Dates {
    /// The option of commands whose answer depends on the date.
    static let atOption = Command.Option("--at DATE", "check dates as of DATE (UTC) instead of now")

    /// Returns the time of `--at`, or the current time.
    static func moment(_ arguments: Arguments) throws(UsageError) -> DERTime {
        if let text = arguments["--at"] { return try DERTime.argument(text) }
        guard let now = DERTime.now else {
            throw UsageError("the system clock has no valid date", hint: "set one with --at")
        }
        return now
    }

    /// Reads a number of days: `30d`, `30` or `4w`.
    static func days(_ text: String) throws(UsageError) -> Int {
        let digits = text.hasSuffix("d") || text.hasSuffix("w") ? text.dropLast() : text[...]
        guard let number = Int(digits), (0...36_500).contains(number) else {
            throw UsageError(
                "invalid number of days \(Pin.shown(text, shortest: Pin.shortestKeyInOption))",
                hint: "write 30d for days or 4w for weeks")
        }
        return text.hasSuffix("w") ? number * 7 : number
    }
}

extension DERTime {
    /// The current time according to the system clock.
    static var now: DERTime? { DERTime(secondsSince1970: System.secondsSince1970()) }

    /// Reads the time of `--at`: `2026-03-01` or `2026-03-01T12:00:00Z`, both in UTC, or seconds since 1970,
    /// such as `@1772323200`.
    static func argument(_ text: String) throws(UsageError) -> DERTime {
        if let time = text.hasPrefix("@") ? Int64(text.dropFirst()).flatMap(DERTime.init) : parsed(text) {
            return time
        }
        throw UsageError(
            "invalid date \(Pin.shown(text, shortest: Pin.shortestKeyInOption))",
            hint: "write it as 2026-03-01 or 2026-03-01T12:00:00Z (UTC)")
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
