import DERKit
import X509Model

/// Names of algorithms.
package enum LockText {
    /// Returns the name of an algorithm, or its object identifier if the name is unknown.
    static func name(of identifier: String) -> String {
        ASN1ObjectIdentifier(identifier)?.name ?? identifier
    }
}
