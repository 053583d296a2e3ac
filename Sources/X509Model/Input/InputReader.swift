import DERKit

/// Reads the objects in a file, and identifies them by content, never by file name.
///
///     for object in InputReader(bytes) { … }
///
/// The input may be PEM, DER, several DER objects one after another, base64 or hex. The reader returns the objects in
/// order, with an error instead of each unreadable object; for an input without objects, it returns one error. The
/// certificates of a container follow it as separate objects.
///
/// The reader is a sequence, not a collection. For example, `try reader.compactMap { try $0.certificate }` returns an
/// array of the certificates, and `try reader.next()?.subjectPublicKeyInfo` returns the key of the first object.
///
/// The reader also returns an error for bytes that only resemble an object, such as an OpenSSH key. It returns only the
/// public half of a private key, and does not keep the key's bytes.
public struct InputReader: Sequence, IteratorProtocol, Sendable {
    /// A function that computes the digest of an object whose bytes are not kept; `nil` if no digest is needed.
    package var fingerprint: (@Sendable ([UInt8]) -> [UInt8])?
    let limits: DERLimits
    /// A function that opens locked objects; `nil` to leave them locked.
    package var unlocking: Unlocking?
    private var index = 0
    /// The current search; ``outer`` contains the searches that enclose it, innermost last.
    var search: BlobSearch
    private var outer: [BlobSearch] = []
    /// The members of the previous object that are still to be returned, in reverse order.
    private var members: [Member] = []
    private var isFinished = false

    private enum Member: Sendable {
        case blob(Blob, MemberName?, offset: Int, container: Int)
        /// The signed content of a container.
        case content([UInt8], offset: Int, container: Int)
    }

    /// Creates a reader for the whole content of a file.
    ///
    /// - Parameters:
    ///   - input: the bytes of the file.
    ///   - limits: the limits on the size and number of objects. After ``DERKit/DERLimits/objectCount`` objects, the
    ///     next object is returned as an error, and reading ends.
    public init(_ input: some Collection<UInt8>, limits: DERLimits = .standard) {
        self.limits = limits
        search = BlobSearch(Array(input), limits: limits, in: .input)
    }

    /// Creates a reader for part of a PEM text: whole lines with any number of blocks. Text without a block is not an
    /// error, because the whole input is PEM.
    package init(part: [UInt8]) {
        // The number of objects in a part says nothing about the whole text, which is never in memory.
        var limits = DERLimits.standard
        limits.objectCount = .max
        self.limits = limits
        search = BlobSearch(part: part)
    }

    /// The number of line ends in a part of a PEM text, once its last object has been read.
    package var lineEndCount: Int { search.blocks.lineEndCount }

    /// Returns the next object, or `nil` after the last.
    public mutating func next() -> InputObject? {
        guard let object = nextObject() else { return nil }
        guard object.index < limits.objectCount else {
            isFinished = true
            return InputObject(
                index: object.index, offset: object.offset, label: object.label, derBytes: [],
                fingerprint: nil, container: object.container, notes: [],
                contentResult: .failure(.tooMany(limits, at: object.offset)))
        }
        return object
    }

    private mutating func nextObject() -> InputObject? {
        while !isFinished {
            if let member = members.popLast() {
                switch member {
                case .blob(let blob, let name, let offset, let container):
                    return identify(blob, Place(offset: offset, container: container, name: name))
                case .content(let bytes, let offset, let container): open(bytes, offset, container)
                }
            }
            if let blob = search.next() {
                if let object = object(of: blob) { return object }
            } else {
                let ended = search
                if let last = outer.popLast() { search = last } else { isFinished = true }
                if let error = unused(in: ended) {
                    return object(Place(offset: ended.offset(0, .plain)), [], nil, .failure(error))
                }
            }
        }
        return nil
    }

    /// Returns the error for bytes in which nothing was found; `nil` if something was found or if the bytes need not
    /// contain an object.
    private func unused(in ended: BlobSearch) -> InputError? {
        guard ended.foundCount == 0, !ended.isPart else { return nil }
        switch ended.frame.source {
        case .content: return nil
        case .input where ended.text.isBlank: return .emptyInput
        case .rest: return ended.frame.seen(.trailing(ended.text.bytes.count))
        case .input, .encoded: return ended.frame.seen(.nothing(in: ended.text))
        }
    }

    // MARK: - Identifying

    /// The facts about an object that are known before it is read.
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

    /// Returns the object in a blob; `nil` if the blob's bytes must be searched, or if signed content is not certainly
    /// an object.
    mutating func object(of blob: Blob) -> InputObject? {
        var place = Place(offset: search.offset(blob.place, blob.carrier))
        if case .content(let container) = search.frame.source { place.container = container }
        place.notes = notes(of: blob)
        if let fault = blob.fault { return failure(fault, blob, place) }
        switch blob.carrier {
        case .plain:
            if isOfContent,
                ObjectKind.resembling(blob.bytes) == nil
                    || outer.last?.frame.isDecoded == false && !ObjectKind.isObject(blob.bytes)
            {
                return nil
            }
            return identify(blob, place)
        case .block(let block):
            place.label = block.label
            place.block = block
            return read(block, place)
        case .encoded, .rest:
            guard outer.count < InputReader.deepest else {
                let error = InputError(
                    .limit, "more than \(InputReader.deepest) encodings inside one another")
                return failure(Blob.Fault(error: error, place: blob.place), blob, place)
            }
            open(blob, place)
            return nil
        }
    }

    /// The maximum nesting depth of searches, each for an encoding, another kind of data, or signed content.
    private static let deepest = 5

    /// Returns the repairs that were needed to get a blob, outermost first.
    private func notes(of blob: Blob) -> [InputNote] {
        let frame = search.frame
        var notes = frame.notes
        for note in search.text.notes { notes.append(frame.seen(note)) }
        if case .block(let block) = blob.carrier {
            for note in block.notes { notes.append(frame.seen(InputNote(note, in: search.text))) }
        }
        return notes
    }

    /// A Boolean value that indicates whether signed content is searched. Signed content can be anything, so only bytes
    /// that are certainly an object are returned.
    private var isOfContent: Bool { if case .content = search.frame.source { true } else { false } }

    private mutating func failure(_ fault: Blob.Fault, _ blob: Blob, _ place: Place) -> InputObject? {
        if isOfContent, blob.label == nil, fault.error.code != .incompleteBase64 { return nil }
        var place = place
        place.notes = []
        place.label = blob.label
        guard fault.error.position == nil else {
            return object(place, [], nil, .failure(search.frame.seen(fault.error)))
        }
        let position = search.position(of: fault.place, from: blob.place)
        let error = fault.error.placed(at: search.offset(fault.place, blob.carrier), position)
        return object(place, [], nil, .failure(error))
    }

    /// Begins to search the bytes of a blob.
    private mutating func open(_ blob: Blob, _ place: Place) {
        let position = search.position(of: blob.place, from: blob.place)
        let notes = place.notes + blob.notes.map { $0.placed(at: place.offset, position) }
        let isRest = if case .rest = blob.carrier { true } else { false }
        let source: InputFrame.Source = isOfContent ? search.frame.source : isRest ? .rest : .encoded
        let frame = InputFrame(
            source: source, isDecoded: search.frame.isDecoded || !isRest, start: place.offset,
            position: position, notes: notes)
        outer.append(search)
        search = BlobSearch(blob.bytes, limits: limits, in: frame)
    }

    /// Begins to search the signed content of a container.
    private mutating func open(_ content: [UInt8], _ offset: Int, _ container: Int) {
        guard outer.count < InputReader.deepest else { return }
        let frame = InputFrame(
            source: .content(container), isDecoded: true, start: offset,
            position: search.frame.position, notes: [])
        outer.append(search)
        search = BlobSearch(content, limits: limits, in: frame)
    }

    // MARK: - Objects

    mutating func object(
        _ content: InputObject.Content, _ kind: ObjectKind, _ derBytes: [UInt8], _ place: Place
    ) -> InputObject {
        if let unlocked = unlock(content, derBytes) {
            return object(place, derBytes, unlocked, of: content)
        }
        queue(content.members, and: content.signedContent, at: place.offset)
        // For a key protected by a password, not even a digest of its octets is computed.
        let isHidden = kind.isPrivate && place.container != nil
        return object(place, kind.isPrivate ? [] : derBytes, isHidden ? nil : derBytes, .success(content))
    }

    /// Adds the members and the signed content of the object that is about to be returned.
    private mutating func queue(
        _ added: [UnlockedObject.Member], and content: [UInt8] = [], at offset: Int
    ) {
        let container = index
        if !content.isEmpty { members.append(.content(content, offset: offset, container: container)) }
        for member in added.reversed() {
            members.append(.blob(member.blob, member.name, offset: offset, container: container))
        }
    }

    func unlock(_ content: InputObject.Content?, _ bytes: [UInt8]) -> UnlockedObject? {
        unlocking?(LockedObject(content: content, bytes: bytes, limits: limits))
    }

    /// Returns the object after unlocking; its members follow, and its bytes are never kept.
    ///
    /// - Parameter locked: the locked object. If it is a PKCS #12 file without a MAC and cannot be opened, its
    ///   unencrypted members follow.
    mutating func object(
        _ place: Place, _ bytes: [UInt8], _ unlocked: UnlockedObject, of locked: InputObject.Content? = nil
    ) -> InputObject {
        var members = unlocked.members
        // Without a MAC, the failure does not show that the file was changed, so the members are still returned.
        if case .failure = unlocked.content, case .pkcs12(let pfx)? = locked, pfx.macData == nil {
            members += locked?.members ?? []
        }
        queue(members, at: place.offset)
        return object(place, [], bytes, unlocked.content)
    }

    /// Returns an object with the next index.
    ///
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
        /// An empty mirror, so that debuggers and logs do not show private keys in the input.
        public var customMirror: Mirror { Mirror(self, children: []) }
    }
#endif
