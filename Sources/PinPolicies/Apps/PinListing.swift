import DERKit
import SPKIHash
import X509Model

/// The pins of one file of an app or a source tree, whatever its format.
package struct PinListing: Sendable {
    /// A pin or certificate fingerprint in a file, and the settings that apply to it.
    package struct Item: Sendable {
        /// The pinned key or certificate.
        package enum Pinned: Sendable, Hashable {
            case key(Pin)
            case certificate(CertificateFingerprint)
        }

        package let pinned: Pinned
        /// The place in the file; `nil` if it is not there as text.
        package let place: Place?
        /// The hosts whose rules contain it at this place; empty if the file does not say.
        package fileprivate(set) var patterns: [HostPattern] = []
        /// The format of these rules.
        package fileprivate(set) var format: PolicyFormat?
        /// A Boolean value that indicates whether nothing in the file says that it is a pin.
        package fileprivate(set) var isBare = false
    }

    /// A place in a file.
    package struct Place: Sendable, Hashable {
        package let offset: Int
        /// Line and column; `nil` in a file that is not text.
        package let position: TextPosition?
    }

    /// The pins in the order of the file, then those that only the reader of its format found.
    package private(set) var items: [Item] = []
    /// The format of the file; `nil` if it is unknown.
    package private(set) var format: PolicyFormat?
    package private(set) var problems: [PolicyError] = []

    package init(_ bytes: [UInt8]) throws(ArchiveError) {
        let text = CompiledXML.isCompiled(bytes) ? try CompiledXML.text(of: bytes) : UTF16Text.utf8(bytes)
        let isText = !text.prefix(1 << 16).contains(0)
        let pins = PinFinder.findAll(in: text)
        let known = readFormat(text)
        let standIns = known.isEmpty ? [:] : PinListing.readStandIns(in: text, for: pins, as: known)
        let hosts = pins.isEmpty || !known.isEmpty || !isText ? nil : SourceHosts(text)
        var counts: [Pin: Int] = [:]
        for one in pins { counts[one.pin, default: 0] += 1 }
        var found: Set<Item.Pinned> = []
        for (number, one) in pins.enumerated() {
            let pinned = Item.Pinned.key(one.pin)
            found.insert(pinned)
            var item = Item(
                pinned: pinned,
                place: Place(offset: one.offset, position: isText ? one.position : nil))
            // No other pin stood in for one in several parts, so that only its own rules can be told.
            let isOnly = one.isSplit && counts[one.pin] == 1
            item.add(
                isOnly ? known[pinned] : PinListing.standIn(number).flatMap { standIns[.key($0)] })
            if let pattern = hosts?.pattern(at: one.offset) { item.patterns = [pattern] }
            item.isBare = !one.isNamed && item.patterns.isEmpty
            items.append(item)
        }
        listFingerprints(text, isText: isText, known: known, &found)
        // Hex, certificates, and text composed of constants.
        for (pinned, rules) in order(known) where !found.contains(pinned) {
            var item = Item(pinned: pinned, place: nil)
            item.add(rules)
            items.append(item)
        }
    }

    /// Lists the fingerprints of certificates in the files of plugins that compare them. In other files, 32 bytes
    /// in hex may be anything, often the digest of the certificate that signs the app.
    private mutating func listFingerprints(
        _ text: [UInt8], isText: Bool, known: [Item.Pinned: Rules], _ found: inout Set<Item.Pinned>
    ) {
        guard format?.pinsCertificatesAlone ?? false else { return }
        var lines = LineCounter()
        for one in PinFinder.fingerprints(in: text) {
            let pinned = Item.Pinned.certificate(one.fingerprint)
            found.insert(pinned)
            let position = isText ? lines.position(of: one.offset, in: text) : nil
            var item = Item(pinned: pinned, place: Place(offset: one.offset, position: position))
            item.add(known[pinned])
            items.append(item)
        }
    }

    /// Reads the hosts of each pin according to the file's format.
    private mutating func readFormat(_ text: [UInt8]) -> [Item.Pinned: Rules] {
        guard let detected = PolicyFormat.detect(text), detected.namesHosts else { return [:] }
        var known: [Item.Pinned: Rules] = [:]
        var pending = [detected]
        var seen: Set<PolicyFormat> = []
        while let next = pending.popLast() {
            guard seen.insert(next).inserted else { continue }
            do throws(PolicyError) {
                let reading = try next.read(text)
                // A fingerprint without a host is listed without one.
                problems += reading.omissions.filter {
                    !next.pinsCertificatesAlone || $0.code != .missingHost
                }
                pending += reading.others
                if !reading.policy.rules.isEmpty || next.pinsCertificatesAlone { format = format ?? next }
                PinListing.add(reading.policy, in: next, to: &known)
            } catch {
                // A format whose only entry is not understood throws it.
                if next.pinsCertificatesAlone { format = format ?? next }
                if !next.pinsCertificatesAlone || error.code != .missingHost { problems.append(error) }
            }
        }
        return known
    }

    /// Reads the text once more with a different pin at each place.
    ///
    /// Several hosts often have the same pin, and a comment may repeat it. What each place is for shows only if no two
    /// places are the same.
    private static func readStandIns(
        in text: [UInt8], for pins: [PinFinder.Finding], as known: [Item.Pinned: Rules]
    ) -> [Item.Pinned: Rules] {
        var text = text
        for (number, one) in pins.enumerated() {
            let digits = one.pin.base64.utf8.dropLast()
            // After "sha256/" or "sha256//", or by itself.
            let start = [0, 7, 8].map { one.offset + $0 }.first {
                text[min($0, text.count)...].starts(with: digits)
            }
            guard let start, let other = standIn(number) else { continue }
            text.replaceSubrange(start..<(start + digits.count), with: other.base64.utf8.dropLast())
        }
        var places: [Item.Pinned: Rules] = [:]
        let formats = Set(known.values.flatMap { $0.formats })
        for format in PolicyFormat.allCases where formats.contains(format) {
            guard let reading = try? format.read(text) else { continue }
            add(reading.policy, in: format, to: &places)
        }
        return places
    }

    private static func standIn(_ number: Int) -> Pin? {
        Pin(bytes: SHA256.hash(Array("place \(number)".utf8)))
    }

    private static func add(
        _ policy: PinPolicy, in format: PolicyFormat, to known: inout [Item.Pinned: Rules]
    ) {
        for rule in policy.rules {
            for strategy in rule.strategies {
                for member in strategy.members {
                    known[Item.Pinned(member.matched), default: Rules()].add(rule.pattern, format)
                }
            }
        }
    }

    /// Returns the pins in a fixed order, because a dictionary has none.
    private func order(_ known: [Item.Pinned: Rules]) -> [(Item.Pinned, Rules)] {
        known.map { ($0.key, $0.value) }.sorted { $0.0.text < $1.0.text }
    }
}

extension PinListing {
    /// The rules that have a pin.
    fileprivate struct Rules {
        private(set) var patterns: [HostPattern] = []
        private(set) var formats: [PolicyFormat] = []

        mutating func add(_ pattern: HostPattern, _ format: PolicyFormat) {
            if !patterns.contains(pattern) { patterns.append(pattern) }
            if !formats.contains(format) { formats.append(format) }
        }
    }
}

extension PinListing.Item {
    fileprivate mutating func add(_ rules: PinListing.Rules?) {
        patterns = rules?.patterns ?? []
        format = rules?.formats.first
    }
}

extension PinListing.Item.Pinned {
    fileprivate init(_ matched: PinDecision.Matched) {
        switch matched {
        case .publicKey(let pin): self = .key(pin)
        case .certificate(let fingerprint): self = .certificate(fingerprint)
        }
    }

    /// The pin, or the digest of the certificate in hex.
    package var text: String {
        switch self {
        case .key(let pin): pin.description
        case .certificate(let fingerprint): "certificate \(fingerprint.hex)"
        }
    }
}

extension PinFinder {
    /// Returns the SHA-256 digests of a text in hex with colons between the octets, in their order.
    fileprivate static func fingerprints(
        in bytes: [UInt8]
    ) -> [(fingerprint: CertificateFingerprint, offset: Int)] {
        var scanner = TextScanner(bytes)
        var found: [(fingerprint: CertificateFingerprint, offset: Int)] = []
        while !scanner.isAtEnd {
            let offset = scanner.place
            let text = scanner.take { isWordCharacter($0) || $0 == UInt8(ascii: ":") }
            if text.count == 95 || text.count == 64,
                let fingerprint = CertificateFingerprint(hex: String(decoding: text, as: UTF8.self))
            {
                found.append((fingerprint, offset))
            }
            scanner.take { !isWordCharacter($0) && $0 != UInt8(ascii: ":") }
        }
        return found
    }
}

extension PolicyFormat {
    /// A Boolean value that indicates whether the consumer compares certificates and no keys.
    fileprivate var pinsCertificatesAlone: Bool { capabilities.keys.isEmpty }
}
