import DERKit

/// An error that occurs when an object in an input cannot be read.
public struct InputError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    public let code: IssueCode
    /// A description of the error in one sentence, without its location.
    public let message: String
    /// The offset in bytes: in the input if the surrounding text is invalid, otherwise in the object's DER.
    public private(set) var offset: Int
    /// The names of the enclosing fields, outermost first; empty if the error is not in a structure.
    public private(set) var path: [String] = []
    /// The line and column in the input; `nil` if the input is not text.
    public private(set) var position: TextPosition?
    /// A suggestion for fixing the error, or `nil`.
    public let hint: String?
    /// The expected kind of object, such as `certificate`; `nil` if unknown.
    package let kind: String?
    /// A Boolean value that indicates whether the object can be read only with a repair that the caller does not allow.
    package private(set) var isRefusedRepair = false
    /// A Boolean value that indicates whether the error and its offset refer to the object's DER.
    package private(set) var isInDER = false
    /// The foreign format of the input; `nil` if the input is not in a foreign format.
    package private(set) var foreignFormat: ForeignFormat?

    package static let emptyInput = InputError(.emptyInput, "empty input")

    /// Returns the error for an input in which nothing looks like PEM or DER.
    package static func noObject(at offset: Int) -> InputError {
        InputError(
            .noObject, "neither PEM nor DER", at: offset,
            hint: "a PEM file has a line -----BEGIN CERTIFICATE-----; a DER file begins with byte 30")
    }

    /// A Boolean value that indicates whether the input is empty, contains nothing that looks like an object, or is a
    /// kind of file that never contains certificates or keys.
    package var isNoObject: Bool {
        code == .emptyInput || code == .noObject
            || foreignFormat.map { !$0.mayHoldObjects } ?? false
    }

    /// A Boolean value that indicates whether the error is about an object that often accompanies keys and certificates
    /// and never has a key, so that its presence in a file is normal.
    package var isKeyless: Bool { code == .noKey }

    static func tooMany(_ limits: DERLimits, at offset: Int) -> InputError {
        let name = DERLimits.description(limits.objectCount, "objectCount")
        return InputError(
            "too-many-objects", "too many objects; expected at most \(name) in one input", at: offset)
    }

    /// Returns the error for text without a PEM certificate, with a hint about how to read the text.
    static func noCertificate(in input: [UInt8], labels: [String]) -> InputError {
        let hint =
            if input.first == 0x30 {
                "the bytes seem to be DER; read one certificate with Certificate(der:), or a container with "
                    + "InputReader"
            } else if labels.contains(where: { $0.hasSuffix("CERTIFICATE REQUEST") }) {
                "the file has a certificate request; read it with CertificationRequest(pem:)"
            } else if labels.contains("PKCS7") || labels.contains("CMS") {
                "the file has a PKCS #7 container; read its certificates with InputReader"
            } else {
                "a PEM certificate begins with -----BEGIN CERTIFICATE-----"
            }
        return InputError(.noCertificate, "no certificate", hint: hint)
    }

    static func severalCertificates(_ block: PEM.Block) -> InputError {
        InputError(
            .severalCertificates, "unexpected second certificate; expected one", at: block.offset,
            position: TextPosition(line: block.line, column: 1), hint: "read a bundle with InputReader")
    }

    static let unknownStructure = InputError(
        "unknown-structure", "unsupported DER: not a certificate, key or container")

    /// Returns the error for an elliptic curve point on its own, or in a block whose label is for a larger structure.
    static func rawPoint(_ count: Int, in block: PEM.Block? = nil) -> InputError {
        InputError(
            .rawKey,
            "\(count) bytes that look like a raw elliptic curve point, without the header of an SPKI",
            at: block?.offset ?? 0, position: block?.begin.position)
    }

    /// Returns the error for bytes after the objects in an input, if those bytes are not another object.
    static func trailing(_ count: Int) -> InputError {
        InputError(
            "trailing-bytes",
            "\(count) trailing \(count == 1 ? "byte that is" : "bytes that are") not an object")
    }

    /// Returns the error for a foreign format.
    static func foreign(_ format: ForeignFormat, at offset: Int, position: TextPosition?) -> InputError {
        var error = InputError(IssueCode(format.code), format.message, at: offset, position: position)
        error.foreignFormat = format
        return error
    }

    /// Returns the error for a foreign format next to other data.
    static func embedded(_ format: ForeignFormat) -> InputError {
        InputError(IssueCode(format.code), format.message, hint: "extract it into a file of its own")
    }

    static let binaryData = InputError(.binaryData, "text contains binary data that is not DER")

    static func brokenBase64(_ byteCount: Int) -> InputError {
        InputError(
            .incompleteBase64,
            "base64 of \(byteCount) bytes without BEGIN and END lines is cut short or contains other characters"
        )
    }

    /// Returns the error for an object in digits whose last bytes are missing.
    static func brokenOctets(_ byteCount: Int, _ found: Int) -> InputError {
        InputError("incomplete-octets", "incomplete digits: \(found) of the object's \(byteCount) bytes")
    }

    /// Returns the error for an object in rows of digits, if the rows may include other numbers.
    static func unexplainedRows(_ what: String) -> InputError {
        InputError(
            .unexplainedRows, "some rows of digits may not belong to the object: \(what)",
            hint: "remove everything else from the rows, such as addresses and line numbers")
    }

    /// Creates the error for a repair that the caller does not allow.
    init(strict note: InputNote, kind: String?) {
        self.init(note.code, note.message, at: note.offset, position: note.position, kind: kind)
        isRefusedRepair = true
    }

    static func unknownLabel(_ block: PEM.Block) -> InputError {
        let position = TextPosition(line: block.line, column: 1)
        if let format = ForeignFormat(label: block.label, holding: block.derBytes) {
            return .foreign(format, at: block.offset, position: position)
        }
        let label = escapedForDisplay(block.label)
        // Some servers store DH, X9.42 DH or DSA parameters next to a key.
        let isOfKey = block.label.hasSuffix(" PARAMETERS")
        return InputError(
            isOfKey ? .noKey : "unsupported-label",
            isOfKey ? "\(label) are not a key; skipped" : "unsupported object '\(label)'",
            at: block.offset, position: position)
    }

    /// Creates an error that refers to the text around an object.
    init(_ error: PEMError, in text: InputText? = nil) {
        if let format = ForeignFormat(label: error.label) {
            self = .foreign(
                format, at: text?.offset(error.blockOffset) ?? error.blockOffset, position: error.position)
            return
        }
        self.init(
            error.code, escapedForDisplay(error.message),
            at: text?.offset(error.offset) ?? error.offset,
            position: error.position,
            kind: error.label.isEmpty ? nil : error.label.lowercased())
    }

    /// Creates an error that refers to the object's DER.
    ///
    /// - Parameter input: the text from which the block was read.
    init(_ error: DERError, kind: String?, in block: PEM.Block?, of input: [UInt8]) {
        let cut = error.code == .lengthOverrun || error.code == .truncated
        self.init(
            error.code, error.message, at: error.offset,
            position: block?.textPosition(ofByte: error.offset, in: input),
            hint: cut ? "the file may be truncated or edited; compare it with the original" : nil, kind: kind)
        path = error.path
        isInDER = true
    }

    /// Returns the error with its location in the enclosing input, or in the text from which the object was decoded.
    func placed(at place: Int, _ position: TextPosition?) -> InputError {
        var error = self
        // An offset in the object's DER does not change.
        if !isInDER { error.offset = place }
        error.position = position
        return error
    }

    package init(
        _ code: IssueCode, _ message: String, at offset: Int = 0, position: TextPosition? = nil,
        hint: String? = nil, kind: String? = nil
    ) {
        (self.code, self.message, self.offset, self.position) = (code, message, offset, position)
        (self.hint, self.kind) = (hint, kind)
    }

    /// The error on one line: line number, path, message, offset and hint.
    public var description: String {
        var parts: [String] = []
        if let position { parts.append("line \(position.line)") }
        if !path.isEmpty { parts.append(path.joined(separator: ".")) }
        parts.append("\(message) (offset \(offset))")
        return parts.joined(separator: ": ") + (hint.map { "; \($0)" } ?? "")
    }

    /// Returns the error for a PKCS #12 file that is encrypted or whose private keys require a password.
    static func encryptedContainer(_ container: PFX) -> InputError {
        let message =
            switch (container.encryptedPartCount, container.certificates.isEmpty) {
            case (0, _):
                container.keyBagCount == 1
                    ? "the private key in this PKCS #12 file cannot be read without its password"
                    : "the private keys in this PKCS #12 file cannot be read without its password"
            case (_, true): "the certificates in this PKCS #12 file are encrypted"
            case (_, false): "part of this PKCS #12 file is encrypted and may contain certificates"
            }
        return InputError(.encrypted, message, kind: "pkcs12")
    }
}

/// Codes of errors in an input, except those in DER and PEM and those for foreign formats.
extension IssueCode {
    /// The input contains neither PEM nor DER.
    public static let noObject: IssueCode = "no-object"
    /// The text does not contain a certificate, or the object is not a certificate.
    public static let noCertificate: IssueCode = "no-certificate"
    /// The text contains several certificates, but one was expected.
    public static let severalCertificates: IssueCode = "several-certificates"
    /// The object is of a kind that has no key, such as a revocation list.
    public static let noKey: IssueCode = "no-key"
    /// The file contains several keys, but one was expected.
    public static let severalKeys: IssueCode = "several-keys"
    /// The key or the container's certificates are encrypted.
    public static let encrypted: IssueCode = "encrypted"
    /// None of the passwords opens the object.
    public static let wrongPassword: IssueCode = "wrong-password"
    package static let emptyInput: IssueCode = "empty-input"
    static let binaryData: IssueCode = "binary-data"
    package static let rawKey: IssueCode = "raw-key"
    package static let hexListing: IssueCode = "hex-listing"
    static let unexplainedRows: IssueCode = "unexplained-rows"
    package static let publicKeyNotInFile: IssueCode = "public-key-not-in-file"
    package static let policyFile: IssueCode = "policy-file"
    package static let privateKey: IssueCode = "private-key"
    // Codes of errors in a locked file.
    package static let unsupportedEncryption: IssueCode = "unsupported-encryption"
    package static let damagedLock: IssueCode = "damaged-lock"
    package static let unverifiedKey: IssueCode = "unverified-key"
    package static let tooManyIterations: IssueCode = "too-many-iterations"
}
