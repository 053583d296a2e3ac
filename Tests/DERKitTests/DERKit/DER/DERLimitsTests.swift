import DERKit
import Testing
import X509Model

/// Each limit of DERKit's own readers: input at the limit is read, and one more causes the error `limit` at its
/// position, with the standard limits and with others.
@Suite struct DERLimitsTests {
    private static func settings(
        _ property: WritableKeyPath<DERLimits, Int> & Sendable, _ values: Int...
    ) -> [DERLimits] {
        [.standard]
            + values.map { (value) in
                var limits = DERLimits.standard
                limits[keyPath: property] = value
                return limits
            }
    }

    /// The figures are promised in SECURITY.md.
    @Test func theStandardLimitsAreAsDocumented() {
        let limits = DERLimits.standard
        #expect(limits == DERLimits())
        #expect(limits.nesting == 128)
        #expect(limits.stringNesting == 8)
        #expect(limits.segmentNesting == 8)
        #expect(limits.objectSize == 268_435_456)
        #expect(limits.valueCount == 4_194_304)
        #expect(limits.objectCount == 1_048_576)
        #expect(limits.memberCount == 65_536)
        #expect(limits.identifierLength == 4096)
        #expect(limits.integerLength == 16_384)
        #expect(limits.headerCount == 1000)
    }

    /// Returns a value with the given number of octets.
    private func value(_ tag: DERTag, count: Int, octet: UInt8 = 1) -> [UInt8] {
        var writer = DERWriter()
        writer.append(tag, content: [UInt8](repeating: octet, count: count))
        return writer.bytes
    }

    private func inside(_ tag: DERTag, _ content: [UInt8]) -> [UInt8] {
        var writer = DERWriter()
        writer.append(tag, content: content)
        return writer.bytes
    }

    /// Returns a NULL inside the given number of sequences.
    private func nested(_ levels: Int, _ tag: DERTag = .sequence, _ innermost: [UInt8] = [5, 0]) -> [UInt8] {
        (0..<levels).reduce(innermost) { (content, _) in inside(tag, content) }
    }

    @Test(arguments: settings(\.nesting, 0, 1, 2, 254, 255))
    func theDepthOfATreeIsLimited(_ limits: DERLimits) throws {
        let whole = DERTree(nested(limits.nesting), limits: limits)
        #expect(whole.error == nil)
        #expect(whole.nodes.count == limits.nesting + 1)
        #expect(whole.nodes.last?.depth == limits.nesting)
        let bytes = nested(limits.nesting + 1)
        let cut = DERTree(bytes, limits: limits)
        // The innermost SEQUENCE is shown but not opened.
        #expect(cut.error?.code == .limit)
        #expect(cut.error?.offset == bytes.count - 4)
        #expect(cut.error?.message == "expected at most \(limits.nesting) (nesting) levels of nesting")
        #expect(cut.nodes.count == limits.nesting + 1)
    }

    /// A node counts at most 255 levels, whatever the limit.
    @Test func treesHaveAtMost255Levels() {
        var limits = DERLimits.standard
        limits.nesting = .max
        #expect(DERTree(nested(255), limits: limits).error == nil)
        #expect(DERTree(nested(256), limits: limits).error?.code == .limit)
    }

    @Test(arguments: settings(\.stringNesting, 0, 1, 20))
    func theDepthOfStringsInATreeIsLimited(_ limits: DERLimits) {
        for more in [0, 1] {
            let tree = DERTree(nested(limits.stringNesting + more, .octetString), limits: limits)
            // One level deeper, it is a string like any other.
            #expect(tree.error == nil)
            #expect(tree.nodes.count == limits.stringNesting + 1)
            #expect(tree.nodes.last?.tag == (more == 0 ? .null : .octetString))
        }
    }

    @Test(arguments: settings(\.valueCount, 0, 1, 1000).filter { Sweep.isWhole || $0.valueCount <= 1000 })
    func theNumberOfValuesInATreeIsLimited(_ limits: DERLimits) {
        let nulls = (0..<limits.valueCount).flatMap { _ in [5, 0] as [UInt8] }
        let whole = DERTree(nulls, limits: limits)
        #expect(whole.error == nil)
        #expect(whole.nodes.count == limits.valueCount)
        let cut = DERTree(nulls + [5, 0], limits: limits)
        #expect(cut.error?.code == .limit)
        #expect(cut.error?.offset == nulls.count)
        #expect(cut.nodes.count == limits.valueCount)
    }

    @Test(arguments: settings(\.objectSize, 2, 200))
    func theSizeOfATreeIsLimited(_ limits: DERLimits) {
        func octetString(ofSize size: Int) -> [UInt8] {
            let header = size > 70_000 ? 6 : size > 130 ? 3 : 2
            return value(.octetString, count: size - header)
        }
        let whole = octetString(ofSize: limits.objectSize)
        #expect(whole.count == limits.objectSize)
        #expect(DERTree(whole, limits: limits).error == nil)
        #expect(DERTree(whole, limits: limits).nodes.count == 1)
        let large = DERTree(octetString(ofSize: limits.objectSize + 1), limits: limits)
        #expect(large.error?.code == .limit)
        #expect(large.error?.offset == 0)
        #expect(large.error?.expected == "at most \(limits.objectSize) (objectSize) bytes")
        #expect(large.nodes.isEmpty)
    }

    @Test(arguments: settings(\.segmentNesting, 1, 2, 1000))
    func theDepthOfSegmentsIsLimited(_ limits: DERLimits) throws {
        let constructed = DERTag(class: .universal, number: 4, isConstructed: true)
        for more in [0, 1] {
            let bytes = nested(limits.segmentNesting + more, constructed, [4, 1, 7])
            var cursor = BERCursor(0..<bytes.count)
            let element = try cursor.next(in: bytes.span)
            if more == 0 {
                #expect(try element.octetString(in: bytes.span, limits: limits) == [7])
            } else {
                let error = derError { () throws(DERError) in
                    try element.octetString(in: bytes.span, limits: limits)
                }
                #expect(error?.code == .limit)
                // The innermost value that has segments.
                #expect(error?.offset == bytes.count - 5)
            }
        }
    }

    @Test(arguments: settings(\.integerLength, 1, 8, 100_000))
    func theLengthOfAnIntegerIsLimited(_ limits: DERLimits) throws {
        for tag in [DERTag.integer, .enumerated] {
            let whole = value(tag, count: limits.integerLength)
            let integer = try onlyElement(whole).integer(in: whole.span, limits: limits)
            #expect(integer.twosComplement.count == limits.integerLength)
            let long = value(tag, count: limits.integerLength + 1)
            let element = try onlyElement(long)
            let error = derError { () throws(DERError) in
                try element.integer(in: long.span, limits: limits)
            }
            #expect(error?.code == .limit)
            #expect(error?.offset == 0)
            #expect(error?.expected == "at most \(limits.integerLength) (integerLength) bytes")
            #expect(error?.found == "\(limits.integerLength + 1) bytes")
        }
    }

    @Test(arguments: settings(\.identifierLength, 1, 8, 100_000))
    func theLengthOfAnIdentifierIsLimited(_ limits: DERLimits) throws {
        let whole = value(.objectIdentifier, count: limits.identifierLength)
        let identifier = try onlyElement(whole).objectIdentifier(in: whole.span, limits: limits)
        #expect(identifier.content.count == limits.identifierLength)
        let long = value(.objectIdentifier, count: limits.identifierLength + 1)
        let element = try onlyElement(long)
        let error = derError { () throws(DERError) in
            try element.objectIdentifier(in: long.span, limits: limits)
        }
        #expect(error?.code == .limit)
        #expect(error?.offset == 0)
        #expect(error?.expected == "at most \(limits.identifierLength) (identifierLength) bytes")
    }

    @Test(arguments: settings(\.headerCount, 0, 1, 2000))
    func theNumberOfHeadersInABlockIsLimited(_ limits: DERLimits) throws {
        func block(_ count: Int) throws -> Result<PEM.Block, PEMError> {
            let headers = String(repeating: "A: b\n", count: count) + (count == 0 ? "" : "\n")
            let text = "-----BEGIN X-----\n\(headers)AAAA\n-----END X-----\n"
            return try #require(PEM.objects(in: text.utf8, limits: limits).first { _ in true })
        }
        #expect(try block(limits.headerCount).get().headers.count == limits.headerCount)
        guard case .failure(let error) = try block(limits.headerCount + 1) else {
            Issue.record("one header more is read")
            return
        }
        #expect(error.code == .pemLimit)
        #expect(error.position == TextPosition(line: limits.headerCount + 2, column: 1))
    }

    @Test(arguments: [0, 1, 3, 100])
    func theSizeOfABlockIsLimited(_ size: Int) throws {
        var limits = DERLimits.standard
        limits.objectSize = size
        func results(_ size: Int) -> [Result<PEM.Block, PEMError>] {
            let text = PEM.encode([UInt8](repeating: 9, count: size), label: "X")
            return Array(PEM.objects(in: (text + PEM.encode([], label: "Y")).utf8, limits: limits))
        }
        if size > 0 { #expect(try results(size)[0].get().derBytes.count == size) }
        let long = results(size + 1)
        guard case .failure(let error) = long[0] else {
            Issue.record("one byte more is read")
            return
        }
        #expect(error.code == .pemLimit)
        #expect(error.blockOffset == 0)
        #expect(error.position == TextPosition(line: 1, column: 18))
        // The following objects are still returned.
        #expect(long.count == 2)
    }
}

/// The check of a whole object.
@Suite struct DERLimitsCheckTests {
    private func sequence(_ values: [UInt8]...) -> [UInt8] {
        var writer = DERWriter()
        writer.append(.sequence, content: Array(values.joined()))
        return writer.bytes
    }

    private func value(_ tag: DERTag, count: Int) -> [UInt8] {
        var writer = DERWriter()
        writer.append(tag, content: [UInt8](repeating: 1, count: count))
        return writer.bytes
    }

    private func error(_ object: [UInt8], _ limits: DERLimits = .standard) -> DERError? {
        derError { () throws(DERError) in try limits.check(object.span) }
    }

    @Test func theErrorNamesTheFirstValueThatIsTooLong() {
        let limits = DERLimits.standard
        let integer = value(.integer, count: limits.integerLength)
        let identifier = value(.objectIdentifier, count: limits.identifierLength)
        #expect(error(sequence(integer, sequence(identifier))) == nil)
        let long = value(.integer, count: limits.integerLength + 1)
        let found = error(sequence(sequence(identifier), long, long))
        #expect(found?.code == .limit)
        #expect(found?.offset == 4 + 4 + identifier.count)
        let other = error(sequence([5, 0], value(.objectIdentifier, count: limits.identifierLength + 1)))
        #expect(other?.code == .limit)
        #expect(other?.offset == 6)
        // Strings are not opened, and other types have no limit of their own.
        let strings = sequence(value(.octetString, count: 100_000), value(.utf8String, count: 100_000))
        #expect(error(strings) == nil)
    }

    @Test func limitsApplyInsideIndefiniteLengths() {
        let limits = DERLimits.standard
        let long = value(.integer, count: limits.integerLength + 1)
        let found = error([0x30, 0x80, 0xa0, 0x80, 5, 0, 0, 0] + long + [0, 0])
        #expect(found?.code == .limit)
        #expect(found?.offset == 8)
    }

    /// The reader of the structure reports unreadable bytes.
    @Test func truncatedValuesAreLeftToTheReader() {
        let limits = DERLimits.standard
        let whole = sequence([5, 0], value(.integer, count: limits.integerLength + 1))
        for cut in [0, 1, 2, 3, 4, 5, 6, 7, 100, whole.count - 1] {
            #expect(error(Array(whole[..<cut])) == nil)
        }
        #expect(error(whole)?.offset == 6)
    }

    @Test func theSizeIsCheckedBeforeTheContent() {
        var limits = DERLimits.standard
        limits.objectSize = 4
        #expect(error([0x30, 2, 5, 0], limits) == nil)
        #expect(error([0x30, 3, 2, 1, 7], limits)?.code == .limit)
        #expect(error([0x30, 3, 2, 1, 7], limits)?.offset == 0)
        // Not DER at all, but still too large.
        #expect(error([UInt8](repeating: 0xff, count: 5), limits)?.code == .limit)
    }
}
