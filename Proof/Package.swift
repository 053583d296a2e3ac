// swift-tools-version: 6.3
import PackageDescription

// A separate package, so that apps do not compile the proof.
let package = Package(
    name: "Proof",
    platforms: [.macOS(.v13)],
    targets: [
        // The library as a target, because the cursor is visible only inside its package.
        .target(
            name: "DERKit", path: "Sources/house/DERKit",
            swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
        // X.690, RFC 4648 and RFC 7468 in C, written only from the standards.
        .target(name: "Model"),
        // Every small input, given to the readers and to the model.
        .executableTarget(
            name: "exhaustive", dependencies: ["Model", "DERKit"]),
    ],
    swiftLanguageModes: [.v6]
)
