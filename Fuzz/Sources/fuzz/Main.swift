#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Usage: `fuzz TARGET [libFuzzer's options and folders]`; built without the fuzzer: `fuzz TARGET FILE...` feeds
/// each file to the target once. `fuzz --targets` prints a line for each: its name, its folder of seeds, and the longest
/// input.
@main
enum Main {
    nonisolated(unsafe) static var target = Target.all[0]

    static func main() {
        let words = CommandLine.arguments
        if words.dropFirst() == ["--targets"] {
            for target in Target.all { print(target.name, target.seeds, target.longest) }
            exit(0)
        }
        guard words.count > 1, let chosen = Target.all.first(where: { $0.name == words[1] }) else {
            print("usage: fuzz \(Target.all.map(\.name).joined(separator: "|")) ...")
            exit(2)
        }
        target = chosen
        #if FUZZING
            exit(runFuzzer(words))
        #else
            for path in words.dropFirst(2) {
                guard let file = fopen(path, "rb") else { continue }
                defer { fclose(file) }
                var input: [UInt8] = []
                var chunk = [UInt8](repeating: 0, count: 1 << 16)
                while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
                    input += chunk[..<count]
                }
                target.run(input)
            }
            print("\(words.count - 2) inputs, no finding")
        #endif
    }
}

#if FUZZING
    @_silgen_name("LLVMFuzzerRunDriver")
    func libFuzzerRunDriver(
        _ argumentCount: UnsafeMutablePointer<Int32>,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
        _ one: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
    ) -> Int32

    /// Hands libFuzzer the command line without the target's name.
    private func runFuzzer(_ words: [String]) -> Int32 {
        var strings: [UnsafeMutablePointer<CChar>?] = ([words[0]] + words.dropFirst(2)).map { strdup($0) }
        strings.append(nil)
        var count = Int32(strings.count - 1)
        return strings.withUnsafeMutableBufferPointer { (buffer) in
            guard var start = buffer.baseAddress else { return 2 }
            return libFuzzerRunDriver(&count, &start) { (bytes, count) in
                Main.target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
                return 0
            }
        }
    }
#endif
