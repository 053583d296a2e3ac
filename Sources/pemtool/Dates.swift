import DERKit

/// Moments and spans of time on the command line.
enum Dates {
    /// The options of commands whose answer depends on the day.
    static let atOption = Command.Option(
        "--at", "DATE", help: "judge dates as of this day (UTC), not as of now")

    /// The moment of `--at`, or this one.
    static func moment(_ arguments: Arguments) throws(UsageError) -> DERTime {
        if let text = arguments["--at"] { return try DERTime.argument(text) }
        guard let now = DERTime.now else {
            throw UsageError("the system's clock has no date", hint: "say one with --at")
        }
        return now
    }

    /// A number of days: `30d`, `30` or `4w`.
    static func days(_ text: String) throws(UsageError) -> Int {
        let digits = text.hasSuffix("d") || text.hasSuffix("w") ? text.dropLast() : text[...]
        guard let number = Int(digits), (0...36_500).contains(number) else {
            throw UsageError(
                "'\(text.prefix(20))' is no number of days", hint: "write 30d for days or 4w for weeks")
        }
        return text.hasSuffix("w") ? number * 7 : number
    }
}
