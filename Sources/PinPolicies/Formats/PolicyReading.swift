import DERKit
import SPKIHash
import X509Model

/// A policy that was read from a file, and what the file says beyond it.
public struct PolicyReading: Sendable, Hashable {
    /// The policy.
    public let policy: PinPolicy
    /// What the file has that no policy holds, and pins that its consumer would not read.
    public let findings: [PolicyFinding]
    /// The entries of the file that are not in the policy because they were not understood, each with its place, in
    /// the order of the file.
    public let omissions: [PolicyError]
    /// The findings, each in one sentence.
    package var notes: [String] { findings.map { $0.message } }
    /// False if the policy asks for something else than the file, because no policy can say it: a host is let off
    /// from the pins above it, or pins are taken away.
    public var isWhole: Bool {
        !findings.contains { $0.rule == PolicyRule.notRead.code && $0.severity == .error }
    }
    /// The certificates that are in the file whole, each once. Writing the policy again may need them:
    /// `WritingOptions.certificates`.
    public let certificates: [Certificate]
    /// The formats in which the file has other pins, which were not read.
    package let others: [PolicyFormat]

    init(
        policy: PinPolicy, findings: [PolicyFinding] = [], omissions: [PolicyError] = [],
        certificates: [Certificate] = [], others: [PolicyFormat] = []
    ) {
        self.others = others
        self.policy = policy
        self.findings = findings
        self.omissions = omissions
        self.certificates = certificates
    }

    /// A policy of the pins that were found in a text of no known format.
    package init(_ policy: PinPolicy, foundIn count: Int) {
        var findings = ReadingFindings(.manifest)
        findings.notRead(
            "unknown format; \(count == 1 ? "1 pin was" : "\(count) pins were") found in the text",
            hint: "check which of them to keep, and for which host")
        self.init(policy: policy, findings: findings.all)
    }
}

extension Pin {
    /// Reads a pin of a policy file.
    ///
    /// - Throws: ``PolicyError``, `bad-pin` or `unsupported-digest`, with what is wrong with the text.
    init(policyText text: String, in name: String) throws(PolicyError) {
        guard MarkRun.end(in: text) == nil else {
            throw PolicyError(.syntax, "\(name): \(TextScanner.tooManyMarks)")
        }
        do throws(TextError) {
            try self.init(text)
        } catch .otherDigest(let digest) {
            throw PolicyError(
                .unsupportedDigest, "\(name): \(Pin.shown(text)) is a \(displayed(digest)) digest",
                hint: "replace it with the SHA-256 of the same key")
        } catch {
            throw PolicyError(
                .badPin, "\(name): \(Pin.shown(text)) is not a pin: \(error.explanation)",
                hint: "compute it again from the certificate or key")
        }
    }
}

extension PolicyFormat {
    /// Reads a policy in this format.
    ///
    /// - Parameters:
    ///   - text: the whole file.
    ///   - pattern: the hosts that the pins are for, where the format names none.
    /// - Throws: ``PolicyError``.
    public func read(_ text: [UInt8], for pattern: HostPattern? = nil) throws(PolicyError) -> PolicyReading {
        try row.read(UTF16Text.utf8(text), pattern)
    }

    /// True if a file in this format says which hosts its pins are for.
    package var namesHosts: Bool { capabilities.hasHost }

    /// Returns the format of a file, by its content; `nil` if it is none of those that can be read.
    public static func detect(_ text: [UInt8]) -> PolicyFormat? {
        let text = UTF16Text.utf8(text)
        let scanner = TextScanner(text)
        let formats = BinaryPropertyList.isBinary(text) ? [.trustKit, .nsPinnedDomains] : byRank
        return formats.first { (format) in format.row.signs.contains { scanner.contains($0) } }
    }
}

extension TextScanner {
    /// True if `word` is anywhere after this place.
    func contains(_ word: String) -> Bool {
        var copy = self
        return copy.take(upTo: word) != nil
    }
}

extension PolicyFormat {
    /// Reads a policy as its consumer applies it to one host.
    ///
    /// OkHttp compares names as they are written, a dot at the end counts, and a host may have the pins of every
    /// pattern that matches it; the other consumers do as the policy does.
    ///
    /// - Parameters:
    ///   - text: the whole file.
    ///   - host: the host that is connected to, as it is written in the address.
    /// - Throws: ``PolicyError``.
    package func read(_ text: [UInt8], asking host: String) throws(PolicyError) -> PolicyReading {
        guard let readAsking = row.readAsking else { return try read(text, for: try HostPattern(host)) }
        return try readAsking(UTF16Text.utf8(text), host)
    }
}
