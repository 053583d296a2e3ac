import DERKit

// Finds the digest in any text, step by step: first as `Pin` reads it, then after each repair.
extension PinSpelling {
    struct Reading {
        var prefix = ""
        var digestName = Pin.Parts.rightDigest
        var body: String
        /// The body including its white space; `nil` if the body has no white space.
        var written: String?
        var otherBody: String?
        var octets: [UInt8]?
        var oddities: [Oddity] = []
    }

    /// The maximum length of text; headers and the output lines of tools are far shorter.
    static let maximumByteCount = 16_384

    /// The sizes of digests in bytes, the correct one first.
    private static let digestByteCounts: [Set<Int>] = [[32], [16, 20, 28, 48, 64]]

    static func reading(of text: String) -> Reading {
        var reading = contentReading(of: text)
        if let attribute = otherDigest(in: text) { reading.oddities.append(.otherPrefix(attribute)) }
        return reading
    }

    /// Returns an element's attribute if it names a different digest, which makes Android refuse the file.
    private static func otherDigest(in text: String) -> String? {
        guard text.first(where: { !$0.isWhitespace }) == "<" else { return nil }
        let parts = text.split(whereSeparator: { $0 == "\"" || $0 == "'" })
        for (name, value) in zip(parts, parts.dropFirst()) where name.hasSuffix("digest=") {
            return value.lowercased() == "sha-256" ? nil : "digest=\"\(value)\""
        }
        return nil
    }

    private static func contentReading(of text: String) -> Reading {
        let content = Pin.withoutElements(text)
        let plain = Pin.trimmed(content)
        // Consumers do not treat non-ASCII white space as white space.
        let isASCII = content.utf8.allSatisfy { $0 < 0x80 }
        if isASCII, let reading = plainReading(of: plain, [32]) { return reading }
        guard plain.utf8.count <= maximumByteCount, !plain.containsText("-----BEGIN") else {
            return Reading(body: String(plain))
        }
        // Escapes are removed before surplus characters, because the semicolon of an entity is not surplus.
        let (unescaped, oddities) = PinEscapes.removed(from: String(content))
        let repaired = Pin.trimmed(unescaped)
        let stripped = withoutPrefixes(repaired)
        let all = [(body: repaired, oddities: [Oddity]())] + stripped.candidates
        for counts in digestByteCounts {
            for (place, candidate) in all.enumerated() {
                guard
                    var reading = plainReading(of: candidate.body, counts)
                        ?? spacedReading(of: candidate.body, counts)
                else { continue }
                reading.oddities = oddities + candidate.oddities + reading.oddities
                if place > 0 { reading.digestName = stripped.digestName }
                return reading
            }
            if let token = tokens(of: repaired, counts).first,
                var reading = plainReading(of: Pin.trimmed(token.text), counts)
            {
                reading.oddities = oddities + token.oddities + reading.oddities
                return reading
            }
        }
        let candidates = stripped.candidates
        return Reading(
            digestName: stripped.digestName, body: String(candidates.first?.body ?? repaired),
            otherBody: candidates.dropFirst().first.map { String($0.body) },
            oddities: oddities + (candidates.first?.oddities ?? []))
    }

    /// Returns the reading of text that ``Pin/init(_:)`` accepts, or of hex with separators.
    private static func plainReading(of text: Substring, _ counts: Set<Int>) -> Reading? {
        if let (octets, _) = decode(text), counts.contains(octets.count) {
            return Reading(body: String(text), octets: octets)
        }
        let parts = Pin.Parts(text)
        guard !parts.prefix.isEmpty, let (octets, _) = decode(parts.body), counts.contains(octets.count)
        else { return nil }
        return Reading(
            prefix: String(parts.prefix), digestName: parts.digestName, body: String(parts.body),
            octets: octets,
            oddities: Pin.openConnectDigest(text) == nil ? oddities(of: [String(parts.prefix)], "") : [])
    }

    /// Returns the reading of base64 with white space inside.
    private static func spacedReading(of text: Substring, _ counts: Set<Int>) -> Reading? {
        guard text.utf8.count <= 256, text.contains(where: { $0.isWhitespace }) else { return nil }
        // The description of an NSData has brackets around its words.
        let text = text.first == "<" && text.last == ">" ? text.dropFirst().dropLast() : text
        let parts = Pin.Parts(text)
        for (prefix, body) in [("", text), (String(parts.prefix), parts.body)] {
            let withPlus = String(body.map { $0 == " " ? "+" : $0 })
            let closed = String(body.filter { !$0.isWhitespace })
            for (candidate, oddity) in [(withPlus, Oddity.spaceForPlus), (closed, .whiteSpace)] {
                // The words of a sentence are not a digest, so both numerals and letters are required.
                guard isDigestText(candidate), let (octets, _) = decode(candidate),
                    counts.contains(octets.count)
                else { continue }
                return Reading(
                    prefix: prefix, body: candidate, written: String(body), octets: octets, oddities: [oddity]
                )
            }
        }
        return nil
    }

    /// Returns whether text has both numerals and letters, as nearly every digest does, unlike words.
    private static func isDigestText(_ text: String) -> Bool {
        text.contains(where: { $0.isNumber }) && text.contains(where: { $0.isLetter })
    }

    // MARK: Prefixes

    /// Text from which the names and signs before a digest have been removed.
    struct Stripped {
        /// The possible digests, most likely first, and the oddities in the rest.
        var candidates: [(body: Substring, oddities: [Oddity])] = []
        var digestName = Pin.Parts.rightDigest
    }

    /// Removes prefixes such as `sha256/`, `SHA256:`, `SHA2-256(stdin)= ` and `SHA256 Fingerprint=`.
    static func withoutPrefixes(_ text: Substring) -> Stripped {
        var rest = text
        var prefixes: [String] = []
        var stripped = Stripped()
        while let (end, name) = prefixEnd(rest) ?? prefixEnd(rest.drop { $0 == "/" }) {
            if prefixes.isEmpty, let name { stripped.digestName = name }
            prefixes.append(String(rest[..<end]))
            rest = Pin.trimmed(rest[end...])
        }
        // Base64 may also begin with 0x, so the rest must be hex.
        if rest.prefix(2).lowercased() == "0x",
            rest.dropFirst(2).allSatisfy({ $0.isHexDigit || ":- ".contains($0) })
        {
            prefixes.append(String(rest.prefix(2)))
            rest = rest.dropFirst(2)
        }
        guard !prefixes.isEmpty else {
            stripped.candidates = [
                Pin.record(rest).map { ($0.digest, [.otherPrefix($0.prefix)]) } ?? (rest, [])
            ]
            return stripped
        }
        let slashes = prefixes.last?.last == "/" ? rest.prefix { $0 == "/" }.count : 0
        let all = rest.dropFirst(slashes)
        // A slash belongs to the digest if the digest has the right size with it.
        let counts = (0...slashes).sorted { abs(all.utf8.count + $0 - 44) < abs(all.utf8.count + $1 - 44) }
        stripped.candidates = counts.prefix(2).map { (count) in
            (
                rest.suffix(all.utf8.count + count),
                oddities(of: prefixes, String(repeating: "/", count: slashes - count))
            )
        }
        return stripped
    }

    /// Returns the oddities of a digest's prefixes and of the slashes after the last one.
    private static func oddities(of prefixes: [String], _ slashes: String) -> [Oddity] {
        let all = prefixes.joined() + slashes
        let isHeader = all.lowercased().filter { !$0.isWhitespace } == "pin-sha256="
        if isHeader || ["sha256/", "sha256//", "SPKI-SHA256-BASE64:"].contains(all) || Pin.isTLSA(all) {
            return []
        }
        let names = Set(prefixes.map { $0.lowercased().filter { $0 != "/" } })
        return prefixes.count > 1 && names.count == 1 ? [.repeatedPrefix] : [.otherPrefix(all)]
    }

    /// Returns the end of a prefix and the digest that it names, or `nil` if the text has no prefix.
    private static func prefixEnd(_ text: Substring) -> (end: Substring.Index, name: String?)? {
        var word: [UInt8] = []
        var depth = 0
        for (index, byte) in zip(text.utf8.indices, text.utf8) {
            guard word.count <= 96 else { return nil }
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            let isEnd =
                depth <= 0 && [UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "=")].contains(byte)
            let isGap = depth <= 0 && " -_".utf8.contains(byte)
            if isEnd || isGap {
                let name = String(decoding: word, as: UTF8.self).lowercased()
                if let digest = digestName(in: name) {
                    let next = text.utf8.index(after: index)
                    if isEnd { return (next, digest) }
                    // A space, hyphen or underscore ends a prefix only if the digest follows it.
                    let after = text[next...].prefix(64).prefix { $0 != "=" && $0 != ":" }
                    if after.utf8.count >= 40 || after.endIndex == text.endIndex { return (next, digest) }
                } else if isEnd {
                    guard name.hasSuffix("fingerprint") || name == "pin" || name == "hash" || name == "spki"
                    else { return nil }
                    return (text.utf8.index(after: index), nil)
                }
            }
            word.append(byte)
        }
        return nil
    }

    /// Returns the digest that a name contains, such as `sha256` for `sha2-256(stdin)`.
    static func digestName(in name: String) -> String? {
        let plain = name.filter { $0 != "-" && $0 != "_" }
        let known = [
            ("sha2256", "sha256"), ("sha256", "sha256"), ("sha2224", "sha224"), ("sha224", "sha224"),
            ("sha2384", "sha384"), ("sha384", "sha384"), ("sha2512", "sha512"), ("sha512", "sha512"),
            ("sha3256", "sha3-256"), ("sha1", "sha1"), ("md5", "md5"),
        ]
        let starts = ["", "pin", "spki", "certificate"]
        for (word, digest) in known {
            for start in starts where plain.hasPrefix(start + word) {
                let rest = plain.dropFirst(start.count + word.count)
                let isWhole = rest.isEmpty || rest.first == "(" || rest.first == " "
                if isWhole || ["fingerprint", "base64", "hash"].contains(String(rest)) { return digest }
            }
        }
        return nil
    }
}
