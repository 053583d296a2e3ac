import SPKIHash

extension Command {
    static let wrap = Command(
        name: "wrap",
        summary: "prepend the header to a raw key",
        operands: "[OPTIONS] RAWKEY",
        discussion: """
            Builds the SPKI, and computes its pin, from the raw key that
            SecKeyCopyExternalRepresentation or CryptoKit returns: an RSA key in PKCS #1, a point
            (uncompressed, compressed or without its leading 04), or an Edwards or Montgomery key. RAWKEY
            is a file, hex, base64, or - for standard input. A point must be on its curve; that
            check also identifies the curve. Private keys are rejected.
            """,
        options: [
            Option("--algorithm NAME", suggesting: RawKeyAlgorithm.allCases.map { $0.rawValue }, algorithms),
            Option(
                "--format FORMAT", values: wrapFormats,
                "print only one of \(wrapFormats.joined(separator: ", "))"
            ),
        ] + jsonOptions,
        examples: [
            ("pemtool wrap key.bin", "the pin, and the SPKI in PEM"),
            ("pemtool wrap --format pin BJS/f/tE4nUyACz31P7Yku...", "the pin of a point given in base64"),
        ],
        run: { (arguments) throws(UsageError) in try runWrap(arguments) }
    )

    private static let algorithms = RawKeyAlgorithm.allCases.map { $0.rawValue }.joined(separator: ", ")
    private static let wrapFormats = ["pem", "der", "pin", "hex"]

    private static func runWrap(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var answer = try Answer(arguments)
        guard !answer.isJSON || !arguments.has("--format") else {
            throw UsageError("--format and --json cannot be combined")
        }
        guard let operand = arguments.operands.first, arguments.operands.count == 1 else {
            throw UsageError(
                "wrap requires one raw key", hint: "provide a file, or the bytes in hex or base64")
        }
        let key = try WrapInput(operand: operand).key(try wrapAlgorithm(arguments["--algorithm"]))
        if let form = key.pointForm {
            hint(
                "to get a certificate's pin, provide the point uncompressed; a \(form) point has a different pin"
            )
        }
        if answer.isJSON {
            answer.printObject { (json) in
                json.bool("ok", true)
                json.string("kind", "public-key")
                json.hex("sha256", SHA256.hash(key.derBytes))
                json.string("pin", key.pin.base64)
                json.base64("raw_key_sha256", SHA256.hash(key.subjectPublicKey.bytes))
                json.string("key_name", key.keyName)
                json.hex("header", key.header)
                json.hex("spki", key.derBytes)
                json.string("pem", PEM.encode(key.derBytes, label: "PUBLIC KEY"))
            }
        } else {
            let pem = PEM.encode(key.derBytes, label: "PUBLIC KEY").dropLast()
            switch arguments["--format"] {
            case "der": return try write(key.derBytes, toPath: nil, replacing: false) ? .success : .unwritable
            case "pin": answer.output.line(key.pin.base64)
            case "hex": answer.output.line(hex(key.derBytes))
            case "pem": answer.output.line(String(pem))
            default:
                // Readers of PEM skip text before a block.
                answer.output.line("\(key.keyName) \(key.pin)")
                answer.output.line(String(pem))
            }
        }
        answer.finish()
        return .success
    }

    static func wrapAlgorithm(_ name: String?) throws(UsageError) -> RawKeyAlgorithm? {
        guard let name else { return nil }
        guard let algorithm = RawKeyAlgorithm(name: name) else {
            throw .unknown(
                "algorithm", name, among: RawKeyAlgorithm.allCases.flatMap { $0.names },
                help: "--algorithm accepts \(algorithms)")
        }
        return algorithm
    }
}
