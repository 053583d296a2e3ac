import DERKit
import SPKIHash

/// The format of plugins that pin the server's certificate instead of its key, by the SHA-256 fingerprint in hex that
/// `openssl x509 -fingerprint -sha256` prints.
///
/// http_certificate_pinning for Flutter takes a list of them for an address (its README).
/// capacitor-ssl-pinning takes one for an address (its README); on iOS, the comparison includes the colons
/// (SSLCertificateChecker.swift).
struct FingerprintFormat: Sendable {
    let format: PolicyFormat
    let language: SourceLanguage
    /// The name of the call, and the receiver before its dot.
    let call: (receiver: String, name: String)
    let addressKey: String
    let fingerprintKey: String
    /// The other labels of the call.
    let otherKeys: [String]

    static let flutter = FingerprintFormat(
        format: .flutterFingerprints, language: .dart, call: ("HttpCertificatePinning", "check"),
        addressKey: "serverURL", fingerprintKey: "allowedSHAFingerprints",
        otherKeys: ["sha", "headerHttp", "timeout"])
    static let capacitor = FingerprintFormat(
        format: .capacitorFingerprint, language: .javaScript,
        call: ("SSLCertificateChecker", "checkCertificate"),
        addressKey: "url", fingerprintKey: "fingerprint", otherKeys: [])

    static let flutterRow = row(
        flutter, "http_certificate_pinning", ["package:http_certificate_pinning/", "allowedSHAFingerprints"],
        22)
    static let capacitorRow = row(capacitor, "capacitor-ssl-pinning", ["SSLCertificateChecker"], 23)

    private static func row(
        _ plugin: FingerprintFormat, _ name: String, _ signs: [String], _ rank: Int
    ) -> PolicyFormat.Row {
        PolicyFormat.Row(
            capabilities: PolicyCapabilities(
                consumer: name, reaches: [.exact], hostRule: "one host name", keys: [], certificates: [.leaf],
                holds: [.labels, .overlap]),
            signs: signs, rank: rank,
            read: { (text, _) throws(PolicyError) in
                var reader = FingerprintReader(
                    plugin: plugin, groups: SourceGroups(try SourceFile(text, plugin.language)),
                    findings: ReadingFindings(plugin.format))
                return try reader.read()
            }, emit: { (policy, _) in plugin.emit(policy) })
    }

    func emit(_ policy: PinPolicy) -> String {
        let isFlutter = language == .dart
        var lines =
            isFlutter
            ? [
                PolicyFormat.notice,
                "import 'package:http_certificate_pinning/http_certificate_pinning.dart';", "",
                "/// Compares the certificate of each server with those that are pinned, and throws if it is another.",
                "final Map<String, Future<String> Function()> pinnedServers = {",
            ]
            : [
                PolicyFormat.notice, "import { SSLCertificateChecker } from 'capacitor-ssl-pinning';", "",
                "/** The checks of each server; one whose fingerprintMatched is true is enough. */",
                "export const pinnedServers = {",
            ]
        for rule in policy.rules {
            let host = rule.pattern.host
            if isFlutter {
                lines += [
                    "  '\(host)': () => HttpCertificatePinning.check(", "    serverURL: 'https://\(host)',",
                    "    sha: SHA.SHA256,", "    allowedSHAFingerprints: [",
                ]
                lines += rule.lines { "      '\(FingerprintFormat.withColons($0))'," }
                lines += ["    ],", "  ),"]
            } else {
                lines.append("  '\(host)': () => [")
                lines += rule.lines {
                    "    SSLCertificateChecker.checkCertificate({ url: 'https://\(host)', fingerprint: "
                        + "'\(FingerprintFormat.withColons($0))' }),"
                }
                lines.append("  ],")
            }
        }
        return (lines + ["};", ""]).joined(separator: "\n")
    }

    /// Returns a digest in upper-case hex with colons, as openssl prints a fingerprint.
    static func withColons(_ digest: String) -> String {
        hex(bytes(hex: digest) ?? [], separator: ":", uppercase: true)
    }
}

private struct FingerprintReader {
    let plugin: FingerprintFormat
    let groups: SourceGroups
    let findings: ReadingFindings
    var certificates = Grouped<HostName, PinStrategy>()

    var file: SourceFile { groups.file }

    mutating func read() throws(PolicyError) -> PolicyReading {
        var calls: Set<Int> = []
        for place in file.tokens.indices
        where file.has(place, plugin.call.name, "(") && file.has(place - 2, plugin.call.receiver) {
            let bracket = plugin.language == .dart ? place + 1 : place + 2
            calls.insert(bracket)
            if file.conditionsOfBuilds.contains(place) {
                findings.conditional("\(plugin.call.name) is called", at: file.tokens[place].position)
            }
            try findings.entry(at: file.tokens[place].position) { () throws(PolicyError) in
                try read(bracket)
            }
        }
        for bracket in groups.brackets(with: plugin.fingerprintKey) where !calls.contains(bracket) {
            noteLoose(bracket)
        }
        return try findings.reading(certificates)
    }

    /// Notes the fingerprints of a client whose addresses are not in the file.
    private func noteLoose(_ bracket: Int) {
        guard let value = try? groups.value(plugin.fingerprintKey, in: bracket),
            !FingerprintReader.elements(value).isEmpty
        else { return }
        findings.omit(
            "the fingerprints in \(plugin.fingerprintKey) are for a client without an address",
            hint: "write them into \(plugin.call.receiver).\(plugin.call.name) with \(plugin.addressKey)",
            at: value.position, .missingHost)
    }

    private mutating func read(_ bracket: Int) throws(PolicyError) {
        let known = [plugin.addressKey, plugin.fingerprintKey] + plugin.otherKeys
        for (name, place) in groups.names(in: bracket) where !known.contains(name) {
            findings.unknownKey(name, in: plugin.call.name, known: known, at: file.tokens[place].position)
        }
        guard let address = try groups.value(plugin.addressKey, in: bracket)?.string?.text,
            let name = SourceAddress.host(of: address)
        else {
            throw PolicyError(
                .missingHost, "\(plugin.addressKey) is not an https address that is defined in this file",
                hint: "write the address as a string literal, or define its constant in the same file")
        }
        if let digest = try groups.value("sha", in: bracket)?.word, digest != "SHA256" {
            throw PolicyError(
                .unsupportedDigest, "\(displayed(name)): fingerprints by \(displayed(digest))",
                hint: "use SHA.SHA256")
        }
        let host = try findings.host(name)
        let value = try groups.value(plugin.fingerprintKey, in: bracket)
        let elements = FingerprintReader.elements(value)
        guard !elements.isEmpty else {
            let what =
                value.map { "its fingerprints are \($0.name), which is not defined in this file" }
                ?? "missing \(plugin.fingerprintKey)"
            throw PolicyError(
                .notUnderstood, "\(host): \(what)",
                hint: "write the fingerprints as string literals, or define their constant in the same file")
        }
        let members = try findings.entries(elements, at: { $0.position }) { (element) throws(PolicyError) in
            try member(element, of: host)
        }
        if !members.isEmpty {
            certificates.append(.certificate(CertificateSet(members), at: .leaf), for: host)
        }
    }

    /// Returns the values of a list, or a string alone.
    private static func elements(_ value: SourceValue?) -> [SourceValue] {
        guard let value else { return [] }
        return value.array ?? (value.string == nil ? [] : [value])
    }

    private func member(
        _ value: SourceValue, of host: HostName
    ) throws(PolicyError) -> CertificateSet.Member {
        let (text, comment) = try SourceValue.literal(value, for: "fingerprint", of: host.description)
        guard let fingerprint = CertificateFingerprint(hex: text.filter { !$0.isWhitespace }) else {
            let consumer = plugin.format.capabilities.consumer
            let what =
                (try? Pin(text)) != nil
                ? "is written as the pin of a key, but \(consumer) compares the SHA-256 of the certificate in hex"
                : "is not the SHA-256 of a certificate in hex"
            throw PolicyError(
                .notUnderstood, "\(host): \(Pin.shown(text)) \(what)",
                hint: "write the SHA-256 of the server's certificate, 64 hex digits")
        }
        if plugin.format == .capacitorFingerprint, !text.contains(":") {
            findings.refused(
                "\(host): on iOS, \(plugin.format.capabilities.consumer) matches only a fingerprint with colons",
                hint: "write \(FingerprintFormat.withColons(fingerprint.hex))")
        }
        return CertificateSet.Member(fingerprint, comment: comment)
    }
}
