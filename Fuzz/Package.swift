// swift-tools-version: 6.3
import PackageDescription

// A separate package, so that OpenSSL, which two targets use for comparison, is not a dependency of DERKit. It
// compiles the house's sources, which Sources/house points to, and does not depend on the package that holds them: so
// the tool's reading of its arguments, which no library has, is fuzzed as it is, with what `package` shows to it.
#if os(Linux) && arch(x86_64)
    let shaKernel: [Target] = [
        .target(
            name: "SHA256Instructions", path: "Sources/house/SHA256Instructions",
            swiftSettings: [.unsafeFlags(["-Xcc", "-msha", "-Xcc", "-msse4.1"])])
    ]
    let shaKernelDependency: [Target.Dependency] = ["SHA256Instructions"]
#else
    let shaKernel: [Target] = []
    let shaKernelDependency: [Target.Dependency] = []
#endif

let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v13)],
    targets: [
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(
            name: "DERKit", path: "Sources/house/DERKit",
            swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
        .target(name: "X509Model", dependencies: ["DERKit"], path: "Sources/house/X509Model"),
        .target(
            name: "SPKIHash", dependencies: ["DERKit", "X509Model"] + shaKernelDependency,
            path: "Sources/house/SPKIHash"),
        .target(
            name: "PinPolicies", dependencies: ["DERKit", "X509Model", "SPKIHash"],
            path: "Sources/house/PinPolicies"),
        .target(
            name: "LockedFiles", dependencies: ["DERKit", "X509Model", "SPKIHash"],
            path: "Sources/house/LockedFiles"),
        .executableTarget(
            name: "fuzz",
            dependencies: ["DERKit", "X509Model", "SPKIHash", "PinPolicies", "LockedFiles", "COpenSSL"],
            path: "Sources",
            exclude: [
                "COpenSSL", "house/DERKit", "house/X509Model", "house/SPKIHash", "house/PinPolicies",
                "house/LockedFiles", "house/AppPinning", "house/PinTesting",
                "house/SHA256Instructions", "house/pemtool/Commands/Main.swift",
            ],
            sources: ["fuzz", "house/pemtool"]),
    ] + shaKernel,
    swiftLanguageModes: [.v6]
)
