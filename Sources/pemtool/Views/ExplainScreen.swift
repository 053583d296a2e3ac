import SPKIHash

/// The derivation of a pin on one screen: first in plain English, then byte by byte.
extension ExplainText {
    var lines: [String] {
        summary + [""] + byteLines + [""] + hashes + [""] + forms + [""]
            + paragraph(trustKit, lead: "  ", indent: 4) + [""] + constants
    }

    private var rawCount: Int { key.subjectPublicKey.bytes.count }

    private var summary: [String] {
        let text = """
            A pin is the SHA-256 of the SubjectPublicKeyInfo (SPKI): a header of \(key.header.count) bytes that says \
            what kind of key follows, then the raw key of \(rawCount) bytes. Many APIs return only the raw key, which has a \
            different hash. Prepend this key's own header before hashing.
            """
        return [""] + paragraph(text, lead: "  ")
    }

    // MARK: Bytes

    /// The header, one field per line, and the start of the raw key.
    private var byteLines: [String] {
        let bytes = key.derBytes
        let rows = ByteRows(bytes, rawKey: key.header.count..<bytes.count)
        var lines = ["  header, \(key.header.count) bytes"]
        var path: [String] = []
        for row in rows {
            guard !row.isRawKey else { break }
            path = Array(path.prefix(row.depth)) + ["\(row.range.lowerBound)"]
            lines += fieldLines(row, bytes, meaning: meaning(row, bytes))
        }
        lines.append("  raw key, \(rawCount) bytes")
        return lines + rawKeyLines
    }

    private func meaning(_ row: ByteRow, _ bytes: [UInt8]) -> String {
        switch row.depth {
        case 0: "SubjectPublicKeyInfo"
        case 1: row.tag == .bitString ? "subjectPublicKey" : "algorithm"
        default: row.value(in: bytes)
        }
    }

    private func fieldLines(_ row: ByteRow, _ bytes: [UInt8], meaning: String) -> [String] {
        let margin = spaces(4 + 2 * min(row.depth, 4))
        let own = Array(bytes[row.range])
        let shown = own.count > 24 ? Array(own.prefix(8)) : own
        // The type and the meaning, one below the other if they are too long, and below the bytes on a narrow
        // terminal.
        let type = padded(row.type + " ", 22)
        let isLong = ExplainText.wordColumn + type.count + meaning.count > textWidth
        var words =
            isLong
            ? [row.type] + paragraph(meaning, width: textWidth - ExplainText.wordColumn) : [type + meaning]
        var lines: [String] = []
        for start in stride(from: 0, to: shown.count, by: 8) {
            let part = hex(shown[start..<min(start + 8, shown.count)], separator: " ")
            let mark = own.count > shown.count ? " ..." : ""
            let word = words.isEmpty || isNarrow ? "" : words.removeFirst()
            lines.append(trimmedEnd(padded(margin + part + mark, ExplainText.wordColumn) + word))
        }
        guard !isNarrow else {
            let text = [row.type, meaning].filter { !$0.isEmpty }.joined(separator: ", ")
            return lines + paragraph(text, lead: margin + "  ")
        }
        return lines + words.map { padded("", ExplainText.wordColumn) + $0 }
    }

    /// The column of the words next to bytes.
    private static let wordColumn = 36

    private var rawKeyLines: [String] {
        let raw = key.subjectPublicKey.bytes
        let shown = key.provenRawKey?.prefix(8) ?? []
        let beginning = "    " + hex(shown, separator: " ") + (raw.count > shown.count ? " ..." : "")
        let words =
            switch (raw.first, raw.count % 2) {
            case _ where key.keyName.hasPrefix("RSA"): "modulus and exponent, PKCS #1"
            case (4, 1) where raw.count > 33 && !key.keyName.hasPrefix("Ed"): "the point: 04, X, Y"
            case (2, 1), (3, 1): "the point, compressed: 02 or 03, X"
            default: "the key"
            }
        guard !isNarrow else { return [beginning] + paragraph(words, lead: "      ") }
        return [trimmedEnd(padded(beginning, ExplainText.wordColumn) + words)]
    }

    // MARK: Hashes

    private var hashes: [String] {
        var lines =
            paragraph("SHA-256 of header + raw key, the pin", lead: "  ") + ["    \(key.pin.base64)"]
            + paragraph("SHA-256 of only the raw key, not a pin", lead: "  ")
            + ["    \(Base64.encode(SHA256.hash(key.subjectPublicKey.bytes)))"]
        let header = RawKeyAlgorithm.rsa.header(rawKeyByteCount: 270)
        if header == key.header {
            lines += paragraph(
                "rsa2048Asn1Header, the constant from many tutorials, is the header of this key: the 24 bytes above",
                lead: "  ")
        } else {
            lines += paragraph(
                "SHA-256 of rsa2048Asn1Header + raw key; that constant from many tutorials is not for this key",
                lead: "  ")
            lines.append("    \(Base64.encode(SHA256.hash(header + key.subjectPublicKey.bytes)))")
        }
        return lines + openSSL
    }

    private var openSSL: [String] {
        let reencoding = key.openSSLReencoding
        guard reencoding.reason != .same else { return [] }
        guard reencoding.reason != .unknown else {
            return paragraph(
                "the output of openssl's pipeline is not known for this key", lead: "  ", indent: 4)
        }
        guard let pin = key.openSSLPin else {
            return paragraph(
                "openssl x509 -pubkey prints nothing: \(reencoding.reason.message). The pipeline then hashes empty input: "
                    + "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", lead: "  ", indent: 4)
        }
        return ["  the output of openssl's pipeline, not the pin", "    \(pin.base64)"]
            + paragraph(reencoding.reason.message, lead: "    ")
    }

    // MARK: APIs

    private var forms: [String] {
        var lines = ["  which API returns which form"]
        for form in key.keyForms where !form.sources.isEmpty {
            lines += paragraph(
                "\(form.name), \(form.bytes.count) bytes: \(form.sources.joined(separator: "; "))",
                lead: "    ", indent: 6)
        }
        if !key.keyName.hasPrefix("RSA") {
            lines += paragraph(
                "nothing: openssl rsa -pubin, which reads RSA keys only; the hash of empty input is 47DEQpj8...",
                lead: "    ", indent: 6)
        }
        return lines
    }

    // MARK: Constants

    private var constants: [String] {
        guard key.header.count <= ExplainText.longestConstant else {
            return paragraph(ExplainText.tooLong(key.header), lead: "  ")
        }
        return ["  the header in Swift"] + ExplainText.swift(key.header).map { "    " + $0 }
            + ["  the header in Kotlin"] + ExplainText.kotlin(key.header).map { "    " + $0 }
    }

    private func trimmedEnd(_ line: String) -> String {
        line.lastIndex { $0 != " " }.map { String(line[...$0]) } ?? ""
    }
}
