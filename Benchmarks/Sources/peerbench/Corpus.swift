/// Certificates packed in two files: NAME.der, their DER in a row, and NAME.idx, a count and then offset and
/// length of each, in 32-bit numbers, least significant byte first.
struct Corpus {
    /// Last part of the path, as the results name it.
    let name: String
    /// The DER of each certificate.
    let certificates: [[UInt8]]

    init(path: String) {
        name = String(path.split(separator: "/").last ?? "")
        let der = contents(ofPath: path + ".der")
        let index = contents(ofPath: path + ".idx")
        func number(_ place: Int) -> Int {
            guard place * 4 + 4 <= index.count else { fail("\(path).idx: too short") }
            return index[place * 4..<place * 4 + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        certificates = (0..<number(0)).map { (place) in
            let start = number(1 + 2 * place)
            let end = start + number(2 + 2 * place)
            guard end <= der.count else { fail("\(path).der: too short") }
            return Array(der[start..<end])
        }
    }
}
