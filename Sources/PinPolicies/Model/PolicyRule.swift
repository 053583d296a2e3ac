/// A rule that a check applies to policies, their files, or chains. Documentation/Checks.md explains what each rule
/// requires.
package struct PolicyRule: Sendable, Hashable {
    /// The code of the rule. Codes are a contract: future versions only add to them.
    package let code: String
    /// The document, code or data from which the rule comes.
    package let source: String

    init(_ code: String, _ source: String) { (self.code, self.source) = (code, source) }

    /// The rules about a chain, regardless of the policy.
    package static let ofChainAlone = [
        chainOrder, chainMembers, chainIncomplete, serverCertificate, interception, chainConstraints,
        certificateExpiry,
    ]

    /// The rules that also apply to pins without a policy: those about a chain or about single pins.
    static let ofPinsAlone = ofChainAlone + [knownBadPin, wrongPin, knownCAKey, retiredCAKey, caKeyTypo]

    /// The rules whose violation may be due to a missing pin or host.
    static let ofMissingPins = [
        namesHost, backupPin, pinCount, backupOutsideChain, renewal, backupInUse, intermediatesOnly, hostName,
    ]

    /// The rules whose violation makes a consumer terminate the app or ignore pins, regardless of what the server
    /// presents.
    static let ofStart = [pinCount, registry, pinForm, fileRefused]

    private static let publicCAs = "the certificates of public CAs"
    private static let parser = "TrustKit, parse_configuration.m"

    // Pins.
    package static let knownBadPin = PolicyRule(
        "known-bad-pin", "OkHttp, CertificatePinner (the placeholder in its documentation); FIPS 180-4")
    package static let wrongPin = PolicyRule("wrong-pin", "RFC 7469 section 2.4")
    static let namesHost = PolicyRule("names-host", parser)
    static let backupPin = PolicyRule("backup-pin", "RFC 7469 section 4.3; Android lint, MissingBackupPin")
    static let expired = PolicyRule("expired", "TrustKit, kTSKExpirationDate; Android, pin-set expiration")
    static let reportOnly = PolicyRule("report-only", "TrustKit, kTSKEnforcePinning; RFC 7469 section 2.1.1")
    package static let certificatePin = PolicyRule(
        "certificate-pin", "OWASP, Certificate and Public Key Pinning")
    static let publicSuffix = PolicyRule("public-suffix", "\(parser); publicsuffix.org")

    // Keys of public CAs.
    static let knownCAKey = PolicyRule("known-ca-key", publicCAs)
    static let retiredCAKey = PolicyRule("retired-ca-key", publicCAs)
    static let caLabel = PolicyRule("ca-label", publicCAs)
    static let caKeyTypo = PolicyRule("ca-key-typo", publicCAs)
    static let intermediatesOnly = PolicyRule(
        "intermediates-only",
        "RFC 7469 section 4.1; CA/Browser Forum, Baseline Requirements section 6.1.1.1")

    // Consumers.
    static let pinCount = PolicyRule("pin-count", "\(parser) (exception at app launch)")
    static let registry = PolicyRule("registry", "\(parser), domain_registry")
    static let expressible = PolicyRule("expressible", "the documentation of each consumer")
    static let leafOrCA = PolicyRule(
        "leaf-or-ca", "Apple, NSPinnedDomains; RFC 6698 section 2.1.1; curl, --pinnedpubkey")
    static let okHttpVersion = PolicyRule(
        "okhttp-version", "OkHttp 4.3, change log; CertificatePinner.kt, matchesHostname")
    static let keyType = PolicyRule(
        "key-type", "TrustKit, TSKSPKIHashCache.m (RSA 2048, 3072, 4096, P-256, P-384)")

    // Chains.
    static let chain = PolicyRule("chain", "RFC 7469 section 2.6; RFC 5280 section 6.1")
    static let chainUndecided = PolicyRule("chain-undecided", chain.source)
    static let chainOrder = PolicyRule("chain-order", "RFC 8446 section 4.4.2; RFC 5246 section 7.4.2")
    static let chainMembers = PolicyRule("chain-members", "RFC 8446 section 4.4.2")
    static let chainIncomplete = PolicyRule("chain-incomplete", "RFC 5280 section 6.1")
    static let serverCertificate = PolicyRule(
        "server-certificate", "RFC 5280 section 4.2.1.9; RFC 9525 section 6")
    static let interception = PolicyRule("interception", "the names in the certificates of such proxies")
    static let chainConstraints = PolicyRule(
        "chain-constraints", "RFC 5280 sections 4.1.2.5, 4.2.1.3, 4.2.1.9, 4.2.1.10 and 4.2.1.12")
    static let certificateExpiry = PolicyRule("certificate-expiry", "RFC 5280 section 4.1.2.5")
    static let hostName = PolicyRule(
        "host-name", "RFC 9525 section 6; Apple's requirements for trusted certificates (103769)")
    static let backupOutsideChain = PolicyRule("backup-outside-chain", "RFC 7469 section 4.3")
    package static let renewal = PolicyRule("renewal", "RFC 7469 sections 4.1 and 4.3")
    static let backupInUse = PolicyRule("backup-in-use", "RFC 7469 section 4.3")
    static let policiesDiffer = PolicyRule("policies-differ", "the policies themselves")

    // Files.
    static let pinForm = PolicyRule(
        "pin-form", "the documentation of each consumer; RFC 7469 section 2.1.1; RFC 6698 section 2.2")
    static let hostForm = PolicyRule(
        "host-form",
        "TrustKit, ssl_pin_verifier.m; Android, ApplicationConfig.java; OkHttp, CertificatePinner;"
            + " Apple, NSExceptionDomains; Alamofire, ServerTrustManager")
    static let fileRefused = PolicyRule("file-refused", "\(parser); Android, XmlConfigSource.java")
    static let notRead = PolicyRule("not-read", "the documentation of each format; RFC 7469 section 2.1.2")
}
