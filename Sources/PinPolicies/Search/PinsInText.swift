import SPKIHash

/// Every pin in any text, such as source code in any language, JSON, YAML, a script, a zone file, or a log.
///
/// Each pin has its place, its spelling and its host, as far as the text indicates one. Conditions are not interpreted:
/// the pins of every branch count.
package struct PinsInText: Sendable {
    /// The way in which the host of a pin was found.
    package enum HostSource: String, Sendable {
        /// The host is the dictionary key, first argument or property to which the pin belongs.
        case exact
        /// The host is the nearest one in the same brackets, the same function or a comment, or has the same name as
        /// the pin.
        case nearby
        /// The host was given separately from the text.
        case option
    }

    /// A pin, or the digest of a certificate, in the text.
    package struct Sighting: Sendable, Hashable {
        /// The digest; `nil` if a prefix is not followed by a pin.
        package let pin: Pin?
        /// A Boolean value that indicates whether the digest is the fingerprint of a certificate.
        package let isOfCertificate: Bool
        /// The range in the text, including any prefix.
        package let range: Range<Int>
        package let position: TextPosition
        /// The name of the spelling.
        let spelling: TextDigest.Spelling
        /// A Boolean value that indicates whether the pin is a whole literal.
        let isWhole: Bool
        /// The hosts as written in the text.
        package private(set) var hosts: [String]
        /// For each host, the whole literal if the consumer is known and reads it; otherwise `nil`.
        let literals: [String?]
        /// The way in which the hosts were found; `nil` if there are none.
        package private(set) var hostSource: HostSource?
        /// The consumer that the statement around the pin, or the pin's spelling, names.
        let consumer: PinConsumer?
        package let isInComment: Bool
        package let isConditional: Bool
        /// A Boolean value that indicates whether nothing around the digest identifies it as a pin.
        package let isBare: Bool
        /// A Boolean value that indicates whether a name identifies the digest as a key, a secret or another digest.
        package let isOther: Bool
        /// The comment after the pin.
        let comment: String?
        /// The position of the certificates that may match, if the text specifies it.
        let chainPosition: ChainPosition?
        /// The settings that apply to the pin, with their values as written in the text.
        let settings: [TextSetting: String]
        /// A Boolean value that indicates whether the pin belongs to its host by a name, whose use has settings of its own.
        let isFollowed: Bool
        /// The other items of the pin's list that look like pins of the wrong length.
        package let cutPins: [Range<Int>]
        /// The other items of the pin's list that are names of values defined elsewhere.
        let unknownNames: [Range<Int>]
        /// A Boolean value that indicates whether several hosts are near the pin and none is its own.
        let isAmbiguous: Bool
        /// The name that stands for the pin's host, if the host is defined elsewhere.
        let hostName: String?
        /// The identity of the pin's list: the list's place, the words of the pin's name that are not about pins, or the
        /// place of a pin without a name.
        let list: String
        /// The innermost key or name of the pin's value.
        let key: TextKey?

        /// Returns the pattern, which includes subdomains if a setting in the text says so.
        func pattern(_ pattern: HostPattern) -> HostPattern {
            guard flag(.includesubdomains, .nsincludessubdomains) == true, pattern.reach == .exact,
                hostSource != .option
            else {
                return pattern
            }
            return (try? HostPattern(pattern.host, .subdomains)) ?? pattern
        }

        /// Returns the Boolean value, in the notation of any language, of the first given setting that is present.
        /// Every branch counts, so a value that is not a literal is true.
        func flag(_ names: TextSetting...) -> Bool? {
            names.lazy.compactMap { settings[$0] }.first.map { TextSetting.truth($0) ?? true }
        }

        /// The date on which the pin expires, as written in the text.
        var expirationDate: String? { settings[.expirationdate] ?? settings[.expires] }
        /// Returns `true` for the enforcement of mismatches, `false` for reports only, and `nil` if the text does not say.
        var isEnforced: Bool? { flag(.enforcepinning, .isenforced, .enforce) }

        /// Returns the sighting with hosts that were given separately from the text.
        func with(_ hosts: [String]) -> Sighting {
            var sighting = self
            (sighting.hosts, sighting.hostSource) = (hosts, .option)
            return sighting
        }
    }

    /// Everything that may be a pin, in order.
    package let sightings: [Sighting]
    /// A Boolean value that indicates whether the text has too many pins, counting each once per host, so that pins or
    /// their hosts are missing.
    package let isCut: Bool
    /// The hosts that are excluded from the pins of their parent domains, as written in the text.
    let exclusions: [String]
    /// The names of constants in places where all pins of hosts should be, which the text does not define.
    let absent: [(hosts: [String], names: [Range<Int>])]
    /// A Boolean value that indicates whether the text names several hosts outside its comments.
    let hasSeveralHosts: Bool
    /// The hosts outside comments to which no pin belongs, among the first hosts of the text.
    let hostsWithoutPins: [String]

    /// The maximum number of pins in a text; one more ends the reading.
    package static let mostSightings = 100_000
    /// The maximum length of a text.
    package static let maximumByteCount = 64 << 20

    /// Finds the pins in a text. If there are more than `most`, the rest of the text is not read.
    package init(_ text: [UInt8], most: Int = mostSightings) {
        var pass = TextPass(text, most: most)
        pass.run()
        hasSeveralHosts = pass.distinctHosts.count > 1
        let (isFull, isOfOkHttp) = (pass.isFull, pass.isOfOkHttp)
        let resolution = TextResolution(&pass)
        isCut = isFull || pass.hostCount > most || resolution.isCut
        exclusions = pass.exclusions.compactMap { resolution.host($0) }.map {
            String(decoding: text[$0.range], as: UTF8.self)
        }
        var place = TextPlace()
        var found: [Sighting] = []
        found.reserveCapacity(resolution.mentions.count)
        for mention in resolution.mentions {
            place.advance(to: mention.range.lowerBound, in: text.span)
            let sighting = Sighting(mention, in: text, at: place.position, isOfOkHttp: isOfOkHttp)
            if let sighting { found.append(sighting) }
        }
        sightings = found
        absent = resolution.absent.map { ($0.hosts(in: text), $0.itemNames) }
        let pinned = Set(
            sightings.lazy.filter { !$0.isInComment }.flatMap { $0.hosts } + absent.flatMap { $0.hosts })
        hostsWithoutPins = pass.distinctHosts.filter { $0.isCertain && resolution.host(.literal($0)) != nil }
            .map { String(decoding: text[$0.range], as: UTF8.self) }.filter { !pinned.contains($0) }
    }
}

extension TextMention {
    /// Returns the hosts as written in the text.
    fileprivate func hosts(in text: [UInt8]) -> [String] {
        found.map { (host) in
            let name = String(decoding: text[host.range], as: UTF8.self)
            return host.labels.map { String(decoding: text[$0], as: UTF8.self) + "." + name } ?? name
        }
    }
}

extension PinsInText.Sighting {
    fileprivate init?(
        _ mention: TextMention, in text: [UInt8], at position: TextPosition, isOfOkHttp: Bool
    ) {
        guard let digest = mention.digest else { return nil }
        func word(_ range: Range<Int>) -> String { String(decoding: text[range].prefix(256), as: UTF8.self) }
        (pin, range, spelling, isWhole) = (
            digest.pin, mention.range, digest.spelling, mention.isWhole
        )
        self.position = position
        hosts = mention.hosts(in: text)
        (cutPins, unknownNames) = (mention.cutPins, mention.itemNames)
        key = mention.key
        isFollowed = mention.isFollowed
        hostName = mention.source == nil ? mention.arguments.first { $0.isOfAdd }.map { word($0.name) } : nil
        let name = mention.ownName.map { TextDigest.withoutRoles(text[$0].prefix(64)) }
        list = mention.list.map { "\($0)" } ?? name ?? "\(mention.range.lowerBound)"
        (hostSource, isAmbiguous) = (mention.source, mention.isAmbiguous && mention.source == nil)
        (isInComment, isConditional) = (mention.isInComment, mention.isConditional)
        isOther = mention.isOther
        let isSecret = saysPrivateKey(Array(TextDigest.line(before: mention.range, in: text)))
        let isKey = isSecret || TextDigest.namesKey(text, mention.range)
        isBare =
            mention.isSigned ? isSecret && digest.record != nil : mention.source != .exact || isKey || isOther
        let isOfAdd = mention.arguments.contains { $0.isOfAdd } || mention.found.contains { $0.isArgument }
        let isOfTrustKit =
            mention.ownName.map { text[$0].firstIndex(ofText: "TSKPublicKeyHashes") != nil } ?? false
        let isOfCurl = digest.spelling == .twoSlashes && !(isOfAdd && isOfOkHttp)
        consumer =
            isOfCurl
            ? .curl
            : isOfTrustKit
                ? .trustKit : isOfAdd && [.slash, .twoSlashes].contains(digest.spelling) ? .okHttp : nil
        literals = mention.found.map {
            $0.isArgument || isOfTrustKit ? String(decoding: text[$0.literal], as: UTF8.self) : nil
        }
        comment = mention.comment.map(word)
        settings = mention.settings.mapValues(word)
        isOfCertificate = TextResolution.isOfCertificate(digest, settings[.kind], text)
        let usage = digest.record?.numbers.first
        chainPosition =
            usage.map { $0 == 1 || $0 == 3 ? .leaf : .certificateAuthority }
            ?? settings[.position].flatMap { ChainPosition(rawValue: $0) } ?? mention.position
    }
}
