import DERKit
import SPKIHash
import X509Model

/// Looks at every field of an object, so that whatever is decoded late is decoded.
func touchEverything(_ content: InputObject.Content) {
    switch content {
    case .certificate(let certificate): touchEverything(certificate)
    case .publicKey(let key): touchEverything(key)
    }
}

/// Looks at every field of a certificate.
func touchEverything(_ certificate: Certificate) {
    _ = (certificate.version, certificate.serialNumber.description, certificate.description)
    _ = (certificate.issuer.description, certificate.subject.description, certificate.subject.rdnSequence)
    _ = (certificate.validity.notBefore.description, certificate.validity.notAfter.secondsSince1970)
    _ = (
        certificate.signature.description, certificate.signatureAlgorithm.description,
        certificate.signatureValue
    )
    _ = (certificate.issuerUniqueID, certificate.subjectUniqueID, certificate.tbsCertificateBytes)
    for value in certificate.extensions { _ = (value.extnID.description, value.critical, value.extnValue) }
    touchEverything(certificate.subjectPublicKeyInfo)
    let key = certificate.subjectPublicKeyInfo.derBytes
    guard (try? SubjectPublicKeyInfo(der: key))?.pin == certificate.pin else {
        Finding.report("the pin of the key's own bytes is another")
    }
}

/// Looks at every field of a key.
func touchEverything(_ key: SubjectPublicKeyInfo) {
    _ = (key.algorithm.description, key.algorithm.parameters, key.subjectPublicKey.bytes, key.pin.description)
}
