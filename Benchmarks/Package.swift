// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that what is measured beside ours never becomes a dependency of it.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "DERKit", path: "..")],
    targets: [
        .executableTarget(
            name: "peerbench",
            dependencies: [
                .product(name: "DERKit", package: "DERKit"),
                .product(name: "X509Model", package: "DERKit"),
                .product(name: "SPKIHash", package: "DERKit"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
