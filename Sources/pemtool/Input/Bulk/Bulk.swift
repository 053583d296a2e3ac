import DERKit
import X509Model

/// Reads large PEM texts part by part, the parts side by side on several threads, and prints in the order of the
/// input. What comes out is what the ordinary way prints, in a memory that does not grow with the input.
struct Bulk: Sendable {
    /// What becomes of an object.
    let render: @Sendable (_ file: String, InputObject) -> Rendered
    let options: Options
    /// Opens what is locked.
    var opener = LockedFileOpener()

    /// How to read.
    struct Options: Sendable {
        /// True if the output tells the place of the object, which is known only when all parts before are read.
        let needsPlace: Bool
        /// Number of threads that read and render, as it was asked for; nil for all processors.
        let wantedJobs: Int?
        /// Number of bytes in a part: few enough for a processor's own cache, enough to be worth a thread's wait.
        var partSize = 1 << 18
        /// Number of threads that read and render. The system is asked only where that matters.
        var jobs: Int { wantedJobs ?? System.processorCount }
    }

    /// What became of a part.
    struct PartResult: Sendable {
        private var json = JSONWriter()
        /// Whole lines.
        var output: [UInt8] { json.bytes }
        var complaints: [String] = []
        var facts: Rendered.Facts = []
        var objectCount = 0
        /// Number of files that are neither PEM nor DER.
        var passedOver = 0

        /// Makes room for the JSON of a part with so many bytes at once: to grow into it costs more than to write it.
        mutating func reserve(forPartOf byteCount: Int) { json.bytes.reserveCapacity(byteCount * 3) }

        mutating func add(_ rendered: Rendered) {
            if let write = rendered.json {
                facts.formUnion(write(&json))
                json.endLine()
            } else if let text = rendered.output {
                json.bytes += text.utf8
                json.endLine()
            }
            complaints += rendered.complaints
            facts.formUnion(rendered.facts)
        }

        /// A file that could not be read.
        mutating func fail(_ file: String, _ failure: System.Failure) {
            facts.insert(.failed)
            complaints.append("\(PathName.displayed(file)): \(failure.message)")
        }
    }

    /// What is in front of a part, or in it.
    struct Place: Sendable {
        var lines = 0
        var objects = 0

        static func + (one: Place, other: Place) -> Place {
            Place(lines: one.lines + other.lines, objects: one.objects + other.objects)
        }
    }

    /// Reads a part and renders its objects.
    ///
    /// - Parameter place: is told what the part holds, and whether the answer is needed: what is in front of it.
    func process(
        _ chunk: BulkChunk, of file: String, _ place: (_ own: Place, _ isNeeded: Bool) -> Place
    ) -> PartResult {
        var result = PartResult()
        var held: [InputObject] = []
        var reader = InputReader(part: chunk.bytes, fingerprint: ObjectReading.fingerprint)
        reader.unlocking = opener.unlocker.unlocking
        while let object = reader.next() {
            result.objectCount += 1
            if !options.needsPlace, held.isEmpty {
                let rendered = render(file, object)
                // What a person is told names the place too; after it everything waits, to stay in order.
                if rendered.complaints.isEmpty {
                    result.add(rendered)
                    continue
                }
            }
            held.append(object)
        }
        let own = Place(lines: reader.lineEndCount, objects: result.objectCount)
        let before = place(own, !held.isEmpty)
        if !held.isEmpty { result.reserve(forPartOf: chunk.bytes.count) }
        for object in held {
            result.add(
                render(file, object.moved(bytes: chunk.offset, lines: before.lines, objects: before.objects)))
        }
        return result
    }
}
