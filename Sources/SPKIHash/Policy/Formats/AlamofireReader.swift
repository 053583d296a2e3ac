import DERKit
import X509Model

extension AlamofireFormat {
    /// Reads the first `ServerTrustManager` that is made in a source.
    static func read(_ text: [UInt8]) throws(PolicyError) -> PolicyReading {
        var reader = AlamofireReader(
            scanner: TextScanner(text), tokens: try SourceToken.read(text, nestsComments: true))
        return try reader.read()
    }
}

/// A source whose certificates are decoded and hashed once, however many evaluators have them.
private struct AlamofireReader {
    struct Known {
        let certificate: Certificate
        let fingerprint: CertificateFingerprint
        let pin: Pin
    }

    let scanner: TextScanner
    let tokens: [SourceToken]
    /// By the name that they have in the file, or by their base64; nil for a text that is no certificate.
    private var known: [String: Known?] = [:]
    /// Those that an evaluator has, in their order.
    private var certificates: [Certificate] = []
    private var used: Set<CertificateFingerprint> = []

    init(scanner: TextScanner, tokens: [SourceToken]) {
        self.scanner = scanner
        self.tokens = tokens
    }

    mutating func read() throws(PolicyError) -> PolicyReading {
        let calls = tokens.indices.compactMap { placeOfCall($0) }
        guard var place = calls.first else {
            throw PolicyError(
                .missingField, "no ServerTrustManager is made in the source",
                hint: "name the file with the call ServerTrustManager(evaluators: …)")
        }
        var findings = ReadingFindings(.alamofire)
        if calls.count > 1 {
            findings.notRead(
                "ServerTrustManager is made \(calls.count) times; the first alone is read",
                hint: "check each in a file of its own")
        }
        let start = tokens[place].offset
        let call = try SourceValue.read(tokens, at: &place, in: scanner)
        guard let evaluators = call["evaluators"]?.entries else {
            throw PolicyError(
                .syntax, "evaluators is no dictionary literal",
                hint: "write the hosts and their evaluators in the call of ServerTrustManager",
                position: scanner.position(of: start))
        }
        readConstants()
        var rules: [PinPolicy.Rule] = []
        for (key, evaluator) in evaluators {
            guard let host = key.string?.text else {
                throw PolicyError(
                    .syntax, "an evaluator whose host is no text literal", hint: "write its name in quotes")
            }
            let pattern = try HostPattern(host)
            findings.check(host, of: pattern.host)
            rules.append(PinPolicy.Rule(pattern, [try strategy(evaluator, displayed(host))]))
        }
        // Without the argument Alamofire asks for an evaluator for every host.
        let refuses = call["allHostsMustBeEvaluated"]?.word != "false"
        return PolicyReading(
            policy: try PinPolicy(rules, unlistedHosts: refuses ? .refuse : .accept), findings: findings.all,
            certificates: certificates)
    }

    /// The place of the last word before the arguments where a manager is made: `ServerTrustManager(…)`,
    /// `ServerTrustManager.init(…)`, or `.init(…)` behind a type. Elsewhere the word is a type alone.
    private func placeOfCall(_ place: Int) -> Int? {
        guard tokens[place].isWord("ServerTrustManager") else { return nil }
        let next = tokens[place...].dropFirst().prefix(5).map { $0.text }
        if next.first == "(" { return place }
        if next.starts(with: [".", "init", "("]) { return place }
        for assignment in [["=", ".", "init", "("], ["?", "=", ".", "init", "("]]
        where next.starts(with: assignment) {
            return place + assignment.count - 1
        }
        return nil
    }

    /// The certificates that stand in the file once, by their names.
    private mutating func readConstants() {
        guard
            let name = tokens.indices.first(where: {
                $0 > 0 && tokens[$0 - 1].isWord("let") && tokens[$0].isWord("certificates")
            }), let equals = tokens[name...].firstIndex(where: { $0.isSign("=") })
        else { return }
        var place = equals + 1
        let entries = (try? SourceValue.read(tokens, at: &place, in: scanner))?.entries ?? []
        for (key, value) in entries {
            if let name = key.string?.text, let text = value.string?.text, let one = decoded(text) {
                known[name] = one
            }
        }
    }

    private func decoded(_ base64: String) -> Known? {
        guard let der = try? Base64.decode(base64), let certificate = try? Certificate(der: der) else {
            return nil
        }
        return Known(
            certificate: certificate, fingerprint: CertificateFingerprint(certificate), pin: certificate.pin)
    }

    private mutating func certificate(_ text: String) -> Known? {
        if let one = known[text] { return one }
        let one = decoded(text)
        known[text] = .some(one)
        return one
    }

    private mutating func strategy(
        _ evaluator: SourceValue, _ host: String
    ) throws(PolicyError) -> PinStrategy {
        let literals = (evaluator["certificates"] ?? evaluator["keys"])?.array
        guard case .call(let name, _) = evaluator, let literals else {
            throw PolicyError(
                .notExpressible, "\(host): an evaluator whose certificates do not stand in the source",
                hint: "Alamofire's list from the bundle says nothing of what is in it")
        }
        var members: [CertificateSet.Member] = []
        var pins: [PinSet.Member] = []
        for literal in literals {
            guard case .call(_, let arguments) = literal, let (text, comment) = arguments.first?.value.string,
                let one = certificate(text)
            else {
                throw PolicyError(
                    .badPin, "\(host): an entry that is no certificate in base64",
                    hint: "write pinnedCertificate(\"BASE64 OF THE DER\")")
            }
            if used.insert(one.fingerprint).inserted { certificates.append(one.certificate) }
            let annotation = Annotation(comment: comment)
            members.append(
                CertificateSet.Member(
                    one.certificate, one.fingerprint, label: annotation.label, role: annotation.role))
            pins.append(PinSet.Member(one.pin, label: annotation.label, role: annotation.role))
        }
        return name == "PinnedCertificatesTrustEvaluator"
            ? .certificate(CertificateSet(members), at: .any) : .publicKey(PinSet(pins), at: .any)
    }
}
