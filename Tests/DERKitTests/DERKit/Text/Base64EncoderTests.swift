import DERKit
import Foundation
import Testing

@Suite struct Base64EncoderTests {
    @Test func allLengthsMatchFoundation() {
        let octets = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 251 &+ 13) }
        for count in 0...200 {
            let part = octets.prefix(count)
            let standard = Data(part).base64EncodedString()
            #expect(Base64.encode(part) == standard)
            #expect(Base64.encode(Array(part)) == standard)
            let url = standard.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }.filter { $0 != "=" }
            #expect(Base64.encode(part, alphabet: .url) == String(url))
        }
    }
}
