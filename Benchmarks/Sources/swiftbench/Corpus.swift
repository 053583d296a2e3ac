import Foundation
import SwiftASN1
import X509
import X509Model

/// The measured certificates: the test vectors that swift-certificates reads, too.
struct Corpus: Sendable {
    /// Each certificate's DER.
    let der: [[UInt8]]
    /// All of them in one PEM text.
    let pem: String

    init() {
        let vectors = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Tests/Vectors")
        var der: [[UInt8]] = []
        for folder in ["seeds", "cert"] {
            let folder = vectors.appendingPathComponent(folder)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            for name in names.sorted() where name.hasSuffix(".pem") || name.hasSuffix(".der") {
                guard let bytes = try? Data(contentsOf: folder.appendingPathComponent(name)) else { continue }
                for object in InputReader(bytes) {
                    if (try? X509.Certificate(derEncoded: object.derBytes)) != nil,
                        (try? X509Model.Certificate(der: object.derBytes)) != nil
                    {
                        der.append(object.derBytes)
                    }
                }
            }
        }
        self.der = der
        pem = der.map { PEMDocument(type: "CERTIFICATE", derBytes: $0).pemString + "\n" }.joined()
    }
}
