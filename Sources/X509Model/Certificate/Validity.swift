import DERKit

extension Certificate {
    /// The period in which a certificate is valid, RFC 5280 section 4.1.2.5.
    ///
    ///     Validity ::= SEQUENCE {
    ///          notBefore      Time,
    ///          notAfter       Time }
    public struct Validity: Sendable, Hashable {
        package let start: X509Time
        package let end: X509Time

        /// The first time at which the certificate is valid.
        ///
        /// - Throws: ``DERKit/DERError`` if the octets are not a valid time.
        public var notBefore: DERTime { get throws(DERError) { try start.momentResult.get() } }
        /// The last time at which the certificate is valid.
        ///
        /// - Throws: ``DERKit/DERError`` if the octets are not a valid time.
        public var notAfter: DERTime { get throws(DERError) { try end.momentResult.get() } }

        /// The positions of the fields in the input.
        package struct Layout: Sendable {
            package let notBefore: DERElement
            package let notAfter: DERElement
        }

        package init(_ layout: Layout, in bytes: Span<UInt8>) {
            start = X509Time(layout.notBefore, in: bytes)
            end = X509Time(layout.notAfter, in: bytes)
        }

        package static func read(
            _ cursor: inout DERCursor, in bytes: Span<UInt8>
        ) throws(DERError) -> Layout {
            var fields = DERCursor(contentOf: try cursor.next(.sequence, in: bytes))
            let notBefore = try field("notBefore", X509Time.read(&fields, in: bytes))
            let notAfter = try field("notAfter", X509Time.read(&fields, in: bytes))
            try fields.finish()
            return Layout(notBefore: notBefore, notAfter: notAfter)
        }
    }
}

/// A date in a certificate, RFC 5280 section 4.1.2.5.
///
///     Time ::= CHOICE {
///          utcTime        UTCTime,
///          generalTime    GeneralizedTime }
///
/// A certificate with a malformed date is still readable: its other fields, and its pin, do not depend on it.
/// Therefore the octets are kept.
package struct X509Time: Sendable, Hashable {
    /// UTCTime or GeneralizedTime.
    package let tag: DERTag
    /// The exact characters in the certificate.
    package let rawBytes: [UInt8]
    package let momentResult: Result<DERTime, DERError>

    package init(_ element: DERElement, in bytes: Span<UInt8>) {
        tag = element.tag
        rawBytes = bytes.array(element.content)
        momentResult = Result { () throws(DERError) in try element.time(in: bytes) }
    }

    package static func read(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>
    ) throws(DERError) -> DERElement {
        let element = try cursor.next(in: bytes)
        guard element.tag == .utcTime || element.tag == .generalizedTime else {
            throw DERError(
                .unexpectedTag, at: element.start, expected: "UTCTime or GeneralizedTime",
                found: "\(element.tag)")
        }
        return element
    }
}

extension X509Time: CustomStringConvertible {
    /// The time in ISO 8601, UTC, such as `2022-03-30T23:59:59Z`; for a malformed date, its text and a remark.
    package var description: String {
        switch momentResult {
        case .success(let time): time.description
        case .failure: "invalid \(tag) '\(escaped(rawBytes))'"
        }
    }
}
