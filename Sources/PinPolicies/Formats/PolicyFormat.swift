import SPKIHash

/// The forms in which policies are kept: the manifest, and what each consumer of pins reads.
public enum PolicyFormat: String, Sendable, CaseIterable {
    /// The manifest, a JSON document that holds everything.
    case manifest
    /// TrustKit's configuration in an Info.plist.
    case trustKit = "trustkit"
    /// TrustKit's configuration as a Swift dictionary.
    case trustKitSwift = "trustkit-swift"
    /// `NSPinnedDomains` of App Transport Security in an Info.plist.
    case nsPinnedDomains = "nspinneddomains"
    /// Android's network security configuration, XML.
    case android
    /// OkHttp's `CertificatePinner` in Kotlin.
    case okhttpKotlin = "okhttp-kotlin"
    /// OkHttp's `CertificatePinner` in Java.
    case okhttpJava = "okhttp-java"
    /// The value of curl's `--pinnedpubkey`.
    case curl
    /// The header of RFC 7469.
    case hpkp
    /// TLSA records of the DNS, RFC 6698.
    case tlsa
    /// Envoy's upstream TLS context, YAML.
    case envoy
    /// Alamofire's `ServerTrustManager` with the certificates inside, Swift.
    case alamofire
    /// Plain constants in Swift that hold everything.
    case swift
}

/// A part of a policy that a format may be unable to hold, by the name under which its loss can be allowed.
public enum PolicyLoss: String, Sendable, CaseIterable {
    /// Labels, and which pin is the backup.
    case labels
    /// Which certificates of a chain may match.
    case position
    /// The day from which on pins count no more.
    case expiration
    /// That a mismatch is only reported.
    case reportOnly = "report-only"
    /// That hosts without a rule are refused.
    case unlistedHosts = "unlisted-hosts"
    /// That of two patterns for one host only the closer one counts.
    case overlap
    /// Hosts more than one label below the one that is named.
    case subdomains
}

/// What a format can hold. The rows of the table come from the documentation and the source of each consumer.
struct PolicyCapabilities: Sendable {
    /// The consumer's name in messages.
    let consumer: String
    /// How far patterns may reach.
    var reaches: Set<HostPattern.Reach> = Set(HostPattern.Reach.allCases)
    /// True where a flag takes the hosts of one label more to a host: `example.com` and `*.example.com` with the same
    /// pins are one entry, and neither `*.` alone nor `**.` can be said.
    var hasOneLabelFlag = false
    /// What the consumer says to hosts, where it cannot take all three kinds of pattern.
    var hostRule = ""
    /// What takes the place of an asterisk before a host.
    var subdomainFlag: String?
    /// Positions of pinned keys.
    var keys: Set<ChainPosition> = Set(ChainPosition.allCases)
    /// Positions of pinned certificates; empty where only keys can be pinned.
    var certificates: Set<ChainPosition> = []
    /// How several strategies can work together.
    var matches: Set<PinPolicy.Match> = []
    /// The losses that do not occur, because the format holds the part.
    var holds: Set<PolicyLoss> = []
    /// How a key is pinned where certificates can be too; `nil` where either alone can.
    var keyForm: String?
    /// False where the text names no host, so that it is for one rule alone.
    var hasHost = true
}

extension PolicyFormat {
    /// A row of the table of formats: what one can hold, and how it is read and written.
    struct Row: Sendable {
        typealias Reader = @Sendable ([UInt8], HostPattern?) throws(PolicyError) -> PolicyReading
        typealias Writer = @Sendable (PinPolicy, PolicyEmission) throws(PolicyError) -> String

        let capabilities: PolicyCapabilities
        /// Reads a whole file; the pattern is for the formats that name no host.
        let read: Reader
        /// Writes a policy that holds nothing that the format cannot.
        let emit: Writer

        init(_ capabilities: PolicyCapabilities, read: @escaping Reader, emit: @escaping Writer) {
            self.capabilities = capabilities
            self.read = read
            self.emit = emit
        }
    }

    var capabilities: PolicyCapabilities { row.capabilities }

    var row: Row {
        switch self {
        case .manifest:
            Row(
                .everything("manifest"),
                read: { (text, _) throws(PolicyError) in
                    PolicyReading(policy: try PolicyManifest.read(text))
                },
                emit: { (policy, _) in PolicyManifest.emit(policy) })
        case .trustKit:
            Row(
                PolicyFormat.trustKitCapabilities,
                read: { (text, _) throws(PolicyError) in try TrustKitFormat.read(propertyList: text) },
                emit: { (policy, _) in TrustKitFormat.emitPropertyList(policy) })
        case .trustKitSwift:
            Row(
                PolicyFormat.trustKitCapabilities,
                read: { (text, _) throws(PolicyError) in try TrustKitFormat.read(swift: text) },
                emit: { (policy, _) in TrustKitFormat.emitSwift(policy) })
        case .nsPinnedDomains:
            Row(
                PolicyCapabilities(
                    consumer: "NSPinnedDomains", reaches: [.exact, .oneLabel], hasOneLabelFlag: true,
                    hostRule:
                        "a host alone, or with the hosts of one label more (NSIncludesSubdomains)",
                    subdomainFlag: "NSIncludesSubdomains",
                    keys: [.leaf, .certificateAuthority], matches: [.all], holds: [.labels, .overlap]),
                read: { (text, _) throws(PolicyError) in try NSPinnedDomainsFormat.read(text) },
                emit: { (policy, _) in NSPinnedDomainsFormat.emit(policy) })
        case .android:
            Row(
                PolicyCapabilities(
                    consumer: "Android", reaches: [.exact, .subdomains],
                    hostRule: "a host alone, or with all its subdomains (includeSubdomains)",
                    subdomainFlag: "includeSubdomains=\"true\"", keys: [.any],
                    holds: [.labels, .expiration, .overlap]),
                read: { (text, _) throws(PolicyError) in try AndroidFormat.read(text) },
                emit: { (policy, _) in AndroidFormat.emit(policy) })
        case .okhttpKotlin:
            Row(
                PolicyFormat.okHttpCapabilities,
                read: { (text, _) throws(PolicyError) in try OkHttpFormat.read(text, .kotlin) },
                emit: { (policy, _) in OkHttpFormat.emit(policy, .kotlin) })
        case .okhttpJava:
            Row(
                PolicyFormat.okHttpCapabilities,
                read: { (text, _) throws(PolicyError) in try OkHttpFormat.read(text, .java) },
                emit: { (policy, _) in OkHttpFormat.emit(policy, .java) })
        case .curl:
            Row(
                PolicyCapabilities(consumer: "curl", keys: [.leaf], holds: [.overlap], hasHost: false),
                read: CurlFormat.read, emit: { (policy, _) in CurlFormat.emit(policy) })
        case .hpkp:
            Row(
                PolicyCapabilities(
                    consumer: "the header of RFC 7469", reaches: [.exact, .subdomains],
                    hostRule: "the host that sends it, alone or with all its subdomains (includeSubDomains)",
                    keys: [.any], holds: [.reportOnly, .overlap], hasHost: false),
                read: HPKPFormat.read,
                emit: { (policy, emission) in HPKPFormat.emit(policy, maxAge: emission.maxAge) })
        case .tlsa:
            Row(
                PolicyCapabilities(
                    consumer: "TLSA", reaches: [.exact], hostRule: "one name",
                    keys: [.leaf, .certificateAuthority], certificates: [.leaf, .certificateAuthority],
                    matches: [.any], holds: [.labels, .overlap],
                    keyForm: "in a record with selector 1, as 3 1 1 or 2 1 1"),
                read: { (text, _) throws(PolicyError) in try TLSAFormat.read(text) },
                emit: { (policy, emission) in TLSAFormat.emit(policy, port: emission.port) })
        case .envoy:
            Row(
                PolicyCapabilities(
                    consumer: "Envoy", reaches: [.exact], hostRule: "one name, the sni", keys: [.leaf],
                    certificates: [.leaf], matches: [.any], holds: [.labels, .overlap],
                    keyForm: "in verify_certificate_spki in base64"),
                read: { (text, _) throws(PolicyError) in try EnvoyFormat.read(text) },
                emit: { (policy, _) in EnvoyFormat.emit(policy) })
        case .alamofire:
            Row(
                PolicyCapabilities(
                    consumer: "Alamofire", reaches: [.exact], hostRule: "one name", keys: [.any],
                    certificates: [.any], holds: [.labels, .unlistedHosts, .overlap]),
                read: { (text, _) throws(PolicyError) in try AlamofireFormat.read(text) },
                emit: { (policy, emission) throws(PolicyError) in
                    try AlamofireFormat.emit(policy, emission.known)
                })
        case .swift:
            Row(
                .everything("swift"),
                read: { (text, _) throws(PolicyError) in try SwiftFormat.read(text) },
                emit: { (policy, _) in SwiftFormat.emit(policy) })
        }
    }

    private static let trustKitCapabilities = PolicyCapabilities(
        consumer: "TrustKit", reaches: [.exact, .subdomains],
        hostRule: "a host alone, or with all its subdomains (kTSKIncludeSubdomains)",
        subdomainFlag: "TSKIncludeSubdomains", keys: [.any],
        holds: [.labels, .expiration, .reportOnly, .overlap])

    private static let okHttpCapabilities = PolicyCapabilities(
        consumer: "OkHttp", keys: [.any], holds: [.labels])

    /// What only a file in a format has. The order counts: the first that is found decides.
    static let signs: [(word: String, format: PolicyFormat)] = [
        // Of every version, so that its reader says which one it reads; many writers of JSON escape the slash.
        ("\"pemtool-policy/", .manifest), ("\"pemtool-policy\\/", .manifest), ("bplist", .trustKit),
        ("kTSKPinnedDomains", .trustKitSwift),
        ("TSKPinnedDomains", .trustKit), ("NSPinnedDomains", .nsPinnedDomains),
        ("<network-security-config", .android), ("enum HostPins", .swift),
        ("ServerTrustManager", .alamofire), ("new CertificatePinner", .okhttpJava),
        ("CertificatePinner", .okhttpKotlin),
        ("verify_certificate_spki", .envoy), ("verify_certificate_hash", .envoy), ("pin-sha256=", .hpkp),
        ("TLSA", .tlsa), ("sha256//", .curl),
    ]
}

extension PolicyCapabilities {
    /// Of a format that holds every part of a policy.
    fileprivate static func everything(_ consumer: String) -> PolicyCapabilities {
        PolicyCapabilities(
            consumer: consumer, certificates: Set(ChainPosition.allCases),
            matches: Set(PinPolicy.Match.allCases), holds: Set(PolicyLoss.allCases))
    }
}

extension PolicyFormat {
    /// How the consumer wants its pins; nil if every form is read, or pins are not written as digests.
    var pinForm: PinForm? {
        switch self {
        case .trustKit, .trustKitSwift: PinConsumer.trustKit.form
        case .nsPinnedDomains: PinConsumer.nsPinnedDomains.form
        case .envoy: PinConsumer.envoy.form
        case .android: PinConsumer.android.form
        case .okhttpKotlin, .okhttpJava: PinConsumer.okHttp.form
        case .curl: PinConsumer.curl.form
        case .hpkp: PinConsumer.hpkp.form
        case .tlsa: PinConsumer.tlsa.form
        default: nil
        }
    }
}
