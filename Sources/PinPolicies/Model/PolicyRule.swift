/// A rule that ``PolicyCheck`` applies, and its source.
package struct PolicyRule: Sendable {
    /// A stable name: a contract, only ever added to.
    package let code: String
    /// The requirement of the rule.
    package let summary: String
    /// The source of the rule.
    package let source: String

    /// The rules about how a file is written, which is not part of a policy: ``PolicyReading/findings``.
    package static let reading = [pinForm, hostForm, fileRefused, notRead]

    static let pinForm = PolicyRule(
        code: "pin-form", summary: "every pin is spelled as the consumer of the file reads it",
        source: "the documentation of each consumer; RFC 7469 section 2.1.1; RFC 6698 section 2.2")

    static let hostForm = PolicyRule(
        code: "host-form", summary: "every host is spelled as the consumer of the file compares it",
        source: "TrustKit, ssl_pin_verifier.m; Android, ApplicationConfig.java; OkHttp, CertificatePinner;"
            + " Apple, NSExceptionDomains; Alamofire, ServerTrustManager")

    static let fileRefused = PolicyRule(
        code: "file-refused", summary: "the consumer accepts the whole file",
        source: "TrustKit, parse_configuration.m; Android, XmlConfigSource.java")

    static let notRead = PolicyRule(
        code: "not-read", summary: "everything in the file can be expressed in a policy",
        source: "the documentation of each format; RFC 7469 section 2.1.2")
}
