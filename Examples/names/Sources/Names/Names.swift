import App
import CryptoKit
import DERKit
import Foundation
import PinPolicies
import PinTesting
import SPKIHash
import X509Model

final class Delegate {
    let pins: PinSet
    let own: [Any] = [
        Note(), Extension(), Name(), Time(), Attribute(), Policy(), Rule(), Host(), Renewal(), PublicKey(),
        PrivateKey(), IPAddress(), Validity(), Base64(),
    ]

    init(pins: PinSet) { self.pins = pins }

    var identity: ObjectIdentifier { ObjectIdentifier(self) }

    func digests(hex: String, bytes: [UInt8], field: Int) -> [[UInt8]] {
        [SHA256.hash(data: bytes), SHA512.hash(data: Array(hex.utf8)), [UInt8(clamping: field)]]
    }

    func isPinned(_ der: Data) throws -> Bool {
        let certificate = try Certificate(der: der)
        return pins.decision(for: [certificate]).isAccepted && certificate.extensions[.keyUsage] != nil
    }
}
