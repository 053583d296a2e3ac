import PinPolicies

/// The output of `policy read` for a folder, an archive or a binary file: every pin and certificate, one per line.
///
///     res/xml/pins.xml:6:33: sha256/C5+lpZ7tcVwm…  **.example.com  android  ISRG Root X1, …; root
struct AppPins {
    private let keys: CAKeys
    private var answer: Answer
    private var count = 0
    private var files = 0
    private var hasFailed = false
    private var hasOwner = false
    /// The number of digests that nothing identifies as pins.
    private var bareCount = 0
    /// The host for pins that a file does not assign to any host.
    private let pattern: HostPattern?

    /// - Parameter contents: the contents of a file that has been read; `nil` for a folder.
    static func list(
        _ path: String, _ arguments: Arguments, contents: [UInt8]? = nil
    ) throws(UsageError) -> ExitStatus {
        if arguments.has("--from") {
            throw UsageError(
                "--from is for a single file, and excludes --json", hint: "specify the file of the policy")
        }
        let answer = try Answer(arguments)
        var report = AppPins(
            keys: try CAKeys(arguments), answer: answer, pattern: try PolicyFile.pattern(arguments))
        AppFiles(path: path, contents: contents).forEach { report.add($0) }
        return report.finish(path)
    }

    private mutating func add(_ file: AppFiles.File) {
        files += 1
        if let problem = file.problem { return fail("\(file.name): \(problem)") }
        do throws(ArchiveError) {
            let listing = try PinListing(file.bytes, for: pattern)
            bareCount += listing.bareCount
            for item in listing.items { add(item, file) }
            // A page that explains pins is not a configuration, so its problems are not reported.
            for problem in AppPins.isProse(file) ? [] : listing.problems {
                fail("\(file.name): \(problem.placedMessage)")
            }
        } catch {
            fail("\(file.name): \(error)")
        }
        addObjects(file)
    }

    private mutating func fail(_ message: String) {
        hasFailed = true
        complain(message)
    }

    private static func isProse(_ file: AppFiles.File) -> Bool {
        let name = (file.entry ?? file.path).lowercased()
        return [".md", ".txt", ".rst", ".html", ".adoc"].contains { name.hasSuffix($0) }
    }

    private mutating func add(_ item: PinListing.Item, _ file: AppFiles.File) {
        var pin: Pin?
        var fingerprint: CertificateFingerprint?
        var note = item.isInComment ? "in a comment" : nil
        switch item.pinned {
        case .publicKey(let key):
            pin = key
        case .certificate(let digest):
            fingerprint = digest
            note = "of the certificate, not of its key: every renewal changes it"
        }
        let hosts = item.patterns.map { "\($0)" }
        let owner = owner(of: pin)
        let keys = keys
        let parts: [String?] = [
            pin.map { "\($0)" } ?? item.pinned.text,
            hosts.joined(separator: ",") + (item.hostSource == .nearby ? " (nearby)" : ""),
            item.format?.rawValue, owner.map(keys.text), note,
        ]
        print(AppPins.placeText(file, item.place), parts) { (json) in
            AppPins.write(file, item.place, to: &json)
            if let pin { json.string("pin", pin.base64) }
            if let fingerprint { json.string("certificate_sha256", "\(fingerprint)") }
            json.texts("hosts", hosts)
            json.string("host_from", item.hostSource?.rawValue)
            json.string("format", item.format?.rawValue)
            keys.write(owner, to: &json)
            json.string("message", note)
        }
    }

    /// Counts a pin, and returns the known CA key to which the pin belongs, or `nil` if there is none.
    private mutating func owner(of pin: Pin?) -> KnownCAKey? {
        count += 1
        let owner = pin.flatMap { keys.table[$0] }
        hasOwner = hasOwner || owner != nil
        return owner
    }

    /// Lists the certificates and keys in a file.
    ///
    /// Source code may contain PEM lines that do not belong to objects. Errors are therefore reported only for a file
    /// whose name indicates an object.
    private mutating func addObjects(_ file: AppFiles.File) {
        let bytes = file.bytes
        guard file.mayHoldObjects else { return }
        for object in ObjectReading().objects(in: bytes) {
            let checked = CheckedObject(
                object.identified(in: bytes), in: file.place, for: .key, isStrict: false)
            if file.isNamed, !checked.facts.isDisjoint(with: [.failed, .isLacking]) {
                hasFailed = true
                // Only the error is shown, because the advice is for commands that read one file.
                checked.complaints.first.map(complain)
            }
            guard case .success(let content) = object.contentResult, let key = content.subjectPublicKeyInfo
            else { continue }
            add(key.pin, content, at: object.index, in: file)
        }
    }

    private mutating func add(
        _ pin: Pin, _ content: InputObject.Content, at index: Int, in file: AppFiles.File
    ) {
        let subject = content.certificate?.subject.description
        let owner = owner(of: pin)
        let fingerprint = content.certificate.map { "\(CertificateFingerprint($0))" }
        let keys = keys
        let place = "\(file.name): \(spokenKind(content.kind)) \(index + 1)"
        print(place, [pin.description, subject, owner.map(keys.text)]) { (json) in
            AppPins.write(file, nil, to: &json)
            json.count("index", index)
            json.string("kind", content.kind)
            json.string("certificate_sha256", fingerprint)
            json.string("pin", pin.base64)
            json.string("subject", subject)
            keys.write(owner, to: &json)
        }
    }

    /// Prints the parts on one line or, in JSON, the fields.
    private mutating func print(
        _ place: String, _ parts: [String?], _ fields: (inout JSONWriter) -> Void
    ) {
        guard !answer.isJSON else { return answer.printObject(fields) }
        let text = parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "  ")
        answer.output.line("\(place): \(text)")
    }

    private static func placeText(_ file: AppFiles.File, _ place: PinListing.Place?) -> String {
        guard let place else { return file.name }
        guard let position = place.position else { return "\(file.name): byte \(place.offset)" }
        return "\(file.name):\(position.line):\(position.column)"
    }

    private static func write(
        _ file: AppFiles.File, _ place: PinListing.Place?, to json: inout JSONWriter
    ) {
        json.string("file", file.path)
        json.string("entry", file.entry)
        if let position = place?.position {
            json.count("line", position.line)
            json.count("column", position.column)
        } else if let place {
            json.count("offset", place.offset)
        }
    }

    private mutating func finish(_ path: String) -> ExitStatus {
        answer.finish()
        if bareCount > 0 {
            complain("note: \(counted(bareCount, "digest")) not listed: no sign of a pin nearby")
        }
        if hasOwner { complain("note: \(keys.source(at: DERTime.now))") }
        if count == 0, !hasFailed {
            complain("\(PathName.ofInput(path)): no pins or certificates in \(counted(files, "file"))")
        }
        return hasFailed ? .unreadable : count == 0 ? .no : .success
    }
}
