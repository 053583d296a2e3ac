import DERKit
import SPKIHash

/// Every pin in a text, whatever the text is: source code in any language, JSON, YAML, a script, a zone file, a log.
///
/// Each pin has its place, its spelling and its host, as far as the text shows one. Conditions are not interpreted:
/// the pins of every branch count.
package struct PinsInText: Sendable {
    /// The way in which the host of a pin was found.
    package enum HostSource: String, Sendable {
        /// It is the key, the first argument or the property that the pin belongs to.
        case exact
        /// It is the nearest literal host in the same brackets or the same function.
        case nearby
        /// It was given beside the text.
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

        /// Returns the sighting with a host that was given beside the text.
        func with(_ pattern: HostPattern) -> Sighting {
            var sighting = self
            (sighting.hosts, sighting.hostSource) = ([pattern.description], .option)
            return sighting
        }
    }

    /// What the text says about the pins of a host.
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

    /// The maximum number of pins that are listed.
    package static let mostSightings = 100_000
    /// The maximum length of a text.
    package static let maximumByteCount = 64 << 20

    /// Finds the pins in a text.
    package init(_ text: [UInt8]) {
        var pass = TextPass(text)
        pass.run()
        let resolved = TextResolution(pass).mentions
        isCut = pass.isFull
        var lines = LineCounter()
        sightings = resolved.compactMap { (mention) -> Sighting? in
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
        func isTrue(_ range: Range<Int>?) -> Bool? {
            word(range).map { ["true", "YES", "yes", "1", "True"].contains($0) }
        }
        self.settings = PinsInText.Settings(
            includesSubdomains: isTrue(settings[.includesubdomains]) ?? false,
            isEnforced: isTrue(settings[.enforcepinning, .isenforced, .enforce]) ?? true,
            expiration: word(settings[.expirationdate, .expires]),
            mustMatchAll: word(settings[.match]) == "all")
    }
}

/// The pins of a text with their hosts, after the names that stand for them have been followed.
struct TextResolution {
    /// A pin and its hosts.
    struct Resolved {
        var mention: TextMention
        var hosts: [TextHost] = []
        var source: PinsInText.HostSource?
    }

    private(set) var mentions: [Resolved] = []
    private let text: [UInt8]
    private let constants: TextConstants

    /// The maximum number of names between a pin and its use.
    private static let deepest = 3

    init(_ pass: TextPass) {
        text = pass.text
        constants = pass.constants
        mentions = pass.mentions.map { resolved($0) }
        follow()
        for place in mentions.indices where mentions[place].source == nil {
            guard let host = mentions[place].mention.nearby, !mentions[place].mention.hasOtherHost else {
                continue
            }
            (mentions[place].hosts, mentions[place].source) = ([host], .nearby)
        }
    }

    /// Returns a mention with the hosts that it belongs to.
    private func resolved(_ mention: TextMention) -> Resolved {
        var result = Resolved(mention: mention)
        for name in mention.arguments {
            guard let (host, isConstant) = constants.host(text[name]), isConstant else { continue }
            (result.hosts, result.source) = ([host], .exact)
            return result
        }
        for host in mention.hosts {
            switch host {
            case .literal(let host): result.hosts.append(host)
            case .name(let name):
                if let (host, _) = constants.host(text[name]) { result.hosts.append(host) }
            }
        }
        if !result.hosts.isEmpty { result.source = .exact }
        return result
    }

    /// Gives pins without hosts those of the uses of their names.
    private mutating func follow() {
        var names = TextNames()
        for (place, resolved) in mentions.enumerated() where resolved.source == nil {
            guard let name = resolved.mention.name, !resolved.mention.isInComment else { continue }
            names.add([place], named: name, isProperty: resolved.mention.isProperty, in: text)
        }
        var near: [(pin: Int, host: TextHost)] = []
        for _ in 0..<TextResolution.deepest where !names.isEmpty {
            var pass = TextPass(text, interest: names)
            pass.run()
            var next = TextNames()
            for use in pass.mentions where !use.isInComment {
                guard let definition = names.definition(of: text[use.range]) else { continue }
                // A property is used with its object, as in `Pins.leaf`; alone, the name is a key.
                guard !definition.isProperty || text[use.range].contains(UInt8(ascii: ".")) else { continue }
                let found = resolved(use)
                if found.source != nil {
                    let isExact = found.source == .exact && !definition.isProperty
                    for pin in definition.pins {
                        add(found.hosts, to: pin, isExact ? .exact : .nearby)
                        // A use may add a prefix.
                        mentions[pin].mention.isWhole = mentions[pin].mention.isWhole && use.isWhole
                    }
                } else if let name = use.name, name.lowerBound != definition.place {
                    next.add(definition.pins, named: name, isProperty: use.isProperty, in: text)
                }
                if let host = use.nearby { near += definition.pins.map { ($0, host) } }
            }
            names = next
        }
        for (pin, host) in near where mentions[pin].source == nil && mentions[pin].mention.nearby == nil {
            if !mentions[pin].mention.hasOtherHost { add([host], to: pin, .nearby) }
        }
    }

    private mutating func add(_ hosts: [TextHost], to pin: Int, _ source: PinsInText.HostSource) {
        if mentions[pin].source == .nearby, source == .exact { mentions[pin].hosts = [] }
        guard mentions[pin].source != .exact || source == .exact else { return }
        mentions[pin].source = source
        for host in hosts
        where mentions[pin].hosts.count < 1000
            && !mentions[pin].hosts.contains(where: { text[$0.range].elementsEqual(text[host.range]) })
        { mentions[pin].hosts.append(host) }
    }

    /// Returns whether a digest in hex is that of a certificate, by the words around it.
    static func isOfCertificate(_ digest: TextDigest, _ kind: ArraySlice<UInt8>?, _ text: [UInt8]) -> Bool {
        if let record = digest.record { return record.numbers.dropFirst().first == 0 }
        if let kind { return kind.elementsEqual("certificate".utf8) }
        guard digest.spelling == .hex || digest.spelling == .octets else { return false }
        let near = text[max(0, digest.range.lowerBound - 200)..<digest.range.lowerBound].map { $0 | 0x20 }[
            ...]
        let last = { (words: [String]) in words.compactMap { near.lastIndex(ofText: $0) }.max() ?? -1 }
        var keys = ["spki", "publickey", "public_key", "public-key"]
        // Browsers and tools print the digest of a certificate with colons.
        if digest.spelling == .octets { return last(keys) < 0 }
        keys.append("pin")
        let ofKey = last(keys)
        return last(["fingerprint", "thumbprint", "cert"]) > ofKey
    }
}

extension ArraySlice<UInt8> {
    fileprivate func lastIndex(ofText text: String) -> Int? {
        var last: Int?
        var rest = self
        while let place = rest.firstIndex(ofText: text) {
            last = place
            rest = rest[(place + 1)...]
        }
        return last
    }
}
