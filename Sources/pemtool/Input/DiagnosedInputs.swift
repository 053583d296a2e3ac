import DERKit
import PinPolicies
import SPKIHash
import X509Model

/// What the operands of `diagnose` contain, each recognized by its content: certificates and keys, failure messages,
/// and configurations.
struct DiagnosedInputs {
    /// A failure message, and the file that contains it.
    struct Failure {
        let file: String
        let failure: PinFailure
    }

    /// The pins of a configuration.
    struct Configuration {
        let file: String
        let members: [PinnedMember]
    }

    /// Everything that pins are compared with: what was given, the roots above it, and what messages say was sent.
    private(set) var objects: [DiagnosedObject] = []
    private(set) var failures: [Failure] = []
    private(set) var configurations: [Configuration] = []
    let presented: PresentedChain
    /// A Boolean value that indicates whether any object could not be read or gave no answer.
    let hasFailed: Bool

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - messages: failure messages that are operands themselves.
    ///   - findsText: false to read certificates and keys only.
    init(
        _ files: Arguments, messages: [PinFailure] = [], roots: Roots?, host: HostName? = nil,
        findsText: Bool = true
    ) throws(UsageError) {
        failures = messages.map { Failure(file: "the message", failure: $0) }
        guard !files.operands.isEmpty else {
            (presented, hasFailed) = (PresentedChain(Chain(), roots: roots, host: host), false)
            addSent()
            return
        }
        var inputs = try Inputs(files, for: .key)
        let text = FoundText()
        inputs.whole = { (name, bytes) in findsText ? text.read(name, bytes) : text.note(name, bytes) }
        var found: [DiagnosedObject] = []
        var chain = Chain()
        inputs.forEachObject { (name, object) in
            guard let candidate = PinDiagnosis.Object(object, file: text.bytes(name)) else { return }
            let place = Chain.Place(file: name, index: object.index)
            found.append(DiagnosedObject(candidate, (try? object.content)?.certificate, at: place))
            chain.add(object, in: name)
        }
        hasFailed = inputs.hasFailed
        chain.isWhole = !inputs.hasFailed
        presented = PresentedChain(chain, roots: roots, host: host)
        for (certificate, place) in zip(presented.paths.roots, presented.places.dropFirst(chain.places.count))
        {
            found.append(DiagnosedObject(PinDiagnosis.Object(certificate), certificate, at: place))
        }
        objects = found
        failures += text.failures
        configurations = text.configurations
        addSent()
    }

    /// Adds what messages say was sent, each key once.
    private mutating func addSent() {
        var pins = Set(objects.map { $0.pin })
        for failure in failures {
            for (index, sent) in failure.failure.sent.enumerated() {
                guard let pin = sent.pin, pins.insert(pin).inserted else { continue }
                let place = Chain.Place(file: failure.file, index: index)
                objects.append(
                    sent.certificate.map { DiagnosedObject(PinDiagnosis.Object($0), $0, at: place) }
                        ?? DiagnosedObject(sent, pin, at: place))
            }
        }
    }

    /// Returns a search that has compared texts with every object.
    func search(for spellings: [PinSpelling]) -> PinSearch {
        var search = PinSearch(spellings)
        for object in objects {
            if let candidate = object.candidate {
                search.examine(candidate)
            } else {
                search.examine(object.pin)
            }
        }
        search.finish()
        return search
    }
}

/// The messages and configurations in files, and the bytes of the last file, for pins that were made from it.
private final class FoundText {
    private(set) var failures: [DiagnosedInputs.Failure] = []
    private(set) var configurations: [DiagnosedInputs.Configuration] = []
    private var last: (name: String, bytes: [UInt8])?

    /// Returns the bytes of a file; empty for standard input, which no command names.
    func bytes(_ name: String) -> [UInt8] {
        guard let last, last.name == name, name != PathName.standardInput else { return [] }
        return last.bytes
    }

    func note(_ name: String, _ bytes: [UInt8]) -> Bool {
        last = (name, bytes)
        return false
    }

    /// Reads a file as a failure message or a configuration.
    ///
    /// - Returns: whether it is one, without other objects.
    func read(_ name: String, _ bytes: [UInt8]) -> Bool {
        _ = note(name, bytes)
        let found = PinFailure.failures(in: bytes)
        failures += found.map { DiagnosedInputs.Failure(file: name, failure: $0) }
        guard found.isEmpty else { return bytes[...].firstIndex(ofText: "-----BEGIN ") == nil }
        guard let members = FoundText.pins(bytes), !members.isEmpty else { return false }
        configurations.append(DiagnosedInputs.Configuration(file: name, members: members))
        return true
    }

    /// Returns the pins of a configuration, or `nil` for another file.
    private static func pins(_ bytes: [UInt8]) -> [PinnedMember]? {
        guard let format = PolicyFormat.detect(bytes), let reading = try? format.read(bytes, for: nil) else {
            return nil
        }
        return PinnedMember.all(in: reading.policy)
    }
}
