import Foundation
import Testing

@testable import pemtool

/// `convert` writes the same bytes as openssl, and replaces files only on request.
@Suite final class ConvertCommandTests {
    private let tool: Program
    private let folder: URL

    init() throws {
        tool = Program.pemtool
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("convert-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func content(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private func vector(_ name: String) -> String { Vectors.path("kinds/\(name)") }

    @Test func pemAndDERMatchOpenSSL() throws {
        for name in ["rsa2048", "p-256", "ed25519"] {
            for kind in ["certificate", "request", "public"] {
                let pem = vector("\(name).\(kind).pem")
                let der = vector("\(name).\(kind).der")
                let arguments = ["convert", "--force", "--output", "out"]
                #expect(try tool.run(arguments + ["--to", "der", pem], in: folder).status == 0)
                #expect(try content("out") == Vectors.bytes("kinds/\(name).\(kind).der"), "\(name) \(kind)")
                #expect(try tool.run(arguments + [der], in: folder).status == 0)
                #expect(try content("out") == Vectors.bytes("kinds/\(name).\(kind).pem"), "\(name) \(kind)")
                #expect(try names() == ["out"])
            }
        }
    }

    @Test func partsAreExtractedFromEveryKind() throws {
        let spki = try Vectors.bytes("kinds/p-256.public.der")
        for file in ["p-256.certificate.pem", "p-256.request.der", "p-256.key.pem", "p-256.p7b.pem"] {
            let arguments = ["convert", "--force", "--output", "out", "--extract"]
            for part in ["spki", "public-key", "raw-key", "header"] {
                #expect(try tool.run(arguments + [part, vector(file)], in: folder).status == 0)
                let expected =
                    switch part {
                    case "spki": spki
                    case "public-key": try Vectors.bytes("kinds/p-256.public.pem")
                    case "raw-key": Array(spki.suffix(65))
                    default: Array(spki.prefix(26))
                    }
                #expect(try content("out") == expected, "\(file) \(part)")
            }
        }
        let header = try tool.run(["convert", "--extract", "header", "--to", "hex", vector("p-256.key.der")])
        #expect(header.output == "3059301306072a8648ce3d020106082a8648ce3d030107034200\n")
        let certificate = try tool.run(["convert", "--extract", "certificate", vector("p-256.ber.p7b.der")])
        #expect(certificate.output == (try Vectors.text("kinds/p-256.certificate.pem")))
    }

    @Test func aBundleIsSplitIntoFilesWithReadableNamesAndJoinedAgain() throws {
        let split = try tool.run(
            ["convert", "--split", "--output", ".", vector("rsa2048.p7b.der"), vector("p-521.request.pem")],
            in: folder)
        #expect(split.status == 0 && split.output.isEmpty && split.errors.isEmpty)
        #expect(try names() == ["01-rsa2048.example.pem", "02-p-521.example.pem"])
        let joined = try tool.run(["convert"] + names(), in: folder)
        let parts = try ["rsa2048.certificate.pem", "p-521.request.pem"].map {
            try Vectors.text("kinds/\($0)")
        }
        #expect(joined.output == parts.joined())
    }

    @Test func filesAreReplacedOnlyOnRequest() throws {
        let mine = Data("mine".utf8)
        try mine.write(to: folder.appendingPathComponent("out"))
        let arguments = ["convert", "--output", "out", vector("p-256.certificate.der")]
        let refused = try tool.run(arguments, in: folder)
        #expect(refused.status == 2)
        #expect(
            refused.errors == "pemtool: out: file already exists\npemtool: hint: use --force to replace it\n")
        #expect(try content("out") == Array(mine) && names() == ["out"])
        #expect(try tool.run(arguments + ["--force"], in: folder).status == 0)
        #expect(try content("out") == Vectors.bytes("kinds/p-256.certificate.pem") && names() == ["out"])
        // One of several: none is written.
        try mine.write(to: folder.appendingPathComponent("02-p-256.example.der"))
        let split = try tool.run(
            [
                "convert", "--split", "--to", "der", "--output", folder.path, vector("p-384.certificate.pem"),
                vector("p-256.certificate.pem"),
            ])
        #expect(split.status == 2)
        #expect(try names() == ["02-p-256.example.der", "out"])
    }

    @Test func privateKeysAreNotWritten() throws {
        let answer = try tool.run(["convert", vector("rsa1024.key.pem"), vector("p-256.public.pem")])
        let publicKey = try Vectors.text("kinds/p-256.public.pem")
        #expect(answer.status == 0 && answer.output == publicKey)
        #expect(answer.errors.contains("private keys are not written"))
        #expect(answer.errors.contains("--extract public-key"))
    }

    @Test func meaninglessCombinationsAreUsageErrors() throws {
        for arguments in [
            ["--split"], ["--force"], ["--extract", "header", "--to", "pem"], ["--extract", "everything"],
            ["--to", "text"],
        ] {
            let answer = try tool.run(["convert"] + arguments + [vector("p-256.public.pem")])
            #expect(answer.status == 2 && answer.output.isEmpty, "\(arguments)")
        }
    }

    @Test(arguments: [
        ("github.com", "01-github.com.pem"), ("*.example.com", "01-wildcard.example.com.pem"),
        ("../../etc/passwd", "01-etc-passwd.pem"), ("..", "01-object.pem"), ("", "01-object.pem"),
        ("A Company, Inc.", "01-A-Company-Inc.pem"), ("Ünïcode", "01-n-code.pem"), ("-rf", "01-rf.pem"),
        ("a\u{202e}b\nc", "01-a-b-c.pem"), (".hidden", "01-hidden.pem"),
    ]) func namesAreReadableAndHarmless(_ title: String, _ name: String) {
        #expect(FileName.make(number: 1, of: 3, title: title, fileExtension: "pem") == name)
    }

    @Test func numberedFileNamesSortInOrder() {
        #expect(FileName.make(number: 7, of: 1200, title: "a", fileExtension: "der") == "0007-a.der")
        let long = FileName.make(
            number: 1, of: 1, title: String(repeating: "x", count: 500), fileExtension: "pem")
        #expect(long.utf8.count == "01-.pem".utf8.count + 60)
    }
}
