import DERKit
import SPKIHash

/// Every pin in a text, whatever the text is: source code in any language, JSON, YAML, a script, a zone file, a log.
///
/// Each pin has its place, its spelling and its host, as far as the text shows one. Conditions are not interpreted:
/// the pins of every branch count.
package struct PinsInText: Sendable {
    /// The way in which the host of a pin was found.
    package enum HostSource: String, Sendable {
        /// It is the dictionary key, first argument or property that the pin belongs to.
        case exact
        /// It is the nearest literal host in the same brackets or the same function.
        case nearby
        /// It was given separately from the text.
        case option
    }

    /// A pin, or the digest of a certificate, in the text.
    package struct Sighting: Sendable, Hashable {
        /// The digest; `nil` if a prefix promises a pin that does not follow.
        package let pin: Pin?
        /// A Boolean value that indicates whether the digest is that of a certificate.
        package let isOfCertificate: Bool
        /// Its range in the text, with a prefix.
        package let range: Range<Int>
        package let position: TextPosition
        /// The name of the spelling.
        package let spelling: String
        /// A Boolean value that indicates whether the pin is a whole literal.
        let isWhole: Bool
        /// The hosts, as the text writes them.
        package private(set) var hosts: [String]
        /// For each host, the whole literal that OkHttp's `add` takes as the host.
        let arguments: [String?]
        /// The way in which the hosts were found; `nil` if there are none.
        package private(set) var hostSource: HostSource?
        package let isInComment: Bool
        package let isConditional: Bool
        /// A Boolean value that indicates whether nothing around it says that it is a pin.
        package let isBare: Bool
        /// The comment after it.
        let comment: String?
        /// The position of the certificates that may match, if the text says it.
        let chainPosition: ChainPosition?
        let settings: Settings
        /// The other items of its list that look like a pin of another length.
        let cutPins: [Range<Int>]

        /// Returns a pattern with what the text says about subdomains.
        func pattern(_ pattern: HostPattern) -> HostPattern {
            guard settings.includesSubdomains, pattern.reach == .exact, hostSource != .option else {
                return pattern
            }
            return (try? HostPattern(pattern.host, .subdomains)) ?? pattern
        }

        /// Returns the sighting with a host that was given beside the text.
        func with(_ pattern: HostPattern) -> Sighting {
            var sighting = self
            (sighting.hosts, sighting.hostSource) = ([pattern.description], .option)
            return sighting
        }
    }

    /// The settings in the text for the pins of a host.
    struct Settings: Sendable, Hashable {
        var includesSubdomains = false
        var isEnforced = true
        var expiration: String?
        var mustMatchAll = false
    }

    /// Everything that may be a pin, in order.
    package let sightings: [Sighting]
    /// A Boolean value that indicates whether the text has more pins than ``mostSightings``.
    package let isCut: Bool
    /// The hosts that do not have the pins of those above them, as the text writes them.
    let exclusions: [String]

    /// The maximum number of pins that are listed.
    package static let mostSightings = 100_000
    /// The maximum length of a text.
    package static let maximumByteCount = 64 << 20

    /// Finds the pins in a text.
    package init(_ text: [UInt8]) {
        var pass = TextPass(text)
        pass.run()
        let resolution = TextResolution(pass)
        exclusions = pass.exclusions.compactMap(resolution.host).map {
            String(decoding: text[$0.range], as: UTF8.self)
        }
        isCut = pass.isFull
        var lines = LineCounter()
        sightings = resolution.mentions.compactMap { (mention) -> Sighting? in
            Sighting(mention, in: text, at: lines.position(of: mention.mention.range.lowerBound, in: text))
        }
    }
}

extension PinsInText.Sighting {
    fileprivate init?(_ resolved: TextResolution.Resolved, in text: [UInt8], at position: TextPosition) {
        let mention = resolved.mention
        guard case .digest(let digest) = mention.kind else { return nil }
        func word(_ range: Range<Int>?) -> String? {
            range.map { String(decoding: text[$0].prefix(256), as: UTF8.self) }
        }
        (pin, range, spelling, isWhole) = (
            digest.pin, mention.range, digest.spelling.rawValue, mention.isWhole
        )
        self.position = position
        hosts = resolved.hosts.map { String(decoding: text[$0.range], as: UTF8.self) }
        arguments = resolved.hosts.map {
            $0.isArgument ? String(decoding: text[$0.literal], as: UTF8.self) : nil
        }
        cutPins = mention.cutPins
        hostSource = resolved.source
        (isInComment, isConditional) = (mention.isInComment, mention.isConditional)
        isBare = !mention.isSigned && resolved.source != .exact
        comment = word(mention.comment)
        isOfCertificate = TextResolution.isOfCertificate(
            digest, mention.settings[.kind].map { text[$0] }, text)
        let usage = digest.record?.numbers.first
        chainPosition =
            usage.map { $0 == 1 || $0 == 3 ? .leaf : .certificateAuthority }
            ?? word(mention.settings[.position]).flatMap { ChainPosition(rawValue: $0) }
        let settings = mention.settings
        func isTrue(_ range: Range<Int>?) -> Bool? { range.map(text.isTrue) }
        self.settings = PinsInText.Settings(
            includesSubdomains: isTrue(settings[.includesubdomains]) ?? false,
            isEnforced: isTrue(settings[.enforcepinning, .isenforced, .enforce]) ?? true,
            expiration: word(settings[.expirationdate, .expires]).flatMap {
                ["nil", "null", "None", "undefined"].contains($0) ? nil : $0
            },
            mustMatchAll: word(settings[.match]) == "all")
    }
}
