import DERKit
import LockedFiles
import X509Model

/// Reads large PEM text in parts, on several threads at once, and prints in the order of the input. The
/// output is the same as from the ordinary reader, and memory does not grow with the input.
struct Bulk: Sendable {
    let render: @Sendable (_ file: String, InputObject) -> Rendered
    let options: Options
    var reading = ObjectReading()

    /// Options for reading.
    struct Options: Sendable {
        /// A Boolean value that indicates whether the output includes the place of the object, which is known
        /// only after all earlier parts are read.
        let needsPlace: Bool
        /// The requested number of threads; `nil` for one per processor.
        let wantedJobs: Int?
        /// The number of bytes in a part: few enough for a processor's cache, enough to be worth handing to a
        /// thread.
        var partSize = 1 << 18
        /// The number of threads. The system is asked only if it matters.
        var jobs: Int { wantedJobs ?? System.processorCount }
    }

    static let jobsOption = Command.Option(
        "--jobs N", "read large PEM files and folders with N threads (default: all processors)")

    /// The result of processing a part.
    struct PartResult: Sendable {
        private var json = JSONWriter()
        /// The output, in whole lines.
        var output: [UInt8] { json.bytes }
        var complaints: [String] = []
        var tally = Tally()
        /// The size of a part of a file, for reporting progress.
        var byteCount = 0

        /// Reserves room for the JSON of a part at once, because growing step by step costs more than
        /// writing.
        mutating func reserve(forPartOf byteCount: Int) { json.bytes.reserveCapacity(byteCount * 3) }

        mutating func add(_ rendered: Rendered) {
            if let write = rendered.json {
                tally.facts.formUnion(write(&json))
                json.endLine()
            } else if let text = rendered.output {
                json.bytes += text.utf8
                json.endLine()
            }
            complaints += rendered.complaints
            tally.facts.formUnion(rendered.facts)
        }

        /// Reports a file that could not be read.
        mutating func fail(_ file: String, _ failure: System.Failure) {
            // A signal that ended the wait is not a failure of the file.
            guard !System.isInterrupted else { return }
            tally.facts.insert(.failed)
            complaints.append("\(PathName.displayed(file)): \(failure.message)")
        }
    }

    /// The counts of objects and lines before a part, or in it.
    struct Place: Sendable {
        var lines = 0
        var objects = 0

        static func + (one: Place, other: Place) -> Place {
            Place(lines: one.lines + other.lines, objects: one.objects + other.objects)
        }
    }

    /// Reads a part and renders its objects.
    ///
    /// - Parameter place: receives the counts of the part and whether the result is needed, and returns the
    ///   counts before the part.
    func process(
        _ chunk: BulkChunk, of file: String, _ place: (_ own: Place, _ isNeeded: Bool) -> Place
    ) -> PartResult {
        var result = PartResult()
        var held: [InputObject] = []
        var reader = reading.objects(inPart: chunk.bytes)
        while let object = reader.next() {
            result.tally.objects += 1
            if !options.needsPlace, held.isEmpty {
                let rendered = render(file, object)
                // Messages name the place too; from here on, everything waits, to stay in order.
                if rendered.complaints.isEmpty {
                    result.add(rendered)
                    continue
                }
            }
            held.append(object)
        }
        result.byteCount = chunk.bytes.count
        let own = Place(lines: reader.lineEndCount, objects: result.tally.objects)
        let before = place(own, !held.isEmpty)
        if !held.isEmpty { result.reserve(forPartOf: chunk.bytes.count) }
        for object in held {
            result.add(
                render(file, object.moved(bytes: chunk.offset, lines: before.lines, objects: before.objects)))
        }
        return result
    }
}

extension Bulk.Options {
    init(_ arguments: Arguments, needsPlace: Bool) throws(UsageError) {
        let jobs = arguments["--jobs"].map { Int($0) ?? 0 }
        guard jobs.map((1...256).contains) ?? true else {
            throw UsageError("--jobs requires a number from 1 to 256")
        }
        self.init(needsPlace: needsPlace, wantedJobs: jobs)
    }
}
