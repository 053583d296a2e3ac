import DERKit

/// A log's promise to publish a certificate (RFC 6962 section 3.2).
///
///     struct {
///         Version sct_version;
///         LogID id;
///         uint64 timestamp;
///         CtExtensions extensions;
///         digitally-signed struct { … };
///     } SignedCertificateTimestamp;
///
/// The list inside the extension (section 3.3) is an OCTET STRING around a TLS structure.
///
///     opaque SerializedSCT<1..2^16-1>;
///     struct {
///         SerializedSCT sct_list <1..2^16-1>;
///     } SignedCertificateTimestampList;
struct SignedCertificateTimestamp {
    /// The range of the SHA-256 of the log's SubjectPublicKeyInfo, 32 octets.
    private let logID: Range<Int>
    /// The number of milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
    private let timestamp: UInt64
    /// The range of the extensions, of which RFC 6962 defines none.
    private let extensions: Range<Int>
    /// The algorithm numbers from RFC 5246 section 7.4.1.4.1.
    private let hashAlgorithm: Int
    private let signatureAlgorithm: Int
    private let signature: Range<Int>

    static func describeList(
        _ cursor: inout DERCursor, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        var outer = TLSCursor(try cursor.next(.octetString, in: bytes).content)
        var list = TLSCursor(try outer.vector(in: bytes))
        try outer.finish()
        var index = 0
        sink.open("[")
        while !list.isAtEnd {
            do throws(DERError) {
                try describe(list.vector(in: bytes), in: bytes, into: &sink)
            } catch {
                throw error.inside("[\(index)]")
            }
            index += 1
            sink.drain?(&sink.bytes)
        }
        sink.close("]")
    }

    private static func describe(
        _ range: Range<Int>, in bytes: Span<UInt8>, into sink: inout FieldSink
    ) throws(DERError) {
        var fields = TLSCursor(range)
        let version = Int64(try field("sct_version", fields.number(1, in: bytes))) + 1
        if version == 1 {
            let timestamp = try SignedCertificateTimestamp(&fields, in: bytes)
            return timestamp.describe(in: bytes, into: &sink)
        }
        // The structure of other versions is unknown, so their octets are shown.
        guard !sink.hasLines else { return sink.line("version \(version): \(hex(bytes.array(range)))") }
        sink.open("{")
        sink.number("version", version)
        sink.hex("raw", bytes.extracting(range))
        sink.close("}")
    }

    private init(_ fields: inout TLSCursor, in bytes: Span<UInt8>) throws(DERError) {
        logID = try field("id", fields.octets(32))
        timestamp = try field("timestamp", fields.number(8, in: bytes))
        extensions = try field("extensions", fields.vector(in: bytes))
        hashAlgorithm = Int(try field("hash", fields.number(1, in: bytes)))
        signatureAlgorithm = Int(try field("signatureAlgorithm", fields.number(1, in: bytes)))
        signature = try field("signature", fields.vector(in: bytes))
        try fields.finish()
    }

    private func describe(in bytes: Span<UInt8>, into sink: inout FieldSink) {
        guard !sink.hasLines else { return lines(in: bytes, into: &sink) }
        sink.open("{")
        sink.number("version", 1)
        sink.hex("log_id", bytes.extracting(logID))
        sink.name("time")
        sink.plain(appendTime)
        sink.name("hash")
        sink.plain { appendName(hashAlgorithm, SignedCertificateTimestamp.hashes, "hash ", to: &$0) }
        sink.name("signature_algorithm")
        sink.plain {
            appendName(signatureAlgorithm, SignedCertificateTimestamp.signatures, "signature ", to: &$0)
        }
        sink.hex("extensions", bytes.extracting(extensions))
        sink.hex("signature", bytes.extracting(signature))
        sink.close("}")
    }

    private func lines(in bytes: Span<UInt8>, into sink: inout FieldSink) {
        let isFull = sink.style == .fullLines
        sink.plain { (text) in
            text.append(literal: isFull ? "version 1, " : "")
            appendTime(to: &text)
            if isFull { return }
            text.append(literal: ", log ")
            text.append(hex: bytes.extracting(logID.prefix(6)))
            text.append(literal: "..., ")
            appendAlgorithm(to: &text)
        }
        guard isFull else { return }
        sink.plain { (text) in
            text.append(literal: "  log ")
            text.append(hex: bytes.extracting(logID))
        }
        sink.plain { (text) in
            text.append(literal: "  ")
            appendAlgorithm(to: &text)
            text.append(literal: " ")
            text.append(hex: bytes.extracting(signature))
        }
        if extensions.isEmpty { return }
        sink.plain { (text) in
            text.append(literal: "  extensions ")
            text.append(hex: bytes.extracting(extensions))
        }
    }

    /// Appends the time in ISO 8601 and UTC, with milliseconds; after the year 9999, appends the number of
    /// milliseconds.
    private func appendTime(to text: inout [UInt8]) {
        guard let seconds = Int64(exactly: timestamp / 1000), let time = DERTime(secondsSince1970: seconds)
        else {
            text.append(literal: "time ")
            return text.append(decimal: timestamp)
        }
        time.appendText(to: &text)
        // Four digits replace the Z, and the first of them becomes the decimal point.
        text.removeLast()
        let start = text.count
        text.append(decimal: 1000 + timestamp % 1000)
        text[start] = UInt8(ascii: ".")
        text.append(UInt8(ascii: "Z"))
    }

    private func appendAlgorithm(to text: inout [UInt8]) {
        appendName(signatureAlgorithm, SignedCertificateTimestamp.signatures, "signature ", to: &text)
        text.append(UInt8(ascii: "-"))
        appendName(hashAlgorithm, SignedCertificateTimestamp.hashes, "hash ", to: &text)
    }

    private func appendName(
        _ number: Int, _ names: [StaticString], _ word: StaticString, to text: inout [UInt8]
    ) {
        guard number >= names.count else { return text.append(literal: names[number]) }
        text.append(literal: word)
        text.append(decimal: UInt64(number))
    }

    /// The algorithm names from RFC 5246 section 7.4.1.4.1.
    private static let hashes: [StaticString] = [
        "none", "md5", "sha1", "sha224", "sha256", "sha384", "sha512",
    ]
    private static let signatures: [StaticString] = ["anonymous", "rsa", "dsa", "ecdsa"]
}

/// A cursor over a structure in the TLS presentation language (RFC 8446 section 3): fixed-size numbers, and vectors
/// that begin with their length. Like ``DERKit/DERCursor``, the cursor does not store bytes.
struct TLSCursor {
    /// The offset of the next field.
    private(set) var position: Int
    private let end: Int

    /// Creates a cursor over `range`, which must lie within the bytes that are passed to the methods.
    init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { position >= end }

    /// Skips the next `count` octets, and returns their range.
    mutating func octets(_ count: Int) throws(DERError) -> Range<Int> {
        guard count <= end - position else {
            throw DERError(
                .truncated, at: position, expected: byteCount(count),
                found: isAtEnd ? "unexpected end" : byteCount(end - position))
        }
        defer { position += count }
        return position..<position + count
    }

    /// Reads a number of at most 8 octets, most significant first.
    mutating func number(_ count: Int, in bytes: Span<UInt8>) throws(DERError) -> UInt64 {
        var number: UInt64 = 0
        for place in try octets(count) { number = number << 8 | UInt64(bytes[place]) }
        return number
    }

    /// Skips a vector whose length field has two octets, and returns the range of its content.
    mutating func vector(in bytes: Span<UInt8>) throws(DERError) -> Range<Int> {
        let start = position
        let count = Int(truncatingIfNeeded: try number(2, in: bytes))
        guard count <= end - position else {
            throw DERCursor.overrun(at: start, says: UInt64(count), left: end - position)
        }
        return try octets(count)
    }

    /// Checks that no bytes remain.
    func finish() throws(DERError) {
        guard isAtEnd else { throw DERCursor.trailing(at: position, end - position) }
    }
}
