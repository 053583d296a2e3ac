import SPKIHash

extension Screen {
    /// Calls `emit` with a line that names the file and the object, and then with the lines of the object's screen,
    /// including notes on repairs.
    static func show(
        _ object: InputObject, _ content: InputObject.Content, in file: String, _ options: Options,
        _ emit: (String) -> Void
    ) -> Rendered.Facts {
        emit("\(PathName.displayed(file)): \(spokenKind(content.kind)) \(object.index + 1)")
        var screen = Screen(options)
        screen.show(content, emit)
        if let name = object.name?.text { screen.row("name", escapedForDisplay(name)) }
        if let identifier = object.name?.localKeyID { screen.row("local key ID", hex(identifier)) }
        let hasNotes = screen.hasNotes
        for (place, note) in object.notes.enumerated() {
            screen.row(place > 0 || hasNotes ? "" : "notes", escapedForDisplay(note.message))
        }
        screen.emitRows(emit)
        return hasNotes ? .hasNotes : []
    }

    /// Adds the rows of an object: rows for the certificate or key, then rows for its kind.
    mutating func show(_ content: InputObject.Content, _ emit: (String) -> Void) {
        switch content {
        case .certificateRequest(let request): show(request, emit)
        case .certificateList(let list): show(list, emit)
        default:
            if let certificate = content.certificate {
                show(CertificateFacts(certificate), emit)
            } else if let key = content.subjectPublicKeyInfo {
                show(key)
            }
            for field in content.kindFields(entries: false) {
                if let title = field.title, !field.text.isEmpty { row(title, field.text) }
            }
        }
    }
}
