import DERKit
import X509Model

/// What an extension says, for people: one item a line, each safe to show.
struct ExtensionText {
    /// The lines.
    let lines: [String]

    /// - Parameter isFull: with everything; otherwise without what nobody reads, such as the signatures of logs.
    init(_ value: Extension, isFull: Bool) {
        switch value.decoded {
        case .success(.other): lines = ExtensionText.unknown(value.extnValue, isFull)
        case .success(let decoded): lines = ExtensionText.lines(decoded, isFull)
        case .failure: lines = ["malformed: " + hex(value.extnValue)]
        }
    }

    private static func lines(_ value: ExtensionValue, _ isFull: Bool) -> [String] {
        switch value {
        case .basicConstraints(let value):
            let limit = value.pathLenConstraint.map { ", path length \(number($0))" } ?? ""
            return [(value.cA ? "CA" : "not a CA") + limit]
        case .keyUsage(let usage): return [usage.description]
        case .netscapeCertificateType(let type): return [type.description]
        case .extendedKeyUsage(let usage): return [usage.keyPurposes.map(name).joined(separator: ", ")]
        case .subjectAlternativeName(let names), .issuerAlternativeName(let names):
            return names.map { generalName($0) }
        case .subjectKeyIdentifier(let identifier): return [hex(identifier.keyIdentifier)]
        case .authorityKeyIdentifier(let value):
            var lines: [String] = []
            if let key = value.keyIdentifier { lines.append(hex(key)) }
            if let names = value.authorityCertIssuer { lines += names.map { "issuer \(generalName($0))" } }
            if let serial = value.authorityCertSerialNumber { lines.append("serial \(serial)") }
            return lines
        case .cRLDistributionPoints(let points), .freshestCRL(let points): return points.flatMap(lines)
        case .authorityInfoAccess(let descriptions), .subjectInfoAccess(let descriptions):
            return descriptions.map { "\(name($0.accessMethod)): \(generalName($0.accessLocation))" }
        case .certificatePolicies(let policies): return policies.flatMap(lines)
        case .policyMappings(let mappings):
            return mappings.map { "\(name($0.issuerDomainPolicy)) is \(name($0.subjectDomainPolicy))" }
        case .policyConstraints(let constraints):
            return [
                constraints.requireExplicitPolicy.map { "explicit policy after \(number($0))" },
                constraints.inhibitPolicyMapping.map { "no policy mapping after \(number($0))" },
            ].compactMap { $0 }
        case .inhibitAnyPolicy(let value): return ["after \(number(value.skipCerts))"]
        case .nameConstraints(let constraints):
            return (constraints.permittedSubtrees ?? []).map { "permitted \(subtree($0))" }
                + (constraints.excludedSubtrees ?? []).map { "excluded \(subtree($0))" }
        case .privateKeyUsagePeriod(let period):
            return [period.notBefore.map { "not before \($0)" }, period.notAfter.map { "not after \($0)" }]
                .compactMap { $0 }
        case .tlsFeature(let value): return [value.features.map(feature).joined(separator: ", ")]
        case .signedCertificateTimestamps(let timestamps): return timestamps.flatMap { lines($0, isFull) }
        case .precertificatePoison: return ["a precertificate, not to be used"]
        case .ocspNoCheck: return ["not checked for revocation"]
        case .qcStatements(let statements): return statements.flatMap(lines)
        case .netscapeText(let text): return [text.description]
        case .microsoftTemplateName(let name): return [escapedForDisplay(name)]
        case .microsoftCertificateTemplate(let template):
            let version = [template.templateMajorVersion, template.templateMinorVersion].compactMap { $0 }
            return [
                "\(name(template.templateID))"
                    + (version.isEmpty ? "" : ", version " + version.map(number).joined(separator: "."))
            ]
        case .other: return []
        }
    }

    /// A value of a type that is not known: in hex, and the texts in it where it is DER.
    private static func unknown(_ octets: [UInt8], _ isFull: Bool) -> [String] {
        let isCut = !isFull && octets.count > 32
        let lines = [isCut ? hex(octets.prefix(24)) + "... (\(octets.count) bytes)" : hex(octets)]
        let tree = DERTree(octets)
        guard tree.error == nil else { return lines }
        let labels = TreeLabels(tree)
        return lines
            + tree.nodes.indices.compactMap { (place) in
                guard tree.nodes[place].tag.isString else { return nil }
                return DumpValue(tree, labels, place).text(octets: 32)
            }
    }

    /// The name of an identifier and its number, or the number alone.
    static func name(_ identifier: ObjectIdentifier) -> String {
        identifier.name ?? "\(identifier)"
    }

    /// A number in decimal, beyond 64 bits in hex.
    static func number(_ integer: DERInteger) -> String {
        Int64(integer).map(String.init) ?? "0x\(integer)"
    }

    /// A name with its kind, and what is inside an otherName or an ediPartyName.
    static func generalName(_ value: GeneralName) -> String {
        switch value {
        case .otherName(let other):
            let text = other.text.map { escapedForDisplay($0) } ?? "#\(hex(other.value))"
            return "otherName:\(name(other.typeID)):\(text)"
        case .ediPartyName(let party):
            return "ediPartyName:" + (party.nameAssigner.map { escapedForDisplay($0) + ":" } ?? "")
                + escapedForDisplay(party.partyName)
        case .x400Address(let octets): return "x400Address:\(hex(octets))"
        default: return value.unicodeName.map { "\(value) (\($0))" } ?? value.description
        }
    }

    private static func subtree(_ subtree: GeneralSubtree) -> String {
        var text = subtree.description
        if case .iPAddress = subtree.base {} else { text = generalName(subtree.base) }
        if !subtree.minimum.isZero { text += ", minimum \(number(subtree.minimum))" }
        return text + (subtree.maximum.map { ", maximum \(number($0))" } ?? "")
    }

    private static func lines(_ point: DistributionPoint) -> [String] {
        var lines: [String] = []
        switch point.distributionPoint {
        case .fullName(let names): lines += names.map { generalName($0) }
        case .nameRelativeToCRLIssuer(let part): lines.append("relative to the issuer: \(part)")
        case nil: break
        }
        if let reasons = point.reasons { lines.append("reasons: \(reasons)") }
        if let issuer = point.cRLIssuer { lines += issuer.map { "CRL issuer \(generalName($0))" } }
        return lines
    }

    private static func lines(_ policy: PolicyInformation) -> [String] {
        let number = "\(policy.policyIdentifier)"
        let first = policy.policyIdentifier.name.map { "\($0) (\(number))" } ?? number
        return [first]
            + policy.policyQualifiers.flatMap { (qualifier) -> [String] in
                switch qualifier {
                case .cPSuri(let text): return ["  CPS \(text)"]
                case .userNotice(let notice):
                    var lines: [String] = []
                    if let organization = notice.organization {
                        let numbers = notice.noticeNumbers.map(Self.number).joined(separator: ", ")
                        lines.append("  notice \(numbers) of \(escapedForDisplay(organization))")
                    }
                    if let text = notice.explicitText { lines.append("  notice \(escapedForDisplay(text))") }
                    return lines
                case .other(let identifier, let value): return ["  \(name(identifier)) \(hex(value))"]
                }
            }
    }

    private static func feature(_ feature: DERInteger) -> String {
        switch Int64(feature) {
        case 5: "status_request (5)"
        case 17: "status_request_v2 (17)"
        default: number(feature)
        }
    }

    private static func lines(_ timestamp: SignedCertificateTimestamp, _ isFull: Bool) -> [String] {
        guard let content = timestamp.content else {
            return ["version \(Int(timestamp.version) + 1): \(hex(timestamp.rawBytes))"]
        }
        let time = SCTText.time(content.timestamp)
        guard isFull else {
            return ["\(time), log \(hex(content.logID.prefix(6)))..., \(SCTText.algorithm(content))"]
        }
        return [
            "version \(Int(timestamp.version) + 1), \(time)", "  log \(hex(content.logID))",
            "  \(SCTText.algorithm(content)) \(hex(content.signature))",
        ] + (content.extensions.isEmpty ? [] : ["  extensions \(hex(content.extensions))"])
    }

    private static func lines(_ statement: QCStatement) -> [String] {
        let name = name(statement.statementID)
        switch statement.info {
        case .limitValue(let currency, let amount, let exponent):
            return ["\(name): \(number(amount)) * 10^\(number(exponent)) \(escapedForDisplay(currency))"]
        case .retentionPeriod(let years): return ["\(name): \(number(years)) years"]
        case .disclosureStatements(let statements):
            return statements.map {
                "\(name): \(escapedForDisplay($0.url)) (\(escapedForDisplay($0.language)))"
            }
        case .types(let types): return ["\(name): " + types.map(Self.name).joined(separator: ", ")]
        case .countries(let countries):
            return ["\(name): " + countries.map { escapedForDisplay($0) }.joined(separator: ", ")]
        case .semantics(let identifier, let names):
            let parts = [identifier.map(Self.name)].compactMap { $0 } + names.map { generalName($0) }
            return ["\(name): " + parts.joined(separator: ", ")]
        case nil: return [name + (statement.statementInfo.map { ": #\(hex($0))" } ?? "")]
        }
    }
}

/// The parts of a signed certificate timestamp in words.
enum SCTText {
    /// ISO 8601 in UTC with milliseconds.
    static func time(_ milliseconds: UInt64) -> String {
        guard let seconds = Int64(exactly: milliseconds / 1000), let time = DERTime(secondsSince1970: seconds)
        else { return "time \(milliseconds)" }
        let fraction = String(milliseconds % 1000)
        return time.description.dropLast() + "." + String(repeating: "0", count: 3 - fraction.count)
            + fraction
            + "Z"
    }

    /// RFC 5246 section 7.4.1.4.1: `ecdsa-sha256`.
    static func algorithm(_ content: SignedCertificateTimestamp.Content) -> String {
        "\(signature(content))-\(hash(content))"
    }

    static func hash(_ content: SignedCertificateTimestamp.Content) -> String {
        let names = ["none", "md5", "sha1", "sha224", "sha256", "sha384", "sha512"]
        let number = Int(content.hashAlgorithm)
        return number < names.count ? names[number] : "hash \(number)"
    }

    static func signature(_ content: SignedCertificateTimestamp.Content) -> String {
        let names = ["anonymous", "rsa", "dsa", "ecdsa"]
        let number = Int(content.signatureAlgorithm)
        return number < names.count ? names[number] : "signature \(number)"
    }
}

extension DERTag {
    /// True for the tags of character strings.
    fileprivate var isString: Bool {
        tagClass == .universal && !isConstructed && (number == 12 || (18...30).contains(number))
            && self != .utcTime && self != .generalizedTime
    }
}
