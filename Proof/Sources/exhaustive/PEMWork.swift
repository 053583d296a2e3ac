@_spi(Benchmarks) import DERKit
import Model

extension Work {
    /// Returns a block of which `varied` is a part, once or at both ends.
    private func block(_ varied: [UInt8]) -> [UInt8] {
        switch self {
        case .beforeBegin: varied + Work.afterDashes
        case .afterBegin: Work.begin + varied + Work.body + Work.end + varied + [0x0a]
        default: Work.begin + Work.label + Work.body + Work.end + varied + [0x0a]
        }
    }

    private static let begin = Array("-----BEGIN".utf8)
    private static let label = Array(" A-----".utf8)
    private static let body = Array("\nMAA=\n".utf8)
    private static let end = Array("-----END".utf8)
    private static let afterDashes = Array("BEGIN A-----\nMAA=\n-----END A-----\n".utf8)

    /// A block without notes is read if and only if the text has one by the strict grammar, and it is the same.
    func comparePEM(_ varied: [UInt8], _ comparison: inout Comparison) {
        let text = block(varied)
        let model = model_pem(text, text.count)
        var read: [PEM.Block] = []
        for case .success(let block) in PEM.objects(in: text) where block.noteCodes.isEmpty {
            read.append(block)
        }
        comparison.count(isAccepted: !read.isEmpty)
        let isSame =
            if let block = read.first {
                model.is_found == 1 && read.count == 1 && block.offset == Int(model.start)
                    && text[Int(model.label)..<Int(model.label_end)].elementsEqual(block.label.utf8)
                    && block.derBytes == [0x30, 0]
            } else {
                model.is_found == 0
            }
        if !isSame {
            let ours = read.first.map { "\($0.label) at \($0.offset)" } ?? "no block without notes"
            comparison.differ(text, ours, model.is_found == 1 ? "a block at \(model.start)" : "no block")
        }
    }
}
