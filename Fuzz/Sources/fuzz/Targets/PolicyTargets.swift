import DERKit
import PinPolicies
import SPKIHash
import X509Model

// Pins, and the policies that hold them.
extension Targets {
    /// The text of a pin; a pin must survive each of its forms.
    @Sendable static func pinText(_ input: [UInt8]) {
        guard let pin = try? Pin(String(decoding: input, as: UTF8.self)) else { return }
        for format in Pin.Format.allCases where (try? Pin(pin.formatted(format))) != pin {
            Finding.report("\(pin) does not survive \(format)")
        }
    }

    /// A pin policy, read by every format.
    @Sendable static func policy(_ input: [UInt8]) {
        for format in PolicyFormat.allCases { _ = try? format.read(input) }
    }

    /// A pin policy of the format that it looks like: checked for every consumer, asked about a chain, and written
    /// in every format.
    @Sendable static func policyCheck(_ input: [UInt8]) {
        guard let format = PolicyFormat.detect(input), let reading = try? format.read(input),
            let now = DERTime(year: 2026, month: 11, day: 21), let host = try? HostName("api.example.com")
        else { return }
        let policy = reading.policy
        let check = PolicyCheck(policy, for: PolicyFormat.allCases, host: host, at: now)
        for finding in reading.findings + check.run() {
            _ = (finding.message, finding.hint)
        }
        _ = policy.decision(for: [], host: host, at: now).description
        let emission = PolicyFormat.WritingOptions(allowedLosses: Set(PolicyLoss.allCases))
        for format in PolicyFormat.allCases { _ = try? policy.text(as: format, options: emission) }
        guard let manifest = try? policy.text(as: .manifest) else { return }
        guard let again = try? PolicyFormat.manifest.read(Array(manifest.utf8)).policy else {
            Finding.report("a manifest that was written cannot be read")
        }
        guard PolicyDifference.between(policy, again).isEmpty else {
            Finding.report("a manifest that was written says something else")
        }
    }
}
