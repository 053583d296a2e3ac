import DERKit

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
