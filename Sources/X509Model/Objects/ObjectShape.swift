import DERKit

/// The first tags of a value, which identify a kind of object. They are read as BER, so that containers are recognized
/// in BER and DER. The code that reads the object reports any other error.
struct ObjectShape {
    /// A member of a SEQUENCE: its tag, and the first tag inside it.
    struct Member {
        let tag: DERTag
        let first: DERTag?

        /// A Boolean value that indicates whether the member may be an AlgorithmIdentifier.
        var isAlgorithm: Bool { tag == .sequence && first == .objectIdentifier }
    }

    /// The tag of the value.
    let tag: DERTag
    /// The first members of the SEQUENCE, at most ten, up to the first member that cannot be read.
    let fields: [Member]
    /// The first members inside the first member of the SEQUENCE.
    private let innerFields: [Member]
    /// The content of the first member, if it is an INTEGER of one octet.
    let version: UInt8?
    /// A Boolean value that indicates whether the value begins with two INTEGERs that may be an RSA public key.
    let isRSAPublicKey: Bool

    /// Creates the shape of a value; `nil` for bytes that are neither a SEQUENCE, whole or truncated, nor an OBJECT
    /// IDENTIFIER.
    init?(_ value: [UInt8]) {
        let bytes = value.span
        guard bytes.count > 2 else { return nil }
        var outer = BERCursor(0..<bytes.count)
        let content: BERCursor
        if let value = try? outer.next(in: bytes) {
            guard value.tag == .sequence || value.tag == .objectIdentifier else { return nil }
            tag = value.tag
            content = BERCursor(contentOf: value)
        } else {
            // The value is truncated, but the content that is left may be enough.
            let start = 2 + (bytes[1] > 0x80 ? Int(bytes[1] & 0x7f) : 0)
            guard bytes[0] == 0x30, start < bytes.count else { return nil }
            tag = .sequence
            content = BERCursor(start..<bytes.count)
        }
        let elements = tag == .sequence ? ObjectShape.elements(of: content, in: bytes) : []
        fields = elements.map { ObjectShape.member($0, in: bytes) }
        let first = elements.first
        innerFields =
            first?.tag == .sequence
            ? first.map { ObjectShape.elements(of: BERCursor(contentOf: $0), in: bytes) }?
                .map { ObjectShape.member($0, in: bytes) } ?? [] : []
        version = first.flatMap {
            $0.tag == .integer && $0.content.count == 1 ? bytes[$0.content.lowerBound] : nil
        }
        isRSAPublicKey = ObjectShape.isRSAPublicKey(elements, bytes)
    }

    private static func elements(of series: BERCursor, in bytes: Span<UInt8>) -> [BERElement] {
        var cursor = series
        var members: [BERElement] = []
        while members.count < 10, !cursor.isAtEnd, let member = try? cursor.next(in: bytes) {
            members.append(member)
        }
        return members
    }

    private static func member(_ element: BERElement, in bytes: Span<UInt8>) -> Member {
        guard element.tag.isConstructed else { return Member(tag: element.tag, first: nil) }
        var cursor = BERCursor(contentOf: element)
        return Member(tag: element.tag, first: cursor.isAtEnd ? nil : (try? cursor.next(in: bytes))?.tag)
    }

    private static func isRSAPublicKey(_ fields: [BERElement], _ bytes: Span<UInt8>) -> Bool {
        guard fields.count > 1, fields[0].tag == .integer, fields[1].tag == .integer else { return false }
        // A private key begins with a version of one octet, a public key with its modulus.
        guard fields.count == 2 else { return fields[0].content.count != 1 && fields.count != 3 }
        let numbers = fields.compactMap { DERInteger(twosComplement: bytes.array($0.content)) }
        // The code that reads the key reports an INTEGER that is not DER.
        guard numbers.count == 2 else { return true }
        return RSAPublicKey.isPlausible(modulus: numbers[0], publicExponent: numbers[1])
    }

    /// Returns the tag of a member of the value, or `nil` if there is none.
    subscript(_ place: Int) -> DERTag? { place < fields.count ? fields[place].tag : nil }

    /// Returns the tag of a member of the first member, or `nil` if there is none.
    func inner(_ place: Int) -> DERTag? { place < innerFields.count ? innerFields[place].tag : nil }

    /// Returns whether a member of the first member is an INTEGER.
    func isNumber(_ place: Int) -> Bool { inner(place) == .integer }

    /// Returns whether a member of the first member may be an AlgorithmIdentifier.
    func isAlgorithm(_ place: Int) -> Bool { place < innerFields.count && innerFields[place].isAlgorithm }

    /// Returns whether a member of the first member begins with a text.
    func isListOfTexts(_ place: Int) -> Bool {
        place < innerFields.count && innerFields[place].first == .utf8String
    }

    /// Returns whether a member of the first member is a time.
    func isTime(_ place: Int) -> Bool { inner(place).map(ObjectShape.times.contains) ?? false }

    private static let times: [DERTag] = [.utcTime, .generalizedTime]

    /// The number of members if all of them are INTEGERs, as in traditional private keys; otherwise, 9 if the second
    /// member is an INTEGER, and 0 if it is not.
    var numberCount: Int {
        fields.allSatisfy { $0.tag == .integer } ? fields.count : self[1] == .integer ? 9 : 0
    }

    /// A Boolean value that indicates whether the first fields are a number and an algorithm, as in PKCS #8 and PKCS
    /// #12. The signed part of a version 1 certificate begins in the same way and is excluded.
    var isVersionAndAlgorithm: Bool {
        let isSignedPart =
            fields.count > 5 && fields[2...5].allSatisfy { $0.tag == .sequence }
            && fields[3].first.map(ObjectShape.times.contains) == true
        return self[0] == .integer && self[1] == .sequence && fields[1].isAlgorithm && !isSignedPart
    }

    /// A Boolean value that indicates whether the signed part consists only of a list of lists, as in an OCSP request
    /// (RFC 6960 section 4.1.1).
    var isListOfRequests: Bool {
        fields.count < 3 && inner(0) == .sequence && innerFields[0].first == .sequence
            && innerFields.count < 3
    }
}
