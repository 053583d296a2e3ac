import SwiftASN1

func publicKeyInfo(of raw: [UInt8]) throws -> [UInt8] {
    var serializer = DER.Serializer()
    try serializer.appendConstructedNode(identifier: .sequence) { info in
        try info.appendConstructedNode(identifier: .sequence) { algorithm in
            try algorithm.serialize(ASN1ObjectIdentifier.AlgorithmIdentifier.idEcPublicKey)
            try algorithm.serialize(ASN1ObjectIdentifier.NamedCurves.secp256r1)
        }
        try info.serialize(ASN1BitString(bytes: raw[...]))
    }
    return serializer.serializedBytes
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
