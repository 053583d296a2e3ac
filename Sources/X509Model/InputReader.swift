import DERKit

/// Reads the objects of a file, whatever they are, and tells by content what they are, never by a file's name.
///
///     for object in InputReader(bytes) { … }
///
/// Every object comes out, in its order, as a value or as an error in its place; an input without any gives one
/// error.
public struct InputReader: Sequence, IteratorProtocol, Sendable {
    private let input: [UInt8]
    private var source: Source
    private var index = 0

    private enum Source {
        case der
        case pem(PEM.Reader)
        case finished
    }

    /// A reader of the whole content of a file.
    public init(_ input: some Collection<UInt8>) {
        self.input = Array(input)
        source = InputReader.isDER(self.input) ? .der : .pem(PEM.Reader(self.input))
    }

    /// The next object, or nil after the last.
    public mutating func next() -> InputObject? {
        switch source {
        case .finished:
            return nil
        case .der:
            source = .finished
            return read(label: nil, block: nil, derBytes: input, offset: 0)
        case .pem(var reader):
            let block = reader.next()
            source = .pem(reader)
            switch block {
            case .success(let block):
                return read(label: block.label, block: block, derBytes: block.derBytes, offset: block.offset)
            case .failure(let error):
                return object(error.blockOffset, error.label, [], .failure(InputError(error)))
            case nil:
                source = .finished
                // An input must not end in silence without any object.
                guard index == 0 else { return nil }
                return object(0, nil, [], .failure(input.isEmpty ? .emptyInput : .noObject(at: 0)))
            }
        }
    }

    private mutating func read(
        label: String?, block: PEM.Block?, derBytes: [UInt8], offset: Int
    ) -> InputObject {
        guard let kind = ObjectKind(label: label, derBytes: derBytes) else {
            return object(
                offset, label, derBytes, .failure(block.map(InputError.unknownLabel) ?? .noObject(at: 0)))
        }
        do throws(DERError) {
            return object(offset, label, derBytes, .success(try kind.read(derBytes)))
        } catch {
            return object(
                offset, label, derBytes,
                .failure(InputError(error, kind: kind.rawValue, in: block, of: input)))
        }
    }

    private mutating func object(
        _ offset: Int, _ label: String?, _ derBytes: [UInt8],
        _ content: Result<InputObject.Content, InputError>
    ) -> InputObject {
        defer { index += 1 }
        return InputObject(index: index, offset: offset, label: label, derBytes: derBytes, content: content)
    }

    /// True where the input begins as a SEQUENCE does whose length is not that of text.
    ///
    /// 30 is also the character 0, so that a short length counts only where it gives the size of the input.
    private static func isDER(_ input: [UInt8]) -> Bool {
        guard input.count >= 2, input[0] == 0x30 else { return false }
        return input[1] >= 0x80 || Int(input[1]) + 2 == input.count
    }
}
