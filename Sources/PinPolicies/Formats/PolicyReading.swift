import DERKit
import SPKIHash
import X509Model

/// A policy read from a file, with everything the file says beyond it.
public struct PolicyReading: Sendable, Hashable {
    /// The policy.
    public let policy: PinPolicy
    /// Findings about parts of the file that a policy cannot express, and about pins that its consumer would
    /// not read.
    public let findings: [PolicyFinding]
    /// The entries that are missing from the policy because they could not be understood, with positions, in
    /// the order of the file.
    public let omissions: [PolicyError]
    package var notes: [String] { findings.map { $0.message } }
    /// A Boolean value that indicates whether a policy can express the file; `false` if it excludes a host from
    /// the pins of its parent, or removes pins, or if its consumer refuses it.
    public var isWhole: Bool {
        !findings.contains {
            [PolicyRule.notRead.code, PolicyRule.fileRefused.code].contains($0.rule) && $0.severity == .error
        }
    }
    /// Returns whether everything in the file that may concern a host was understood.
    ///
    /// A malformed host concerns no other: its consumer never asks for it.
    ///
    /// - Parameter host: the host of a connection; `nil` for every host.
    public func isComplete(for host: HostName?) -> Bool {
        omissions.allSatisfy { (error) in
            guard let pattern = error.pattern else { return error.code == .badHost }
            return host.map { !pattern.matches($0) } ?? false
        }
    }

    /// The certificates that the file contains, without duplicates. Writing the policy may need them:
    /// `WritingOptions.certificates`.
    public let certificates: [Certificate]
    /// The formats of other pins in the file, which were not read.
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

    /// Creates a policy from the pins found in text of unknown format.
    ///
    /// - Parameter all: everything in the text that may be a pin. If `sha256/` is in front of some, the others are
    ///   omissions, unless the policy has them anyway.
    package init(foundIn all: [PinFinder.Finding], for pattern: HostPattern) throws(PolicyError) {
        let named = all.filter { $0.isNamed }
        let pins = (named.isEmpty ? all : named).map { $0.pin }
        let rule = PinPolicy.Rule(pattern, [.publicKey(PinSet(pins), at: .any)])
        let (count, read) = (pins.count, Set(pins))
        let findings = ReadingFindings(.manifest)
        for other in all where !read.contains(other.pin) {
            findings.omit(
                "base64 of 32 bytes without 'sha256/', which other pins have, was not taken for a pin",
                hint: "write sha256/ before it if it is one", at: other.position)
        }
        findings.notRead(
            "unknown format; \(counted(count, "pin")) \(count == 1 ? "was" : "were") found in the text",
            hint: "check which of them to keep, and for which host")
        self.init(
            policy: try PinPolicy([rule], unlistedHosts: .accept), findings: findings.all,
            omissions: findings.omissions)
    }
}

extension Pin {
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

extension CertificateSet.Member {
    /// Creates the member for the SHA-256 of a certificate in hex, and the comment after it.
    init(policyText text: String, in name: String, comment: String?) throws(PolicyError) {
        guard let fingerprint = CertificateFingerprint(hex: text) else {
            throw PolicyError(
                .badPin,
                "\(name): \(Pin.shown(text)) is not the SHA-256 of a certificate; expected 64 hex digits",
                hint: "write the SHA-256 of the certificate in hex")
        }
        self.init(fingerprint, comment: comment)
    }
}

extension PolicyFormat {
    /// Reads a policy in this format.
    ///
    /// - Parameters:
    ///   - text: the whole file.
    ///   - pattern: the hosts of the pins, for formats without hosts.
    /// - Throws: ``PolicyError``.
    public func read(_ text: [UInt8], for pattern: HostPattern? = nil) throws(PolicyError) -> PolicyReading {
        try row.read(UTF16Text.utf8(text), pattern)
    }

    /// A Boolean value that indicates whether a file in this format names the hosts of its pins.
    package var namesHosts: Bool { capabilities.hasHost }

    /// Returns the format of a file, detected by its content, or `nil` if it is not a format that can be
    /// read.
    public static func detect(_ text: [UInt8]) -> PolicyFormat? {
        let text = UTF16Text.utf8(text)
        let scanner = TextScanner(text)
        let folded = TextScanner(text.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 })
        let isList = BinaryPropertyList.isBinary(text)
        // A program contains the keywords of formats too.
        guard isList || !text.prefix(1 << 16).contains(0) else { return nil }
        // After white space and a byte order mark.
        let isElement = text.first { $0 < 0x80 && !Base64.isWhiteSpace($0) } == UInt8(ascii: "<")
        let formats = (isList ? [.trustKit, .nsPinnedDomains] : byRank).filter { (format) in
            (!format.row.isElement || isElement || isList)
                && (format.row.signs.contains { scanner.contains($0) }
                    || format.row.foldedSigns.contains { folded.contains($0) })
        }
        // A comment or a name can have the sign of a format too.
        guard let first = formats.first, !isList, !first.row.isElement else { return formats.first }
        return formats.first { $0.hasContent(text) }
            ?? (PinFinder.findAll(in: text).isEmpty ? first : nil)
    }

    /// Returns whether the reader of this format finds an entry, even one that it does not understand, or an error at
    /// a place in the text.
    private func hasContent(_ text: [UInt8]) -> Bool {
        do throws(PolicyError) {
            let reading = try row.read(text, nil)
            return !reading.policy.rules.isEmpty || !reading.omissions.isEmpty || !reading.isWhole
        } catch {
            return error.code != .missingField || error.position != nil
        }
    }

    /// Reads a policy as its consumer applies it to a host.
    ///
    /// OkHttp compares names as written, including a trailing dot, and a host may have the pins of every
    /// pattern that matches it. The other consumers apply the policy as it is.
    ///
    /// - Parameters:
    ///   - text: the whole file.
    ///   - host: the host of the connection, as written in the address.
    package func read(_ text: [UInt8], asking host: String) throws(PolicyError) -> PolicyReading {
        guard let readAsking = row.readAsking else { return try read(text, for: try HostPattern(host)) }
        return try readAsking(UTF16Text.utf8(text), host)
    }
}

extension PolicyReading {
    /// Reads a policy in whatever format its content shows.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - pattern: the hosts that the pins are for, if the format names none.
    /// - Throws: ``PolicyError``, `unknown-format` if it is in none.
    public init(file bytes: some Collection<UInt8>, for pattern: HostPattern? = nil) throws(PolicyError) {
        let bytes = Array(bytes)
        guard let format = PolicyFormat.detect(bytes) else {
            throw .unreadableFormat(bytes, hasPins: !PinFinder.find(in: bytes).isEmpty)
        }
        self = try format.read(bytes, for: pattern)
    }

    /// Reads a policy from text, in whatever format its content shows.
    ///
    /// - Parameters:
    ///   - text: the whole file.
    ///   - pattern: the hosts that the pins are for, if the format names none.
    /// - Throws: ``PolicyError``, `unknown-format` if it is in none.
    public init(text: some StringProtocol, for pattern: HostPattern? = nil) throws(PolicyError) {
        try self.init(file: text.utf8, for: pattern)
    }
}
