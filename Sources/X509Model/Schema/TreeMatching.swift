import DERKit

extension TreeLabels {
    typealias Match = (type: ASN1Type, typeName: String?, label: String)

    /// Returns the label of the value at `place` as the next field of the value `parent`, or `nil` if it does not
    /// match.
    mutating func child(_ place: Int, of parent: Int) -> State? {
        guard let outer = states[parent] else { return nil }
        switch outer.type {
        case .sequence(let fields):
            var next = Int(nextFields[parent])
            while next < fields.count {
                let field = fields[next]
                if let found = match(field, place, in: parent) {
                    nextFields[parent] = UInt8(clamping: next + 1)
                    return state(found)
                }
                guard field.isOptional else { break }
                next += 1
            }
            // After a value that does not match, the remaining fields cannot be identified.
            nextFields[parent] = UInt8(clamping: fields.count)
            return nil
        case .sequenceOf(let name), .setOf(let name): return state(named: name, place)
        case .string(_, let holds):
            return hasInside(parent) ? holds.flatMap { state(named: $0, place) } : nil
        default: return nil
        }
    }

    private func match(_ field: ASN1Type.Field, _ place: Int, in parent: Int) -> Match? {
        let tag = tree.nodes[place].tag
        guard field.tagNumber == nil || tag.tagClass == .contextSpecific && tag.number == field.tagNumber
        else { return nil }
        var type = defined(field.type, in: parent)
        if field.isExplicit {
            guard tag.isConstructed else { return nil }
            type = .sequence([
                ASN1Type.Field(name: "", type: type, tagNumber: nil, isExplicit: false, isOptional: false)
            ])
        }
        guard var match = match(type, place, isTagImplicit: field.tagNumber != nil) else { return nil }
        guard !field.name.isEmpty else { return match }
        let isTagged = tag.tagClass == .contextSpecific && field.tagNumber == nil
        match.label = isTagged && !match.label.isEmpty ? "\(field.name).\(match.label)" : field.name
        return match
    }

    /// Returns the label for a value of a named type, or `nil` if the value does not match the type.
    mutating func state(named name: String, _ place: Int) -> State? {
        match(.named(name), place).map { state($0) }
    }

    /// Returns the label for a match; values without members share one object if their labels are the same.
    private mutating func state(_ match: Match) -> State {
        let make = { State(match.type, named: match.typeName, match.label) }
        guard case .universal(let number) = match.type else { return make() }
        let known = shared[match.label].flatMap { $0.typeName == match.typeName ? $0 : nil }
        if let known, case .universal(number) = known.type { return known }
        let state = make()
        shared[match.label] = state
        return state
    }

    /// Returns the type of a value, with type names and choices resolved, or `nil` if the value does not match the
    /// type.
    private func match(_ type: ASN1Type, _ place: Int, isTagImplicit: Bool = false) -> Match? {
        var type = type
        var typeName: String?
        while case .named(let name) = type {
            guard let definition = ASN1Type.byName[name] else { return nil }
            typeName = name
            type = definition
        }
        if case .choice(let alternatives) = type {
            for alternative in alternatives {
                if let found = match(alternative, place, in: place) { return found }
            }
            return nil
        }
        guard isTagImplicit || fits(type, tree.nodes[place]) else { return nil }
        return (type, typeName, typeName ?? "")
    }

    private func fits(_ type: ASN1Type, _ node: DERNode) -> Bool {
        switch type {
        case .universal(let number), .string(let number, _):
            node.tag.tagClass == .universal && node.tag.number == number
        case .version: node.tag == .integer && node.content.count == 1
        case .sequence, .sequenceOf: node.tag == .sequence
        case .setOf: node.tag == .set
        case .any, .definedBy, .choice, .named: true
        }
    }

    /// Returns the type, with `DEFINED BY` resolved by the first object identifier inside the value `parent`.
    private func defined(_ type: ASN1Type, in parent: Int) -> ASN1Type {
        func found() -> String? {
            guard let outer = states[parent]?.typeName, let types = ASN1Type.typesByName[outer] else {
                return nil
            }
            var place = parent + 1
            while place < tree.nodes.count, tree.nodes[place].depth > tree.nodes[parent].depth {
                let node = tree.nodes[place]
                if node.tag == .objectIdentifier {
                    let identifier = ASN1ObjectIdentifier(content: Array(tree.bytes[node.content]))
                    return identifier?.name.flatMap { types[$0] }
                }
                place += 1
            }
            return nil
        }
        switch type {
        case .definedBy: return found().map(ASN1Type.named) ?? .any
        case .string(let number, nil): return .string(number, holds: found())
        default: return type
        }
    }
}
