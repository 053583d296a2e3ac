import Foundation
import Testing

@testable import X509Model

@Suite struct ServerNameTests {
    /// An address in any form is read as inet_pton of the C library reads it; other text is the name of a host.
    @Test(arguments: [
        "::", "::1", "1::", "1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:8::", "::2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8",
        "1:2:3:4:5:6:1.2.3.4", "::1.2.3.4", "1.2.3.4::", ":1::2", "1::2:", ":::", "::1::", "1::2::3",
        "12345::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "::1:2.3.4.5:6", "::1.2.3", "::g", "::ABCD",
        "::1.2.3.256",
    ])
    func addressesAreThoseOfTheSystem(_ text: String) {
        var octets = [UInt8](repeating: 0, count: 16)
        let isAddress = octets.withUnsafeMutableBytes { inet_pton(AF_INET6, text, $0.baseAddress) } == 1
        #expect(ServerName(text) == (isAddress ? .ip(octets) : .dns(text.lowercased())))
    }
}
