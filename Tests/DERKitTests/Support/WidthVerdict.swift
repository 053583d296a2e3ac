import DERKit
import X509Model

/// The readers' verdict on a value whose numbers need more than 32 bits, as in `Tests/Vectors/width/values.tsv`.
/// `.ci/wasm` compiles this file too, and reads the same table where an `Int` has 32 bits.
enum WidthVerdict {
    /// Returns the answer of a reader: what it read, or the code of its error.
    static func of(_ input: [UInt8], by reader: String) -> String {
        do throws(DERError) {
            return try read(input, reader)
        } catch {
            return error.code.rawValue
        }
    }

    private static func read(_ input: [UInt8], _ reader: String) throws(DERError) -> String {
        let bytes = input.span
        if reader == "tree" { return tree(input) }
        if reader == "ber" {
            var cursor = BERCursor(0..<input.count)
            let element = try cursor.next(in: bytes)
            try cursor.finish()
            return "\(element.tag.number) \(element.content.count)"
        }
        if reader == "limits" {
            var limits = DERLimits.standard
            limits.integerLength = 16
            try limits.check(bytes)
            return "within"
        }
        var cursor = DERCursor(0..<input.count)
        let element = try cursor.next(in: bytes)
        try cursor.finish()
        switch reader {
        case "der": return "\(element.tag.number) \(element.count)"
        case "integer": return "\(try element.smallInteger(in: bytes))"
        case "bits": return "\(try element.bitString(in: bytes).bitCount)"
        case "time": return "\(try element.time(in: bytes).secondsSince1970)"
        case "identifier":
            let identifier = try element.objectIdentifier(in: bytes)
            let text = "\(identifier)"
            return ASN1ObjectIdentifier(text) == identifier || text.utf8.count > 24 ? text : "not \(text)"
        default: return "no such reader"
        }
    }

    private static func tree(_ input: [UInt8]) -> String {
        let tree = DERTree(input)
        if let error = tree.error { return error.code.rawValue }
        return "\(tree.nodes.count) \(tree.nodes.first.flatMap(tree.length) ?? 0)"
    }
}
