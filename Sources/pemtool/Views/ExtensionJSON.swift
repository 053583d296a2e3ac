import DERKit
import X509Model

/// The JSON of an extension: `{oid, name, critical, value}`. The form of `value` depends on the type and is part of
/// the contract; a type that is not known, or a value that cannot be read, is hex.
struct ExtensionJSON {
    /// The object of an extension.
    static func object(_ value: Extension) -> JSON {
        let content: JSON =
            switch value.decoded {
            case .success(.other), .failure: .string(hex(value.extnValue))
            case .success(let decoded): self.value(decoded)
            }
        return .object([
            ("oid", .string("\(value.extnID)")), ("name", optional(value.name)),
            ("critical", .bool(value.critical)), ("value", content),
        ])
    }

    private static func value(_ value: ExtensionValue) -> JSON {
        switch value {
        case .basicConstraints(let value):
            return .object([
                ("ca", .bool(value.cA)), ("path_length", value.pathLenConstraint.map(number) ?? .null),
            ])
        case .keyUsage(let usage): return bits(usage)
        case .netscapeCertificateType(let type): return bits(type)
        case .extendedKeyUsage(let usage): return .array(usage.keyPurposes.map(identifier))
        case .subjectAlternativeName(let list), .issuerAlternativeName(let list): return names(list)
        case .subjectKeyIdentifier(let value): return .string(hex(value.keyIdentifier))
        case .authorityKeyIdentifier(let value):
            return .object([
                ("key_id", optional(value.keyIdentifier.map { hex($0) })),
                ("issuer", value.authorityCertIssuer.map(names) ?? .null),
                ("serial", optional(value.authorityCertSerialNumber?.description)),
            ])
        case .cRLDistributionPoints(let points), .freshestCRL(let points): return .array(points.map(point))
        case .authorityInfoAccess(let list), .subjectInfoAccess(let list):
            return .array(
                list.map {
                    .object([
                        ("method", identifier($0.accessMethod)),
                        ("location", .string($0.accessLocation.text)),
                    ])
                })
        case .certificatePolicies(let policies): return .array(policies.map(policy))
        case .policyMappings(let mappings):
            return .array(
                mappings.map {
                    .object([
                        ("issuer", identifier($0.issuerDomainPolicy)),
                        ("subject", identifier($0.subjectDomainPolicy)),
                    ])
                })
        case .policyConstraints(let value):
            return .object([
                ("require_explicit_policy", value.requireExplicitPolicy.map(number) ?? .null),
                ("inhibit_policy_mapping", value.inhibitPolicyMapping.map(number) ?? .null),
            ])
        case .inhibitAnyPolicy(let value): return number(value.skipCerts)
        case .nameConstraints(let value):
            return .object([
                ("permitted", .array((value.permittedSubtrees ?? []).map(subtree))),
                ("excluded", .array((value.excludedSubtrees ?? []).map(subtree))),
            ])
        case .privateKeyUsagePeriod(let value):
            return .object([
                ("not_before", optional(value.notBefore?.description)),
                ("not_after", optional(value.notAfter?.description)),
            ])
        case .tlsFeature(let value): return .array(value.features.map(number))
        case .signedCertificateTimestamps(let list): return .array(list.map(timestamp))
        case .precertificatePoison, .ocspNoCheck: return .bool(true)
        case .qcStatements(let statements):
            return .array(
                statements.map {
                    .object([
                        ("oid", .string("\($0.statementID)")), ("name", optional($0.statementID.name)),
                        ("info", optional($0.statementInfo.map { hex($0) })),
                    ])
                })
        case .netscapeText(let text): return .string(text.text)
        case .microsoftTemplateName(let name): return .string(name)
        case .microsoftCertificateTemplate(let value):
            return .object([
                ("oid", .string("\(value.templateID)")),
                ("major_version", value.templateMajorVersion.map(number) ?? .null),
                ("minor_version", value.templateMinorVersion.map(number) ?? .null),
            ])
        case .other: return .null
        }
    }

    /// `{oid, name}`.
    static func identifier(_ identifier: ObjectIdentifier) -> JSON {
        .object([("oid", .string("\(identifier)")), ("name", optional(identifier.name))])
    }

    /// A number; beyond 64 bits a string in hex.
    static func number(_ integer: DERInteger) -> JSON {
        Int64(integer).map(JSON.number) ?? .string("\(integer)")
    }

    static func names(_ names: GeneralNames) -> JSON { .array(names.map { .string($0.text) }) }

    private static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

    private static func bits<Bit: NamedBit>(_ bits: NamedBits<Bit>) -> JSON {
        .array(bits.bits.map { .string($0.name) } + bits.unnamedBits.map { .string("bit \($0)") })
    }

    private static func point(_ point: DistributionPoint) -> JSON {
        var fullName: JSON = .null
        var relativeName: JSON = .null
        switch point.distributionPoint {
        case .fullName(let list): fullName = names(list)
        case .nameRelativeToCRLIssuer(let part): relativeName = .string("\(part)")
        case nil: break
        }
        return .object([
            ("names", fullName), ("relative_name", relativeName),
            ("reasons", point.reasons.map { bits($0) } ?? .null),
            ("crl_issuer", point.cRLIssuer.map(names) ?? .null),
        ])
    }

    private static func policy(_ policy: PolicyInformation) -> JSON {
        let qualifiers = policy.policyQualifiers.map { (qualifier) -> JSON in
            switch qualifier {
            case .cPSuri(let text): return .object([("cps", .string(text.text))])
            case .userNotice(let notice):
                return .object([
                    ("organization", optional(notice.organization)),
                    ("notice_numbers", .array(notice.noticeNumbers.map(number))),
                    ("text", optional(notice.explicitText)),
                ])
            case .other(let identifier, let value):
                return .object([("oid", .string("\(identifier)")), ("value", .string(hex(value)))])
            }
        }
        return .object([
            ("oid", .string("\(policy.policyIdentifier)")), ("name", optional(policy.policyIdentifier.name)),
            ("qualifiers", .array(qualifiers)),
        ])
    }

    private static func subtree(_ subtree: GeneralSubtree) -> JSON {
        if case .iPAddress = subtree.base { return .string("\(subtree)") }
        return .string(subtree.base.text)
    }

    private static func timestamp(_ timestamp: SignedCertificateTimestamp) -> JSON {
        let version = JSON.number(Int64(timestamp.version) + 1)
        guard let content = timestamp.content else {
            return .object([("version", version), ("raw", .string(hex(timestamp.rawBytes)))])
        }
        return .object([
            ("version", version), ("log_id", .string(hex(content.logID))),
            ("time", .string(SCTText.time(content.timestamp))),
            ("hash", .string(SCTText.hash(content))),
            ("signature_algorithm", .string(SCTText.signature(content))),
            ("extensions", .string(hex(content.extensions))), ("signature", .string(hex(content.signature))),
        ])
    }
}
