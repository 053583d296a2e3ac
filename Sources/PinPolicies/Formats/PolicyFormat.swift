import SPKIHash

/// A format of policies: the manifest, or the format that a consumer reads.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum PolicyFormat: String, Sendable, CaseIterable {
    /// The manifest, a JSON document that expresses everything.
    case manifest
    /// TrustKit's configuration in an Info.plist.
    case trustKit = "trustkit"
    /// TrustKit's configuration as a Swift dictionary.
    case trustKitSwift = "trustkit-swift"
    /// `NSPinnedDomains` of App Transport Security in an Info.plist.
    case nsPinnedDomains = "nspinneddomains"
    /// Android's network security configuration in XML.
    case android
    /// OkHttp's `CertificatePinner` in Kotlin.
    case okhttpKotlin = "okhttp-kotlin"
    /// OkHttp's `CertificatePinner` in Java.
    case okhttpJava = "okhttp-java"
    /// Plain Swift constants that express everything.
    case swift
    /// The hosts and pins of react-native-ssl-public-key-pinning in JavaScript.
    case reactNativeKeys = "react-native-ssl-public-key-pinning"
    /// curl's `--pinnedpubkey`, on a command line or in a script. It can be read, but not written.
    case curl
    /// Pins in any other text. It can be read, but not written.
    case text
}

/// A part of a policy that a format may be unable to express, and whose loss you can allow.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum PolicyLoss: String, Sendable, CaseIterable {
    /// The labels and roles of pins.
    case labels
    /// The positions in a chain at which a certificate may match.
    case position
    /// The day from which pins no longer count.
    case expiration
    /// The setting to report mismatches without refusing the connection.
    case reportOnly = "report-only"
    /// The setting to refuse hosts without a rule.
    case unlistedHosts = "unlisted-hosts"
    /// The precedence of the most specific pattern if several patterns match a host.
    case overlap
    /// The hosts that have at least two more labels than the host of the rule.
    case subdomains
}

/// The parts of a policy that a format's consumer reads and enforces, according to its documentation and source.
struct PolicyCapabilities: Sendable {
    let consumer: String
    /// The host patterns that the format can express.
    var reaches: Set<HostPattern.Reach> = Set(HostPattern.Reach.allCases)
    /// A Boolean value that indicates whether the format has a flag that adds the hosts with one more label. If so,
    /// `example.com` and `*.example.com` with the same pins are one entry, and neither `*.` alone nor `**.` can be
    /// expressed.
    var hasOneLabelFlag = false
    /// A description of the hosts that the consumer supports, if it does not support all three kinds of patterns.
    var hostRule = ""
    /// The format's flag that replaces an asterisk before a host.
    var subdomainFlag: String?
    var keys: Set<ChainPosition> = Set(ChainPosition.allCases)
    /// The positions of pinned certificates; empty if only keys can be pinned.
    var certificates: Set<ChainPosition> = []
    /// The ways in which the format can combine several strategies.
    var matches: Set<PinPolicy.Match> = []
    /// The parts of a policy that are not lost, because the format can express them.
    var holds: Set<PolicyLoss> = []
    /// The format's names of the places for pins of the server's own key, or of a CA's key, if it has such places.
    var places: [ChainPosition: String] = [:]
    /// The advice on how to refuse connections after a mismatch, if it differs from that for a manifest.
    var enforcement: String?
    /// A Boolean value that indicates whether a file contains hosts; without hosts, a file has only one rule.
    var hasHost = true
    /// The consumer whose spelling of pins the format requires; `nil` if every spelling is read.
    var pins: PinConsumer?
    /// A function that returns whether a host is written as the consumer requires, given its ``HostName`` form; `nil`
    /// if the consumer accepts every form.
    var isHostForm: (@Sendable (_ text: String, _ name: String) -> Bool)?
    /// A Boolean value that indicates whether a host has the pins of every pattern that matches it (OkHttp,
    /// CertificatePinner.kt, findMatchingPins).
    var mergesPatterns = false
    /// A Boolean value that indicates whether the consumer prepends its own header to a raw key before hashing the key.
    /// TrustKit has headers for five kinds of keys (TSKSPKIHashCache.m).
    var rebuildsHeaders = false
    var wrongPins = WrongPins.unknown

    /// The way in which a consumer handles a pin that is not a 32-octet digest.
    enum WrongPins: Sendable {
        case unknown
        /// The consumer refuses the file or terminates the app (TrustKit, parse_configuration.m).
        case refused
        /// The consumer compares the pin, which does not match any key (OkHttp, CertificatePinner.kt; curl, vtls.c).
        case compared
        /// The consumer skips the pin; a list without any other pin does not match any key (SecPolicy.c of Apple's Security
        /// framework, parseNSPinnedDomains).
        case skipped
    }

    static func everything(_ consumer: String, except lost: Set<PolicyLoss> = []) -> PolicyCapabilities {
        PolicyCapabilities(
            consumer: consumer, certificates: Set(ChainPosition.allCases),
            matches: Set(PinPolicy.Match.allCases), holds: Set(PolicyLoss.allCases).subtracting(lost))
    }

    /// A Boolean value that indicates whether the format can express every policy unchanged.
    var isEverything: Bool { holds.count == PolicyLoss.allCases.count }
}

extension PolicyFormat {
    /// The capabilities, signs, reader and writer of a format.
    struct Row: Sendable {
        typealias Reader = @Sendable ([UInt8]) throws(PolicyError) -> PolicyReading
        typealias Writer = @Sendable (PinPolicy) -> String

        let capabilities: PolicyCapabilities
        /// The texts by which a file in this format is recognized.
        let signs: [String]
        /// The rank of the format; if a text has the signs of several formats, the format with the lowest rank is
        /// chosen.
        var rank = 50
        /// A Boolean value that indicates whether a file in this format is XML.
        var isElement = false
        /// A function that reads a whole file as the consumer does; `nil` if files are read like any text.
        var read: Reader?
        /// A function that writes a policy that has been reduced to the settings that the format can express; `nil` if
        /// the format can only be read.
        var emit: Writer?
    }

    var capabilities: PolicyCapabilities { row.capabilities }

    /// The spelling of pins that the consumer requires; `nil` if it reads every spelling, or if pins are not written as
    /// digests.
    var pinForm: PinForm? { capabilities.pins?.form }

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
        case .swift: SwiftFormat.row
        case .reactNativeKeys: ReactNativeKeysFormat.row
        case .curl: CurlFormat.row
        case .text: PolicyFormat.textRow
        }
    }

    private static let textRow = Row(
        capabilities: .everything("the text", except: [.unlistedHosts]), signs: [], rank: 100)

    /// A Boolean value that indicates whether a policy can be written in the format.
    package var isWritable: Bool { row.emit != nil }

    /// A Boolean value that indicates whether the format has its own reader. Comparing a function with typed throws to
    /// `nil` requires macOS 15.
    var isReadExactly: Bool { if case .some = row.read { true } else { false } }

    /// The formats in the order of detection: the first format whose signs are found is chosen.
    static let byRank = allCases.sorted { $0.row.rank < $1.row.rank }
}
