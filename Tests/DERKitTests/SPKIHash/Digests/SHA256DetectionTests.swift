import Foundation
import Testing

@testable import PinPolicies
@testable import SPKIHash

/// The SHA instructions are used if the operating system reports that the processor has them.
@Suite struct SHA256DetectionTests {
    @Test func instructionsAreFoundWhereTheSystemReportsThem() throws {
        #if os(Linux)
            let report = try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
            let words = Set(report.split { $0.isWhitespace }.map { String($0) })
            #if arch(x86_64)
                let isThere = words.isSuperset(of: ["sha_ni", "ssse3", "sse4_1"])
            #elseif arch(arm64)
                let isThere = words.contains("sha2")
            #else
                let isThere = false
            #endif
            #expect(SHA256Path.hasInstructions == isThere)
        #elseif arch(arm64) || arch(arm64_32)
            #expect(SHA256Path.hasInstructions)
        #endif
        #expect(SHA256Path.best == (SHA256Path.hasInstructions ? .instructions : .portable))
    }
}
