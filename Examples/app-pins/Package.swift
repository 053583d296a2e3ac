// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "App",
    platforms: [.macOS(.v13), .iOS(.v16)],
    dependencies: [
        .package(url: "https://example.com/DERKit.git", from: "0.1.0")  // the address of this repository
    ],
    targets: [
        .target(name: "App"),
        .testTarget(
            name: "AppTests",
            dependencies: [
                "App", .product(name: "PinTesting", package: "DERKit"),
            ]),
    ]
)
