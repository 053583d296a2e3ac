import Foundation
import Testing

/// Runs the tool that was built beside the tests.
struct ToolProcess {
    struct Answer {
        let status: Int32
        let output: String
        let errors: String
    }

    private let tool: URL

    init() throws {
        let folders =
            [Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent()]
            + [Bundle.main.executableURL, URL(fileURLWithPath: CommandLine.arguments[0])].compactMap {
                $0?.deletingLastPathComponent()
            }
        let candidates = folders.map { $0.appendingPathComponent("pemtool") }
        tool = try #require(candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) })
    }

    /// What the tool says with these arguments, in the given folder.
    func run(_ arguments: [String], in folder: URL? = nil, input: [UInt8] = []) throws -> Answer {
        let process = Process()
        process.executableURL = tool
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = folder }
        let output = Pipe()
        let errors = Pipe()
        let standardInput = Pipe()
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = standardInput
        try process.run()
        // Small inputs and short messages: neither pipe fills while the other is read.
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input))
        try standardInput.fileHandleForWriting.close()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Answer(
            status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
            errors: String(decoding: complaints, as: UTF8.self))
    }
}
