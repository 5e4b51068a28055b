import FixtureMedia
import MediaIO
import Planning
import Testing

@testable import Timelines
@testable import compose

/// Every option of a plan is in what is exported, or named as left out.
@Suite struct ExportedOptionTests {
    /// A value of each option that shows in a film: what it changes in the plan must be found again.
    private static let values: [String: String] = [
        "offset": "back=0.1s", "rotate": "front=180", "mirror": "front", "switch-every": "700ms",
        "switch-at": "300ms,1s",
        "view": "pip", "start-with": "front", "min-shot": "600ms", "transition": "wipe", "transition-duration": "200ms",
        "transition-align": "start", "from": "0.2s", "to": "1s", "duration": "1s", "skip": "0.5s-0.7s",
        "size": "9:16", "fit": "blur", "framing": "back=0.2,0.5", "zoom": "front=2", "stabilize": "standard",
        "fps": "25", "look": "warm",
        "adjust": "exposure=0.3", "label": "", "clock": "", "timecode": "", "title": "Hello@0.2s-1s",
        "subtitles": "cues.srt", "captions": "cues.srt", "subtitle-track": "cues.srt", "logo": "logo.png",
        "fade-in": "0.2s",
        "fade-out": "0.2s", "audio": "mix", "loudness": "-14", "mono": "", "gain": "back=-6dB", "mute": "back",
        "music": "front.mp4", "voice-over": "front.mp4@0.2s", "highpass": "back=80Hz", "denoise": "", "declick": "",
        "delivery": "shorts", "chapters": "", "poster": "0.5s", "duck": "front",
    ]
    /// About the finished file, which no timeline is.
    private static let ofTheFile: Set = [
        "audio-codec", "sample-rate", "smart", "snap-to-keyframes", "codec", "preset", "encoder", "crf", "bitrate",
        "max-bitrate", "no-metadata", "dynamic-range",
    ]
    /// They decide about cuts, places, turns and levels, which the values above set.
    private static let deciding: Set = [
        "sync", "drift", "no-mirror", "audio-track", "sound-only", "span", "max-shot", "cut-silence", "switch", "style",
        "both", "wide", "speaker", "reactions", "primary", "match-color", "normalize",
    ]

    @Test func noOptionIsForgotten() {
        let all = OptionList(of: PlanCommand.self).options.map(\.name).filter { name in
            ![.perCall, .writes].contains(OptionList(of: PlanCommand.self).traits(of: name).use)
                && !["explain", "json"].contains(name)
        }
        #expect(Set(all) == Set(Self.values.keys).union(Self.ofTheFile).union(Self.deciding))
    }

    @Test(arguments: values.sorted { $0.key < $1.key })
    func anOptionIsExportedOrNamed(_ option: String, _ value: String) throws {
        let folder = try folderWithPair { $0.metadata = [Pair("creation_time", "2026-05-01T09:30:00.000000Z")] }
        try folder.write("1\n00:00:00,200 --> 00:00:00,900\nHello\n", "cues.srt")
        let logo = try Program.run("still", "front.mp4", "back.mp4", "--at", "0s", "-o", "logo.png", in: folder)
        #expect(logo.status == 0, "\(logo.error)")
        let plan = { (words: [String]) in
            let outcome = try Program.run(
                ["plan", "front.mp4", "back.mp4"] + words + ["-o", "film.otio", "--overwrite"], in: folder)
            #expect(outcome.status == 0, "\(outcome.error)")
            return try PlannedRender(reading: folder("film.otio"))
        }
        let usual =
            ["--switch-every", "500ms", "--transition-duration", "100ms"]
            // Only what is cropped can be moved.
            + (option == "framing" ? ["--size", "9:16", "--fit", "fill"] : [])
        let exclusive = ["switch-every", "switch-at"].contains(option) ? 0 : option == "transition-duration" ? 2 : nil
        var words = usual
        if let exclusive { words.removeSubrange(exclusive...exclusive + 1) }
        words += ["--\(option)"] + (value.isEmpty ? [] : [value]) + (option == "duck" ? ["--audio", "mix"] : [])
        let before = try plan(usual)
        let after = try plan(words)
        for format in ExchangeFormat.allCases {
            // A table of cuts has no sound.
            if format == .csv, ["mute", "audio"].contains(option) { continue }
            let files = FileNames(besides: folder("film"))
            let one = try format.text(before, name: "film", files: files)
            let other = try format.text(after, name: "film", files: files)
            let notes = other.notes.map { $0.told(format).message }
            #expect(
                one.text != other.text || one.notes != other.notes || notes.contains { $0.contains("--\(option)") },
                "\(format.name): \(notes)")
        }
    }
}
