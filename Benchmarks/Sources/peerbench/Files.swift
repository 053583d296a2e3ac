#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Returns all bytes of a file. A benchmark without its input has nothing to say, so the process ends.
func contents(ofPath path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { fail("\(path): cannot be opened") }
    defer { _ = close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
        let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { fail("\(path): cannot be read") }
        if count == 0 { return bytes }
        bytes += chunk[..<count]
    }
}

/// Says why, and ends with the status of a wrong command line.
func fail(_ message: String) -> Never {
    let text = Array("peerbench: \(message)\n".utf8)
    _ = text.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    exit(2)
}

/// Processor time of this process in nanoseconds: what other processes take does not count.
func processorNanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Returns a number with `digits` decimals, half up; Foundation's formats would cost its start-up.
func decimal(_ value: Double, _ digits: Int) -> String {
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((value * Double(scale)).rounded())
    let fraction = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.utf8.count) + fraction
}
