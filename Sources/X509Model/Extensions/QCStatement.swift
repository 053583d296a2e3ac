import DERKit

/// A statement about a qualified certificate (RFC 3739 section 3.2.6 and ETSI EN 319 412-5).
///
///     QCStatements ::= SEQUENCE OF QCStatement
///     QCStatement ::= SEQUENCE {
///         statementId   OBJECT IDENTIFIER,
///         statementInfo ANY DEFINED BY statementId OPTIONAL}
enum QCStatement {
    static func describe(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let identifier = try field("statementId", fields.nextIdentifier(in: bytes))
        let statement = ASN1ObjectIdentifier(checked: bytes.array(identifier))
        sink.open("{")
        sink.identifierFields(bytes.extracting(identifier))
        sink.name("info")
        if fields.isAtEnd {
            sink.null()
            sink.line(statement.nameOrNumber)
        } else if sink.hasLines {
            sink.startMargin {
                $0 += statement.nameOrNumber.utf8
                $0.append(literal: ": ")
            }
            try field("statementInfo", details(statement, &fields, bytes, &sink))
        } else {
            let start = fields.position
            var check = FieldSink(.none)
            try field("statementInfo", details(statement, &fields, bytes, &check))
            sink.hex(bytes.extracting(start..<fields.position))
        }
        sink.close("}")
        try fields.finish()
    }

    /// Reads the details of a statement, and writes them as lines.
    private static func details(
        _ statement: ASN1ObjectIdentifier, _ cursor: inout DERCursor, _ bytes: Span<UInt8>,
        _ sink: inout FieldSink
    ) throws(DERError) {
        switch statement.name {
        case "id-etsi-qcs-QcLimitValue": try limitValue(&cursor, bytes, &sink)
        case "id-etsi-qcs-QcRetentionPeriod":
            // QcEuRetentionPeriod ::= INTEGER
            let years = try cursor.next(.integer, in: bytes).integer(in: bytes)
            let number = years.decimalOrHex
            sink.line(number == "1" ? "1 year" : "\(number) years")
        case "id-etsi-qcs-QcPDS": try sink.list(&cursor, in: bytes, of: disclosureStatement)
        case "id-etsi-qcs-QcType":
            // QcType ::= SEQUENCE OF OBJECT IDENTIFIER
            try ExtendedKeyUsage.describe(&cursor, in: bytes, into: &sink)
        case "id-etsi-qcs-QcCClegislation":
            // QcCClegislation ::= SEQUENCE OF CountryName
            // CountryName ::= PrintableString (SIZE (2))
            try sink.list(&cursor, in: bytes, joinedBy: ", ") { (members, bytes, sink) throws(DERError) in
                sink.text(try members.nextText(in: bytes), in: bytes)
            }
        case "id-qcs-pkixQCSyntax-v1", "id-qcs-pkixQCSyntax-v2": try semantics(&cursor, bytes, &sink)
        default:
            let element = try cursor.next(in: bytes)
            try element.checkContent(in: bytes)
            sink.line("#\(hex(bytes.array(element.range)))")
        }
    }

    ///     MonetaryValue ::= SEQUENCE {
    ///         currency Iso4217CurrencyCode,
    ///         amount   INTEGER,
    ///         exponent INTEGER}
    ///     Iso4217CurrencyCode ::= CHOICE {
    ///         alphabetic PrintableString (SIZE (3)),
    ///         numeric    INTEGER (1..999) }
    private static func limitValue(
        _ cursor: inout DERCursor, _ bytes: Span<UInt8>, _ sink: inout FieldSink
    ) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let currency =
            if let number = try fields.nextIfPresent(.integer, in: bytes) {
                String(try number.smallInteger(in: bytes))
            } else {
                try fields.nextText(in: bytes).text(in: bytes)
            }
        let amount = try fields.next(.integer, in: bytes).integer(in: bytes)
        let exponent = try fields.next(.integer, in: bytes).integer(in: bytes)
        try fields.finish()
        sink.line("\(amount.decimalOrHex) * 10^\(exponent.decimalOrHex) \(escapedForDisplay(currency))")
    }

    ///     PdsLocations ::= SEQUENCE SIZE (1..MAX) OF PdsLocation
    ///     PdsLocation ::= SEQUENCE {
    ///         url      IA5String,
    ///         language PrintableString (SIZE(2))} -- ISO 639-1 language code
    private static func disclosureStatement(
        _ cursor: inout DERCursor, _ bytes: Span<UInt8>, _ sink: inout FieldSink
    ) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        // Some certificates use another string type for the URL, which is still unambiguous.
        let url = try fields.nextText(in: bytes)
        let language = try fields.nextText(in: bytes)
        try fields.finish()
        guard sink.hasLines else { return }
        let words = escapedForDisplay(language.text(in: bytes))
        sink.line("\(escapedForDisplay(url.text(in: bytes))) (\(words))")
    }

    ///     SemanticsInformation ::= SEQUENCE {
    ///         semanticsIdentifier         OBJECT IDENTIFIER OPTIONAL,
    ///         nameRegistrationAuthorities NameRegistrationAuthorities OPTIONAL }
    ///     NameRegistrationAuthorities ::= SEQUENCE SIZE (1..MAX) OF GeneralName
    private static func semantics(
        _ cursor: inout DERCursor, _ bytes: Span<UInt8>, _ sink: inout FieldSink
    ) throws(DERError) {
        var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        sink.beginLine(joinedBy: ", ")
        var ahead = fields
        if try ahead.nextIfPresent(.objectIdentifier, in: bytes) != nil {
            sink.oid(bytes.extracting(try fields.nextIdentifier(in: bytes)))
        }
        if !fields.isAtEnd { try sink.list(&fields, in: bytes, of: GeneralName.describe) }
        sink.endJoinedLine()
        try fields.finish()
    }
}
