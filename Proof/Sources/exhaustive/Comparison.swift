@_spi(Benchmarks) import DERKit
import Model

/// The counts of a run over many inputs, and the first inputs for which the readers and the model differ.
struct Comparison {
    private(set) var inputs: UInt64 = 0
    private(set) var accepted: UInt64 = 0
    private(set) var differences: UInt64 = 0
    private(set) var examples: [(input: [UInt8], ours: String, model: String)] = []

    mutating func count(isAccepted: Bool) {
        inputs += 1
        if isAccepted { accepted += 1 }
    }

    mutating func differ(
        _ input: [UInt8], _ ours: @autoclosure () -> String, _ model: @autoclosure () -> String
    ) {
        differences += 1
        if examples.count < 10 { examples.append((input, ours(), model())) }
    }
}

/// An error of a reader in the model's terms.
struct Verdict: Equatable {
    let code: model_code
    let offset: Int

    init(_ error: DERError) {
        code = Verdict.code(error.code)
        offset = error.offset
    }

    /// The answer of a base64 reader.
    init(_ problem: (code: String, offset: Int)?) {
        code =
            switch problem?.code {
            case nil: MODEL_OK
            case "invalid-character": MODEL_INVALID_CHARACTER
            case "invalid-padding": MODEL_INVALID_PADDING
            case "incomplete-base64": MODEL_INCOMPLETE
            default: MODEL_MISSING
            }
        offset = problem?.offset ?? 0
    }

    init(_ answer: model_answer) {
        code = answer.code
        offset = Int(answer.offset)
    }

    var description: String { code == MODEL_OK ? "accepted" : "error \(code.rawValue) at \(offset)" }

    /// Returns the model's code for an error. Errors that a single value cannot cause have no code there; they
    /// become MODEL_OK, which no error equals.
    private static func code(_ code: IssueCode) -> model_code {
        switch code {
        case .missing: MODEL_MISSING
        case .truncated: MODEL_TRUNCATED
        case .tagNotMinimal: MODEL_TAG_NOT_MINIMAL
        case .tagTooLarge: MODEL_TAG_TOO_LARGE
        case .indefiniteLength: MODEL_INDEFINITE_LENGTH
        case .lengthNotMinimal: MODEL_LENGTH_NOT_MINIMAL
        case .lengthTooLarge: MODEL_LENGTH_TOO_LARGE
        case .lengthOverrun: MODEL_LENGTH_OVERRUN
        case .invalidValue: MODEL_INVALID_VALUE
        case .notCanonical: MODEL_NOT_CANONICAL
        case .outOfRange: MODEL_OUT_OF_RANGE
        default: MODEL_OK
        }
    }
}
