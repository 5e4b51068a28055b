// swift-tools-version: 6.2
import PackageDescription

/// Data flows from left to right and imports go only downward: see docs/ARCHITECTURE.md.
let package = Package(
    name: "compose",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "compose", targets: ["compose"]),
        .library(name: "ComposeKit", targets: ["ComposeKit"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.10.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
        // Only for `make docs`.
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0"),
    ],
    targets: [
        // Leaves: exact time, the system's C library, planes of samples, names with parameters, audio buffers, FFmpeg's
        // headers.
        .target(name: "MediaTime"),
        .systemLibrary(name: "CLandlock"),
        .target(name: "Platform", dependencies: ["CLandlock"]),
        .target(name: "Pictures", dependencies: ["Platform"]),
        .target(name: "Parameters", dependencies: ["Pictures"]),
        .target(name: "Bitstream"),
        .target(name: "Audio"),
        .systemLibrary(
            name: "CFFmpeg",
            pkgConfig: "libavformat libavcodec libavfilter libswscale libswresample libavutil",
            providers: [
                .apt([
                    "libavformat-dev", "libavcodec-dev", "libavfilter-dev", "libswscale-dev", "libswresample-dev",
                    "libavutil-dev", "pkg-config",
                ]),
                .brew(["ffmpeg", "pkg-config"]),
            ]),
        .systemLibrary(
            name: "CLTC", pkgConfig: "ltc", providers: [.apt(["libltc-dev"]), .brew(["libltc"])]),
        .systemLibrary(
            name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        .systemLibrary(
            name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
        .systemLibrary(
            name: "CFontconfig", pkgConfig: "fontconfig",
            providers: [.apt(["libfontconfig-dev"]), .brew(["fontconfig"])]),

        // Decisions: pure values, no files, no FFmpeg.
        .target(name: "Timeline", dependencies: ["Parameters", "Pictures", "MediaTime"]),
        .target(name: "Transitions", dependencies: ["Timeline", "Parameters", "Pictures", "MediaTime"]),

        // What the footage tells: samples in, values out.
        .target(name: "Analysis", dependencies: ["Platform"]),

        // Files to pictures, sound and packets, and back.
        .target(
            name: "MediaIO",
            dependencies: [
                "CFFmpeg", "CFontconfig", "CLTC", "Platform", "Bitstream", "Analysis", "MediaTime", "Parameters",
                "Pictures", "Audio",
                .product(name: "Logging", package: "swift-log"),
            ]),

        // When each file was recorded, and by which camera: files in, a recording out.
        .target(
            name: "Placing",
            dependencies: [
                "MediaIO", "Analysis", "Timeline", "Parameters", "Audio", "Pictures", "MediaTime", "Platform",
                .product(name: "Logging", package: "swift-log"),
            ]),

        // What the film shall be: recording and request in, a plan out.
        .target(
            name: "Planning",
            dependencies: [
                "Placing", "Timeline", "Transitions", "Parameters", "MediaIO", "Analysis", "Bitstream", "Audio",
                "Pictures", "MediaTime", "Platform",
                .product(name: "Logging", package: "swift-log"),
            ]),

        // How other programs write a film: plan files and timelines in and out.
        .target(
            name: "Timelines",
            dependencies: [
                "CExpat", "Planning", "Placing", "Transitions", "Timeline", "Parameters", "MediaIO", "Audio",
                "Pictures",
                "MediaTime", "Platform",
            ]),

        // Plan to pictures and sound, and to one file.
        .target(
            name: "Render",
            dependencies: [
                "Planning", "Placing", "Timeline", "Transitions", "Parameters", "MediaIO", "Bitstream", "Analysis",
                "Audio", "Pictures", "MediaTime", "Platform",
            ]),

        // All of the above under one name, for programs of others.
        .target(
            name: "ComposeKit",
            dependencies: [
                "Render", "Timelines", "Planning", "Placing", "MediaIO", "Transitions", "Timeline", "Parameters",
                "Audio", "Pictures", "MediaTime",
            ]),

        // A page that shows the film and edits it.
        .target(
            name: "Studio",
            dependencies: [
                "Timelines", "Render", "Planning", "Placing", "MediaIO", "Timeline", "Transitions", "Parameters",
                "Audio",
                "Pictures", "MediaTime", "Platform",
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            exclude: ["Page"], plugins: ["EmbedPage"]),
        .plugin(name: "EmbedPage", capability: .buildTool(), dependencies: ["embed-page"]),
        .executableTarget(name: "embed-page", path: "Plugins/embed-page"),

        // What a person touches.
        .executableTarget(
            name: "compose",
            dependencies: [
                "Studio", "CYAML", "Platform", "Render", "Timelines", "Planning", "Placing", "MediaIO", "Analysis",
                "Timeline",
                "Transitions", "Parameters", "Audio", "Pictures", "MediaTime",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]),

        // Recordings that the project makes for itself: for the demo, the tests and the benchmarks.
        .target(
            name: "FixtureMedia", dependencies: ["MediaIO", "CFFmpeg", "Pictures", "Audio", "MediaTime"],
            path: "Fixtures/FixtureMedia"),
        .executableTarget(
            name: "compose-fixtures",
            dependencies: [
                "FixtureMedia", "MediaTime", "Pictures",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Fixtures/compose-fixtures"),

        // What the kernels cost. `Benchmarks/programs/bench` measures whole jobs.
        .executableTarget(
            name: "compose-benchmark", dependencies: ["Transitions", "Timeline", "Pictures"],
            path: "Benchmarks/compose-benchmark"),

        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(name: "MediaTimeTests", dependencies: ["MediaTime", "TestSupport"]),
        .testTarget(
            name: "BitstreamTests",
            dependencies: ["Bitstream", "CFFmpeg", "MediaIO", "FixtureMedia", "MediaTime", "Pictures", "TestSupport"]),
        .testTarget(name: "PicturesTests", dependencies: ["Pictures", "TestSupport"]),
        .testTarget(name: "AudioTests", dependencies: ["Audio"]),
        .testTarget(name: "AnalysisTests", dependencies: ["Analysis", "FixtureMedia", "MediaIO", "TestSupport"]),
        .testTarget(name: "ArchiveTests", dependencies: ["Placing", "Platform"]),
        .testTarget(name: "TimelineTests", dependencies: ["Timeline", "Transitions", "TestSupport"]),
        .testTarget(name: "TransitionTests", dependencies: ["Transitions", "TestSupport"]),
        .testTarget(name: "MediaIOTests", dependencies: ["MediaIO", "FixtureMedia", "TestSupport"]),
        .testTarget(
            name: "RenderTests",
            dependencies: ["Analysis", "Render", "Timelines", "Planning", "Placing", "FixtureMedia", "TestSupport"]),
        .testTarget(
            name: "StudioTests",
            dependencies: ["Studio", "Timelines", "Planning", "Placing", "FixtureMedia", "TestSupport"]),
        // Runs the built program as a person would.
        .testTarget(name: "CommandLineTests", dependencies: ["FixtureMedia", "MediaIO", "TestSupport", "compose"]),
    ],
    swiftLanguageModes: [.v6]
)

// The tests are built for release, as the program is; optimizing the tests themselves takes long and gains nothing.
for target in package.targets where target.type == .test {
    target.swiftSettings = [.unsafeFlags(["-Onone"])]
}
