// swift-tools-version: 6.2
import PackageDescription

// The arrows point one way: DERKit <- X509Model <- SPKIHash <- pemtool.
let package = Package(
    name: "DERKit",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    products: [
        .library(name: "DERKit", targets: ["DERKit"]),
        .library(name: "X509Model", targets: ["X509Model"]),
        .library(name: "SPKIHash", targets: ["SPKIHash"]),
        .executable(name: "pemtool", targets: ["pemtool"]),
    ],
    targets: [
        .target(name: "DERKit"),
        .target(name: "X509Model", dependencies: ["DERKit"]),
        .target(name: "SPKIHash", dependencies: ["DERKit", "X509Model"]),
        .executableTarget(name: "pemtool", dependencies: ["DERKit", "X509Model", "SPKIHash"]),
        .testTarget(
            name: "DERKitTests",
            dependencies: ["DERKit", "X509Model", "SPKIHash", "pemtool"]
        ),
    ],
    swiftLanguageModes: [.v6]
)
