import SPKIHash

extension Command {
    static let inspect = Command(
        name: "inspect",
        summary: "show the fields of certificates and keys",
        operands: "[OPTIONS] FILE...",
        discussion: """
            Shows the names, dates, key, pin, fingerprints and extensions of every certificate,
            followed by notes on anything odd; the algorithm and pin of every key; and the
            contents of requests, CRLs and containers. For a private key, shows only its public
            half.
            """,
        options: [
            Option("--full", "show everything: signatures, moduli, all names"),
            Option(
                "--field NAME", suggesting: FieldPath.known.filter { !$0.contains(".") },
                "print only the field with this JSON name"),
            Dates.atOption, CAKeys.option,
            Option("--entries", "also show the entries of CRLs"),
            Option("--strict", "reject files instead of repairing them; exit with status 1 on any note"),
        ] + Passwords.options + jsonOptions + [Bulk.jobsOption] + lineOptions,
        examples: [
            ("pemtool inspect server.pem", "one screen per certificate"),
            ("pemtool inspect --field not_after server.pem", "2027-01-31T23:59:59Z, for a script"),
            (
                "pemtool inspect --jsonl certs/ | jq -r .subject",
                "the subjects of all certificates in a folder"
            ),
        ],
        run: { (arguments) throws(UsageError) in try runInspect(arguments) }
    )

    private static func runInspect(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var answer = try Answer(arguments)
        let field = try FieldPath(arguments)
        let options = Screen.Options(
            isFull: arguments.has("--full"), now: try Dates.moment(arguments),
            hasEntries: arguments.has("--entries"), caKeys: try CAKeys(arguments))
        let view = ObjectJSON(isFull: true, options: options)
        if var lines = try LineMode(arguments, view) { return lines.run(try Inputs(arguments)) }
        var inputs = try Inputs(arguments)
        let isJSON = answer.isJSON
        let bulk = try Bulk.Options(arguments, needsPlace: true)
        inputs.forEachObject(
            { (file, object) in
                if isJSON {
                    return Rendered(json: { view.write(object, in: file, to: &$0) })
                }
                guard case .success(let content) = object.contentResult else { return Rendered() }
                return field.map { rendered($0, of: object, content, in: file, view) }
                    ?? Rendered(screen: { Screen.show(object, content, in: file, options, $0) })
            },
            bulk: answer.isLineByLine ? bulk : nil,
            emit: { answer.print($0) }, emitLines: { answer.output.lines($0) })
        answer.finish()
        guard inputs.status == .success else { return inputs.status }
        return inputs.facts.contains(.hasNotes) && arguments.has("--strict") ? .no : .success
    }

    /// Returns the values of a field, one per line.
    private static func rendered(
        _ field: FieldPath, of object: InputObject, _ content: InputObject.Content, in file: String,
        _ view: ObjectJSON
    ) -> Rendered {
        var rendered = Rendered()
        let text = field.lines { rendered.facts = view.write(object, in: file, to: &$0) }
            .joined(separator: "\n")
        // If a container lacks the field, its members, which follow, may have it.
        rendered.output = text.isEmpty && content.isContainer ? nil : text
        return rendered
    }
}
