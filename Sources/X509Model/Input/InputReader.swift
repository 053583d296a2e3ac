import DERKit

/// Reads the objects of a file and identifies them by content, never by the file's name.
///
///     for object in InputReader(bytes) { … }
///
/// The input may be PEM, DER, several DER objects one after another, base64 or hex. The reader returns every
/// object, in order, as a value or as an error in its place; an input without objects gives one error. The
/// certificates of a container follow it as separate objects.
///
/// Of private keys, it returns only the public half. Their bytes are not kept; a caller that needs a digest
/// of them provides a function that computes it.
public struct InputReader: Sequence, IteratorProtocol, Sendable {
    let text: InputText
    let fingerprint: (@Sendable ([UInt8]) -> [UInt8])?
    var source: Source
    /// Reads the blocks of a PEM text. It is apart from ``source`` so that it moves on in place.
    var blocks: PEM.Reader
    let limits: DERLimits
    /// Opens locked objects; `nil` to leave them locked.
    package var unlocking: Unlocking?
    var index = 0
    var isPart = false
    /// The number of encodings around this text.
    var depth = 0
    /// The offset in the text after the last block.
    var gapStart = 0
    /// The text between the last block and the next, while it contains objects.
    var gap: EmbeddedObjects?
    /// The block after that, or the error in its place.
    var pending: Result<PEM.Block, PEMError>?
    /// The encoded text found in this one, if any, and its position.
    var inner: [InputReader] = []
    var innerStart = TextPlace()
    var innerNote: InputNote?
    /// The start of the bytes that are read as a separate input.
    var restStart: TextPlace?
    /// The members of a container that are still to be returned, the next one last.
    private var members: [(member: UnlockedObject.Member, offset: Int, container: Int)] = []

    enum Source {
        case der(DERSeries)
        case pem
        case listing
        case foreign(ForeignFormat)
        /// DER after a byte order mark.
        case marked(InputRest)
        case finished
    }

    /// Creates a reader for the whole content of a file.
    ///
    /// - Parameters:
    ///   - input: the bytes of the file.
    ///   - limits: the limits on objects and their number: after ``DERKit/DERLimits/objectCount`` objects,
    ///     another one is an error and ends reading.
    ///   - fingerprint: returns the digest of an object whose bytes are not kept.
    public init(
        _ input: some Collection<UInt8>, limits: DERLimits = .standard,
        fingerprint: (@Sendable ([UInt8]) -> [UInt8])? = nil
    ) {
        let bytes = Array(input)
        self.limits = limits
        self.fingerprint = fingerprint
        if let rest = InputRest(markedDER: bytes) {
            text = InputText(plain: bytes)
            source = .marked(rest)
            blocks = PEM.Reader([])
        } else if let format = ForeignFormat(binary: bytes[...]) {
            text = InputText(plain: format.isKeyStore ? bytes : [])
            source = .foreign(format)
            blocks = PEM.Reader([])
        } else if DERSeries.begins(bytes) {
            text = InputText(plain: bytes)
            source = .der(DERSeries(bytes))
            blocks = PEM.Reader([])
        } else {
            text = InputText(bytes)
            let isListing = HexDump.isListing(text.bytes)
            source = isListing ? .listing : .pem
            gapStart = isListing ? HexDump.end(in: text.bytes, 0..<text.bytes.count) : 0
            // A hex dump shows characters next to the digits, which may look like PEM.
            let lines = text.bytes[..<gapStart].map { $0 == 0x0a ? $0 : 0x20 }
            blocks = PEM.Reader(lines + text.bytes[gapStart...], limits: limits)
        }
    }

    /// Creates a reader for a part of PEM text: whole lines, with any number of blocks. Text without a block
    /// is not an error and is searched only for PEM, because the whole input is PEM.
    package init(part: [UInt8], fingerprint: (@Sendable ([UInt8]) -> [UInt8])? = nil) {
        self.fingerprint = fingerprint
        // The number of objects in a part says nothing about the whole, which is never held.
        var limits = DERLimits.standard
        limits.objectCount = .max
        self.limits = limits
        text = InputText(plain: part)
        source = .pem
        blocks = PEM.Reader(part)
        isPart = true
    }

    /// The number of line ends in a part, after its last object.
    package var lineEndCount: Int { blocks.lineEndCount }

    /// Returns the next object, or `nil` after the last.
    public mutating func next() -> InputObject? {
        guard let object = nextObject() else { return nil }
        guard object.index < limits.objectCount else {
            members = []
            source = .finished
            return InputObject(
                index: object.index, offset: object.offset, label: object.label, derBytes: [],
                fingerprint: nil, container: object.container, notes: [],
                contentResult: .failure(.tooMany(limits, at: object.offset)))
        }
        return object
    }

    mutating func nextObject() -> InputObject? {
        if let (member, offset, container) = members.popLast() {
            let place = Place(offset: offset, container: container, name: member.name)
            switch member.structure {
            case .success(let structure): return read(member.bytes, as: structure, place)
            case .failure(let error): return object(place, [], nil, .failure(error))
            }
        }
        switch source {
        case .finished:
            return nil
        case .foreign(let format):
            source = .finished
            if format.isKeyStore, let unlocked = unlock(.keyStore(format), text.bytes) {
                return object(Place(offset: 0), text.bytes, unlocked)
            }
            return object(
                Place(offset: 0), [], nil, .failure(.foreign(format, at: 0, position: nil)))
        case .der(var series):
            guard let item = series.next() else {
                guard let rest = series.rest else {
                    source = .finished
                    return nil
                }
                return read(rest)
            }
            source = .der(series)
            let place = Place(offset: item.offset, notes: series.notes)
            switch item.structure {
            case .success(let structure): return read(item.derBytes, as: structure, place)
            case .failure(let error): return object(place, [], item.derBytes, .failure(error))
            }
        case .marked(let rest):
            innerNote = InputNote(.byteOrderMark, "a byte order mark before DER, as text has")
            return read(rest)
        case .pem: return nextOfText()
        case .listing: return listing()
        }
    }

    /// The position of an object and its container.
    struct Place {
        var offset: Int
        var label: String?
        var container: Int?
        var name: MemberName?
        var notes: [InputNote] = []
        var block: PEM.Block?

        var isPrivate: Bool { label.map(TreeDisclosure.isPrivate) ?? false }

        func with(_ note: InputNote) -> Place {
            var place = self
            place.notes.append(note)
            return place
        }
    }

    mutating func read(_ block: PEM.Block) -> InputObject {
        let place = Place(
            offset: text.offset(block.offset), label: block.label,
            notes: block.notes.isEmpty
                ? text.notes : text.notes + block.notes.map { InputNote($0, in: text) },
            block: block)
        if let dekInfo = EncryptedPrivateKeyInfo(headers: block.headers) {
            if let unlocked = unlock(.encryptedPrivateKey(dekInfo), block.derBytes) {
                return object(place, block.derBytes, unlocked)
            }
            return object(place, block.derBytes, nil, .success(.encryptedPrivateKey(dekInfo)))
        }
        if let structure = Structure(label: block.label) { return read(block.derBytes, as: structure, place) }
        // An unknown label may still be on a known structure.
        if ForeignFormat(label: block.label) == nil, let structure = Structure(sniffing: block.derBytes),
            structure.isPossible(under: block.label),
            (try? structure.read(block.derBytes, limits: limits)) != nil
        {
            let note = InputNote.wrongLabel(block.label, structure, at: place.offset, line: block.line)
            return read(block.derBytes, as: structure, place.with(note))
        }
        return object(place, [], block.derBytes, .failure(.unknownLabel(block)))
    }

    mutating func read(
        _ derBytes: [UInt8], as structure: Structure, _ place: Place
    ) -> InputObject {
        do throws(DERError) {
            return object(try structure.read(derBytes, limits: limits), structure, derBytes, place)
        } catch {
            if let label = place.label, let other = Structure(sniffing: derBytes), other != structure,
                other.isPossible(under: label),
                let content = try? other.read(derBytes, limits: limits)
            {
                let note = InputNote.wrongLabel(label, other, at: place.offset, line: place.block?.line)
                return object(content, other, derBytes, place.with(note))
            }
            // A damaged key may look like anything, so only bytes that are proven to be public are shown.
            let mayBePrivate =
                structure.isPrivate || place.isPrivate || !TreeDisclosure.isSurelyPublic(derBytes)
            let shown = mayBePrivate ? error.withoutContent : error
            let kept = mayBePrivate ? [] : derBytes
            let inputError = InputError(shown, kind: structure.kind.rawValue, in: place.block, of: text.bytes)
            return object(place, kept, derBytes, .failure(inputError))
        }
    }

    private mutating func object(
        _ content: InputObject.Content, _ structure: Structure, _ derBytes: [UInt8], _ place: Place
    ) -> InputObject {
        if let form = LockedObject.Form(content), let unlocked = unlock(form, derBytes) {
            return object(place, derBytes, unlocked)
        }
        typealias Member = UnlockedObject.Member
        switch content {
        case .pkcs7(let data):
            queue(
                data.certificates.map { Member(.certificate, $0) }
                    + data.crls.map { Member(.certificateList, $0) },
                at: place.offset)
        case .pkcs12(let pfx): queue(pfx.certificates.map { Member(.certificate, $0) }, at: place.offset)
        default: break
        }
        // For a key protected by a password, not even a digest of its octets is computed.
        let isHidden = structure.isPrivate && place.container != nil
        return object(
            place, structure.isPrivate ? [] : derBytes, isHidden ? nil : derBytes, .success(content))
    }

    /// Adds the members of the object that is about to be returned.
    private mutating func queue(_ added: [UnlockedObject.Member], at offset: Int) {
        let container = index
        members += added.reversed().map { ($0, offset, container) }
    }

    private func unlock(_ form: LockedObject.Form, _ bytes: [UInt8]) -> UnlockedObject? {
        unlocking?(LockedObject(form: form, bytes: bytes, limits: limits))
    }

    /// Returns an opened object, before its members. Its bytes are never kept.
    private mutating func object(_ place: Place, _ bytes: [UInt8], _ unlocked: UnlockedObject) -> InputObject
    {
        queue(unlocked.members, at: place.offset)
        return object(place, [], bytes, unlocked.content)
    }

    /// - Parameters:
    ///   - kept: the bytes to keep; empty if they may be private.
    ///   - bytes: the bytes to hash if none are kept.
    mutating func object(
        _ place: Place, _ kept: [UInt8], _ bytes: [UInt8]?, _ content: Result<InputObject.Content, InputError>
    ) -> InputObject {
        defer { index += 1 }
        return InputObject(
            index: index, offset: place.offset, label: place.label, derBytes: kept,
            fingerprint: kept.isEmpty ? bytes.flatMap { fingerprint?($0) } : nil, container: place.container,
            notes: place.notes, contentResult: content, name: place.name)
    }
}

#if !hasFeature(Embedded)
    extension InputReader: CustomReflectable {
        /// An empty mirror, because the input may contain private keys, and debuggers and logs show what a
        /// mirror shows.
        public var customMirror: Mirror { Mirror(self, children: []) }
    }
#endif
