import SPKIHash

/// The formats of policies: the manifest, and the format that each consumer reads.
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
    /// The hosts and pins of react-native-ssl-public-key-pinning, JavaScript.
    case reactNativeKeys = "react-native-ssl-public-key-pinning"
    /// The options of requests of react-native-ssl-pinning, JavaScript.
    case reactNativeFetch = "react-native-ssl-pinning"
    /// The fingerprints of certificates of http_certificate_pinning, Dart.
    case flutterFingerprints = "http_certificate_pinning"
    /// The fingerprints of certificates of capacitor-ssl-pinning, TypeScript.
    case capacitorFingerprint = "capacitor-ssl-pinning"
}

/// A part of a policy that a format may not be able to express, with the name that allows its loss.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum PolicyLoss: String, Sendable, CaseIterable {
    /// Labels and roles of pins.
    case labels
    /// The positions in a chain that may match.
    case position
    /// The day from which pins no longer count.
    case expiration
    /// The setting that mismatches are only reported.
    case reportOnly = "report-only"
    /// The setting that hosts without a rule are refused.
    case unlistedHosts = "unlisted-hosts"
    /// The precedence of the more precise of two patterns for one host.
    case overlap
    /// Hosts more than one label below the one that is named.
    case subdomains
}

/// The capabilities of a format, according to each consumer's documentation and source.
struct PolicyCapabilities: Sendable {
    let consumer: String
    /// The supported reaches of patterns.
    var reaches: Set<HostPattern.Reach> = Set(HostPattern.Reach.allCases)
    /// A Boolean value that indicates whether a flag extends a host to hosts with one more label:
    /// `example.com` and `*.example.com` with the
    /// same pins are one entry, and neither `*.` alone nor `**.` can be expressed.
    var hasOneLabelFlag = false
    /// The consumer's rule for hosts, if it does not support all three kinds of pattern.
    var hostRule = ""
    /// The flag that the format has instead of an asterisk before a host.
    var subdomainFlag: String?
    var keys: Set<ChainPosition> = Set(ChainPosition.allCases)
    /// The positions of pinned certificates; empty if only keys can be pinned.
    var certificates: Set<ChainPosition> = []
    /// The ways in which several strategies can work together.
    var matches: Set<PinPolicy.Match> = []
    /// The losses that do not occur, because the format can express the part.
    var holds: Set<PolicyLoss> = []
    /// The names of parts of a policy in the format, if they differ from those of the manifest.
    var words: [Word: String] = [:]
    /// A Boolean value that indicates whether the text contains hosts; without them, it has only one rule.
    var hasHost = true

    /// A part of a policy that advice names.
    enum Word: Sendable {
        /// The place of pinned keys, in contrast to pinned certificates.
        case keys
        /// The place of a pin of the server's own certificate, or of a CA.
        case leaf, certificateAuthority
        /// The advice to make a mismatch refuse a connection.
        case enforcement
    }

    /// Returns the name of the place for pins at a position, or `nil` if the format has none.
    func word(for position: ChainPosition) -> String? {
        switch position {
        case .leaf: words[.leaf]
        case .certificateAuthority: words[.certificateAuthority]
        case .any: nil
        }
    }
}

extension PolicyFormat {
    /// The capabilities, signature, reader and writer of a format.
    struct Row: Sendable {
        typealias Reader = @Sendable ([UInt8], HostPattern?) throws(PolicyError) -> PolicyReading
        typealias AskingReader = @Sendable ([UInt8], String) throws(PolicyError) -> PolicyReading
        typealias Writer = @Sendable (PinPolicy, PolicyFormat.WritingOptions) throws(PolicyError) -> String

        let capabilities: PolicyCapabilities
        /// Text that only a file in this format contains.
        let signs: [String]
        /// The same in lower case, for words that a file may have in any case.
        var foldedSigns: [String] = []
        /// The rank of the format; if a text has the signs of several formats, the lowest rank counts.
        var rank = 50
        /// A Boolean value that indicates whether a file in this format is XML.
        var isElement = false
        /// The consumer that reads only one form of pins; `nil` if every form is read.
        var pins: PinConsumer?
        /// Returns whether a host is written as the consumer requires, given its ``HostName`` form; `nil` if
        /// the consumer accepts every form.
        var isHostForm: (@Sendable (_ text: String, _ name: String) -> Bool)?
        /// Reads a whole file; the pattern is for formats that name no host.
        let read: Reader
        /// Reads what the consumer requires of one host, if that is more than its rule.
        var readAsking: AskingReader?
        /// Writes a policy that has been reduced to the settings that the format can express.
        let emit: Writer
    }

    var capabilities: PolicyCapabilities { row.capabilities }

    /// The form of pins that the consumer requires; `nil` if it reads every form, or if pins are not written as
    /// digests.
    var pinForm: PinForm? { row.pins?.form }

    /// The row of the format, defined in the format's own file.
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
        case .reactNativeKeys: ReactNativeKeysFormat.row
        case .reactNativeFetch: ReactNativeFetchFormat.row
        case .flutterFingerprints: FingerprintFormat.flutterRow
        case .capacitorFingerprint: FingerprintFormat.capacitorRow
        }
    }

    /// The formats in the order of detection: the first whose signs are found is the format.
    static let byRank = allCases.sorted { $0.row.rank < $1.row.rank }
}

extension PolicyCapabilities {
    static func everything(_ consumer: String) -> PolicyCapabilities {
        PolicyCapabilities(
            consumer: consumer, certificates: Set(ChainPosition.allCases),
            matches: Set(PinPolicy.Match.allCases), holds: Set(PolicyLoss.allCases))
    }

    /// A Boolean value that indicates whether every policy can be written unchanged.
    var isEverything: Bool { holds.count == PolicyLoss.allCases.count }
}
