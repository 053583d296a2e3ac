import SPKIHash

/// A value in a property list or JSON text, to the extent that policies need it.
struct DataValue {
    enum Kind {
        /// A string, and the comment that follows it.
        case string(String, comment: String?)
        case bool(Bool)
        /// A number, as written.
        case number(String)
        case array([DataValue])
        /// A dictionary with its entries in order.
        case dictionary([Entry])
        /// Any other value, such as a date or null, with its name in messages. Policies do not contain such values.
        case other(String)
    }

    /// A key and its value.
    struct Entry {
        let key: String
        let value: DataValue
        /// The position of the key; `nil` in a binary property list.
        var position: TextPosition?
    }

    let kind: Kind
    /// The position; `nil` in a binary property list and in JSON.
    let position: TextPosition?

    init(_ kind: Kind, at position: TextPosition? = nil) {
        self.kind = kind
        self.position = position
    }

    /// Returns the value for a key of a dictionary.
    subscript(_ key: String) -> DataValue? { entries?.first { $0.key == key }?.value }

    var entries: [Entry]? { if case .dictionary(let entries) = kind { entries } else { nil } }
    var array: [DataValue]? { if case .array(let values) = kind { values } else { nil } }
    var string: (text: String, comment: String?)? {
        if case .string(let text, let comment) = kind { (text, comment) } else { nil }
    }
    /// The Boolean value; `nil` if the value has another type. The numbers 1 and 0 count as true and false.
    var bool: Bool? {
        switch kind {
        case .bool(let value): value
        case .number("1"): true
        case .number("0"): false
        default: nil
        }
    }

    var name: String {
        switch kind {
        case .string: "a string"
        case .bool: "true or false"
        case .array: "an array"
        case .dictionary: "a dictionary"
        case .number(let text): "the number \(displayed(text))"
        case .other(let text): displayed(text)
        }
    }
}
