import DERKit
import PinPolicies
import SPKIHash
import X509Model

/// The options of `check`, parsed.
struct CheckOptions {
    /// The host or pattern of `--host`.
    let pattern: HostPattern?
    let consumers: [PolicyFormat]
    let now: DERTime
    /// The number of days for which everything must remain valid.
    let horizon: Int
    /// The pins of `--pin`; `nil` without the option.
    let pins: PinSet?
    let isStrict: Bool
    let isGitHub: Bool
    let keys: CAKeys
    let suffixes: PublicSuffixList?

    /// The host of the chains; `nil` if it was not given.
    var host: HostName? { pattern?.host }

    init(_ arguments: Arguments) throws(UsageError) {
        pattern = try PolicyFile.pattern(arguments)
        consumers = try CheckOptions.consumers(arguments.lists["--for"] ?? [])
        now = try Dates.moment(arguments)
        horizon = try Dates.days(arguments["--within"] ?? "30d")
        pins = try arguments.lists["--pin"].map(CheckOptions.pinSet)
        isStrict = arguments.has("--strict")
        isGitHub = arguments.has("--github")
        keys = try CAKeys(arguments)
        suffixes = try PublicSuffixList.of(arguments)
    }

    /// Reads the formats of `--for`.
    private static func consumers(_ lists: [String]) throws(UsageError) -> [PolicyFormat] {
        guard !lists.contains("all") else {
            return PolicyFormat.allCases.filter { ![.manifest, .text].contains($0) }
        }
        var result: [PolicyFormat] = []
        for word in lists.flatMap({ $0.split(separator: ",") }).map({ String($0.filter { $0 != " " }) }) {
            guard let format = PolicyFile.format(named: word) else {
                throw .unknown(
                    "format", word, among: PolicyFile.formatNames,
                    help: "--for accepts \(PolicyFile.formats.joined(separator: ", "))")
            }
            if !result.contains(format) { result.append(format) }
        }
        return result
    }

    /// Reads the pins of `--pin`: one each, or several separated by semicolons, as in curl and the header of RFC 7469.
    private static func pinSet(_ texts: [String]) throws(UsageError) -> PinSet {
        var pins: [Pin] = []
        for text in texts {
            for part in text.split(separator: ";", omittingEmptySubsequences: true) {
                let name = part.drop { $0 == " " }.lowercased()
                if name.hasPrefix("max-age") || name.hasPrefix("includesubdomains") { continue }
                do throws(Pin.TextError) {
                    pins.append(try Pin(part))
                } catch {
                    throw UsageError(
                        "invalid pin \(Pin.shown(String(part))): \(error.explanation)",
                        hint: "a pin is 32 bytes in base64 or hex, as pemtool pin prints it")
                }
            }
        }
        guard !pins.isEmpty else { throw UsageError("--pin is empty") }
        return PinSet(pins)
    }
}
