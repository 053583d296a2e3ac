import DERKit

extension InputObject {
    /// Returns the same object as seen in a larger input, of which its own input is a part that begins at a
    /// line.
    ///
    /// - Parameters:
    ///   - bytes: the number of bytes before the part.
    ///   - lines: the number of line ends before the part.
    ///   - objects: the number of objects before the part.
    package func moved(bytes: Int, lines: Int, objects: Int) -> InputObject {
        InputObject(
            index: index + objects, offset: offset + bytes, label: label, derBytes: derBytes,
            fingerprint: fingerprint, container: container.map { $0 + objects },
            notes: notes.map { $0.moved(bytes: bytes, lines: lines) },
            contentResult: contentResult.mapError { $0.moved(bytes: bytes, lines: lines) }, name: name)
    }
}
