import DERKit
import SPKIHash

/// A literal in source code: an element of the dictionaries and arrays of Swift and Objective-C, of the lists
/// of Kotlin and Java, and of calls.
struct SourceValue {
    indirect enum Kind {
        /// A string, and the comment after it.
        case string(String, comment: String?)
        /// A name, `true`, `nil`, a number, or an expression whose value is unknown.
        case word(String)
        case array([SourceValue])
        case dictionary([(key: SourceValue, value: SourceValue)])
        /// A call: the last word of its name, and the arguments.
        case call(String, [(label: String?, value: SourceValue)])
    }

    let kind: Kind
    let position: TextPosition
    /// The whole dotted name of a word or a call, for messages.
    var path: [String] = []

    subscript(_ label: String) -> SourceValue? {
        arguments?.first { $0.label == label }?.value
    }

    func property(_ name: String) -> SourceValue? { entries?.last { $0.key.string?.text == name }?.value }

    var arguments: [(label: String?, value: SourceValue)]? {
        if case .call(_, let arguments) = kind { arguments } else { nil }
    }

    var array: [SourceValue]? {
        switch kind {
        case .array(let values): values
        case .dictionary(let entries) where entries.isEmpty: []
        default: nil
        }
    }

    var entries: [(key: SourceValue, value: SourceValue)]? {
        switch kind {
        case .dictionary(let entries): entries
        case .array(let values) where values.isEmpty: []
        default: nil
        }
    }

    var string: (text: String, comment: String?)? {
        if case .string(let text, let comment) = kind { (text, comment) } else { nil }
    }

    var word: String? { if case .word(let word) = kind { word } else { nil } }

    /// The name in messages of an expression whose value is unknown.
    static let expression = "an expression"

    /// The value in messages: its name, or that it is an expression.
    var name: String {
        let path = self.path.joined(separator: ".")
        return switch kind {
        case .word(let word):
            word == SourceValue.expression ? word : "'\(displayed(path.isEmpty ? word : path))'"
        case .call(let name, _): "'\(displayed(path.isEmpty ? name : path))(…)'"
        case .string: "a string"
        case .array, .dictionary: "a list"
        }
    }
}

extension SourceValue {
    func at(_ position: TextPosition) -> SourceValue { SourceValue(kind: kind, position: position) }

    /// Returns the value of `self + other`: one text or one list.
    func adding(_ other: SourceValue) -> SourceValue {
        var sum = Kind.word(SourceValue.expression)
        if let text = string, let rest = other.string, text.text.utf8.count + rest.text.utf8.count < 4096 {
            sum = .string(text.text + rest.text, comment: rest.comment ?? text.comment)
        } else if let values = array, let rest = other.array, values.count + rest.count < 10_000 {
            sum = .array(values + rest)
        }
        return SourceValue(kind: sum, position: position)
    }
}

extension SourceValue {
    /// Returns the string that the source has for `what`, such as "host", and the comment after it.
    static func literal(
        _ value: SourceValue?, for what: String, of name: String? = nil
    ) throws(PolicyError) -> (text: String, comment: String?) {
        if let string = value?.string { return string }
        let found = value?.name ?? SourceValue.expression
        throw PolicyError(
            .notUnderstood,
            "\(name.map { "\($0): " } ?? "")the \(what) is \(found), which is not defined in this file",
            hint: "write the \(what) as a string literal, or define its constant in the same file")
    }
}
