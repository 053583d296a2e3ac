import DERKit
import Foundation
import Testing

/// No part of the keys in Tests/Vectors/locked is in any output, whatever opened their files; nor is the password.
@Suite struct LockedSecrecyTests {
    static let commands = [
        ["inspect", "--full"], ["inspect", "--json", "--full"], ["explain"], ["explain", "--json"],
        ["convert", "--to", "hex"], ["convert", "--extract", "public-key"],
        ["diagnose", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE="],
        ["check", "--json", "--pin", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE="],
    ]

    @Test(arguments: commands) func noCommandShowsPrivateOctets(_ command: [String]) throws {
        let secrets = try Vectors.lines("locked/private.tsv").dropFirst().compactMap { bytes(hex: $0) }
        #expect(secrets.count >= 15)
        let search = SecretSearch(secrets)
        let files = LockedFileTests.rows.filter { $0.password == "correct horse" }.map(\.file)
        #expect(files.count >= 75)
        let place = LockedSecrecyTests.commands.firstIndex(of: command) ?? 0
        let answer = try Program.pemtool.run(
            command + ["--password-env", "LOCKED"] + Sweep.sample(files, every: 7, from: place),
            in: Vectors.folder.appending(path: "locked"),
            variables: ["LOCKED": "correct horse"])
        #expect(!answer.output.isEmpty || command[0] == "check")
        for text in [answer.output, answer.errors] {
            #expect(search.found(in: text) == nil)
            #expect(!text.contains("correct horse"))
        }
    }

    @Test func aWrongPasswordIsNotShown() throws {
        let answer = try Program.pemtool.run(
            ["pin", "--password-env", "LOCKED", "locked/openssl-modern.p12"], in: Vectors.folder,
            variables: ["LOCKED": "battery staple"])
        #expect(answer.status == 3 && answer.output.isEmpty && !answer.errors.contains("battery"))
        #expect(answer.errors.contains("wrong password, or the file was changed"))
    }
}
