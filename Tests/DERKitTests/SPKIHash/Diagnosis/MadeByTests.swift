import Foundation
import PinPolicies
import SPKIHash
import Testing
import X509Model

/// Runs every command that a diagnosis names on its key, and compares the output with the pin.
@Suite struct MadeByTests {
    /// A command and the text that it must print.
    private struct Claim {
        let command: String
        let text: String
        let recipe: String
    }

    @Test(arguments: [
        ("rsa-2048", "certificate", false), ("rsa-4096", "public-key", false), ("p-256", "certificate", true),
        ("p-384", "request", false), ("ed25519", "certificate", false), ("ed25519", "public-key", false),
    ])
    func everyCommandMakesThePin(_ test: (kind: String, form: String, isWhole: Bool)) throws {
        let (kind, form, isWhole) = test
        let folder = FileManager.default.temporaryDirectory.appending(path: "made-by-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "object.pem")
        let bytes = try object(kind, form)
        try Data(bytes).write(to: file)
        let objects = InputReader(bytes).compactMap { PinDiagnosis.Object($0, file: bytes) }
        try #require(objects.count == 1)

        // Every digest and encoding for only one of them, because they do not depend on the key.
        let claims = try claims(kind, objects, isWhole: isWhole)
        // Steps of rare mistakes are words; a command is for the mistakes that people make.
        #expect(claims.count >= 3)
        #expect(Set(claims.map(\.recipe)).count == claims.count)
        let script = folder.appending(path: "commands.sh")
        let lines = claims.map {
            "text=$( ( \($0.command) ) <'\(file.path)' 2>/dev/null )\nprintf '%s\\n' \"$text\""
        }
        try lines.joined(separator: "\n").write(to: script, atomically: true, encoding: .utf8)
        let printed = try Shell.run("sh '\(script.path)'").output.split(
            separator: "\n", omittingEmptySubsequences: false)
        try #require(printed.count == claims.count + 1)
        for (claim, line) in zip(claims, printed) {
            #expect(line == claim.text, "\(claim.recipe): \(claim.command)")
        }
    }

    /// Returns a certificate, a request or a public key from Tests/Vectors/diagnose, as openssl writes it.
    private func object(_ kind: String, _ form: String) throws -> [UInt8] {
        let source = "diagnose/\(kind).pem"
        let command =
            switch form {
            case "certificate": "openssl x509 -in \(source)"
            case "request": "sed -n '/BEGIN CERTIFICATE REQUEST/,$p' \(source)"
            default: "openssl x509 -in \(source) -pubkey -noout"
            }
        return Array(try Shell.run(command).output.utf8)
    }

    /// Returns the diagnosis of every text for this object alone.
    private func claims(_ kind: String, _ objects: [PinDiagnosis.Object], isWhole: Bool) throws -> [Claim] {
        let rows = try Vectors.lines("diagnose/\(kind).tsv").map(DiagnosisMatrixTests.Row.init)
        var texts: [String] = []
        for row in rows {
            let isKey = isWhole && row.recipes.contains { $0.hasPrefix("spki@") || $0.hasPrefix("x@") }
            for (digest, octets) in row.digests where digest.isEmpty || isKey {
                let forms = DiagnosisMatrixTests.texts(of: octets, isWhole: isKey).map(\.text)
                texts += isKey ? forms : Array(forms.prefix(1))
            }
        }
        // For a single object, mistakes with the file are those with its PEM text.
        var search = PinSearch(texts)
        for object in objects { search.examine(object) }
        search.finish()
        var claims: [Claim] = []
        var seen: Set<String> = []
        for (number, text) in texts.enumerated() {
            for match in search.diagnosis(number).matches {
                let kind = "\(match.recipe) \(text.count) \(text.contains("=")) \(text == text.uppercased())"
                guard let command = match.command, seen.insert(kind).inserted else { continue }
                #expect(match.madeBy == [command])
                claims.append(Claim(command: command, text: text, recipe: kind))
            }
        }
        return claims
    }

    /// Steps that are not commands are listed one by one, and every match of a wrong pin has some.
    @Test func everyMistakeListsItsSteps() throws {
        let bytes = try Vectors.bytes("diagnose/p-256.pem")
        let objects = InputReader(bytes).compactMap { PinDiagnosis.Object($0, file: bytes) }
        let rows = try Vectors.lines("diagnose/p-256.tsv").map(DiagnosisMatrixTests.Row.init)
        let texts = rows.flatMap { (row) in
            row.digests.map { Data($0.bytes).base64EncodedString() }
        }
        var search = PinSearch(texts)
        for object in objects { search.examine(object) }
        search.finish()
        for number in texts.indices {
            let diagnosis = search.diagnosis(number)
            for match in diagnosis.matches where !match.isRight {
                #expect(!match.madeBy.isEmpty && match.madeBy.allSatisfy { !$0.isEmpty }, "\(match)")
                #expect(match.madeBy.allSatisfy { !$0.contains("pemtool") && !$0.contains("FILE") })
            }
        }
    }
}
