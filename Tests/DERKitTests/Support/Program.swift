import Foundation
import Testing

/// A program on this machine, which runs until it ends.
struct Program {
    /// The output of a run.
    struct Answer {
        let output: String
        let errors: String
        let status: Int32
    }

    let path: String
    /// A Boolean value that indicates whether the lines that it runs count as covered. Adding the counts of thousands of
    /// runs takes longer than the runs.
    var isMeasured = false

    /// The pemtool of this build, next to the test bundle, or the one in the folder $PEMTOOL_FOLDER if that
    /// is set.
    static var pemtool: Program { Program(path: products + "/pemtool") }

    static let products =
        ProcessInfo.processInfo.environment["PEMTOOL_FOLDER"]
        ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path

    /// Runs the program with these arguments, in the given folder, with these variables in addition to those
    /// of this process.
    func run(
        _ arguments: [String], in folder: URL? = nil, variables: [String: String] = [:], input: [UInt8] = []
    ) throws -> Answer {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = folder }
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { (_, new) in new }
        if !isMeasured { process.environment?["LLVM_PROFILE_FILE"] = "/dev/null" }
        let (standardInput, output, errors) = (Pipe(), Pipe(), Pipe())
        process.standardInput = input.isEmpty ? FileHandle.nullDevice : standardInput
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // Each stream has its own thread, so that a program that fills one pipe does not wait forever.
        let complaints = Reader(errors.fileHandleForReading)
        let text = Reader(output.fileHandleForReading)
        if !input.isEmpty { try standardInput.fileHandleForWriting.write(contentsOf: Data(input)) }
        try standardInput.fileHandleForWriting.close()
        let answer = (text.wait(), complaints.wait())
        process.waitUntilExit()
        return Answer(
            output: String(decoding: answer.0, as: UTF8.self),
            errors: String(decoding: answer.1, as: UTF8.self), status: process.terminationStatus)
    }

    private final class Reader: @unchecked Sendable {
        private let finished = DispatchSemaphore(value: 0)
        private var data = Data()

        init(_ handle: FileHandle) {
            Thread.detachNewThread { [self] in
                data = handle.readDataToEndOfFile()
                finished.signal()
            }
        }

        func wait() -> Data {
            finished.wait()
            return data
        }
    }
}

/// Runs commands as a person would: in Tests/Vectors, with the built program on the path.
enum Shell {
    /// Runs a command; `$T` is the folder `scratch`.
    static func run(_ command: String, scratch: String = "/nonexistent") throws -> Program.Answer {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return try Program(path: "/bin/sh", isMeasured: true).run(
            ["-c", command], in: Vectors.folder,
            variables: ["PATH": Program.products + ":" + path, "T": scratch, "LC_ALL": "C"])
    }
}
