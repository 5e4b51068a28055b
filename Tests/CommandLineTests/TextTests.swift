import Foundation
import MediaTime
import Testing
import Timeline
import Transitions

@testable import compose

/// What is said on little room, and in round numbers.
@Suite struct TextTests {
    /// A line that reaches the last column begins another, and the bar would climb down the terminal.
    @Test(arguments: [0, 0.071, 0.5, 1, 1.2], [nil, 0.04, 359, 86_399, 1e9])
    func theBarStaysOnOneLine(_ share: Double, _ left: Double?) {
        for columns in 1...200 {
            let bar = ProgressBar(share: share, fps: left.map { _ in 1234.5 }, speed: 41.15, left: left)
            let line = bar.line(columns: columns)
            #expect(line.count < max(2, columns), "\(columns): \(line)")
            #expect(columns < 40 || (line.hasPrefix("[") && line.contains("%")), "\(columns): \(line)")
            if let left, left < 1e6, columns >= 40 { #expect(line.hasSuffix("\(durationText(left)) left"), "\(line)") }
        }
    }

    @Test func aLongListOfValuesIsOneSentence() {
        let error = #expect(throws: (any Error).self) {
            try ExportCommand.parse(["film.otio", "--format", "nope", "-o", "film.edl"])
        }
        let complaint = ParserComplaint(message: ExportCommand.message(for: error!), command: "export", arguments: [])
        #expect(
            complaint.sentence
                == "--format nope: use 'csv', 'edl', 'fcp7xml', 'fcp7xml-multicam', 'fcpxml', 'fcpxml-multicam', 'mlt', 'otio-cuts' or 'otio-multicam'."
        )
    }

    @Test func aWideTerminalShowsAll() {
        let line = ProgressBar(share: 0.25, fps: 60, speed: 2, left: 90).line(columns: 120)
        #expect(
            line
                == "[\(String(repeating: "█", count: 10))\(String(repeating: "·", count: 30))] 25%  60 fps  2.00× realtime  1 min 30 s left"
        )
    }

    @Test(arguments: [
        (61, "61 seconds"), (119, "119 seconds"), (120, "2 minutes"), (7140, "119 minutes"), (10_800, "3 hours"),
        (172_800, "2 days"), (86400 * 100, "3 months"), (155_369_799, "5 years"),
    ])
    func longTimesAreRounded(_ seconds: Int64, _ text: String) {
        #expect(roughly(.seconds(seconds)) == text)
    }

    private static let text = AdjustmentText(rate: .thirty)

    @Test(
        arguments: [
            (
                .sceneReplaced(wanted: .single("front"), shown: .single("back")),
                "front has no footage here; back is shown"
            ),
            (.sceneReplaced(wanted: .single("front"), shown: nil), "front has no footage here; the film is black"),
            (
                .sceneReplaced(
                    wanted: Scene(layers: [Layer("back"), Layer("front", opacity: 0.5)]), shown: .single("back")),
                "back+front has no footage of front here; back is shown"
            ),
            (
                .filmTrimmed(
                    byFrames: 8, missing: ["back", "front"], atEnd: true),
                "the film ends 0.267 s early, because back and front have no footage there"
            ),
            (.cutAdded(from: nil, to: .single("back")), "cut from black to back, where footage begins"),
            (.cutAdded(from: .single("back"), to: nil), "cut from back to black, where footage ends"),
            (
                .cutAdded(from: .single("back"), to: .single("front"), lost: ["back"]),
                "cut from back to front, because back has no footage from here on"
            ),
            (
                .cutAdded(from: .single("back"), to: .single("front")),
                "cut from back to front, because front has footage from here on"
            ),
            (
                .filmTrimmed(byFrames: 8, missing: ["back"], atEnd: true),
                "the film ends 0.267 s early, because back has no footage there"
            ),
            (
                .shotLeftOut(scene: .single("front"), frames: 29, shortest: .seconds(1), shown: .single("back")),
                "no shot of front, because it would last only 0.967 s, less than the shortest shot (1 s); back is shown instead"
            ),
            (
                .pictureHeld(scene: .single("back"), frames: 12),
                "back has no footage for 0.4 s; its last picture is held"
            ),
            (.cutsMerged, "two cuts fall on the same frame; only the later one is used"),
            (.cutBeyondEnd, "cut dropped, because the film ends before it"),
            (.cutChangesNothing(scene: .single("back")), "cut dropped, because back is already shown"),
            (.cutMoved(byFrames: 12), "cut moved 0.4 s later, to a key frame"),
            (
                .transitionMoved(byFrames: -1),
                "transition moved 0.033 s earlier, to where there is footage on both sides"
            ),
            (
                .transitionMoved(byFrames: 2), "transition moved 0.067 s later, to where there is footage on both sides"
            ),
            (
                .transitionShortened(fromFrames: 15, toFrames: 1, reason: .handle),
                "transition shortened from 0.5 s to 0.033 s, because there is too little footage on one side"
            ),
            (
                .transitionDropped(reason: .neighbor),
                "hard cut instead of a transition, because another cut, or the start or end of the film, is too close"
            ),
        ] as [(Adjustment.Change, String)])
    func adjustmentsAreSentencesInSeconds(_ change: Adjustment.Change, _ words: String) {
        #expect(Self.text.sentence(Adjustment(time: .milliseconds(1500), change: change)) == "0:01.500 \(words)")
    }

    /// A camera that has ended is missing at every second cut for the rest of the film.
    @Test func adjustmentsOfOneKindAreOneLine() {
        let replaced = (2...35).map {
            Adjustment(
                time: .seconds($0 * 10), change: .sceneReplaced(wanted: .single("front"), shown: .single("back")))
        }
        let shortened = [(10, Int64(4)), (20, 3), (30, 3)].map { second, frames in
            Adjustment(
                time: .seconds(second),
                change: .transitionShortened(fromFrames: 15, toFrames: frames, reason: .neighbor))
        }
        let merged = [Adjustment(time: .seconds(5), change: .cutsMerged)]
        #expect(
            Self.text.lines(replaced + merged) == [
                "0:20.000 front has no footage at this cut and 33 more, until 5:50.000; back is shown",
                "0:05.000 two cuts fall on the same frame; only the later one is used",
            ])
        #expect(Self.text.lines(Array(shortened[...1]))[0].hasSuffix("too close, and 1 more like it until 0:20.000"))
        #expect(Self.text.lines(Array(shortened[1...]))[0].hasSuffix("too close, and 1 more time until 0:30.000"))
        #expect(Self.text.lines([]) == [])
    }

    /// The libraries report values; only the command line knows what its options are called.
    @Test func noLibraryNamesAFlag() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
            .compactMap { $0 as? URL }
            .filter { $0.pathExtension == "swift" && !$0.path.contains("/Sources/compose/") }
        #expect(files.count > 100)
        for file in files {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            for line in lines where !line.drop(while: { $0 == " " }).hasPrefix("//") {
                #expect(
                    !line.contains(/"[^"]*(--[a-z]| -[a-z]\b)/), "\(file.lastPathComponent): \(line)")
            }
        }
    }
}
