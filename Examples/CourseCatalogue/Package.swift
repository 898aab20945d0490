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
    name: "CourseCatalogue",
    platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    dependencies: [
        .package(name: "Roundtrip", path: "../..")
    ],
    targets: [
        .target(
            name: "CatalogueAPI",
            dependencies: [.product(name: "Roundtrip", package: "Roundtrip")],
            swiftSettings: strict
        ),
        .target(
            name: "CatalogueServer",
            dependencies: [
                .product(name: "Roundtrip", package: "Roundtrip"),
                .product(name: "RoundtripTesting", package: "Roundtrip"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "CourseCatalogue",
            dependencies: [
                "CatalogueAPI",
                "CatalogueServer",
                .product(name: "Roundtrip", package: "Roundtrip"),
                .product(name: "RoundtripLive", package: "Roundtrip"),
                .product(name: "RoundtripTesting", package: "Roundtrip"),
                .product(name: "RoundtripDiagnostics", package: "Roundtrip"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CourseCatalogueTests",
            dependencies: [
                "CatalogueAPI",
                "CatalogueServer",
                "CourseCatalogue",
                .product(name: "Roundtrip", package: "Roundtrip"),
                .product(name: "RoundtripLive", package: "Roundtrip"),
                .product(name: "RoundtripTesting", package: "Roundtrip"),
            ],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)
