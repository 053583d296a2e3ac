import X509Model

/// A pin with a typo: characters that differ, are missing or are added in one place, or a few characters that differ in
/// separate places.
package struct PinSlip {
    /// The difference in one sentence without a final period.
    package let message: String

    /// The maximum number of characters that differ; the pin of another key differs in nearly all its characters.
    private static let most = 3

    /// Creates the typo; `nil` if the text is not similar to the pin, or is the pin itself.
    ///
    /// - Parameter body: the text without anything that a tool or a configuration adds around it.
    package init?(_ body: [UInt8], of pin: Pin) {
        // A pin without padding is still a pin.
        let isPadded = body.last == UInt8(ascii: "=")
        let base64 = Array(isPadded ? pin.base64.utf8[...] : pin.base64.utf8.dropLast())
        let slip =
            PinSlip.message(body, base64)
            ?? PinSlip.message(body, Array(hex(pin.bytes, uppercase: PinSlip.isUpperCase(body)).utf8))
        guard let slip else { return nil }
        message = slip
    }

    private static func isUpperCase(_ text: [UInt8]) -> Bool {
        text.contains { (0x41...0x46).contains($0) } && !text.contains { (0x61...0x66).contains($0) }
    }

    private static func message(_ written: [UInt8], _ right: [UInt8]) -> String? {
        guard abs(written.count - right.count) <= most, written != right else { return nil }
        let start = zip(written, right).prefix { $0 == $1 }.count
        let shorter = min(written.count, right.count)
        let end = zip(written.reversed(), right.reversed()).prefix { $0 == $1 }.count
        let kept = min(end, shorter - start)
        let there = written[start..<written.count - kept]
        let wanted = right[start..<right.count - kept]
        if max(there.count, wanted.count) <= most {
            let text = escaped(Array(there))
            let rightText = escaped(Array(wanted))
            let place = "character \(start + 1)"
            if there.isEmpty { return "\(rightText) is missing at \(place)" }
            if wanted.isEmpty { return "extra \(text) at \(place)" }
            return "\(text) instead of \(rightText) at \(place)"
        }
        guard written.count == right.count else { return nil }
        let places = written.indices.filter { written[$0] != right[$0] }
        guard places.count <= most else { return nil }
        let differences = places.map { (place) in
            "\(escaped([written[place]])) instead of \(escaped([right[place]])) "
                + "at character \(place + 1)"
        }
        return differences.joined(separator: "; ")
    }

    /// An index of texts by parts that a typo leaves unchanged, so that only a few texts are fully compared with a pin.
    ///
    /// If one place differs, the first or the last ten characters are correct; if three characters differ, one of four
    /// groups of ten is correct.
    struct Parts: Sendable {
        private var texts = NumberedTexts()

        init(_ bodies: some Sequence<[UInt8]>) {
            for (number, body) in bodies.enumerated() where (40...67).contains(body.count) {
                for part in Parts.parts(of: body) { texts.add(part, text: number) }
            }
            texts.sort()
        }

        /// Returns the texts, in order, that may be the pin with a typo.
        func candidates(for pin: Pin) -> [Int] {
            guard !texts.isEmpty else { return [] }
            let base64 = Array(pin.base64.utf8)
            let forms =
                [base64, base64.dropLast()] + [false, true].map { Array(hex(pin.bytes, uppercase: $0).utf8) }
            return Set(forms.flatMap(Parts.parts).flatMap { texts[$0].map { Int($0.text) } }).sorted()
        }

        /// Returns groups of ten base64 characters as numbers, after the place of the group. Others count as A.
        static func parts(of text: [UInt8]) -> [UInt64] {
            let fromStart = (0..<4).map { (text.dropFirst(10 * $0).prefix(10), UInt64($0)) }
            return (fromStart + [(text.suffix(10), 4)]).map { (characters, place) in
                characters.reduce(place) { $0 << 6 | UInt64(Base64.value(of: $1) ?? 0) }
            }
        }
    }
}
