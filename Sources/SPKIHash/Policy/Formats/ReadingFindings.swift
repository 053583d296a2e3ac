/// What the reader of a format meets beside the policy: pins that its consumer would refuse, and parts that no
/// policy holds.
struct ReadingFindings {
    let format: PolicyFormat
    private(set) var all: [PolicyFinding] = []

    init(_ format: PolicyFormat) {
        self.format = format
    }

    /// A part of the file that did not go into the policy.
    mutating func notRead(
        _ message: String, _ severity: PolicyFinding.Severity = .warning,
        hint: String = "look at that part of the file by hand: no rule does"
    ) {
        all.append(PolicyFinding(PolicyRule.notRead, severity, message, hint: hint))
    }

    /// Reads a pin, and says so where it is not written as the consumer reads it.
    ///
    /// - Throws: ``PolicyError``, `bad-pin`, with what is wrong with the text.
    mutating func pin(_ text: String, in name: String) throws(PolicyError) -> Pin {
        let pin = try Pin(policyText: text, in: name)
        guard let form = format.pinForm, !form.isForm(of: pin, text) else { return pin }
        let found = PinForm.name(of: pin, text)
        all.append(
            PolicyFinding(
                PolicyRule.pinForm, .error,
                "\(name): \(format.capabilities.consumer) reads only \(form.name) here, and this is \(found)",
                hint: "write \(pin.formatted(form.format))", consumer: format))
        return pin
    }
}

extension PolicyFinding {
    fileprivate init(
        _ rule: PolicyRule, _ severity: Severity, _ message: String, hint: String,
        consumer: PolicyFormat? = nil
    ) {
        self.init(
            rule: rule.code, severity: severity, pattern: nil, consumer: consumer, message: message,
            hint: hint, source: rule.source)
    }
}
