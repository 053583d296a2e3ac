// swift-tools-version: 6.3
import PackageDescription

// An app that imports all products and declares types with common names: it compiles only if no name collides.
let package = Package(
    name: "Names",
    platforms: [.macOS(.v13)],
    dependencies: [.package(url: "https://example.com/DERKit.git", from: "0.1.0")],
    targets: [
        .target(name: "App"),
        .target(name: "CryptoKit"),
        .target(
            name: "Names",
            dependencies: [
                "App", "CryptoKit", .product(name: "DERKit", package: "DERKit"),
                .product(name: "X509Model", package: "DERKit"), .product(name: "SPKIHash", package: "DERKit"),
                .product(name: "PinPolicies", package: "DERKit"), .product(name: "PinTesting", package: "DERKit"),
            ]),
    ]
)
