import Foundation
import Testing

/// pemtool's treatment of locked files, passwords, and unknown algorithms.
@Suite struct LockedInputTests {
    private static func run(
        _ words: String..., password: String = "correct horse", in folder: String = "locked",
        input: [UInt8] = []
    ) throws -> Program.Answer {
        try Program.pemtool.run(
            words, in: Vectors.folder.appending(path: folder), variables: ["LOCKED": password], input: input)
    }

    /// Files that openssl opens: the message names the algorithm, and the hint is a command that opens the file.
    @Test func anUnsupportedAlgorithmIsNamedWithACommandThatOpensTheFile() throws {
        let rows = try Vectors.table("unsupported-locks/INDEX.tsv")
        #expect(rows.count >= 14)
        for row in rows {
            let (file, name) = (try row("file"), try row("name"))
            let answer = try LockedInputTests.run(
                "pin", "--password-env", "LOCKED", file, in: "unsupported-locks")
            #expect(answer.status == 3 && answer.output.isEmpty, "\(file)")
            #expect(answer.errors.contains("unsupported encryption: \(name)"), "\(file): \(answer.errors)")
            let hint = answer.errors.split(separator: "\n").first { $0.hasPrefix("pemtool: hint: ") }
            let command = try #require(
                hint?.dropFirst(15).components(separatedBy: " prints ").first, "\(file)")
            let opened = try Shell.run("cd unsupported-locks && \(command) -passin 'pass:correct horse'")
            #expect(opened.status == 0, "\(command): \(opened.errors)")
            #expect(opened.output.contains("-----BEGIN "), "\(command)")
        }
    }

    /// Without a password, `inspect` names it too.
    @Test func inspectNamesAnUnsupportedCipher() throws {
        let answer = try LockedInputTests.run("inspect", "camellia-128-cbc.pem", in: "unsupported-locks")
        #expect(answer.status == 0 && answer.output.contains("Camellia (1.2.392.200011.61.1.1.1.2)"))
    }

    /// The first line is the password, whatever the line end, and whatever an editor put before it.
    @Test(arguments: [
        "correct horse", "correct horse\n", "correct horse\r\n", "correct horse\n\n", "correct horse\nmore\n",
        "\u{feff}correct horse\n", "\u{feff}correct horse",
    ])
    func aPasswordIsTheFirstLine(_ text: String) throws {
        let answer = try LockedInputTests.run(
            "pin", "--password-file", "-", "openssl-modern.p12", input: Array(text.utf8))
        #expect(answer.status == 0 && answer.output.split(separator: "\n").count == 2, "\(answer.errors)")
    }

    @Test(arguments: [
        "\ncorrect horse\n", " correct horse\n", "correct horse \n", "correct horse\r", "correct\n",
    ])
    func onlyTheExactFirstLineIsThePassword(_ text: String) throws {
        let answer = try LockedInputTests.run(
            "pin", "--password-file", "-", "openssl-modern.p12", input: Array(text.utf8))
        let isEndedAlike = text == "correct horse\r"
        #expect(answer.status == (isEndedAlike ? 0 : 3))
        #expect(answer.output.isEmpty != isEndedAlike)
    }

    @Test func aPasswordFileMustBeAnExistingFile() throws {
        for (path, message) in [
            (".", ".: is a folder; expected a file"),
            ("none.txt", "--password-file: no such file or directory"),
            ("/dev", "/dev: is a folder; expected a file"),
        ] {
            let answer = try LockedInputTests.run("pin", "--password-file", path, "openssl-modern.p12")
            #expect(answer.status == 2 && answer.errors.contains(message), "\(answer.errors)")
        }
    }

    /// Files with two passwords, and one unencrypted: each password is used for the files that it opens.
    @Test func eachFileHasItsOwnPassword() throws {
        let files = ["openssl-modern.p12", "openssl-unicode.p12", "../seeds/github.com.pem"]
        let environment = ["ONE": "correct horse", "TWO": "pässwörd €𝄞"]
        func pins(_ options: String...) throws -> (count: Int, status: Int32) {
            let answer = try Program.pemtool.run(
                ["pin"] + options + files, in: Vectors.folder.appending(path: "locked"),
                variables: environment)
            return (answer.output.split(separator: "\n").count, answer.status)
        }
        #expect(try pins("--password-env", "ONE", "--password-env", "TWO") == (5, 0))
        #expect(try pins("--password-env", "TWO", "--password-env", "ONE") == (5, 0))
        #expect(try pins("--password-env", "ONE") == (3, 3))
        #expect(try pins("--password-env", "TWO") == (3, 3))
        #expect(try pins() == (1, 3))
    }

    /// Parameters that do not affect the numbers of a key may have been changed unnoticed.
    @Test(arguments: [
        "RSA-PSS -pkeyopt rsa_keygen_bits:1024 -pkeyopt rsa_pss_keygen_md:sha256",
        "EC -pkeyopt ec_paramgen_curve:prime256v1 -pkeyopt ec_param_enc:explicit",
        "EC -pkeyopt ec_paramgen_curve:secp256k1 -pkeyopt ec_param_enc:explicit",
    ])
    func parametersThatCannotBeVerifiedAreAnError(_ key: String) throws {
        let answer = try Shell.run(
            """
            openssl genpkey -algorithm \(key) | openssl pkcs8 -topk8 -v1 PBE-SHA1-RC4-128 -iter 10 -passout pass:x \
                -provider legacy -provider default | LOCKED=x pemtool pin --password-env LOCKED -
            """)
        #expect(answer.status == 3 && answer.output.isEmpty, "\(answer.output)")
        #expect(answer.errors.contains("may have been changed"), "\(answer.errors)")
    }

    /// A PKCS #12 file with only a private key has the pin of that key, and nothing is missing.
    @Test(arguments: ["", "-nomac", "-keypbe NONE", "-legacy"]) func aKeyDoesNotNeedACertificate(
        _ options: String
    )
        throws
    {
        let answer = try Shell.run(
            """
            key=$(openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1)
            echo "$key" | openssl pkey -pubout -outform der | openssl sha256 -binary | openssl base64
            echo "$key" | openssl pkcs12 -export -nocerts \(options) -iter 10 -passout pass:x 2>/dev/null \
                | LOCKED=x pemtool pin --password-env LOCKED -
            """)
        let pins = answer.output.split(separator: "\n")
        #expect(
            answer.status == 0 && pins.count == 2 && Set(pins).count == 1, "\(answer.output)\(answer.errors)")
    }

    /// Roots may be in a key store or a PKCS #12 file, as in Java.
    @Test(arguments: ["keytool.p12", "keytool.jks", "openssl-chain.p12"])
    func rootsMayBeInEncryptedFiles(_ file: String) throws {
        let words = ["check", "--pin", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE=", "--roots", file]
        let chain = "../seeds/github.com.pem"
        let right = try Program.pemtool.run(
            words + ["--password-env", "LOCKED", chain], in: Vectors.folder.appending(path: "locked"),
            variables: ["LOCKED": "correct horse"])
        #expect(!right.errors.contains("encrypted") && !right.errors.contains("password"), "\(right.errors)")
        let wrong = try Program.pemtool.run(
            words + ["--password-env", "LOCKED", chain], in: Vectors.folder.appending(path: "locked"),
            variables: ["LOCKED": "battery staple"])
        #expect(
            wrong.status == 3 && wrong.errors.contains("\(file)") && wrong.errors.contains("wrong password"))
    }
}
