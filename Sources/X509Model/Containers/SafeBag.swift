import DERKit

/// A member of a PKCS #12 container (RFC 7292 section 4.2). Bags are never kept, because they may contain private keys.
///
///     SafeContents ::= SEQUENCE OF SafeBag
///
///     SafeBag ::= SEQUENCE {
///         bagId          BAG-TYPE.&id ({PKCS12BagSet}),
///         bagValue       [0] EXPLICIT BAG-TYPE.&Type({PKCS12BagSet}{@bagId}),
///         bagAttributes  SET OF PKCS12Attribute OPTIONAL
///     }
package struct SafeBag {
    package enum Kind {
        case key, encryptedKey, certificate, other
    }

    package let kind: Kind
    /// The PKCS #8 structure of a key, or the DER of a certificate; empty for other members.
    package let value: [UInt8]
    package let name: MemberName

    /// Reads the bags of one part, including nested bags.
    ///
    /// - Parameter before: the number of preceding members of the container, which also count toward the limit.
    package static func bags(
        in octets: [UInt8], limits: DERLimits = .standard, after before: Int = 0
    ) throws(DERError) -> [SafeBag] {
        let bytes = octets.span
        try limits.check(bytes)
        var open = [try BERCursor(contentOfSequence: bytes)]
        var result: [SafeBag] = []
        while var bags = open.popLast() {
            guard !bags.isAtEnd else { continue }
            let start = bags.position
            var fields = BERCursor(contentOf: try bags.next(.sequence, in: bytes))
            open.append(bags)
            let type = bytes.array(try fields.next(.objectIdentifier, in: bytes).content)
            var value = BERCursor(contentOf: try fields.next(.contextConstructed(0), in: bytes))
            if type == types + [6] {
                guard open.count < limits.segmentNesting else {
                    let limit = DERLimits.description(limits.segmentNesting, "segmentNesting")
                    throw DERError(.limit, at: start, expected: "at most \(limit) levels of SafeContents")
                }
                open.append(BERCursor(contentOf: try value.next(.sequence, in: bytes)))
                continue
            }
            try limits.checkMember(before + result.count, at: start)
            let (kind, content) = try SafeBag.content(of: type, &value, in: bytes, limits)
            result.append(
                SafeBag(kind: kind, value: content, name: MemberName(attributes: fields, in: bytes)))
        }
        return result
    }

    private static func content(
        of type: [UInt8], _ value: inout BERCursor, in bytes: Span<UInt8>, _ limits: DERLimits
    ) throws(DERError) -> (kind: Kind, value: [UInt8]) {
        switch type {
        // An invalid key is reported when it is read.
        case types + [1]: return (.key, (try? value.next(in: bytes)).map { bytes.array($0.range) } ?? [])
        case types + [2]:
            return (.encryptedKey, (try? value.next(in: bytes)).map { bytes.array($0.range) } ?? [])
        case types + [3]:
            guard let certificate = try certificate(&value, in: bytes, limits) else { return (.other, []) }
            return (.certificate, certificate)
        default: return (.other, [])
        }
    }

    /// Reads a CertBag (RFC 7292 section 4.2.3), and returns the certificate's DER, or `nil` if it is not an X.509
    /// certificate.
    ///
    ///     CertBag ::= SEQUENCE {
    ///         certId      BAG-TYPE.&id   ({CertTypes}),
    ///         certValue   [0] EXPLICIT BAG-TYPE.&Type ({CertTypes}{@certId})
    ///     }
    ///
    ///     x509Certificate BAG-TYPE ::= {OCTET STRING IDENTIFIED BY {certTypes 1}}
    private static func certificate(
        _ cursor: inout BERCursor, in bytes: Span<UInt8>, _ limits: DERLimits
    ) throws(DERError) -> [UInt8]? {
        var fields = BERCursor(contentOf: try cursor.next(.sequence, in: bytes))
        let type = try fields.next(.objectIdentifier, in: bytes)
        guard bytes.array(type.content) == [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 22, 1] else {
            return nil
        }
        var value = BERCursor(contentOf: try fields.next(.contextConstructed(0), in: bytes))
        return try value.next(in: bytes).octetString(in: bytes, limits: limits)
    }

    /// 1.2.840.113549.1.12.10.1: keyBag 1, pkcs8ShroudedKeyBag 2, certBag 3, crlBag 4, secretBag 5,
    /// safeContentsBag 6.
    private static let types: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 12, 10, 1]
}

/// The name of a member of a container or key store.
package struct MemberName: Sendable, Hashable {
    /// The PKCS #12 friendly name, or the alias in a key store; `nil` if the member has none.
    package private(set) var text: String?
    /// The PKCS #12 local key ID, which a certificate and its key have in common; `nil` if the member has none.
    package private(set) var localKeyID: [UInt8]?

    package init(text: String?) {
        self.text = text
    }

    /// Reads the names in the attributes of a bag (RFC 2985 section 5.5). A malformed attribute and all attributes
    /// after it are ignored.
    ///
    ///     PKCS12Attribute ::= SEQUENCE {
    ///         attrId      ATTRIBUTE.&id ({PKCS12AttrSet}),
    ///         attrValues  SET OF ATTRIBUTE.&Type ({PKCS12AttrSet}{@attrId})
    ///     }
    init(attributes fields: BERCursor, in bytes: Span<UInt8>) {
        var fields = fields
        guard let set = try? fields.nextIfPresent(.set, in: bytes) else { return }
        var attributes = BERCursor(contentOf: set)
        while !attributes.isAtEnd, let attribute = try? attributes.next(.sequence, in: bytes) {
            var parts = BERCursor(contentOf: attribute)
            guard let type = try? parts.next(.objectIdentifier, in: bytes),
                let values = try? parts.next(.set, in: bytes)
            else { return }
            var members = BERCursor(contentOf: values)
            guard let value = try? members.next(in: bytes) else { continue }
            switch bytes.array(type.content) {
            case MemberName.attributes + [20]:
                // A BMPString, with replacement characters for invalid UTF-16.
                text = String(decoding: bytes.array(value.content)[...].bigEndianPairs, as: UTF16.self)
            case MemberName.attributes + [21]: localKeyID = bytes.array(value.content)
            default: break
            }
        }
    }

    /// 1.2.840.113549.1.9: friendlyName 20, localKeyId 21.
    private static let attributes: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9]
}
