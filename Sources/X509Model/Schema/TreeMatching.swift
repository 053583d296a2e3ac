import DERKit

extension TreeLabels {
    /// Returns the type of the value at `place` as the next field of the value `parent`.
    mutating func child(_ place: Int, of parent: Int) -> State? {
        guard let outer = states[parent] else { return nil }
        switch outer.type {
        case .sequence(let fields):
            var next = Int(nextFields[parent])
            while next < fields.count {
                let field = fields[next]
                if let state = match(field, place, in: parent) {
                    nextFields[parent] = UInt8(clamping: next + 1)
                    return state
                }
                guard field.isOptional else { break }
                next += 1
            }
            // After a value that does not match, the remaining fields cannot be identified.
            nextFields[parent] = UInt8(clamping: fields.count)
            return nil
        case .sequenceOf(let name), .setOf(let name): return match(.named(name), place)
        case .string(_, let holds):
            return hasInside(parent) ? holds.flatMap { match(.named($0), place) } : nil
        default: return nil
        }
    }

    private mutating func match(_ field: ASN1Type.Field, _ place: Int, in parent: Int) -> State? {
        let type = defined(field.type, in: parent)
        let state: State
        if let number = field.tagNumber {
            let tag = tree.nodes[place].tag
            guard tag.tagClass == .contextSpecific, tag.number == number else { return nil }
            if field.isExplicit {
                guard tag.isConstructed else { return nil }
                let inside = ASN1Type.Field(
                    name: "", type: type, tagNumber: nil, isExplicit: false, isOptional: false)
                state = State(.sequence([inside]), named: nil, "")
            } else {
                guard let found = match(type, place, isTagImplicit: true) else { return nil }
                state = found
            }
        } else {
            guard let found = match(type, place) else { return nil }
            state = found
        }
        guard !field.name.isEmpty else { return state }
        let isTagged = tree.nodes[place].tag.tagClass == .contextSpecific && field.tagNumber == nil
        let label = isTagged && !state.label.isEmpty ? "\(field.name).\(state.label)" : field.name
        return self.state(state.type, named: state.typeName, label)
    }

    /// Returns the label of a value, the same for all values without members that have it.
    private mutating func state(_ type: ASN1Type, named typeName: String?, _ label: String) -> State {
        guard case .universal(let name, _) = type else { return State(type, named: typeName, label) }
        if let known = shared[label], known.typeName == typeName, case .universal(name, _) = known.type {
            return known
        }
        let state = State(type, named: typeName, label)
        shared[label] = state
        return state
    }

    /// Returns the type of a value, with type names and choices resolved.
    mutating func match(_ type: ASN1Type, _ place: Int, isTagImplicit: Bool = false) -> State? {
        var type = type
        var typeName: String?
        while case .named(let name) = type {
            guard let definition = ASN1Type.byName[name] else { return nil }
            typeName = name
            type = definition
        }
        if case .choice(let alternatives) = type {
            for alternative in alternatives {
                if let state = match(alternative, place, in: place) { return state }
            }
            return nil
        }
        guard isTagImplicit || fits(type, tree.nodes[place]) else { return nil }
        return state(type, named: typeName, typeName ?? "")
    }

    private func fits(_ type: ASN1Type, _ node: DERNode) -> Bool {
        switch type {
        case .universal(_, let number), .string(let number, _):
            node.tag.tagClass == .universal && node.tag.number == number
        case .version: node.tag == .integer && node.content.count == 1
        case .sequence, .sequenceOf: node.tag == .sequence
        case .setOf: node.tag == .set
        case .any, .definedBy, .choice, .named: true
        }
    }

    /// Returns the type `DEFINED BY` the first object identifier inside the value `parent`.
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
