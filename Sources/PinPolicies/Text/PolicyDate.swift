import DERKit
import SPKIHash

/// The days of a policy, written `yyyy-MM-dd` and counted in UTC, as TrustKit and Android have them.
public enum PolicyDate {
    /// The first second of a day.
    ///
    /// - Throws: ``PolicyError`` for another form, and for a day that does not exist. (TrustKit takes such a
    ///   text for no date at all, and then never stops enforcing.)
    public static func read(_ text: some StringProtocol) throws(PolicyError) -> DERTime {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[2].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            let time = DERTime(year: year, month: month, day: day)
        else {
            throw PolicyError(
                .badDate, "\"\(displayed(String(text)))\" is no date", hint: "write it as 2027-01-31")
        }
        return time
    }

    /// `2027-01-31`.
    public static func write(_ time: DERTime) -> String { String(time.description.prefix(10)) }
}
