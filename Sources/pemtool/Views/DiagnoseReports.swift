import DERKit
import PinPolicies
import SPKIHash

/// The output of `diagnose`: a report for each pin that was given, each failure message, and each pin of a
/// configuration.
struct DiagnoseReports {
    private let pins: [DiagnosisReport]
    private let fingerprints: [FingerprintReport]
    private let failures: [FailureReport]
    private let configured: [(hosts: [String], report: DiagnosisReport)]
    private let inputs: DiagnosedInputs
    private let keys: CAKeys

    init(
        _ pins: [PinSpelling], _ fingerprints: [FingerprintText], _ inputs: DiagnosedInputs, _ keys: CAKeys
    ) {
        self.inputs = inputs
        self.keys = keys
        // Each text is compared once, wherever it is.
        var spellings = pins
        var numbers: [PinSpelling: Int] = [:]
        func number(of spelling: PinSpelling) -> Int {
            if let known = numbers[spelling] { return known }
            numbers[spelling] = spellings.count
            spellings.append(spelling)
            return spellings.count - 1
        }
        let messages = inputs.failures.map { (failure) in
            // What a message does not say, a configuration or the pins beside it do.
            let given =
                inputs.configuredPins(for: failure.failure)
                + (failure.failure.meaning.isAboutKeys ? pins : [])
            let pinned =
                failure.failure.pinned.isEmpty ? given : failure.failure.pinned.map { PinSpelling($0) }
            return (failure, pinned.map(number))
        }
        // With a message, a configuration tells what was pinned.
        let members = inputs.failures.isEmpty && !inputs.objects.isEmpty ? inputs.configured : []
        let numbered = members.map { ($0, number(of: $0.spelling)) }
        let printed = (fingerprints + inputs.fingerprints).map { ($0, number(of: PinSpelling($0.text))) }
        let search = inputs.search(for: spellings)
        let diagnosis = { (number: Int) in
            DiagnosisReport(
                diagnosis: search.diagnosis(number), objects: inputs.objects, chain: inputs.presented,
                keys: keys)
        }
        self.pins = pins.indices.map(diagnosis)
        self.fingerprints = printed.map { FingerprintReport($0, diagnosis($1), inputs) }
        failures = messages.map { FailureReport($0.0, $0.1.map { search.diagnosis($0) }, inputs, keys) }
        configured = numbered.map { (pin, number) in
            (pin.patterns.map { "\($0)" }, diagnosis(number))
        }
    }

    /// A Boolean value that indicates whether there is nothing to say, and no error has said why.
    var isEmpty: Bool {
        let isUncompared = inputs.objects.isEmpty && !inputs.configured.isEmpty && !inputs.hasFailed
        return failures.isEmpty
            && (isUncompared || pins.isEmpty && fingerprints.isEmpty && configured.isEmpty)
    }

    /// A Boolean value that indicates whether every pin is right, and nothing failed.
    var isRight: Bool {
        failures.isEmpty && fingerprints.allSatisfy { $0.isRight }
            && (pins + configured.map { $0.report }).allSatisfy { $0.isRight }
    }

    var json: [JSON.Fields] {
        pins.map { $0.json } + fingerprints.map { $0.json } + failures.map { $0.json }
            + configured.map { $0.report.json + [("hosts", .texts($0.hosts))] }
    }

    var lines: [String] {
        var titled = pins.map { (title: $0.title, lines: $0.lines) }
        titled += fingerprints.map { (title: $0.title, lines: $0.lines) }
        let isAlone = titled.count == 1 && configured.isEmpty
        titled += configured.map { (hosts, report) in
            (
                title: (hosts.isEmpty ? "" : hosts.joined(separator: ",") + ": ") + report.title,
                lines: report.lines
            )
        }
        // Without anything to compare with, its error says enough.
        if inputs.objects.isEmpty { titled = [] }
        let reports = titled.map { (isAlone ? [] : [$0.title]) + $0.lines } + failureLines
        return reports.enumerated().flatMap { (place, lines) in (place > 0 ? [""] : []) + lines }
    }

    /// The lines of each failure. An app retries, so each is shown once, with the number of times.
    private var failureLines: [[String]] {
        var counts: [[String]: Int] = [:]
        var shown: [[String]] = []
        for report in failures {
            let lines = report.lines
            if counts[lines] == nil { shown.append(lines) }
            counts[lines, default: 0] += 1
        }
        return shown.map { (lines) in
            let count = counts[lines] ?? 1
            return [(lines.first ?? "") + (count > 1 ? ", \(count) times" : "")] + lines.dropFirst()
        }
    }

    /// Returns the source of the owners of keys in failures, to be mentioned once.
    func source(at now: DERTime?) -> String? {
        failures.contains { $0.hasOwner } ? keys.source(at: now) : nil
    }

    /// Reports that the operands have nothing to diagnose.
    func reject(_ files: [String]) throws(UsageError) -> ExitStatus {
        func names(_ isRead: (String) -> Bool) -> String {
            files.filter(isRead).map { PathName.inCommand($0) }.joined(separator: " ")
        }
        guard inputs.objects.isEmpty else {
            let read = Set(inputs.objects.map { $0.file })
            throw UsageError(
                "missing pin or message; only certificates and keys were given",
                hint:
                    "pemtool pin \(names(read.contains)) prints the pins; add a pin or message to compare with them"
            )
        }
        guard inputs.configured.isEmpty else {
            throw UsageError(
                "missing certificates or keys to compare the pins with",
                hint:
                    "pemtool policy read \(names { _ in true }) lists the pins; add the certificates that the server sends"
            )
        }
        hint("diagnose recognizes pins, failure messages, configurations, certificates and keys")
        return .unreadable
    }
}

extension DiagnosedInputs {
    /// Returns the pins that the given configurations have for the host of a failure.
    func configuredPins(for failure: PinFailure) -> [PinSpelling] {
        guard failure.meaning.isAboutKeys else { return [] }
        let host = failure.host.flatMap { try? HostName($0) }
        return configured.filter { (pin) in
            host.map { (host) in pin.patterns.isEmpty || pin.patterns.contains { $0.matches(host) } } ?? true
        }.map { $0.spelling }
    }
}
