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
    name: "Roundtrip",
    platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "Roundtrip", targets: ["Roundtrip"]),
        .library(name: "RoundtripLive", targets: ["RoundtripLive"]),
        .library(name: "RoundtripDiagnostics", targets: ["RoundtripDiagnostics"]),
        .library(name: "RoundtripTesting", targets: ["RoundtripTesting"]),
    ],
    targets: [
        .target(name: "Roundtrip", swiftSettings: strict),
        .target(
            name: "RoundtripLive",
            dependencies: ["Roundtrip"],
            resources: [.copy("PrivacyInfo.xcprivacy")],
            swiftSettings: strict
        ),
        .target(name: "RoundtripDiagnostics", dependencies: ["Roundtrip"], swiftSettings: strict),
        .target(name: "RoundtripTesting", dependencies: ["Roundtrip"], swiftSettings: strict),
        .target(
            name: "BothRoads",
            dependencies: ["Roundtrip", "RoundtripLive", "RoundtripTesting"],
            path: "Tests/BothRoads",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "RoundtripChaos",
            dependencies: ["Roundtrip", "RoundtripLive", "RoundtripTesting"],
            path: "Tests/Chaos",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "RoundtripSessionProcess",
            dependencies: ["Roundtrip", "RoundtripLive"],
            path: "Tests/SessionProcess",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "RoundtripCacheProcess",
            dependencies: ["Roundtrip", "RoundtripLive"],
            path: "Tests/CacheProcess",
            swiftSettings: strict
        ),
        .testTarget(
            name: "RoundtripTests",
            dependencies: ["Roundtrip", "RoundtripDiagnostics", "RoundtripTesting", "BothRoads"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RoundtripLiveTests",
            dependencies: ["Roundtrip", "RoundtripLive", "RoundtripTesting", "BothRoads"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RoundtripDiagnosticsTests",
            dependencies: ["Roundtrip", "RoundtripDiagnostics", "RoundtripTesting"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RoundtripTestingTests",
            dependencies: ["Roundtrip", "RoundtripLive", "RoundtripTesting", "BothRoads"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RoundtripIntegrationTests",
            dependencies: ["Roundtrip", "RoundtripLive", "RoundtripDiagnostics", "BothRoads"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MainActorModuleTests",
            dependencies: ["Roundtrip", "RoundtripTesting"],
            swiftSettings: strict + [.defaultIsolation(MainActor.self)]
        ),
    ],
    swiftLanguageModes: [.v6]
)
