import PinTesting
import XCTest

@testable import App

/// The same with XCTest, for a project that has not moved.
final class PinXCTests: XCTestCase {
    func testTheServersKeyIsPinned() throws {
        let chain = try InputReader(contents("pins/chain.pem")).compactMap { try $0.certificate }
        let server = try XCTUnwrap(chain.first)
        let pins = try HostPins.rules.flatMap(\.strategies).flatMap(\.pins).map { try Pin($0) }
        XCTAssertTrue(pins.contains(server.pin), "the server's pin is \(server.pin)")
    }
}
