extension PEM {
    /// A departure from RFC 7468 that leaves a block readable.
    package struct Note: Sendable, Hashable {
        /// A kind of repair. The raw values are stable: future versions only add to them.
        package enum Code: String, Sendable, CaseIterable {
            /// Lines that end in a carriage return without a line feed.
            case carriageReturns = "carriage-returns"
            /// Spaces or tabs at the beginning of a line.
            case indentation = "indentation"
            /// Spaces or tabs at the end of a line.
            case trailingSpace = "trailing-space"
            /// Spaces or tabs inside a line of base64.
            case innerSpace = "inner-space"
            /// An empty line inside the block.
            case blankLine = "blank-line"
            /// Lines that are not 64 characters long.
            case lineLength = "line-length"
            /// BEGIN or END on the same line as the base64 text.
            case oneLine = "one-line"
            /// A common prefix on every line.
            case linePrefix = "line-prefix"
            /// Text before BEGIN on its line.
            case textBeforeBegin = "text-before-begin"
            /// Text after END on its line.
            case textAfterEnd = "text-after-end"
            /// Line ends written as a backslash and a letter.
            case escapedLineEnds = "escaped-line-ends"
            /// Quotes around the block or its lines.
            case quotes = "quotes"
            /// More than five dashes.
            case extraDashes = "extra-dashes"
            /// A missing END line.
            case missingEnd = "missing-end"
            /// An END line with a different label.
            case labelMismatch = "label-mismatch"
        }

        /// The kind of repair.
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
