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
