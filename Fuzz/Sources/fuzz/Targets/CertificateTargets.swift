import DERKit
import SPKIHash
import X509Model

// Certificates, requests for them, lists of revoked ones, and entries of logs.
extension Targets {
    /// A certificate with every field and extension read.
    @Sendable static func certificate(_ input: [UInt8]) {
        do throws(DERError) {
            touchEverything(try Certificate(der: input))
        } catch {
            guard error.offset >= 0, error.offset <= input.count else {
                Finding.report("offset outside: \(error)")
            }
            _ = error.description
        }
    }

    /// A certification request with every field, attribute and requested extension read.
    @Sendable static func request(_ input: [UInt8]) {
        guard let request = try? CertificationRequest(der: input) else { return }
        touchEverything(request)
        guard request.derBytes == input else { Finding.report("a request that is not its own bytes") }
    }

    /// A revocation list with every entry and extension read.
    @Sendable static func certificateList(_ input: [UInt8]) {
        guard let list = try? CertificateList(der: input) else { return }
        touchEverything(list)
        guard list.revokedCertificates.reduce(0, { (count, _) in count + 1 }) == list.revokedCertificateCount
        else { Finding.report("entries were counted that cannot be read") }
    }
}
