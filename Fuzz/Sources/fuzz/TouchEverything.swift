import DERKit
import SPKIHash
import X509Model

/// Looks at every field of an object, so that whatever is decoded late is decoded.
func touchEverything(_ content: InputObject.Content) {
    _ = ("\(content)".count, content.kind, content.missingKey?.description)
    if let certificate = content.certificate { touchEverything(certificate) }
    if let key = content.subjectPublicKeyInfo { touchEverything(key) }
    switch content {
    case .certificateRequest(let request): touchEverything(request)
    case .certificateList(let list): touchEverything(list)
    default: break
    }
}

/// Looks at every field of a request, and at every value of its attributes.
func touchEverything(_ request: CertificationRequest) {
    _ = (request.version, request.subject.description, request.subject.rdnSequence)
    _ = (request.signatureAlgorithm.description, request.signature)
    for attribute in request.attributes { _ = (attribute.type.description, attribute.values) }
    request.requestedExtensions.forEach(touchEverything)
    touchEverything(request.subjectPublicKeyInfo)
}

/// Looks at every field of a revocation list, and at every entry.
func touchEverything(_ list: CertificateList) {
    _ = (list.version, list.issuer.description, list.issuer.rdnSequence)
    _ = (list.thisUpdate.description, list.nextUpdate?.description, list.signatureAlgorithm.description)
    for entry in list.revokedCertificates {
        _ = (entry.userCertificate.description, entry.revocationDate.description)
        entry.crlEntryExtensions.forEach(touchEverything)
    }
    list.extensionList.forEach(touchEverything)
}

/// Looks at every field of a certificate.
func touchEverything(_ certificate: Certificate) {
    _ = (certificate.version, certificate.serialNumber.description, certificate.description)
    _ = (certificate.issuer.description, certificate.subject.description, certificate.subject.rdnSequence)
    _ = (certificate.validity.start.description, try? certificate.validity.notAfter.secondsSince1970)
    _ = (certificate.tbsSignatureAlgorithm.description, certificate.signatureAlgorithm.signatureHashAlgorithm)
    _ = (certificate.issuerUniqueID, certificate.subjectUniqueID, certificate.tbsCertificateBytes)
    _ = (certificate.isCertificateAuthority, certificate.isSelfIssued, certificate.signatureValue)
    _ = CertificateFacts(certificate).isSelfSigned
    for note in certificate.notes(at: DERTime(year: 2026, month: 11, day: 21)) { _ = note.message }
    certificate.extensions.forEach(touchEverything)
    touchEverything(certificate.subjectPublicKeyInfo)
    let key = certificate.subjectPublicKeyInfo.derBytes
    guard (try? SubjectPublicKeyInfo(der: key))?.pin == certificate.pin else {
        Finding.report("the pin of the key's own bytes is another")
    }
}

/// Decodes an extension and its contents.
func touchEverything(_ value: Certificate.Extension) {
    _ = (value.oid.description, value.isCritical, value.value, value.name)
    for style in [FieldSink.Style.json, .fullLines] {
        var sink = FieldSink(style)
        let description = value.describeValue(into: &sink)
        let isReadable = (try? value.checkValue()) != nil
        guard (description != .malformed) == isReadable else {
            Finding.report("an extension is described, but cannot be read")
        }
    }
}

/// Looks at every field of a key, and at what becomes of it elsewhere.
func touchEverything(_ key: SubjectPublicKeyInfo) {
    _ = (key.algorithm.description, key.algorithm.parameters, key.pin.description)
    _ = ((try? key.publicKey).map { ("\($0)".count, $0.bits, $0.curve) }, key.keyName)
    _ = (key.openSSLPin, key.keyForms.count, key.trustKitSupport)
    guard key.header + key.subjectPublicKey.bytes == key.derBytes else {
        Finding.report("header and raw key are not the whole")
    }
}
