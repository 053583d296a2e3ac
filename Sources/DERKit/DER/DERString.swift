extension DERElement {
    /// Checks that the octets of a character string are characters in the encoding of its type.
    ///
    /// UTF8String must be UTF-8 (X.690 section 8.23.10), BMPString must have two octets per character and no
    /// surrogates, and UniversalString four octets per character (sections 8.23.7 and 8.23.8). The other types use one
    /// octet per character and always pass: ``isInAlphabet(in:)`` checks whether the characters belong to the type's
    /// alphabet. Values with other tags also pass.
    ///
    /// - Throws: `invalidValue` at the first invalid character, or at the tag if the last character of a BMPString or
    ///   UniversalString is incomplete.
    package func checkStringEncoding(in bytes: Span<UInt8>) throws(DERError) {
        switch tag {
        case .utf8String:
            guard !bytes.extracting(content).isASCII else { return }
            if let place = firstInvalidUTF8(in: bytes) {
                throw DERError(
                    .invalidValue, at: place, expected: "UTF-8 in the UTF8String",
                    found: "byte \(hex(bytes[place]))")
            }
        case .bmpString: _ = try scalars(width: 2, in: bytes)
        case .universalString: _ = try scalars(width: 4, in: bytes)
        default: return
        }
    }

    /// Returns the text of a character string.
    ///
    /// A TeletexString is read as ISO 8859-1, as is common practice. So are octets above 7F in types that do not allow
    /// them.
    ///
    /// - Returns: `nil` for VideotexString and GraphicString, and if the tag is not that of a character string.
    /// - Throws: `invalidValue` if the octets are not characters in the type's encoding.
    package func string(in bytes: Span<UInt8>) throws(DERError) -> String? {
        switch tag {
        case .utf8String:
            try checkStringEncoding(in: bytes)
            return bytes.extracting(content).text
        case .bmpString:
            return String(String.UnicodeScalarView(try scalars(width: 2, in: bytes)))
        case .universalString:
            return String(String.UnicodeScalarView(try scalars(width: 4, in: bytes)))
        case .numericString, .printableString, .teletexString, .ia5String, .visibleString, .generalString:
            if bytes.extracting(content).isASCII {
                return bytes.extracting(content).text
            }
            return String(String.UnicodeScalarView(bytes.array(content).map { Unicode.Scalar($0) }))
        default:
            return nil
        }
    }

    /// Returns whether every character belongs to the alphabet of the string's type, X.680 section 41.
    ///
    /// The result is `true` for types without a restricted alphabet, and for other tags.
    package func isInAlphabet(in bytes: Span<UInt8>) -> Bool {
        // Most strings are of this type, so their octets need not be read.
        guard tag != .utf8String else { return true }
        for place in content where !tag.allows(bytes[place]) { return false }
        return true
    }

    private func firstInvalidUTF8(in bytes: Span<UInt8>) -> Int? {
        var octets = bytes.array(content).makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        var place = contentStart
        while true {
            switch parser.parseScalar(from: &octets) {
            case .valid(let scalar): place += scalar.count
            case .emptyInput: return nil
            case .error: return place
            }
        }
    }

    private func scalars(width: Int, in bytes: Span<UInt8>) throws(DERError) -> [Unicode.Scalar] {
        guard count % width == 0 else {
            throw DERError(
                .invalidValue, at: start, expected: "\(width) bytes per character in the \(tag)",
                found: byteCount(count))
        }
        var result: [Unicode.Scalar] = []
        result.reserveCapacity(count / width)
        for place in stride(from: contentStart, to: end, by: width) {
            var value: UInt32 = 0
            for octet in place..<place + width { value = value << 8 | UInt32(bytes[octet]) }
            guard let scalar = Unicode.Scalar(value) else {
                throw DERError(
                    .invalidValue, at: place, expected: "a character in the \(tag)",
                    found: hex(bytes.array(place..<place + width)))
            }
            result.append(scalar)
        }
        return result
    }
}

extension DERTag {
    /// Returns whether the alphabet of this string type contains an octet, X.680 section 41; `true` for other types.
    func allows(_ octet: UInt8) -> Bool {
        switch self {
        case .numericString: octet == 0x20 || isDecimalDigit(octet)
        case .printableString:
            switch octet {
            case 0x41...0x5a, 0x61...0x7a, 0x2b...0x3a, 0x20, 0x27, 0x28, 0x29, 0x3d, 0x3f: true
            default: false
            }
        case .ia5String: octet < 0x80
        case .visibleString: (0x20...0x7e).contains(octet)
        default: true
        }
    }
}
