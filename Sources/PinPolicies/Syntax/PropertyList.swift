import SPKIHash

/// Property lists, which contain the configuration of apps for Apple's platforms.
enum PropertyList {
    /// Reads a property list in XML or binary form, or a fragment of one as shown in articles.
    static func read(_ text: [UInt8]) throws(PolicyError) -> (root: DataValue, isWhole: Bool) {
        guard !BinaryPropertyList.isBinary(text) else { return (try BinaryPropertyList.read(text), true) }
        let root = try XMLElement.read(text, isFragment: true)
        let contents = root.elements
        guard let first = contents.first?.element else {
            throw PolicyError(.syntax, "missing property list: the text has no elements")
        }
        if first.name == "key" { return (DataValue(.dictionary(try entries(of: root))), false) }
        guard contents.count == 1 else {
            throw PolicyError(
                .syntax, "several elements; expected one <plist>", position: contents[1].element.position)
        }
        guard first.name == "plist" else { return (try value(first, comment: nil), false) }
        guard let content = first.elements.first, first.elements.count == 1 else {
            throw PolicyError(
                .syntax, "invalid property list; expected one value inside <plist>", position: first.position)
        }
        return (try value(content.element, comment: content.comment), true)
    }

    // This function may recurse, because XMLElement.read limits the nesting level.
    private static func value(_ element: XMLElement, comment: String?) throws(PolicyError) -> DataValue {
        // Otherwise, the text before and after the child element would be joined.
        if ["string", "integer", "real", "date", "data"].contains(element.name),
            let inside = element.children.first
        {
            throw PolicyError(
                .syntax, "unexpected <\(displayed(inside.name))> inside <\(element.name)>",
                position: inside.position)
        }
        let kind: DataValue.Kind
        switch element.name {
        case "string": kind = .string(element.text, comment: comment)
        case "true": kind = .bool(true)
        case "false": kind = .bool(false)
        case "integer", "real": kind = .number(element.text.trimmed)
        case "date", "data": kind = .other("a <\(element.name)>")
        case "array":
            kind = .array(
                try element.elements.map { (element, comment) throws(PolicyError) in
                    try value(element, comment: comment)
                })
        case "dict": kind = .dictionary(try entries(of: element))
        default:
            throw PolicyError(
                .syntax, "unexpected <\(displayed(element.name))> in a property list",
                position: element.position)
        }
        return DataValue(kind, at: element.position)
    }

    private static func entries(of element: XMLElement) throws(PolicyError) -> [DataValue.Entry] {
        var entries: [DataValue.Entry] = []
        var key: XMLElement?
        var keys: Set<String> = []
        for (child, comment) in element.elements {
            if let name = key {
                let value = try value(child, comment: comment)
                entries.append(DataValue.Entry(key: name.text, value: value, position: name.position))
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

    /// Returns an XML property list in which the dictionary of hosts, each with the lines for its keys and values, is
    /// inside another dictionary.
    static func document(
        _ outer: String, _ inner: String, _ hosts: [(host: HostName, lines: [String])]
    ) -> String {
        let entries = hosts.flatMap { (host, lines) in
            ["<key>\(host)</key>", "<dict>"] + lines.map { "\t\($0)" } + ["</dict>"]
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            \t<key>\(outer)</key>
            \t<dict>
            \t\t<key>\(inner)</key>
            \t\t<dict>
            \(entries.map { "\t\t\t\($0)\n" }.joined())\t\t</dict>
            \t</dict>
            </dict>
            </plist>

            """
    }
}

extension DataValue {
    /// Returns the hosts: the first dictionary or list that contains a dictionary with at least one of these keys, or
    /// `nil` if there is none.
    func hosts(withAnyOf keys: [String]) -> DataValue? {
        first { (value) in
            value.values.contains { (inner) in keys.contains { inner[$0] != nil } } ? value : nil
        }
    }

    /// Returns the value of a key in this dictionary or in a nested one, or `nil` if none contains the key.
    func first(_ key: String) -> DataValue? { first { $0[key] } }

    private var values: [DataValue] { entries?.map { $0.value } ?? array ?? [] }

    /// Returns the first result of a search in this value and the values inside it.
    private func first(_ found: (DataValue) -> DataValue?) -> DataValue? {
        var pending = [self]
        while let next = pending.popLast() {
            if let value = found(next) { return value }
            pending += next.values.reversed()
        }
        return nil
    }

    func requiredEntries(_ name: String) throws(PolicyError) -> [Entry] {
        // An empty array counts as an empty dictionary.
        if array?.isEmpty == true { return [] }
        return try required(entries, "a dictionary", name)
    }

    /// Returns the Boolean value of a key, or `nil` if the key is absent.
    ///
    /// - Throws: ``PolicyError`` for any other type, which must not count as false.
    func flag(_ key: String, in name: String) throws(PolicyError) -> Bool? {
        try self[key].map { (value) throws(PolicyError) in
            try value.required(value.bool, "true or false", "\(name): \(key)")
        }
    }

    /// Returns the content of the value, or throws an error if there is none, because the value is of another type.
    func required<Value>(
        _ value: Value?, _ expected: String, _ name: String, hint: String? = nil
    ) throws(PolicyError) -> Value {
        guard let value else {
            throw PolicyError(
                .notUnderstood, "\(name) is \(self.name); expected \(expected)",
                hint: hint ?? "write \(expected)", position: position)
        }
        return value
    }
}
