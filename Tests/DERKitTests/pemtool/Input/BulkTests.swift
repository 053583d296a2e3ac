import DERKit
import Foundation
import Testing
import X509Model

@testable import pemtool

/// Reading in parts gives the same output as reading at once, byte for byte, including errors and their
/// places.
@Suite struct BulkTests {
    /// Smaller than the tool's own, so that a debug build finishes quickly.
    private static let partSize = 1 << 14

    /// Returns a text of several parts: good blocks, bad ones of every kind, text between them, and both kinds of
    /// line end.
    private static func mixture() throws -> String {
        let good = try ["seeds/github.com.pem", "cert/rsa4096.pem", "cert/ed448.pem"].map(Vectors.text)
        let body = "-----BEGIN CERTIFICATE-----\nMIIB\n"
        let bad = [
            "-----BEGIN CERTIFICATE-----\nMIIB*AAA\n-----END CERTIFICATE-----\n",
            "-----BEGIN CERTIFICATE-----\nMIIBAAAA\n-----END CERTIFICATE-----\n",
            "-----BEGIN CERTIFICATE-----\nMIIBAAA\n-----END CERTIFICATE-----\n",
            "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
            body + "-----END PUBLIC KEY-----\n",
            "-----END CERTIFICATE-----\n", body,
            "text between\r\nand -----END CERTIFICATE----- in a line\n\n",
        ]
        var text = good[0]
        var turn = 0
        while text.utf8.count < 3 * BulkTests.partSize {
            text += good[turn % good.count]
            if turn % 3 == 0 { text += good[0].replacingOccurrences(of: "\n", with: "\r\n") }
            text += bad[turn % bad.count]
            turn += 1
        }
        return text
    }

    private static func render(_ file: String, _ object: InputObject) -> String {
        object.json(in: file)
    }

    private static func atOnce(_ text: String) -> String {
        var reader = InputReader(Array(text.utf8))
        reader.fingerprint = ObjectReading.fingerprint
        return reader.map { render("f", $0) + "\n" }
            .joined()
    }

    /// Returns the output of a bulk reading; nil if the input was not read in parts.
    private static func inParts(
        _ text: String, jobs: Int, needsPlace: Bool = true,
        render: @escaping @Sendable (String, InputObject) -> Rendered = { Rendered(output: render($0, $1)) }
    ) throws -> String? {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("bulk-\(UUID()).pem")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let bulk = Bulk(
            render: render,
            options: Bulk.Options(needsPlace: needsPlace, wantedJobs: jobs, partSize: partSize))
        let output = Collected()
        var facts: Rendered.Facts = []
        guard let bytes = try bulk.read("f", ofPath: file.path, &facts, { output.bytes += $0 }) else {
            return String(decoding: output.bytes, as: UTF8.self)
        }
        #expect(bytes == Array(text.utf8))
        return nil
    }

    private final class Collected {
        var bytes: [UInt8] = []
    }

    @Test(arguments: [1, 2, 5]) func readingInPartsMatchesReadingWhole(_ jobs: Int) throws {
        let text = try BulkTests.mixture()
        let expected = BulkTests.atOnce(text)
        #expect(expected.contains("\"line\":") && expected.contains("missing-end"))
        #expect(try BulkTests.inParts(text, jobs: jobs) == expected)
    }

    /// An object with a message waits for its turn; what follows it stays after it.
    @Test(arguments: [1, 2]) func messagesDoNotChangeTheOrder(_ jobs: Int) throws {
        let text = try BulkTests.mixture()
        let expected = InputReader(Array(text.utf8)).map { "\($0.derBytes.count)\n" }.joined()
        let output = try BulkTests.inParts(text, jobs: jobs, needsPlace: false) { (_, object) in
            Rendered(
                output: "\(object.derBytes.count)",
                complaints: object.label == "CERTIFICATE" && object.derBytes.count % 2 == 0 ? [""] : [])
        }
        #expect(output == expected)
    }

    @Test(arguments: [1, 2]) func textAfterTheLastBlockIsReported(_ jobs: Int) throws {
        // Parts of text that would be hex of DER in a separate file.
        let digits = String(repeating: "3003020101\n", count: 5 * BulkTests.partSize / 11)
        for end in ["\n\n", "no line end", "-----BEGIN CERTIFICATE-----\nMIIB", "-----END ", digits] {
            let text = try BulkTests.mixture() + end
            #expect(try BulkTests.inParts(text, jobs: jobs) == BulkTests.atOnce(text))
        }
    }

    @Test(arguments: [1, 2]) func aBlockLargerThanManyPartsIsRead(_ jobs: Int) throws {
        let small = try Vectors.text("seeds/github.com.pem")
        let octets = (0..<4 * BulkTests.partSize).map { UInt8(truncatingIfNeeded: $0) }
        let large = PEM.encode([0x30, 0x83, 0x10, 0x00, 0x00] + octets, label: "CERTIFICATE")
        let text = small + large + small
        let output = try #require(try BulkTests.inParts(text, jobs: jobs))
        #expect(output == BulkTests.atOnce(text))
        #expect(output.split(separator: "\n").count == 3)
    }

    /// Only large text that is plain from its first line is read in parts; other input is read whole.
    @Test func onlyLargePlainTextIsReadInParts() throws {
        let text = try BulkTests.mixture()
        #expect(try BulkTests.inParts(try Vectors.text("seeds/github.com.pem"), jobs: 2) == nil)
        #expect(try BulkTests.inParts("\u{feff}" + text, jobs: 2) == nil)
        #expect(try BulkTests.inParts("Bag Attributes\n" + text, jobs: 2) == nil)
        #expect(try BulkTests.inParts(String(repeating: "A", count: 3 * BulkTests.partSize), jobs: 2) == nil)
        let noEnd = "-----BEGIN CERTIFICATE-----\n" + String(repeating: "AAAA", count: BulkTests.partSize)
        #expect(try BulkTests.inParts(noEnd, jobs: 2) == nil)
    }

    /// SIGINT before the end of the input: all results so far are printed, and the truncated block is not reported.
    @Test func aSignalStopsPemtoolAfterItPrintsTheResultsSoFar() throws {
        let process = Process()
        process.executableURL = URL(filePath: Program.pemtool.path)
        process.arguments = ["pin", "--jobs", "2", "-"]
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let block = try Vectors.text("seeds/github.com.pem")
        let count = (1 << 19) / block.utf8.count + 1
        try input.fileHandleForWriting.write(
            contentsOf: Data((String(repeating: block, count: count) + block.prefix(200)).utf8))
        // The tool has read most of it by now, since a pipe holds far less; it waits for the rest.
        var unread: Int32 = 1
        while unread > 0, ioctl(input.fileHandleForWriting.fileDescriptor, UInt(FIONREAD), &unread) == 0 {
            Thread.sleep(forTimeInterval: 0.01)
        }
        Thread.sleep(forTimeInterval: 0.5)
        process.interrupt()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try input.fileHandleForWriting.close()
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(process.terminationStatus == SIGINT)
        let lines = String(decoding: printed, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == count)
        #expect(Set(lines) == ["7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="])
        #expect(said == "pemtool: interrupted; results so far were printed\n")
    }

    /// The first part of a full queue asks for its place after all others have theirs.
    @Test(.timeLimit(.minutes(1))) func theFirstPartOfAFullQueueMayBeTheLastToAsk() {
        let others = Shared(0)
        var queue = BulkQueue(jobs: 256) { (number: Int, place) in
            if number == 0 { others.wait { $0 == 511 ? true : nil } }
            _ = place(Bulk.Place(lines: 1, objects: 1), number == 0)
            if number != 0 { others.change { $0 += 1 } }
            return Bulk.PartResult()
        }
        var count = 0
        for number in 0..<512 { queue.add(number) { _ in count += 1 } }
        queue.finish { _ in count += 1 }
        #expect(count == 512)
    }
}
