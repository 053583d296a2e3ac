// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that OpenSSL, which two targets compare with, is no dependency of ours.
let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "DERKit", path: "..")],
    targets: [
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                .product(name: "DERKit", package: "DERKit"), .product(name: "X509Model", package: "DERKit"),
                .product(name: "SPKIHash", package: "DERKit"), "COpenSSL",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
