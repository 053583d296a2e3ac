import DERKit
import Foundation

@testable import X509Model

/// Returns the JSON of an extension's value; `nil` if its type is unknown.
func described(_ value: Certificate.Extension) throws -> Any? {
    var sink = FieldSink()
    guard value.describeValue(into: &sink) != .unknown else { return nil }
    return try JSONSerialization.jsonObject(with: Data(sink.bytes), options: .fragmentsAllowed)
}

/// Returns the lines of an extension's value; `nil` if its type is unknown.
func describedLines(_ value: Certificate.Extension) -> [String]? {
    var sink = FieldSink(.fullLines)
    guard value.describeValue(into: &sink) != .unknown else { return nil }
    return String(decoding: sink.bytes, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false
    )
    .dropLast().map(String.init)
}

/// Returns the fields of an extension as `extension-answers.py` writes them, with the texts of JSON.
///
/// Returns nil for the types that the script's library does not know.
func answerFields(_ value: Certificate.Extension) throws -> [[String]]? {
    let json = try described(value)
    let fields = json as? [String: Any] ?? [:]
    let members = json as? [Any] ?? []
    switch value.name {
    case "basicConstraints":
        return [["cA", String(fields["ca"] as? Bool ?? false)]]
            + texts(fields, [("pathLenConstraint", "path_length")])
    case "keyUsage":
        var uses = try value.decoded(as: KeyUsage.self)
        // The library drops encipherOnly and decipherOnly if keyAgreement is not set.
        if !uses.contains(.keyAgreement) { uses.subtract([.encipherOnly, .decipherOnly]) }
        return [["bits", "\(uses)"]]
    case "extKeyUsage": return members.flatMap { texts($0, [("keyPurpose", "oid")]) }
    case "subjectAltName", "issuerAltName": return members.map { ["name", text($0)] }
    case "subjectKeyIdentifier": return [["keyIdentifier", text(json)]]
    case "authorityKeyIdentifier":
        return texts(
            fields,
            [
                ("keyIdentifier", "key_id"), ("authorityCertIssuer", "issuer"),
                ("authorityCertSerialNumber", "serial"),
            ])
    case "cRLDistributionPoints", "freshestCRL":
        return numbered(members) { (point) in
            let reasons = (point["reasons"] as? [String]).map { [["reasons", $0.joined(separator: ", ")]] }
            return texts(point, [("fullName", "names"), ("nameRelativeToCRLIssuer", "relative_name")])
                + (reasons ?? []) + texts(point, [("cRLIssuer", "crl_issuer")])
        }
    case "authorityInfoAccess", "subjectInfoAccess":
        return members.map { (member) in
            let fields = member as? [String: Any] ?? [:]
            return [text((fields["method"] as? [String: Any])?["oid"]), text(fields["location"])]
        }
    case "certificatePolicies": return numbered(members, policy)
    case "policyConstraints":
        return texts(
            fields,
            [
                ("requireExplicitPolicy", "require_explicit_policy"),
                ("inhibitPolicyMapping", "inhibit_policy_mapping"),
            ])
    case "inhibitAnyPolicy": return [["skipCerts", text(json)]]
    case "nameConstraints": return texts(fields, [("permitted", "permitted"), ("excluded", "excluded")])
    case "privateKeyUsagePeriod":
        return texts(fields, [("notBefore", "not_before"), ("notAfter", "not_after")])
    case "tlsfeature": return members.map { ["feature", text($0)] }
    case "precertificatePoison", "ocsp-nocheck": return json as? Bool == true ? [["null", ""]] : []
    case "certificateTemplate":
        return texts(
            fields,
            [
                ("templateID", "oid"), ("templateMajorVersion", "major_version"),
                ("templateMinorVersion", "minor_version"),
            ])
    case "signedCertificateTimestampList":
        let names = [
            ("id", "log_id"), ("timestamp", "time"), ("extensions", "extensions"), ("hashAlgorithm", "hash"),
            ("signatureAlgorithm", "signature_algorithm"), ("signature", "signature"),
        ]
        return numbered(members) { texts($0, names) }
    default: return nil
    }
}

/// Returns a value of the script's table as the JSON has it.
///
/// The table has names and numbers as they are encoded, which the JSON shows as text.
func asInJSON(_ field: String, _ value: String) throws -> String {
    let numbers = [
        "pathLenConstraint", "requireExplicitPolicy", "inhibitPolicyMapping", "skipCerts", "feature",
        "templateMajorVersion", "templateMinorVersion", "noticeNumber",
    ]
    let last = field.split(separator: ".").last.map(String.init) ?? ""
    if numbers.contains(last) { return String(UInt64(value, radix: 16) ?? 0) }
    if value.hasPrefix("dirName:") {
        let name = try DistinguishedName(der: bytes(hex: value.dropFirst(8)) ?? [])
        return "dirName:\(name)"
    }
    if value.hasPrefix("otherName:") { return String(value.prefix { $0 != " " }) }
    switch last {
    case "nameRelativeToCRLIssuer": return value.replacingOccurrences(of: "2.5.4.3 ", with: "CN=")
    case "hashAlgorithm": return value == "4" ? "sha256" : value
    case "signatureAlgorithm": return value == "3" ? "ecdsa" : value == "1" ? "rsa" : value
    case "timestamp":
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return formatter.string(from: Date(timeIntervalSince1970: (Double(value) ?? 0) / 1000))
    default: return value
    }
}

private func text(_ value: Any?) -> String { value.map { "\($0)" } ?? "" }

/// Returns the fields that are present, those with a list once for each member.
private func texts(_ value: Any, _ names: [(answer: String, json: String)]) -> [[String]] {
    let fields = value as? [String: Any] ?? [:]
    return names.flatMap { (answer, json) -> [[String]] in
        switch fields[json] {
        case nil, is NSNull: []
        case let members as [Any]: members.map { [answer, text($0)] }
        case let value: [[answer, text(value)]]
        }
    }
}

private func numbered(_ members: [Any], _ fields: ([String: Any]) -> [[String]]) -> [[String]] {
    members.enumerated().flatMap { (place, member) in
        fields(member as? [String: Any] ?? [:]).map { ["[\(place)].\($0[0])", $0[1]] }
    }
}

private func policy(_ policy: [String: Any]) -> [[String]] {
    texts(policy, [("policyIdentifier", "oid")])
        + (policy["qualifiers"] as? [Any] ?? []).flatMap {
            texts(
                $0,
                [
                    ("cPSuri", "cps"), ("organization", "organization"), ("noticeNumber", "notice_numbers"),
                    ("explicitText", "text"),
                ])
        }
}
