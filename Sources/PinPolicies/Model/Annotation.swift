import SPKIHash

/// The label and role of a pin, in a comment next to it: `backup "next key"`.
///
/// No consumer has a field for labels and roles, but most formats have comments. Reading such a file again therefore
/// restores the labels and roles.
struct Annotation: Hashable {
    let label: String
    let role: PinRole

    /// The text of the comment; `nil` for an active pin without a label, which does not need a comment.
    var text: String? {
        guard !label.isEmpty || role != .active else { return nil }
        return role.rawValue + (label.isEmpty ? "" : " " + QuotedText.json(label))
    }

    init(_ label: String, _ role: PinRole) {
        self.label = label
        self.role = role
    }

    /// Reads the annotation in a comment; without one, the pin is active and has no label.
    init(comment: String?) {
        // A comment that is not stream-safe text was not written by this library.
        guard let comment, MarkRun.end(in: comment) == nil,
            let role = PinRole(rawValue: String(comment.trimmed.prefix { $0.isLetter }))
        else {
            self.init("", .active)
            return
        }
        let rest = String(comment.trimmed.drop { $0.isLetter }).trimmed
        if let (label, _) = (try? DataValue.json(Array(rest.utf8)))?.string {
            self.init(label, role)
        } else {
            self.init("", rest.isEmpty ? role : .active)
        }
    }
}

extension PinSet.Member {
    init(_ pin: Pin, comment: String?) {
        let annotation = Annotation(comment: comment)
        self.init(pin, label: annotation.label, role: annotation.role)
    }
}

extension [PinStrategy] {
    /// Returns a line of a file for the digest of each member, with the annotation in a comment at the end. Certificate
    /// fingerprints are in hex.
    func lines(
        _ form: Pin.Format = .base64, comment: (String) -> String = { "// \($0)" },
        _ line: (String) -> String
    ) -> [String] {
        flatMap { $0.members }.map { (member) in
            let digest =
                switch member.matched {
                case .publicKey(let pin): pin.formatted(form)
                case .certificate(let fingerprint): "\(fingerprint)"
                }
            return line(digest) + (Annotation(member.label, member.role).text.map { " \(comment($0))" } ?? "")
        }
    }
}
