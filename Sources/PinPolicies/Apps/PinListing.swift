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
        /// The hosts whose rules contain it; empty if the file does not say.
        package fileprivate(set) var patterns: [HostPattern] = []
        /// A Boolean value that indicates whether nothing in the file says that it is a pin.
        package fileprivate(set) var isBare = false
    }

    /// A place in a file.
    package struct Place: Sendable, Hashable {
        /// The offset in bytes.
        package let offset: Int
        /// Line and column; `nil` in a file that is not text.
        package let position: TextPosition?
    }

    /// The pins in the order of the file, then those that only the reader of its format found.
    package private(set) var items: [Item] = []
    /// The format of the file; `nil` if it is unknown.
    package private(set) var format: PolicyFormat?
    /// The entries that were not understood.
    package private(set) var problems: [PolicyError] = []
    /// The reasons that the file could not be read in the formats it seems to have.
    private var damage: [PolicyError] = []

    /// Creates the list of the pins in a file.
    ///
    /// - Throws: ``ArchiveError`` if the file is compiled XML and damaged.
    package init(_ bytes: [UInt8]) throws(ArchiveError) {
        let text = CompiledXML.isCompiled(bytes) ? try CompiledXML.text(of: bytes) : UTF16Text.utf8(bytes)
        let isText = !text.prefix(1 << 16).contains(0)
        let known = readFormat(text)
        var found: Set<Item.Pinned> = []
        var lines = LineCounter()
        for one in PinFinder.all(in: text) {
            let pinned = Item.Pinned.key(one.pin)
            found.insert(pinned)
            var item = Item(
                pinned: pinned,
                place: Place(
                    offset: one.offset, position: isText ? lines.position(of: one.offset, in: text) : nil))
            item.patterns = known[pinned] ?? []
            item.isBare = !one.isNamed && known[pinned] == nil
            items.append(item)
        }
        listFingerprints(text, isText: isText, known: known, &found)
        // Hex, certificates, and text composed of constants.
        for (pinned, patterns) in order(known) where !found.contains(pinned) {
            var item = Item(pinned: pinned, place: nil)
            item.patterns = patterns
            items.append(item)
        }
        // A text that only speaks of a format is not a file in it.
        if !items.isEmpty || text.first == UInt8(ascii: "<") || BinaryPropertyList.isBinary(text) {
            problems += damage
        }
    }

    /// Fingerprints of certificates, as a plugin that compares them has them. In any other file 32 bytes in
    /// hex are of anything, often of the certificate that signs an app.
    private mutating func listFingerprints(
        _ text: [UInt8], isText: Bool, known: [Item.Pinned: [HostPattern]], _ found: inout Set<Item.Pinned>
    ) {
        guard format?.pinsCertificatesAlone ?? false else { return }
        var lines = LineCounter()
        for one in PinFinder.fingerprints(in: text) {
            let pinned = Item.Pinned.certificate(one.fingerprint)
            found.insert(pinned)
            let position = isText ? lines.position(of: one.offset, in: text) : nil
            var item = Item(pinned: pinned, place: Place(offset: one.offset, position: position))
            item.patterns = known[pinned] ?? []
            items.append(item)
        }
    }

    /// Reads the hosts of each pin according to the file's format, and the pins in the order of the policy.
    private mutating func readFormat(_ text: [UInt8]) -> [Item.Pinned: [HostPattern]] {
        guard let detected = PolicyFormat.detect(text), detected.namesHosts else { return [:] }
        var known: [Item.Pinned: [HostPattern]] = [:]
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
                add(reading.policy, to: &known)
            } catch {
                // A format whose only entry is not understood throws it.
                if next.pinsCertificatesAlone { format = format ?? next }
                if !next.pinsCertificatesAlone || error.code != .missingHost { problems.append(error) }
            }
        }
        return known
    }

    private func add(_ policy: PinPolicy, to known: inout [Item.Pinned: [HostPattern]]) {
        for rule in policy.rules {
            for strategy in rule.strategies {
                let members: [Item.Pinned] =
                    switch strategy {
                    case .publicKey(let pins, _): pins.members.map { .key($0.pin) }
                    case .certificate(let set, _): set.members.map { .certificate($0.fingerprint) }
                    }
                for member in members where known[member]?.contains(rule.pattern) != true {
                    known[member, default: []].append(rule.pattern)
                }
            }
        }
    }

    /// Returns the pins in a fixed order, because a dictionary has none.
    private func order(_ known: [Item.Pinned: [HostPattern]]) -> [(Item.Pinned, [HostPattern])] {
        known.map { ($0.key, $0.value) }.sorted { $0.0.text < $1.0.text }
    }
}

extension PinListing.Item.Pinned {
    /// The pin, or the digest of the certificate in hex.
    package var text: String {
        switch self {
        case .key(let pin): pin.description
        case .certificate(let fingerprint): "certificate \(fingerprint.hex)"
        }
    }
}

extension PinFinder {
    /// Returns the pins in text or any bytes, in order: those after `sha256/`, and base64 of 32 bytes by
    /// itself.
    ///
    /// Digests of subresource integrity (`sha256-…`) are those of files, not of keys, and are skipped.
    package static func all(in bytes: [UInt8]) -> [(pin: Pin, offset: Int, isNamed: Bool)] {
        let named = namedPins(bytes).map { (pin: $0.pin, offset: $0.offset, isNamed: true) }
        let bare = barePins(bytes).filter { (one) in
            !bytes[..<one.offset].suffix(7).elementsEqual("sha256-".utf8)
        }
        return (named + bare.map { (pin: $0.pin, offset: $0.offset, isNamed: false) })
            .sorted { $0.offset < $1.offset }
    }
}

extension PinFinder {
    /// The SHA-256 digests of a text in hex with colons between the octets, in their order.
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
