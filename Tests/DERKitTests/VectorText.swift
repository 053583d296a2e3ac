import Foundation

/// Reads files under Tests/Vectors.
enum VectorText {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors")

    /// The path of a file under Tests/Vectors.
    static func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

    /// The bytes of a file.
    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    /// The lines of a text file, without empty ones.
    static func lines(_ name: String) throws -> [String] {
        String(decoding: try bytes(name), as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }
}
