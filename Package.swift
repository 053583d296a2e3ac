// swift-tools-version: 6.3
import PackageDescription

// Each unsafe construct is marked `unsafe` where it stands, or the compiler warns; SECURITY.md lists the files.
let strict: [SwiftSetting] = [.strictMemorySafety()]

// ArraySpan.swift says of what its result is a part, which is an experimental feature of the compiler until Swift has
// settled how to write it. Nothing else uses it, and no interface shows it.
let lifetimes: [SwiftSetting] = [.enableExperimentalFeature("Lifetimes")]

// The SHA instructions of x86-64 inline only into a target that is compiled for them, so that their kernel has one
// of its own. It is entered after a look at CPUID alone; everywhere else the portable form of SHA-256 does the work.
// SwiftPM takes such flags of a package with tools version 6.2 or newer, also where it is asked for by a version, which
// .ci/consumer does. The condition here is about the machine that builds, the one in `settings` about the system that
// is built for.
#if os(Linux) && arch(x86_64)
    let shaKernel: [Target] = [
        .target(
            name: "SHA256Instructions",
            swiftSettings: strict + [
                .unsafeFlags(["-Xcc", "-msha", "-Xcc", "-msse4.1"], .when(platforms: [.linux]))
            ])
    ]
    let shaKernelDependency: [Target.Dependency] = ["SHA256Instructions"]
#else
    let shaKernel: [Target] = []
    let shaKernelDependency: [Target.Dependency] = []
#endif

// The arrows point one way: DERKit <- X509Model <- SPKIHash <- pemtool.
let package = Package(
    name: "DERKit",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    products: [
        .library(name: "DERKit", targets: ["DERKit"]),
        .library(name: "X509Model", targets: ["X509Model"]),
        .library(name: "SPKIHash", targets: ["SPKIHash"]),
        .executable(name: "pemtool", targets: ["pemtool"]),
        .plugin(name: "check-pins", targets: ["CheckPins"]),
    ],
    targets: [
        .target(name: "DERKit", swiftSettings: strict + lifetimes),
        .target(name: "X509Model", dependencies: ["DERKit"], swiftSettings: strict),
        .target(
            name: "SPKIHash", dependencies: ["DERKit", "X509Model"] + shaKernelDependency,
            swiftSettings: strict),
        .executableTarget(
            name: "pemtool", dependencies: ["DERKit", "X509Model", "SPKIHash"], swiftSettings: strict),
        .plugin(
            name: "CheckPins",
            capability: .command(
                intent: .custom(
                    verb: "check-pins", description: "Check the app's pins, as pemtool policy check does")),
            dependencies: ["pemtool"]),
        .testTarget(
            name: "DERKitTests",
            dependencies: ["DERKit", "X509Model", "SPKIHash", "pemtool"]
        ),
    ] + shaKernel,
    swiftLanguageModes: [.v6]
)
