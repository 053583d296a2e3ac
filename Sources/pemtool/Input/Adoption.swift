import X509Model

/// The number of users of each version of an app, as percentages or counts.
struct Adoption {
    /// The shares in millionths of a percent, by version.
    private var shares: [String: Int64] = [:]

    /// The share of all users.
    static let whole: Int64 = 100_000_000

    static let option = Command.Option(
        "--adoption FILE", "the users of each version: a file, or v1=20%,v2=80% (or counts)")

    /// Reads the figures of `--adoption`.
    ///
    /// - Parameter versions: the required names; other names count as users of other versions.
    init(_ arguments: Arguments, versions: [String]) throws(UsageError) {
        guard let value = arguments[Adoption.option.name] else { return }
        let isList = value.contains("=")
        let lines: [Substring]
        if isList {
            lines = value.split(separator: ",")
        } else {
            let text = String(decoding: try PolicyFile.contents(value), as: UTF8.self)
            lines = text.split(whereSeparator: { $0.isNewline })
        }
        do throws(UsageError) {
            shares = try Adoption.shares(lines, versions)
        } catch {
            guard !isList else { throw error }
            complain("\(PathName.ofInput(value)): \(error.message)")
            hint(error.hint)
            throw .unreadable
        }
    }

    /// The versions that have figures and no policy, by name.
    func others(than versions: [String]) -> [(name: String, share: Int64)] {
        shares.filter { !versions.contains($0.key) && $0.value > 0 }.map { ($0.key, $0.value) }
            .sorted { $0.0 < $1.0 }
    }

    /// The share of users that no figure counts, without what rounding leaves.
    var rest: Int64 {
        let rest = isKnown ? Adoption.whole - shares.values.reduce(0, +) : 0
        return rest < 10_000 ? 0 : rest
    }

    /// Returns the share of a version, or `nil` if there is no figure for it.
    func share(_ version: String) -> Int64? { shares[version] }

    /// A Boolean value that indicates whether figures were given.
    var isKnown: Bool { !shares.isEmpty }

    private static func shares(
        _ lines: [Substring], _ versions: [String]
    ) throws(UsageError) -> [String: Int64] {
        var figures: [(name: String, value: Int64, isPercent: Bool)] = []
        for line in lines {
            let words = line.split(whereSeparator: { "=,;:\t ".contains($0) })
            guard !words.isEmpty, words[0].first != "#" else { continue }
            let text = words.dropFirst().joined()
            let isPercent = text.hasSuffix("%")
            guard words.count >= 2, let value = millionths(isPercent ? text.dropLast() : text[...]) else {
                throw UsageError(
                    "invalid number of users '\(escapedForDisplay(String(line.prefix(40))))'; expected VERSION=USERS",
                    hint: "write v1=20% or v1=120000, one per line in a file")
            }
            let name = String(words[0])
            guard !figures.contains(where: { $0.name == name }) else {
                throw UsageError("duplicate number of users for '\(escapedForDisplay(name))'")
            }
            figures.append((name, value, isPercent))
        }
        return try shares(of: figures, versions)
    }

    private static func shares(
        of figures: [(name: String, value: Int64, isPercent: Bool)], _ versions: [String]
    ) throws(UsageError) -> [String: Int64] {
        guard let first = figures.first else { throw UsageError("no versions and users given") }
        guard figures.allSatisfy({ $0.isPercent == first.isPercent }) else {
            throw UsageError("percentages and counts of users cannot be combined")
        }
        var total: Int64 = 0
        for figure in figures {
            let (sum, isTooMuch) = total.addingReportingOverflow(figure.value)
            guard !isTooMuch else { throw UsageError("too many users") }
            total = sum
        }
        guard !first.isPercent || total <= whole else { throw UsageError("more than 100 % of users") }
        guard total > 0 else { throw UsageError("the users of all versions add up to 0") }
        if let missing = versions.first(where: { name in !figures.contains { $0.name == name } }) {
            throw UsageError(
                "no users given for '\(escapedForDisplay(missing))'",
                hint: "write \(missing)=0% if it has none")
        }
        var result: [String: Int64] = [:]
        for figure in figures {
            guard !first.isPercent else {
                result[figure.name] = figure.value
                continue
            }
            // Counts have at most 38 bits before the point, so only the intermediate product needs 128 bits.
            let (high, low) = figure.value.multipliedFullWidth(by: whole)
            result[figure.name] = total.dividingFullWidth((high, low)).quotient
        }
        return result
    }

    /// Returns a decimal number with at most six decimal places, in millionths.
    private static func millionths(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (1...12).contains(parts[0].utf8.count),
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let number = Int64(parts[0])
        else { return nil }
        guard parts.count == 2 else { return number * 1_000_000 }
        guard (1...6).contains(parts[1].utf8.count), let fraction = Int64(parts[1]) else { return nil }
        var scaled = fraction
        for _ in parts[1].utf8.count..<6 { scaled *= 10 }
        return number * 1_000_000 + scaled
    }

    /// Returns a share as text: `20 %`, `0.5 %`.
    static func text(_ share: Int64) -> String {
        let hundredths = (share + 5_000) / 10_000
        guard hundredths % 100 != 0 else { return "\(hundredths / 100) %" }
        let fraction = String(100 + hundredths % 100).dropFirst()
        let short = fraction.hasSuffix("0") ? fraction.dropLast() : fraction
        return "\(hundredths / 100).\(short) %"
    }
}
