// swift-tools-version: 6.3
// Xcode 26.4 has Swift 6.3.
import PackageDescription

// The tests read many thousands of inputs: .ci/coverage sets this, which compiles what they test with the optimizer.
let optimized: [SwiftSetting] =
    Context.environment["OPTIMIZED_TESTS"] == nil ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]

// Each unsafe construct is marked `unsafe` where it stands, or the compiler warns; SECURITY.md lists the files.
let strict: [SwiftSetting] = [.strictMemorySafety()] + optimized

// ArraySpan.swift says of what its result is a part, which is an experimental feature of the compiler until Swift has
// settled how to write it. Nothing else uses it, and no interface shows it.
let lifetimes: [SwiftSetting] = [.enableExperimentalFeature("Lifetimes")]

// SHA instructions inline only into a target that is compiled for processors that have them, so their kernel has one of
// its own; it is entered only if this processor has them. -Xarch_ drops a flag for other processors than the one that
// is built for, whatever machine builds; the clang of Swift 6.3 is the first with it on every system. Apple's arm64
// needs no flag. SwiftPM takes such flags also of a package that is asked for by a version, which .ci/consumer does.
let shaInstructions: [SwiftSetting] = [
    .unsafeFlags(
        [
            "-Xarch_x86_64", "-msha", "-Xarch_x86_64", "-msse4.1", "-Xarch_aarch64", "-march=armv8-a+sha2",
            "-Qunused-arguments",
        ].flatMap { ["-Xcc", $0] })
]
// Where the kernel was compiled, and whether a processor has the instructions is known; elsewhere the portable form of
// SHA-256 does the work.
let shaPlatforms: [Platform] = [.linux, .macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS]

// Encrypted files, and the arithmetic of private keys. Only the reader with a password is public.
let lockedFiles: Target = .target(
    name: "LockedFiles", dependencies: ["DERKit", "X509Model", "SPKIHash"], swiftSettings: strict)

let package = Package(
    name: "DERKit",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    products: [
        .library(name: "DERKit", targets: ["DERKit"]),
        .library(name: "X509Model", targets: ["X509Model"]),
        .library(name: "SPKIHash", targets: ["SPKIHash"]),
        .library(name: "PinPolicies", targets: ["PinPolicies"]),
        .library(name: "LockedFiles", targets: ["LockedFiles"]),
        .library(name: "AppPinning", targets: ["AppPinning"]),
        .library(name: "PinTesting", targets: ["PinTesting"]),
        .executable(name: "pemtool", targets: ["pemtool"]),
        .plugin(name: "check-pins", targets: ["CheckPins"]),
    ],
    targets: [
        .target(name: "DERKit", swiftSettings: strict + lifetimes),
        .target(name: "X509Model", dependencies: ["DERKit"], swiftSettings: strict),
        .target(
            name: "SPKIHash",
            dependencies: [
                "DERKit", "X509Model",
                .target(name: "SHA256Instructions", condition: .when(platforms: shaPlatforms)),
            ],
            swiftSettings: strict),
        .target(
            name: "PinPolicies", dependencies: ["DERKit", "X509Model", "SPKIHash"], swiftSettings: strict),
        // For apps: all libraries with the types of Foundation and of Apple's Security framework, in one import.
        .target(
            name: "AppPinning", dependencies: ["DERKit", "X509Model", "SPKIHash", "PinPolicies"],
            swiftSettings: strict),
        // For their tests: the same, and files with passwords.
        .target(name: "PinTesting", dependencies: ["AppPinning", "LockedFiles"], swiftSettings: strict),
        lockedFiles,
        .target(name: "SHA256Instructions", swiftSettings: strict + shaInstructions),
        .executableTarget(
            name: "pemtool", dependencies: ["DERKit", "X509Model", "SPKIHash", "PinPolicies", "LockedFiles"],
            swiftSettings: strict),
        .plugin(
            name: "CheckPins",
            capability: .command(
                intent: .custom(
                    verb: "check-pins", description: "Check the app's pins, as pemtool check does"))),
        .testTarget(
            name: "DERKitTests",
            dependencies: [
                "DERKit", "X509Model", "SPKIHash", "PinPolicies", "LockedFiles", "AppPinning", "PinTesting",
                "pemtool",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
