import SPKIHash

extension Command {
    static let explain = Command(
        name: "explain",
        summary: "show how a pin is computed, byte by byte",
        operands: "[OPTIONS] FILE...",
        discussion: """
            Shows, for each key, why two tools print different hashes: the header and raw key that
            make up the SPKI, the hash of each, which API returns which form, the header as a
            constant to paste, and how OpenSSL and TrustKit treat the key.
            """,
        options: jsonOptions + Passwords.options,
        examples: [
            ("pemtool explain server.pem", "header + raw key = SPKI, and the hash of each"),
            ("pemtool explain --json server.pem", "the same for programs, with the bytes of each field"),
        ],
        run: { (arguments) throws(UsageError) in try runExplain(arguments) }
    )

    private static func runExplain(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
        var answer = try Answer(arguments)
        var inputs = try Inputs(arguments, for: .key)
        let view = ObjectJSON(isFull: false)
        inputs.forEachObject { (file, object) in
            guard case .success(let content) = object.contentResult, let key = content.subjectPublicKeyInfo
            else {
                if answer.isJSON { answer.print { view.write(object, in: file, to: &$0) } }
                return
            }
            if answer.isJSON {
                answer.print { (json) in
                    view.write(object, in: file, to: &json) { ExplainJSON.write(key, in: content, to: &$0) }
                }
            } else {
                let name = PathName.ofInput(file)
                let kind = spokenKind(content.kind)
                let title = paragraph("\(name): \(kind) \(object.index + 1), \(key.keyName)", indent: 2)
                answer.paragraph(title + ExplainText(key: key).lines)
            }
        }
        answer.finish()
        return inputs.status
    }
}
