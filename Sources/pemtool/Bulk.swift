import DERKit
import X509Model

/// Reads large PEM texts part by part, the parts side by side on several threads, and prints in the order of the
/// input. What comes out is what the ordinary way prints, in a memory that does not grow with the input.
struct Bulk: Sendable {
    /// What standard output gets of an object; nil for nothing.
    let render: @Sendable (_ file: String, InputObject) -> String?
    /// True where `render` looks at the place of the object, which is known only when all parts before are read.
    let needsPlace: Bool
    /// Number of threads that read and render.
    let jobs: Int
    /// Number of bytes in a part: few enough for a processor's own cache, enough to be worth a thread's wait.
    var partSize = 1 << 18

    /// What became of a part.
    struct Result: Sendable {
        var output: [UInt8] = []
        /// Objects that could not be read, in their place in the whole input.
        var failures: [InputObject] = []
        var objectCount = 0
    }

    /// What stands in front of a part, or in it.
    struct Place: Sendable {
        var lines = 0
        var objects = 0

        static func + (one: Place, other: Place) -> Place {
            Place(lines: one.lines + other.lines, objects: one.objects + other.objects)
        }
    }

    /// Reads a part and renders its objects.
    ///
    /// - Parameter place: is told what the part holds, and whether the answer is needed: what stands in front of it.
    func process(
        _ chunk: BulkChunk, of file: String, _ place: (_ own: Place, _ isNeeded: Bool) -> Place
    ) -> Result {
        var result = Result()
        var held: [InputObject] = []
        for object in InputReader(chunk.bytes) {
            if case .failure(let error) = object.content {
                // Text between the blocks of other parts; that the whole holds nothing is for the end to say.
                if error.isNoObject { continue }
                held.append(object)
            } else if needsPlace {
                held.append(object)
            } else {
                append(render(file, object), to: &result)
            }
            result.objectCount += 1
        }
        let own = Place(lines: chunk.lineEndCount, objects: result.objectCount)
        let before = place(own, !held.isEmpty)
        for object in held {
            let object = object.moved(bytes: chunk.offset, lines: before.lines, objects: before.objects)
            if case .failure = object.content { result.failures.append(object) }
            append(render(file, object), to: &result)
        }
        return result
    }

    private func append(_ text: String?, to result: inout Result) {
        guard let text else { return }
        result.output += text.utf8
        result.output.append(0x0a)
    }
}

extension BulkChunk {
    /// Number of line ends in the part.
    fileprivate var lineEndCount: Int { TextPosition.lineEnds(in: bytes.span, 0..<bytes.count) }
}
