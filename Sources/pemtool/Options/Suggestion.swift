import PinPolicies

/// Suggestions for a word that is neither a command nor a file.
enum Suggestion {
    /// Returns the command that is meant by a word from another tool or from plain English; `nil` if it is unknown.
    static func command(_ word: String) -> String? {
        commands.first { $0.words.contains(word.lowercased()) }?.command
    }

    /// The words from other tools and from plain English that people type for a command.
    private static let commands: [(command: String, words: Set<String>)] = [
        ("pin", ["fingerprint", "hash", "sha256", "spki", "pubkey", "print-pin", "dgst"]),
        (
            "inspect",
            ["show", "view", "info", "print", "text", "cat", "read", "x509", "req", "crl", "pkcs7", "decode"]
        ),
        ("explain", ["why", "how", "header"]),
        ("dump", ["asn1parse", "asn1", "parse", "tree", "der"]),
        ("convert", ["export", "extract", "split", "join", "to-pem", "to-der", "transform"]),
        ("check", ["verify", "match", "compare", "test", "validate", "lint", "releases"]),
        ("policy emit", ["emit", "generate", "android", "trustkit", "okhttp"]),
    ]

    /// Returns advice on a missing file: a similar name in its folder, or the command that prints the chain of a host.
    static func file(_ path: String) -> String? {
        similarPath(path).map { "did you mean '\(PathName.displayed($0))'?" } ?? host(path)
    }

    /// Returns the path of the file whose name is most similar, in the same folder; `nil` for a link without a target.
    static func similarPath(_ path: String) -> String? {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let names = (try? System.names(inFolder: folder.isEmpty ? "." : String(folder))) ?? []
        let name = String(path.dropFirst(folder.count))
        return names.contains(name) ? nil : Spelling.nearest(to: name, among: names).map { folder + $0 }
    }

    /// Returns advice if a missing file looks like a host, or `nil` if it does not.
    static func host(_ operand: String) -> String? {
        // A path can begin with a folder whose name looks like a host.
        let parts = operand.split(separator: "/", maxSplits: 1)
        guard parts.count == 1 || parts.first?.last == ":" else { return nil }
        return chainCommand(operand).map {
            "pemtool reads files only; to get the chain of a server, run \($0) | pemtool pin -"
        }
    }

    /// Returns the command that prints the chain of a server, or `nil` for text that is not a host, address or URL.
    static func chainCommand(_ operand: String) -> String? {
        var (rest, standardPort, isHost) = (operand[...], "443", false)
        for (scheme, port) in schemes where operand.lowercased().hasPrefix("\(scheme)://") {
            (rest, standardPort, isHost) = (rest.dropFirst(scheme.count + 3), port, true)
        }
        rest = rest.prefix { !"/?#".contains($0) }
        if let sign = rest.lastIndex(of: "@") {
            // A user has no spaces (RFC 3986, section 3.2.1), unlike a sentence or the line of an SSH key.
            guard !rest[..<sign].contains(" ") else { return nil }
            (rest, isHost) = (rest[sign...].dropFirst(), isHost || sign > rest.startIndex)
        }
        var name = rest
        var port: Substring?
        if let end = rest.lastIndex(of: "]"), rest.hasPrefix("[") {
            guard isIPv6Address(rest[..<end].dropFirst()) else { return nil }
            (name, rest, isHost) = (rest[...end], rest[end...].dropFirst(), true)
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            if !rest.isEmpty { port = rest.dropFirst() }
        } else if isIPv6Address(rest) {
            (name, isHost) = ("[\(rest)]"[...], true)
        } else {
            let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = parts.first, !first.contains("_"), let host = try? HostName(first) else {
                return nil
            }
            name = host.description[...]
            let isFile = [host.description, operand.lowercased()].contains {
                fileExtensions.contains(String($0.split(separator: ".").last ?? ""))
            }
            isHost = isHost || parts.count > 1 || host.labels.count > 1 && !isFile || name == "localhost"
            if parts.count > 1 { port = parts[1] }
        }
        let number = port ?? standardPort[...]
        guard isHost, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }), UInt16(number) != nil else {
            return nil
        }
        // Shells take brackets for a pattern.
        let server = name.hasPrefix("[") ? "'\(name):\(number)'" : "\(name):\(number)"
        return "openssl s_client -connect \(server) -showcerts </dev/null"
    }

    /// The schemes of URLs, each with the port on which servers use TLS from the start.
    private static let schemes = [
        ("https", "443"), ("http", "443"), ("wss", "443"), ("ws", "443"), ("grpcs", "443"), ("ftps", "990"),
        ("imaps", "993"), ("pop3s", "995"), ("smtps", "465"), ("ldaps", "636"), ("mqtts", "8883"),
    ]

    /// Returns whether text is an IPv6 address, excluding the form that ends in an IPv4 address.
    private static func isIPv6Address(_ text: Substring) -> Bool {
        guard case .ip(let octets)? = ServerName(text) else { return false }
        return octets.count == 16 && !text.contains(".")
    }

    /// The extensions of files with keys and pins.
    private static let fileExtensions: Set<String> = [
        "pem", "cer", "cert", "crt", "der", "key", "pub", "csr", "req", "crl", "p7b", "p7c", "p7s", "p8",
        "p12", "pfx", "jks", "keystore", "bin", "hex", "b64", "base64", "asc", "txt", "json", "jsonl", "xml",
        "plist", "yaml", "yml", "swift", "kt", "java", "zip", "gz", "tar", "zst", "log", "csv", "html",
    ]
}

/// An error that ends a command. The type is indirect so that each `try` on the way copies only a single pointer.
indirect enum UsageError: Error {
    /// An error in the command line, and a hint about what was meant.
    case usage(message: String, hint: String?)
    /// A required input cannot be used; the reason has already been reported.
    case unreadable

    init(_ message: String, hint: String? = nil) { self = .usage(message: message, hint: hint) }

    var message: String { if case .usage(let message, _) = self { message } else { "" } }
    var hint: String? { if case .usage(_, let hint) = self { hint } else { nil } }

    /// Returns the error for an unknown word, with a suggestion.
    static func unknown(_ what: String, _ word: String, among known: [String], help: String) -> UsageError {
        let nearest = nearestWord(to: word, among: known)
        return UsageError(
            "unknown \(what) \(Pin.shown(word))",
            hint: nearest.map { "did you mean '\($0)'?" } ?? help)
    }
}

/// Returns the word in `known` that was most likely meant by `word`, or `nil` if none is similar.
///
/// Words are similar if at most one letter or a third of the known word's letters differ, or if `word` has at least
/// three letters and one word begins with the other.
func nearestWord(to word: String, among known: [String]) -> String? {
    let best = known.map { (word: $0, distance: Spelling.changes(Array(word.utf8), Array($0.utf8))) }
        .min { $0.distance < $1.distance }
    if let best, best.distance <= max(1, best.word.utf8.count / 3) { return best.word }
    return known.first { word.utf8.count >= 3 && ($0.hasPrefix(word) || word.hasPrefix($0)) }
}
