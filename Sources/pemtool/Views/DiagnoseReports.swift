import PinPolicies

/// The output of `diagnose`: a report for each given pin, each failure message, and each pin in a configuration.
struct DiagnoseReports {
    private let pins: [DiagnosisReport]
    private let fingerprints: [FingerprintReport]
    /// The distinct reports on failures, and for each failure, the number of its report.
    private let reports: [FailureReport]
    private let failures: [Int]
    /// The pins of configurations, each with its number in the search. There may be thousands, so their reports are
    /// created one by one.
    private let configured: [(pin: DiagnosedInputs.ConfiguredPin, number: Int)]
    private let search: PinSearch
    private let inputs: DiagnosedInputs
    private let keys: CAKeys

    /// The maximum number of hosts in the title of a pin.
    private static let mostHosts = 8

    init(
        _ pins: [PinSpelling], _ fingerprints: [FingerprintText], _ inputs: DiagnosedInputs, _ keys: CAKeys
    ) {
        self.inputs = inputs
        self.keys = keys
        // Each text is compared only once, even if it occurs in several inputs.
        var spellings = pins
        var numbers: [String: Int] = [:]
        func number(of spelling: PinSpelling) -> Int {
            if let known = numbers[spelling.text], spellings[known] == spelling { return known }
            numbers[spelling.text] = spellings.count
            spellings.append(spelling)
            return spellings.count - 1
        }
        let messages = inputs.failures.map { (failure) in
            // If the message does not list the app's pins, those of the configuration or the command line count.
            let given =
                inputs.configuredPins(for: failure.failure)
                + (failure.failure.meaning.isAboutKeys ? pins : [])
            let pinned =
                failure.failure.pinned.isEmpty ? given : failure.failure.pinned.map { PinSpelling($0) }
            return (failure, pinned.map(number))
        }
        // With a message, a configuration only tells what was pinned, so its pins have no reports of their own.
        let members = inputs.failures.isEmpty && !inputs.objects.isEmpty ? inputs.configured : []
        configured = members.map { ($0, number(of: $0.spelling)) }
        let printed = (fingerprints + inputs.fingerprints).map { ($0, number(of: PinSpelling($0.text))) }
        let search = inputs.search(for: spellings)
        self.search = search
        let report = { (number: Int) in DiagnosisReport(search.diagnosis(number), inputs, keys) }
        self.pins = pins.indices.map(report)
        // Each certificate is hashed once for each kind of fingerprint.
        var byDigest: [String: [[UInt8]: [DiagnosedObject]]] = [:]
        self.fingerprints = printed.map { (fingerprint, number) in
            let hashed =
                byDigest[fingerprint.digest]
                ?? Dictionary(grouping: inputs.objects.filter { $0.certificate != nil }) { (object) in
                    object.certificate.flatMap(fingerprint.digest(of:)) ?? []
                }
            byDigest[fingerprint.digest] = hashed
            return FingerprintReport(fingerprint, report(number), hashed[fingerprint.octets] ?? [])
        }
        // An app retries, so its log may have the same failure thousands of times.
        var known: [PinFailure: Int] = [:]
        let given = inputs.objects.filter { $0.candidate != nil }
        var reports: [FailureReport] = []
        failures = messages.map { (message, numbers) in
            if let place = known[message.failure] { return place }
            known[message.failure] = reports.count
            reports.append(
                FailureReport(message, numbers.map { search.diagnosis($0) }, inputs, given: given, keys))
            return reports.count - 1
        }
        self.reports = reports
    }

    /// A Boolean value that indicates whether there is nothing to report: no failures, and neither pins nor
    /// fingerprints. Without failures, the same applies if no object was given with which to compare a configuration.
    var isEmpty: Bool {
        let isUncompared = inputs.objects.isEmpty && !inputs.configured.isEmpty && !inputs.hasFailed
        return failures.isEmpty
            && (isUncompared || pins.isEmpty && fingerprints.isEmpty && configured.isEmpty)
    }

    /// A Boolean value that indicates whether every pin and fingerprint is right, and there is no failure.
    var isRight: Bool {
        failures.isEmpty && fingerprints.allSatisfy { $0.isRight } && pins.allSatisfy { $0.isRight }
            && configured.allSatisfy { report(on: $0.number).isRight }
    }

    private func report(on number: Int) -> DiagnosisReport {
        DiagnosisReport(search.diagnosis(number), inputs, keys)
    }

    /// Prints the reports, each before the next one is created.
    func print(to answer: inout Answer) {
        guard !answer.isJSON else {
            for report in pins { answer.printObject { report.write(to: &$0) } }
            for report in fingerprints { answer.printObject(report.write) }
            for number in failures { answer.printObject(reports[number].write) }
            for (pin, number) in configured {
                answer.printObject { (json) in
                    report(on: number).write(to: &json)
                    json.texts("hosts", pin.patterns.prefix(DiagnosisReport.mostListed).map { "\($0)" })
                }
            }
            return
        }
        let titled = pins.map { ($0.title, $0.lines) } + fingerprints.map { ($0.title, $0.lines) }
        let isAlone = titled.count == 1 && configured.isEmpty
        // Without objects to compare with, the error about them says enough.
        let isCompared = !inputs.objects.isEmpty
        for (title, lines) in titled where isCompared { answer.paragraph((isAlone ? [] : [title]) + lines) }
        for (pin, number) in configured where isCompared {
            let report = report(on: number)
            let names = pin.patterns.prefix(DiagnoseReports.mostHosts).map { "\($0)" }.joined(separator: ",")
            let rest = pin.patterns.count - DiagnoseReports.mostHosts
            let hosts = names + (rest > 0 ? " and \(rest) more" : "")
            answer.paragraph([(hosts.isEmpty ? "" : hosts + ": ") + report.title] + report.lines)
        }
        for lines in failureLines { answer.paragraph(lines) }
    }

    /// The lines of each failure. Because apps retry, each failure is shown once, with the number of occurrences.
    private var failureLines: [[String]] {
        var counts: [[String]: Int] = [:]
        var shown: [[String]] = []
        let texts = reports.map { $0.lines }
        for lines in failures.map({ texts[$0] }) {
            if counts[lines] == nil { shown.append(lines) }
            counts[lines, default: 0] += 1
        }
        return shown.map { (lines) in
            let count = counts[lines] ?? 1
            return [(lines.first ?? "") + (count > 1 ? ", \(count) times" : "")] + lines.dropFirst()
        }
    }

    /// Returns text about the table of CA keys, or `nil` if no failure names the owner of a key.
    func source(at now: DERTime?) -> String? {
        reports.contains { $0.hasOwner } ? keys.source(at: now) : nil
    }

    /// Reports that the operands do not contain anything to diagnose.
    ///
    /// - Parameter hasUnknownText: whether text that was not recognized has been reported.
    func reject(_ files: [String], hasUnknownText: Bool) throws(UsageError) -> ExitStatus {
        // That text may be the message or the configuration that is missing.
        guard !hasUnknownText else { return .unreadable }
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
    /// Returns the pins that the given configurations contain for the host of a failure: all of them if the host is
    /// unknown, and none if the failure is not about keys.
    func configuredPins(for failure: PinFailure) -> [PinSpelling] {
        guard failure.meaning.isAboutKeys else { return [] }
        let host = failure.host.flatMap { try? HostName($0) }
        return configured.filter { (pin) in
            host.map { (host) in pin.patterns.isEmpty || pin.patterns.contains { $0.matches(host) } } ?? true
        }.map { $0.spelling }
    }
}

/// A row of a report, for the screen and for JSON.
struct ReportRow {
    /// The name on the left; empty for a further text under the preceding name, `nil` for a title.
    var name: String?
    let text: String
    /// The text that only the screen shows after ``text``: a command or option that helps.
    var onScreen = ""
    /// The part of the text that users can copy.
    var copy: String?
    /// The indentation of lines after the first.
    var indent = 0

    static func title(_ text: String) -> [ReportRow] { [ReportRow(text: text)] }

    /// Returns the rows as lines, with names of at most `width` characters.
    static func lines(_ rows: [ReportRow], width: Int) -> [String] {
        rows.flatMap { (row) in
            let lead = row.name.map { "  " + padded($0, width) + "  " } ?? ""
            let indent = row.name == nil ? 2 : lead.count + row.indent
            return paragraph(row.text + row.onScreen, lead: lead, indent: indent)
        }
    }

    /// Writes the rows, the first one as a title.
    static func write(_ rows: [ReportRow], to json: inout JSONWriter) {
        json.string("title", rows.first?.text)
        json.objects("report", rows.dropFirst()) { (row, json) in
            json.string("name", row.name ?? "")
            json.string("text", row.text)
            json.string("copy", row.copy)
        }
    }
}
