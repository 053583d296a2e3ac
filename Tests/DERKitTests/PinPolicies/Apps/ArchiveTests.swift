import DERKit
import Foundation
import SPKIHash
import Testing

@testable import PinPolicies

/// Archives made by zip, aapt2 and Python: Tests/Tools/make/archives.py.
@Suite struct ArchiveTests {
    private static func file(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: Vectors.path("archives/\(name)"))))
    }

    @Test func findsEveryPlantedPin() throws {
        let rows = String(decoding: try Self.file("pins.tsv"), as: UTF8.self).split(separator: "\n")
        #expect(rows.count == 8)
        for row in rows {
            let fields = row.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
            let archive = try ZIPArchive(try Self.file(fields[0]))
            let entry = try #require(archive.entries.first { $0.name == fields[1] })
            let listing = try PinListing(try archive.contents(of: entry))
            let pin = try Pin(fields[2])
            let item = try #require(listing.items.first { $0.pinned == .publicKey(pin) })
            let hosts = item.patterns.map { "\($0)" }.joined(separator: ",")
            #expect(hosts == fields[3], "\(row)")
            #expect(listing.problems.isEmpty)
        }
    }

    @Test func lineNumbersInCompiledXMLMatchItsSource() throws {
        let archive = try ZIPArchive(try Self.file("app.apk"))
        let entry = try #require(archive.entries.first { $0.name.hasPrefix("res/") })
        let listing = try PinListing(try archive.contents(of: entry))
        #expect(listing.format == .android)
        #expect(listing.items.map { $0.place?.position?.line } == [7, 8])
        #expect(listing.problems.isEmpty)
    }

    /// One long string that many attributes repeat, and long names that differ only in the order of their marks.
    @Test func smallFilesDoNotBecomeLarge() throws {
        func number(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func chunk(_ type: Int, _ header: Int, _ body: [UInt8]) -> [UInt8] {
            number(type, 2) + number(header, 2) + number(body.count + 8, 4) + body
        }
        let long = [UInt8](repeating: 0x61, count: 0x7000)
        // A pool of two UTF-8 strings: `a`, and one of 28,672 characters.
        let texts = [1, 1, 0x61, 0] + [0xf0, 0, 0xf0, 0] + long + [0]
        let pool = chunk(
            1, 28,
            number(2, 4) + number(0, 4) + number(0x100, 4) + number(36, 4) + number(0, 4) + number(0, 4)
                + number(4, 4) + texts)
        let attribute = number(-1, 4) + number(0, 4) + number(1, 4) + number(0x0300_0008, 4) + number(1, 4)
        let element = chunk(
            0x102, 16,
            number(1, 4) + number(-1, 4) + number(-1, 4) + number(0, 4) + number(20, 2) + number(20, 2)
                + number(1_000, 2) + [UInt8](repeating: 0, count: 6)
                + Array(repeatElement(attribute, count: 1_000).joined()))
        let error = #expect(throws: ArchiveError.self) {
            _ = try CompiledXML.text(of: chunk(3, 8, pool + element))
        }
        #expect(error?.message == "too much text in compiled XML")
    }

    @Test(arguments: [
        ("bomb.zip", "314572800 bytes; expected at most 67108864"),
        ("lying.zip", "data exceeds the expected 100 bytes"),
        ("overlap.zip", "shares its data with another entry"),
        ("dots.zip", "the path leads out of the archive"),
        ("encrypted.zip", "encrypted"),
        ("damaged.zip", "damaged: the checksum does not match the contents"),
        ("names.zip", "the entry has two different names"),
    ])
    func refusesMalformedArchives(_ name: String, _ message: String) throws {
        let bytes = try Self.file(name)
        let archive = try ZIPArchive(bytes)
        var messages: [String] = []
        for entry in archive.entries {
            do throws(ArchiveError) {
                _ = try archive.contents(of: entry)
            } catch {
                messages.append(error.message)
                #expect((1...bytes.count).contains(error.offset))
            }
        }
        #expect(messages.first == message)
    }

    @Test func refusesAnArchiveWithoutItsEnd() throws {
        #expect(throws: ArchiveError.self) { _ = try ZIPArchive(try Self.file("cut.zip")) }
    }

    /// Every changed byte and every truncation gives an error or different contents, never a trap.
    @Test(arguments: ["app.apk", "app.ipa", "encrypted.zip", "dots.zip"])
    func damagedArchivesCauseNoTrap(_ name: String) throws {
        let bytes = try Self.file(name)
        for place in Sweep.sample(Array(stride(from: 0, to: bytes.count, by: 3)), every: 11) {
            for change: UInt8 in [0x01, 0x80, 0xff] {
                var damaged = bytes
                damaged[place] ^= change
                Self.readAll(damaged)
            }
            Self.readAll(Array(bytes[..<place]))
        }
    }

    /// The same with compiled XML by itself, which no checksum protects.
    @Test func damagedXMLCausesNoTrap() throws {
        let archive = try ZIPArchive(try Self.file("app.apk"))
        let entry = try #require(archive.entries.first { $0.name.hasPrefix("res/") })
        let bytes = try archive.contents(of: entry)
        for place in Sweep.sample(bytes.indices, every: 11) {
            for change: UInt8 in [0x01, 0x80, 0xff] {
                var damaged = bytes
                damaged[place] ^= change
                _ = try? CompiledXML.text(of: damaged)
            }
            _ = try? CompiledXML.text(of: Array(bytes[..<place]))
        }
    }

    private static func readAll(_ bytes: [UInt8]) {
        guard let archive = try? ZIPArchive(bytes) else { return }
        for entry in archive.entries { _ = try? archive.contents(of: entry) }
    }
}
