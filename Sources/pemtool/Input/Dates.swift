import SPKIHash

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
                "invalid number of days \(Pin.shown(text))",
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
            "invalid date \(Pin.shown(text))",
            hint: "write it as 2026-03-01 or 2026-03-01T12:00:00Z (UTC)")
    }

    private static func parsed(_ text: String) -> DERTime? {
        let form = text.utf8.map { isDecimalDigit($0) ? UInt8(ascii: "0") : $0 }
        guard String(decoding: form, as: UTF8.self) == "0000-00-00T00:00:00Z" else {
            return DERTime(day: text)
        }
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        return DERTime(
            year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
            second: numbers[5])
    }
}
