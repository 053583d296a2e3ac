import DERKit
import Testing
import X509Model

@testable import PinPolicies
@testable import SPKIHash

/// Alamofire's `ServerTrustManager` as apps write it, and as `policy emit alamofire` does.
@Suite struct AlamofireReaderTests {
    private func base64() throws -> String {
        Base64.encode(try #require(try PolicyVectors.chain().first).derBytes)
    }

    private func read(_ text: String) throws -> PolicyReading {
        try PolicyFormat.alamofire.read(Array(text.utf8))
    }

    private func call(_ host: String, _ rest: String = "") throws -> String {
        "(\(rest)evaluators: [\"\(host)\": PinnedCertificatesTrustEvaluator(certificates: [certificate(\"\(try base64())\")])])"
    }

    /// Uses of the word as a type, and calls that create the manager.
    @Test(arguments: [
        "let manager = ServerTrustManager#", "let manager: ServerTrustManager = ServerTrustManager#",
        "let manager: ServerTrustManager = .init#", "let manager: ServerTrustManager? = .init#",
        "let manager = Alamofire.ServerTrustManager#", "let manager = ServerTrustManager.init#",
        "class Net {\n    private let manager: ServerTrustManager\n    init() {\n        manager = ServerTrustManager#\n    }\n}",
        "func manager() -> ServerTrustManager { return ServerTrustManager# }",
        "final class Manager: ServerTrustManager {}\nlet session = Session(serverTrustManager: ServerTrustManager#)",
    ])
    func managers(_ text: String) throws {
        let accepting = try read(
            text.replacing("#", with: try call("a.com", "allHostsMustBeEvaluated: false, ")))
        #expect(accepting.policy.rules.map(\.pattern.description) == ["a.com"])
        #expect(accepting.policy.unlistedHosts == .accept)
        #expect(accepting.notes == [])
        let refusing = try read(text.replacing("#", with: try call("a.com")))
        #expect(refusing.policy.unlistedHosts == .refuse)
    }

    @Test func severalManagers() throws {
        let text =
            "let one = ServerTrustManager\(try call("a.com"))\nlet two: ServerTrustManager = .init\(try call("b.com"))"
        let reading = try read(text)
        #expect(reading.policy.rules.map(\.pattern.description) == ["a.com"])
        #expect(
            reading.omissions.map(\.message) == [
                "ServerTrustManager is created 2 times; only the first is read"
            ])
    }

    /// No input is read as a policy without hosts that refuses all others.
    @Test(arguments: [
        ("let manager: ServerTrustManager", PolicyError.Code.missingField),
        ("class Manager: ServerTrustManager { init() { super.init(evaluators: [:]) } }", .missingField),
        ("ServerTrustManager(evaluators: evaluators)", .syntax), ("ServerTrustManager()", .syntax),
        ("ServerTrustManager(evaluators: [host: DefaultTrustEvaluator()])", .notUnderstood),
    ])
    func noManager(_ text: String, _ code: PolicyError.Code) {
        do throws(PolicyError) {
            let reading = try PolicyFormat.alamofire.read(Array(text.utf8))
            Issue.record("read as \(reading)")
        } catch {
            #expect(error.code == code)
            #expect(error.hint != nil)
        }
    }

    /// A policy read from an Alamofire file has the certificates of its pins, each once.
    @Test func certificatesAreAvailable() throws {
        let chain = try PolicyVectors.shortChain()
        let rules = try chain.indices.map { (index) in
            PinPolicy.Rule(
                try HostPattern("a\(index).com"), [.publicKey(PinSet(chain[index...].map(\.pin)), at: .any)])
        }
        let policy = try PinPolicy(rules, unlistedHosts: .refuse)
        let text = try policy.text(as: .alamofire, options: PolicyFormat.WritingOptions(certificates: chain))
        let reading = try read(text)
        #expect(reading.policy == policy)
        #expect(reading.certificates == chain)
        #expect(throws: PolicyError.self) { try reading.policy.text(as: .alamofire) }
        let emission = PolicyFormat.WritingOptions(certificates: reading.certificates)
        #expect(try reading.policy.text(as: .alamofire, options: emission) == text)
        func findings(_ certificates: [Certificate]) throws -> [PolicyFinding] {
            let day = try #require(DERTime(year: 2026, month: 1, day: 1))
            var check = PolicyCheck(reading.policy, for: [.alamofire], at: day)
            check.certificates = certificates
            return check.run().filter { $0.rule == "expressible" }
        }
        #expect(try findings(reading.certificates).isEmpty)
        #expect(try !findings([]).isEmpty)
        #expect(try PolicyFormat.okhttpKotlin.read(Array("CertificatePinner".utf8)).certificates.isEmpty)
    }
}
