import DERKit
import SPKIHash
import X509Model

// Public and private keys, with and without a structure around them.
extension Targets {
    /// A raw key and the header that is put before it.
    @Sendable static func rawKey(_ input: [UInt8]) {
        for algorithm: RawKeyAlgorithm? in [nil] + RawKeyAlgorithm.allCases.map(Optional.some) {
            guard let key = try? SubjectPublicKeyInfo(rawKey: input, algorithm: algorithm) else { continue }
            touchEverything(key)
            guard (try? SubjectPublicKeyInfo(der: key.derBytes)) == key else {
                Finding.report("not readable again")
            }
        }
    }

    /// A key, given to the reader of each form that a key has.
    ///
    /// Reads only the public half of a private key; errors of its readers never show the contents.
    @Sendable static func keys(_ input: [UInt8]) {
        if let key = try? SubjectPublicKeyInfo(der: input) {
            touchEverything(key)
            guard key.derBytes == input else { Finding.report("a key that is not its own bytes") }
        }
        if let key = try? RSAPublicKey(der: input) {
            _ = (key.bits, key.modulus.description, key.publicExponent.description)
            if let info = key.subjectPublicKeyInfo { touchEverything(info) }
        }
        read(input, Certificate.PrivateKey.pkcs8) { (bytes) throws(DERError) in
            try OneAsymmetricKey(der: bytes)
        }
        read(input, Certificate.PrivateKey.pkcs1) { (bytes) throws(DERError) in try RSAPrivateKey(der: bytes)
        }
        read(input, Certificate.PrivateKey.sec1) { (bytes) throws(DERError) in try ECPrivateKey(der: bytes) }
        read(input, Certificate.PrivateKey.dsa) { (bytes) throws(DERError) in try DSAPrivateKey(der: bytes) }
        if let parameters = try? ECParameters(der: input) { _ = "\(parameters)".count }
        if let key = try? EncryptedPrivateKeyInfo(der: input) { _ = "\(key)".count }
    }

    private static func read<Key>(
        _ input: [UInt8], _ form: (Key) -> Certificate.PrivateKey, _ reader: ([UInt8]) throws(DERError) -> Key
    ) {
        do throws(DERError) {
            let key = form(try reader(input))
            _ = ("\(key)".count, key.algorithm.description, key.form)
            if let info = key.subjectPublicKeyInfo {
                touchEverything(info)
                guard (try? SubjectPublicKeyInfo(der: info.derBytes)) == info else {
                    Finding.report("the public half of a key cannot be read again")
                }
            }
        } catch {
            guard error == error.withoutContent, error.offset >= 0, error.offset <= input.count else {
                Finding.report("an error that tells of a private key: \(error)")
            }
        }
    }
}
