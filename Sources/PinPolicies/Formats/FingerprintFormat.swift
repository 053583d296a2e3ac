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
                var reader = FingerprintReader(plugin, SourceGroups(try SourceFile(text, plugin.language)))
                return try reader.read()
            }, emit: { (policy, _) in plugin.emit(policy) })
    }

    func emit(_ policy: PinPolicy) -> String {
        let notice = "// Made from a pin policy; edit the policy, not this file."
        let isFlutter = language == .dart
        var lines =
            isFlutter
            ? [
                notice, "import 'package:http_certificate_pinning/http_certificate_pinning.dart';", "",
                "/// Compares the certificate of each server with those that are pinned, and throws if it is another.",
                "final Map<String, Future<String> Function()> pinnedServers = {",
            ]
            : [
                notice, "import { SSLCertificateChecker } from 'capacitor-ssl-pinning';", "",
                "/** The checks of each server; one whose fingerprintMatched is true is enough. */",
                "export const pinnedServers = {",
            ]
        for rule in policy.rules {
            let host = rule.pattern.host
            let members = rule.strategies.compactMap { $0.certificateSet }.flatMap { $0.members }
            if isFlutter {
                lines += [
                    "  '\(host)': () => HttpCertificatePinning.check(", "    serverURL: 'https://\(host)',",
                    "    sha: SHA.SHA256,", "    allowedSHAFingerprints: [",
                ]
                lines += members.map {
                    "      '\($0.fingerprint.withColons)'," + ($0.annotation.map { " // \($0)" } ?? "")
                }
                lines += ["    ],", "  ),"]
            } else {
                lines.append("  '\(host)': () => [")
                lines += members.map {
                    "    SSLCertificateChecker.checkCertificate({ url: 'https://\(host)', fingerprint: "
                        + "'\($0.fingerprint.withColons)' })," + ($0.annotation.map { " // \($0)" } ?? "")
                }
                lines.append("  ],")
            }
        }
        return (lines + ["};", ""]).joined(separator: "\n")
    }
}

extension CertificateFingerprint {
    /// Upper-case hex with colons, as openssl prints a fingerprint.
    fileprivate var withColons: String { DERKit.hex(bytes, separator: ":", uppercase: true) }
}

private struct FingerprintReader {
    private let plugin: FingerprintFormat
    private let groups: SourceGroups
    private var findings: ReadingFindings
    private var members = Grouped<HostName, CertificateSet.Member>()

    init(_ plugin: FingerprintFormat, _ groups: SourceGroups) {
        self.plugin = plugin
        self.groups = groups
        findings = ReadingFindings(plugin.format)
    }

    private var file: SourceFile { groups.file }

    mutating func read() throws(PolicyError) -> PolicyReading {
        var calls: Set<Int> = []
        for place in file.tokens.indices {
            guard file.isWord(place, plugin.call.name), file.isWord(place - 2, plugin.call.receiver),
                file.isSign(place + 1, "(")
            else { continue }
            let bracket = plugin.language == .dart ? place + 1 : place + 2
            calls.insert(bracket)
            do throws(PolicyError) {
                try read(bracket)
            } catch {
                try findings.omit(error, at: file.tokens[place].position)
            }
        }
        for bracket in groups.brackets(with: plugin.fingerprintKey) where !calls.contains(bracket) {
            try noteLoose(bracket)
        }
        return try findings.reading(
            try members.groups.map { (host, members) throws(PolicyError) in
                PinPolicy.Rule(try HostPattern(host), [.certificate(CertificateSet(members), at: .leaf)])
            })
    }

    /// Notes the fingerprints of a client whose addresses are not in the file.
    private mutating func noteLoose(_ bracket: Int) throws(PolicyError) {
        let value = try? groups.value(plugin.fingerprintKey, in: bracket)
        guard let value, let elements = value.array ?? (value.string == nil ? nil : [value]),
            !elements.isEmpty
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
        guard let value, let elements = value.array ?? (value.string == nil ? nil : [value]),
            !elements.isEmpty
        else {
            let what =
                value.map { "its fingerprints are \($0.name), which is not defined in this file" }
                ?? "missing \(plugin.fingerprintKey)"
            throw PolicyError(
                .notUnderstood, "\(host): \(what)",
                hint: "write the fingerprints as string literals, or define their constant in the same file")
        }
        for element in elements {
            do throws(PolicyError) {
                let member = try member(element, of: host)
                if !members[host].contains(where: { $0.fingerprint == member.fingerprint }) {
                    members.append(member, for: host)
                }
            } catch {
                try findings.omit(error, at: element.position)
            }
        }
    }

    private mutating func member(
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
                hint: "write \(fingerprint.withColons)")
        }
        let annotation = Annotation(comment: comment)
        return CertificateSet.Member(fingerprint, label: annotation.label, role: annotation.role)
    }
}
