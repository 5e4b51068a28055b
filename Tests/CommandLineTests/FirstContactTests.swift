import FixtureMedia
import Foundation
import MediaTime
import Testing

@testable import compose

/// The slips of people who try the program for the first time.
@Suite struct FirstContactTests {
    @Test func theHelpFitsAScreenAndNamesWhatPeopleLookFor() throws {
        let help = try Program.run("--help", in: TemporaryFolder()).output
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 46, "45, and the end of the last: \(lines.count)")
        for word in ["title", "subtitles", "stabilize", "cut-silence", "delivery", "loudness"] {
            #expect(help.contains("--\(word)"), "\(word)")
        }
    }

    @Test(arguments: [
        ("my clip.mp4 back.mp4", "my clip.mp4"), ("front=my clip.mp4 back.mp4", "front=my clip.mp4"),
        ("front.mp4 back.mp4 --music my new song.wav", "my new song.wav"),
        ("front.mp4 back.mp4 -o my film.mp4", "my film.mp4"),
    ])
    func aNameWithSpacesNeedsQuotes(_ typed: String, _ name: String) throws {
        let folder = try folderWithPair()
        try FileManager.default.copyItem(atPath: folder("front.mp4"), toPath: folder("my clip.mp4"))
        try folder.write(BadInputTests.wav(samples: 96_000), "my new song.wav")
        let words = typed.split(separator: " ").map(String.init)
        let wrong = try Program.run(words, in: folder)
        #expect(wrong.status == 64 && wrong.error.contains("needs quotes; write '\(name)'."), "\(wrong)")
        // What is suggested works.
        let typedName = name.split(separator: " ").map(String.init)
        let start = try #require(words.firstIndex(of: typedName[0]))
        var quoted = words
        quoted.replaceSubrange(start..<start + typedName.count, with: [name])
        let right = try Program.run(quoted + ["-n"], in: folder)
        #expect(right.status == 0, "\(right)")
    }

    @Test(arguments: [
        ("frnot.mp4", "front.mp4"), ("front.mp", "front.mp4"), ("Front.mp4", "front.mp4"), ("front.mov", "front.mp4"),
        ("clips/bck.mp4", "clips/back.mp4"), ("clps/back.mp4", "clips/back.mp4"),
    ])
    func aNameThatIsOneLetterOffIsSuggested(_ typed: String, _ meant: String) throws {
        let folder = try folderWithPair()
        try FileManager.default.createDirectory(atPath: folder("clips"), withIntermediateDirectories: false)
        try FileManager.default.copyItem(atPath: folder("back.mp4"), toPath: folder("clips/back.mp4"))
        let outcome = try Program.run(typed, "back.mp4", "-n", in: folder)
        #expect(outcome.status == 66, "\(outcome)")
        #expect(outcome.error.contains("\(typed): no such file; did you mean '\(meant)'?"), "\(outcome.error)")
        let other = try Program.run("holiday.mp4", "back.mp4", "-n", in: folder)
        #expect(other.error.contains("holiday.mp4: no such file. Check the name"), "\(other.error)")
    }

    /// Words that belong together are joined as they are meant, not only so that they are accepted.
    @Test(arguments: [
        ("--label front=Anna back=Ben", "--label front=Anna,back=Ben"),
        ("--label front=Anna Smith back=Ben Jones", "--label 'front=Anna Smith,back=Ben Jones'"),
        ("--label corner=top size=0.05", "--label corner=top,size=0.05"),
        ("--clock corner=top size=0.05", "--clock corner=top,size=0.05"),
        ("--title Our big trip@1s-2s", "--title 'Our big trip@1s-2s'"),
        ("--gain front=-6dB back=-3dB", "--gain front=-6dB,back=-3dB"),
        ("--look front=warm back=vivid", "--look front=warm --look back=vivid"),
        ("--stabilize front=cinematic back=standard", "--stabilize front=cinematic --stabilize back=standard"),
        ("--mirror front back", "--mirror front --mirror back"),
        ("--switch-at 1s front 1.2s back", "--switch-at 1s:front,1.2s:back"),
        ("--fps 30 fps", "--fps 30fps"),
    ])
    func joinedWordsMeanWhatWasTyped(_ typed: String, _ meant: String) throws {
        let folder = try folderWithPair()
        let words = typed.split(separator: " ").map(String.init)
        let outcome = try Program.run(["front.mp4", "back.mp4"] + words + ["-n"], in: folder)
        #expect(outcome.error.contains("compose: \(typed): write \(meant)."), "\(outcome.error)")
    }

    @Test func aValueTooManyIsNoFile() throws {
        let outcome = try Program.run(
            "front.mp4", "back.mp4", "--stabilize", "cinematic", "standard", "-n", in: folderWithPair())
        #expect(
            outcome.error.contains("standard is not a file, and --stabilize takes one value; 'cinematic' is one"),
            "\(outcome.error)")
    }

    @Test func aRateMayHaveItsUnit() throws {
        for text in ["25fps", "25 fps", "25FPS"] { #expect(try frameRate(text) == FrameRate(25)!) }
        #expect(try frameRate("29.97fps") == FrameRate(30_000, 1001)!)
        #expect(throws: UsageError.self) { try frameRate("fps") }
    }

    /// What a platform's name, a size by name and a shape mean together.
    @Test(arguments: [
        (["--size", "1080p"], 1080, 1920), (["--size", "720p"], 720, 1280), (["--size", "4k"], 2160, 3840),
        (["--size", "9:16"], 1080, 1920), (["--size", "4:5"], 1080, 1350), (["--size", "1:1"], 1080, 1080),
        (["--size", "320x180"], 320, 180), ([], 1080, 1920),
    ])
    func aSizeByNameKeepsTheShapeOfTheDelivery(_ words: [String], _ width: Int, _ height: Int) throws {
        let folder = try folderWithPair()
        for delivery in ["shorts", "tiktok", "instagram"] {
            let outcome = try Program.run(
                ["plan", "front.mp4", "back.mp4", "--delivery", delivery, "--json"] + words, in: folder)
            let plan = try json(outcome.output)
            #expect(plan["width"] as? Int == width && plan["height"] as? Int == height, "\(outcome)")
        }
        try folder.write("delivery: shorts\nsize: 720p\n", "compose.yaml")
        let found = try json(try Program.run("plan", "front.mp4", "back.mp4", "--json", in: folder).output)
        #expect(found["width"] as? Int == 720 && found["height"] as? Int == 1280)
    }

    @Test func aSmallerVersionIsNoLargerAndKeepsItsShape() throws {
        let folder = try folderWithPair()
        let film = ["front.mp4", "back.mp4", "--preset", "ultrafast", "-o", "film.mp4"]
        let outcome = try Program.run(film + ["--also", "small.mp4:size=720p"], in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(try Movie(folder("small.mp4")).frames.first?.size == Movie(folder("film.mp4")).frames.first?.size)
        #expect(outcome.error.contains("note: --also small.mp4:size=720p: the film is 160x96, and"), "\(outcome.error)")
        let short = try Program.run(
            "front.mp4", "back.mp4", "--delivery", "shorts", "--preset", "ultrafast", "-o", "short.mp4", "--also",
            "less.mp4:size=360p,preset=ultrafast", in: folder)
        #expect(short.status == 0, "\(short.error)")
        let (whole, less) = (try Movie(folder("short.mp4")), try Movie(folder("less.mp4")))
        #expect(whole.frames.first.map { "\($0.size)" } == "1080x1920")
        #expect(less.frames.first.map { "\($0.size)" } == "360x640", "the smaller version is vertical, too")
    }

    @Test func theSafeAreaIsDrawnOnRequest() throws {
        let folder = try folderWithPair()
        // An option without a value chooses no corner; one with a corner does.
        let plan = ["plan", "front.mp4", "back.mp4", "--delivery", "tiktok", "--json", "--label", "--timecode"]
        let (free, chosen) = (
            try Program.run(plan, in: folder), try Program.run(plan + ["corner=top-right"], in: folder)
        )
        #expect(free.status == 0 && !free.output.contains("\"covered\""), "\(free)")
        #expect(chosen.status == 0 && chosen.output.contains("\"covered\""), "\(chosen)")
        let still = ["still", "front.mp4", "back.mp4", "--at", "0.2s"]
        let plain = try Program.run(still + ["--delivery", "tiktok", "-o", "a.png"], in: folder)
        let drawn = try Program.run(still + ["--delivery", "tiktok", "--safe-area", "-o", "b.png"], in: folder)
        #expect(plain.status == 0 && drawn.status == 0, "\(drawn.error)")
        #expect(folder.bytes("a.png") != folder.bytes("b.png"))
        let wide = try Program.run(still + ["--safe-area", "-o", "c.png"], in: folder)
        #expect(wide.status == 64 && wide.error.contains("--delivery shorts, tiktok or instagram"), "\(wide.error)")
        let film = try Program.run("front.mp4", "back.mp4", "--safe-area", "-n", in: folder)
        #expect(film.status == 64 && film.error.contains("belongs to"), "a render has none: \(film.error)")
    }
}

/// How long a render takes, from how it goes.
@Suite struct PaceTests {
    /// An encoder takes frames at 200 a second for its queue, then works at ten.
    private func done(_ time: Double) -> Double { min(200 * time, 60) + max(0, time - 0.3) * 10 }

    @Test func theTimeLeftIsBelievableAfterFiveSeconds() throws {
        var pace = Pace()
        var time = 100.0
        while time < 105 {
            pace.add(done(time - 100), at: time)
            time += 0.1
        }
        let rate = try #require(pace.rate)
        #expect(abs(rate - 10) < 0.5, "\(rate)")
    }

    @Test func aFilmThatIsContinuedBeginsWhereItIs() {
        #expect(ProgressBar.share(done: 0, of: 40, kept: 60) == 0.6)
        #expect(ProgressBar.share(done: 20, of: 40, kept: 60) == 0.8)
        #expect(ProgressBar.share(done: 40, of: 40, kept: 60) == 1 && ProgressBar.share(done: 0, of: 0, kept: 0) == 0)
        #expect(ProgressBar(share: 0.6).line(columns: 80).contains("60%"))
    }

    @Test func nobodyKnowsAtFirstOrWhenNothingMoves() {
        var pace = Pace()
        #expect(pace.rate == nil)
        for time in 0..<3 { pace.add(Double(time), at: Double(time)) }
        #expect(pace.rate == nil)
        var stuck = Pace()
        for time in 0..<20 { stuck.add(5, at: Double(time)) }
        #expect(stuck.rate == nil)
    }

    /// What was long ago says little: the second half of a film is harder.
    @Test func theLastMinuteCounts() throws {
        var pace = Pace()
        for time in 0..<300 { pace.add(Double(min(time, 150) * 30 + max(0, time - 150) * 5), at: Double(time)) }
        #expect(abs(try #require(pace.rate) - 5) < 0.01)
    }
}
