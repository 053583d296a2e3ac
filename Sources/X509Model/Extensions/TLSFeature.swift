import DERKit

/// TLS extensions that the server has to offer, RFC 7633 section 4.
///
///     Features ::= SEQUENCE OF INTEGER
package struct TLSFeature: Sendable, Hashable {
    /// Numbers of TLS extensions: 5 is status_request ("must staple"), 17 status_request_v2.
    package let features: [DERInteger]

    init(_ cursor: inout DERCursor, in bytes: Span<UInt8>) throws(DERError) {
        features = try cursor.sequence(in: bytes) { (members, bytes) throws(DERError) in
            try members.next(.integer, in: bytes).integer(in: bytes)
        }
    }
}

extension TLSFeature: ExtensionContent {
    var described: DescribedValue {
        .joined(
            .list(features) { (feature) in
                switch Int64(feature) {
                case 5: .worded(.integer(feature), "status_request (5)")
                case 17: .worded(.integer(feature), "status_request_v2 (17)")
                default: .integer(feature)
                }
            }, ", ")
    }
}
