import DERKit

/// The extensions of a certificate, a request or a revocation list, with their decoded values.
///
/// A short list is decoded once and kept. A long list is not: decoded extensions take many times
/// the memory of their bytes, so each is decoded during iteration.
package struct ExtensionList: Sequence, Sendable {
    /// An extension and its decoded value; a class, because a copy of so many fields takes longer than its use.
    package final class Member: Sendable {
        package let value: Certificate.Extension
        package let decodedResult: Result<ExtensionValue, DERError>

        package init(_ value: Certificate.Extension) {
            self.value = value
            decodedResult = value.decodedResult
        }
    }

    private let input: [UInt8]
    private let range: Range<Int>
    private let types: [ASN1ObjectIdentifier]
    private let kept: [Member]?

    /// The maximum number of extensions to keep.
    private static let few = 64

    /// - Parameters:
    ///   - range: the content of the SEQUENCE OF in `input`, which has been checked.
    ///   - types: the types of the members to include; all if it is empty.
    init(_ range: Range<Int>, in input: [UInt8], of types: [ASN1ObjectIdentifier] = []) {
        self.input = input
        self.range = range
        self.types = types
        var members: [Member] = []
        members.reserveCapacity(range.isEmpty ? 0 : 12)
        var reader = Iterator(input: input, cursor: DERCursor(range), types: types, kept: [], place: 0)
        while let member = reader.next() {
            members.append(member)
            guard members.count <= ExtensionList.few else {
                kept = nil
                return
            }
        }
        kept = members
    }

    package func makeIterator() -> Iterator {
        Iterator(
            input: input, cursor: DERCursor(kept == nil ? range : 0..<0), types: types, kept: kept ?? [],
            place: 0)
    }

    /// An iterator that decodes the members, or returns those that were kept.
    package struct Iterator: IteratorProtocol {
        fileprivate let input: [UInt8]
        fileprivate var cursor: DERCursor
        fileprivate let types: [ASN1ObjectIdentifier]
        fileprivate let kept: [Member]
        fileprivate var place: Int

        package mutating func next() -> Member? {
            if place < kept.count {
                defer { place += 1 }
                return kept[place]
            }
            // Each was checked when the object was read, so none fails here.
            let input = input
            let bytes = input.span
            while !cursor.isAtEnd, let layout = try? Certificate.Extension.read(&cursor, in: bytes) {
                let value = Certificate.Extension(layout, in: input)
                if types.isEmpty || types.contains(where: value.isOf) { return Member(value) }
            }
            return nil
        }
    }
}

/// A certificate with decoded versions of the parts that are used several times.
package struct DecodedCertificate: Sendable {
    package let certificate: Certificate
    package let extensions: ExtensionList
    package let validity: Certificate.Validity
    package let publicKeyResult: Result<DecodedPublicKey, DERError>

    package init(_ certificate: Certificate) {
        self.certificate = certificate
        extensions = certificate.extensionList()
        validity = certificate.validity
        publicKeyResult = certificate.subjectPublicKeyInfo.publicKeyResult
    }

    /// The value of ``Certificate/isCA``.
    package var isCA: Bool { Certificate.isCA(extensions) }

    /// The value of ``Certificate/isSelfSigned``.
    package var isSelfSigned: Bool { certificate.isSelfIssued && Certificate.namesOneKey(extensions) }
}
