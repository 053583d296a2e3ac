import COpenSSL
import DERKit
import SPKIHash
import X509Model

/// What each target does with an input.
enum Targets {
    /// Every value of a DER tree, read by every reader.
    @Sendable static func der(_ input: [UInt8]) {
        let bytes = input.span
        var pending = [DERCursor(0..<bytes.count)]
        while var cursor = pending.popLast() {
            while !cursor.isAtEnd {
                guard let element = try? cursor.next(in: bytes) else { break }
                guard element.range.upperBound <= bytes.count, element.contentStart <= element.end,
                    element.start < element.contentStart
                else { Finding.report("an element outside its input") }
                touch(element, bytes)
                if element.tag.isConstructed, pending.count < 1000 {
                    pending.append(DERCursor(contentOf: element))
                }
            }
        }
    }

    private static func touch(_ element: DERElement, _ bytes: Span<UInt8>) {
        try? element.checkContent(in: bytes)
        _ = try? element.boolean(in: bytes)
        _ = (try? element.integer(in: bytes)).map { ($0.description, $0.bitWidth, Int64($0)) }
        _ = try? element.bitString(in: bytes)
        _ = (try? element.time(in: bytes)).map { ($0.description, $0.secondsSince1970) }
        _ = try? element.string(in: bytes)
        _ = element.isInAlphabet(in: bytes)
        if let identifier = try? element.objectIdentifier(in: bytes) {
            let text = identifier.description
            if let again = ObjectIdentifier(text), again != identifier {
                Finding.report("\(text) reads as \(again)")
            }
        }
    }

    /// Every block of a PEM text; what was read must survive being written.
    @Sendable static func pem(_ input: [UInt8]) {
        for block in PEM.objects(in: input) {
            switch block {
            case .success(let block):
                _ = block.textPosition(ofByte: block.derBytes.count / 2, in: input)
                let again = Array(PEM.objects(in: Array(PEM.encode(block.derBytes, label: "X").utf8)))
                guard again.count == 1, (try? again[0].get().derBytes) == block.derBytes else {
                    Finding.report("PEM does not survive being written")
                }
            case .failure(let error):
                guard error.offset <= input.count, error.position.line >= 1, error.position.column >= 1 else {
                    Finding.report("an error outside its input: \(error)")
                }
            }
        }
    }

    /// A certificate with every field and extension looked at.
    @Sendable static func certificate(_ input: [UInt8]) {
        do throws(DERError) {
            touchEverything(try Certificate(der: input))
        } catch {
            guard error.offset >= 0, error.offset <= input.count else {
                Finding.report("offset outside: \(error)")
            }
            _ = error.description
        }
    }

    /// A whole file of any kind.
    @Sendable static func input(_ input: [UInt8]) {
        var count = 0
        for object in InputReader(input) {
            count += 1
            switch object.content {
            case .success(let content): touchEverything(content)
            case .failure(let error): _ = error.description
            }
        }
        if count == 0 { Finding.report("an input ended in silence") }
    }

    /// The tree of any bytes, with the names of its values.
    @Sendable static func tree(_ input: [UInt8]) {
        let tree = DERTree(input)
        let labels = TreeLabels(tree)
        for node in tree.nodes.indices {
            _ = (labels.name(of: node), labels.path(of: node), labels.isPrivate(node))
        }
    }

    /// A raw key and the header that is put before it.
    @Sendable static func rawKey(_ input: [UInt8]) {
        for algorithm: RawKeyAlgorithm? in [nil] + RawKeyAlgorithm.allCases.map(Optional.some) {
            guard let key = try? SubjectPublicKeyInfo(rawKey: input, algorithm: algorithm) else { continue }
            touchEverything(key)
            guard (try? SubjectPublicKeyInfo(der: key.derBytes)) == key else {
                Finding.report("not readable again")
            }
        }
    }

    /// A pin policy in every format.
    @Sendable static func policy(_ input: [UInt8]) {
        for format in PolicyFormat.allCases { _ = try? format.read(input) }
    }

    /// An entry of a log: the first octet says where its two parts meet.
    @Sendable static func logEntry(_ input: [UInt8]) {
        guard let first = input.first else { return }
        let middle = 1 + Int(first) * (input.count - 1) / 256
        _ = try? LogEntry(leafInput: Array(input[1..<middle]), extraData: Array(input[middle...]))
    }

    /// The text of a pin; a pin must survive each of its forms.
    @Sendable static func pinText(_ input: [UInt8]) {
        guard let pin = try? Pin(String(decoding: input, as: UTF8.self)) else { return }
        for format in Pin.Format.allCases where (try? Pin(pin.formatted(format))) != pin {
            Finding.report("\(pin) does not survive \(format)")
        }
    }

    /// SHA-256 in one piece and in two, beside OpenSSL's.
    @Sendable static func sha256(_ input: [UInt8]) {
        var wanted = [UInt8](repeating: 0, count: 32)
        SHA256(input, input.count, &wanted)
        let split = input.first.map { Int($0) * input.count / 256 } ?? 0
        var parts = SPKIHash.SHA256()
        parts.update(input[..<split])
        parts.update(input[split...])
        guard SPKIHash.SHA256.hash(input) == wanted, parts.finalize() == wanted else {
            Finding.report("another digest than OpenSSL's")
        }
    }

    /// What we accept OpenSSL accepts, and takes the same bytes for the key.
    ///
    /// The one exception is a name with a value that OpenSSL does not show: those are told apart by the error
    /// that it gives, and pass.
    @Sendable static func certificateAndOpenSSL(_ input: [UInt8]) {
        guard let certificate = try? Certificate(der: input) else { return }
        var accepted: OpaquePointer?
        var isWhole = false
        input.withUnsafeBufferPointer { (buffer) in
            var next = buffer.baseAddress
            ERR_clear_error()
            accepted = d2i_X509(nil, &next, buffer.count)
            isWhole = next == buffer.baseAddress.map { $0 + buffer.count }
        }
        defer { X509_free(accepted) }
        guard let accepted else {
            // ASN1_R_MSTRING_WRONG_TAG
            if ERR_peek_error() & 0x7f_ffff == 140 { return }
            Finding.report("accepted, and OpenSSL refuses it")
        }
        guard isWhole else { Finding.report("accepted, and OpenSSL leaves bytes behind") }
        var bits: UnsafePointer<UInt8>?
        var count: Int32 = 0
        X509_PUBKEY_get0_param(nil, &bits, &count, nil, X509_get_X509_PUBKEY(accepted))
        let key = bits.map { Array(UnsafeBufferPointer(start: $0, count: Int(count))) } ?? []
        guard key == certificate.subjectPublicKeyInfo.subjectPublicKey.bytes else {
            Finding.report("OpenSSL takes other bytes for the key")
        }
    }
}
