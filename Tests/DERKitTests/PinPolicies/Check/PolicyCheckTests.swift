import DERKit
import Testing
import X509Model

@testable import PinPolicies
@testable import SPKIHash

/// Every rule of `check` with a policy that breaks it and one that does not.
@Suite struct PolicyCheckTests {
    /// A rule, a policy, and the expected finding.
    struct Example: Sendable, CustomTestStringConvertible {
        let rule: String
        let what: String
        let check: @Sendable () throws -> PolicyCheck
        /// The finding in a policy that breaks the rule; nil for a policy that follows it.
        let severity: PolicyFinding.Severity?
        var testDescription: String { "\(rule): \(what)" }

        init(
            _ rule: String, _ what: String, _ severity: PolicyFinding.Severity?,
            _ check: @escaping @Sendable () throws -> PolicyCheck
        ) {
            self.rule = rule
            self.what = what
            self.severity = severity
            self.check = check
        }
    }

    /// Returns a pin that is not a placeholder.
    private static func pin(_ byte: UInt8) throws -> Pin {
        try Pin(hex([byte] + (0..<31).map { UInt8($0) }))
    }

    /// Returns the SHA-256 of bytes that are not a SubjectPublicKeyInfo.
    private static func wrong(_ bytes: [UInt8]) throws -> Pin {
        try #require(Pin(bytes: SHA256.hash(bytes)))
    }

    /// Returns the pin with one character of its base64 changed.
    private static func typo(_ pin: Pin) throws -> Pin {
        var text = Array(pin.base64.utf8)
        text[20] = text[20] == UInt8(ascii: "x") ? UInt8(ascii: "y") : UInt8(ascii: "x")
        return try Pin(String(decoding: text, as: UTF8.self))
    }

    private static func policy(
        _ host: String = "**.example.com", _ strategies: [PinStrategy]? = nil,
        match: PinPolicy.Match = .any, expires: String? = nil, isEnforced: Bool = true,
        unlisted: PinPolicy.UnlistedHosts = .accept
    ) throws -> PinPolicy {
        let twoPins = PinSet([PinSet.Member(try pin(1)), PinSet.Member(try pin(2), role: .backup)])
        return try PinPolicy(
            [
                PinPolicy.Rule(
                    try HostPattern(host), strategies ?? [.publicKey(twoPins, at: .any)], match: match,
                    expiration: try expires.map { try PolicyDate.read($0) }, isEnforced: isEnforced)
            ], unlistedHosts: unlisted)
    }

    private static func check(
        _ policy: PinPolicy, for consumers: [PolicyFormat] = [], chain: [Certificate] = [],
        host: String? = nil, suffixes: String? = "com\nuk\nco.uk\n*.ck\n!www.ck\n",
        at day: String = "2027-01-01",
        keys: KnownCAKeys? = nil
    ) throws -> PolicyCheck {
        let name = try host.map { try HostName($0) }
        let paths = CertificatePaths(chain, host: host.flatMap { ServerName($0) })
        let now = try PolicyDate.read(day)
        var check = PolicyCheck(
            policy, for: consumers,
            chains: chain.isEmpty ? [] : [CheckedChain(Judge(paths, host: name, at: now))], host: name,
            at: now)
        check.suffixes = suffixes.map { PublicSuffixList(Array($0.utf8)) }
        check.caKeys = keys
        return check
    }

    private static func check(_ policy: PinPolicy, paths: CertificatePaths) throws -> PolicyCheck {
        let now = try PolicyDate.read("2027-01-01")
        var chain = CheckedChain(Judge(paths, host: nil, at: now))
        chain.hasRoots = true
        return PolicyCheck(policy, chains: [chain], at: now)
    }

    private static func next(_ policy: PinPolicy, _ chain: [Certificate]) throws -> PolicyCheck {
        let now = try PolicyDate.read("2027-01-01")
        var next = CheckedChain(Judge(CertificatePaths(chain), host: nil, at: now))
        next.isNext = true
        return PolicyCheck(policy, chains: [next], at: now)
    }

    /// Returns a policy with labels for pins at any position.
    private static func labeled(_ pins: [(String, Pin)]) throws -> PinPolicy {
        let members = pins.map { PinSet.Member($0.1, label: $0.0) }
        return try policy("example.com", [.publicKey(PinSet(members), at: .any)])
    }

    /// ISRG Root X1 and X2, and Let's Encrypt's intermediate R3, which ended in 2025.
    private static func isrgRootX1() throws -> Pin { try Pin("C5+lpZ7tcVwmwQIMcRtPbsQtWLABXhQzejna0wHFr8M=") }
    private static func isrgRootX2() throws -> Pin { try Pin("diGVwiVYbubAI3RW4hB9xU8e/CH2GnkuvVFZE8zmgzI=") }
    private static func letsEncryptR3() throws -> Pin {
        try Pin("jQJTbIh0grw0/1TkHSumWb+Fs0Ggogr621gT3PvPKG0=")
    }

    /// Returns the certificate with an end in the past, whose signature is wrong.
    private static func expired(_ certificate: Certificate) throws -> Certificate {
        var der = certificate.derBytes
        let place = try #require(
            der.indices.first { der[$0...].starts(with: "21250615144555Z".utf8) }, "no such end")
        der.replaceSubrange(place..<place + 15, with: "20261201144555Z".utf8)
        return try Certificate(der: der)
    }

    /// Leaf, intermediate and root, made by Tests/Tools/make/policy-chains.sh.
    private static func vectorChain(_ name: String = "rsa2048") throws -> [Certificate] {
        try PolicyVectors.certificates("policy/chain-\(name).pem")
    }

    private static func keys(_ pins: [Pin], _ position: ChainPosition = .any) -> [PinStrategy] {
        [.publicKey(PinSet(pins), at: position)]
    }

    /// Returns two pins of leaves for each host.
    private static func policy(of hosts: [String]) throws -> PinPolicy {
        try PinPolicy(
            hosts.map { PinPolicy.Rule(try HostPattern($0), keys([try pin(1), try pin(2)], .leaf)) },
            unlistedHosts: .accept)
    }

    static let examples: [Example] = [
        Example("known-bad-pin", "zeros", .error) {
            try check(
                policy(
                    "example.com",
                    keys([try Pin("sha256/" + String(repeating: "A", count: 43) + "="), pin(1)])))
        },
        Example("known-bad-pin", "nothing", .error) {
            try check(
                policy(
                    "example.com", keys([try Pin("47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="), pin(1)])))
        },
        Example("known-bad-pin", "empty line", .error) {
            try check(
                policy(
                    "example.com", keys([try Pin("AbpHGcgLb+kRsJGnwFEktk7uzpZOCcBY74+YBdrKVGs="), pin(1)])))
        },
        Example("known-bad-pin", "B 43 times", .error) {
            try check(
                policy(
                    "example.com",
                    keys([try Pin("sha256/" + String(repeating: "B", count: 43) + "="), pin(1)])))
        },
        Example("known-bad-pin", "a slash 43 times, in base64url", .error) {
            try check(policy("example.com", keys([try Pin(String(repeating: "_", count: 43)), pin(1)])))
        },
        Example("known-bad-pin", "x 42 times and another letter", .error) {
            try check(
                policy(
                    "a.com", keys([try Pin("sha256/" + String(repeating: "x", count: 42) + "8="), pin(1)])))
        },
        Example("known-bad-pin", "x 41 times", nil) {
            try check(
                policy(
                    "a.com", keys([try Pin("sha256/" + String(repeating: "x", count: 41) + "y8="), pin(1)])))
        },
        Example("known-bad-pin", "two real pins", nil) { try check(policy()) },
        Example("names-host", "no rule", .error) { try check(PinPolicy([], unlistedHosts: .refuse)) },
        Example("names-host", "one rule", nil) { try check(policy()) },
        Example("backup-pin", "one pin", .warning) { try check(policy("example.com", keys([pin(1)]))) },
        Example("backup-pin", "one pin twice", .warning) {
            try check(policy("example.com", keys([pin(1), pin(1)])))
        },
        Example("backup-pin", "one pin in each of two strategies that both have to match", .warning) {
            try check(
                policy(
                    "example.com", keys([pin(1)], .leaf) + keys([pin(2)], .certificateAuthority), match: .all)
            )
        },
        Example("backup-pin", "two pins", nil) { try check(policy()) },
        Example("expired", "yesterday", .error) { try check(policy(expires: "2026-12-31")) },
        Example("expired", "in 29 days", .warning) { try check(policy(expires: "2027-01-30")) },
        Example("expired", "in 30 days", nil) { try check(policy(expires: "2027-01-31")) },
        Example("expired", "never", nil) { try check(policy()) },
        Example("report-only", "reported", .warning) { try check(policy(isEnforced: false)) },
        Example("report-only", "enforced", nil) { try check(policy()) },
        Example("certificate-pin", "a certificate", .warning) {
            let member = CertificateSet.Member(try vectorChain()[0])
            return try check(policy("example.com", [.certificate(CertificateSet([member]), at: .leaf)]))
        },
        Example("certificate-pin", "a key", nil) { try check(policy()) },
        Example("public-suffix", "all of com", .error) { try check(policy("**.com")) },
        Example("public-suffix", "all of co.uk", .error) { try check(policy("*.co.uk")) },
        Example("public-suffix", "by a wildcard of the list", .error) { try check(policy("**.any.ck")) },
        Example("public-suffix", "by an exception of the list", nil) { try check(policy("**.www.ck")) },
        Example("public-suffix", "a name below com", nil) { try check(policy()) },
        Example("public-suffix", "no list", .hint) { try check(policy(), suffixes: nil) },
        Example("public-suffix", "no list and no wildcard", nil) {
            try check(policy("example.com"), suffixes: nil)
        },
        Example("pin-count", "TrustKit with one", .error) {
            try check(policy("example.com", keys([pin(1)])), for: [.trustKit])
        },
        Example("pin-count", "TrustKit with one, reported", nil) {
            try check(policy("example.com", keys([pin(1)]), isEnforced: false), for: [.trustKit])
        },
        Example("pin-count", "Android with one", nil) {
            try check(policy("example.com", keys([pin(1)])), for: [.android])
        },
        Example("pin-count", "TrustKit with two", nil) { try check(policy(), for: [.trustKitSwift]) },
        // From domain_registry.h: no registry for an unknown top-level domain, five octets for co.uk.
        Example("registry", "TrustKit with a suffix", nil) { try check(policy("co.uk"), for: [.trustKit]) },
        Example("registry", "TrustKit with a private name", .error) {
            try check(policy("printer.local"), for: [.trustKitSwift])
        },
        Example("registry", "TrustKit with an address", .error) {
            try check(policy("192.0.2.1"), for: [.trustKit])
        },
        Example("registry", "TrustKit under an asterisk", nil) {
            try check(policy("a.b.ck"), for: [.trustKit])
        },
        Example("registry", "TrustKit with two labels, without a list", nil) {
            try check(policy("example.com", keys([pin(1), pin(2)])), for: [.trustKit], suffixes: nil)
        },
        Example("registry", "TrustKit with one label, without a list", .error) {
            try check(policy("localhost", keys([pin(1), pin(2)])), for: [.trustKit], suffixes: nil)
        },
        Example("registry", "TrustKit with a name", nil) { try check(policy("a.co.uk"), for: [.trustKit]) },
        Example("expressible", "a wildcard on Android", .error) {
            try check(policy("*.example.com"), for: [.android])
        },
        Example("expressible", "all subdomains in NSPinnedDomains", .warning) {
            try check(policy("**.a.com", keys([pin(1), pin(2)], .leaf)), for: [.nsPinnedDomains])
        },
        Example("expressible", "a host and those of one label more in NSPinnedDomains", nil) {
            try check(policy(of: ["a.com", "*.a.com"]), for: [.nsPinnedDomains])
        },
        Example("expressible", "those of one label more alone in NSPinnedDomains", .error) {
            try check(policy(of: ["a.com", "*.b.com"]), for: [.nsPinnedDomains])
        },
        Example("expressible", "an expiry in OkHttp", .warning) {
            try check(
                policy("example.com", keys([pin(1), pin(2)]), expires: "2028-01-01"), for: [.okhttpKotlin])
        },
        Example("expressible", "a label in curl", nil) {
            let members = try PinSet([PinSet.Member(pin(1), label: "a"), PinSet.Member(pin(2))])
            return try check(policy("example.com", [.publicKey(members, at: .leaf)]), for: [.curl])
        },
        Example("expressible", "subdomains on Android", nil) {
            try check(policy("**.example.com", keys([pin(1), pin(2)])), for: [.android])
        },
        Example("leaf-or-ca", "a CA as leaf", .error) {
            let chain = try vectorChain()
            return try check(policy("example.com", keys([chain[1].pin, pin(1)], .leaf)), chain: chain)
        },
        Example("leaf-or-ca", "the leaf as a CA", .error) {
            let chain = try vectorChain()
            return try check(
                policy("example.com", keys([chain[0].pin, pin(1)], .certificateAuthority)), chain: chain)
        },
        Example("leaf-or-ca", "each at its place", nil) {
            let chain = try vectorChain()
            return try check(
                policy(
                    "a.com", keys([chain[0].pin], .leaf) + keys([chain[1].pin], .certificateAuthority),
                    match: .all),
                for: [.nsPinnedDomains], chain: chain)
        },
        Example("chain", "TrustKit with a pinned P-521 key", .error) {
            let chain = try vectorChain("p521")
            return try check(
                policy("example.com", keys([chain[0].pin, pin(1)])), for: [.trustKit], chain: chain)
        },
        Example("key-type", "P-521 in the chain, a CA pinned", .warning) {
            let chain = try vectorChain("p521")
            return try check(
                policy("example.com", keys([chain[1].pin, pin(1)])), for: [.trustKit], chain: chain)
        },
        Example("key-type", "RSA 2048 and P-384", nil) {
            let chain = try vectorChain()
            return try check(
                policy("example.com", keys([chain[0].pin, pin(1)])), for: [.trustKit], chain: chain)
        },
        Example("chain", "another chain", .error) { try check(policy(), chain: vectorChain()) },
        Example("chain", "another chain, reported", .warning) {
            try check(policy(isEnforced: false), chain: vectorChain())
        },
        Example("chain", "no rule for the host", .warning) {
            try check(policy("example.org"), chain: vectorChain(), host: "www.example.com")
        },
        Example("chain", "no rule for the host, which is refused", .error) {
            try check(policy("example.org", unlisted: .refuse), chain: vectorChain(), host: "www.example.com")
        },
        Example("chain", "the right chain", nil) {
            let chain = try vectorChain()
            return try check(
                policy("**.example.com", keys([chain[1].pin, pin(1)])), chain: chain, host: "www.example.com")
        },
        Example("wrong-pin", "the hash of the raw key beside the pin", .error) {
            let chain = try vectorChain()
            let raw = try wrong(chain[0].subjectPublicKeyInfo.subjectPublicKey.bytes)
            return try check(policy("example.com", keys([chain[0].pin, raw])), chain: chain)
        },
        Example("wrong-pin", "the hash of the root's certificate beside the pin", .error) {
            let chain = try vectorChain()
            return try check(
                policy("example.com", keys([chain[0].pin, wrong(chain[2].derBytes)])), chain: chain)
        },
        Example("wrong-pin", "the hash of the PEM text, the right pin matching elsewhere", .error) {
            let chain = try vectorChain()
            let text = PEM.encode(chain[1].derBytes, label: "CERTIFICATE")
            return try check(
                policy("example.com", keys([chain[0].pin, wrong(Array(text.utf8))])), chain: chain)
        },
        Example("wrong-pin", "a typo of the pin of the chain", .error) {
            let chain = try vectorChain()
            return try check(policy("example.com", keys([chain[0].pin, typo(chain[0].pin)])), chain: chain)
        },
        Example("wrong-pin", "a typo of the backup, without a chain", .error) {
            let backup = try Pin("KSeGXndD4/rKAuzfT6R1azAATDNVWXuljpfEFIycaK0=")
            return try check(policy("example.com", keys([backup, typo(backup)])))
        },
        Example("wrong-pin", "two keys of the chain and a backup", nil) {
            let chain = try vectorChain()
            return try check(policy("example.com", keys([chain[0].pin, chain[1].pin, pin(1)])), chain: chain)
        },
        Example("chain-order", "intermediate, leaf, root", .warning) {
            let chain = try vectorChain()
            return try check(policy(), chain: [chain[1], chain[0], chain[2]])
        },
        Example("chain-order", "root first", .warning) {
            try check(policy(), chain: vectorChain().reversed())
        },
        Example("chain-order", "the leaf first, the others swapped", .warning) {
            let chain = try vectorChain()
            return try check(policy(), chain: [chain[0], chain[2], chain[1]])
        },
        Example("chain-order", "in order", nil) { try check(policy(), chain: vectorChain()) },
        Example("chain-order", "in order, one twice, no root", nil) {
            let chain = try vectorChain()
            return try check(policy(), chain: [chain[0], chain[1], chain[0]])
        },
        Example("chain-members", "a stranger", .warning) {
            try check(policy(), chain: vectorChain() + PolicyVectors.chain().prefix(1))
        },
        Example("chain-members", "one twice", .warning) {
            let chain = try vectorChain()
            return try check(policy(), chain: chain + chain.prefix(1))
        },
        Example("chain-members", "leaf, intermediate and root", nil) {
            try check(policy(), chain: vectorChain())
        },
        Example("chain-incomplete", "roots without the one", .warning) {
            let chain = try vectorChain()
            return try check(
                policy(), paths: CertificatePaths(Array(chain.prefix(2)), roots: PolicyVectors.chain()))
        },
        Example("chain-incomplete", "the root among others", nil) {
            let chain = try vectorChain()
            return try check(
                policy(),
                paths: CertificatePaths(Array(chain.prefix(2)), roots: PolicyVectors.chain() + [chain[2]]))
        },
        Example("server-certificate", "authorities alone", .warning) {
            try check(policy(), chain: Array(vectorChain().dropFirst()))
        },
        Example("server-certificate", "two of them", .warning) {
            try check(policy(), chain: vectorChain() + vectorChain("p521").prefix(1))
        },
        Example("server-certificate", "one", nil) { try check(policy(), chain: vectorChain()) },
        Example("interception", "a proxy's certificate", .error) {
            try check(policy(), chain: vectorChain("charles"))
        },
        Example("interception", "the same, without its CA", .error) {
            try check(policy(), chain: Array(vectorChain("charles").prefix(1)))
        },
        Example("interception", "its CA beside the chain of the server", nil) {
            try check(policy(), chain: vectorChain() + vectorChain("charles").suffix(1))
        },
        Example("chain", "a leaf for clients, of a domain that its CA must not name", .error) {
            try check(policy(), chain: vectorChain("constraints"))
        },
        Example("chain-constraints", "leaf, intermediate and root", nil) {
            try check(policy(), chain: vectorChain())
        },
        Example("chain-constraints", "two issuers, of which one has expired", .warning) {
            let chain = try vectorChain()
            return try check(policy(), chain: chain + [expired(chain[1])])
        },
        Example("chain", "a host that is not in the leaf", .error) {
            try check(policy(), chain: vectorChain(), host: "api.example.com")
        },
        Example("chain", "a subdomain of a name without a wildcard", .error) {
            try check(policy(), chain: vectorChain(), host: "a.www.example.com")
        },
        Example("chain", "a leaf without names, whose common name it is", .error) {
            try check(policy("expired"), chain: vectorChain("expired"), host: "expired", at: "2025-01-01")
        },
        Example("host-name", "hosts that the leaf is not for", .error) {
            try check(policy("api.example.com"), chain: vectorChain())
        },
        Example("host-name", "one of them is", nil) {
            try check(policy(of: ["api.example.com", "www.example.com"]), chain: vectorChain())
        },
        Example("chain", "an expired leaf", .error) {
            let chain = try vectorChain("expired")
            return try check(policy("example.com", keys([chain[0].pin, pin(1)])), chain: chain)
        },
        Example("chain", "a chain of next year", .error) {
            let chain = try vectorChain()
            return try check(
                policy("www.example.com", keys([chain[0].pin, pin(1)])), chain: chain, at: "2026-01-01")
        },
        Example("chain-undecided", "a pin that may be the root's, which is not sent", .warning) {
            let chain = try vectorChain()
            return try check(policy("example.com", keys([chain[2].pin])), chain: Array(chain.prefix(2)))
        },
        Example("chain-undecided", "only authorities, and a pin that may be the leaf's", .warning) {
            let chain = try vectorChain()
            return try check(policy("example.com", keys([chain[0].pin])), chain: Array(chain.suffix(2)))
        },
        Example("chain-undecided", "two leaves, one pinned", .warning) {
            let chain = try vectorChain()
            return try check(
                policy("example.com", keys([chain[0].pin])), chain: chain + vectorChain("p521").prefix(1))
        },
        Example("chain-undecided", "the root is given", nil) {
            let chain = try vectorChain()
            return try check(
                policy("example.com", keys([chain[2].pin])),
                paths: CertificatePaths(Array(chain.prefix(2)), roots: [chain[2]]))
        },
        Example("chain-undecided", "only the leaf counts", nil) {
            let chain = try vectorChain()
            return try check(policy("example.com", keys([pin(1)], .leaf)), chain: Array(chain.prefix(2)))
        },
        Example("backup-outside-chain", "the leaf, and the hash of its raw key", .warning) {
            let chain = try vectorChain()
            let raw = try wrong(chain[0].subjectPublicKeyInfo.subjectPublicKey.bytes)
            return try check(policy("example.com", keys([chain[0].pin, raw])), chain: chain)
        },
        Example("backup-outside-chain", "leaf and root", .warning) {
            let chain = try vectorChain()
            return try check(policy("example.com", keys([chain[0].pin, chain[2].pin])), chain: chain)
        },
        Example("backup-outside-chain", "leaf and another", nil) {
            let chain = try vectorChain()
            return try check(policy("example.com", keys([chain[0].pin, pin(1)])), chain: chain)
        },
        Example("certificate-expiry", "a leaf that expires in the horizon", .warning) {
            let chain = try vectorChain("expires-soon")
            return try check(
                policy("example.com", keys([chain[0].pin, pin(1)])), chain: [chain[0]], at: "2026-01-01")
        },
        Example("certificate-expiry", "years to go", nil) {
            let chain = try vectorChain()
            return try check(policy("example.com", keys([chain[0].pin, pin(1)])), chain: chain)
        },
        Example("renewal", "the leaf alone", .warning) {
            let chain = try vectorChain()
            return try check(policy("example.com", keys([chain[0].pin])), chain: chain)
        },
        Example("renewal", "the leaf and a backup", nil) {
            let chain = try vectorChain()
            return try check(policy("example.com", keys([chain[0].pin, pin(1)])), chain: chain)
        },
        Example("renewal", "the root", nil) {
            let chain = try vectorChain()
            return try check(policy("example.com", keys([chain[2].pin])), chain: chain)
        },
        Example("backup-in-use", "the next chain has the backup", .warning) {
            let chain = try vectorChain()
            let members = [PinSet.Member(try pin(1)), PinSet.Member(chain[0].pin, role: .backup)]
            return try next(policy("www.example.com", [.publicKey(PinSet(members), at: .any)]), chain)
        },
        Example("backup-in-use", "the next chain has one of two backups", nil) {
            let chain = try vectorChain()
            let members = [
                PinSet.Member(try pin(1)), PinSet.Member(chain[0].pin, role: .backup),
                // Not a typo of the first pin.
                PinSet.Member(try wrong([1, 2, 3]), role: .backup),
            ]
            return try next(policy("www.example.com", [.publicKey(PinSet(members), at: .any)]), chain)
        },
        Example("okhttp-version", "a double asterisk", .hint) {
            try check(policy(), for: [.okhttpKotlin])
        },
        Example("okhttp-version", "a single one", nil) {
            try check(policy("*.example.com"), for: [.okhttpJava])
        },
        Example("okhttp-version", "a double asterisk on Android", nil) {
            try check(policy(), for: [.android])
        },
        Example("known-ca-key", "a root at position leaf", .error) {
            try check(policy("a.com", keys([isrgRootX1(), pin(1)], .leaf)), keys: .builtIn)
        },
        Example("known-ca-key", "a root at any position", .hint) {
            try check(policy("a.com", keys([isrgRootX1(), pin(1)])), keys: .builtIn)
        },
        Example("known-ca-key", "keys of no CA", nil) { try check(policy(), keys: .builtIn) },
        Example("retired-ca-key", "an intermediate that ended", .warning) {
            try check(policy("a.com", keys([letsEncryptR3(), pin(1)])), keys: .builtIn)
        },
        Example("retired-ca-key", "the same before its end", nil) {
            try check(policy("a.com", keys([letsEncryptR3(), pin(1)])), at: "2025-01-01", keys: .builtIn)
        },
        Example("ca-label", "the name of one root on the key of another", .warning) {
            try check(labeled([("ISRG Root X1", isrgRootX2()), ("", pin(1))]), keys: .builtIn)
        },
        Example("ca-label", "the name of a root and more on a key of no CA", .warning) {
            try check(labeled([("isrg root x1 (backup)", pin(1))]), keys: .builtIn)
        },
        Example("ca-label", "the name of the root", nil) {
            try check(labeled([("ISRG Root X1", isrgRootX1())]), keys: .builtIn)
        },
        Example("ca-label", "names of no CA", nil) {
            try check(
                labeled([("www.example.com, P-256", pin(1)), ("key issued by ISRG Root X1", pin(2))]),
                keys: .builtIn)
        },
        Example("ca-key-typo", "the beginning of a root's pin", .error) {
            try check(
                policy("a.com", keys([try Pin("C5+lpZ7tcVwmwQIMcRtPbsQtWLABXhQzejna0wHFr9M="), pin(1)])),
                keys: .builtIn)
        },
        Example("ca-key-typo", "the pin of the root", nil) {
            try check(policy("a.com", keys([isrgRootX1(), pin(1)])), keys: .builtIn)
        },
        Example("intermediates-only", "two intermediates of the chain", .warning) {
            let chain = try vectorChain()
            return try check(policy("example.com", keys([chain[1].pin])), chain: chain, keys: .builtIn)
        },
        Example("intermediates-only", "one that the table has", .warning) {
            try check(policy("a.com", keys([letsEncryptR3()])), keys: .builtIn)
        },
        Example("intermediates-only", "an intermediate and a root", nil) {
            try check(policy("a.com", keys([letsEncryptR3(), isrgRootX1()])), keys: .builtIn)
        },
    ]

    @Test func aPinAtTheWrongPositionIsNamed() throws {
        let chain = try Self.vectorChain()
        for (index, position, whose) in [
            (0, ChainPosition.certificateAuthority, "the server's own"), (1, .leaf, "a CA's"),
        ] {
            let policy = try Self.policy("example.com", Self.keys([chain[index].pin, Self.pin(1)], position))
            let messages = try Self.check(policy, chain: chain).run().filter { $0.rule == "leaf-or-ca" }.map {
                $0.message
            }
            #expect(messages.map { $0.contains(" is for \(whose) key (certificate \(index + 1))") } == [true])
        }
    }

    @Test(arguments: examples) func everyExampleHasTheExpectedFindings(_ example: Example) throws {
        let findings = try example.check().run().filter { $0.rule == example.rule }
        #expect(findings.map(\.severity).max() == example.severity, "\(findings)")
        for finding in findings {
            #expect(!finding.message.isEmpty)
            #expect(
                finding.severity == .hint || !finding.hint.isEmpty,
                "a finding that does not say what to change")
            #expect(!finding.hint.contains(" --"), "a finding that names an option of the tool")
            #expect(!finding.source.isEmpty)
            #expect(!finding.message.hasSuffix(".") && !finding.hint.hasSuffix("."))
        }
    }

    /// With a later date, pins of other keys would make the app refuse the server.
    @Test func adviceOnAnExpiredRuleDependsOnItsPins() throws {
        let chain = try PolicyCheckTests.vectorChain()
        let others = PolicyCheckTests.keys([try PolicyCheckTests.pin(1), try PolicyCheckTests.pin(2)])
        let own = PolicyCheckTests.keys([chain[1].pin, try PolicyCheckTests.pin(2)])
        let whole = [PinStrategy.certificate(CertificateSet([CertificateSet.Member(chain[0])]), at: .any)]
        func hint(_ strategies: [PinStrategy], _ chain: [Certificate]) throws -> String {
            let policy = try PolicyCheckTests.policy("**.example.com", strategies, expires: "2026-12-31")
            let findings = try PolicyCheckTests.check(policy, chain: chain).run()
            return try #require(findings.first { $0.rule == "expired" }).hint
        }
        #expect(try hint(others, chain).hasPrefix("replace the pins"))
        #expect(try hint(own, chain).hasPrefix("check the pins"))
        #expect(try hint(whole, chain).hasPrefix("check the pins"))
        #expect(try hint(others, []).hasPrefix("check the pins"))
    }

    @Test func everyRuleHasAPassingAndAFailingExample() {
        for rule in PolicyRule.all where rule.code != "policies-differ" {
            let examples = PolicyCheckTests.examples.filter { $0.rule == rule.code }
            #expect(examples.contains { $0.severity != nil }, "\(rule.code) is never broken")
            #expect(examples.contains { $0.severity == nil }, "\(rule.code) is never kept")
        }
        #expect(Set(PolicyRule.all.map(\.code)).count == PolicyRule.all.count)
    }

    /// Returns whether each renewal breaks a rule: that of the leaf, of the intermediate, and of both.
    private func breaks(_ rule: PinPolicy.Rule, _ chain: [Certificate]) -> [Bool] {
        let evaluation = PinEvaluation(CertificatePaths(built: chain))
        let mistakes = PinMistakes(rule.strategies.pinMembers.map { $0.pin }, evaluation.links)
        return Renewal.allCases.map {
            !RenewedPaths(evaluation, $0, mistakes, nil).brokenPositions(of: rule).isEmpty
        }
    }

    /// If every strategy has to match, one that a renewal breaks is enough; if one has to match, all must break.
    @Test func aRenewalOfOneKeyBreaksARuleThatNeedsAll() throws {
        let chain = try PolicyCheckTests.vectorChain()
        let both =
            PolicyCheckTests.keys([chain[0].pin], .leaf)
            + PolicyCheckTests.keys([chain[1].pin], .certificateAuthority)
        func rule(_ match: PinPolicy.Match) throws -> PinPolicy.Rule {
            try PolicyCheckTests.policy("example.com", both, match: match).rules[0]
        }
        #expect(breaks(try rule(.all), chain) == [true, true, true])
        #expect(breaks(try rule(.any), chain) == [false, false, true])
    }

    /// Of two strategies of which one has to match, one key is enough for the next chain.
    @Test func adviceBeforeAChangeNamesOnlyTheKeysThatAreNeeded() throws {
        let chain = try PolicyCheckTests.vectorChain()
        for (match, count) in [(PinPolicy.Match.any, 1), (.all, 2)] {
            let strategies =
                PolicyCheckTests.keys([try PolicyCheckTests.pin(1)], .leaf)
                + PolicyCheckTests.keys([try PolicyCheckTests.pin(2)], .certificateAuthority)
            let policy = try PolicyCheckTests.policy("www.example.com", strategies, match: match)
            let hints = try PolicyCheckTests.next(policy, chain).run().map(\.hint)
            let hint = try #require(hints.first { $0.contains("also has") }, "\(hints)")
            #expect(chain.prefix(2).count { hint.contains("\($0.pin) of ") } == count, "\(hint)")
        }
    }

    @Test(arguments: [
        (0, [true, false, true], [true, true, true]), (1, [false, true, true], [false, true, true]),
        (2, [false, false, false], [false, false, false]),
    ])
    func aRenewalBreaksARuleIfNoPinnedKeyRemains(_ place: Int, _ ofKey: [Bool], _ ofCertificate: [Bool])
        throws
    {
        let chain = try PolicyCheckTests.vectorChain()
        func rule(_ strategies: [PinStrategy]) throws -> PinPolicy.Rule {
            try PolicyCheckTests.policy("example.com", strategies).rules[0]
        }
        let pin = chain[place].pin
        #expect(breaks(try rule(PolicyCheckTests.keys([pin])), chain) == ofKey)
        let backup = try rule(PolicyCheckTests.keys([pin, try PolicyCheckTests.pin(9)]))
        #expect(breaks(backup, chain) == [false, false, false])
        // A whole certificate does not outlive a new key of its issuer.
        let whole = try rule([.certificate(CertificateSet([CertificateSet.Member(chain[place])]), at: .any)])
        #expect(breaks(whole, chain) == ofCertificate)
    }
}

extension PolicyRule {
    /// All rules that a policy or a chain can break, in the order of the documentation.
    static let all =
        [
            knownBadPin, wrongPin, namesHost, backupPin, expired, reportOnly, certificatePin, publicSuffix,
            knownCAKey, retiredCAKey, caLabel, caKeyTypo, intermediatesOnly, pinCount, registry, expressible,
            leafOrCA, okHttpVersion, keyType, chain, chainUndecided, hostName, backupOutsideChain, renewal,
            backupInUse,
        ] + ofChainAlone + [policiesDiffer]
}
