import DERKit

/// The ASN.1 tree of any bytes, without interpretation.
///
/// This reader is for inspection, not validation: it also reads BER (X.690 section 8.1), including indefinite lengths
/// and lengths and tags in more octets than necessary. It continues after bytes that it cannot read, and it opens an
/// OCTET STRING or BIT STRING whose content is one DER value.
///
/// Nodes are in input order, each before its members. Time and memory are linear in the number of bytes, and reading
/// does not recurse.
package struct DERTree: Sendable {
    package let bytes: [UInt8]
    /// The values, each followed by the values inside it.
    package private(set) var nodes: [DERNode] = []
    /// The first error; `nil` if all bytes were read.
    package private(set) var error: DERError?

    package let limits: DERLimits

    /// Reads `bytes` as a series of values, usually a single one.
    ///
    /// Reading ends with ``error`` at the limits ``DERLimits/objectSize`` and ``DERLimits/valueCount``.
    /// Values deeper than ``DERLimits/nesting`` are not opened.
    package init(_ bytes: some Collection<UInt8>, limits: DERLimits = .standard) {
        self.bytes = Array(bytes)
        self.limits = limits
        let mostBytes = min(limits.objectSize, Int(Int32.max))
        guard self.bytes.count <= mostBytes else {
            let size = byteCount(self.bytes.count)
            record(DERLimits.exceeded("objectSize", mostBytes, size, at: 0))
            return
        }
        let bytes = self.bytes
        // Reserved pages that no node needs take no memory, and the nodes are never copied to a larger array.
        nodes.reserveCapacity(min(limits.valueCount, bytes.count / 2))
        /// The indexes of the values whose content is being read. Until its end is found, content of indefinite length
        /// extends to the end of the enclosing structure.
        var open: [Int] = []
        var place = 0
        while true {
            while let last = open.last, place >= nodes[last].content.upperBound {
                if nodes[last].form == .indefinite {
                    record(
                        DERError(
                            .missing, at: place, expected: "end-of-contents octets 00 00",
                            found: "unexpected end"))
                }
                open.removeLast()
            }
            let end = open.last.map { nodes[$0].content.upperBound } ?? bytes.count
            guard place < end else { return }
            guard nodes.count < limits.valueCount else {
                let name = DERLimits.description(limits.valueCount, "valueCount")
                record(DERError(.limit, at: place, expected: "at most \(name) values in a tree"))
                return
            }
            guard let header = read(in: bytes.span, at: place, end) else {
                // The start of the next value is unknown, so the rest of the enclosing value is skipped.
                place = end
                guard !open.isEmpty else { return }
                continue
            }
            place = append(header, at: place, end, to: &open)
        }
    }

    /// Returns the number of content octets that the header of a value states, at most `Int.max`; `nil` for the
    /// indefinite form of BER.
    package func length(of node: DERNode) -> Int? {
        switch node.form {
        case .definite: return node.content.count
        case .indefinite: return nil
        case .cut:
            var cursor = BERCursor(node.range)
            return (try? cursor.nextHeader(in: bytes.span))?.length.map { Int(clamping: $0) }
        }
    }

    /// Returns the index of the innermost value that covers the octet at `offset`, or `nil` if there is none.
    package func node(at offset: Int) -> Int? { nodes.lastIndex { $0.range.contains(offset) } }

    /// For each value, the index of the next value that is not inside it.
    package var ends: [Int] {
        var ends = Array(repeating: nodes.count, count: nodes.count)
        var open: [Int] = []
        for (place, node) in nodes.enumerated() {
            while let last = open.last, nodes[last].depth >= node.depth {
                ends[last] = place
                open.removeLast()
            }
            open.append(place)
        }
        return ends
    }

    /// The limit on nesting; a node stores its depth in one octet.
    private var nesting: Int { min(limits.nesting, Int(UInt8.max)) }

    private typealias Header = (tag: DERTag, contentStart: Int, lengthStart: Int, length: UInt64?)

    /// Adds the value with this header, opens the value if it has members, and returns the place at which to continue.
    private mutating func append(
        _ header: Header, at place: Int, _ end: Int, to open: inout [Int]
    ) -> Int {
        let left = end - header.contentStart
        let length = header.length.map { Int(clamping: $0) }
        let isCut = (length ?? 0) > left
        if isCut, let stated = header.length {
            record(DERCursor.overrun(at: header.lengthStart, says: stated, left: left))
        }
        let content = header.contentStart..<header.contentStart + min(length ?? left, left)
        let index = nodes.count
        nodes.append(
            DERNode(
                tag: header.tag, offset: place, content: content,
                form: isCut ? .cut : length == nil ? .indefinite : .definite,
                in: open.last.map { (nodes[$0], $0) }))
        if header.tag == .universal(0), header.length == 0, let last = open.last,
            nodes[last].form == .indefinite
        {
            nodes[last].endContent(at: place)
            open.removeLast()
            return content.upperBound
        }
        let insideString = header.tag.isConstructed ? nil : insideOfString(nodes[index])
        guard header.tag.isConstructed || insideString != nil else { return content.upperBound }
        guard open.count < nesting else {
            let name = DERLimits.description(limits.nesting, "nesting")
            record(DERError(.limit, at: place, expected: "at most \(name) levels of nesting"))
            return content.upperBound
        }
        nodes[index].holdsDER = insideString != nil
        open.append(index)
        return insideString ?? content.lowerBound
    }

    /// Reads a tag and a length in any form that BER allows, or records an error and returns `nil`.
    private mutating func read(in bytes: Span<UInt8>, at start: Int, _ end: Int) -> Header? {
        var cursor = BERCursor(start..<end)
        do throws(DERError) {
            let tag = try cursor.readTag(in: bytes)
            let lengthStart = cursor.position
            let length = try cursor.readLength(in: bytes, bits: 55)
            guard length != nil || tag.isConstructed else {
                throw DERError(
                    .indefiniteLength, at: lengthStart, expected: "a definite length for a primitive value")
            }
            return (tag, cursor.position, lengthStart, length)
        } catch {
            switch error.code {
            case .tagTooLarge, .lengthTooLarge, .indefiniteLength: record(error)
            default:
                record(
                    DERError(.truncated, at: start, expected: "a tag and a length", found: "unexpected end"))
            }
            return nil
        }
    }

    private mutating func record(_ problem: DERError) {
        if error == nil { error = problem }
    }

    /// Returns the start of the DER value that fills a primitive OCTET STRING or BIT STRING, or `nil` if there is none.
    private func insideOfString(_ node: DERNode) -> Int? {
        guard node.stringDepth < min(limits.stringNesting, nesting), !node.isCut else { return nil }
        var range = node.content
        switch node.tag {
        case .octetString: break
        case .bitString:
            guard range.count > 1, bytes[range.lowerBound] == 0 else { return nil }
            range = range.lowerBound + 1..<range.upperBound
        default: return nil
        }
        return isOneValue(range, in: bytes.span, isUniversal: true) ? range.lowerBound : nil
    }

    /// Returns whether a value is strict DER down to its last member, with valid content for every type, so that random
    /// octets almost never pass.
    package func isPlausible(_ node: DERNode) -> Bool {
        isOneValue(node.range, in: bytes.span, isUniversal: false)
    }

    /// Returns whether the octets are one value in strict DER down to the last member, with valid content for
    /// every type.
    private func isOneValue(_ range: Range<Int>, in bytes: Span<UInt8>, isUniversal: Bool) -> Bool {
        var open = [DERCursor(range)]
        var count = 0
        while var last = open.popLast() {
            guard !last.isAtEnd else { continue }
            guard open.count < nesting, let element = try? last.next(in: bytes) else { return false }
            if count == 0, !last.isAtEnd || isUniversal && element.tag.tagClass != .universal { return false }
            count += 1
            guard DERTree.isPlausible(element, in: bytes) else { return false }
            open.append(last)
            if element.tag.isConstructed { open.append(DERCursor(contentOf: element)) }
        }
        return count > 0
    }

    private static func isPlausible(_ element: DERElement, in bytes: Span<UInt8>) -> Bool {
        guard element.tag.tagClass == .universal else { return true }
        switch element.tag {
        case .boolean, .integer, .bitString, .octetString, .null, .objectIdentifier, .enumerated, .utf8String,
            .bmpString, .universalString, .sequence, .set:
            return (try? element.checkContent(in: bytes)) != nil
        case .numericString, .printableString, .ia5String, .visibleString:
            return element.isInAlphabet(in: bytes)
        case .utcTime, .generalizedTime:
            return (try? element.time(in: bytes)) != nil
        case .teletexString, .generalString:
            return bytes.array(element.content).allSatisfy { $0 >= 0x20 && $0 != 0x7f }
        default:
            return false
        }
    }
}

/// A value in an ASN.1 tree, identified by its position in the input.
package struct DERNode: Sendable, Hashable {
    // A tree has up to one node for every two octets of its input, so the fields are as small as possible. All offsets
    // fit into `Int32`, because ``DERTree`` rejects larger inputs.
    private let start: Int32
    private let contentStart: Int32
    private var end: Int32
    private let parentPosition: Int32
    package let tag: DERTag
    private let outerCount: UInt8
    private let outerStringCount: UInt8
    /// The form of the length.
    package let form: Form
    /// A Boolean value that indicates whether this OCTET STRING or BIT STRING contains DER, whose nodes follow.
    package internal(set) var holdsDER = false

    /// The form of a length.
    package enum Form: Sendable {
        case definite
        /// The length exceeds the octets that remain in the enclosing structure.
        case cut
        /// The indefinite form of BER, which does not state a number of octets.
        case indefinite
    }

    /// Creates the node of a value.
    ///
    /// - Parameter outer: the enclosing value and its index; `nil` for an outermost value.
    init(
        tag: DERTag, offset: Int, content: Range<Int>, form: Form, in outer: (node: DERNode, position: Int)?
    ) {
        self.tag = tag
        self.form = form
        start = Int32(truncatingIfNeeded: offset)
        contentStart = Int32(truncatingIfNeeded: content.lowerBound)
        end = Int32(truncatingIfNeeded: content.upperBound)
        parentPosition = Int32(truncatingIfNeeded: outer?.position ?? -1)
        outerCount = UInt8(truncatingIfNeeded: (outer?.node.depth ?? -1) + 1)
        let strings = outer.map { $0.node.stringDepth + ($0.node.holdsDER ? 1 : 0) } ?? 0
        outerStringCount = UInt8(truncatingIfNeeded: strings)
    }

    /// The offset of the first tag octet.
    package var offset: Int { Int(start) }

    /// The number of tag and length octets.
    package var headerLength: Int { Int(contentStart - start) }

    /// A Boolean value that indicates whether the length exceeds the octets that remain in the enclosing structure.
    package var isCut: Bool { form == .cut }

    /// The range of the content that exists, which is shorter than the header states if ``isCut`` is true. Content of
    /// indefinite length ends before the end-of-contents octets.
    package var content: Range<Int> { Int(contentStart)..<Int(end) }

    /// The number of values that enclose this value, including strings that contain DER.
    package var depth: Int { Int(outerCount) }

    /// The number of OCTET STRING and BIT STRING values whose DER content includes this value.
    package var stringDepth: Int { Int(outerStringCount) }

    /// The index of the enclosing value in ``DERTree/nodes``; `nil` for an outermost value.
    package var parent: Int? { parentPosition < 0 ? nil : Int(parentPosition) }

    /// The range of the tag, length and content, as far as they exist.
    package var range: Range<Int> { Int(start)..<Int(end) }

    /// Sets the end of the content of a value with an indefinite length.
    mutating func endContent(at place: Int) { end = max(Int32(truncatingIfNeeded: place), contentStart) }
}
