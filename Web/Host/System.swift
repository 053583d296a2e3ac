// The operating system of the module: the calls that Sources/pemtool/System makes to Linux and macOS go to the host
// instead. Host.mjs answers, in a page from files in memory and in node from those on disk.

import X509Model

/// A kind of input or output that can be used like a file.
private enum Source: Int32 {
    /// A file, by its name.
    case file = 0
    /// The names in a folder, each with a zero byte after it.
    case folder
    /// A file to write: one that must not exist, or one to replace.
    case newFile, replacedFile
    /// The words of the command line, each with a zero byte after it.
    case arguments
    /// The value of an environment variable.
    case environment
    /// Why the last call failed.
    case failure
}

/// Numbers that only the host knows.
private enum Fact: Int32 {
    case secondsSince1970 = 0
    case clock
    /// Columns of the terminal behind descriptor 0, 1 or 2; negative if there is none.
    case columnsOfInput, columnsOfOutput, columnsOfErrors
}

/// Returns a descriptor, or -1 if it failed.
@_extern(wasm, module: "host", name: "open")
private func hostOpen(_ source: Int32, _ name: UnsafePointer<UInt8>?, _ count: Int32) -> Int32
/// Returns the number of bytes read, 0 at the end, -1 if it failed.
@_extern(wasm, module: "host", name: "read")
private func hostRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int32) -> Int32
/// 0, -1 if it failed, -2 if the reader is gone.
@_extern(wasm, module: "host", name: "write")
private func hostWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int32) -> Int32
/// 0, or -1 if it failed. A file that was written is there only if it is kept.
@_extern(wasm, module: "host", name: "close")
private func hostClose(_ descriptor: Int32, _ isKept: Int32) -> Int32
/// Returns the size of a file, -1 if there is nothing of that name, -2 for a folder, -3 for a stream, -4 for
/// a link to a folder.
@_extern(wasm, module: "host", name: "kind")
private func hostKind(_ name: UnsafePointer<UInt8>?, _ count: Int32, _ followsLinks: Int32) -> Double
/// Returns the size of what a descriptor reads, negative if it is not known.
@_extern(wasm, module: "host", name: "size")
private func hostSize(_ descriptor: Int32) -> Double
@_extern(wasm, module: "host", name: "fact")
private func hostFact(_ fact: Int32) -> Double
/// Does not return.
@_extern(wasm, module: "host", name: "end")
private func hostEnd(_ status: Int32)

/// Files, folders and streams of the host.
enum System {
    /// Why a call failed, in the host's words.
    struct Failure: Error {
        let message: String
        var isClosedPipe = false

        init() { message = words(.failure).first ?? "not known" }
        init(_ message: String) { self.message = message }
    }

    /// A number that stands for bytes of the host.
    struct Descriptor {
        let number: Int32

        fileprivate init(_ source: Source, _ name: String = "") throws(Failure) {
            number = withName(name) { unsafe hostOpen(source.rawValue, $0, $1) }
            guard number >= 0 else { throw Failure() }
        }

        func close() { _ = hostClose(number, 0) }
    }

    static let longestInput = 1 << 30

    static var examinedPins: [String]? {
        (try? contents(.environment, "EXAMINED", limit: longestInput)).map { pieces(of: $0) }
    }

    static func tooLong(_ limit: Int) -> Failure {
        let size = limit == 1 << 30 ? "1 GiB" : "\(limit) bytes"
        return Failure("more than \(size), the maximum for input that is read as a whole")
    }

    enum PathKind {
        case folder
        case file(byteCount: Int)
        case stream
    }

    static func kind(ofPath path: String) throws(Failure) -> PathKind {
        switch withName(path, { unsafe hostKind($0, $1, 1) }) {
        case -1: throw Failure()
        case -2: return .folder
        case -3: return .stream
        case let size: return .file(byteCount: Int(exactly: size) ?? .max)
        }
    }

    static func isSameFile(_ path: String, _ other: String) -> Bool { path == other && exists(path) }

    static func isLink(_ path: String) -> Bool { withName(path) { unsafe hostKind($0, $1, 0) } == -4 }

    static func exists(_ path: String) -> Bool { withName(path) { unsafe hostKind($0, $1, 0) } != -1 }

    static func isTaken(_ path: String) -> Bool {
        if case .stream? = try? kind(ofPath: path) { return false }
        return exists(path)
    }

    static func names(inFolder path: String) throws(Failure) -> [String] {
        pieces(of: try contents(.folder, path, limit: longestInput))
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    static func contents(ofPath path: String, limit: Int = longestInput) throws(Failure) -> [UInt8] {
        try contents(.file, path, limit: limit)
    }

    static func standardInput() throws(Failure) -> [UInt8] {
        try Stream(ofPath: nil).contents(expected: 0)
    }

    fileprivate static func contents(
        _ source: Source, _ name: String, limit: Int
    ) throws(Failure) -> [UInt8] {
        let stream = Stream(try Descriptor(source, name))
        return try stream.contents(expected: stream.byteCount ?? 0, limit: limit)
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        let status = unsafe bytes.withUnsafeBytes {
            unsafe hostWrite(descriptor, $0.baseAddress, Int32(clamping: $0.count))
        }
        guard status != 0 else { return }
        var failure = Failure()
        failure.isClosedPipe = status == -2
        throw failure
    }

    static func save(_ bytes: [UInt8], toPath path: String, replacing: Bool) throws(Failure) {
        let file = try Descriptor(replacing ? .replacedFile : .newFile, path)
        do throws(Failure) {
            try write(bytes, to: file.number)
        } catch {
            file.close()
            throw error
        }
        guard hostClose(file.number, 1) == 0 else { throw Failure() }
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { columns(ofTerminal: descriptor) != nil }

    static func columns(ofTerminal descriptor: Int32) -> Int? {
        let columns = hostFact(Fact.columnsOfInput.rawValue + descriptor)
        return columns < 0 ? nil : Int(exactly: columns)
    }

    /// The host has no terminal to ask at; a password comes from a file or an environment variable.
    static func askPassword(_ question: String) -> [UInt8]? { nil }

    static func environment(_ name: String) -> [UInt8]? {
        try? contents(.environment, name, limit: longestInput)
    }

    static func secondsSince1970() -> Int64 {
        Int64(exactly: hostFact(Fact.secondsSince1970.rawValue)) ?? 0
    }

    static var seconds: Double { hostFact(Fact.clock.rawValue) }

    static func end(_ status: ExitStatus) -> Never { end(status.rawValue) }

    static func endByClosedPipe() -> Never { end(128 + 13) }

    private static func end(_ status: Int32) -> Never {
        hostEnd(status)
        fatalError("the host went on")
    }

    static var arguments: [String] { words(.arguments) }

    // The host owns the descriptors, and its signals end the module silently.
    static func occupyStandardDescriptors() {}
    static func prepareSignals() {}
    static func holdSignals() {}
    static func releaseSignals() {}
    static var isInterrupted: Bool { false }
}

extension System {
    /// An open file or standard input, read from its beginning to its end.
    final class Stream {
        private let descriptor: Descriptor
        let byteCount: Int?

        init(ofPath path: String?) throws(Failure) {
            descriptor = if let path { try Descriptor(.file, path) } else { Descriptor.standardInput }
            byteCount = descriptor.byteCount
        }

        fileprivate init(_ descriptor: Descriptor) {
            self.descriptor = descriptor
            byteCount = descriptor.byteCount
        }

        deinit { descriptor.close() }

        func read(_ count: Int, into bytes: inout [UInt8]) throws(Failure) -> Bool {
            let before = bytes.count
            bytes += [UInt8](repeating: 0, count: count)
            var filled = before
            defer { bytes.removeSubrange(filled...) }
            while filled < bytes.count {
                let count = try read(into: &bytes, from: filled)
                if count == 0 { return false }
                filled += count
            }
            return true
        }

        func read(into buffer: inout [UInt8], from start: Int) throws(Failure) -> Int {
            guard start < buffer.count else { return 0 }
            let number = descriptor.number
            let count = unsafe buffer.withUnsafeMutableBytes {
                let part = unsafe UnsafeMutableRawBufferPointer(rebasing: $0[start...])
                return unsafe hostRead(number, part.baseAddress, Int32(clamping: part.count))
            }
            guard count >= 0 else { throw Failure() }
            return Int(count)
        }

        func contents(expected: Int, limit: Int = longestInput) throws(Failure) -> [UInt8] {
            var bytes: [UInt8] = []
            try readAll(expected: expected, into: &bytes, limit: limit)
            return bytes
        }

        func readAll(
            expected: Int, into bytes: inout [UInt8], limit: Int = longestInput
        ) throws(Failure) {
            guard bytes.count <= limit, expected <= limit - bytes.count else { throw tooLong(limit) }
            // One more byte than expected, to detect the end.
            var size = expected + 1
            while try read(size, into: &bytes) {
                guard bytes.count <= limit else { throw tooLong(limit) }
                size = min(max(bytes.count, 1 << 12), limit + 1 - bytes.count)
            }
            guard bytes.count <= limit else { throw tooLong(limit) }
        }
    }

    static func offset(of byte: UInt8, in buffer: [UInt8], _ range: Range<Int>) -> Int? {
        buffer[range].firstIndex(of: byte)
    }

    // MARK: Threads: there is only one

    struct Thread {
        func join() {}
    }

    static func thread(_ body: @escaping @Sendable () -> Void) -> Thread? { nil }

    static var processorCount: Int { 1 }
}

extension System.Descriptor {
    static let standardInput = System.Descriptor(number: 0)

    private init(number: Int32) { self.number = number }

    fileprivate var byteCount: Int? {
        let size = hostSize(number)
        return size < 0 ? nil : Int(exactly: size)
    }
}

/// A value that threads share if there are several.
final class Shared<Value>: @unchecked Sendable {
    private var value: Value

    init(_ value: Value) { self.value = value }

    func change<Result>(_ body: (inout Value) -> Result) -> Result { body(&value) }

    func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
        guard let result = body(&value) else { fatalError("no one else could change it") }
        return result
    }
}

/// Returns the strings in bytes where each ends with a zero byte.
private func pieces(of bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { PathName.text(Array($0)) }
}

private func words(_ source: Source) -> [String] {
    pieces(of: (try? System.contents(source, "", limit: System.longestInput)) ?? [])
}

private func withName<Result>(
    _ name: String, _ body: (UnsafePointer<UInt8>?, Int32) -> Result
) -> Result {
    let bytes = PathName.bytes(name)
    return unsafe bytes.withUnsafeBufferPointer { unsafe body($0.baseAddress, Int32(clamping: $0.count)) }
}

extension Command {
    /// The commands that the page uses; the others would make the module larger.
    static let table: [(name: String, create: @Sendable () -> Command)] = [
        ("pin", { .pin }), ("inspect", { .inspect }), ("explain", { .explain }), ("diagnose", { .diagnose }),
        ("dump", { .dump }), ("check", { .check }),
    ]
}

/// Reads each file at once: the page has its files in memory, and one thread for each of its workers.
struct Bulk: Sendable {
    struct Options: Sendable {
        init(_ arguments: Arguments, needsPlace: Bool) throws(UsageError) {
            guard arguments["--jobs"] == nil else { throw UsageError("--jobs is in the native tool") }
        }
    }

    static let jobsOption = Command.Option("--jobs N", "")

    init(
        render: @escaping @Sendable (_ file: String, InputObject) -> Rendered, options: Options,
        reading: ObjectReading
    ) {}

    func read(
        _ file: String, ofPath path: String?, _ facts: inout Rendered.Facts,
        _ emit: @escaping ([UInt8]) -> Void
    ) throws(System.Failure) -> [UInt8]? {
        let stream = try System.Stream(ofPath: path)
        return try stream.contents(expected: stream.byteCount ?? 0)
    }

    func read(folder: String, _ emit: @escaping ([UInt8]) -> Void) -> Tally { Tally() }
}

/// The option `--lines` is for files of many gigabytes, which the page does not read.
struct LineMode {
    init?(_ arguments: Arguments, _ view: ObjectJSON) throws(UsageError) { return nil }

    mutating func run(_ inputs: Inputs) -> ExitStatus { .success }
}

extension Command {
    static let lineOptions: [Option] = []
}

/// The help and the options `--field` and `--text` are for people with a terminal.
enum Help {
    static let overview = "the help is in the native tool"

    static func text(for command: Command) -> String { overview }
}

extension Screen {
    /// The page shows the JSON of `inspect`, which has the same and more.
    static func show(
        _ object: InputObject, _ content: InputObject.Content, in file: String, _ options: Options,
        _ emit: (String) -> Void
    ) -> Rendered.Facts {
        emit("the screen of inspect is in the native tool; --json is here, too")
        return []
    }
}

extension ExplainText {
    /// The page shows the JSON of `explain`.
    var lines: [String] { ["the screen of explain is in the native tool; --json is here, too"] }
}

extension DumpScreen {
    var refusal: (message: String, hint: String?)? { ("--text is in the native tool", nil) }

    func forEachLineOfText(_ body: (String) -> Void) {}
}

struct FieldPath {
    static let known: [String] = []

    init?(_ arguments: Arguments) throws(UsageError) {
        guard arguments["--field"] == nil else { throw UsageError("--field is in the native tool") }
        return nil
    }

    func lines(of write: (inout JSONWriter) -> Void) -> [String] { [] }
}
