import DERKit
import SPKIHash
import X509Model

/// The output of `diagnose` for a message with which an app refused a server.
///
///     OkHttp refused api.example.com
///       sent    1  sha256/…  CN=api.example.com
///       pinned  sha256/…     the key of ISRG Root X1, …; root
///       change  …
struct FailureReport {
    /// A pin of the app and its explanation.
    private struct Pinned {
        let text: String
        let spelling: PinSpelling
        let owner: KnownCAKey?
        /// The certificate that was sent with this key.
        let sent: Int?
        /// The mistake behind the pin, and the right pin.
        let mistake: (message: String, right: Pin?)?
    }

    private let failure: PinFailure
    private let keys: CAKeys
    private let pinned: [Pinned]
    private let owners: [KnownCAKey?]
    /// The pins of what was sent, if the message or the table of CAs has them.
    private let pins: [Pin?]

    init(_ failure: PinFailure, _ keys: CAKeys) {
        self.failure = failure
        self.keys = keys
        let owners = failure.sent.map { (certificate) in
            certificate.pin.map { keys.owner(of: $0) } ?? certificate.part.flatMap { keys.owner(of: $0) }
        }
        let pins = failure.sent.indices.map { failure.sent[$0].pin ?? owners[$0]?.pin }
        (self.owners, self.pins) = (owners, pins)
        pinned = failure.pinned.map { (text) in
            let spelling = PinSpelling(text)
            let sent = spelling.pin.flatMap { (pin) in pins.firstIndex { $0 == pin } }
            return Pinned(
                text: Pin.disclosed(text), spelling: spelling,
                owner: spelling.pin.flatMap { keys.owner(of: $0) },
                sent: sent,
                mistake: sent == nil ? FailureReport.mistake(spelling, pins) : nil)
        }
    }

    /// Returns a mistake in a pin that can be found without its key.
    private static func mistake(
        _ spelling: PinSpelling, _ pins: [Pin?]
    ) -> (message: String, right: Pin?)? {
        if let pin = spelling.pin, let what = KnownBadDigest.what(pin.bytes) { return (what, nil) }
        for (place, right) in pins.enumerated() {
            guard let right, let typo = PinSlip(Array(spelling.body.utf8), of: right) else { continue }
            return ("the pin of certificate \(place + 1) with a typo: \(typo.message)", right)
        }
        if let pin = spelling.pin, pins.contains(where: { $0.flatMap { hashedTwice($0) } == pin }) {
            return ("the hash of a pin's hash", nil)
        }
        return nil
    }

    private static func hashedTwice(_ pin: Pin) -> Pin? { Pin(bytes: SHA256.hash(pin.bytes)) }

    // MARK: Text

    var lines: [String] {
        var lines = [
            "\(failure.source.rawValue) refused \(failure.host.map { escapedForDisplay($0) } ?? "the server")"
        ]
        for (place, certificate) in failure.sent.enumerated() {
            // Names from a certificate are already escaped.
            let text =
                failure.source == .report ? certificate.name : escapedForDisplay(certificate.name)
            let name = (certificate.isIssuer ? "issued by " : "") + text
            let owner = owners[place].map { "; the key of \(keys.text($0))" } ?? ""
            let pin = self.text(ofPinAt: place).map { $0 + "  " } ?? ""
            lines += row(place == 0 ? "sent" : "", "\(place + 1)  \(pin)\(name)\(owner)")
        }
        for (place, one) in pinned.enumerated() {
            lines += row(place == 0 ? "pinned" : "", "\(escapedForDisplay(one.text))  \(what(one))")
        }
        for (place, change) in changes.enumerated() { lines += row(place == 0 ? "change" : "", change) }
        return lines
    }

    /// Returns the pin of a certificate that was sent, or as much of it as the message has.
    private func text(ofPinAt place: Int) -> String? {
        if let pin = pins[place] { return "\(pin)" }
        return failure.sent[place].part.map { "SHA-256 \(hex($0.head))...\(hex($0.tail))" }
    }

    private func row(_ name: String, _ text: String) -> [String] {
        paragraph(text, lead: "  " + padded(name, 6) + "  ", indent: 13)
    }

    private func what(_ one: Pinned) -> String {
        if let sent = one.sent { return "the key of certificate \(sent + 1), which was sent" }
        if let mistake = one.mistake { return mistake.message }
        if let owner = one.owner { return "the key of \(keys.text(owner)), which was not sent" }
        return "a key that was not sent and does not belong to a known public CA"
    }

    /// The recommended changes, most certain first; any that depends on facts outside the message begins with
    /// `if`.
    private var changes: [String] {
        var changes: [String] = []
        for one in pinned {
            guard let right = one.mistake?.right else { continue }
            changes.append("replace \(escapedForDisplay(one.text)) with \(right)")
        }
        if pinned.contains(where: { $0.sent != nil }) {
            return changes + [
                "nothing here explains the failure: a certificate that was sent has one of these pins"
            ]
        }
        guard !pinned.isEmpty else {
            return [
                "the message does not have the app's pins; pemtool diagnose --policy compares them with the server's "
                    + "chain"
            ]
        }
        guard changes.isEmpty, let first = pins.first, let first else { return changes }
        if failure.sent.count > 1, !owners.contains(where: { $0 != nil }) {
            changes.append(
                "none of the keys sent belongs to a known public CA; first check whether there is a proxy between the "
                    + "app and the server")
        }
        changes.append(
            "if \(first) is the server's key (pemtool pin of its certificate prints the same), ship a version with "
                + "that pin, or let the server use a key that is pinned")
        let pinnedCAs = pinned.compactMap { $0.owner }
        if let owner = pinnedCAs.first {
            changes.append(
                "if the server changed its CA: the app pins \(keys.text(owner)), and no certificate of it was sent"
            )
        }
        return changes
    }

    /// Returns the source of the owners.
    func source(at now: DERTime?) -> String? {
        let hasOwner = owners.contains { $0 != nil } || pinned.contains { $0.owner != nil }
        return hasOwner ? keys.source(at: now) : nil
    }

    // MARK: JSON

    var json: JSON.Fields {
        [
            ("schema", "pemtool/1"), ("kind", "pin-failure"),
            ("reported_by", .string(failure.source.rawValue)), ("host", .text(failure.host)),
            (
                "sent",
                .objects(Array(failure.sent.enumerated())) { (place, certificate) in
                    [
                        ("pin", .pin(pins[place])),
                        (certificate.isIssuer ? "issuer" : "subject", .string(certificate.name)),
                        ("owner", keys.json(owners[place])),
                    ]
                }
            ),
            (
                "pinned",
                .objects(pinned) { (one) in
                    [
                        ("text", .string(one.text)), ("pin", .pin(one.spelling.pin)),
                        ("sent", one.sent.map { .count($0) } ?? .null), ("owner", keys.json(one.owner)),
                        ("message", .string(what(one))), ("right_pin", .pin(one.mistake?.right)),
                    ]
                }
            ),
            ("changes", .texts(changes)),
        ]
    }
}
