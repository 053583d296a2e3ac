import DERKit
import SPKIHash
import X509Model

/// Label and role of a pin, in a comment beside it: `backup "next key"`.
///
/// No consumer has a field for them, but most formats have comments; there they are kept, so that a file that
/// is read back still says which key is which.
struct Annotation: Hashable {
    let label: String
    let role: PinRole

    /// Nil for an active pin without a label, which needs no comment.
    var text: String? {
        guard !label.isEmpty || role != .active else { return nil }
        return role.rawValue + (label.isEmpty ? "" : " " + QuotedText.json(label))
    }

    init(_ label: String, _ role: PinRole) {
        self.label = label
        self.role = role
    }

    /// The annotation in a comment; an active pin without a label where it holds none.
    init(comment: String?) {
        // A comment that is not a stream-safe text is none of ours.
        guard let comment, MarkRun.end(in: comment) == nil else {
            self.init("", .active)
            return
        }
        let text = comment.trimmed
        let word = text.prefix { $0.isLetter }
        guard let role = PinRole(rawValue: String(word)) else {
            self.init("", .active)
            return
        }
        let rest = String(text.dropFirst(word.count)).trimmed
        if case .string(let label)? = try? JSONValue.read(Array(rest.utf8)) {
            self.init(label, role)
        } else {
            self.init("", rest.isEmpty ? role : .active)
        }
    }
}

extension PinSet.Member {
    var annotation: String? { Annotation(label, role).text }

    init(_ pin: Pin, comment: String?) {
        let annotation = Annotation(comment: comment)
        self.init(pin, label: annotation.label, role: annotation.role)
    }
}

extension CertificateSet.Member {
    var annotation: String? { Annotation(label, role).text }
}
