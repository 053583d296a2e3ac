import SPKIHash
import X509Model

func facts(of pem: String) throws -> [String] {
    let certificate = try Certificate(pem: pem)
    let end = try certificate.validity.notAfter.secondsSince1970, isCA = certificate.isCertificateAuthority
    return ["\(certificate.subject)", "\(certificate.issuer)", "\(end)", "\(isCA)"] + certificate.dnsNames
}

func pin(of der: [UInt8]) throws -> String {
    try Certificate(der: der).pin.base64
}

func publicKeyInfo(of raw: [UInt8]) throws -> [UInt8] {
    try SubjectPublicKeyInfo(rawKey: raw).derBytes
}

func pins(of bundle: String) throws -> [String] {
    try InputReader(bundle.utf8).pins().map(\.base64)
}

func bind(of der: [UInt8]) throws -> (id: Int64, version: Int64, name: String, password: [UInt8]?) {
    var message = try DERValue(der: der, tag: .sequence).fields
    let id = try message.next(.integer, "messageID").int64()
    var bind = try message.next(.application(0), "bindRequest").fields
    let version = try bind.next(.integer, "version").int64()
    let name = try bind.next(.octetString, "name").string(as: .utf8String)
    let password = try bind.nextIfPresent(.contextPrimitive(0), "simple")?.bytes
    if password == nil { _ = try bind.next(.contextConstructed(3), "sasl") }
    try bind.finish()
    _ = try message.nextIfPresent(.contextConstructed(0), "controls")
    try message.finish()
    return (id, version, name, password)
}
