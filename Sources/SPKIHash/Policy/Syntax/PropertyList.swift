import DERKit

/// A property list, as far as pins are kept in one.
enum PropertyList {
    /// A text, and the comment that follows it.
    case string(String, comment: String? = nil)
    case bool(Bool)
    case array([PropertyList])
    /// The entries in their order.
    case dictionary([Entry])
    /// A number, a date or data, which no part of a policy is.
    case other(String)

    /// A key and its value.
    struct Entry {
        let key: String
        let value: PropertyList
    }

    /// Reads the XML form of a property list.
    ///
    /// - Throws: ``PolicyError``; the binary form is refused with the command that converts it.
    static func read(xml text: [UInt8]) throws(PolicyError) -> PropertyList {
        guard !text.starts(with: "bplist".utf8) else {
            throw PolicyError(
                .syntax, "a property list in the binary form is not read",
                hint: "convert it with plutil -convert xml1 FILE")
        }
        let root = try XMLElement.read(text)
        guard root.name == "plist", let content = root.elements.first, root.elements.count == 1 else {
            throw PolicyError(
                .syntax, "a property list is one value inside <plist>", position: root.position)
        }
        return try PropertyList(content.element, comment: content.comment)
    }

    // XMLElement.read limits how deep elements nest.
    private init(_ element: XMLElement, comment: String?) throws(PolicyError) {
        switch element.name {
        case "string": self = .string(element.text, comment: comment)
        case "true": self = .bool(true)
        case "false": self = .bool(false)
        case "integer", "real", "date", "data": self = .other(element.text)
        case "array":
            var values: [PropertyList] = []
            for (value, comment) in element.elements {
                values.append(try PropertyList(value, comment: comment))
            }
            self = .array(values)
        case "dict":
            var entries: [Entry] = []
            var key: String?
            var keys: Set<String> = []
            for (child, comment) in element.elements {
                if let name = key {
                    entries.append(Entry(key: name, value: try PropertyList(child, comment: comment)))
                    key = nil
                } else if child.name == "key" {
                    key = child.text
                    guard keys.insert(child.text).inserted else {
                        throw PolicyError(
                            .syntax, "the key \(displayed(child.text)) comes twice in one dictionary",
                            position: child.position)
                    }
                } else {
                    throw PolicyError(
                        .syntax, "<\(displayed(child.name))> in a dictionary where <key> is expected",
                        position: child.position)
                }
            }
            guard key == nil else {
                throw PolicyError(.syntax, "a key without a value", position: element.position)
            }
            self = .dictionary(entries)
        default:
            throw PolicyError(
                .syntax, "<\(displayed(element.name))> is no part of a property list",
                position: element.position)
        }
    }

    /// The value under a key of a dictionary.
    subscript(_ key: String) -> PropertyList? {
        guard case .dictionary(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    var entries: [Entry]? { if case .dictionary(let entries) = self { entries } else { nil } }
    var array: [PropertyList]? { if case .array(let values) = self { values } else { nil } }
    var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    var string: (text: String, comment: String?)? {
        if case .string(let text, let comment) = self { (text, comment) } else { nil }
    }

    /// The truth value under a key; nil where the key is absent.
    ///
    /// - Throws: ``PolicyError`` where it is something else, which must not be taken for false.
    func flag(_ key: String, in name: String) throws(PolicyError) -> Bool? {
        guard let value = self[key] else { return nil }
        guard let flag = value.bool else {
            throw PolicyError(
                .syntax, "\(name): \(key) is neither true nor false", hint: "write true or false there")
        }
        return flag
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
        switch self {
        case .string(let text, let comment):
            return "\(indent)<string>\(xmlEscaped(text))</string>" + (comment.map { " <!-- \($0) -->" } ?? "")
        case .bool(let value): return "\(indent)<\(value)/>"
        case .other(let text): return "\(indent)<string>\(xmlEscaped(text))</string>"
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
