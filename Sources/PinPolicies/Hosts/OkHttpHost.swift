import SPKIHash

/// A host as OkHttp compares it: `HttpUrl` makes names canonical, but keeps a dot at the end, which counts.
struct OkHttpHost: Equatable {
    /// Lower case, A-labels, and the dot at the end where it was written.
    let name: String

    /// Reads a host as `HttpUrl` does (Util.canonicalizeHost); nil for what is not one.
    init?(_ text: some StringProtocol) {
        // java.net.IDN follows IDNA 2003: RFC 3454 table B.1 leaves the joiners out, B.2 folds these two letters.
        var folded = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "ß", "ẞ": folded += "ss"
            case "ς": folded += "σ"
            case "\u{200c}", "\u{200d}": break
            default: folded.unicodeScalars.append(scalar)
            }
        }
        guard let host = try? HostName(folded), let last = folded.unicodeScalars.last else { return nil }
        let isAbsolute = [".", "\u{3002}", "\u{ff0e}", "\u{ff61}"].contains(last)
        name = host.description + (isAbsolute ? "." : "")
    }

    /// True where a pinner asks for the pins of `pattern` when this host is connected to.
    ///
    /// `*.` is taken as OkHttp 3 does, CertificatePinner.Pin.matches, where `*.com` is for the host `com` too; since
    /// OkHttp 4.3, which has `**.`, it is not (CertificatePinner.kt, matchesHostname). No other pair differs.
    func matches(_ pattern: String) -> Bool {
        if pattern.hasPrefix("**.") {
            guard let suffix = OkHttpHost(pattern.dropFirst(3))?.name else { return false }
            return name == suffix || name.hasSuffix("." + suffix)
        }
        guard pattern.hasPrefix("*.") else { return OkHttpHost(pattern) == self }
        guard let suffix = OkHttpHost(pattern.dropFirst(2))?.name else { return false }
        return (name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name) == suffix
    }
}
