import DERKit

extension Certificate {
    /// An oddity in a readable object, and the rule that it violates.
    public struct Note: Sendable, Hashable {
        /// The kind of oddity.
        public let code: IssueCode
        /// The oddity in one sentence, without its location.
        public let message: String
        /// The offset of the odd value, in bytes from the start of the object's DER.
        public let offset: Int
        /// The names of the enclosing fields, outermost first: `["tbsCertificate", "serialNumber"]`.
        public let path: [String]

        /// A function that receives the code, message, offset and path of a note.
        typealias Report = (IssueCode, String, Int, [String]) -> Void

        /// The section of the standard that the certificate violates.
        package var source: String { Certificate.Note.sources[code] ?? "" }

        init(_ code: IssueCode, _ message: String, at offset: Int, _ path: [String]) {
            self.code = code
            self.message = message
            self.offset = offset
            self.path = path
        }

        package static let sources: [IssueCode: String] = [
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

/// Codes of oddities in certificates.
extension IssueCode {
    /// A version other than 1, 2 and 3.
    package static let unknownVersion: IssueCode = "unknown-version"
    /// A field that does not exist in the stated version.
    package static let versionTooLow: IssueCode = "version-too-low"
    /// A negative serial number.
    package static let serialNegative: IssueCode = "serial-negative"
    /// A serial number of zero.
    package static let serialZero: IssueCode = "serial-zero"
    /// A serial number of more than 20 octets.
    package static let serialTooLong: IssueCode = "serial-too-long"
    /// The signature algorithm inside the signed part differs from the signature algorithm outside.
    package static let signatureAlgorithmDiffers: IssueCode = "signature-algorithm-differs"
    /// A signature that uses SHA-1.
    package static let signatureSHA1: IssueCode = "signature-sha1"
    /// A signature that uses MD5, MD4 or MD2.
    package static let signatureMD5: IssueCode = "signature-md5"
    /// An RSA algorithm without its required NULL parameters.
    package static let rsaWithoutNull: IssueCode = "rsa-without-null"
    /// An RSA key of less than 2,048 bits.
    package static let rsaKeyShort: IssueCode = "rsa-key-short"
    /// A key whose bytes are invalid for its algorithm.
    package static let malformedKey: IssueCode = "malformed-key"
    /// A malformed date.
    package static let unreadableTime: IssueCode = "unreadable-time"
    /// A certificate whose end date is before its start date.
    package static let datesOutOfOrder: IssueCode = "dates-out-of-order"
    /// A UTCTime that the standard places a century before the intended year.
    package static let utcTimePast2049: IssueCode = "utctime-past-2049"
    /// A GeneralizedTime where the standard requires a UTCTime.
    package static let generalizedTimeBefore2050: IssueCode = "generalizedtime-before-2050"
    /// The certificate is not yet valid.
    public static let notYetValid: IssueCode = "not-yet-valid"
    /// The certificate has expired.
    public static let expired: IssueCode = "expired"
    /// A string with characters that its type does not allow.
    package static let stringAlphabet: IssueCode = "string-alphabet"
    /// A SET OF whose members are not in the order of their encodings.
    package static let setNotSorted: IssueCode = "set-not-sorted"
    /// A part of a name that has no attributes.
    package static let emptyRDN: IssueCode = "empty-rdn"
    /// A field that is encoded although it has its default value.
    package static let defaultEncoded: IssueCode = "default-encoded"
    /// An extension that occurs more than once.
    package static let duplicateExtension: IssueCode = "duplicate-extension"
    /// An extension whose value cannot be read.
    package static let malformedExtension: IssueCode = "malformed-extension"
    /// A server certificate without a subject alternative name.
    package static let noSubjectAlternativeName: IssueCode = "no-subject-alternative-name"
}

extension Certificate.Note: CustomStringConvertible {
    /// The note on one line: path, message and rule.
    public var description: String {
        (path.isEmpty ? "" : path.joined(separator: ".") + ": ") + "\(message) (\(source))"
    }
}

extension Certificate {
    /// Returns the notes about the certificate, in a fixed order.
    ///
    /// - Parameter now: the time at which to check the certificate's validity. The default, `nil`, skips this check,
    ///   because the library does not read the clock.
    public func notes(at now: DERTime? = nil) -> [Certificate.Note] {
        var notes: [Certificate.Note] = []
        CertificateFacts(self).forEachNote(at: now) { notes.append($0) }
        return notes
    }
}

extension CertificateFacts {
    /// Calls `body` with each note of ``Certificate/notes(at:)``, one at a time, because there may be very many notes.
    package func forEachNote(at now: DERTime?, _ body: (Certificate.Note) -> Void) {
        func report(_ code: IssueCode, _ message: String, _ offset: Int, _ path: [String]) {
            body(Certificate.Note(code, message, at: offset, path))
        }
        findVersionNotes(report)
        findSerialNumberNotes(report)
        findAlgorithmNotes(report)
        findKeyNotes(report)
        findTimeNotes(at: now, report)
        findNameNotes(report)
        findEncodedDefaultNotes(report)
        findDuplicateExtensionNotes(report)
        findMalformedExtensionNotes(report)
        findMissingNameNotes(report)
    }
}
