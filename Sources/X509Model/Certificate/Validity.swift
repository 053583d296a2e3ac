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
