// swift-tools-version: 6.3
import PackageDescription

// A package of its own: what proves the readers is no part of what apps compile.
let package = Package(
    name: "Proof",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "DERKit", path: "..")],
    targets: [
        // What X.690 and RFC 4648 say, written in C from the standards alone.
        .target(name: "Model"),
        // Every small input, given to the readers and to the model.
        .executableTarget(
            name: "exhaustive", dependencies: ["Model", .product(name: "DERKit", package: "DERKit")]),
    ],
    swiftLanguageModes: [.v6]
)
