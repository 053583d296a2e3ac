import DERKit

extension PinDiagnosis {
    /// An encoding in which a pin may have been written.
    struct Encoding: Sendable {
        /// The stable code in a recipe.
        let code: String
        /// The text after the digest's name in a sentence; empty for the usual form.
        let phrase: String
        /// The call or mistake that produces it; `nil` if it is correct.
        let call: String?
        /// The command that writes the digest's text, to which `call` is applied; `nil` if that is the digest
        /// itself.
        let textCommand: String?
        /// Returns the digest in text in this encoding, or `nil` if it is in another.
        let read: @Sendable (Written) -> Reading?
        /// Returns the commands that may write a digest this way, and the output of each.
        let commands: @Sendable (Digest, Hashed, Written) -> [(command: String, text: String)]

        init(
            _ code: String, _ phrase: String, call: String?, of textCommand: String? = nil,
            read: @escaping @Sendable (Written) -> Reading?,
            commands: @escaping @Sendable (Digest, Hashed, Written) -> [(command: String, text: String)] = {
                (_, _, _) in []
            }
        ) {
            self.code = code
            self.phrase = phrase
            self.call = call
            self.textCommand = textCommand
            self.read = read
            self.commands = commands
        }

        /// Returns the command that hashes standard input and writes exactly the text, or `nil` if none is
        /// known.
        func command(_ digest: Digest, _ octets: [UInt8], _ written: Written) -> String? {
            commands(digest, Hashed(octets), written).first { $0.text == written.text }?.command
        }
    }

    /// A digest in the forms that commands write.
    struct Hashed {
        let octets: [UInt8]
        var base64: String { Base64.encode(octets) }
        var hex: String { DERKit.hex(octets) }

        init(_ octets: [UInt8]) { self.octets = octets }
    }

    /// The part of a digest that its text gives.
    enum Reading {
        /// The whole digest.
        case digest([UInt8])
        /// Its beginning, at least ``PinDiagnosis/shortestPrefix`` bytes and fewer than a pin has.
        case prefix([UInt8])
        /// Its base64 text with letters of one case.
        case oneCase(String)
    }

    /// The minimum number of bytes that identify a digest; a random match has a probability of 2^-48.
    static let shortestPrefix = 6

    /// Text and its decoded forms, each computed once.
    struct Written: Sendable {
        let text: String
        /// Its octets as base64 of either alphabet; `nil` if it is not base64.
        let base64: [UInt8]?
        /// Its octets as hex; `nil` if it is not hex.
        let hex: [UInt8]?
        /// Its octets as hex with a separator, and that separator.
        let separated: (octets: [UInt8], separator: Character)?
        let hasUpperCase: Bool
        let hasLowerCase: Bool
        /// A Boolean value that indicates whether it has a character that only base64url has.
        let isURLAlphabet: Bool

        init(_ text: String) {
            self.text = text
            base64 = PinSpelling.base64(text)
            hex = bytes(hex: text)
            separated = PinSpelling.separatedHex(text)
            hasUpperCase = text.utf8.contains { (0x41...0x5a).contains($0) }
            hasLowerCase = text.utf8.contains { (0x61...0x7a).contains($0) }
            isURLAlphabet = text.utf8.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        }

        func separated(by separator: Character) -> Reading? {
            separated.flatMap { $0.separator == separator ? .digest($0.octets) : nil }
        }
    }

    /// All encodings, the usual one first.
    static let encodings: [Encoding] = plainEncodings + separatedEncodings + doubleEncodings + lossyEncodings

    private static let plainEncodings: [Encoding] = [
        Encoding(
            "base64", "", call: nil,
            read: { (written) in written.isURLAlphabet ? nil : written.base64.map { .digest($0) } },
            commands: { (digest, hashed, _) in
                let command = "\(digest.command) | openssl base64 -A"
                return [
                    (command, hashed.base64), ("\(command) | tr -d =", hashed.base64.filter { $0 != "=" }),
                ]
            }),
        Encoding(
            "base64url", ", in base64url", call: nil,
            read: { (written) in written.isURLAlphabet ? written.base64.map { .digest($0) } : nil },
            commands: { (digest, hashed, _) in
                let text = Base64.encode(hashed.octets, alphabet: .url)
                let padding = hashed.base64.filter { $0 == "=" }
                let command = "\(digest.command) | openssl base64 -A | tr '/+' '_-'"
                return [("\(command) | tr -d =", text), (command, text + padding)]
            }),
        Encoding(
            "hex", ", in hex", call: nil,
            read: { (written) in written.hasUpperCase ? nil : written.hex.map { .digest($0) } },
            commands: { (digest, hashed, _) in [("\(digest.command) | \(hexCommand)", hashed.hex)] }),
        Encoding(
            "hex-upper-case", ", in hex", call: nil,
            read: { (written) in
                written.hasLowerCase || !written.hasUpperCase ? nil : written.hex.map { .digest($0) }
            },
            commands: { (digest, hashed, _) in
                [("\(digest.command) | \(hexCommand) | tr a-f A-F", hex(hashed.octets, uppercase: true))]
            }),
    ]

    /// The command that writes standard input in base64, on one line without a newline.
    private static let base64Command = "openssl base64 -A"

    /// The command that writes standard input in hex, on one line without a newline.
    static let hexCommand = "xxd -p | tr -d '\\n'"

    private static let separatedEncodings: [Encoding] = [
        separatedEncoding("hex-colons", "colons", ":", sign: ":"),
        separatedEncoding("hex-spaces", "spaces", " ", sign: " "),
        separatedEncoding("hex-hyphens", "hyphens", "-", sign: "-"),
    ]

    private static func separatedEncoding(
        _ code: String, _ name: String, _ separator: Character, sign: String
    ) -> Encoding {
        Encoding(
            code, ", in hex with \(name)", call: "writing the digest in hex with \(name)",
            read: { $0.separated(by: separator) },
            commands: { (digest, hashed, _) in
                let command = "\(digest.command) | \(hexCommand) | sed 's/../&\(sign)/g; s/.$//'"
                return [
                    (command, hex(hashed.octets, separator: sign)),
                    ("\(command) | tr a-f A-F", hex(hashed.octets, separator: sign, uppercase: true)),
                ]
            })
    }

    private static let doubleEncodings: [Encoding] = [
        Encoding(
            "hex-of-base64", ", in base64, then in hex", call: "writing the base64 text in hex",
            of: base64Command,
            read: { (written) in
                written.hex.flatMap(asciiText).flatMap { PinSpelling.base64(trimmed($0)) }.map { .digest($0) }
            },
            commands: { (digest, hashed, _) in
                [("openssl base64 -A", ""), ("{ openssl base64 -A; echo; }", "\n")].map { (tool, end) in
                    let command = "\(digest.command) | \(tool)"
                    return ("\(command) | \(hexCommand)", hex((hashed.base64 + end).utf8))
                }
            }),
        Encoding(
            "base64-of-hex", ", in hex, then in base64",
            call: "encoding the hex text in base64 instead of the bytes", of: hexCommand,
            read: { (written) in
                written.base64.flatMap(asciiText).flatMap { bytes(hex: $0) }.map { .digest($0) }
            },
            commands: { (digest, hashed, _) in
                let command = "\(digest.command) | \(hexCommand)"
                let upper = hex(hashed.octets, uppercase: true)
                return [
                    ("\(command) | openssl base64 -A", Base64.encode(hashed.hex.utf8)),
                    ("\(command) | tr a-f A-F | openssl base64 -A", Base64.encode(upper.utf8)),
                ]
            }),
        Encoding(
            "base64-of-printed-hex", ", as the line that a tool prints, in base64",
            call: "encoding a tool's output line in base64 instead of the bytes",
            read: { (written) in
                written.base64.flatMap(asciiText).flatMap(printedDigest).map { .digest($0) }
            }, commands: printingCommands),
        Encoding(
            "base64-of-base64", ", in base64 twice", call: "writing the base64 text in base64",
            of: base64Command,
            read: { (written) in
                written.base64.flatMap(asciiText).flatMap { PinSpelling.base64(trimmed($0)) }.map {
                    .digest($0)
                }
            },
            commands: { (digest, hashed, _) in
                [("openssl base64 -A", ""), ("{ openssl base64 -A; echo; }", "\n")].map { (tool, end) in
                    let command = "\(digest.command) | \(tool)"
                    return ("\(command) | openssl base64 -A", Base64.encode((hashed.base64 + end).utf8))
                }
            }),
    ]

    @Sendable private static func printingCommands(
        _ digest: Digest, _ hashed: Hashed, _ written: Written
    ) -> [(command: String, text: String)] {
        var lines = [("\(digest.command) | xxd -p -c 64", hashed.hex + "\n")]
        if let option = digest.option {
            lines.append(("openssl dgst -\(option)", "\(digest.label)(stdin)= \(hashed.hex)\n"))
        }
        if let sum = digest.sum { lines.append((sum, "\(hashed.hex)  -\n")) }
        return lines.map { ("\($0.0) | openssl base64 -A", Base64.encode($0.1.utf8)) }
    }

    private static let lossyEncodings: [Encoding] = [
        Encoding(
            "upper-case", ", its base64 in upper case",
            call: "text.uppercased(): base64 is case-sensitive, so the pin is lost",
            of: base64Command,
            read: { (written) in
                written.hasLowerCase || !isLong(written) ? nil : .oneCase(written.text.lowercased())
            },
            commands: { (digest, hashed, _) in
                [("\(digest.command) | openssl base64 -A | tr a-z A-Z", hashed.base64.uppercased())]
            }),
        Encoding(
            "lower-case", ", its base64 in lower case",
            call: "text.lowercased(): base64 is case-sensitive, so the pin is lost",
            of: base64Command,
            read: { (written) in
                written.hasUpperCase || !isLong(written) ? nil : .oneCase(written.text)
            },
            commands: { (digest, hashed, _) in
                [("\(digest.command) | openssl base64 -A | tr A-Z a-z", hashed.base64.lowercased())]
            }),
        Encoding(
            "cut-short", ", cut short", call: "copying without the end of the text", of: base64Command,
            read: { (written) in
                let octets = written.hex ?? written.base64 ?? beginning(of: written.text)
                guard let octets, (shortestPrefix..<SHA256.digestByteCount).contains(octets.count) else {
                    return nil
                }
                return .prefix(octets)
            },
            commands: { (digest, hashed, written) in
                // Padding may follow text that was cut before it.
                let signs = written.text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
                let count = written.text.utf8.count - signs
                let end = String(repeating: "=", count: signs)
                let padding = signs == 0 ? "" : " | sed 's/$/\(end)/'"
                return [
                    (
                        "\(digest.command) | \(base64Command) | head -c \(count)\(padding)",
                        hashed.base64.prefix(count) + end
                    ),
                    (
                        "\(digest.command) | \(hexCommand) | head -c \(count)",
                        String(hashed.hex.prefix(count))
                    ),
                ]
            }),
    ]

    private static func isLong(_ written: Written) -> Bool { written.text.utf8.count > 8 }

    /// Returns the whole bytes that the beginning of hex or base64 text decodes to.
    private static func beginning(of text: String) -> [UInt8]? {
        if let octets = bytes(hex: text.dropLast()) { return octets }
        let kept = text.filter { $0 != "=" }
        return PinSpelling.base64(String(kept.prefix(kept.count % 4 == 1 ? kept.count - 1 : kept.count)))
    }

    /// Returns the octets as text if all of them are printable ASCII or white space.
    private static func asciiText(_ octets: [UInt8]) -> String? {
        guard !octets.isEmpty, octets.allSatisfy({ (0x20...0x7e).contains($0) || (9...13).contains($0) })
        else {
            return nil
        }
        return String(decoding: octets, as: UTF8.self)
    }

    /// Returns the hex digits in a line such as `SHA2-256(stdin)= 6b31…`, `6b31…  -`, or `6b31…` and a
    /// newline.
    private static func printedDigest(_ line: String) -> [UInt8]? {
        let words = line.split { $0.isWhitespace || $0 == "=" }
        guard line.contains(where: { $0.isWhitespace }) else { return nil }
        return words.lazy.compactMap { $0.count >= 32 ? bytes(hex: $0) : nil }.first
    }

    private static func trimmed(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
