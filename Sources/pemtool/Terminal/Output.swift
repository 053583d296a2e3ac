// The rules for output. Data goes to standard output. Everything else goes to standard error as "pemtool: …", in lower
// case and without a final period. Advice begins with "pemtool: hint: ". Text from a certificate, a file name or the
// command line is escaped before it is shown.

import SPKIHash

/// Standard output, buffered and written in large pieces.
struct Output {
    private var buffer: [UInt8] = []

    mutating func line(_ text: String = "") { line(text.utf8) }

    /// Adds text that includes its line ends.
    mutating func text(_ text: String) {
        buffer += text.utf8
        if buffer.count >= 1 << 16 { flush() }
    }

    /// Adds the text that `write` appends, and drains the buffer whenever it is full.
    mutating func stream<Result>(
        _ write: (inout [UInt8], @escaping @Sendable (inout [UInt8]) -> Void) -> Result
    ) -> Result {
        let result = write(&buffer) { if $0.count >= 1 << 16 { Output.write(&$0) } }
        if buffer.count >= 1 << 16 { flush() }
        return result
    }

    /// Adds whole lines, and writes them immediately.
    mutating func lines(_ text: [UInt8]) {
        flush()
        buffer = text
        flush()
    }

    /// Adds a line that is already UTF-8.
    mutating func line(_ text: some Sequence<UInt8>) {
        buffer += text
        buffer.append(0x0a)
        if buffer.count >= 1 << 16 { flush() }
    }

    mutating func flush() { Output.write(&buffer) }

    /// Writes and empties a buffer. If that fails, for example on a full disk, the tool ends.
    private static func write(_ buffer: inout [UInt8]) {
        do throws(System.Failure) {
            try System.write(buffer, to: 1)
        } catch {
            if error.isClosedPipe { System.endByClosedPipe() }
            complain("standard output: \(error.message)")
            System.end(.unwritable)
        }
        buffer.removeAll(keepingCapacity: true)
    }
}

/// Writes a message to standard error.
func complain(_ message: String) {
    let message = withoutKeys(message)
    // Only the first line is wrapped, because bytes and marks below it must keep their columns.
    let end = message.utf8.firstIndex(of: 0x0a) ?? message.endIndex
    let text = sentence("pemtool: \(message[..<end])", terminal: 2).joined(separator: "\n")
    // A failure to write the message cannot be reported.
    try? System.write(Array((text + message[end...] + "\n").utf8), to: 2)
}

/// Writes a confirmation for a command without other output, if standard error is a terminal.
func confirm(_ message: String) { if System.isTerminal(2) { complain(message) } }

/// Writes advice, if there is any, to standard error.
func hint(_ message: String?) { if let message { complain("hint: \(message)") } }
