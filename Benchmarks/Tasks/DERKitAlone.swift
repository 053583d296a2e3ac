import DERKit

func publicKeyInfo(of raw: [UInt8]) throws -> [UInt8] {
    DERWriter.bytes { writer in
        writer.append(.sequence) { info in
            info.append(.sequence) { algorithm in
                algorithm.append(.objectIdentifier, content: [0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1])
                algorithm.append(.objectIdentifier, content: [0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7])
            }
            info.append(bitString: raw)
        }
    }
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
