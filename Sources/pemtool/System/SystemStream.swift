// Input that is read piece by piece. The unsafe pointers are for read(2) and memchr(3).

extension System {
    /// An open file or standard input, read from beginning to end.
    final class Stream {
        private let descriptor: Int32
        /// The size according to the file system; `nil` for a pipe or a terminal.
        let byteCount: Int?

        /// Opens a file, or standard input if `path` is `nil`.
        init(ofPath path: String?) throws(Failure) {
            descriptor =
                path.map { unsafe System.withName($0) { unsafe open($0, O_RDONLY | O_CLOEXEC) } } ?? 0
            guard descriptor >= 0 else { throw Failure() }
            var status = stat()
            let isFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            byteCount = isFile ? Int(clamping: status.st_size) : nil
        }

        deinit {
            if descriptor > 0 { close(descriptor) }
        }

        /// Appends up to `count` further bytes to `bytes`.
        ///
        /// - Returns: `false` at the end of the input, or if a signal asks to stop.
        func read(_ count: Int, into bytes: inout [UInt8]) throws(Failure) -> Bool {
            var failure: Failure?
            var isOpen = true
            let before = bytes
            // The old and new bytes are allocated together: appending an array would copy the new bytes, usually the
            // larger part.
            bytes = unsafe [UInt8](unsafeUninitializedCapacity: before.count + count) {
                (buffer, initialized) in
                let octets = UnsafeMutableRawBufferPointer(buffer)
                unsafe octets.copyBytes(from: before)
                initialized = before.count
                while initialized < octets.count, isOpen, failure == nil {
                    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: octets[initialized...])
                    switch unsafe readCount(descriptor, part) {
                    case 0: isOpen = false
                    case let size where size > 0: initialized += size
                    default:
                        if errno != EINTR { failure = Failure() }
                        if System.isInterrupted { isOpen = false }
                    }
                }
            }
            if let failure { throw failure }
            return isOpen
        }

        /// Waits until bytes are available, and fills `buffer` with them from the offset `start`.
        ///
        /// - Returns: the number of bytes read; 0 at the end of the input, if a signal asks to stop, or if `buffer` has
        ///   no room.
        func read(into buffer: inout [UInt8], from start: Int) throws(Failure) -> Int {
            guard start < buffer.count else { return 0 }
            while true {
                let count = unsafe buffer.withUnsafeMutableBytes {
                    unsafe readCount(descriptor, UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
                }
                // A signal that arrived before the wait does not end the wait, so this is checked in any case.
                if System.isInterrupted { return 0 }
                if count >= 0 { return count }
                if errno != EINTR { throw Failure() }
            }
        }

        /// Returns the remaining bytes, whose number according to the file system is `expected`.
        ///
        /// - Parameter limit: the maximum number of bytes; more bytes are an error.
        func contents(expected: Int, limit: Int = longestInput) throws(Failure) -> [UInt8] {
            var bytes: [UInt8] = []
            try readAll(expected: expected, into: &bytes, limit: limit)
            // A part of an input may have a different meaning from the whole.
            guard !isInterrupted else { throw Failure("interrupted") }
            return bytes
        }

        /// Appends the remaining bytes to `bytes`, up to `limit` bytes in total.
        func readAll(
            expected: Int, into bytes: inout [UInt8], limit: Int = longestInput
        ) throws(Failure) {
            guard bytes.count <= limit, expected <= limit - bytes.count else { throw tooLong(limit) }
            // One more byte than expected, to detect the end.
            var size = expected + 1
            while bytes.count <= limit, try read(size, into: &bytes), !System.isInterrupted {
                size = min(max(bytes.count, 1 << 12), limit + 1 - bytes.count)
            }
            guard bytes.count <= limit else { throw tooLong(limit) }
        }
    }

    /// Returns the offset of the first `byte` in `range`, which must lie within `buffer`, or `nil` if there is none.
    /// The C library's search is about twenty times as fast as a loop.
    static func offset(of byte: UInt8, in buffer: [UInt8], _ range: Range<Int>) -> Int? {
        unsafe buffer.withUnsafeBytes { (whole) in
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: whole[range])
            guard let start = bytes.baseAddress, let found = unsafe memchr(start, Int32(byte), bytes.count)
            else {
                return nil
            }
            return unsafe range.lowerBound + (UnsafeRawPointer(found) - start)
        }
    }
}

// This function is outside the type, because functions of the type have the name `read`.
private func readCount(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    unsafe read(descriptor, buffer.baseAddress, buffer.count)
}
