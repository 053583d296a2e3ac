import DERKit
import PinPolicies
import SPKIHash
import Testing
import X509Model

/// Raw keys of curves of the same size: rawkey/points.tsv, by Tests/Tools/make/points.sh from openssl.
@Suite struct PrimeCurveTests {
    struct Row {
        let curve: String
        let spki: SubjectPublicKeyInfo
        let compressed: [UInt8]
        /// The algorithm for whose keys a header can be prepended; nil for a curve without one.
        let algorithm: RawKeyAlgorithm?

        static func all() throws -> [Row] {
            try Vectors.text("rawkey/points.tsv").split(separator: "\n").map { (line) in
                let fields = line.split(separator: "\t")
                let compressed = try SubjectPublicKeyInfo(der: #require(bytes(hex: fields[2])))
                let spki = try SubjectPublicKeyInfo(der: #require(bytes(hex: fields[1])))
                return Row(
                    curve: String(fields[0]), spki: spki, compressed: compressed.subjectPublicKey.bytes,
                    algorithm: RawKeyAlgorithm(spki.algorithm))
            }
        }
    }

    private func wrapped(_ raw: some Collection<UInt8>, _ algorithm: RawKeyAlgorithm? = nil) -> Pin? {
        try? SubjectPublicKeyInfo(rawKey: raw, algorithm: algorithm).pin
    }

    @Test func aPointWithBothCoordinatesIdentifiesItsCurve() throws {
        let rows = try Row.all()
        #expect(rows.count == 11)
        #expect(rows.filter { $0.algorithm != nil }.count == 5)
        for row in rows {
            let raw = row.spki.subjectPublicKey.bytes
            let hybrid = [6 + (raw.last ?? 0) & 1] + raw.dropFirst()
            guard row.algorithm != nil else {
                #expect(throws: RawKeyError.self) { try SubjectPublicKeyInfo(rawKey: raw) }
                #expect(wrapped(raw.dropFirst()) == nil && wrapped(hybrid) == nil, "\(row.curve)")
                continue
            }
            #expect(wrapped(raw) == row.spki.pin && wrapped(raw.dropFirst()) == row.spki.pin, "\(row.curve)")
            #expect(try SubjectPublicKeyInfo(rawKey: hybrid).algorithm == row.spki.algorithm)
        }
    }

    @Test func aPointOnNoCurveIsRejected() throws {
        for row in try Row.all() {
            let raw = row.spki.subjectPublicKey.bytes
            for place in [1, raw.count / 2 - 1, raw.count / 2 + 1, raw.count - 1] {
                var other = raw
                other[place] ^= 1
                // 57 bytes that end this way may be an Ed448 key, and any 56 bytes may be an X448 key.
                if let key = try? SubjectPublicKeyInfo(rawKey: other) {
                    #expect(RawKeyAlgorithm(key.algorithm) == .ed448, "\(row.curve)")
                }
                #expect(row.algorithm.map { wrapped(other, $0) == nil } ?? true, "\(row.curve)")
            }
            for algorithm in RawKeyAlgorithm.allCases
            where algorithm.coordinateByteCount != nil && algorithm != row.algorithm {
                #expect(wrapped(raw, algorithm) == nil && wrapped(raw.dropFirst(), algorithm) == nil)
            }
            let wrongHybrid = [7 - (raw.last ?? 0) & 1] + raw.dropFirst()
            #expect(row.algorithm.map { wrapped(wrongHybrid, $0) == nil } ?? true)
            let beyond = [4] + [UInt8](repeating: 0xff, count: raw.count - 1)
            #expect(row.algorithm.map { wrapped(beyond, $0) == nil } ?? true)
        }
    }

    /// Half of all numbers are the X of a point on a given curve, so several curves may fit; then none is chosen.
    @Test func aCompressedPointMayNeedACurveName() throws {
        var ambiguous = 0
        for row in try Row.all() {
            do {
                let built = try SubjectPublicKeyInfo(rawKey: row.compressed)
                #expect(built.algorithm == row.spki.algorithm, "\(row.curve)")
            } catch {
                if case .ambiguous(_, let choices) = error {
                    #expect(row.algorithm.map(choices.contains) ?? true)
                    ambiguous += 1
                } else {
                    #expect(row.algorithm == nil, "\(row.curve): \(error)")
                }
            }
            guard let algorithm = row.algorithm else { continue }
            let named = try SubjectPublicKeyInfo(rawKey: row.compressed, algorithm: algorithm)
            #expect(named.subjectPublicKey.bytes == row.compressed)
        }
        #expect(ambiguous > 2)
    }
}
