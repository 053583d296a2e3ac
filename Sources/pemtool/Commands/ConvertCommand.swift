import X509Model

extension Command {
    static let convert = Command(
        name: "convert",
        summary: "convert certificates and keys to another form",
        operands: "[OPTIONS] FILE...",
        discussion: """
            Writes the objects in the files, in order, to standard output or, with --output, to PATH.
            With --split, writes each object to its own file in PATH, an existing folder. Copies
            the DER unchanged from the input. For a container, writes the certificates in it.
            Never writes a private key, encrypted or not; use --extract public-key for the public
            half. Writes files completely or not at all, and replaces existing files only with
            --force.
            """,
        options: [
            Option(
                "--to FORM", values: Conversion.Form.allCases.map { $0.rawValue },
                "pem, der, hex or base64 (default: pem, or der for spki, raw-key and header)"),
            Option(
                "--extract PART", values: Conversion.Part.allCases.dropFirst().map { $0.rawValue },
                "certificate, spki, public-key, raw-key or header"),
            Option("--output PATH", "write to this file or, with --split, into this folder"),
            Option("--split", "write each object to its own file, such as 01-example.com.pem"),
            Option("--force", "replace existing files"),
            strictOption,
        ] + Passwords.options,
        examples: [
            ("pemtool convert --to der --output server.der server.pem", "PEM to DER"),
            ("pemtool convert --output chain.pem leaf.der intermediate.der", "join several files"),
            ("pemtool convert --split --output certs bundle.p7b", "write each certificate to its own file"),
            ("pemtool convert --extract header --to hex server.pem", "the bytes before the raw key"),
        ],
        run: { (arguments) throws(UsageError) in try runConvert(arguments) }
    )

    private static func runConvert(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        let part = arguments["--extract"].flatMap(Conversion.Part.init) ?? .object
        let isBinary = part == .spki || part == .rawKey || part == .header
        let form = arguments["--to"].flatMap(Conversion.Form.init) ?? (isBinary ? .der : .pem)
        guard form != .pem || (part != .rawKey && part != .header) else {
            throw UsageError(
                "\(part.rawValue) has no PEM form", hint: "use --to der, --to hex or --to base64")
        }
        let path = arguments["--output"]
        guard path != nil || !(arguments.has("--split") || arguments.has("--force")) else {
            throw UsageError("--split and --force require --output PATH")
        }
        guard path != nil || form != .der || !System.isTerminal(1) else {
            throw UsageError("binary output is not written to a terminal", hint: "use --output, or --to hex")
        }

        var inputs = try Inputs(arguments, for: part.need)
        var (isLacking, isReported) = (false, false)
        var conversions: [Conversion] = []
        inputs.forEachObject { (file, object) in
            guard case .success(let content) = object.contentResult else { return }
            do throws(InputError) {
                if let conversion = try Conversion(content, object, part) { conversions.append(conversion) }
            } catch {
                isReported = true
                // A private key that is left out is not a failure.
                isLacking = isLacking || error.code != .privateKey
                ErrorReport(error: error, object: object, file: file).print()
            }
        }
        let status = inputs.status != .success ? inputs.status : isLacking ? ExitStatus.unreadable : .success
        guard !conversions.isEmpty else {
            if status == .success, !isReported { complain("nothing to write") }
            return status == .success ? .unreadable : status
        }
        let texts = conversions.compactMap { $0.written(form) }
        guard let path, arguments.has("--split") else {
            let bytes = texts.flatMap { $0 }
            return try write(bytes, toPath: path, replacing: arguments.has("--force")) ? status : .unwritable
        }
        let files = zip(conversions, texts).enumerated().map {
            (place, output) -> (path: String, bytes: [UInt8]) in
            let name = FileName.make(
                number: place + 1, of: texts.count, title: output.0.title,
                fileExtension: form.fileExtension)
            return (path.hasSuffix("/") ? path + name : "\(path)/\(name)", output.1)
        }
        return try save(files, replacing: arguments.has("--force")) ? status : .unwritable
    }

    /// Writes bytes to a file or, without a path, to standard output. Returns whether it succeeded.
    static func write(_ bytes: [UInt8], toPath path: String?, replacing: Bool) throws(UsageError) -> Bool {
        if let path { return try save([(path, bytes)], replacing: replacing) }
        do throws(System.Failure) {
            try System.write(bytes, to: 1)
            return true
        } catch {
            complain("standard output: \(error.message)")
            return false
        }
    }

    /// Writes the files, and returns whether it succeeded. Unless `replacing` is true, none of them may exist.
    private static func save(
        _ files: [(path: String, bytes: [UInt8])], replacing: Bool
    ) throws(UsageError) -> Bool {
        // A signal may have cut off the input.
        guard !System.isInterrupted else { return false }
        if !replacing, let existing = files.first(where: { System.isTaken($0.path) }) {
            if case .folder? = try? System.kind(ofPath: existing.path) {
                throw UsageError("\(PathName.displayed(existing.path)): is a folder; expected a file")
            }
            throw UsageError(
                "\(PathName.displayed(existing.path)): file already exists", hint: "use --force to replace it"
            )
        }
        for file in files {
            do throws(System.Failure) {
                try System.save(file.bytes, toPath: file.path, replacing: replacing)
            } catch {
                complain("\(PathName.displayed(file.path)): \(error.message)")
                let folder = file.path.lastIndex(of: "/").map { String(file.path[..<$0]) } ?? ""
                if !folder.isEmpty, (try? System.kind(ofPath: folder)) == nil {
                    let command = PathName.isPlain(folder) ? ": mkdir -p \(folder)" : ""
                    hint("create the folder first\(command)")
                }
                return false
            }
        }
        confirm("wrote \(files.map { PathName.displayed($0.path) }.joined(separator: ", "))")
        return true
    }
}
