import SPKIHash
import X509Model

/// W1: DER in memory to the base64 of its pin, one thread.
enum CertificateWork {
    /// Reads a certificate and pins its key.
    static func pin(_ der: [UInt8]) throws -> String {
        try Certificate(der: der).pin.base64
    }

    /// Reads certificates, and decodes every name, date, key and extension.
    static func pinAndTouch(_ der: [UInt8]) throws -> String {
        let certificate = try Certificate(der: der)
        var touched = 0
        for name in [certificate.issuer, certificate.subject] {
            for part in name.rdnSequence {
                for attribute in part.attributes { touched &+= attribute.text?.utf8.count ?? 0 }
            }
        }
        touched &+= certificate.serialNumber.bitWidth
        touched &+= Int((try? certificate.validity.notBefore.secondsSince1970) ?? 0)
        touched &+= Int((try? certificate.validity.notAfter.secondsSince1970) ?? 0)
        let key = certificate.subjectPublicKeyInfo
        touched &+= key.algorithm.algorithm.content.count &+ key.subjectPublicKey.bytes.count
        if (try? key.publicKey) != nil { touched &+= 1 }
        for value in certificate.extensions {
            touched &+= value.value.count &+ (value.isCritical ? 1 : 0)
            if (try? value.checkValue()) != nil { touched &+= 1 }
        }
        touched &+= certificate.signatureAlgorithm.algorithm.content.count
        touched &+= certificate.signatureValue.bytes.count
        return touched == 0 ? "" : certificate.pin.base64
    }

    /// Prints one pin per line if `iterations` is 0, otherwise the time per certificate.
    static func run(_ label: String, _ corpus: Corpus, iterations: Int, _ work: ([UInt8]) throws -> String) {
        if iterations == 0 {
            for der in corpus.certificates { print((try? work(der)) ?? "ERR") }
            return
        }
        var errors = 0
        var sum: UInt32 = 0
        let start = processorNanoseconds()
        for _ in 0..<iterations {
            for der in corpus.certificates {
                do {
                    sum &+= UInt32(try work(der).utf8.dropFirst(7).first ?? 0)
                } catch {
                    errors += 1
                }
            }
        }
        let each = (processorNanoseconds() - start) / Double(iterations * corpus.certificates.count)
        print("w1 \(label) \(corpus.name) us/cert \(decimal(each / 1000, 3)) err \(errors) acc \(sum)")
    }
}
