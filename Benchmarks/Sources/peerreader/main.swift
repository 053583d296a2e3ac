import Foundation
import X509

// Lists the files in a folder that swift-certificates reads as a certificate: `peerreader FOLDER` prints the name of
// each without its extension, one per line. `Proof/conformance/run` counts them for the conformance table.

guard CommandLine.arguments.count == 2 else {
    print("usage: peerreader FOLDER")
    exit(2)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1])
for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
    let file = folder.appendingPathComponent(name)
    if (try? Certificate(derEncoded: [UInt8](Data(contentsOf: file)))) != nil {
        print(file.deletingPathExtension().lastPathComponent)
    }
}
