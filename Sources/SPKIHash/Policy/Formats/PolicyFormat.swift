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
    /// The day after which pins count no more.
    case expiration
    /// That a mismatch is only reported.
    case reportOnly = "report-only"
    /// That hosts without a rule are refused.
    case unlistedHosts = "unlisted-hosts"
    /// That of two patterns for one host only the closer one counts.
    case overlap
}

/// What a format can hold. The rows of the table come from the documentation and the source of each consumer.
struct PolicyCapabilities: Sendable {
    /// The consumer's name in messages.
    let consumer: String
    /// How far patterns may reach.
    var reaches: Set<HostPattern.Reach> = Set(HostPattern.Reach.allCases)
    /// What the consumer says to hosts, where it cannot take all three kinds of pattern.
    var hostRule = ""
    /// Positions of pinned keys.
    var keys: Set<ChainPosition> = Set(ChainPosition.allCases)
    /// Positions of pinned certificates; empty where only keys can be pinned.
    var certificates: Set<ChainPosition> = []
    /// How several strategies can work together.
    var matches: Set<PinPolicy.Match> = []
    /// The losses that do not occur, because the format holds the part.
    var holds: Set<PolicyLoss> = []
    /// False where the text names no host, so that it is for one rule alone.
    var hasHost = true
}

extension PolicyFormat {
    var capabilities: PolicyCapabilities {
        switch self {
        case .manifest, .swift:
            PolicyCapabilities(
                consumer: rawValue, certificates: Set(ChainPosition.allCases),
                matches: Set(PinPolicy.Match.allCases), holds: Set(PolicyLoss.allCases))
        case .trustKit, .trustKitSwift:
            PolicyCapabilities(
                consumer: "TrustKit", reaches: [.exact, .subdomains],
                hostRule: "a host alone, or with all its subdomains (kTSKIncludeSubdomains)", keys: [.any],
                holds: [.labels, .expiration, .reportOnly, .overlap])
        case .nsPinnedDomains:
            PolicyCapabilities(
                consumer: "NSPinnedDomains", reaches: [.exact, .subdomains],
                hostRule: "a host alone, or with all its subdomains (NSIncludesSubdomains)",
                keys: [.leaf, .certificateAuthority], matches: [.all], holds: [.labels, .overlap])
        case .android:
            PolicyCapabilities(
                consumer: "Android", reaches: [.exact, .subdomains],
                hostRule: "a host alone, or with all its subdomains (includeSubdomains)", keys: [.any],
                holds: [.labels, .expiration, .overlap])
        case .okhttpKotlin, .okhttpJava:
            PolicyCapabilities(consumer: "OkHttp", keys: [.any], holds: [.labels])
        case .curl:
            PolicyCapabilities(consumer: "curl", keys: [.leaf], holds: [.overlap], hasHost: false)
        case .hpkp:
            PolicyCapabilities(
                consumer: "the header of RFC 7469", reaches: [.exact, .subdomains],
                hostRule: "the host that sends it, alone or with all its subdomains (includeSubDomains)",
                keys: [.any], holds: [.reportOnly, .overlap], hasHost: false)
        case .tlsa:
            PolicyCapabilities(
                consumer: "TLSA", reaches: [.exact], hostRule: "one name",
                keys: [.leaf, .certificateAuthority], certificates: [.leaf, .certificateAuthority],
                matches: [.any], holds: [.labels, .overlap])
        case .envoy:
            PolicyCapabilities(
                consumer: "Envoy", reaches: [.exact], hostRule: "one name, the sni", keys: [.leaf],
                certificates: [.leaf], matches: [.any], holds: [.labels, .overlap])
        case .alamofire:
            PolicyCapabilities(
                consumer: "Alamofire", reaches: [.exact], hostRule: "one name", keys: [.any],
                certificates: [.any], holds: [.labels, .unlistedHosts, .overlap])
        }
    }
}
