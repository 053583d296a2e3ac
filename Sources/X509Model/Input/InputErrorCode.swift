import DERKit

extension InputError {
    /// A kind of error. The raw values are a contract: they are only ever added to.
    public struct Code: Sendable, Hashable {
        /// The name in JSON, such as `no-key`.
        public let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        /// The code of an error in the object's DER.
        public static func der(_ code: DERError.Code) -> Code { Code(rawValue: code.rawValue) }

        /// The code of an error in the PEM text.
        public static func pem(_ code: PEMError.Code) -> Code { Code(rawValue: code.rawValue) }

        /// The input contains neither PEM nor DER.
        public static let noObject = Code(rawValue: "no-object")
        /// The text contains no certificate, or the object is not a certificate.
        public static let noCertificate = Code(rawValue: "no-certificate")
        /// The text contains several certificates where one was expected.
        public static let severalCertificates = Code(rawValue: "several-certificates")
        /// The object never has a key, such as a revocation list.
        public static let noKey = Code(rawValue: "no-key")
        /// The file contains several keys where one was expected.
        public static let severalKeys = Code(rawValue: "several-keys")
        /// The key, or the certificates of the container, are encrypted.
        public static let encrypted = Code(rawValue: "encrypted")

        /// A Boolean value that indicates whether the error is in the object's DER.
        package var isInDER: Bool { DERError.Code(rawValue: rawValue) != nil }
    }
}

/// What can be wrong with an input, besides its DER, its PEM, and the formats of other programs.
extension InputError.Code {
    package static let emptyInput = Self(rawValue: "empty-input")
    static let tooManyObjects = Self(rawValue: "too-many-objects")
    static let unknownStructure = Self(rawValue: "unknown-structure")
    static let unsupportedLabel = Self(rawValue: "unsupported-label")
    static let binaryData = Self(rawValue: "binary-data")
    package static let rawKey = Self(rawValue: "raw-key")
    package static let hexListing = Self(rawValue: "hex-listing")
    static let incompleteBase64 = Self(rawValue: "incomplete-base64")
    static let incompleteOctets = Self(rawValue: "incomplete-octets")
    package static let publicKeyNotInFile = Self(rawValue: "public-key-not-in-file")
    package static let policyFile = Self(rawValue: "policy-file")
    package static let privateKey = Self(rawValue: "private-key")
    // What can be wrong with a locked file.
    package static let wrongPassword = Self(rawValue: "wrong-password")
    package static let unsupportedEncryption = Self(rawValue: "unsupported-encryption")
    package static let damagedLock = Self(rawValue: "damaged-lock")
    package static let unverifiedKey = Self(rawValue: "unverified-key")
    package static let tooManyIterations = Self(rawValue: "too-many-iterations")
    package static let limit = Self(rawValue: "limit")
}
