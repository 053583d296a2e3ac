import DERKit

/// A pin as someone wrote it: the digest, any text around it, and any changes to it.
///
///     let spelling = PinSpelling("SHA256:azE5Ew0LGsMg…")
///     spelling.pin        // what the text means
///     spelling.oddities   // [.otherPrefix("SHA256:")]
///     spelling.consumers  // [], since none reads it
///
/// This type accepts far more than ``Pin/init(_:)-(StringProtocol)``, so that it can explain the errors in a text. It
/// must not be used to read pins for other purposes.
package struct PinSpelling: Sendable, Hashable {
    /// Something in a text that most consumers of pins do not accept.
    package enum Oddity: Sendable, Hashable {
        /// `%2B`, `%2F` or `%3D`, as in URLs.
        case percentEncoding
        /// `&#43;`, as in XML and HTML.
        case entities
        /// `\/` or `\u003d`, as in JSON.
        case escapes
        /// Invisible spaces, or typographic quotes.
        case invisibleCharacters
        case repeatedPrefix
        /// Something before the digest that is not a consumer's prefix.
        case otherPrefix(String)
        case spaceForPlus
        case whiteSpace
        /// `Optional(…)`, as Swift prints an optional value.
        case optional
        case lastCharacter
        /// An extra character next to the digest, such as `…` or a period.
        case surplusCharacter(String)
    }

    package let text: String
    /// The digest's text, without anything that a tool or a configuration adds around it.
    package let body: String
    /// The pin in the text, regardless of the digest that the text names; `nil` if the text does not encode 32 bytes.
    package let pin: Pin?
    /// A Boolean value that indicates whether the text has as many bytes as a known digest, and is not a name in code.
    package let isDigest: Bool
    /// The oddities, in the order in which they were found.
    package let oddities: [Oddity]
    /// The platforms and libraries that accept this spelling.
    package let consumers: [PinConsumer]
    /// The consumer for which the text is written; `nil` if the text does not reveal it.
    package let consumer: PinConsumer?
    /// The usage of a TLSA record, `0` to `3`; `nil` for other text.
    package let tlsaUsage: Character?
    /// The digest that a prefix names, in lower case without hyphens; `sha256` if no prefix names a digest.
    let digestName: String
    /// An alternative body, because a slash at the start may belong to the prefix or to the digest.
    let otherBody: String?

    /// Creates the spelling of the pin in `text`.
    ///
    /// - Parameter context: a longer text that ends with `text` if `text` is a part of it.
    package init(_ text: some StringProtocol, in context: String? = nil) {
        self.text = String(text)
        consumer = PinConsumer(around: context ?? self.text)
        let reading = PinSpelling.reading(of: self.text)
        let pin = reading.octets.flatMap { Pin(bytes: $0) }
        self.pin = pin
        isDigest = reading.octets != nil && !PinSpelling.isName(reading.body)
        // A text that is only a pin is stored once, because there may be thousands of such texts.
        body = reading.body == self.text ? self.text : reading.body
        otherBody = reading.otherBody
        tlsaUsage = Pin.isTLSA(reading.prefix) ? reading.prefix.first : nil
        digestName = reading.digestName
        var oddities = reading.oddities
        if let pin, PinSpelling.hasSurplusBits(reading.body, pin) { oddities.append(.lastCharacter) }
        self.oddities = oddities
        guard let pin = self.pin, oddities.allSatisfy({ [.whiteSpace, .lastCharacter].contains($0) }) else {
            consumers = []
            return
        }
        // A lenient reader of base64 is listed for an odd text only if the text is clearly meant for that reader.
        let own = consumer ?? (reading.prefix == "sha256/" ? .okHttp : nil)
        consumers = PinConsumer.allCases.filter {
            (oddities.isEmpty || $0 == own)
                && $0.form.takes(pin, prefix: reading.prefix, reading.written ?? reading.body)
        }
    }

    /// A Boolean value that indicates whether the text's consumer accepts the text or, if the consumer is unknown,
    /// whether any consumer does.
    package var isAccepted: Bool { consumer.map { consumers.contains($0) } ?? !consumers.isEmpty }

    /// Returns whether text is a name in code rather than a digest. A name consists of words in upper or lower case
    /// that are joined by underscores or hyphens, as in `CERT_TRUST_IS_PARTIAL_CHAIN` or `--no-check-certificate`, or
    /// of words that begin with a capital, as in `PinningMode`.
    package static func isName(_ text: some StringProtocol) -> Bool {
        let octets = Array(text.utf8)
        let hasSmall = octets.contains { (0x61...0x7a).contains($0) }
        let hasCapitals = octets.contains { (0x41...0x5a).contains($0) }
        let hyphen = UInt8(ascii: "-")
        guard octets.allSatisfy({ isWordCharacter($0) || $0 == hyphen }) else { return false }
        if octets.contains(UInt8(ascii: "_")) { return hasSmall != hasCapitals }
        // The digits of a fingerprint may be joined by hyphens.
        if octets.contains(hyphen) {
            return hasSmall != hasCapitals && octets.contains { hexDigit($0) == nil && $0 != hyphen }
        }
        // In base64, many lower-case letters have no lower-case letter next to them.
        let words = octets.split { !(0x61...0x7a).contains($0) }
        return hasSmall && hasCapitals && !octets.contains(where: isDecimalDigit)
            && words.allSatisfy { $0.count > 1 }
    }

    /// Returns whether base64 text differs from the canonical encoding of its octets.
    private static func hasSurplusBits(_ body: String, _ pin: Pin) -> Bool {
        guard (43...44).contains(body.utf8.count) else { return false }
        return !pin.base64.hasPrefix(String(decoding: standardAlphabet(body), as: UTF8.self))
    }
}

extension PinForm {
    /// Returns whether `prefix` and `body` are the pin in this form. A shell may have removed the quotes of a header.
    fileprivate func takes(_ pin: Pin, prefix: String, _ body: String) -> Bool {
        switch format {
        case .hpkp: isForm(of: pin, "\(prefix)\"\(body)\"")
        case .hex: Pin.isTLSA(prefix) && isForm(of: pin, body)
        default: isForm(of: pin, prefix + body)
        }
    }
}

// MARK: Decoding

extension PinSpelling {
    /// The alphabet in which octets are encoded.
    enum Alphabet: Sendable, Hashable {
        case base64
        case base64url
        /// Two digits per octet, without a separator or with one of `:`, `-` and white space.
        case hex(separator: Character?)
    }

    /// Decodes `body` as hex, with or without separators, if possible; otherwise as base64 of either alphabet.
    static func decode(_ body: some StringProtocol) -> (octets: [UInt8], alphabet: Alphabet)? {
        if let octets = bytes(hex: body), !octets.isEmpty { return (octets, .hex(separator: nil)) }
        if let (octets, separator) = separatedHex(body) { return (octets, .hex(separator: separator)) }
        guard let octets = base64(body) else { return nil }
        let isURL = body.utf8.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        return (octets, isURL ? .base64url : .base64)
    }

    /// Decodes base64 of either alphabet, with or without padding.
    package static func base64(_ text: some StringProtocol, allowsWhiteSpace: Bool = false) -> [UInt8]? {
        guard allowsWhiteSpace || !text.utf8.contains(where: Base64.isWhiteSpace) else { return nil }
        var standard = standardAlphabet(text)
        guard let last = standard.last else { return nil }
        if last != UInt8(ascii: "=") {
            standard += [UInt8](repeating: UInt8(ascii: "="), count: (4 - standard.count % 4) % 4)
        }
        return try? Base64.decode(standard.span, in: 0..<standard.count)
    }

    /// Converts base64 of either alphabet to the standard one.
    static func standardAlphabet(_ text: some StringProtocol) -> [UInt8] {
        text.utf8.map {
            $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0
        }
    }

    /// Decodes hex digits in groups with one kind of separator.
    static func separatedHex(
        _ body: some StringProtocol
    ) -> (octets: [UInt8], separator: Character)? {
        // Most texts have no separators, and splitting text into characters is slow.
        guard body.utf8.contains(where: { ":- ".utf8.contains($0) || $0 < 0x20 || $0 > 0x7e }) else {
            return nil
        }
        for separator in [":", "-", " "] as [Character] {
            let isSeparator = { (character: Character) in
                separator == " " ? character.isWhitespace : character == separator
            }
            let groups = body.split(whereSeparator: isSeparator)
            guard groups.count > 1 else { continue }
            var octets: [UInt8] = []
            for group in groups {
                guard let some = bytes(hex: group) else { return nil }
                octets += some
            }
            return (octets, separator)
        }
        return nil
    }

    // MARK: Words

    /// A description of the spelling that follows "the pin" in a sentence; `nil` if the spelling is accepted.
    package var complaint: String? {
        guard pin != nil, !isAccepted else { return nil }
        if let consumer, !consumers.isEmpty {
            return "not in the form that \(consumer.rawValue) reads (\(consumer.form.name))"
        }
        var parts: [String] = []
        for phrase in oddities.map({ $0.phrase }) where !parts.contains(phrase) { parts.append(phrase) }
        switch PinSpelling.decode(body)?.alphabet {
        case .base64url: parts.insert("in base64url", at: 0)
        case .hex(nil): parts.insert("in hex", at: 0)
        case .hex(":"): parts.insert("in hex with colons", at: 0)
        case .hex("-"): parts.insert("in hex with hyphens", at: 0)
        case .hex: parts.insert("in hex with spaces", at: 0)
        case .base64:
            if body.last != "=" { parts.append("without the final =") }
        case nil: break
        }
        if parts.isEmpty { parts.append("with a prefix for another encoding") }
        return parts.joined(separator: ", ")
    }
}

extension PinSpelling.Oddity {
    package var code: String { row.code }
    var phrase: String { row.phrase }

    private var row: (code: String, phrase: String) {
        switch self {
        case .percentEncoding: ("percent-encoding", "percent-encoded")
        case .entities: ("entities", "with XML entities")
        case .escapes: ("escapes", "with backslash escapes")
        case .invisibleCharacters: ("invisible-characters", "with invisible or typographic characters")
        case .repeatedPrefix: ("repeated-prefix", "with its prefix twice")
        case .otherPrefix(let prefix): ("other-prefix", "with the prefix '\(displayed(prefix))'")
        case .spaceForPlus: ("space-for-plus", "with a space instead of +, as after URL decoding")
        case .whiteSpace: ("white-space", "with white space inside")
        case .optional: ("optional", "inside Optional(…)")
        case .lastCharacter: ("last-character", "with extra bits in its last character")
        case .surplusCharacter(let character):
            ("surplus-character", "with an extra '\(displayed(character))'")
        }
    }
}
