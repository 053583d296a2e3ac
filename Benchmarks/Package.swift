// swift-tools-version: 6.3
import PackageDescription

// A separate package, so that the packages compared with DERKit never become its dependencies.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "DERKit", path: ".."),
        .package(url: "https://github.com/google/swift-benchmark", from: "0.1.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
    ],
    targets: [
        // Measures this package, with the output format of the programs in other languages.
        .executableTarget(
            name: "peerbench",
            dependencies: [
                .product(name: "DERKit", package: "DERKit"),
                .product(name: "X509Model", package: "DERKit"),
                .product(name: "SPKIHash", package: "DERKit"),
            ]),
        // The certificates that swift-certificates reads, for the conformance table.
        .executableTarget(
            name: "peerreader", dependencies: [.product(name: "X509", package: "swift-certificates")]),
        // Comparison with other Swift packages.
        .executableTarget(
            name: "swiftbench",
            dependencies: [
                .product(name: "DERKit", package: "DERKit"),
                .product(name: "X509Model", package: "DERKit"),
                .product(name: "SPKIHash", package: "DERKit"),
                .product(name: "PinPolicies", package: "DERKit"),
                .product(name: "Benchmark", package: "swift-benchmark"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
