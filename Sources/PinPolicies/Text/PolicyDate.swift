import SPKIHash

/// The dates of a policy, in the form `yyyy-MM-dd` and in UTC, as in TrustKit and Android.
package enum PolicyDate {
    /// Returns the time at which a day starts.
    ///
    /// - Throws: ``PolicyError`` if the form is wrong or the day does not exist. (TrustKit ignores such a date and
    ///   never stops enforcing the pins.)
    package static func read(
        _ text: some StringProtocol, at position: TextPosition? = nil
    ) throws(PolicyError) -> DERTime {
        guard let time = DERTime(day: text) else {
            throw PolicyError(
                .badDate, "invalid date \(Pin.shown(String(text)))", hint: hint(for: text), position: position
            )
        }
        return time
    }

    /// Returns a hint with the intended day if it is unambiguous, or otherwise with the expected form.
    private static func hint(for text: some StringProtocol) -> String {
        let form = "write the year, the month and the day, as in 2027-01-31"
        let parts = text.utf8.prefix(32).split { !(0x30...0x39).contains($0) }
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count >= 3, let year = parts.firstIndex(where: { $0.utf8.count == 4 }), year != 1 else {
            return form
        }
        let rest = parts[..<3].filter { $0.utf8.count <= 2 }.compactMap { Int($0) }
        guard rest.count == 2, let number = Int(parts[year]), year == 0 || parts.count == 3 else {
            return form
        }
        // If the year comes first, the month follows; if it comes last, month and day may be in either order.
        let orders = year == 0 ? [(rest[0], rest[1])] : [(rest[0], rest[1]), (rest[1], rest[0])]
        let days = Set(orders.compactMap { DERTime(year: number, month: $0.0, day: $0.1) }.map { write($0) })
        guard days.count == 1, let day = days.first else { return form }
        return "write it as \(day)"
    }

    /// Returns the day of a time, as in `2027-01-31`.
    package static func write(_ time: DERTime) -> String { String(time.description.prefix(10)) }
}
