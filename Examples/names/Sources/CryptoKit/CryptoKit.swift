/// As much as swift-crypto's has of the shape.
public struct SHA256 {
    public static func hash(data: some Sequence<UInt8>) -> [UInt8] { Array(data) }
}

public struct SHA512 {
    public static func hash(data: some Sequence<UInt8>) -> [UInt8] { Array(data) }
}
