import DERKit

extension Certificate {
    /// An oddity in a readable object, and the rule that it violates.
    public struct Note: Sendable, Hashable {
        /// The kind of oddity. The raw values are a contract: they are only ever added to.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum Code: String, Sendable, CaseIterable {
            /// A version other than 1, 2 and 3.
            case unknownVersion = "unknown-version"
            /// A field that the stated version does not have.
            case versionTooLow = "version-too-low"
            /// A serial number below zero.
            case serialNegative = "serial-negative"
            /// A serial number of zero.
            case serialZero = "serial-zero"
            /// A serial number of more than 20 octets.
            case serialTooLong = "serial-too-long"
            /// The signature algorithm inside the signed part differs from the one outside.
            case signatureAlgorithmDiffers = "signature-algorithm-differs"
            /// A signature over SHA-1.
            case signatureSHA1 = "signature-sha1"
            /// A signature over MD5, MD4 or MD2.
            case signatureMD5 = "signature-md5"
            /// An RSA algorithm without its required NULL parameters.
            case rsaWithoutNull = "rsa-without-null"
            /// An RSA key of less than 2,048 bits.
            case rsaKeyShort = "rsa-key-short"
            /// A key whose bytes are invalid for its algorithm.
            case malformedKey = "malformed-key"
            /// A date that is malformed.
            case unreadableTime = "unreadable-time"
            /// A certificate whose end date is before its start date.
            case datesOutOfOrder = "dates-out-of-order"
            /// A UTCTime that, according to the standard, means a century before the intended year.
            case utcTimePast2049 = "utctime-past-2049"
            /// A GeneralizedTime where the standard requires UTCTime.
            case generalizedTimeBefore2050 = "generalizedtime-before-2050"
            /// The certificate is not yet valid.
            case notYetValid = "not-yet-valid"
            /// The certificate has expired.
            case expired = "expired"
            /// A string with characters that its type does not allow.
            case stringAlphabet = "string-alphabet"
            /// A SET OF whose members are not in the order of their encodings.
            case setNotSorted = "set-not-sorted"
            /// A part of a name without attributes.
            case emptyRDN = "empty-rdn"
            /// A field that is encoded although it has its default value.
            case defaultEncoded = "default-encoded"
            /// An extension that occurs more than once.
            case duplicateExtension = "duplicate-extension"
            /// An extension whose value cannot be read.
            case malformedExtension = "malformed-extension"
            /// A server certificate that does not name the server.
            case noSubjectAlternativeName = "no-subject-alternative-name"

            /// The violated rule: a section of a standard.
            package var source: String { Certificate.Note.sources[self] ?? "" }
        }

        /// The kind of oddity.
        public let code: Code
        /// The oddity in one sentence, without its place.
        public let message: String
        /// The offset of the odd value, in bytes from the start of the object's DER.
        public let offset: Int
        /// The field names from the outside in: `["tbsCertificate", "serialNumber"]`.
        public let path: [String]

        /// The rule that it violates: a section of a standard.
        package var source: String { code.source }

        init(_ code: Code, _ message: String, at offset: Int, _ path: [String]) {
            self.code = code
            self.message = message
            self.offset = offset
            self.path = path
        }

        fileprivate static let sources: [Code: String] = [
            .unknownVersion: "RFC 5280 section 4.1.2.1", .versionTooLow: "RFC 5280 section 4.1.2.1",
            .serialNegative: "RFC 5280 section 4.1.2.2", .serialZero: "RFC 5280 section 4.1.2.2",
            .serialTooLong: "RFC 5280 section 4.1.2.2",
            .signatureAlgorithmDiffers: "RFC 5280 section 4.1.1.2",
            .signatureSHA1: "RFC 6194 section 3", .signatureMD5: "RFC 6151 section 2",
            .rsaWithoutNull: "RFC 3279 section 2.2.1 and 2.3.1",
            .rsaKeyShort: "NIST SP 800-57 part 1 section 5.6",
            .malformedKey: "RFC 5280 section 4.1.2.7",
            .unreadableTime: "RFC 5280 section 4.1.2.5", .datesOutOfOrder: "RFC 5280 section 4.1.2.5",
            .utcTimePast2049: "RFC 5280 section 4.1.2.5.1",
            .generalizedTimeBefore2050: "RFC 5280 section 4.1.2.5",
            .notYetValid: "RFC 5280 section 6.1.3", .expired: "RFC 5280 section 6.1.3",
            .stringAlphabet: "X.680 section 41", .setNotSorted: "X.690 section 11.6",
            .emptyRDN: "RFC 5280 section 4.1.2.4", .defaultEncoded: "X.690 section 11.5",
            .duplicateExtension: "RFC 5280 section 4.2", .malformedExtension: "RFC 5280 section 4.2",
            .noSubjectAlternativeName: "RFC 9525 section 6.1",
        ]
    }
}

extension Certificate.Note: CustomStringConvertible {
    /// The note on one line: path, message, rule.
    public var description: String {
        (path.isEmpty ? "" : path.joined(separator: ".") + ": ") + "\(message) (\(source))"
    }
}

extension Certificate {
    /// Returns the notes about the certificate, in the order of the table of notes.
    ///
    /// - Parameter now: the time at which to check its validity; `nil` to skip that check, because a library
    ///   has no clock.
    public func notes(at now: DERTime? = nil) -> [Certificate.Note] {
        var notes: [Certificate.Note] = []
        CertificateFacts(self).forEachNote(at: now) { notes.append($0) }
        return notes
    }
}

extension CertificateFacts {
    /// Calls `body` with each note of ``Certificate/notes(at:)``. An object may have very many.
    package func forEachNote(at now: DERTime?, _ body: (Certificate.Note) -> Void) {
        findVersionNotes(body)
        findSerialNumberNotes(body)
        findAlgorithmNotes(body)
        findKeyNotes(body)
        findTimeNotes(at: now, body)
        findNameNotes(body)
        findEncodedDefaultNotes(body)
        findDuplicateExtensionNotes(body)
        findMalformedExtensionNotes(body)
        findMissingNameNotes(body)
    }
}
