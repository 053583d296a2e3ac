import DERKit
import X509Model

/// Names of algorithms.
package enum LockText {
    /// The name of an algorithm, or its number if it has none here.
    static func name(of identifier: String) -> String {
        ASN1ObjectIdentifier(identifier)?.name ?? identifier
    }
}
