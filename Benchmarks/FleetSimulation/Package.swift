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
    name: "FleetSimulation",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "Roundtrip", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "FleetSimulation",
            dependencies: [.product(name: "Roundtrip", package: "Roundtrip")],
            swiftSettings: strict
        )
    ],
    swiftLanguageModes: [.v6]
)
