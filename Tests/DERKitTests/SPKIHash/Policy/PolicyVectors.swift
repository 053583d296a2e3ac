import SPKIHash
import X509Model

/// The files under Tests/Vectors that the tests of policies use.
enum PolicyVectors {
    /// The certificates of a file, in their order; other objects are passed over.
    static func certificates(_ name: String) throws -> [Certificate] {
        let found = try InputReader(Vectors.bytes(name)).compactMap { (object) in
            try? object.content.get().certificate
        }
        guard !found.isEmpty else { throw VectorError(description: "\(name) holds no certificate") }
        return found
    }

    /// 21 certificates with P-256 keys, the server's own first, the root last.
    static func chain() throws -> [Certificate] { try certificates("pem/chain-21.pem") }

    /// The first four of that chain and its root: enough to pin, and quick to hash.
    static func shortChain() throws -> [Certificate] {
        let chain = try chain()
        return Array(chain.prefix(4) + chain.suffix(1))
    }
}
