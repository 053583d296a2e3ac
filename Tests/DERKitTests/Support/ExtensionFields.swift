import DERKit

@testable import X509Model

/// Returns the fields of an extension as `Tests/Tools/make/extension-answers.py` writes them.
///
/// Returns nil for the types that the script's library does not know.
func answerFields(_ value: Certificate.Extension) throws -> [[String]]? {
    switch value.name {
    case "basicConstraints":
        let value = try value.decoded(as: BasicConstraints.self)
        return [["cA", String(value.isCertificateAuthority)]]
            + integer("pathLenConstraint", value.pathLengthConstraint)
    case "keyUsage":
        let value = try value.decoded(as: KeyUsage.self)
        // The library drops encipherOnly and decipherOnly if keyAgreement is not set.
        let bits = value.bits.filter {
            value.contains(.keyAgreement) || ($0 != .encipherOnly && $0 != .decipherOnly)
        }
        return [["bits", bits.map(\.name).joined(separator: ", ")]]
    case "extKeyUsage":
        let value = try value.decoded(as: ExtendedKeyUsage.self)
        return value.keyPurposes.map { ["keyPurpose", "\($0)"] }
    case "subjectAltName", "issuerAltName":
        let names = try value.decoded(as: GeneralNames.self)
        return names.map { ["name", answer($0)] }
    case "subjectKeyIdentifier":
        let value = try value.decoded(as: SubjectKeyIdentifier.self)
        return [["keyIdentifier", hex(value.keyIdentifier)]]
    case "authorityKeyIdentifier":
        let value = try value.decoded(as: AuthorityKeyIdentifier.self)
        return (value.keyIdentifier.map { [["keyIdentifier", hex($0)]] } ?? [])
            + (value.authorityCertIssuer ?? []).map { ["authorityCertIssuer", answer($0)] }
            + integer("authorityCertSerialNumber", value.authorityCertSerialNumber)
    case "cRLDistributionPoints", "freshestCRL":
        let points = try value.decoded(as: [DistributionPoint].self)
        return numbered(points, distributionPoint)
    case "authorityInfoAccess", "subjectInfoAccess":
        let descriptions = try value.decoded(as: [AccessDescription].self)
        return descriptions.map { ["\($0.accessMethod)", answer($0.accessLocation)] }
    case "certificatePolicies":
        let policies = try value.decoded(as: [PolicyInformation].self)
        return numbered(policies, policy)
    case "policyConstraints":
        let value = try value.decoded(as: PolicyConstraints.self)
        return integer("requireExplicitPolicy", value.requireExplicitPolicy)
            + integer("inhibitPolicyMapping", value.inhibitPolicyMapping)
    case "inhibitAnyPolicy":
        let value = try value.decoded(as: InhibitAnyPolicy.self)
        return integer("skipCerts", value.skipCerts)
    case "nameConstraints":
        let value = try value.decoded(as: NameConstraints.self)
        return (value.permittedSubtrees ?? []).map { ["permitted", answer($0)] }
            + (value.excludedSubtrees ?? []).map { ["excluded", answer($0)] }
    case "privateKeyUsagePeriod":
        let value = try value.decoded(as: PrivateKeyUsagePeriod.self)
        return [("notBefore", value.notBefore), ("notAfter", value.notAfter)].compactMap { (name, time) in
            time.map { [name, "\($0)"] }
        }
    case "tlsfeature":
        let value = try value.decoded(as: TLSFeature.self)
        return value.features.flatMap { integer("feature", $0) }
    case "precertificatePoison", "ocsp-nocheck": return [["null", ""]]
    case "certificateTemplate":
        let value = try value.decoded(as: MicrosoftCertificateTemplate.self)
        return [["templateID", "\(value.templateID)"]]
            + integer("templateMajorVersion", value.templateMajorVersion)
            + integer("templateMinorVersion", value.templateMinorVersion)
    case "signedCertificateTimestampList":
        let timestamps = try value.decoded(as: SignedCertificateTimestampList.self).timestamps
        return numbered(timestamps, timestamp)
    default: return nil
    }
}

private func integer(_ name: String, _ value: DERInteger?) -> [[String]] {
    value.map { [[name, $0.description]] } ?? []
}

private func numbered<Member>(_ members: [Member], _ fields: (Member) -> [[String]]) -> [[String]] {
    members.enumerated().flatMap { (place, member) in
        fields(member).map { ["[\(place)].\($0[0])", $0[1]] }
    }
}

private func answer(_ name: GeneralName) -> String {
    switch name {
    case .directoryName(let name): "dirName:" + hex(name.derBytes)
    case .otherName(let name): "otherName:\(name.typeID) " + hex(name.value)
    default: name.text
    }
}

private func answer(_ subtree: GeneralSubtree) -> String {
    subtree.subnet ?? answer(subtree.base)
}

private func distributionPoint(_ point: DistributionPoint) -> [[String]] {
    var fields: [[String]] = []
    switch point.distributionPoint {
    case .fullName(let names): fields += names.map { ["fullName", answer($0)] }
    case .nameRelativeToCRLIssuer(let name):
        fields += name.attributes.map { ["nameRelativeToCRLIssuer", "\($0.type) \($0.text ?? "")"] }
    case nil: break
    }
    if let reasons = point.reasons { fields.append(["reasons", reasons.description]) }
    return fields + (point.crlIssuer ?? []).map { ["cRLIssuer", answer($0)] }
}

private func policy(_ policy: PolicyInformation) -> [[String]] {
    var fields = [["policyIdentifier", "\(policy.policyIdentifier)"]]
    for qualifier in policy.policyQualifiers {
        switch qualifier {
        case .cpsURI(let text): fields.append(["cPSuri", text.text])
        case .userNotice(let notice):
            if let organization = notice.organization { fields.append(["organization", organization]) }
            fields += notice.noticeNumbers.map { ["noticeNumber", $0.description] }
            if let text = notice.explicitText { fields.append(["explicitText", text]) }
        case .other: break
        }
    }
    return fields
}

private func timestamp(_ timestamp: SignedCertificateTimestamp) -> [[String]] {
    guard let content = timestamp.content else { return [] }
    return [
        ["id", hex(content.logID)], ["timestamp", String(content.timestamp)],
        ["extensions", hex(content.extensions)], ["hashAlgorithm", String(content.hashAlgorithm)],
        ["signatureAlgorithm", String(content.signatureAlgorithm)], ["signature", hex(content.signature)],
    ]
}
