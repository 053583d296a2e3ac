import DERKit

/// A statement about a qualified certificate, RFC 3739 section 3.2.6 and ETSI EN 319 412-5.
///
///     QCStatements ::= SEQUENCE OF QCStatement
///     QCStatement ::= SEQUENCE {
///         statementId   OBJECT IDENTIFIER,
///         statementInfo ANY DEFINED BY statementId OPTIONAL}
package struct QCStatement: Sendable, Hashable {
    /// The identifier of the statement.
    package let statementID: ASN1ObjectIdentifier
    /// The tag, length and content of its details.
    package let statementInfo: [UInt8]?
    /// The decoded ``statementInfo`` of a known statement.
    package let info: Info?

    /// The details of a known statement.
    package enum Info: Sendable, Hashable {
        /// id-etsi-qcs-QcLimitValue: the currency, the amount, and the power of ten to multiply it by.
        case limitValue(currency: String, amount: DERInteger, exponent: DERInteger)
        /// id-etsi-qcs-QcRetentionPeriod: number of years.
        case retentionPeriod(DERInteger)
        /// id-etsi-qcs-QcPDS: the locations of the disclosure statements, each with its language.
        case disclosureStatements([DisclosureStatement])
        /// id-etsi-qcs-QcType: for signatures, seals or web sites.
        case types([ASN1ObjectIdentifier])
        /// id-etsi-qcs-QcCClegislation: ISO 3166 codes of countries.
        case countries([String])
        /// id-qcs-pkixQCSyntax-v1 and -v2: the semantics of names, and the authorities that register them.
        case semantics(identifier: ASN1ObjectIdentifier?, nameRegistrationAuthorities: GeneralNames)
    }

    /// The location and language of a disclosure statement.
    package struct DisclosureStatement: Sendable, Hashable {
        /// Its URL.
        package let url: String
        /// ISO 639-1 code of its language.
        package let language: String
    }
}

extension QCStatement {
    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let identifier = try field(
            "statementId", fields.next(.objectIdentifier, in: bytes).objectIdentifier(in: bytes))
        statementID = identifier
        guard !fields.isAtEnd else {
            statementInfo = nil
            info = nil
            return
        }
        let start = fields.position
        info = try field("statementInfo", Info.read(identifier, &fields, in: bytes))
        statementInfo = bytes.array(start..<fields.position)
        try fields.finish()
    }
}

extension QCStatement: ExtensionContent {
    var described: DescribedValue {
        let fields = DescribedValue.fields([
            .init("oid", .oid(statementID)), .init("name", statementID.name.map { .text($0) }),
            .init("info", statementInfo.map { .hex($0) }),
        ])
        return .worded(fields) { (_) in details.map { statementID.nameOrNumber + $0 } }
    }

    /// One text per line, which follows the name of the statement.
    private var details: [String] {
        switch info {
        case .limitValue(let currency, let amount, let exponent):
            [": \(amount.decimalOrHex) * 10^\(exponent.decimalOrHex) \(escapedForDisplay(currency))"]
        case .retentionPeriod(let years): [": \(years.decimalOrHex) years"]
        case .disclosureStatements(let list):
            list.map { ": \(escapedForDisplay($0.url)) (\(escapedForDisplay($0.language)))" }
        case .types(let types): [": " + types.map { $0.nameOrNumber }.joined(separator: ", ")]
        case .countries(let countries):
            [": " + countries.map { escapedForDisplay($0) }.joined(separator: ", ")]
        case .semantics(let identifier, let names):
            [
                ": "
                    + ([identifier?.nameOrNumber].compactMap { $0 } + names.map { $0.fullDescription })
                    .joined(separator: ", ")
            ]
        case nil: [statementInfo.map { ": #\(hex($0))" } ?? ""]
        }
    }
}

extension QCStatement.Info {
    /// Reads the details of a statement, or returns `nil` if it is unknown.
    static func read(
        _ statement: ASN1ObjectIdentifier, _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> QCStatement.Info? {
        switch statement.name {
        case "id-etsi-qcs-QcLimitValue": return try readLimitValue(&cursor, in: bytes)
        case "id-etsi-qcs-QcRetentionPeriod": return try readRetentionPeriod(&cursor, in: bytes)
        case "id-etsi-qcs-QcPDS": return try readDisclosureStatements(&cursor, in: bytes)
        case "id-etsi-qcs-QcType": return try readTypes(&cursor, in: bytes)
        case "id-etsi-qcs-QcCClegislation": return try readCountries(&cursor, in: bytes)
        case "id-qcs-pkixQCSyntax-v1", "id-qcs-pkixQCSyntax-v2": return try readSemantics(&cursor, in: bytes)
        default:
            try cursor.next(in: bytes).checkContent(in: bytes)
            return nil
        }
    }

    ///     MonetaryValue ::= SEQUENCE {
    ///         currency Iso4217CurrencyCode,
    ///         amount   INTEGER,
    ///         exponent INTEGER}
    ///     Iso4217CurrencyCode ::= CHOICE {
    ///         alphabetic PrintableString (SIZE (3)),
    ///         numeric    INTEGER (1..999) }
    private static func readLimitValue(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> QCStatement.Info {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let currency =
            if let number = try fields.nextIfPresent(.integer, in: bytes) {
                String(try number.smallInteger(in: bytes))
            } else {
                try fields.nextText(in: bytes)
            }
        let amount = try fields.next(.integer, in: bytes).integer(in: bytes)
        let exponent = try fields.next(.integer, in: bytes).integer(in: bytes)
        try fields.finish()
        return .limitValue(currency: currency, amount: amount, exponent: exponent)
    }

    ///     QcEuRetentionPeriod ::= INTEGER
    private static func readRetentionPeriod(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> QCStatement.Info {
        .retentionPeriod(try cursor.next(.integer, in: bytes).integer(in: bytes))
    }

    ///     PdsLocations ::= SEQUENCE SIZE (1..MAX) OF PdsLocation
    ///     PdsLocation ::= SEQUENCE {
    ///         url      IA5String,
    ///         language PrintableString (SIZE(2))} -- ISO 639-1 language code
    private static func readDisclosureStatements(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> QCStatement.Info {
        let statements = try cursor.sequence(in: bytes) { (members, bytes) throws(DERError) in
            var fields = DERCursor(contentOf: try members.next(.sequence, in: bytes))
            // Some use another string type for the URL, which is still unambiguous.
            let url = try fields.nextText(in: bytes)
            let language = try fields.nextText(in: bytes)
            try fields.finish()
            return QCStatement.DisclosureStatement(url: url, language: language)
        }
        return .disclosureStatements(statements)
    }

    ///     QcType ::= SEQUENCE OF OBJECT IDENTIFIER
    private static func readTypes(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> QCStatement.Info {
        .types(
            try cursor.sequence(in: bytes) { (members, bytes) throws(DERError) in
                try members.next(.objectIdentifier, in: bytes).objectIdentifier(in: bytes)
            })
    }

    ///     QcCClegislation ::= SEQUENCE OF CountryName
    ///     CountryName ::= PrintableString (SIZE (2))
    private static func readCountries(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> QCStatement.Info {
        .countries(
            try cursor.sequence(in: bytes) { (members, bytes) throws(DERError) in
                try members.nextText(in: bytes)
            })
    }

    ///     SemanticsInformation ::= SEQUENCE {
    ///         semanticsIdentifier         OBJECT IDENTIFIER OPTIONAL,
    ///         nameRegistrationAuthorities NameRegistrationAuthorities OPTIONAL }
    ///     NameRegistrationAuthorities ::= SEQUENCE SIZE (1..MAX) OF GeneralName
    private static func readSemantics(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> QCStatement.Info {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let identifier = try fields.nextIfPresent(.objectIdentifier, in: bytes)?.objectIdentifier(in: bytes)
        let names = fields.isAtEnd ? [] : try GeneralName.names(&fields, in: bytes)
        try fields.finish()
        return .semantics(identifier: identifier, nameRegistrationAuthorities: names)
    }
}
