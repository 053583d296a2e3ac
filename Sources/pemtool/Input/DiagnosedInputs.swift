import PinPolicies
import SPKIHash
import X509Model

/// The certificates and keys that pins are compared with, and the roots that they lead to.
struct DiagnosedInputs {
    private(set) var objects: [DiagnosedObject] = []
    let presented: PresentedChain
    /// A Boolean value that indicates whether any object could not be read or gave no answer.
    let hasFailed: Bool

    /// Reads the files, and passes every object in them to a search.
    init(
        _ files: Arguments, roots: Roots?, host: HostName? = nil, _ search: inout PinSearch
    ) throws(UsageError) {
        var inputs = try Inputs(files, for: .key)
        var shown = search
        var found: [DiagnosedObject] = []
        var chain = Chain()
        var file = WholeFile()
        inputs.forEachObject { (name, object) in
            guard let candidate = PinDiagnosis.Object(object, file: file.bytes(name)) else { return }
            shown.examine(candidate)
            let place = Chain.Place(file: name, index: object.index)
            found.append(DiagnosedObject(candidate, (try? object.content)?.certificate, at: place))
            chain.add(object, in: name)
        }
        hasFailed = inputs.hasFailed
        chain.isWhole = !inputs.hasFailed
        presented = PresentedChain(chain, roots: roots, host: host)
        for (certificate, place) in zip(
            presented.paths.roots, presented.places.dropFirst(chain.places.count))
        {
            let candidate = PinDiagnosis.Object(certificate)
            shown.examine(candidate)
            found.append(DiagnosedObject(candidate, certificate, at: place))
        }
        objects = found
        search = shown
    }
}

/// The bytes of the last file, for pins that were made from a whole file.
private struct WholeFile {
    private var name: String?
    private var contents: [UInt8] = []

    /// Returns the bytes of a file; empty for standard input and pipes, which can be read only once.
    mutating func bytes(_ file: String) -> [UInt8] {
        guard file != name else { return contents }
        name = file
        contents = []
        if file != PathName.standardInput, case .file? = try? System.kind(ofPath: file) {
            contents = (try? System.contents(ofPath: file)) ?? []
        }
        return contents
    }
}
