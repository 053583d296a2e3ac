import DERKit
import LockedFiles
import PinPolicies
import Testing

/// Every `try` copies the error that it passes on, so an error is one pointer.
@Suite struct ErrorSizeTests {
    @Test func errorsHaveTheSizeOfAPointer() {
        #expect(MemoryLayout<DERError>.size == MemoryLayout<Int>.size)
        #expect(MemoryLayout<PolicyError>.size == MemoryLayout<Int>.size)
        #expect(MemoryLayout<LockError>.size == MemoryLayout<Int>.size)
    }

    @Test func errorsWithEqualFieldsAreEqual() {
        let error = DERError(.missing, at: 3, expected: "INTEGER", path: ["version"])
        let same = DERError(.missing, at: 3, expected: "INTEGER", path: ["version"])
        let others = [
            DERError(.truncated, at: 3, expected: "INTEGER", path: ["version"]),
            DERError(.missing, at: 4, expected: "INTEGER", path: ["version"]),
            DERError(.missing, at: 3, expected: "NULL", path: ["version"]),
            DERError(.missing, at: 3, expected: "INTEGER", found: "NULL", path: ["version"]),
            DERError(.missing, at: 3, expected: "INTEGER"),
        ]
        #expect(error == same)
        #expect(Set([error, same] + others).count == 1 + others.count)
        #expect(others.allSatisfy { $0 != error })
    }

    @Test func addingAFieldLeavesTheInnerErrorUnchanged() {
        let inner = DERError(.missing, at: 3, expected: "INTEGER", path: ["version"])
        let outer = inner.inside("tbsCertificate")
        #expect(outer.path == ["tbsCertificate", "version"])
        #expect(inner.path == ["version"])
        #expect(outer.code == .missing && outer.offset == 3 && outer.expected == "INTEGER")
    }
}
