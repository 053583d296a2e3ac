import PinPolicies

// The changes that a report on a failure recommends.
extension FailureReport {
    /// The recommended changes, most certain first; one that depends on facts outside the message begins with `if`.
    var changes: [String] {
        let first = replacements.map { $0.text }
        let usual = failure.meaning.changes(failure)
        if failure.meaning == .hostName,
            given.contains(where: { fact($0.certificate)?.hasPrefix("has") ?? false })
        {
            return ["the server probably did not send the given certificate; look at the chain that it sends"]
        }
        guard failure.meaning.isAboutKeys, failure.meaning != .fingerprint else { return first + usual }
        if pinned.contains(where: { $0.sent.map(isCompared) ?? false && !$0.isCut && !$0.isMisspelled }) {
            return first + [
                isGiven
                    ? FailureReport.isPinnedAnyway
                    : "nothing here explains the failure: a certificate that was sent has one of these pins"
            ] + (isGiven ? proxies : [])
        }
        var changes = first + otherConfiguration
        let lacksPins = pinned.isEmpty
        if lacksPins || sent.isEmpty { changes += usual + missing }
        changes += proxies
        guard !lacksPins, !sent.isEmpty, first.isEmpty, proxies.isEmpty else { return changes }
        if sent.count > 1, !owners.contains(where: { $0 != nil }) {
            changes.append(
                "none of the keys \(isGiven ? "given" : "sent") belongs to a known public CA; first check whether "
                    + "there is a proxy between the app and the server")
        }
        let key = pins.first.flatMap { $0 }.map { (pin) in
            "if \(spelling(pin)) is the pin of the server's key, ship a version with that pin"
        }
        changes.append(
            (key ?? "ship a version with the pin of the server's key")
                + ", or let the server use a key that is pinned")
        if given.isEmpty {
            changes.append(
                "give the server's certificates along with the message, to check for known mistakes")
        }
        return changes + moves
    }

    static let isPinnedAnyway =
        "a given certificate has one of these pins; if the server sent it, something else is wrong"

    /// The conclusion if the given configurations do not contain the pins in the message.
    private var otherConfiguration: [String] {
        let missing = pinned.filter { (one) in
            one.diagnosis.spelling.pin.map { !configured.contains($0) } ?? false
        }
        guard let one = missing.first, !failure.pinned.isEmpty, !configured.isEmpty else { return [] }
        return [
            "the app that failed has a different configuration: the given one lacks \(displayed(one.text))"
        ]
    }

    /// Advice on replacing each wrong, truncated or misspelled pin whose correct pin is known, and the correct pin.
    var replacements: [(text: String, right: String)] {
        pinned.compactMap { (one) in
            let place = one.sent.flatMap { one.isCut || one.isMisspelled && isCompared($0) ? $0 : nil }
            let own = place.flatMap { pins[$0] }
            let mistake = one.sent == nil ? one.mistake?.match : nil
            // A mistake that gives the same result for every key does not tell which pin is right.
            let right = own ?? (mistake?.objectIndex == nil ? nil : mistake?.rightPin)
            return right.map { ("replace \(displayed(one.text)) with \(spelling($0))", spelling($0)) }
        }
    }

    /// Returns a pin in the spelling that the software reads.
    private func spelling(_ pin: Pin) -> String {
        failure.source == .kubeadm
            ? "sha256:\(pin.formatted(.hex))" : failure.source.consumer?.spelling(of: pin) ?? pin.base64
    }

    /// The missing input that is needed to compare the pins.
    private var missing: [String] {
        if pinned.isEmpty, hasConfiguration { return ["the given configuration has no pins for this host"] }
        return switch (pinned.isEmpty, sent.isEmpty) {
        case (true, true):
            [
                "give the server's certificates and the app's configuration along with the message, to compare them"
            ]
        case (true, false):
            [
                "the message does not list the app's pins; to compare them, give the app's configuration or its pins "
                    + "along with the message"
            ]
        case (false, true): ["give the server's certificates along with the message, to compare their keys"]
        case (false, false): []
        }
    }

    /// The advice about a program that intercepts the connection, if a name reveals it.
    private var proxies: [String] {
        let names = sent.lazy.compactMap { (certificate) in
            InterceptingProxy.name(in: certificate.name)
                ?? certificate.certificate.flatMap { InterceptingProxy.name(in: $0.issuer.description) }
        }
        guard let name = names.first else { return [] }
        return [
            "\(name) intercepted the connection with a certificate of its own; connect without it, and do not pin its key"
        ]
    }

    /// The advice if the server moved from a pinned CA key to another one, of the same owner or a different one.
    private var moves: [String] {
        guard let owner = pinned.lazy.compactMap({ $0.owner }).first else { return [] }
        guard let now = owners.lazy.compactMap({ $0 }).first(where: { $0.hasOwner(of: owner) }) else {
            return [
                "the server may use a new CA; it sent no certificate of the CA that the app pins: \(keys.text(owner))"
            ]
        }
        let names =
            "the app pins \(escapedForDisplay(owner.name)), and the chain has \(escapedForDisplay(now.name))"
        guard owner.role == .root || now.role == .root else {
            let root = owners.lazy.compactMap { $0 }.first { $0.role == .root }
            return [
                "the CA is the same, but another of its intermediates issued the certificate: \(names); a renewal may "
                    + "use yet another, so pin the CA's root"
                    + (root.map { ", \(escapedForDisplay($0.name))," } ?? "") + " or the server's own key"
            ]
        }
        return [
            "the CA is the same, but the certificate is from another of its hierarchies: \(names); pin a key of the "
                + "new hierarchy as well"
        ]
    }
}
