import SPKIHash

/// An element of an XML document with its contents.
///
/// The reader accepts the part of XML 1.0 that property lists and Android's resources use, and rejects the rest.
/// Because it rejects an internal DTD subset, a document cannot define entities.
struct XMLElement {
    /// A node between the tags of an element.
    enum Node {
        case element(XMLElement)
        case text(String)
        case comment(String)
    }

    let name: String
    /// The attributes in order, without duplicates.
    let attributes: [(name: String, value: String)]
    fileprivate(set) var nodes: [Node] = []
    let position: TextPosition

    /// The child elements, each with the comment after it on the same line.
    var elements: [(element: XMLElement, comment: String?)] {
        var result: [(element: XMLElement, comment: String?)] = []
        var isSameLine = false
        for node in nodes {
            switch node {
            case .element(let element):
                result.append((element, nil))
                isSameLine = true
            case .comment(let text):
                if isSameLine, !result.isEmpty { result[result.count - 1].comment = text }
                isSameLine = false
            case .text(let text):
                if text.contains(where: { $0.isNewline }) { isSameLine = false }
            }
        }
        return result
    }

    var children: [XMLElement] {
        nodes.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    subscript(_ attribute: String) -> String? { attributes.first { $0.name == attribute }?.value }

    func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// The text of the element, without child elements and comments.
    var text: String {
        nodes.map { if case .text(let text) = $0 { text } else { "" } }.joined()
    }

    /// Reads a document or, with `isFragment`, any number of elements, which become the children of an element without
    /// a name.
    static func read(_ text: [UInt8], isFragment: Bool = false) throws(PolicyError) -> XMLElement {
        var reader = XMLReader(scanner: TextScanner(text), isFragment: isFragment)
        if isFragment {
            reader.root = XMLElement(name: "", attributes: [], position: TextPosition(line: 1, column: 1))
        }
        return try reader.document()
    }
}

/// A reader that keeps the open elements on its own stack instead of recursing.
private struct XMLReader {
    var scanner: TextScanner
    let isFragment: Bool
    var open: [XMLElement] = []
    var root: XMLElement?

    static let deepest = 64
    static let mostAttributes = 100

    mutating func document() throws(PolicyError) -> XMLElement {
        while !scanner.isAtEnd {
            let start = scanner.place
            if scanner.take("<!--") {
                guard let comment = scanner.take(upTo: "-->") else {
                    throw scanner.error("unterminated comment", at: start)
                }
                try scanner.countValue()
                add(.comment(String(decoding: comment, as: UTF8.self)))
            } else if scanner.take("<?") {
                // XML 1.0 section 2.8 forbids this, but Apple's parser of property lists accepts it.
                guard isFragment || start == scanner.start || !isDeclaration else {
                    throw scanner.error("the XML declaration is not at the start of the file", at: start)
                }
                guard scanner.take(upTo: "?>") != nil else {
                    throw scanner.error("unterminated processing instruction", at: start)
                }
            } else if scanner.take("<!DOCTYPE") {
                guard root == nil || isFragment, open.isEmpty, let body = scanner.take(upTo: ">"),
                    !body.contains(UInt8(ascii: "["))
                else {
                    throw scanner.error("unsupported document type with internal declarations", at: start)
                }
            } else if scanner.take("<![CDATA[") {
                try characterData(start)
            } else if scanner.take("<!") {
                throw scanner.error("unsupported declaration", at: start)
            } else if scanner.take("</") {
                try endTag(start)
            } else if scanner.take("<") {
                try startTag(start)
            } else {
                try characters()
            }
        }
        guard open.isEmpty else {
            throw scanner.error("unexpected end of file; expected </\(displayed(open[open.count - 1].name))>")
        }
        guard let root else { throw scanner.error("missing root element") }
        return root
    }

    private var isDeclaration: Bool {
        scanner.bytes[scanner.place...].starts(with: "xml".utf8)
            && scanner.peek(3).map(Base64.isWhiteSpace) ?? false
    }

    private mutating func add(_ node: XMLElement.Node) {
        if !open.isEmpty { open[open.count - 1].nodes.append(node) }
    }

    /// Reads a CDATA section, in which nothing is markup (XML 1.0 section 2.7).
    private mutating func characterData(_ start: Int) throws(PolicyError) {
        guard let raw = scanner.take(upTo: "]]>") else {
            throw scanner.error("unterminated character data", at: start)
        }
        guard let text = strictUTF8(raw) else { throw scanner.error("invalid UTF-8", at: start) }
        if !open.isEmpty { return try add(scanner.checked(text, at: start), start) }
        guard isFragment else { throw scanner.error("text outside the root element", at: start) }
    }

    private mutating func characters() throws(PolicyError) {
        let start = scanner.place
        let raw = scanner.take { $0 != UInt8(ascii: "<") }
        let text = try resolved(raw, start)
        if !open.isEmpty { return try add(text, start) }
        guard isFragment || text.allSatisfy({ $0.isWhitespace }) else {
            throw scanner.error("text outside the root element", at: start)
        }
    }

    /// Adds text to the open element. Comments and elements split the text, which is joined again later, so only its
    /// first part may begin with a combining mark.
    private mutating func add(_ text: String, _ start: Int) throws(PolicyError) {
        guard
            open[open.count - 1].nodes.isEmpty || text.unicodeScalars.first.map(MarkRun.isMark) != true
        else { throw scanner.error("text begins with a combining mark", at: start) }
        try scanner.countValue()
        add(.text(text))
    }

    private mutating func startTag(_ start: Int) throws(PolicyError) {
        try scanner.countValue()
        let position = scanner.nextPosition(of: start)
        let name = try name()
        guard open.count < XMLReader.deepest else {
            throw scanner.error("elements are nested too deeply", at: start)
        }
        guard root == nil || isFragment else {
            throw scanner.error("unexpected second root element", at: start)
        }
        var attributes: [(name: String, value: String)] = []
        while true {
            scanner.skipSpace()
            let isEmpty = scanner.take("/>")
            if isEmpty || scanner.take(">") {
                let element = XMLElement(name: name, attributes: attributes, position: position)
                return isEmpty ? close(element) : open.append(element)
            }
            let place = scanner.place
            guard attributes.count < XMLReader.mostAttributes else {
                throw scanner.error("element has more than \(XMLReader.mostAttributes) attributes", at: place)
            }
            let attribute = try self.name()
            scanner.skipSpace()
            guard scanner.take("=") else { throw scanner.unexpected("'='") }
            scanner.skipSpace()
            guard let quote = scanner.peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                throw scanner.unexpected("a value in quotes")
            }
            scanner.place += 1
            let valueStart = scanner.place
            let raw = scanner.take { $0 != quote && $0 != UInt8(ascii: "<") }
            guard scanner.peek() == quote else { throw scanner.error("unterminated attribute value") }
            scanner.place += 1
            guard !attributes.contains(where: { $0.name == attribute }) else {
                throw scanner.error("duplicate attribute '\(displayed(attribute))'", at: place)
            }
            attributes.append((attribute, try resolved(raw, valueStart)))
        }
    }

    private mutating func endTag(_ start: Int) throws(PolicyError) {
        let name = try name()
        scanner.skipSpace()
        guard scanner.take(">") else { throw scanner.unexpected("'>'") }
        guard let element = open.popLast(), element.name == name else {
            throw scanner.error("unexpected </\(displayed(name))>", at: start)
        }
        close(element)
    }

    private mutating func close(_ element: XMLElement) {
        if !open.isEmpty { return add(.element(element)) }
        if isFragment { root?.nodes.append(.element(element)) } else { root = element }
    }

    private mutating func name() throws(PolicyError) -> String {
        let name = scanner.take { (byte) in
            isWordCharacter(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: ":") || byte >= 0x80
        }
        guard !name.isEmpty else { throw scanner.unexpected("a name") }
        return try scanner.checked(String(decoding: name, as: UTF8.self), at: scanner.place - name.count)
    }

    /// Returns text with its references replaced (XML 1.0 sections 4.1 and 4.6).
    private func resolved(_ raw: ArraySlice<UInt8>, _ start: Int) throws(PolicyError) -> String {
        guard let text = strictUTF8(raw) else {
            throw scanner.error("invalid UTF-8", at: start)
        }
        guard raw.contains(UInt8(ascii: "&")) else { return try scanner.checked(text, at: start) }
        var parts = raw.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)[...]
        var result = Array(parts.popFirst() ?? [])
        for part in parts {
            guard let end = part.firstIndex(of: UInt8(ascii: ";")),
                let character = XMLReader.reference(part[..<end])
            else { throw scanner.error("unknown entity reference after '&'", at: start) }
            result += String(character).utf8
            result += part[(end + 1)...]
        }
        return try scanner.checked(String(decoding: result, as: UTF8.self), at: start)
    }

    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]

    private static func reference(_ octets: ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard octets.allSatisfy({ $0 < 0x80 }) else { return nil }
        let name = String(decoding: octets, as: UTF8.self)
        guard name.hasPrefix("#") else { return entities[name] }
        let digits = name.dropFirst()
        let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap(Unicode.Scalar.init)
    }
}

/// Returns `text` escaped for use as the content of an element or the value of an attribute.
package func xmlEscaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
        switch character {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        default: result.unicodeScalars.append(character)
        }
    }
    return result
}

func xmlComment(_ text: String) -> String { "<!-- \(text) -->" }
