import SPKIHash

/// The pins of one file in an app or a source tree, regardless of its format.
package struct PinListing: Sendable {
    /// A pin or certificate fingerprint in a file, with the hosts to which it belongs.
    package struct Item: Sendable {
        package let pinned: PinDecision.Matched
        /// The place in the file; `nil` if the file does not contain the item as text.
        package let place: Place?
        /// The hosts whose rules contain the item at this place; empty if the file does not specify any.
        package fileprivate(set) var patterns: [HostPattern] = []
        /// The way in which the hosts were found; `nil` if there are none.
        package fileprivate(set) var hostSource: PinsInText.HostSource?
        /// The format of the file, if the file assigns the item to a host.
        package fileprivate(set) var format: PolicyFormat?
        package fileprivate(set) var isInComment = false
    }

    /// A place in a file.
    package struct Place: Sendable, Hashable {
        package let offset: Int
        /// The line and column; `nil` in a file that is not text.
        package let position: TextPosition?
    }

    /// The pins in file order, followed by pins that only the reader for the file's format found.
    package private(set) var items: [Item] = []
    /// The format of the file; `nil` if it is unknown.
    package private(set) var format: PolicyFormat?
    package private(set) var problems: [PolicyError] = []
    /// The number of digests that are not listed, because nothing identifies them as pins.
    package private(set) var bareCount = 0

    /// Lists the pins in a file.
    ///
    /// - Parameter pattern: the hosts for pins that the file does not assign to any host.
    package init(_ bytes: [UInt8], for pattern: HostPattern? = nil) throws(ArchiveError) {
        let text = CompiledXML.isCompiled(bytes) ? try CompiledXML.text(of: bytes) : InputDER.utf8(bytes)
        let isText = !text.prefix(1 << 16).contains(0)
        guard text.count <= PinsInText.maximumByteCount || !isText else {
            throw ArchiveError("text exceeds \(PinsInText.maximumByteCount >> 20) MiB", at: 0)
        }
        let detected = PolicyFormat.formats(in: text)
        format = detected.first
        var rules: [PinDecision.Matched: [Rule]] = [:]
        for exact in detected where exact.isReadExactly { read(text, as: exact, &rules) }
        list(rules, in: text, isText: isText, for: pattern)
    }

    /// The hosts of a rule, and the format in which the rule was read.
    fileprivate typealias Rule = (pattern: HostPattern, format: PolicyFormat)

    private mutating func read(
        _ text: [UInt8], as format: PolicyFormat, _ rules: inout [PinDecision.Matched: [Rule]]
    ) {
        do throws(PolicyError) {
            let reading = try format.read(text)
            problems += reading.omissions
            for rule in reading.policy.rules {
                for member in rule.strategies.flatMap({ $0.members }) {
                    rules[member.matched, default: []].append((rule.pattern, format))
                }
            }
        } catch {
            problems.append(error)
        }
    }

    /// Lists the pins of rules that were read exactly, with their places in the text. If there are none, lists the pins
    /// of the text with the hosts that it indicates.
    private mutating func list(
        _ rules: [PinDecision.Matched: [Rule]], in text: [UInt8], isText: Bool, for pattern: HostPattern?
    ) {
        let pins = PinsInText(text)
        if pins.isCut, rules.isEmpty { problems.append(TextReading.tooManyPins) }
        var sightings = pins.sightings
        if rules.isEmpty, pattern != nil, let reading = try? (format ?? .text).read(text, for: pattern) {
            sightings = reading.sightings
        }
        var found: Set<PinDecision.Matched> = []
        // The rules are grouped once, because a pin may be in very many rules and at very many places.
        let places = rules.mapValues { (all) in Dictionary(grouping: all.indices) { all[$0].pattern.host } }
        for sighting in sightings {
            guard var item = Item(sighting, isText: isText) else { continue }
            if let all = rules[item.pinned], !sighting.isInComment {
                // Several hosts may have the same pin, each at its own place.
                let byHost = places[item.pinned] ?? [:]
                let hosts = Set(sighting.hosts.compactMap { try? HostPattern($0).host })
                let own = hosts.flatMap { byHost[$0] ?? [] }.sorted().map { all[$0] }
                let isFirst = found.insert(item.pinned).inserted
                // Outside text, the first place of a pin stands for all its rules.
                guard isFirst || isText else { continue }
                item.add(own.isEmpty && (!isText || byHost.count == 1) ? all : own)
            } else if sighting.isBare {
                bareCount += 1
                continue
            } else if rules.isEmpty, isText {
                item.patterns = sighting.hosts.compactMap { try? HostPattern($0) }.map(sighting.pattern)
                item.hostSource = item.patterns.isEmpty ? nil : sighting.hostSource
                item.format = item.patterns.isEmpty ? nil : format
            }
            items.append(item)
        }
        for (pinned, all) in rules.sorted(by: { $0.key.text < $1.key.text }) where !found.contains(pinned) {
            var item = Item(pinned: pinned, place: nil)
            item.add(all)
            items.append(item)
        }
        if rules.isEmpty, TextReading.hashesRawKeys(text) {
            problems += items.filter { !$0.isInComment }.prefix(1).map {
                TextReading.rawKeyHash(at: $0.place?.position, for: nil)
            }
        }
    }
}

extension PinListing.Item {
    fileprivate init?(_ sighting: PinsInText.Sighting, isText: Bool) {
        guard let pin = sighting.pin else { return nil }
        let fingerprint = sighting.isOfCertificate ? CertificateFingerprint(bytes: pin.bytes) : nil
        pinned = fingerprint.map { .certificate($0) } ?? .publicKey(pin)
        place = PinListing.Place(
            offset: sighting.range.lowerBound, position: isText ? sighting.position : nil)
        isInComment = sighting.isInComment
    }

    fileprivate mutating func add(_ rules: [PinListing.Rule]) {
        guard let first = rules.first else { return }
        (patterns, hostSource, format) = (rules.map { $0.pattern }, .exact, first.format)
    }
}
