// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "DiskCache",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "Roundtrip", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "DiskCacheStart",
            dependencies: [
                .product(name: "Roundtrip", package: "Roundtrip"),
                .product(name: "RoundtripLive", package: "Roundtrip"),
            ],
            swiftSettings: strict
        )
    ],
    swiftLanguageModes: [.v6]
)
