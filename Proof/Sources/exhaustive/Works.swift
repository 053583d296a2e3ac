@_spi(Benchmarks) import DERKit
import Model

/// Every input of one kind, of which a share can be taken so that several processes divide the work.
enum Work: String, CaseIterable {
    /// Every input of up to four octets, read as tag and length.
    case header
    /// Every content of up to three octets.
    case boolean, integer, identifier, null
    case bitString = "bit-string"
    /// Every text that differs from one of ``Times`` in up to two characters.
    case utcTime = "utc-time"
    case generalizedTime = "generalized-time"
    /// Every text of up to four octets, read as base64, and every text of `A`, `w`, `=`, space and `*` of up to ten,
    /// because a group ends only with what follows it.
    case base64
    /// A block of PEM, of which up to 12 characters before BEGIN, after BEGIN and END, or after END are every text of
    /// `-`, space, line end and `A`.
    case beforeBegin = "before-begin"
    case afterBegin = "after-begin"
    case afterEnd = "after-end"

    /// Compares the readers with the model on the inputs whose number leaves `share` when divided by `shares`.
    func run(share: Int, of shares: Int) -> Comparison {
        var comparison = Comparison()
        switch self {
        case .header: Sequences.each(upTo: 4, share, shares) { compareHeader($0, &comparison) }
        case .base64:
            Sequences.each(upTo: 4, share, shares) { compareBase64($0, &comparison) }
            Sequences.eachText("Aw= *", upTo: 10, share, shares) { compareBase64($0, &comparison) }
        case .utcTime, .generalizedTime:
            for text in self == .utcTime ? Times.utc : Times.generalized {
                Sequences.eachNear(text, share, shares) { compareValue($0, &comparison) }
            }
        case .beforeBegin, .afterBegin, .afterEnd:
            Sequences.eachText("- \nA", upTo: 12, share, shares) { comparePEM($0, &comparison) }
        default: Sequences.each(upTo: 3, share, shares) { compareValue($0, &comparison) }
        }
        return comparison
    }

    private func compareHeader(_ input: [UInt8], _ comparison: inout Comparison) {
        let model = model_header(input, input.count)
        var cursor = DERCursor(0..<input.count)
        do throws(DERError) {
            let element = try cursor.next(in: input.span)
            comparison.count(isAccepted: true)
            guard model.answer.code == MODEL_OK, model.tag_class == UInt32(element.tag.tagClass.rawValue),
                model.number == element.tag.number, (model.is_constructed == 1) == element.tag.isConstructed,
                Int(model.contents) == element.content.lowerBound,
                Int(model.end) == element.content.upperBound,
                cursor.position == element.content.upperBound
            else {
                let read = element.content
                return comparison.differ(
                    input, "content \(read.lowerBound) to \(read.upperBound)",
                    Verdict(model.answer).description)
            }
        } catch {
            comparison.count(isAccepted: false)
            if Verdict(error) != Verdict(model.answer) {
                comparison.differ(input, Verdict(error).description, Verdict(model.answer).description)
            }
        }
    }

    private func compareBase64(_ text: [UInt8], _ comparison: inout Comparison) {
        // Ten characters encode at most seven octets.
        var expected: UInt64 = 0
        let model = withUnsafeMutableBytes(of: &expected) { (octets) in
            model_base64(text, text.count, octets.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
        let ours = Verdict(MeasuredBase64.problem(text.span, in: 0..<text.count))
        let octets = MeasuredBase64.decode(text.span, in: 0..<text.count)
        comparison.count(isAccepted: octets != nil)
        let isSame = withUnsafeBytes(of: &expected) { (expected) in
            octets.map { expected.prefix(Int(model.number)).elementsEqual($0) }
                ?? (model.answer.code != MODEL_OK)
        }
        if ours != Verdict(model.answer) || !isSame {
            comparison.differ(text, ours.description, Verdict(model.answer).description)
        }
    }

    /// The universal tag number of a value, X.680 section 8.6.
    private var tagNumber: UInt8 {
        switch self {
        case .boolean: 1
        case .integer: 2
        case .bitString: 3
        case .null: 5
        case .identifier: 6
        case .utcTime: 23
        case .generalizedTime: 24
        default: 0
        }
    }

    private func compareValue(_ content: [UInt8], _ comparison: inout Comparison) {
        let input = [tagNumber, UInt8(truncatingIfNeeded: content.count)] + content
        var components: [UInt32] = []
        let model = expected(input, &components)
        var cursor = DERCursor(0..<input.count)
        do throws(DERError) {
            let number = try number(of: try cursor.next(in: input.span), in: input, components)
            comparison.count(isAccepted: true)
            if model.answer.code != MODEL_OK || number != model.number {
                comparison.differ(
                    input, "\(number)", "\(model.number), \(Verdict(model.answer).description)")
            }
        } catch {
            comparison.count(isAccepted: false)
            if Verdict(error) != Verdict(model.answer) {
                comparison.differ(input, Verdict(error).description, Verdict(model.answer).description)
            }
        }
    }

    private func expected(_ input: [UInt8], _ components: inout [UInt32]) -> model_value {
        switch self {
        case .boolean: return model_boolean(input, 2, input.count)
        case .integer: return model_integer(input, 2, input.count)
        case .bitString: return model_bit_string(input, 2, input.count)
        case .null: return model_null(input, 2, input.count)
        case .utcTime: return model_utc_time(input, 2, input.count)
        case .generalizedTime: return model_generalized_time(input, 2, input.count)
        default:
            components = [UInt32](repeating: 0, count: input.count)
            let value = model_identifier(input, 2, input.count, &components)
            components.removeLast(components.count - Int(value.number))
            return value
        }
    }

    /// Returns the reader's result as a number for comparison with the model's; -1 if the components differ.
    private func number(
        of element: DERElement, in input: [UInt8], _ components: [UInt32]
    ) throws(DERError) -> Int64 {
        switch self {
        case .boolean: return try element.boolean(in: input.span) ? 1 : 0
        case .integer:
            let value = try element.smallInteger(in: input.span)
            return try element.integer(in: input.span).int64 == value ? value : -1
        case .bitString:
            let value = try element.bitString(in: input.span)
            return value.range == 3..<input.count ? Int64(8 * value.range.count - value.unusedBits) : -1
        case .null:
            try element.null()
            return 0
        case .utcTime, .generalizedTime: return try element.time(in: input.span).secondsSince1970
        default:
            let text = try element.objectIdentifier(in: input.span).description
            let expected = components.map { String($0) }.joined(separator: ".")
            return text == expected ? Int64(components.count) : -1
        }
    }
}
