import DERKit
import PinPolicies
import SPKIHash
import X509Model

/// Suggestions for a word that is neither a command nor a file.
enum Suggestion {
    /// Returns the command that other tools call by this name.
    static func command(_ word: String) -> String? {
        commands.first { $0.words.contains(word.lowercased()) }?.command
    }

    /// The words that people type for a command, from other tools and plain English.
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

    /// Returns advice if a missing file looks like a host, or `nil` if it does not.
    static func host(_ operand: String) -> String? {
        chainCommand(operand).map {
            "pemtool reads files only; to get the chain of a server, run \($0) | pemtool pin -"
        }
    }

    /// Returns the command that prints the chain of a server, or `nil` for text that is not a host name or URL.
    static func chainCommand(_ operand: String) -> String? {
        var rest = operand[...]
        var isHost = false
        for scheme in ["https://", "http://"] where rest.hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count)
            rest = rest[..<(rest.firstIndex(of: "/") ?? rest.endIndex)]
            isHost = true
        }
        let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first else { return nil }
        let port = parts.count > 1 ? parts[1] : "443"
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        let isInHostName = { (byte: UInt8) in byte == 0x2d || byte != 0x5f && isWordCharacter(byte) }
        guard let last = labels.last, labels.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isInHostName) }),
            !port.isEmpty, port.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        isHost = isHost || parts.count > 1 || labels.count > 1 && !fileExtensions.contains(last.lowercased())
        guard isHost else { return nil }
        return "openssl s_client -connect \(name):\(port) -showcerts </dev/null"
    }

    /// The extensions of files with keys and pins.
    private static let fileExtensions: Set<String> = [
        "pem", "cer", "cert", "crt", "der", "key", "pub", "csr", "req", "crl", "p7b", "p7c", "p7s", "p8",
        "p12", "pfx",
        "jks", "keystore", "bin", "hex", "b64", "base64", "asc", "txt", "json", "jsonl", "xml", "plist",
        "yaml", "yml",
        "swift", "kt", "java", "zip", "gz", "tar", "zst", "log", "csv", "html",
    ]
}

/// An error that ends a command. It is one pointer, because every `try` on its way copies it.
indirect enum UsageError: Error {
    /// An error in the command line, and a hint about what was meant.
    case usage(message: String, hint: String?)
    /// An input that the command needs cannot be used; the reason has been reported.
    case unreadable

    init(_ message: String, hint: String? = nil) { self = .usage(message: message, hint: hint) }

    var message: String { if case .usage(let message, _) = self { message } else { "" } }
    var hint: String? { if case .usage(_, let hint) = self { hint } else { nil } }

    /// Returns the error for an unknown word, with a suggestion.
    static func unknown(_ what: String, _ word: String, among known: [String], help: String) -> UsageError {
        let nearest = nearestWord(to: word, among: known)
        return UsageError(
            "unknown \(what) '\(word.isEmpty ? word : PathName.displayed(word))'",
            hint: nearest.map { "did you mean '\($0)'?" } ?? help)
    }
}

/// Returns the word in `known` that `word` was most likely meant to be, or `nil` if none is similar.
///
/// Words are similar if one begins with the other, or if at most a third of the letters differ.
func nearestWord(to word: String, among known: [String]) -> String? {
    let best = known.map { (word: $0, distance: Spelling.changes(Array(word.utf8), Array($0.utf8))) }
        .min { $0.distance < $1.distance }
    if let best, best.distance <= max(1, best.word.utf8.count / 3) { return best.word }
    return known.first { word.utf8.count >= 3 && ($0.hasPrefix(word) || word.hasPrefix($0)) }
}
