import SPKIHash

/// The forms in which policies are kept: the manifest, and what each consumer of pins reads.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
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
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
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
    /// True if a flag takes the hosts of one label more to a host: `example.com` and `*.example.com` with the same
    /// pins are one entry, and neither `*.` alone nor `**.` can be said.
    var hasOneLabelFlag = false
    /// What the consumer says to hosts, where it cannot take all three kinds of pattern.
    var hostRule = ""
    /// What takes the place of an asterisk before a host.
    var subdomainFlag: String?
    /// Positions of pinned keys.
    var keys: Set<ChainPosition> = Set(ChainPosition.allCases)
    /// Positions of pinned certificates; empty if only keys can be pinned.
    var certificates: Set<ChainPosition> = []
    /// How several strategies can work together.
    var matches: Set<PinPolicy.Match> = []
    /// The losses that do not occur, because the format holds the part.
    var holds: Set<PolicyLoss> = []
    /// The names of parts of a policy in the format, if they differ from those of the manifest.
    var words: [Word: String] = [:]
    /// False if the text names no host, so that it is for one rule alone.
    var hasHost = true

    /// A part of a policy that advice names.
    enum Word: Sendable {
        /// Where the pin of a key is, beside those of certificates.
        case keys
        /// Where a pin of the server's own certificate is, or of a CA.
        case leaf, certificateAuthority
        /// What makes a mismatch refuse a connection.
        case enforcement
    }

    /// Where pins for a position are; `nil` if the format has no word for it.
    func word(for position: ChainPosition) -> String? {
        switch position {
        case .leaf: words[.leaf]
        case .certificateAuthority: words[.certificateAuthority]
        case .any: nil
        }
    }
}

extension PolicyFormat {
    /// What a format can hold, how it is known, and how it is read and written.
    struct Row: Sendable {
        typealias Reader = @Sendable ([UInt8], HostPattern?) throws(PolicyError) -> PolicyReading
        typealias AskingReader = @Sendable ([UInt8], String) throws(PolicyError) -> PolicyReading
        typealias Writer = @Sendable (PinPolicy, PolicyFormat.WritingOptions) throws(PolicyError) -> String

        let capabilities: PolicyCapabilities
        /// What only a file in this format has.
        let signs: [String]
        /// Where a text has the signs of several formats, the lowest rank counts.
        var rank = 50
        /// Who reads one form of pins alone; nil if every form is read.
        var pins: PinConsumer?
        /// How the consumer wants its hosts: true if a text is so, given the name in the form of ``HostName``; nil
        /// where the consumer takes every form of a name.
        var isHostForm: (@Sendable (_ text: String, _ name: String) -> Bool)?
        /// Reads a whole file; the pattern is for the formats that name no host.
        let read: Reader
        /// Reads what the consumer asks of one host, if that is more than the rule for it.
        var readAsking: AskingReader?
        /// Writes a policy that holds nothing that the format cannot.
        let emit: Writer
    }

    var capabilities: PolicyCapabilities { row.capabilities }

    /// How the consumer wants its pins; nil if every form is read, or pins are not written as digests.
    var pinForm: PinForm? { row.pins?.form }

    /// The row of the format, which is in the format's own file.
    var row: Row {
        switch self {
        case .manifest: ManifestFormat.row
        case .trustKit: TrustKitFormat.row
        case .trustKitSwift: TrustKitFormat.swiftRow
        case .nsPinnedDomains: NSPinnedDomainsFormat.row
        case .android: AndroidFormat.row
        case .okhttpKotlin: OkHttpFormat.kotlinRow
        case .okhttpJava: OkHttpFormat.javaRow
        case .curl: CurlFormat.row
        case .hpkp: HPKPFormat.row
        case .tlsa: TLSAFormat.row
        case .envoy: EnvoyFormat.row
        case .alamofire: AlamofireFormat.row
        case .swift: SwiftFormat.row
        }
    }

    /// The formats in the order in which their signs are looked for: the first that is found decides.
    static let byRank = allCases.sorted { $0.row.rank < $1.row.rank }
}

extension PolicyCapabilities {
    /// Of a format that holds every part of a policy.
    static func everything(_ consumer: String) -> PolicyCapabilities {
        PolicyCapabilities(
            consumer: consumer, certificates: Set(ChainPosition.allCases),
            matches: Set(PinPolicy.Match.allCases), holds: Set(PolicyLoss.allCases))
    }

    /// A Boolean value that indicates whether a policy is written as it is.
    var isEverything: Bool { holds.count == PolicyLoss.allCases.count }
}
