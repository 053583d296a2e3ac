import Foundation
import Testing

/// Every command accounts for every input: next to a good one, in both orders, and alone, a bad one is
/// reported with status 3. The inputs are made by openssl and other tools, or are the first bytes of files of
/// other programs.
@Suite struct EveryInputTests {
    /// Input that no command can use: shell commands that write it to standard output.
    static let bad: [(name: String, make: String)] = [
        ("empty", "true"), ("text", "echo hello"), ("missing", ""),
        ("cut.der", "openssl x509 -in good.pem -outform der | head -c 200"),
        ("cut.pem", "head -4 good.pem"),
        ("trailing.der", "openssl x509 -in good.pem -outform der; printf 'x'"),
        ("junk.pem", "sed '3s/./!/5' good.pem"), ("dashes.pem", "sed 's/-----BEGIN/----BEGIN/' good.pem"),
        ("word.pem", "sed 's/-----BEGIN/———BEGIN/' good.pem"),
        ("label.pem", "printf -- '-----BEGIN THING-----\\nAAEC\\n-----END THING-----\\n'"),
        ("oneline.pem", "printf 'text-----BEGIN PUBLIC KEY-----'; sed -n '2,3p' good.pem | tr -d '\\n'"),
        ("utf8.der", "openssl x509 -in good.pem -outform der | iconv -f latin1 -t utf8 | head -c 300"),
        ("archive.zip", "printf 'PK\\003\\004......................'"), ("a.gz", "gzip -c good.pem"),
        ("a.tar", "tar -cf - good.pem"), ("a.bz2", "printf 'BZh91AY&SY.......'"),
        ("a.pdf", "printf '%%PDF-1.7\\n......'"), ("a.png", "printf '\\211PNG\\r\\n\\032\\n......'"),
        ("a.elf", "head -c 4000 /bin/sh"),
        ("store.jks", "printf '\\376\\355\\376\\355\\000\\000\\000\\002....'"),
        ("a.plist", "printf 'bplist00......'"), ("page.html", "echo '<!DOCTYPE html><html></html>'"),
        ("lfs.pem", "echo 'version https://git-lfs.github.com/spec/v1'"),
        ("ssh.pub", "echo 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB me'"),
        (
            "a.pgp",
            "printf -- '-----BEGIN PGP PUBLIC KEY BLOCK-----\\n\\nmQENBF\\n-----END PGP PUBLIC KEY BLOCK-----\\n'"
        ),
        ("a.ppk", "echo 'PuTTY-User-Key-File-3: ssh-rsa'"), ("a.db", "printf 'SQLite format 3\\000....'"),
        ("a.jwk", "echo '{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"a\",\"y\":\"b\"}'"),
        ("env", "printf 'CERT=%s\\n' \"$(sed -n '2,4p' good.pem | tr -d '\\n')\""),
        ("dump.txt", "openssl x509 -in good.pem -outform der | od -v -x"),
        ("v7.tar", "tar --format=v7 -cf - good.pem"),
        ("utf32.pem", "iconv -f UTF-8 -t UTF-32 good.pem | head -c 400"),
        ("key.pvk", "openssl genrsa 1024 | openssl rsa -outform PVK -pvk-none"),
        ("key.blob", "openssl genrsa 1024 | openssl rsa -outform MSBLOB"),
        ("a.dnskey", "echo 'example.com. IN DNSKEY 256 3 13 GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edb'"),
        ("text.txt", "openssl x509 -in good.pem -noout -text"),
        ("asn1parse.txt", "openssl asn1parse -i -dump -in good.pem"),
    ]

    /// Objects without a key.
    static let keyless: [(name: String, make: String)] = [
        ("dh.key", "openssl genpkey -algorithm DH -pkeyopt group:ffdhe2048"),
        ("encrypted.key", "openssl pkey -in good.key -aes128 -passout pass:x"),
        ("encrypted.p12", "openssl pkcs12 -export -inkey good.key -in good.pem -passout pass:x"),
        ("list.crl", "cat list.pem"), ("parameters.pem", "openssl ecparam -name prime256v1"),
        ("empty.p7b", "openssl crl2pkcs7 -in list.pem"),
    ]

    /// Objects with a key that are not certificates.
    static let keys: [(name: String, make: String)] = [
        ("a.pub", "openssl pkey -in good.key -pubout"), ("a.key", "cat good.key"),
        ("a.csr", "openssl req -new -key good.key -subj /CN=a.example"),
    ]

    /// `@` stands for the inputs; the word is in the output for the good one.
    static let commands: [(command: String, word: String, bad: [(name: String, make: String)])] = [
        ("pin @", "PIN", bad + keyless), ("pin --jsonl @", "PIN", bad + keyless),
        ("pin --format tlsa @", "3 1 1", bad + keyless),
        ("inspect @", "PIN", bad), ("inspect --jsonl @", "PIN", bad),
        ("explain @", "PIN", bad + keyless), ("explain --json @", "PIN", bad + keyless),
        ("diagnose PIN @", "right", bad + keyless),
        ("diagnose AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE= @", "part of the input", bad + keyless),
        ("check --pin AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE= @", "", bad + keyless + keys),
        ("convert @", "BEGIN CERT", bad), ("convert --extract spki --to hex @", "3059", bad + keyless),
        ("convert --extract certificate @", "BEGIN CERT", bad + keyless + keys),
        ("inspect --json @", "PIN", bad),
        ("diagnose --json PIN @", "right", bad + keyless), ("check --json --pin PIN @", "matched", bad),
        // It shows the tree of anything that is DER.
        ("dump @", "CERTIFICATE", bad.filter { $0.name != "label.pem" }),
        ("dump --text @", "SEQUENCE", bad),
    ]

    /// Commands that take one input, as a file or on standard input, or in an option.
    static let single = [
        "pin -", "inspect -", "explain -", "diagnose PIN -", "check --pin PIN -", "convert -", "wrap -",
        "policy read -", "check -", "pin good.pem -", "wrap @", "policy emit android @",
        "check --json @", "check @ --host a.example good.pem",
        "check --pin PIN --roots @ good.pem", "diagnose --roots @ PIN good.pem",
        "diagnose --ca-keys @ PIN good.pem",
    ]

    private static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "every-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = """
            cd \(folder.path); openssl ecparam -name prime256v1 -genkey -noout -out good.key
            openssl req -x509 -key good.key -subj /CN=a.example -days 3000 -out good.pem
            touch index.txt; printf '[ca]\\ndefault_ca=d\\n[d]\\ndatabase=index.txt\\n' > ca.cnf
            openssl ca -config ca.cnf -gencrl -keyfile good.key -cert good.pem -md sha256 -crldays 30 -out list.pem

            """
        let files = (bad + keyless + keys).filter { !$0.make.isEmpty }.map { "(\($0.make)) > \($0.name)\n" }
        let result = try Shell.run(script + files.joined())
        try #require(FileManager.default.fileExists(atPath: folder.path + "/list.pem"), "\(result.errors)")
        return folder
    }

    @Test func aBadInputIsNamedWhateverTheOthersAre() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let tool = Program.pemtool
        let pin = try tool.run(["pin", "good.pem"], in: folder).output.split(separator: "\n").joined()
        #expect(pin.count == 44)
        for (place, (command, word, bad)) in Self.commands.enumerated() {
            for (name, _) in Sweep.sample(bad, every: 13, from: place) {
                for inputs in [["good.pem", name], [name, "good.pem"], [name]] {
                    let words = command.split(separator: " ").flatMap {
                        $0 == "@" ? inputs : [$0 == "PIN" ? pin : String($0)]
                    }
                    let answer = try tool.run(words, in: folder)
                    let context = words.joined(separator: " ")
                    #expect(answer.status == 3, "\(context)")
                    #expect(answer.errors.contains("pemtool: \(name): "), "\(context): \(answer.errors)")
                    guard inputs.count == 2, !word.isEmpty else { continue }
                    #expect(answer.output.contains(word == "PIN" ? pin : word), "\(context)")
                }
            }
        }
    }

    @Test func aBadInputIsNamedWhereverItIsGiven() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let tool = Program.pemtool
        let pin = try tool.run(["pin", "good.pem"], in: folder).output.split(separator: "\n").joined()
        for (place, command) in Self.single.enumerated() {
            for (name, _) in Sweep.sample(Self.bad, every: 13, from: place) {
                let words = command.split(separator: " ").map {
                    $0 == "@" ? name : $0 == "PIN" ? pin : String($0)
                }
                let isPiped = words.contains("-")
                guard name != "missing" || !isPiped else { continue }
                let input = isPiped ? try Data(contentsOf: folder.appending(path: name)) : Data()
                let answer = try tool.run(words, in: folder, input: Array(input))
                let context = "\(words.joined(separator: " ")) < \(name): \(answer.errors)"
                #expect(answer.status == 3, "\(context)")
                #expect(
                    answer.errors.contains("pemtool: \(isPiped ? "standard input" : name): "), "\(context)")
            }
        }
    }

    /// Policies with a chain, and bad policies.
    @Test func policyCommandsNameTheBadInput() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let tool = Program.pemtool
        let pin = try tool.run(["pin", "good.pem"], in: folder).output.split(separator: "\n").joined()
        let manifest = """
            {"schema": "pemtool-policy/1", "unlisted_hosts": "refuse",
             "hosts": [{"host": "a.example", "pins": [{"pin": "sha256/\(pin)"}]}]}
            """
        try manifest.write(to: folder.appending(path: "good.json"), atomically: true, encoding: .utf8)
        for (name, _) in Sweep.sample(Self.bad + Self.keyless + Self.keys, every: 13) {
            let check = try tool.run(
                [
                    "check", "--chain", "good.pem", "--chain", name, "--host", "a.example",
                    "good.json",
                ],
                in: folder)
            #expect(check.status == 3 && check.errors.contains("pemtool: \(name): "), "check \(name)")
            #expect(check.output.contains("backup-pin"), "check \(name)")
            let verify = try tool.run(
                ["check", "good.json", "--host", "a.example", "good.pem", name], in: folder)
            #expect(verify.status == 3 && verify.output.contains("a.example"), "verify \(name)")
            #expect(verify.errors.contains("pemtool: \(name): "), "verify \(name)")
            for words in [
                ["policy", "read", name], ["check", name], ["policy", "diff", "good.json", name],
                ["policy", "diff", name, "good.json"],
            ] {
                let answer = try tool.run(words, in: folder)
                #expect(answer.status == 3 && answer.errors.contains("pemtool: \(name): "), "\(words)")
            }
        }
    }

    /// A policy given to a command for certificates is recognized.
    @Test(arguments: [
        ("json", "{\"schema\": \"pemtool-policy/1\", \"unlisted_hosts\": \"accept\", \"hosts\": []}"),
        ("xml", "<?xml version=\"1.0\"?><network-security-config></network-security-config>"),
    ])
    func aPolicyIsRecognized(_ name: String, _ text: String) throws {
        let answer = try Program.pemtool.run(["pin", "-"], input: Array(text.utf8))
        #expect(answer.status == 3 && answer.errors.contains("this is a policy"), "\(name): \(answer.errors)")
    }
}
