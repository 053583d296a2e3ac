import DERKit
import X509Model

/// The value of an extension for all views: in JSON, and as lines for people.
///
/// The form of the JSON is part of the contract. An unknown type, or a value that cannot be read, is hex.
struct ExtensionView {
    /// Writes the field `value`.
    let json: (inout JSONWriter) -> Void
    /// Returns one item per line, safe to display; without `isFull`, it omits details such as the signatures
    /// of logs.
    let lines: (_ isFull: Bool) -> [String]

    init(_ json: @escaping (inout JSONWriter) -> Void, lines: @escaping (_ isFull: Bool) -> [String]) {
        self.json = json
        self.lines = lines
    }

    init(_ json: @escaping (inout JSONWriter) -> Void, _ line: @autoclosure @escaping () -> String) {
        self.json = json
        lines = { (_) in [line()] }
    }

    init(_ value: Certificate.Extension) { self.init(value, value.decodedResult) }

    init(_ value: Certificate.Extension, _ decoded: Result<ExtensionValue, DERError>) {
        let octets = value.value
        self =
            switch decoded {
            case .success(.other): Self({ $0.hex(octets) }, lines: { Self.unknown(octets, $0) })
            case .success(let decoded): Self.row(decoded)
            case .failure: Self({ $0.hex(octets) }, "malformed: " + hex(octets))
            }
    }

    /// Returns the row of the table for a type.
    private static func row(_ value: ExtensionValue) -> Self {
        switch value {
        case .basicConstraints(let value): basicConstraints(value)
        case .keyUsage(let usage): Self({ $0.bits(usage) }, usage.description)
        case .netscapeCertificateType(let type): Self({ $0.bits(type) }, type.description)
        case .extendedKeyUsage(let usage):
            Self(
                { $0.array(usage.keyPurposes) { (purpose, json) in json.identifier(purpose) } },
                FieldText.names(usage.keyPurposes))
        case .subjectAlternativeName(let names), .issuerAlternativeName(let names):
            Self({ $0.names(names) }, lines: { (_) in names.map { FieldText.generalName($0) } })
        case .subjectKeyIdentifier(let value):
            Self({ $0.hex(value.keyIdentifier) }, hex(value.keyIdentifier))
        case .authorityKeyIdentifier(let value): authorityKeyIdentifier(value)
        case .crlDistributionPoints(let points), .freshestCRL(let points): list(points) { point($0) }
        case .authorityInfoAccess(let entries), .subjectInfoAccess(let entries): list(entries) { access($0) }
        case .certificatePolicies(let policies): list(policies) { policy($0) }
        case .policyMappings(let mappings): list(mappings) { mapping($0) }
        case .policyConstraints(let value): policyConstraints(value)
        case .inhibitAnyPolicy(let value):
            Self({ $0.integer(value.skipCerts) }, "after \(FieldText.number(value.skipCerts))")
        case .nameConstraints(let value): nameConstraints(value)
        case .privateKeyUsagePeriod(let value): usagePeriod(value)
        case .tlsFeature(let value):
            Self(
                { $0.array(value.features) { (feature, json) in json.integer(feature) } },
                value.features.map(feature).joined(separator: ", "))
        case .signedCertificateTimestamps(let timestamps): list(timestamps) { timestamp($0) }
        case .precertificatePoison: Self({ $0.bool(true) }, "this is a precertificate, not for use")
        case .ocspNoCheck: Self({ $0.bool(true) }, "not to be checked for revocation")
        case .qcStatements(let statements): list(statements) { statement($0) }
        case .netscapeText(let text): Self({ $0.string(text.text) }, text.description)
        case .microsoftTemplateName(let name): Self({ $0.string(name) }, escapedForDisplay(name))
        case .microsoftCertificateTemplate(let value): template(value)
        case .other: Self({ $0.null() }, lines: { (_) in [] })
        }
    }

    /// Returns a view of a list, whose items have their own values and lines.
    private static func list<Item>(_ items: [Item], _ view: @escaping (Item) -> Self) -> Self {
        Self(
            { $0.array(items) { (item, json) in view(item).json(&json) } },
            lines: { (isFull) in items.flatMap { view($0).lines(isFull) } })
    }

    /// Returns a view of an unknown value: hex, and the text in it if it is DER.
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
}

extension DERTag {
    /// A Boolean value that indicates whether the tag is that of a character string.
    fileprivate var isString: Bool {
        tagClass == .universal && !isConstructed && (number == 12 || (18...30).contains(number))
            && self != .utcTime && self != .generalizedTime
    }
}
