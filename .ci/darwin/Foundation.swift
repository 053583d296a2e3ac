// The part of Apple's Foundation that AppPinning and PinTesting use.

public struct URL: Sendable, Hashable {}

public struct Data: RandomAccessCollection, Sendable, Hashable {
    public init() {}
    public init(contentsOf url: URL) throws {}
    public var startIndex: Int { 0 }
    public var endIndex: Int { 0 }
    public subscript(position: Int) -> UInt8 { 0 }
    public subscript(bounds: Range<Int>) -> Slice<Data> { Slice(base: self, bounds: bounds) }
}

public struct Date: Sendable, Hashable, Comparable {
    public init() {}
    public init(timeIntervalSince1970: Double) {}
    public var timeIntervalSince1970: Double { 0 }
    public static func < (one: Date, other: Date) -> Bool { false }
}

public protocol LocalizedError: Error {
    var errorDescription: String? { get }
}

public struct CocoaError: Error {
    public struct Code: Sendable {
        public static var formatting: Code { Code() }
    }

    public init(_ code: Code) {}
}
