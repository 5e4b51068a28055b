// swift-tools-version: 6.3
import PackageDescription

/// Programs that use compose as a library, each in one file.
let package = Package(
    name: "examples",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "compose", path: "..")],
    targets: ["MakeFilm", "MakeStill", "OwnTransition", "OwnView", "ShowProgress"].map {
        .executableTarget(name: $0, dependencies: [.product(name: "ComposeKit", package: "compose")])
    },
    swiftLanguageModes: [.v6]
)
