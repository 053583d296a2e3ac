import DERKit
import SPKIHash
import X509Model

// Containers, which may be BER.
extension Targets {
    /// A PKCS #7 container and its contents.
    @Sendable static func pkcs7(_ input: [UInt8]) {
        guard let container = try? SignedData(ber: input) else { return }
        _ = container.signerInfoCount
        members(container.certificates + container.crls, of: input)
    }

    /// A PKCS #12 container and its unencrypted contents.
    @Sendable static func pkcs12(_ input: [UInt8]) {
        guard let container = try? PFX(ber: input) else { return }
        _ = (container.encryptedPartCount, container.keyBagCount)
        members(container.certificates, of: input)
    }

    private static func members(_ members: [[UInt8]], of input: [UInt8]) {
        guard members.reduce(0, { $0 + $1.count }) <= input.count else {
            Finding.report("more came out of a container than is in it")
        }
        for member in members {
            if let certificate = try? Certificate(der: member) { touchEverything(certificate) }
            if let list = try? CertificateList(der: member) { touchEverything(list) }
        }
    }
}
