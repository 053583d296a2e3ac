extension PEM {
    /// A departure from RFC 7468 that leaves a block readable.
    package struct Note: Sendable, Hashable {
        /// A kind of repair, which ``message`` describes. The raw values are stable: future versions only add to them.
        package enum Code: String, Sendable, CaseIterable {
            case carriageReturns = "carriage-returns"
            case indentation = "indentation"
            case trailingSpace = "trailing-space"
            case innerSpace = "inner-space"
            case blankLine = "blank-line"
            case lineLength = "line-length"
            case oneLine = "one-line"
            case linePrefix = "line-prefix"
            case textBeforeBegin = "text-before-begin"
            case textAfterEnd = "text-after-end"
            case escapedLineEnds = "escaped-line-ends"
            case quotes = "quotes"
            case extraDashes = "extra-dashes"
            case missingEnd = "missing-end"
            case labelMismatch = "label-mismatch"
        }

        package let code: Code
        /// The offset of the first occurrence in the input, in bytes.
        package let offset: Int
        /// The line and column of that offset.
        package let position: TextPosition

        /// A description of the repair, in one sentence without its location.
        package var message: String {
            switch code {
            case .carriageReturns: "carriage return without a line feed at the end of lines"
            case .indentation: "spaces at the beginning of a line"
            case .trailingSpace: "spaces at the end of a line"
            case .innerSpace: "spaces inside a line"
            case .blankLine: "an empty line inside the block"
            case .lineLength: "lines not wrapped at 64 characters"
            case .oneLine: "BEGIN or END on the same line as the base64 text"
            case .linePrefix: "the same prefix on every line"
            case .textBeforeBegin: "text before BEGIN on the same line"
            case .textAfterEnd: "text after END on the same line"
            case .escapedLineEnds: "line ends written as escape sequences"
            case .quotes: "quotes around the text"
            case .extraDashes: "more than five dashes"
            case .missingEnd: "missing END line"
            case .labelMismatch: "the label of END differs from that of BEGIN"
            }
        }
    }
}
