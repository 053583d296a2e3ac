// Reading a stream in pieces: with System.swift the only unsafe code of the tool, since C's interfaces take pointers.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension System {
    /// A file or standard input, read from front to back in pieces of the caller's size.
    struct Stream: ~Copyable {
        private let descriptor: Int32

        /// Standard input.
        init() {
            descriptor = 0
        }

        /// The file, pipe or device under a path.
        init(path: String) throws(Failure) {
            descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Failure() }
        }

        deinit {
            if descriptor > 0 { close(descriptor) }
        }

        /// Fills `buffer` from the offset `start` on with what is there, at least one byte; waits for it.
        ///
        /// - Returns: how many bytes were read; 0 at the end, or where `buffer` has no room.
        func read(into buffer: inout [UInt8], from start: Int) throws(Failure) -> Int {
            guard start < buffer.count else { return 0 }
            while true {
                let count = buffer.withUnsafeMutableBytes {
                    unsafeRead(descriptor, UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
                }
                if count >= 0 { return count }
                if errno != EINTR { throw Failure() }
            }
        }
    }

    /// The offset of the first `byte` in `range` of `buffer`, which must hold it; nil where there is none. The C
    /// library's search is some twenty times as fast as a loop.
    static func offset(of byte: UInt8, in buffer: [UInt8], _ range: Range<Int>) -> Int? {
        buffer.withUnsafeBytes { (whole) in
            let bytes = UnsafeRawBufferPointer(rebasing: whole[range])
            guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count) else {
                return nil
            }
            return range.lowerBound + (UnsafeRawPointer(found) - start)
        }
    }
}

private func unsafeRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
        Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
        Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #else
        Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
}
