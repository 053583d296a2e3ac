import Testing

@testable import PinPolicies
@testable import SPKIHash

/// Files of plugins for React Native, Flutter and Capacitor, as people write them.
@Suite struct PluginFormatsTests {
    private static let one = "azE5Ew0LGsMgkYqiDpYay0olLAS8cxxNGUZ8OJU756k="
    private static let two = "7zwAM/YU+zd8BZMCl0J943URuyF35zefKC7QIoxTq+U="
    /// As `openssl x509 -fingerprint -sha256` prints it.
    private static let colons =
        "0A:E3:84:BF:D4:DD:E9:D1:3E:50:C5:85:7C:05:A4:42:C9:3F:8E:01:44:5E:E4:B3:45:40:D2:2B:D1:E3:7F:1B"

    /// `pattern: one two`, then what was left out.
    private func lines(_ text: String) throws -> [String] {
        let format = try #require(PolicyFormat.detect(Array(text.utf8)))
        let reading = try format.read(Array(text.utf8))
        return reading.policy.rules.map { (rule) in
            let members = rule.strategies.flatMap { (strategy) -> [String] in
                switch strategy {
                case .publicKey(let pins, let position):
                    pins.members.map { "\(position.rawValue) " + ($0.pin.base64 == Self.one ? "one" : "two") }
                case .certificate(let set, let position):
                    set.members.map { "\(position.rawValue) \($0.fingerprint.hex.prefix(8))" }
                }
            }
            return "\(rule.pattern): \(members.joined(separator: ", "))"
        } + reading.omissions.map { "left out: \($0.message)" } + reading.notes
    }

    /// Constants of the same file in TypeScript, JavaScript and JSON.
    @Test(arguments: [
        "await initializeSslPinning({ 'a.com': { publicKeyHashes: ['\(one)'] } });",
        "const HOST = 'a.com';\nconst PIN: string = '\(one)';\ninitializeSslPinning({ [HOST]: { publicKeyHashes: [PIN] } })",
        "const publicKeyHashes = ['\(one)'];\ninitializeSslPinning({ 'a.com': { publicKeyHashes } })",
        "const PINS = { leaf: '\(one)' } as const;\ninitializeSslPinning({ \"a.com\": { publicKeyHashes: [PINS.leaf] } })",
        "const options: Record<string, Options> = { 'a.com': { publicKeyHashes: ['\(one)'] } };\ninitializeSslPinning(options)",
        "const more = ['\(one)'];\ninitializeSslPinning({ 'a.com': { publicKeyHashes: [...more] } } satisfies Options)",
        "class Pins { static readonly ONE = '\(one)'; }\ninitializeSslPinning({ 'a.com': { publicKeyHashes: [Pins.ONE] } })",
        "const base = 'a.';\ninitializeSslPinning({ [`${base}com`]: { publicKeyHashes: ['\(one.prefix(20))' + '\(one.dropFirst(20))'] } })",
        "const t = <Text>Don't</Text>; const r = /[\"'`]/; // `\ninitializeSslPinning({ 'a.com': { publicKeyHashes: ['\(one)'] } })",
        "{ \"a.com\": { \"includeSubdomains\": false, \"publicKeyHashes\": [\"\(one)\"] } }",
        "module.exports = { pins: { 'a.com': { publicKeyHashes: ['\(one)'] } } };",
        "const pins = Object.freeze({ 'a.com': { publicKeyHashes: ['\(one)'] } });\ninitializeSslPinning(pins)",
        "type Options = { publicKeyHashes: string[] };\ninitializeSslPinning({ 'a.com': { publicKeyHashes: ['\(one)'] } })",
    ])
    func reactNativeKeys(_ text: String) throws {
        #expect(try lines(text) == ["a.com: any one"])
    }

    /// A value that is not in the file is reported, and never taken from elsewhere.
    @Test(arguments: [
        "import { PIN } from './pins';\ninitializeSslPinning({ 'a.com': { publicKeyHashes: [PIN] } })",
        "let PIN = '\(one)';\nPIN = other();\ninitializeSslPinning({ 'a.com': { publicKeyHashes: [PIN] } })",
        "const PIN = '\(one)';\nconst start = (PIN) => { initializeSslPinning({ 'a.com': { publicKeyHashes: [PIN] } }) }",
        "const PIN = '\(one)';\nfunction start(host, PIN) { initializeSslPinning({ 'a.com': { publicKeyHashes: [PIN] } }) }",
        "initializeSslPinning({ [process.env.HOST]: { publicKeyHashes: ['\(one)'] } })",
        "initializeSslPinning(loadPins())",
        "initializeSslPinning({ 'a.com': { publicKeyHashes: [`${key}=`] } })",
    ])
    func notTaken(_ text: String) throws {
        let found = try? lines(text)
        #expect(found?.contains { $0.hasPrefix("a.com") } != true, "\(found ?? [])")
    }

    @Test func subdomainsAndDates() throws {
        let text = """
            initializeSslPinning({ 'a.com': { includeSubdomains: true, expirationDate: '2030-01-31', publicKeyHashes: ['\(Self.one)', '\(Self.two)'] } })
            """
        #expect(try lines(text) == ["**.a.com: any one, any two"])
        let rule = try PolicyFormat.reactNativeKeys.read(Array(text.utf8)).policy.rules[0]
        #expect(rule.expiration?.description.hasPrefix("2030-01-31") == true)
    }

    @Test func oneHostTwice() throws {
        let text =
            "initializeSslPinning({ 'a.com': { publicKeyHashes: ['\(Self.one)'] }, 'A.com': { publicKeyHashes: ['\(Self.two)'] } })"
        let reading = try PolicyFormat.reactNativeKeys.read(Array(text.utf8))
        #expect(reading.omissions.map(\.code) == [.duplicateHost])
    }

    @Test(arguments: [
        "fetch('https://a.com/x', { pkPinning: true, sslPinning: { certs: ['sha256/\(one)'] } })",
        "const base = 'https://a.com';\nfetch(`${base}/x`, { method: 'GET', pkPinning: true, sslPinning: { certs: ['sha256/\(one)'] }, headers: { Accept: '*/*' } })",
        "const certs = ['sha256/\(one)'];\nfetch(\"https://a.com:8443\", { sslPinning: { certs }, pkPinning: true })",
        "export const hosts = { 'a.com': { pkPinning: true, sslPinning: { certs: ['sha256/\(one)'] } } };",
        "const H = 'a.com';\nconst hosts = { [H]: { pkPinning: true, sslPinning: { certs: ['sha256/\(one)'] } } };",
    ])
    func reactNativeFetch(_ text: String) throws {
        #expect(try lines(text) == ["a.com: any one"])
    }

    /// Without the switch, the list has names of files, which are not pins.
    @Test func namesOfFiles() throws {
        let text = "fetch('https://a.com/x', { sslPinning: { certs: ['ca', 'leaf'] } })"
        #expect(
            try lines(text) == [
                "a.com pins the certificates in the app's files ca.cer, leaf.cer, because pkPinning is not true"
            ])
        let reading = try PolicyFormat.reactNativeFetch.read(Array(text.utf8))
        #expect(!reading.isWhole)
    }

    @Test(arguments: [
        "import 'package:http_certificate_pinning/http_certificate_pinning.dart';\nHttpCertificatePinning.check(serverURL: 'https://a.com', sha: SHA.SHA256, allowedSHAFingerprints: ['\(colons)'])",
        "const url = 'https://a.com/api';\nconst fp = <String>['\(colons)'];\nHttpCertificatePinning.check(serverURL: url, sha: SHA.SHA256, allowedSHAFingerprints: fp)",
        "class Config { static const String host = 'a.com'; static const List<String> pins = ['\(colons)']; }\nf() => HttpCertificatePinning.check(serverURL: 'https://${Config.host}/x', sha: SHA.SHA256, allowedSHAFingerprints: Config.pins);",
        "final pins = const ['\(colons.prefix(48))' '\(colons.dropFirst(48))'];\n/* a /* nested */ comment */\nfinal r = r'\\'; HttpCertificatePinning.check(serverURL: \"https://a.com\", sha: SHA.SHA256, allowedSHAFingerprints: pins);",
        "SSLCertificateChecker.checkCertificate({ url: 'https://a.com', fingerprint: '\(colons)' }).then(x => x)",
        "const url = 'https://a.com';\nconst fingerprint = '\(colons)';\nSSLCertificateChecker.checkCertificate({ url, fingerprint })",
        "const config = { url: 'https://a.com', print: '\(colons)' };\nSSLCertificateChecker.checkCertificate({ url: config.url, fingerprint: config.print })",
    ])
    func fingerprints(_ text: String) throws {
        #expect(try lines(text) == ["a.com: leaf 0ae384bf"])
    }

    /// The pin of a key is not a fingerprint, whatever its length: no server would ever have it.
    @Test(arguments: [
        "HttpCertificatePinning.check(serverURL: 'https://a.com', sha: SHA.SHA256, allowedSHAFingerprints: ['\(one)'])",
        "HttpCertificatePinning.check(serverURL: 'https://a.com', sha: SHA.SHA256, allowedSHAFingerprints: ['sha256/\(one)'])",
        "SSLCertificateChecker.checkCertificate({ url: 'https://a.com', fingerprint: '\(one)' })",
    ])
    func pinsAmongFingerprints(_ text: String) throws {
        let format = try #require(PolicyFormat.detect(Array(text.utf8)))
        let error = try #require(throws: PolicyError.self) { try format.read(Array(text.utf8)) }
        #expect(error.code == .notUnderstood)
        #expect(error.message.contains("compares the SHA-256 of the certificate in hex"), "\(error.message)")
    }

    @Test(arguments: [PolicyFormat.flutterFingerprints, .capacitorFingerprint])
    func keysAreNotWrittenAsFingerprints(_ format: PolicyFormat) throws {
        for position in ChainPosition.allCases {
            let pins = PinSet([PinSet.Member(try Pin(Self.one))])
            let policy = try PinPolicy(
                [PinPolicy.Rule(try HostPattern("a.com"), [.publicKey(pins, at: position)])],
                unlistedHosts: .accept)
            let options = PolicyFormat.WritingOptions(allowedLosses: Set(PolicyLoss.allCases))
            let error = try #require(throws: PolicyError.self) {
                try policy.text(as: format, options: options)
            }
            #expect(error.code == .notExpressible)
        }
    }

    /// Sources of the plugins themselves and of types have no hosts and are not errors.
    @Test(arguments: [
        "export type DomainOptions = { includeSubdomains?: boolean; publicKeyHashes: string[]; };\nexport type PinningOptions = { [domain: string]: DomainOptions };",
        "export interface Options { pkPinning?: boolean; sslPinning: { certs: string[] } }",
        "export declare function initializeSslPinning(options: PinningOptions): Promise<void>;",
    ])
    func declarations(_ text: String) throws {
        let listing = try PinListing(Array(text.utf8))
        #expect(listing.items.isEmpty)
        #expect(listing.problems.isEmpty, "\(listing.problems)")
    }

    /// Options outside of all brackets, as in YAML.
    @Test(arguments: ["pkPinning: true", "sslPinning: { certs: PINS }"])
    func optionsOutsideOfBrackets(_ text: String) throws {
        #expect(throws: PolicyError.self) { try PolicyFormat.reactNativeFetch.read(text) }
    }
}
