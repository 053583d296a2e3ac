import PinPolicies

/// The inputs of `diagnose`, recognized by content: certificates and keys, failure messages, and configurations.
struct DiagnosedInputs {
    /// A failure message, and the file that contains it.
    struct Failure {
        let file: String
        let failure: PinFailure
    }

    /// A pin in a configuration, as written, with its hosts.
    struct ConfiguredPin {
        let patterns: [HostPattern]
        let spelling: PinSpelling
    }

    /// Everything with which pins are compared: the given objects, the roots to which given certificates lead, and the
    /// keys that were sent according to messages.
    private(set) var objects: [DiagnosedObject] = []
    private(set) var failures: [Failure] = []
    private(set) var configured: [ConfiguredPin] = []
    /// The certificate fingerprints in the files.
    private(set) var fingerprints: [FingerprintText] = []
    let presented: PresentedChain
    /// A Boolean value that indicates whether any object could not be read or did not yield an answer.
    let hasFailed: Bool
    /// A Boolean value that indicates whether a file is text that was not recognized, perhaps a failure message.
    let hasUnknownText: Bool

    /// The error for text that is nothing that `diagnose` recognizes.
    static let unknownText = InputError(
        .noObject, "not a pin, certificate, key, configuration or known failure message",
        hint: "a message must contain the program's own error, whole and in English, such as: "
            + "curl: (60) SSL certificate problem: certificate has expired")

    /// Reads the files. The operands also have these messages and, if `hasPins` is true, pins.
    init(_ files: Arguments, messages: [PinFailure], hasPins: Bool, roots: Roots?) throws(UsageError) {
        failures = messages.map { Failure(file: "the message", failure: $0) }
        guard !files.operands.isEmpty else {
            presented = PresentedChain(Chain(), roots: roots, host: nil)
            (hasFailed, hasUnknownText) = (false, false)
            addSent()
            return
        }
        var inputs = try Inputs(files, for: .key)
        let text = FoundText(hasPins: hasPins)
        inputs.whole = text.read
        inputs.unknownText = DiagnosedInputs.unknownText
        var found: [DiagnosedObject] = []
        var chain = Chain()
        inputs.forEachObject { (name, object) in
            guard let candidate = PinDiagnosis.Object(object, file: text.bytes(name)) else { return }
            let place = Chain.Place(file: name, index: object.index)
            found.append(DiagnosedObject(candidate, at: place))
            chain.add(object, in: name)
        }
        for (file, error) in text.problems { PolicyFile.report(error, in: file) }
        for (file, count) in text.bareDigests {
            complain(
                "note: \(PathName.ofInput(file)): \(counted(count, "digest")) not compared: no sign of a pin nearby"
            )
        }
        hasFailed = inputs.hasFailed || !text.problems.isEmpty
        hasUnknownText = inputs.hasUnknownText
        chain.isWhole = !inputs.hasFailed
        presented = PresentedChain(chain, roots: roots, host: nil)
        for (certificate, place) in zip(presented.paths.roots, presented.places.dropFirst(chain.places.count))
        {
            found.append(DiagnosedObject(PinDiagnosis.Object(certificate), at: place))
        }
        objects = found
        configured = text.configured
        fingerprints = text.fingerprints
        failures += text.failures
        // An error that s_client reports for a connection is diagnosed only if there is nothing else to diagnose.
        let isAlone = failures.isEmpty && configured.isEmpty && fingerprints.isEmpty && !hasPins
        if isAlone { failures = text.connections }
        addSent()
    }

    /// Adds the keys that were sent according to messages, each only once.
    private mutating func addSent() {
        var pins = Set(objects.map { $0.pin })
        for failure in failures {
            for (index, sent) in failure.failure.sent.enumerated() {
                guard let pin = sent.pin, pins.insert(pin).inserted else { continue }
                let place = Chain.Place(file: failure.file, index: index)
                objects.append(
                    sent.certificate.map { DiagnosedObject(PinDiagnosis.Object($0), at: place) }
                        ?? DiagnosedObject(sent, pin, at: place))
            }
        }
    }

    /// Returns a search that has compared the texts with every object.
    func search(for spellings: [PinSpelling]) -> PinSearch {
        var search = PinSearch(spellings)
        let examined = System.examinedPins.map { Set($0) }
        for object in objects {
            if let candidate = object.candidate, examined?.contains(object.pin.base64) ?? true {
                search.examine(candidate)
            } else {
                search.examine(object.pin)
            }
        }
        search.finish()
        return search
    }
}

/// The messages and configurations in files, and the bytes of the last file, for pins that were made from that file.
private final class FoundText {
    private let hasPins: Bool
    private(set) var failures: [DiagnosedInputs.Failure] = []
    /// The failures that s_client reports for connections whose certificates are in the same file.
    private(set) var connections: [DiagnosedInputs.Failure] = []
    private(set) var configured: [DiagnosedInputs.ConfiguredPin] = []
    private(set) var fingerprints: [FingerprintText] = []
    /// The entries of configurations that were not understood, with the names of the files.
    private(set) var problems: [(file: String, error: PolicyError)] = []
    /// The number of digests in each file that are not compared, because only others in the file look like pins.
    private(set) var bareDigests: [(file: String, count: Int)] = []
    private var last: (name: String, bytes: [UInt8])?

    init(hasPins: Bool) { self.hasPins = hasPins }

    /// Returns the bytes of the last file if it has this name; empty for any other file, and for standard input, which
    /// no command can name.
    func bytes(_ name: String) -> [UInt8] {
        guard let last, last.name == name, name != PathName.standardInput else { return [] }
        return last.bytes
    }

    /// Reads a file as a failure message or a configuration.
    ///
    /// - Returns: whether the file contains messages, pins or fingerprints, but no objects.
    func read(_ name: String, _ bytes: [UInt8]) -> Bool {
        last = (name, bytes)
        let isObject = FoundText.beginsWithObject(bytes)
        guard !isObject || !hasPins else { return false }
        let text = InputDER.utf8(bytes)
        lazy var hasObject = FoundText.hasObject(bytes)
        let all = PinFailure.failures(in: text).map { DiagnosedInputs.Failure(file: name, failure: $0) }
        connections += all.filter { $0.failure.source == .openSSLCommand && hasObject }
        // A file that begins with an object counts as an object, whatever the text in it says.
        guard !isObject else { return false }
        let found = all.filter { $0.failure.source != .openSSLCommand || !hasObject }
        failures += found
        // A file may contain text that could be an operand itself.
        var words =
            text.count <= FoundText.longestOperand ? String(decoding: text, as: UTF8.self).trimmed : ""
        if !words.isEmpty,
            saysPrivateKey(text) || withoutKeys(words) != words
                || !TextDigest.namesPin(text[...])
                    && (TextDigest.namesOther(text[...])
                        || PinsInText(text).sightings.contains { $0.isOther })
        {
            words = ""
        }
        let printed = FingerprintText.lines(of: words)
        guard printed.isEmpty else {
            fingerprints += printed
            return true
        }
        let before = configured.count + fingerprints.count
        if found.isEmpty { readPins(name, text) }
        if found.isEmpty, configured.count + fingerprints.count == before {
            configured += PinSpelling.pieces(of: words).filter { $0.isDigest }.map {
                DiagnosedInputs.ConfiguredPin(patterns: [], spelling: $0)
            }
        }
        guard !found.isEmpty || configured.count + fingerprints.count > before else { return false }
        return !hasObject
    }

    private static func beginsWithObject(_ bytes: [UInt8]) -> Bool {
        // The byte 30 is also the character 0, with which the lines of a log may begin.
        if bytes.first == 0x30, case .bytes = InputDER(bytes) { return true }
        return bytes.starts(with: "-----BEGIN ".utf8)
    }

    private static func hasObject(_ bytes: [UInt8]) -> Bool {
        InputReader(bytes).contains { (try? $0.content) != nil }
    }

    /// The maximum number of bytes in a file that consists only of a pin or a fingerprint.
    private static let longestOperand = 512

    /// Reads the pins of a configuration: those that its consumer reads, and any text that may be meant as a pin.
    private func readPins(_ name: String, _ text: [UInt8]) {
        guard let listing = try? PinListing(text) else { return }
        problems += listing.problems.filter { $0.isAboutContent || $0.code == .limit }.map { (name, $0) }
        let isText = !text.contains(0)
        for item in listing.items where !item.isInComment {
            switch item.pinned {
            case .publicKey(let pin):
                let place = isText ? item.place?.offset : nil
                let written =
                    place.map { FoundText.spelling(of: pin, at: $0, in: text) } ?? PinSpelling(pin.base64)
                configured.append(DiagnosedInputs.ConfiguredPin(patterns: item.patterns, spelling: written))
            case .certificate(let digest):
                FingerprintText("SHA256 Fingerprint=\(digest)").map { fingerprints.append($0) }
            }
        }
        guard isText else { return }
        let isEmpty = listing.items.isEmpty
        // A bare digest next to a certificate is something else, such as the session ID that s_client prints.
        let takesBare = !FoundText.hasObject(text) && !saysPrivateKey(text)
        let sightings = PinsInText(text).sightings
        // A cut pin beside one of a host; digits of hex alone may be a serial number.
        for sighting in sightings where sighting.hostSource == .exact && !sighting.isInComment {
            let cut = sighting.cutPins.filter { !text[$0].allSatisfy { hexDigit($0) != nil } }
            let patterns = cut.isEmpty ? [] : sighting.hosts.compactMap { try? HostPattern($0) }
            configured += cut.map { (range) in
                DiagnosedInputs.ConfiguredPin(
                    patterns: patterns,
                    spelling: PinSpelling(String(decoding: text[range], as: UTF8.self)))
            }
        }
        let bare = sightings.count { $0.isBare && !$0.isOther && !$0.isInComment }
        if takesBare, !isEmpty, bare > 0 { bareDigests.append((name, bare)) }
        for sighting in sightings
        where !sighting.isInComment && (sighting.pin == nil || isEmpty)
            && (takesBare && !sighting.isOther || !sighting.isBare)
        {
            let written = String(decoding: text[sighting.range], as: UTF8.self)
            guard !PinSpelling.isName(written) else { continue }
            if let fingerprint = FingerprintText(written) {
                fingerprints.append(fingerprint)
            } else {
                let patterns = sighting.hosts.compactMap { try? HostPattern($0) }
                let place = sighting.range.lowerBound
                let read = sighting.pin.map { FoundText.spelling(of: $0, at: place, in: text) }
                configured.append(
                    DiagnosedInputs.ConfiguredPin(patterns: patterns, spelling: read ?? PinSpelling(written)))
            }
        }
    }

    /// Returns how a pin is written: as its text, if its line indicates a consumer that does not read this text; as the
    /// data of the TLSA record on its line, which restricts the matching certificates; otherwise, as base64.
    private static func spelling(of pin: Pin, at place: Int, in text: [UInt8]) -> PinSpelling {
        let before = text.prefix(place).suffix(128).reversed().prefix { $0 != 0x0a }
        let line = before.reversed() + text.dropFirst(place).prefix(160).prefix { $0 != 0x0a }
        let found = PinSpelling.pieces(of: String(decoding: line, as: UTF8.self)).first { $0.pin == pin }
        if let found, let consumer = found.consumer, !found.consumers.contains(consumer) {
            let words = found.text.split { "<>\"' ".contains($0) }
            if let word = words.first(where: { PinSpelling($0).pin == pin }) {
                return PinSpelling(word, in: String(found.text[..<word.endIndex]))
            }
        }
        return PinSpelling(found?.tlsaUsage.map { "\($0) 1 1 \(pin.formatted(.hex))" } ?? pin.base64)
    }
}

/// An object with which a pin was compared, with the details for reports.
struct DiagnosedObject {
    let place: Chain.Place
    var file: String { place.file }
    var index: Int { place.index }
    let kind: String
    let pin: Pin
    let subject: String?
    /// The object; `nil` if only its pin is known, from a failure message.
    let candidate: PinDiagnosis.Object?
    /// The certificate; `nil` if the object is something else.
    var certificate: Certificate? { candidate?.certificate }
    /// The unusual form of the key's point, kept because every report reads it; `nil` if there is none.
    let pointForm: String?

    init(_ candidate: PinDiagnosis.Object, at place: Chain.Place) {
        self.place = place
        kind = candidate.kind
        pin = candidate.subjectPublicKeyInfo.pin
        pointForm = candidate.subjectPublicKeyInfo.pointForm
        subject = candidate.certificate?.subject.description
        self.candidate = candidate
    }

    /// Creates the object for a pin in a failure message.
    init(_ sent: PinFailure.Certificate, _ pin: Pin, at place: Chain.Place) {
        (self.place, kind, self.pin, candidate) = (place, "certificate", pin, nil)
        pointForm = nil
        subject = sent.name.isEmpty ? nil : escapedForDisplay(sent.name)
    }

    /// The name of the object in messages: file, number and subject.
    var name: String {
        let place = PathName.ofInput(file)
        let what = "\(spokenKind(kind)) \(index + 1)"
        return subject.map { "\(what) of \(place), \($0)" } ?? "\(what) of \(place)"
    }
}

extension SubjectPublicKeyInfo {
    /// The unusual form of the key's elliptic curve point; `nil` for uncompressed points and for other keys.
    var pointForm: String? {
        guard algorithm.algorithm.name == "id-ecPublicKey", let first = subjectPublicKey.bytes.first else {
            return nil
        }
        return first == 4 ? nil : first == 2 || first == 3 ? "compressed" : "hybrid"
    }
}

extension Certificate {
    /// Returns the contradiction between a TLSA record and this certificate (RFC 7671 sections 5.1 and 5.2). Usages 1
    /// and 3 are for the server's own certificate, usages 0 and 2 for a CA's. A self-signed certificate may be either,
    /// unless it issued another certificate.
    func contradiction(tlsaUsage usage: Character, isIssuer: Bool) -> String? {
        let isSelfSigned = CertificateFacts(self).isSelfSigned
        return switch usage {
        case "0", "2":
            isCertificateAuthority || isSelfSigned
                ? nil : "not a CA certificate, but usage \(usage) matches only CAs"
        default:
            isCertificateAuthority && (isIssuer || !isSelfSigned)
                ? "a CA certificate, but usage \(usage) matches only the server's own certificate" : nil
        }
    }
}
