import SPKIHash

/// A policy read from a file, with findings about the rest of the file.
public struct PolicyReading: Sendable, Hashable {
    /// The policy.
    public let policy: PinPolicy
    /// Findings about parts of the file that a policy cannot express, and about pins that the file's consumer would not
    /// accept.
    public let findings: [PolicyFinding]
    /// The entries that are missing from the policy because they could not be understood, with their positions, in the
    /// order of the file.
    public let omissions: [PolicyError]
    package var notes: [String] { findings.map { $0.message } }
    /// A Boolean value that indicates whether a policy can express the file's effect; `false` if an error in
    /// ``findings`` has the code `not-read` or `file-refused`.
    public var isWhole: Bool {
        !findings.contains {
            [PolicyRule.notRead, .fileRefused].contains($0.kind) && $0.severity == .error
        }
    }
    /// The format of the file.
    public let format: PolicyFormat
    /// The pins that were found in the text, with their places; empty for a format that is read exactly.
    package let sightings: [PinsInText.Sighting]
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

extension PolicyFormat {
    /// Reads a policy in this format.
    ///
    /// - Parameters:
    ///   - text: the whole file.
    ///   - pattern: the hosts for pins that the file does not assign to any host.
    /// - Throws: ``PolicyError``.
    public func read(_ text: [UInt8], for pattern: HostPattern? = nil) throws(PolicyError) -> PolicyReading {
        let text = InputDER.utf8(text)
        guard let read = row.read else { return try TextReading(text, as: [self], for: pattern).reading() }
        return try read(text)
    }

    /// Returns the format that the content of a file indicates, or `nil` if it does not indicate any.
    ///
    /// Pins in any other text are read as ``text``.
    package static func detect(_ text: [UInt8]) -> PolicyFormat? { formats(in: text).first }

    /// Returns the formats that the content of a file indicates. A property list may contain the pins of two consumers.
    package static func formats(in text: [UInt8]) -> [PolicyFormat] {
        let found = signed(in: text)
        return found.first?.row.isElement ?? false ? found : Array(found.prefix(1))
    }

    /// Returns the formats whose signs are in the content of a file.
    fileprivate static func signed(in text: [UInt8]) -> [PolicyFormat] {
        let text = InputDER.utf8(text)
        let isList = BinaryPropertyList.isBinary(text)
        // A compiled program may contain the signs of formats, too.
        guard isList || !text.prefix(1 << 16).contains(0) else { return [] }
        let isElement = isList || text.isElement
        return byRank.filter { (format) in
            format.row.isElement == isElement
                && format.row.signs.contains { text[...].firstIndex(ofText: $0) != nil }
        }
    }

    /// Returns whether a file is a truncated property list, whose missing part may contain pins.
    package static func isCutShort(_ text: [UInt8]) -> Bool {
        let text = InputDER.utf8(text)
        return PolicyReading.hasRoot(text, among: ["plist"])
            && text[...].firstIndex(ofText: "</plist>") == nil
    }
}

extension PolicyReading {
    /// Reads a policy in the format that its content indicates, or finds the pins in other text.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - pattern: the hosts for pins that the file does not assign to any host.
    /// - Throws: ``PolicyError``, with the code `unknown-format` if there is no pin in the file.
    public init(file bytes: some Collection<UInt8>, for pattern: HostPattern? = nil) throws(PolicyError) {
        let bytes = Array(bytes)
        guard let format = PolicyFormat.detect(bytes) else {
            if let fragment = PolicyReading.fragment(of: bytes) {
                self = fragment
            } else {
                self = try PolicyFormat.text.read(bytes, for: pattern)
            }
            return
        }
        do throws(PolicyError) {
            self =
                format.isReadExactly
                ? try format.read(bytes)
                : try TextReading(
                    InputDER.utf8(bytes), as: PolicyFormat.signed(in: bytes), for: pattern
                ).reading()
        } catch {
            // A comment or a document may contain the signs of a format, too.
            guard format.isReadExactly, !BinaryPropertyList.isBinary(bytes),
                error.code == .missingField || error.code == .syntax && !PolicyReading.hasRoot(bytes),
                format != .manifest,
                let found = try? PolicyFormat.text.read(bytes, for: pattern)
            else { throw error }
            self = found
        }
    }

    /// Returns the policy in an element that is part of other text, such as documentation or code; `nil` unless the
    /// element contains all pins of the text.
    private static func fragment(of text: [UInt8]) -> PolicyReading? {
        for root in ["plist", "network-security-config", "dict"] {
            guard let start = text[...].firstIndex(ofText: "<\(root)"),
                let end = text[start...].lastEnd(ofText: "</\(root)>")
            else { continue }
            let element = start..<end
            // Blanked text keeps its line ends, so that positions stay correct.
            func blank(_ isBlank: (Int) -> Bool) -> [UInt8] {
                text.enumerated().map { isBlank($0.offset) && $0.element != 0x0a ? 0x20 : $0.element }
            }
            guard PinsInText(blank(element.contains)).sightings.allSatisfy({ $0.isBare }) else { continue }
            let alone = blank { !element.contains($0) }
            if let reading = try? PolicyFormat.detect(alone)?.read(alone) { return reading }
        }
        return nil
    }

    /// Returns whether the first element of a text is one of the given root elements.
    fileprivate static func hasRoot(
        _ text: [UInt8], among roots: [String] = ["network-security-config", "plist"]
    ) -> Bool {
        let tags = text.indices.lazy.filter { text[$0] == UInt8(ascii: "<") }.map { text[($0 + 1)...] }
        let first = tags.first { $0.first.map(isASCIILetter) ?? false } ?? []
        let name = first.prefix { isASCIILetter($0) || $0 == UInt8(ascii: "-") }
        return roots.contains { name.elementsEqual($0.utf8) }
    }

    /// Reads a policy from text in the format that its content indicates.
    ///
    /// - Parameters:
    ///   - text: the whole file.
    ///   - pattern: the hosts for pins that the text does not assign to any host.
    /// - Throws: ``PolicyError``, with the code `unknown-format` if there is no pin in the text.
    public init(text: some StringProtocol, for pattern: HostPattern? = nil) throws(PolicyError) {
        try self.init(file: text.utf8, for: pattern)
    }
}
