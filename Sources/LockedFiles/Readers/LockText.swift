import DERKit
import X509Model

/// What a file is locked with, in words.
package enum LockText {
    /// The name of an algorithm, or its number where it has none here.
    static func name(of identifier: String) -> String {
        ASN1ObjectIdentifier(identifier)?.name ?? identifier
    }
}
