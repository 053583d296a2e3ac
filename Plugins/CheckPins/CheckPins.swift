import Foundation
import PackagePlugin

/// `swift package check-pins`: runs `pemtool check` in the package of an app.
///
/// - With arguments, these are the arguments of `check`.
/// - Without, each line of the file `.check-pins` in the package's folder is the arguments of one run. Words are
///   separated by spaces, a line that begins with `#` is a comment, and paths count from the package's folder.
/// - Without that file too, the manifest `pins.json` in the package's folder is checked.
///
/// The output is pemtool's. SwiftPM ends with status 0 where the plugin does and with 1 for every other status; which
/// one it was, it says on standard error.
@main
struct CheckPins: CommandPlugin {
    static let configuration = ".check-pins"
    static let manifest = "pins.json"

    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let pemtool = try build()
        let folder = context.package.directoryURL
        if !arguments.isEmpty {
            try finish(run(pemtool, arguments, in: nil))
            return
        }
        var statuses: [Int32] = []
        for arguments in try runs(in: folder) {
            statuses.append(try run(pemtool, arguments, in: folder))
        }
        finish(statuses.max() ?? 0)
    }

    /// Builds pemtool, with the progress on standard error.
    ///
    /// A dependency on pemtool would do the same, but then a build of the whole package compiles all sources twice, for
    /// the package and for its plugin.
    private func build() throws -> URL {
        let result = try packageManager.build(
            .product("pemtool"), parameters: .init(configuration: .inherit, echoLogs: true))
        guard result.succeeded, let pemtool = result.builtArtifacts.first(where: { $0.kind == .executable })
        else {
            throw Problem(description: "pemtool could not be built")
        }
        return pemtool.url
    }

    /// Returns the arguments of every run that the package asks for.
    private func runs(in folder: URL) throws -> [[String]] {
        let configuration = folder.appending(path: Self.configuration)
        if FileManager.default.fileExists(atPath: configuration.path) {
            let runs = try String(contentsOf: configuration, encoding: .utf8)
                .split(whereSeparator: \.isNewline)
                .map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
                .filter { $0.first?.hasPrefix("#") == false }
            guard !runs.isEmpty else { throw Problem(description: "\(Self.configuration) names no file") }
            return runs
        }
        guard FileManager.default.fileExists(atPath: folder.appending(path: Self.manifest).path) else {
            throw Problem(
                description: """
                    nothing to check: neither \(Self.configuration) nor \(Self.manifest) is in the package's folder; \
                    name a file, as in 'swift package check-pins pins/pins.json'
                    """)
        }
        return [[Self.manifest]]
    }

    /// Runs `pemtool check`, in the folder the command was given in unless another one is named.
    private func run(_ pemtool: URL, _ arguments: [String], in folder: URL?) throws -> Int32 {
        let process = Process()
        process.executableURL = pemtool
        process.arguments = ["check"] + arguments
        if let folder { process.currentDirectoryURL = folder }
        try process.run()
        process.waitUntilExit()
        // A program ended by a signal gets the status that a shell would report.
        return process.terminationStatus + (process.terminationReason == .exit ? 0 : 128)
    }

    private func finish(_ status: Int32) {
        if status != 0 { exit(status) }
    }

    private struct Problem: Error, CustomStringConvertible {
        let description: String
    }
}
