// swift-tools-version: 6.3
import PackageDescription

// A separate package, so that apps do not compile the proof.
let package = Package(
    name: "Proof",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "DERKit", path: "..")],
    targets: [
        // X.690, RFC 4648 and RFC 7468 in C, written only from the standards.
        .target(name: "Model"),
        // Every small input, given to the readers and to the model.
        .executableTarget(
            name: "exhaustive", dependencies: ["Model", .product(name: "DERKit", package: "DERKit")]),
    ],
    swiftLanguageModes: [.v6]
)
