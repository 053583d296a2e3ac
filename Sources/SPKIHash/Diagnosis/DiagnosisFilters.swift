import DERKit

extension PinDiagnosis {
    /// A conversion of bytes, in code and as the shell command that does the same.
    struct Filter: Sendable {
        /// The command for standard input; empty if nothing changes, `nil` if no command does it.
        let command: String?
        /// Returns the result, or `nil` if it is the same as that of another filter.
        let apply: @Sendable ([UInt8]) -> [UInt8]?

        init(_ command: String?, _ apply: @escaping @Sendable ([UInt8]) -> [UInt8]?) {
            self.command = command
            self.apply = apply
        }

        /// Returns this filter followed by another.
        func then(_ next: Filter) -> Filter {
            let piped = command.flatMap { (first) in next.command.map { "\(first) | \($0)" } }
            return Filter(piped) { [apply] in apply($0).flatMap(next.apply) }
        }

        /// The filter with a newline after its output.
        var withNewline: Filter {
            Filter(command.map { "{ \($0); echo; }" }) { [apply] in apply($0).map { $0 + [0x0a] } }
        }
    }
}

extension PinDiagnosis.Filter {
    static let identity = PinDiagnosis.Filter("") { $0 }

    // MARK: Digits

    static let base64 = PinDiagnosis.Filter("openssl base64 -A") { Array(Base64.encode($0).utf8) }
    static let base64URL = PinDiagnosis.Filter("openssl base64 -A | tr '/+' '_-' | tr -d =") { (bytes) in
        let text = Base64.encode(bytes, alphabet: .url)
        return text == Base64.encode(bytes) ? nil : Array(text.utf8)
    }
    static let hex = PinDiagnosis.Filter("xxd -p | tr -d '\\n'") { Array(DERKit.hex($0).utf8) }

    static func hex(separator: String) -> PinDiagnosis.Filter {
        PinDiagnosis.Filter("xxd -p | tr -d '\\n' | sed 's/../&\(separator)/g; s/.$//'") {
            Array(DERKit.hex($0, separator: separator).utf8)
        }
    }

    static let reversed = PinDiagnosis.Filter("xxd -p -c 1 | tac | xxd -r -p") { $0.reversed() }

    // MARK: Characters

    static let upperCaseHex = translating("a-f", "A-F") { (0x61...0x66).contains($0) ? $0 ^ 0x20 : $0 }
    static let upperCase = translating("a-z", "A-Z") { (0x61...0x7a).contains($0) ? $0 ^ 0x20 : $0 }
    static let lowerCase = translating("A-Z", "a-z") { (0x41...0x5a).contains($0) ? $0 ^ 0x20 : $0 }
    static let urlAlphabet = translating("'/+'", "'_-'") { (character) in
        switch character {
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        default: character
        }
    }
    static let withoutPadding = PinDiagnosis.Filter("tr -d =") { $0.filter { $0 != UInt8(ascii: "=") } }

    private static func translating(
        _ from: String, _ to: String, _ translated: @escaping @Sendable (UInt8) -> UInt8
    ) -> PinDiagnosis.Filter {
        PinDiagnosis.Filter("tr \(from) \(to)") { $0.map(translated) }
    }

    // MARK: Character encodings

    static let afterMark = PinDiagnosis.Filter("{ printf '\\357\\273\\277'; cat; }") {
        [0xef, 0xbb, 0xbf] + $0
    }
    /// UTF-16LE of text, in which a byte order mark is the only character that is not ASCII.
    static let utf16 = PinDiagnosis.Filter("iconv -f UTF-8 -t UTF-16LE") { (text) in
        let rest = text.starts(with: [0xef, 0xbb, 0xbf]) ? text.dropFirst(3) : text[...]
        return (rest.count < text.count ? [0xff, 0xfe] : []) + rest.flatMap { [$0, 0] }
    }
    static let swappingBytes = PinDiagnosis.Filter("dd conv=swab 2>/dev/null") { (bytes) in
        stride(from: 0, to: bytes.count, by: 2).flatMap { bytes[$0..<min($0 + 2, bytes.count)].reversed() }
    }

    // MARK: Lines

    static let withoutLastNewline = PinDiagnosis.Filter("printf %s \"$(cat)\"") { Array($0.dropLast()) }
    static let withCRLF = PinDiagnosis.Filter("awk '{ printf \"%s\\r\\n\", $0 }'") { (text) in
        var result: [UInt8] = []
        result.reserveCapacity(text.count + text.count / 32)
        for octet in text where octet != 0x0d {
            if octet == 0x0a { result.append(0x0d) }
            result.append(octet)
        }
        return result
    }
}
