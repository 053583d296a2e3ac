/// A progress line on standard error, shown only on a terminal where it does not mix with the output.
struct BulkProgress {
    private let total: Int?
    private let isShown: Bool
    private let start = System.seconds
    private var last = System.seconds
    private var bytes = 0
    private var objects = 0
    private var isOnScreen = false

    /// Creates the line for an input of `total` bytes. The total is `nil` if it is unknown.
    init(ofTotal total: Int?) {
        self.total = total
        isShown = System.isTerminal(2) && !System.isTerminal(1)
    }

    /// Adds progress. The line appears after a second, and is then updated five times per second.
    mutating func add(bytes more: Int, objects moreObjects: Int) {
        bytes += more
        objects += moreObjects
        guard isShown else { return }
        let now = System.seconds
        guard now - start > 1, now - last > 0.2 else { return }
        last = now
        isOnScreen = true
        show(BulkProgress.line(bytes: bytes, total: total, objects: objects, seconds: now - start))
    }

    mutating func clear() {
        guard isOnScreen else { return }
        isOnScreen = false
        show("")
    }

    /// Returns the line: bytes read and total, number of objects, rate, and time left.
    static func line(bytes: Int, total: Int?, objects: Int, seconds: Double) -> String {
        let megabytes = { (count: Int) in count / 1_000_000 }
        let rate = Double(bytes) / max(seconds, 0.001)
        var parts = ["\(megabytes(bytes))" + (total.map { " of \(megabytes($0))" } ?? "") + " MB"]
        parts.append(objects == 1 ? "1 object" : "\(objects) objects")
        parts.append("\(Int(rate / 1e6)) MB/s")
        if let total, total > bytes {
            parts.append("\(Int64(Double(total - bytes) / max(rate, 1)) + 1) s left")
        }
        return parts.joined(separator: ", ")
    }

    private func show(_ text: String) {
        // Spaces overwrite the old line, because not every terminal can erase. A line as wide as the terminal
        // would wrap.
        let width = max(1, min(78, (System.columns(ofTerminal: 2) ?? 80) - 2))
        let blank = spaces(width)
        try? System.write(Array(("\r" + blank + "\r" + text.prefix(width)).utf8), to: 2)
    }
}
