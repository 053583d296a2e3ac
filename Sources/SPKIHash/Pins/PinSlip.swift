import DERKit
import X509Model

/// A pin that was copied with a typo: one place where characters differ, are missing or are too many, or a few single
/// characters that are others.
package struct PinSlip {
    /// What differs, in one sentence without a final period.
    let message: String

    /// The most characters that differ; a pin of another key differs in nearly all.
    private static let most = 3

    /// Returns nil if the text is not a form of the pin, or the very pin.
    ///
    /// - Parameter body: the text without what a tool or a configuration puts around it.
    init?(_ body: [UInt8], of pin: Pin) {
        // A pin without its padding is one.
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
}

extension PinSlip {
    /// Texts by parts of them that a typo leaves as they are, so that few are compared with a pin in full.
    ///
    /// Where one place differs, either the first ten characters are right or the last ten; where three characters
    /// differ, one of four tens is right.
    struct Parts: Sendable {
        private var texts: [[UInt8]: [Int]] = [:]

        init(_ bodies: [[UInt8]]) {
            for (number, body) in bodies.enumerated() where (40...67).contains(body.count) {
                for part in Parts.parts(of: body) { texts[part, default: []].append(number) }
            }
        }

        /// The texts that may be the pin with a typo, in their order.
        func candidates(for pin: Pin) -> [Int] {
            guard !texts.isEmpty else { return [] }
            let base64 = Array(pin.base64.utf8)
            let forms =
                [base64, base64.dropLast()] + [false, true].map { Array(hex(pin.bytes, uppercase: $0).utf8) }
            return Set(forms.flatMap(Parts.parts).flatMap { texts[$0] ?? [] }).sorted()
        }

        /// Ten characters each, and before them the place where they are.
        private static func parts(of text: [UInt8]) -> [[UInt8]] {
            let fromStart = (0..<4).map { (place) in
                [UInt8(place)] + text.dropFirst(10 * place).prefix(10)
            }
            return fromStart + [[4] + text.suffix(10)]
        }
    }
}

extension PinSlip {
    /// How a text differs from a pin that it was meant to be; `nil` if it is not a form of it, or is the pin itself.
    package static func message(ofText text: String, for pin: Pin) -> String? {
        PinSlip(Array(text.utf8), of: pin)?.message
    }
}
