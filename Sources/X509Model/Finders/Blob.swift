import DERKit

/// The result of a finder: bytes that may be an object, with their place and notation in the input.
struct Blob: Sendable {
    /// The notation of the bytes in the text or file that was searched.
    enum Carrier: Sendable {
        /// A PEM block.
        case block(PEM.Block)
        /// The bytes themselves.
        case plain
        /// Digits, escapes or another notation, which a note names; the decoded bytes are then searched.
        case encoded
        /// The bytes from here to the end, a different kind of data from those before; they are then searched.
        case rest
    }

    /// The reason why the bytes are not a whole object, and the place of the fault.
    struct Fault: Sendable {
        let error: InputError
        let place: Int
    }

    let bytes: [UInt8]
    /// The offset in the text or file that was searched.
    let place: Int
    let carrier: Carrier
    /// The repairs that were needed to get the bytes.
    var notes: [InputNote] = []
    /// The kind of object, if the finder had to recognize it.
    var kind: ObjectKind?
    var fault: Fault?
    /// The label of a block that has a fault.
    var label: String?

    init(_ bytes: [UInt8], at place: Int, _ carrier: Carrier, notes: [InputNote] = []) {
        self.bytes = bytes
        self.place = place
        self.carrier = carrier
        self.notes = notes
    }

    /// Creates a blob from decoded bytes.
    init(_ bytes: [UInt8], at place: Int, by note: InputNote) {
        self.init(bytes, at: place, .encoded, notes: [note])
    }

    /// Creates a blob that begins like an object at `start` and has its fault at `place`.
    init(_ error: InputError, at start: Int, place: Int) {
        self.init([], at: start, .plain)
        fault = Fault(error: error, place: place)
    }
}

/// The start of a SEQUENCE that may be an object.
struct ObjectBeginning {
    /// The number of bytes in the value; `nil` if its length is indefinite.
    let byteCount: Int?
    /// A Boolean value that indicates whether the value is very likely an object, because it begins like an object and
    /// has an indefinite length or a length in at least two octets.
    let isCertain: Bool

    /// Creates the start of a value; `nil` if the bytes do not begin like an object.
    ///
    /// - Parameter head: at least the first 12 bytes; the result is `nil` for fewer.
    init?(_ head: some Collection<UInt8>) {
        let head = Array(head.prefix(12))
        guard head.count == 12, head[0] == 0x30 else { return nil }
        switch head[1] {
        case 0x83 where head[2] > 0 && ObjectBeginning.isFirst(head[5]):
            byteCount = 5 + Int(head[2]) << 16 + Int(head[3]) << 8 + Int(head[4])
            isCertain = true
        case 0x82 where ObjectBeginning.isFirst(head[4]):
            byteCount = 4 + Int(head[2]) << 8 + Int(head[3])
            isCertain = true
        case 0x81 where ObjectBeginning.isFirst(head[3]):
            byteCount = 3 + Int(head[2])
            isCertain = false
        case 0x80 where head[2] == 0x06 && head[3] == 0x09 || head[2] == 0x02 && head[3] == 0x01:
            byteCount = nil
            isCertain = true
        // The first member is an algorithm or a signed part, a version, or a modulus with its leading zero.
        case 0x20..<0x80
        where head[2] == 0x30 && (ObjectBeginning.isFirst(head[4]) || head[4] == 0xa0)
            || head[2] == 0x02 && head[3] == 1 && head[4] < 4
            || head[2] == 0x02 && head[4] == 0:
            byteCount = 2 + Int(head[1])
            isCertain = false
        default: return nil
        }
    }

    /// Returns whether a tag is that of a SEQUENCE, an INTEGER, an OBJECT IDENTIFIER, or an OCSP response status.
    private static func isFirst(_ octet: UInt8) -> Bool {
        octet == 0x30 || octet == 0x02 || octet == 0x06 || octet == 0x0a
    }
}

extension UnlockedObject.Member {
    /// The member as a blob in its container.
    var blob: Blob {
        var blob = Blob(bytes, at: 0, .plain)
        switch kind {
        case .certificate: blob.kind = .certificate
        case .certificateList: blob.kind = .certificateList
        case .privateKey:
            blob.kind = ObjectKind.resembling(bytes).flatMap { $0.isPrivate ? $0 : nil } ?? .pkcs8
        case .failure(let error): blob.fault = Blob.Fault(error: error, place: 0)
        }
        return blob
    }
}
