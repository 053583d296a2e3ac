import Crypto
import SwiftASN1
import X509

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

func facts(of pem: String) throws -> [String] {
    let certificate = try Certificate(pemEncoded: pem)
    let end = Int(certificate.notValidAfter.timeIntervalSince1970)
    var isCA = false
    if case .isCertificateAuthority = try certificate.extensions.basicConstraints { isCA = true }
    let hosts = try certificate.extensions.subjectAlternativeNames?.compactMap { (name) -> String? in
        if case .dnsName(let host) = name { host } else { nil }
    }
    return ["\(certificate.subject)", "\(certificate.issuer)", "\(end)", "\(isCA)"] + (hosts ?? [])
}

func pin(of der: [UInt8]) throws -> String {
    let key = try Certificate(derEncoded: der).publicKey.serializeAsPEM().derBytes
    return Data(SHA256.hash(data: key)).base64EncodedString()
}

func publicKeyInfo(of raw: [UInt8]) throws -> [UInt8] {
    try [UInt8](P256.Signing.PublicKey(x963Representation: raw).derRepresentation)
}

func pins(of bundle: String) throws -> [String] {
    try PEMDocument.parseMultiple(pemString: bundle).map { try pin(of: $0.derBytes) }
}

func bind(of der: [UInt8]) throws -> (id: Int64, version: Int64, name: String, password: [UInt8]?) {
    let request = ASN1Identifier(tagWithNumber: 0, tagClass: .application)
    let simple = ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
    let sasl = ASN1Identifier(tagWithNumber: 3, tagClass: .contextSpecific)
    return try DER.sequence(DER.parse(der), identifier: .sequence) { message in
        let id = try Int64(derEncoded: &message)
        guard let node = message.next() else { throw ASN1Error.invalidASN1Object(reason: "no request") }
        let (version, name, password) = try DER.sequence(node, identifier: request) { bind in
            let version = try Int64(derEncoded: &bind)
            let name = try ASN1UTF8String(derEncoded: &bind, withIdentifier: .octetString)
            let password: ASN1OctetString? = try DER.optionalImplicitlyTagged(&bind, tag: simple)
            guard password != nil || bind.next()?.identifier == sasl else {
                throw ASN1Error.invalidASN1Object(reason: "no authentication")
            }
            return (version, String(name), password.map { [UInt8]($0.bytes) })
        }
        _ = DER.optionalImplicitlyTagged(&message, tagNumber: 0, tagClass: .contextSpecific) { $0 }
        return (id, version, name, password)
    }
}
