import DERKit
import X509Model

// The rows of the table that need more than a line.

extension ExtensionView {
    /// Returns a view whose value is an object in JSON.
    static func fields(
        _ json: @escaping (inout JSONWriter) -> Void, lines: @escaping (_ isFull: Bool) -> [String]
    ) -> Self {
        Self({ $0.object(json) }, lines: lines)
    }

    static func basicConstraints(_ value: BasicConstraints) -> Self {
        fields({
            $0.bool("ca", value.isCertificateAuthority)
            $0.integer("path_length", value.pathLengthConstraint)
        }) { (_) in
            let limit = value.pathLengthConstraint.map { ", path length \(FieldText.number($0))" } ?? ""
            return [(value.isCertificateAuthority ? "CA" : "not a CA") + limit]
        }
    }

    static func authorityKeyIdentifier(_ value: AuthorityKeyIdentifier) -> Self {
        fields({
            $0.hex("key_id", value.keyIdentifier)
            $0.names("issuer", value.authorityCertIssuer)
            $0.string("serial", value.authorityCertSerialNumber?.description)
        }) { (_) in
            let names = value.authorityCertIssuer ?? []
            return [value.keyIdentifier.map { hex($0) }].compactMap { $0 }
                + names.map { "issuer \(FieldText.generalName($0))" }
                + [value.authorityCertSerialNumber.map { "serial \($0)" }].compactMap { $0 }
        }
    }

    static func access(_ value: AccessDescription) -> Self {
        let (method, location) = (value.accessMethod, value.accessLocation)
        return fields({
            $0.identifier("method", method)
            $0.string("location") { location.appendText(to: &$0) }
        }) { (_) in ["\(FieldText.name(method)): \(FieldText.generalName(location))"] }
    }

    static func mapping(_ value: PolicyMapping) -> Self {
        let (issuer, subject) = (value.issuerDomainPolicy, value.subjectDomainPolicy)
        return fields({
            $0.identifier("issuer", issuer)
            $0.identifier("subject", subject)
        }) { (_) in ["\(FieldText.name(issuer)) is \(FieldText.name(subject))"] }
    }

    static func policyConstraints(_ value: PolicyConstraints) -> Self {
        let (explicit, mapping) = (value.requireExplicitPolicy, value.inhibitPolicyMapping)
        return fields({
            $0.integer("require_explicit_policy", explicit)
            $0.integer("inhibit_policy_mapping", mapping)
        }) { (_) in
            [
                explicit.map { "explicit policy after \(FieldText.number($0))" },
                mapping.map { "no policy mapping after \(FieldText.number($0))" },
            ].compactMap { $0 }
        }
    }

    static func usagePeriod(_ value: PrivateKeyUsagePeriod) -> Self {
        fields({
            $0.string("not_before", value.notBefore?.description)
            $0.string("not_after", value.notAfter?.description)
        }) { (_) in
            [value.notBefore.map { "not before \($0)" }, value.notAfter.map { "not after \($0)" }]
                .compactMap { $0 }
        }
    }

    static func template(_ value: MicrosoftCertificateTemplate) -> Self {
        let (major, minor) = (value.templateMajorVersion, value.templateMinorVersion)
        return fields({
            $0.oid("oid", value.templateID)
            $0.integer("major_version", major)
            $0.integer("minor_version", minor)
        }) { (_) in
            let version = [major, minor].compactMap { $0 }.map(FieldText.number).joined(separator: ".")
            return [FieldText.name(value.templateID) + (version.isEmpty ? "" : ", version " + version)]
        }
    }

    static func feature(_ feature: DERInteger) -> String {
        switch Int64(feature) {
        case 5: "status_request (5)"
        case 17: "status_request_v2 (17)"
        default: FieldText.number(feature)
        }
    }

    static func nameConstraints(_ value: NameConstraints) -> Self {
        let (permitted, excluded) = (value.permittedSubtrees ?? [], value.excludedSubtrees ?? [])
        return fields({
            $0.array("permitted", permitted) { (subtree, json) in json.string(subtreeText(subtree)) }
            $0.array("excluded", excluded) { (subtree, json) in json.string(subtreeText(subtree)) }
        }) { (_) in
            permitted.map { "permitted \(subtreeLine($0))" } + excluded.map { "excluded \(subtreeLine($0))" }
        }
    }

    private static func subtreeText(_ subtree: GeneralSubtree) -> String {
        if case .ipAddress = subtree.base { "\(subtree)" } else { subtree.base.text }
    }

    private static func subtreeLine(_ subtree: GeneralSubtree) -> String {
        var text = subtree.description
        if case .ipAddress = subtree.base {} else { text = FieldText.generalName(subtree.base) }
        if !subtree.minimum.isZero { text += ", minimum \(FieldText.number(subtree.minimum))" }
        return text + (subtree.maximum.map { ", maximum \(FieldText.number($0))" } ?? "")
    }

    static func point(_ point: DistributionPoint) -> Self {
        var fullName: GeneralNames?
        var relativeName: String?
        switch point.distributionPoint {
        case .fullName(let list): fullName = list
        case .nameRelativeToCRLIssuer(let part): relativeName = "\(part)"
        case nil: break
        }
        let (names, part) = (fullName, relativeName)
        return fields({
            $0.names("names", names)
            $0.string("relative_name", part)
            $0.name("reasons")
            $0.bits(point.reasons)
            $0.names("crl_issuer", point.crlIssuer)
        }) { (_) in
            (names ?? []).map { FieldText.generalName($0) }
                + [
                    part.map { "relative to the issuer: \($0)" },
                    point.reasons.map { "reasons: \($0)" },
                ].compactMap { $0 }
                + (point.crlIssuer ?? []).map { "CRL issuer \(FieldText.generalName($0))" }
        }
    }

    static func policy(_ policy: PolicyInformation) -> Self {
        let identifier = policy.policyIdentifier
        return fields({
            $0.oid("oid", identifier)
            $0.string("name", identifier.name)
            $0.array("qualifiers", policy.policyQualifiers) { (item, json) in qualifier(item).json(&json) }
        }) { (isFull) in
            [identifier.name.map { "\($0) (\(identifier))" } ?? "\(identifier)"]
                + policy.policyQualifiers.flatMap { qualifier($0).lines(isFull) }
        }
    }

    private static func qualifier(_ qualifier: PolicyQualifier) -> Self {
        switch qualifier {
        case .cpsURI(let text):
            return fields({ $0.string("cps") { text.appendText(to: &$0) } }) { (_) in ["  CPS \(text)"] }
        case .userNotice(let notice):
            let numbers = notice.noticeNumbers
            return fields({
                $0.string("organization", notice.organization)
                $0.array("notice_numbers", numbers) { (number, json) in json.integer(number) }
                $0.string("text", notice.explicitText)
            }) { (_) in
                let list = numbers.map(FieldText.number).joined(separator: ", ")
                return [
                    notice.organization.map { "  notice \(list) of \(escapedForDisplay($0))" },
                    notice.explicitText.map { "  notice \(escapedForDisplay($0))" },
                ].compactMap { $0 }
            }
        case .other(let identifier, let value):
            return fields({
                $0.oid("oid", identifier)
                $0.hex("value", value)
            }) { (_) in ["  \(FieldText.name(identifier)) \(hex(value))"] }
        }
    }

    static func timestamp(_ timestamp: SignedCertificateTimestamp) -> Self {
        let version = Int(timestamp.version) + 1
        guard let content = timestamp.content else {
            return fields({
                $0.count("version", version)
                $0.hex("raw", timestamp.rawBytes)
            }) { (_) in ["version \(version): \(hex(timestamp.rawBytes))"] }
        }
        return fields({
            $0.count("version", version)
            $0.hex("log_id", content.logID)
            $0.string("time") { SCTText.appendTime(content.timestamp, to: &$0) }
            $0.string("hash", SCTText.hash(content))
            $0.string("signature_algorithm", SCTText.signature(content))
            $0.hex("extensions", content.extensions)
            $0.hex("signature", content.signature)
        }) { (isFull) in
            let (time, algorithm) = (SCTText.time(content.timestamp), SCTText.algorithm(content))
            guard isFull else { return ["\(time), log \(hex(content.logID.prefix(6)))..., \(algorithm)"] }
            return [
                "version \(version), \(time)", "  log \(hex(content.logID))",
                "  \(algorithm) \(hex(content.signature))",
            ] + (content.extensions.isEmpty ? [] : ["  extensions \(hex(content.extensions))"])
        }
    }

    static func statement(_ statement: QCStatement) -> Self {
        let identifier = statement.statementID
        return fields({
            $0.oid("oid", identifier)
            $0.string("name", identifier.name)
            $0.hex("info", statement.statementInfo)
        }) { (_) in statementLines(statement).map { FieldText.name(identifier) + $0 } }
    }

    private static func statementLines(_ statement: QCStatement) -> [String] {
        switch statement.info {
        case .limitValue(let currency, let amount, let exponent):
            let number = "\(FieldText.number(amount)) * 10^\(FieldText.number(exponent))"
            return [": \(number) \(escapedForDisplay(currency))"]
        case .retentionPeriod(let years): return [": \(FieldText.number(years)) years"]
        case .disclosureStatements(let list):
            return list.map { ": \(escapedForDisplay($0.url)) (\(escapedForDisplay($0.language)))" }
        case .types(let types): return [": " + FieldText.names(types)]
        case .countries(let countries):
            return [": " + countries.map { escapedForDisplay($0) }.joined(separator: ", ")]
        case .semantics(let identifier, let names):
            let parts =
                [identifier.map(FieldText.name)].compactMap { $0 } + names.map { FieldText.generalName($0) }
            return [": " + parts.joined(separator: ", ")]
        case nil: return [statement.statementInfo.map { ": #\(hex($0))" } ?? ""]
        }
    }
}
