import DERKit
import X509Model

@testable import PinPolicies
@testable import SPKIHash

/// The files under Tests/Vectors that the tests of policies use.
enum PolicyVectors {
    /// Returns the certificates of a file, in their order; other objects are skipped.
    static func certificates(_ name: String) throws -> [Certificate] {
        let found = try InputReader(Vectors.bytes(name)).compactMap { (object) in
            try? object.content.certificate
        }
        guard !found.isEmpty else { throw VectorError(description: "\(name) holds no certificate") }
        return found
    }

    /// 21 certificates with P-256 keys, the server's own first, the root last.
    static func chain() throws -> [Certificate] { try certificates("pem/chain-21.pem") }

    /// Returns the first four certificates of that chain and its root: enough to pin, and quick to hash.
    static func shortChain() throws -> [Certificate] {
        let chain = try chain()
        return Array(chain.prefix(4) + chain.suffix(1))
    }

    /// Returns the policy in text of any format, and the reader's notes, as lines for comparison.
    static func lines(_ text: String, host: String? = nil) throws -> [String] {
        let bytes = Array(text.utf8)
        guard let format = PolicyFormat.detect(bytes) else {
            throw VectorError(description: "no format of a policy")
        }
        let reading = try format.read(bytes, for: try host.map { try HostPattern($0) })
        return reading.policy.rules.flatMap { (rule) in
            rule.strategies.flatMap { (strategy) in
                strategy.members.map {
                    "\(rule.pattern) \(strategy.position.rawValue) \(Base64.encode($0.matched.digest))"
                }
            }
        } + reading.notes.map { "note: \($0)" }
            + reading.omissions.map { "left out: line \($0.position?.line ?? 0): \($0.message)" }
    }
}

extension PolicyFormat {
    /// Reads a policy in this format from text.
    func read(_ text: some StringProtocol, for pattern: HostPattern? = nil) throws(PolicyError)
        -> PolicyReading
    {
        try read(Array(text.utf8), for: pattern)
    }
}
