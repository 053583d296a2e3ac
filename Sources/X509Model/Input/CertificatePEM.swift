import DERKit

extension Certificate {
    /// Reads the only certificate in PEM text. Blocks with other labels, such as private keys, are skipped.
    ///
    /// - Throws: ``InputError`` if the text does not contain exactly one readable certificate. To read
    ///   several, use ``InputReader``.
    public init(pem text: some StringProtocol) throws(InputError) { try self.init(pem: Array(text.utf8)) }

    /// Reads the only certificate in a PEM file. Blocks with other labels, such as private keys, are skipped.
    ///
    /// - Throws: ``InputError`` if the file does not contain exactly one readable certificate. To read several, use
    ///   ``InputReader``.
    public init(pem bytes: some Collection<UInt8>) throws(InputError) {
        let input = Array(bytes)
        var found: Certificate?
        var labels: [String] = []
        for block in PEM.Reader(input) {
            let block = try block.mapError { InputError($0) }.get()
            labels.append(block.label)
            guard let kind = ObjectKind.named(by: block.label), kind.isCertificate else { continue }
            guard found == nil else { throw .severalCertificates(block) }
            do throws(DERError) {
                found = try kind.read(block.derBytes).certificate
            } catch {
                throw InputError(error, kind: kind.name, in: block, of: input)
            }
        }
        guard let found else { throw .noCertificate(in: input, labels: labels) }
        self = found
    }
}

extension CertificationRequest {
    /// Reads the only request in a file, in PEM or DER.
    ///
    /// - Throws: ``InputError`` if an object in the file cannot be read, or if the file does not contain exactly one
    ///   request.
    public init(pem bytes: some Collection<UInt8>) throws(InputError) {
        var found: [CertificationRequest] = []
        for object in InputReader(bytes) {
            if let request = try object.certificateRequest { found.append(request) }
        }
        guard let request = found.first, found.count == 1 else {
            throw InputError(
                .noObject, "\(found.count) certificate requests; expected one",
                hint: "a PEM request begins with -----BEGIN CERTIFICATE REQUEST-----")
        }
        self = request
    }

    /// Reads the only request in PEM text.
    ///
    /// - Throws: ``InputError``, as the `init(pem:)` that takes bytes does.
    public init(pem text: some StringProtocol) throws(InputError) { try self.init(pem: Array(text.utf8)) }
}
