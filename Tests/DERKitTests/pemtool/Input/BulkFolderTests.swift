import DERKit
import Foundation
import Testing
import X509Model

@testable import pemtool

/// Several threads give the same results for a folder as its files one by one.
@Suite final class BulkFolderTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("folder-\(UUID())")

    init() throws {
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("m/inner"), withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private var files: [String: [UInt8]] = [:]

    private func write(_ bytes: [UInt8], as name: String) throws {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
        files[name] = bytes
    }

    /// Makes more files than a thread takes at once, good and bad ones, in folders at two depths.
    private func fill() throws {
        let certificate = try Vectors.bytes("cert/rsa4096.pem")
        let broken = Array(certificate.dropLast(40))
        for number in 0..<120 {
            let digits = String(repeating: "0", count: 3 - "\(number)".count) + "\(number)"
            let name = (number == 70 ? "m/inner/f" : number > 70 && number < 100 ? "m/k" : "f") + digits
            try write(number % 7 == 3 ? broken : number % 11 == 5 ? [0x21] : certificate, as: name)
        }
        // Large enough to be read in parts, plain and not.
        let large = Array(repeating: certificate, count: 40).flatMap { $0 }
        try write(large, as: "f050-large")
        try write([0xef, 0xbb, 0xbf] + large, as: "f060-large")
        try write([], as: "f000-empty")
    }

    private static func render(_ file: String, _ object: InputObject) -> String {
        object.json(in: file)
    }

    @Test(arguments: [1, 2, 5]) func aFolderGivesTheResultsOfItsFiles(_ jobs: Int) throws {
        try fill()
        var expected = ""
        var (objects, skipped) = (0, 0)
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            let path = folder.path + "/" + name
            for object in InputReader(bytes) {
                if case .failure(let error) = object.contentResult, error.isNoObject {
                    skipped += 1
                } else {
                    objects += 1
                    expected += BulkFolderTests.render(path, object) + "\n"
                }
            }
        }
        let output = Collected()
        let bulk = Bulk(
            render: { Rendered(output: BulkFolderTests.render($0, $1)) },
            options: Bulk.Options(needsPlace: true, wantedJobs: jobs, partSize: 1 << 15))
        let seen = bulk.read(folder: folder.path) { output.bytes += $0 }
        #expect(String(decoding: output.bytes, as: UTF8.self) == expected)
        #expect(seen.skipped == skipped && skipped > 5)
        // A file that is read in parts counts once.
        #expect(seen.objects == objects - 39)
    }

    private final class Collected {
        var bytes: [UInt8] = []
    }

    /// A link to a folder is not followed, and a pipe is not waited for.
    @Test func nonFilesAreSkipped() throws {
        try write(try Vectors.bytes("cert/ed448.pem"), as: "a.pem")
        try FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent("circle"), withDestinationURL: folder)
        try FileManager.default.createSymbolicLink(
            atPath: folder.appendingPathComponent("nowhere").path, withDestinationPath: "/nonexistent/file")
        try #require(mkfifo(folder.path + "/pipe", 0o600) == 0)
        let result = try Program.pemtool.run(["pin", "--jobs", "2", folder.path])
        #expect(result.output.split(separator: "\n").count == 1)
        #expect(result.errors.contains("nowhere: ") && result.status == 3)
    }
}
