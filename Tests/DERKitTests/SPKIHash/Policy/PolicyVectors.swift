import SPKIHash
import X509Model

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The files under Tests/Vectors, for the tests of policies.
enum PolicyVectors {
    struct Missing: Error { let path: String }

    /// The bytes of a file under Tests/Vectors.
    static func bytes(_ name: String) throws -> [UInt8] {
        // This file is Tests/DERKitTests/SPKIHash/Policy/PolicyVectors.swift.
        let tests = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let path = "/\(tests)/Vectors/\(name)"
        guard let file = fopen(path, "rb") else { throw Missing(path: path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
    }

    /// The text of a file under Tests/Vectors.
    static func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    /// The certificates of a file, in their order; other objects are passed over.
    static func certificates(_ name: String) throws -> [Certificate] {
        let found = try InputReader(bytes(name)).compactMap { (object) in
            if case .success(.certificate(let certificate)) = object.content { certificate } else { nil }
        }
        guard !found.isEmpty else { throw Missing(path: name) }
        return found
    }

    /// 21 certificates with P-256 keys, the server's own first, the root last.
    static func chain() throws -> [Certificate] { try certificates("pem/chain-21.pem") }

    /// The first four of that chain and its root: enough to pin, and quick to hash.
    static func shortChain() throws -> [Certificate] {
        let chain = try chain()
        return Array(chain.prefix(4) + chain.suffix(1))
    }
}
