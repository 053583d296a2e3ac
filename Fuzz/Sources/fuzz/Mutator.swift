#if FUZZING
    import DERKit

    @_silgen_name("LLVMFuzzerMutate")
    func libFuzzerMutate(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int) -> Int

    /// Changes the content of one value of a DER tree, or moves values about, and fixes all lengths around it; every
    /// fourth time, and for a target of other inputs, libFuzzer changes the bytes as it likes.
    @_cdecl("LLVMFuzzerCustomMutator")
    public func customMutator(
        _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: UInt32
    ) -> Int {
        var random = SmallRandom(state: seed)
        let input = Array(UnsafeBufferPointer(start: bytes, count: count))
        guard Target.derSeeds.contains(Main.target.seeds), random.next(below: 4) > 0,
            let mutated = mutate(input, capacity, &random),
            mutated.count <= capacity
        else {
            return libFuzzerMutate(bytes, count, capacity)
        }
        for (place, octet) in mutated.enumerated() { bytes[place] = octet }
        return mutated.count
    }

    /// A linear congruential generator: the same seed gives the same change.
    struct SmallRandom {
        var state: UInt32

        mutating func next(below limit: Int) -> Int {
            state = state &* 1_664_525 &+ 1_013_904_223
            return limit > 0 ? Int(state >> 8) % limit : 0
        }
    }

    /// Returns the values on the way from the outermost to one picked at random.
    private func pickPath(_ bytes: Span<UInt8>, _ random: inout SmallRandom) -> [DERElement] {
        var path: [DERElement] = []
        var cursor = DERCursor(0..<bytes.count)
        while path.count < 30 {
            var members: [DERElement] = []
            while !cursor.isAtEnd, let element = try? cursor.next(in: bytes) { members.append(element) }
            guard !members.isEmpty else { break }
            let element = members[random.next(below: members.count)]
            path.append(element)
            guard element.tag.isConstructed, random.next(below: 8) > 0 else { break }
            cursor = DERCursor(contentOf: element)
        }
        return path
    }

    private func mutate(_ input: [UInt8], _ capacity: Int, _ random: inout SmallRandom) -> [UInt8]? {
        let path = pickPath(input.span, &random)
        guard let target = path.last else { return nil }
        var replacement: [UInt8]
        let whole = Array(input[target.range])
        switch random.next(below: 6) {
        case 0: replacement = []
        case 1: replacement = whole + whole
        case 2:
            // Replaces it with another value of the same input.
            let other = pickPath(input.span, &random)
            replacement = other.last.map { Array(input[$0.range]) } ?? whole
        case 3:
            let other = pickPath(input.span, &random)
            replacement = whole + (other.last.map { Array(input[$0.range]) } ?? [])
        default:
            var content = Array(input[target.content]) + [UInt8](repeating: 0, count: 64)
            let size = content.withUnsafeMutableBufferPointer { (buffer) in
                buffer.baseAddress.map { libFuzzerMutate($0, target.count, target.count + 64) } ?? 0
            }
            replacement = encoded(Array(input[target.start..<target.start + 1]), Array(content[..<size]))
        }
        for (outer, inner) in zip(path, path.dropFirst()).reversed() {
            let content =
                Array(input[outer.contentStart..<inner.start]) + replacement
                + Array(input[inner.end..<outer.end])
            replacement = encoded(Array(input[outer.start..<outer.start + 1]), content)
        }
        guard let first = path.first else { return nil }
        return Array(input[..<first.start]) + replacement + Array(input[first.end...])
    }

    /// Tag, shortest length, content.
    private func encoded(_ tag: [UInt8], _ content: [UInt8]) -> [UInt8] {
        var writer = DERWriter()
        writer.append(.octetString, content: content)
        return tag + writer.bytes.dropFirst()
    }
#endif
