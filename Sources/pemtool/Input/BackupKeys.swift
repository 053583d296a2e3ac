import DERKit
import SPKIHash
import X509Model

/// The keys of `--backup`: those in files, and pins of keys that are kept elsewhere.
struct BackupKeys {
    struct Key {
        let pin: Pin
        /// The label in a manifest.
        let label: String
        /// The name in messages.
        let name: String
        /// A Boolean value that indicates whether the key is a CA's; `nil` if only its pin is known.
        let isAuthority: Bool?
        let certificate: Certificate?
        /// The object from which a pin may have been made by mistake; `nil` if only the pin is known.
        let object: PinDiagnosis.Object?
    }

    private(set) var keys: [Key] = []
    /// A Boolean value that indicates whether everything in the files could be used.
    private(set) var isWhole = true

    init(_ arguments: Arguments) throws(UsageError) {
        var files: [String] = []
        for text in arguments.lists["--backup"] ?? [] {
            if !PathName.isInput(text), let pin = PinSpelling(text).pin {
                keys.append(
                    Key(
                        pin: pin, label: "backup", name: pin.description, isAuthority: nil, certificate: nil,
                        object: nil))
            } else {
                files.append(text)
            }
        }
        guard !files.isEmpty else { return }
        var inputs = try Inputs(arguments.files(files), for: .key)
        var found: [Key] = []
        inputs.forEachObject { (file, object) in
            guard let candidate = PinDiagnosis.Object(object),
                case .success(let content) = object.contentResult
            else { return }
            let key = candidate.subjectPublicKeyInfo
            let certificate = content.certificate
            let place = Chain.Place(file: file, index: object.index)
            let name = DiagnosedObject(candidate, at: place).name
            let title = certificate.map { $0.shortName } ?? PathName.lastPart(file)
            found.append(
                Key(
                    pin: key.pin, label: escapedForDisplay("\(title), \(key.keyName)"), name: name,
                    isAuthority: certificate.map { $0.isAuthority } ?? false, certificate: certificate,
                    object: candidate))
        }
        keys += found
        isWhole = !inputs.hasFailed
    }
}

extension PathName {
    /// Returns the name of a file without its folders, for a label.
    static func lastPart(_ path: String) -> String {
        guard path != standardInput else { return "backup" }
        return path.split(separator: "/").last.map { String($0) } ?? path
    }
}

extension Certificate {
    /// The common name or, if absent, the first DNS name or the whole subject.
    var shortName: String {
        for part in subject.rdnSequence.reversed() {
            for attribute in part.attributes where attribute.type == .commonName {
                if let text = attribute.text, !text.isEmpty { return text }
            }
        }
        for case .dnsName(let name) in serverNames ?? [] {
            return String(decoding: name.bytes, as: UTF8.self)
        }
        return subject.isEmpty ? "no name" : subject.description
    }
}
