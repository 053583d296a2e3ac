import DERKit
import Testing
import X509Model

/// Extensions field by field against Python's cryptography: `Tests/Tools/make/extension-answers.py`.
@Suite struct ExtensionAnswersTests {
    /// Returns the answers of one file: fields and values by the position of the extension.
    private static func answers() throws -> [(file: String, fields: [Int: [[String]]])] {
        var files: [String: [Int: [[String]]]] = [:]
        for row in try Vectors.table("extensions/answers.tsv") {
            guard let position = Int(try row("position")) else { continue }
            files[try row("file"), default: [:]][position, default: []]
                .append([try row("field"), try row("value")])
        }
        return files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private static func certificate(_ file: String) throws -> Certificate {
        if file.hasSuffix(".pem") { return try Certificate(pem: try Vectors.text("cert/\(file)")) }
        return try Certificate(der: try Vectors.bytes("extensions/\(file)"))
    }

    @Test func everyFieldMatchesAnotherLibrary() throws {
        var types: Set<ASN1ObjectIdentifier> = []
        for (file, expected) in try ExtensionAnswersTests.answers() {
            let extensions = try ExtensionAnswersTests.certificate(file).extensions
            for (position, fields) in expected {
                guard extensions.indices.contains(position) else {
                    Issue.record("\(file) has no extension \(position)")
                    continue
                }
                let value = extensions[position]
                try value.checkValue()
                let expected = try fields.map { [$0[0], try asInJSON($0[0], $0[1])] }
                #expect(try answerFields(value)?.map(escaped) == expected, "\(file), extension \(position)")
                types.insert(extensions[position].oid)
            }
        }
        // One for each type that the library knows; a shorter table would compare less than intended.
        #expect(types.count == 21)
    }

    /// Returns a value as the script writes it on one line.
    private func escaped(_ field: [String]) -> [String] {
        field.map { text in
            text.unicodeScalars.map { scalar -> String in
                switch scalar {
                case "\\": "\\u005c"
                case "\t": "\\u0009"
                case "\r": "\\u000d"
                case "\n": "\\u000a"
                default: String(scalar)
                }
            }.joined()
        }
    }
}
