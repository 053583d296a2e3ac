import DERKit
import X509Model

// The rows of the table that take more than a line.

extension ExtensionView {
    static func basicConstraints(_ value: BasicConstraints) -> Self {
        let limit = value.pathLenConstraint.map { ", path length \(FieldText.number($0))" } ?? ""
        return Self(
            .object([("ca", .bool(value.cA)), ("path_length", .integer(value.pathLenConstraint))]),
            (value.cA ? "CA" : "not a CA") + limit)
    }

    static func authorityKeyIdentifier(_ value: AuthorityKeyIdentifier) -> Self {
        Self(
            .object([
                ("key_id", .text(value.keyIdentifier.map { hex($0) })),
                ("issuer", .names(value.authorityCertIssuer)),
                ("serial", .text(value.authorityCertSerialNumber?.description)),
            ])
        ) { (_) in
            let names = value.authorityCertIssuer ?? []
            return [value.keyIdentifier.map { hex($0) }].compactMap { $0 }
                + names.map { "issuer \(FieldText.generalName($0))" }
                + [value.authorityCertSerialNumber.map { "serial \($0)" }].compactMap { $0 }
        }
    }

    static func access(_ value: AccessDescription) -> Self {
        let (method, location) = (value.accessMethod, value.accessLocation)
        return Self(
            .object([("method", .identifier(method)), ("location", .string(location.text))]),
            "\(FieldText.name(method)): \(FieldText.generalName(location))")
    }

    static func mapping(_ value: PolicyMapping) -> Self {
        let (issuer, subject) = (value.issuerDomainPolicy, value.subjectDomainPolicy)
        return Self(
            .object([("issuer", .identifier(issuer)), ("subject", .identifier(subject))]),
            "\(FieldText.name(issuer)) is \(FieldText.name(subject))")
    }

    static func policyConstraints(_ value: PolicyConstraints) -> Self {
        let (explicit, mapping) = (value.requireExplicitPolicy, value.inhibitPolicyMapping)
        return Self(
            .object([
                ("require_explicit_policy", .integer(explicit)),
                ("inhibit_policy_mapping", .integer(mapping)),
            ])
        ) { (_) in
            [
                explicit.map { "explicit policy after \(FieldText.number($0))" },
                mapping.map { "no policy mapping after \(FieldText.number($0))" },
            ].compactMap { $0 }
        }
    }

    static func usagePeriod(_ value: PrivateKeyUsagePeriod) -> Self {
        Self(
            .object([
                ("not_before", .text(value.notBefore?.description)),
                ("not_after", .text(value.notAfter?.description)),
            ])
        ) { (_) in
            [value.notBefore.map { "not before \($0)" }, value.notAfter.map { "not after \($0)" }]
                .compactMap { $0 }
        }
    }

    static func template(_ value: MicrosoftCertificateTemplate) -> Self {
        let (major, minor) = (value.templateMajorVersion, value.templateMinorVersion)
        let version = [major, minor].compactMap { $0 }.map(FieldText.number).joined(separator: ".")
        return Self(
            .object([
                ("oid", .string("\(value.templateID)")), ("major_version", .integer(major)),
                ("minor_version", .integer(minor)),
            ]), FieldText.name(value.templateID) + (version.isEmpty ? "" : ", version " + version))
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
        return Self(
            .object([
                ("permitted", .array(permitted.map { .string(subtreeText($0)) })),
                ("excluded", .array(excluded.map { .string(subtreeText($0)) })),
            ])
        ) { (_) in
            permitted.map { "permitted \(subtreeLine($0))" } + excluded.map { "excluded \(subtreeLine($0))" }
        }
    }

    private static func subtreeText(_ subtree: GeneralSubtree) -> String {
        if case .iPAddress = subtree.base { "\(subtree)" } else { subtree.base.text }
    }

    private static func subtreeLine(_ subtree: GeneralSubtree) -> String {
        var text = subtree.description
        if case .iPAddress = subtree.base {} else { text = FieldText.generalName(subtree.base) }
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
        return Self(
            .object([
                ("names", .names(fullName)), ("relative_name", .text(relativeName)),
                ("reasons", .bits(point.reasons)), ("crl_issuer", .names(point.cRLIssuer)),
            ])
        ) { (_) in
            (fullName ?? []).map { FieldText.generalName($0) }
                + [
                    relativeName.map { "relative to the issuer: \($0)" },
                    point.reasons.map { "reasons: \($0)" },
                ].compactMap { $0 }
                + (point.cRLIssuer ?? []).map { "CRL issuer \(FieldText.generalName($0))" }
        }
    }

    static func policy(_ policy: PolicyInformation) -> Self {
        let (number, name) = ("\(policy.policyIdentifier)", policy.policyIdentifier.name)
        let qualifiers = policy.policyQualifiers.map { qualifier($0) }
        return Self(
            .object([
                ("oid", .string(number)), ("name", .text(name)),
                ("qualifiers", .array(qualifiers.map { $0.json() })),
            ])
        ) { (isFull) in
            [name.map { "\($0) (\(number))" } ?? number] + qualifiers.flatMap { $0.lines(isFull) }
        }
    }

    private static func qualifier(_ qualifier: PolicyQualifier) -> Self {
        switch qualifier {
        case .cPSuri(let text): return Self(.object([("cps", .string(text.text))]), "  CPS \(text)")
        case .userNotice(let notice):
            let numbers = notice.noticeNumbers
            return Self(
                .object([
                    ("organization", .text(notice.organization)),
                    ("notice_numbers", .array(numbers.map(JSON.integer))),
                    ("text", .text(notice.explicitText)),
                ])
            ) { (_) in
                let list = numbers.map(FieldText.number).joined(separator: ", ")
                return [
                    notice.organization.map { "  notice \(list) of \(escapedForDisplay($0))" },
                    notice.explicitText.map { "  notice \(escapedForDisplay($0))" },
                ].compactMap { $0 }
            }
        case .other(let identifier, let value):
            return Self(
                .object([("oid", .string("\(identifier)")), ("value", .hex(value))]),
                "  \(FieldText.name(identifier)) \(hex(value))")
        }
    }

    static func timestamp(_ timestamp: SignedCertificateTimestamp) -> Self {
        let version = Int(timestamp.version) + 1
        guard let content = timestamp.content else {
            return Self(
                .object([("version", .count(version)), ("raw", .hex(timestamp.rawBytes))]),
                "version \(version): \(hex(timestamp.rawBytes))")
        }
        return Self(
            .object([
                ("version", .count(version)), ("log_id", .hex(content.logID)),
                ("time", .string(SCTText.time(content.timestamp))), ("hash", .string(SCTText.hash(content))),
                ("signature_algorithm", .string(SCTText.signature(content))),
                ("extensions", .hex(content.extensions)), ("signature", .hex(content.signature)),
            ])
        ) { (isFull) in
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
        return Self(
            .object([
                ("oid", .string("\(identifier)")), ("name", .text(identifier.name)),
                ("info", .text(statement.statementInfo.map { hex($0) })),
            ])
        ) { (_) in statementLines(statement).map { FieldText.name(identifier) + $0 } }
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
