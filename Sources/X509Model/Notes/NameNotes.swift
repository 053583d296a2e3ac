import DERKit

extension Certificate {
    /// A part of a name: where its SET is, and the attributes in it.
    private struct Part {
        let path: [String]
        let set: DERElement
        let attributes: [DERElement]
    }

    /// The parts of issuer and subject. They were checked when the certificate was read.
    private var nameParts: [Part] {
        let bytes = derBytes.span
        var parts: [Part] = []
        for (name, range) in [("issuer", tbs.issuer), ("subject", tbs.subject)] {
            var outer = DERCursor(range)
            guard let sequence = try? outer.next(.sequence, in: bytes) else { continue }
            var cursor = DERCursor(contentOf: sequence)
            while !cursor.isAtEnd, let set = try? cursor.next(.set, in: bytes) {
                var members = DERCursor(contentOf: set)
                var attributes: [DERElement] = []
                while !members.isAtEnd, let attribute = try? members.next(in: bytes) {
                    attributes.append(attribute)
                }
                parts.append(Part(path: ["tbsCertificate", name], set: set, attributes: attributes))
            }
        }
        return parts
    }

    /// Strings with characters that their type does not have.
    var alphabetNotes: [Note] {
        let bytes = derBytes.span
        var notes: [Note] = []
        for part in nameParts {
            for attribute in part.attributes {
                var fields = DERCursor(contentOf: attribute)
                guard let type = try? fields.next(.objectIdentifier, in: bytes),
                    let identifier = try? type.objectIdentifier(in: bytes),
                    let value = try? fields.next(in: bytes), !value.isInAlphabet(in: bytes)
                else { continue }
                let name = AttributeTypeNames.shortNames[identifier] ?? "\(identifier)"
                notes.append(
                    Note(
                        .stringAlphabet, "invalid characters for a \(value.tag)", at: value.start,
                        part.path + [name]))
            }
        }
        for (place, value) in extensions.enumerated() {
            guard case .success(.subjectAlternativeName(let names)) = value.decoded else { continue }
            if names.contains(where: { $0.hasForeignCharacters }) {
                notes.append(
                    Note(
                        .stringAlphabet, "invalid characters for an IA5String",
                        at: value.extnValueOffset, extensionPath(place, value)))
            }
        }
        return notes
    }

    /// The members of a SET OF are in the order of their encodings, shorter ones padded with zeros.
    var setOrderNotes: [Note] {
        let bytes = derBytes
        return nameParts.compactMap { (part) in
            let sorted = zip(part.attributes, part.attributes.dropFirst()).allSatisfy { (one, other) in
                !bytes[other.range].lexicographicallyPrecedes(bytes[one.range])
            }
            guard !sorted else { return nil }
            return Note(
                .setNotSorted, "attributes of one part of a name are not in DER order",
                at: part.set.start, part.path)
        }
    }

    /// A part of a name has at least one attribute.
    var emptyRDNNotes: [Note] {
        nameParts.filter { $0.attributes.isEmpty }.map { (part) in
            Note(.emptyRDN, "part of a name without attributes", at: part.set.start, part.path)
        }
    }
}

extension GeneralName {
    /// True for an IA5String with octets above 7F.
    fileprivate var hasForeignCharacters: Bool {
        switch self {
        case .rfc822Name(let text), .dNSName(let text), .uniformResourceIdentifier(let text): !text.isASCII
        default: false
        }
    }
}
