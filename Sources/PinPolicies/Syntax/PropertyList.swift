import DERKit
import SPKIHash

/// A property list, to the extent that pins need it.
struct PropertyList {
    enum Kind {
        /// A string, and the comment that follows it.
        case string(String, comment: String?)
        case bool(Bool)
        case array([PropertyList])
        /// The entries in order.
        case dictionary([Entry])
        /// A number, as written.
        case number(String)
        /// A date, data, or in source code an expression. Policies contain none of these.
        case other(String)
    }

    /// A key and its value.
    struct Entry {
        let key: String
        let value: PropertyList
        /// The position of the key; `nil` in the binary form.
        var position: TextPosition?
    }

    let kind: Kind
    /// The position; `nil` in the binary form, and in a list for writing.
    let position: TextPosition?

    init(_ kind: Kind, at position: TextPosition? = nil) {
        self.kind = kind
        self.position = position
    }

    static func string(_ text: String, comment: String? = nil) -> PropertyList {
        PropertyList(.string(text, comment: comment))
    }
    static func bool(_ value: Bool) -> PropertyList { PropertyList(.bool(value)) }
    static func array(_ values: [PropertyList]) -> PropertyList { PropertyList(.array(values)) }
    static func dictionary(_ entries: [Entry]) -> PropertyList { PropertyList(.dictionary(entries)) }

    /// Reads a property list in its XML form or its binary form.
    ///
    /// - Throws: ``PolicyError``.
    static func read(_ text: [UInt8]) throws(PolicyError) -> PropertyList {
        guard !BinaryPropertyList.isBinary(text) else { return try BinaryPropertyList.read(text) }
        let root = try XMLElement.read(text)
        guard root.name == "plist", let content = root.elements.first, root.elements.count == 1 else {
            throw PolicyError(
                .syntax, "invalid property list; expected one value inside <plist>", position: root.position)
        }
        try root.refuseText()
        return try PropertyList(content.element, comment: content.comment)
    }

    // XMLElement.read limits how deep elements nest.
    private init(_ element: XMLElement, comment: String?) throws(PolicyError) {
        position = element.position
        switch element.name {
        case "string", "integer", "real", "date", "data":
            // Otherwise its text would be joined from the text around the element.
            guard let inside = element.elements.first?.element else { break }
            throw PolicyError(
                .syntax, "unexpected <\(displayed(inside.name))> inside <\(element.name)>",
                position: inside.position)
        default: try element.refuseText()
        }
        switch element.name {
        case "string": kind = .string(element.text, comment: comment)
        case "true": kind = .bool(true)
        case "false": kind = .bool(false)
        case "integer", "real": kind = .number(element.text.trimmed)
        case "date", "data": kind = .other("a <\(element.name)>")
        case "array":
            var values: [PropertyList] = []
            for (value, comment) in element.elements {
                values.append(try PropertyList(value, comment: comment))
            }
            kind = .array(values)
        case "dict": kind = .dictionary(try PropertyList.entries(of: element))
        default:
            throw PolicyError(
                .syntax, "unexpected <\(displayed(element.name))> in a property list",
                position: element.position)
        }
    }

    private static func entries(of element: XMLElement) throws(PolicyError) -> [Entry] {
        var entries: [Entry] = []
        var key: XMLElement?
        var keys: Set<String> = []
        for (child, comment) in element.elements {
            if let name = key {
                entries.append(
                    Entry(
                        key: name.text, value: try PropertyList(child, comment: comment),
                        position: name.position))
                key = nil
            } else if child.name == "key" {
                key = child
                guard keys.insert(child.text).inserted else {
                    throw PolicyError(
                        .syntax, "duplicate key '\(displayed(child.text))' in one dictionary",
                        position: child.position)
                }
            } else {
                throw PolicyError(
                    .syntax, "unexpected <\(displayed(child.name))> in a dictionary; expected <key>",
                    position: child.position)
            }
        }
        guard key == nil else {
            throw PolicyError(.syntax, "missing value after a key", position: element.position)
        }
        return entries
    }

    /// The value for a key of a dictionary.
    subscript(_ key: String) -> PropertyList? {
        guard case .dictionary(let entries) = kind else { return nil }
        return entries.first { $0.key == key }?.value
    }

    var entries: [Entry]? { if case .dictionary(let entries) = kind { entries } else { nil } }
    var array: [PropertyList]? { if case .array(let values) = kind { values } else { nil } }
    var string: (text: String, comment: String?)? {
        if case .string(let text, let comment) = kind { (text, comment) } else { nil }
    }
    /// The Boolean value; numbers convert as in Foundation's `boolValue`.
    var bool: Bool? {
        switch kind {
        case .bool(let value): value
        case .number("1"): true
        case .number("0"): false
        default: nil
        }
    }

    /// The kind of the value, for messages.
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

    // MARK: Writing

    /// A document in the XML form.
    var xml: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        \(xml(indent: ""))
        </plist>

        """
    }

    private func xml(indent: String) -> String {
        switch kind {
        case .string(let text, let comment):
            return "\(indent)<string>\(xmlEscaped(text))</string>" + (comment.map { " <!-- \($0) -->" } ?? "")
        case .bool(let value): return "\(indent)<\(value)/>"
        case .number(let text), .other(let text): return "\(indent)<string>\(xmlEscaped(text))</string>"
        case .array(let values):
            return "\(indent)<array>\n" + values.map { $0.xml(indent: indent + "\t") + "\n" }.joined()
                + "\(indent)</array>"
        case .dictionary(let entries):
            let lines = entries.map { (entry) in
                "\(indent)\t<key>\(xmlEscaped(entry.key))</key>\n\(entry.value.xml(indent: indent + "\t"))\n"
            }
            return "\(indent)<dict>\n" + lines.joined() + "\(indent)</dict>"
        }
    }
}
