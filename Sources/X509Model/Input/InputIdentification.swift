import DERKit

// Identifies the object in a blob: its row of ``ObjectKind``, or the format of another program.
extension InputReader {
    /// Identifies an object by its first bytes, unless a finder has already recognized it, and reads it.
    mutating func identify(_ blob: Blob, _ place: Place) -> InputObject {
        var place = place
        for note in blob.notes { place.notes.append(search.frame.seen(note)) }
        if let fault = blob.fault { return object(place, [], nil, .failure(fault.error)) }
        if let kind = blob.kind ?? ObjectKind.resembling(blob.bytes) {
            return read(blob.bytes, as: kind, place)
        }
        if let format = ForeignFormat(binary: blob.bytes[...]) {
            if format.isKeyStore, let unlocked = unlock(nil, blob.bytes) {
                return object(place, blob.bytes, unlocked)
            }
            return foreign(format, place)
        }
        var cursor = BERCursor(0..<blob.bytes.count)
        do throws(DERError) {
            _ = try cursor.next(in: blob.bytes.span)
            return object(place, [], blob.bytes, .failure(.unknownStructure))
        } catch {
            let shown = TreeDisclosure.isSurelyPublic(blob.bytes) ? error : error.withoutContent
            return object(place, [], blob.bytes, .failure(InputError(shown, kind: nil, in: nil, of: [])))
        }
    }

    /// Returns an object with the error for a foreign format.
    private mutating func foreign(_ format: ForeignFormat, _ place: Place) -> InputObject {
        let error =
            search.frame.isDecoded
            ? InputError.embedded(format) : .foreign(format, at: place.offset, position: nil)
        return object(place, [], nil, .failure(error))
    }

    mutating func read(_ block: PEM.Block, _ place: Place) -> InputObject? {
        if let dekInfo = EncryptedPrivateKeyInfo(headers: block.headers) {
            if let unlocked = unlock(.encryptedPrivateKey(dekInfo), block.derBytes) {
                return object(place, block.derBytes, unlocked)
            }
            return object(place, block.derBytes, nil, .success(.encryptedPrivateKey(dekInfo)))
        }
        if let kind = ObjectKind.named(by: block.label) { return read(block.derBytes, as: kind, place) }
        // A block with an unknown label may still contain a known object.
        if ForeignFormat(label: block.label) == nil, let kind = ObjectKind.resembling(block.derBytes),
            kind.isPossible(under: block.label), kind.canRead(block.derBytes)
        {
            let note = InputNote.wrongLabel(block.label, kind, at: place.offset, line: block.line)
            return read(block.derBytes, as: kind, place.with(note))
        }
        return object(place, [], block.derBytes, .failure(search.frame.seen(.unknownLabel(block))))
    }

    private mutating func read(_ derBytes: [UInt8], as kind: ObjectKind, _ place: Place) -> InputObject {
        do throws(DERError) {
            return object(try kind.read(derBytes, limits: limits), kind, derBytes, place)
        } catch {
            // A Windows key blob begins like an object identifier.
            let other = place.label == nil ? ForeignFormat(binary: derBytes[...]) : nil
            if let format = kind.format ?? other { return foreign(format, place) }
            if kind.isOnlyNamed {
                let kept = TreeDisclosure.isSurelyPublic(derBytes) ? derBytes : []
                let error = InputError(.noKey, "\(kind.phrase); skipped", kind: kind.name)
                return object(place, kept, derBytes, .failure(error))
            }
            if let label = place.label, let other = ObjectKind.resembling(derBytes), other !== kind,
                other.isPossible(under: label), let content = try? other.read(derBytes, limits: limits)
            {
                let note = InputNote.wrongLabel(label, other, at: place.offset, line: place.block?.line)
                return object(content, other, derBytes, place.with(note))
            }
            var outermost = BERCursor(derBytes.indices)
            if error.code == .trailingData, error.path.isEmpty,
                (try? outermost.next(in: derBytes.span))?.end == error.offset,
                derBytes[error.offset...].allSatisfy(DERSeries.isFilling)
            {
                let note = InputNote.filling(derBytes.count - error.offset, at: place.offset)
                return read(Array(derBytes[..<error.offset]), as: kind, place.with(note))
            }
            if place.label != nil, let count = WholeText.rawPointCount(derBytes) {
                return object(place, [], nil, .failure(search.frame.seen(.rawPoint(count, in: place.block))))
            }
            // A damaged key may look like anything, so only bytes that are proven to be public are shown.
            let mayBePrivate = kind.isPrivate || place.isPrivate || !TreeDisclosure.isSurelyPublic(derBytes)
            let shown = mayBePrivate ? error.withoutContent : error
            let inputError = InputError(shown, kind: kind.name, in: place.block, of: search.text.bytes)
            return object(
                place, mayBePrivate ? [] : derBytes, derBytes, .failure(search.frame.seen(inputError)))
        }
    }
}

/// An input for callers that need bytes rather than objects: binary data, text, or the bytes that text encodes.
package enum InputDER {
    /// Binary data of any kind.
    case bytes
    /// Text in UTF-8, converted from UTF-16 or UTF-32 if necessary, that may contain PEM.
    case text([UInt8])
    /// The bytes that base64 or hex digits without BEGIN and END lines encode, or DER after a byte order mark.
    case decoded([UInt8])

    /// Determines the kind of the input. It may be text if it has more than 8 bytes, does not begin like DER, and is in
    /// UTF-16 or UTF-32 or has only text in its first 64 bytes.
    package init(_ input: [UInt8]) {
        if let start = DERSeries.startBehindMark(input) {
            self = .decoded(Array(input[start...]))
            return
        }
        let text = InputText(input)
        let isText =
            !text.notes.isEmpty
            || input.prefix(64).allSatisfy {
                (0x20..<0x7f).contains($0) || (0x09...0x0d).contains($0) || $0 >= 0x80
            }
        guard isText, input.count > 8, !DERSeries.begins(input) else {
            self = .bytes
            return
        }
        guard !PEM.Reader(text.bytes).contains(where: { _ in true }), let digits = WholeText.der(text.bytes)
        else {
            self = .text(text.bytes)
            return
        }
        self = .decoded(digits.bytes)
    }

    /// Returns UTF-16 or UTF-32 input, identified by its byte order mark or first characters, as UTF-8; returns other
    /// input unchanged.
    package static func utf8(_ input: [UInt8]) -> [UInt8] { InputText(input).bytes }
}
