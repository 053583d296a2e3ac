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
        info = try field("statementInfo") { () throws(DERError) in
            guard let reader = Info.readers[identifier] else {
                try fields.next(in: bytes).checkContent(in: bytes)
                return nil
            }
            return try reader.read(&fields, bytes)
        }
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
    /// The reader for the details of a statement. The table holds these rows rather than functions: a
    /// function with typed throws as a generic argument needs macOS 15 and iOS 18 at run time.
    struct Reader: NumberedRow {
        typealias Read = @Sendable (inout DERCursor, Span<UInt8>) throws(DERError) -> QCStatement.Info

        let number: String
        let read: Read

        init(_ number: String, _ read: @escaping Read) {
            self.number = number
            self.read = read
        }
    }

    /// The readers by the identifiers of their statements.
    static let readers = readerTable.byIdentifier { $0 }

    private static let readerTable: [Reader] = [
        Reader("0.4.0.1862.1.2", readLimitValue),
        Reader("0.4.0.1862.1.3", readRetentionPeriod),
        Reader("0.4.0.1862.1.5", readDisclosureStatements),
        Reader("0.4.0.1862.1.6", readTypes),
        Reader("0.4.0.1862.1.7", readCountries),
        Reader("1.3.6.1.5.5.7.11.1", readSemantics),
        Reader("1.3.6.1.5.5.7.11.2", readSemantics),
    ]

    ///     MonetaryValue ::= SEQUENCE {
    ///         currency Iso4217CurrencyCode,
    ///         amount   INTEGER,
    ///         exponent INTEGER}
    ///     Iso4217CurrencyCode ::= CHOICE {
    ///         alphabetic PrintableString (SIZE (3)),
    ///         numeric    INTEGER (1..999) }
    @Sendable private static func readLimitValue(
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
    @Sendable private static func readRetentionPeriod(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> QCStatement.Info {
        .retentionPeriod(try cursor.next(.integer, in: bytes).integer(in: bytes))
    }

    ///     PdsLocations ::= SEQUENCE SIZE (1..MAX) OF PdsLocation
    ///     PdsLocation ::= SEQUENCE {
    ///         url      IA5String,
    ///         language PrintableString (SIZE(2))} -- ISO 639-1 language code
    @Sendable private static func readDisclosureStatements(
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
    @Sendable private static func readTypes(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> QCStatement.Info {
        .types(
            try cursor.sequence(in: bytes) { (members, bytes) throws(DERError) in
                try members.next(.objectIdentifier, in: bytes).objectIdentifier(in: bytes)
            })
    }

    ///     QcCClegislation ::= SEQUENCE OF CountryName
    ///     CountryName ::= PrintableString (SIZE (2))
    @Sendable private static func readCountries(
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
    @Sendable private static func readSemantics(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> QCStatement.Info {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let identifier = try fields.nextIfPresent(.objectIdentifier, in: bytes)?.objectIdentifier(in: bytes)
        let names = fields.isAtEnd ? [] : try GeneralName.names(&fields, in: bytes)
        try fields.finish()
        return .semantics(identifier: identifier, nameRegistrationAuthorities: names)
    }
}
