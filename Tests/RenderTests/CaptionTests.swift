import FixtureMedia
import MediaTime
import Parameters
import Pictures
import Testing
import Timeline

@testable import MediaIO
@testable import Placing
@testable import Planning
@testable import Render
@testable import Timelines

/// Captions from transcripts of every kind, on the clock of the film.
@Suite struct CaptionTests {
    private static let whisperX = """
        {"segments":[{"start":0.2,"end":1.4,"text":" Hello there, Anna.","speaker":"A","words":[
        {"word":"Hello","start":0.2,"end":0.5,"score":0.9},{"word":"there,","start":0.6,"end":0.9},
        {"word":"Anna.","start":1.0,"end":1.4}]},
        {"start":2.0,"end":3.0,"text":"Fine!","speaker":"B","words":[{"word":"Fine!","start":2.0,"end":2.4}]}],
        "word_segments":[],"language":"en"}
        """
    private static let transcripts = [
        ("x.json", whisperX),
        (
            "cpp.json",
            """
            {"transcription":[{"offsets":{"from":200,"to":1400},"text":" Hello there, Anna.","tokens":[
            {"text":"[_BEG_]","offsets":{"from":0,"to":0}},
            {"text":" Hel","offsets":{"from":200,"to":300}},{"text":"lo","offsets":{"from":300,"to":500}},
            {"text":" there","offsets":{"from":600,"to":800}},{"text":",","offsets":{"from":800,"to":900}},
            {"text":" Anna.","offsets":{"from":1000,"to":1400}},{"text":"[_TT_70]","offsets":{"from":1400,"to":1400}}]},
            {"offsets":{"from":2000,"to":2400},"text":" Fine!","tokens":[{"text":" Fine!","offsets":{"from":2000,"to":2400}}]}]}
            """
        ),
        (
            "w.vtt",
            "WEBVTT\n\n00:00.200 --> 00:01.400\nHello<00:00:00.600><c> there,</c><00:00:01.000><c> Anna.</c>\n\n00:02.000 --> 00:02.400\n<v B>Fine!\n"
        ),
        (
            "k.ass",
            """
            [Script Info]
            [V4+ Styles]
            Format: Name, Fontname
            Style: Default,Sans
            [Events]
            Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
            Dialogue: 0,0:00:00.20,0:00:01.40,Default,,0,0,0,,{\\k40}Hello {\\kf40}there, {\\k40}Anna.
            Dialogue: 0,0:00:02.00,0:00:02.40,Default,,0,0,0,,{\\k40}Fine!

            """
        ),
    ]

    private func transcript(_ name: String, _ text: String) throws -> Transcript {
        let folder = try TemporaryFolder()
        try folder.write(text, name)
        return try Transcript(path: folder(name))
    }

    @Test(arguments: transcripts)
    func wordsHaveTheirTimes(_ name: String, _ text: String) throws {
        let read = try transcript(name, text)
        #expect(read.hasWordTimes)
        #expect(read.phrases.map { $0.map(\.text) } == [["Hello", "there,", "Anna."], ["Fine!"]])
        #expect(read.phrases.joined().map(\.start) == [200, 600, 1000, 2000])
        #expect(read.phrases[0].allSatisfy { $0.start < $0.end && $0.end <= 1400 } && read.phrases[1][0].end == 2400)
    }

    @Test func linesAreDividedByTheirLetters() throws {
        let read = try transcript("l.srt", "1\n00:00:01,000 --> 00:00:02,000\nab\ncd ef\n")
        #expect(!read.hasWordTimes)
        #expect(
            read.phrases == [
                [
                    .init(start: 1000, end: 1333, text: "ab"), .init(start: 1333, end: 1666, text: "cd"),
                    .init(start: 1666, end: 2000, text: "ef"),
                ]
            ])
    }

    @Test func aTemplateThatWasFilledInIsRead() throws {
        let spoken = [
            SpeakerTurn(angle: "anna", range: TimeRange(start: .seconds(1), end: .seconds(3))),
            SpeakerTurn(angle: "ben", range: TimeRange(start: .seconds(4), end: .seconds(13))),
        ]
        let template = CaptionText(template: spoken, isWebVTT: false).text
        #expect(template.hasPrefix("1\n00:00:01,000 --> 00:00:03,000\nanna: …\n"))
        #expect(template.contains("00:00:04,000 --> 00:00:08,500\nben: …"))
        let read = try transcript("t.srt", template.replacing("anna: …", with: "anna: Hello there"))
        #expect(read.phrases.count == 1 && read.phrases[0].map(\.text) == ["Hello", "there"])
        #expect(read.phrases[0].allSatisfy { $0.speaker == "anna" } && read.phrases[0][0].start == 1000)
        let voices = CaptionText(template: spoken, isWebVTT: true).text.replacing("…", with: "Hi!")
        #expect(try transcript("t.vtt", voices).phrases.map { $0[0].speaker } == ["anna", "ben", "ben"])
    }

    @Test func wordsWithoutTimesAreBetweenTheOthers() throws {
        let text = """
            {"segments":[{"start":1,"end":4,"text":"a 19 b","words":[{"word":"a","start":1,"end":1.5},{"word":"19"},
            {"word":"b","start":3,"end":4}]}]}
            """
        let words = try transcript("x.json", text).phrases[0]
        #expect(words.map(\.text) == ["a", "19", "b"] && words[2].start == 3000)
        #expect(words[1].start > 1000 && words[1].end <= 3000)
    }

    @Test(arguments: [
        "{}", "{\"segments\":[]}", "[1,2]", "{\"segments\":[{\"words\":[{\"word\":\"a\"}]}]}",
        "{\"segments\":[{\"start\":1e300,\"end\":-5,\"text\":\"a\"}]}", "{\"transcription\":3}",
    ])
    func whatIsNoTranscriptIsRefused(_ text: String) throws {
        #expect(throws: MediaError.self) { try transcript("x.json", text) }
    }

    @Test func hostileTimesDoNoHarm() throws {
        let text = """
            {"transcription":[{"offsets":{"from":-9223372036854775808,"to":9223372036854775807},"text":"a b"},
            {"offsets":{"from":5,"to":1},"text":"c"},
            {"offsets":{"from":9223372036854775807,"to":9223372036854775807},"text":"d"},
            {"offsets":{"from":0,"to":9},"text":"e f","tokens":[{"text":" e","offsets":{"from":5,"to":6}},
            {"text":" f","offsets":{"from":-9223372036854775808,"to":0}},{"text":" g"},
            {"text":" h","offsets":{"from":9223372036854775807,"to":9223372036854775807}}]}],
            "segments":[{"start":2,"end":1,"text":"x y z","words":[{"word":"x","start":9,"end":3},{"word":"y","start":1,"end":0}]}]}
            """
        let read = try transcript("x.json", text)
        #expect(read.phrases.joined().allSatisfy { $0.start >= 0 && $0.start <= $0.end })
        let folder = try TemporaryFolder()
        try folder.write(text, "hostile.json")
        let job = try Self.job(folder) {
            $0.request.graphics.captions = Graphics.Captions(folder("hostile.json"), of: "back")
        }
        _ = try job.plan()
    }

    @Test func partsOfWordsAreJoined() throws {
        let words = { (name: String, text: String) in try transcript(name, text).phrases.joined().map(\.text) }
        let header =
            "[Script Info]\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Sans\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
        #expect(
            try words(
                "k.ass", header + "Dialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,{\\k20}hel{\\k20}lo {\\k20}you\n")
                == ["hello", "you"])
        #expect(
            try words(
                "x.json",
                "{\"segments\":[{\"start\":0,\"end\":2,\"words\":[{\"word\":\" well\",\"start\":0,\"end\":1},{\"word\":\"-known\",\"start\":1,\"end\":2}]}]}"
            ) == ["well-known"])
        #expect(
            try words(
                "ml.json",
                "{\"transcription\":[{\"offsets\":{\"from\":0,\"to\":90},\"text\":\" Americans\"},{\"offsets\":{\"from\":90,\"to\":99},\"text\":\",\"}]}"
            ) == ["Americans,"])
        // Letters of Chinese are divided anywhere.
        let chinese = try transcript("c.srt", "1\n00:00:00,000 --> 00:00:02,000\n今日は、良い\n").phrases[0]
        #expect(chinese.map(\.text) == ["今", "日", "は、", "良", "い"] && chinese.dropFirst().allSatisfy(\.isJoined))
    }

    @Test func captionsThatRollUpAreSaidOnce() throws {
        let text = """
            WEBVTT

            00:01.000 --> 00:02.000
            one<00:01.500><c> two</c>

            00:02.000 --> 00:02.010
            one two

            00:02.010 --> 00:04.000
            one two
            Q&amp;A<00:03.000><c> four</c>

            """
        let read = try transcript("y.vtt", text)
        #expect(read.phrases.map { $0.map(\.text) } == [["one", "two"], ["Q&A", "four"]])
        #expect(read.phrases[1].map(\.start) == [2010, 3000])
    }

    @Test func whoInterruptsIsReadNext() {
        let words = { (start: Int64, count: Int64, name: String) in
            (0..<count).map {
                Transcript.Word(
                    start: start + $0 * 300, end: start + $0 * 300 + 300, text: "\(name)\($0)", speaker: name)
            }
        }
        let sheet = CaptionSheet(
            [words(0, 10, "a"), words(1000, 3, "b")], hasWordTimes: true, leftOut: 0,
            .init(line: 80, lines: 2, length: { Double($0.count) }, blank: 1))
        #expect(sheet.captions.map(\.start) == [0, 2500] && sheet.captions[0].end == 2500)
        #expect(zip(sheet.captions, sheet.captions.dropFirst()).allSatisfy { $0.end <= $1.start })
    }

    @Test func aLongWordIsDrawnSmaller() {
        let caption = sheet([String(repeating: "x", count: 40)]).captions[0]
        #expect(caption.scale == 0.5)
    }

    // Layout.

    private func sheet(_ words: [String], line: Double = 20, most: Int? = nil) -> CaptionSheet {
        let timed = words.enumerated().map { index, word in
            Transcript.Word(start: Int64(index) * 300, end: Int64(index) * 300 + 250, text: word)
        }
        return CaptionSheet(
            [timed], hasWordTimes: true, leftOut: 0,
            .init(line: line, lines: most == nil ? 2 : 1, mostWords: most, length: { Double($0.count) }, blank: 1))
    }

    @Test func captionsHaveTwoLinesThatFit() {
        let words = "when you record with both of them you never miss the moment that everybody is talking about later"
            .split(separator: " ").map(String.init)
        let captions = sheet(words).captions
        #expect(captions.flatMap(\.words).map(\.text) == words)
        for caption in captions {
            #expect((1...2).contains(caption.lines.count))
            for line in caption.lines {
                #expect(line.map(\.text).joined(separator: " ").count <= 20, "\(caption.text)")
            }
        }
        #expect(zip(captions, captions.dropFirst()).allSatisfy { $0.end <= $1.start })
    }

    @Test func captionsEndWithSentences() {
        let captions = sheet(["Yes.", "I", "do.", "Dr.", "No", "is", "here,", "you", "know"], line: 40).captions
        #expect(captions.map(\.text) == ["Yes. I do.", "Dr. No is here, you know"])
    }

    @Test func aFewWordsPopUpAtATime() {
        let captions = sheet(["one", "two", "three", "four", "five", "six", "seven"], line: 30, most: 4).captions
        #expect(captions.allSatisfy { $0.lines.count == 1 && $0.words.count <= 4 } && captions.count == 2)
    }

    @Test func aWordThatIsTooLongStandsAlone() {
        #expect(sheet(["a", String(repeating: "x", count: 60), "b"]).captions.count == 3)
    }

    // In films.

    private static func job(_ folder: TemporaryFolder, _ change: (inout Job) -> Void = { _ in }) throws -> Job {
        try folder.write(whisperX, "words.json")
        return Job {
            $0.back.timing = .constant(.thirty, frames: 120)
            $0.back.size = PictureSize(width: 320, height: 192)
            $0.front = nil
            $0.request.policy = .never
            $0.request.quality = .constantRateFactor(4)
            $0.request.graphics.captions = Graphics.Captions(folder("words.json"))
            change(&$0)
        }
    }

    @Test func wordsFollowWhatIsLeftOut() throws {
        let folder = try TemporaryFolder()
        let job = try Self.job(folder) {
            $0.request.graphics.captions!.of = "back"
            $0.request.skipped = [TimeRange(start: .milliseconds(500), end: .milliseconds(1500))]
        }
        let sheet = try job.plan().plan.captions
        #expect(sheet.captions.map(\.text) == ["Hello", "Fine!"] && sheet.leftOut == 2)
        #expect(abs(sheet.captions[1].start - 1000) <= 34)
    }

    @Test(arguments: ["plain", "pop", "karaoke", "box"])
    func theWordThatIsSaidStandsOut(_ style: String) throws {
        let folder = try TemporaryFolder()
        let films = TemporaryFolder.self
        let job = { (captions: Bool) in
            try Self.job(folder) {
                $0.request.graphics.captions!.style = Specification(parsing: "captions:style=\(style)")!
                if !captions { $0.request.graphics.captions = nil }
            }
        }
        let (with, without) = (try job(true).render(in: try films.init()), try job(false).render(in: try films.init()))
        let changed = { (frame: Int) -> Int in
            zip(with.frames[frame].luma.samples, without.frames[frame].luma.samples).count {
                abs(Int($0) - Int($1)) > 30
            }
        }
        // Nothing before, a text while it is said, and nothing between.
        #expect(changed(2) == 0 && changed(15) > 100 && changed(55) == 0 && changed(63) > 50)
        // "Hello" at frame 9, "Anna." at frame 36: the same letters, but for what stands out.
        let differing = zip(with.frames[10].planes[1].samples, with.frames[36].planes[1].samples).count {
            abs(Int($0) - Int($1)) > 12
        }
        let background = zip(without.frames[10].planes[1].samples, without.frames[36].planes[1].samples).count {
            abs(Int($0) - Int($1)) > 12
        }
        #expect(
            style == "plain" ? differing <= background + 10 : differing > background + 20, "\(differing) \(background)")
    }

    @Test func aTrackHasTheSameLines() throws {
        let folder = try TemporaryFolder()
        let plan = try Self.job(folder) {
            $0.request.graphics.captions!.isDrawn = false
            $0.request.graphics.captions!.isTrack = true
        }.plan().plan
        let file = try #require(try plan.trackedSubtitles())
        #expect(file.cues.map(\.words) == ["Hello there, Anna.", "Fine!"] && file.cues.map(\.start) == [200, 2000])
        #expect(plan.drawnOver.isEmpty)
    }

    @Test func aPlanFileHasTheSameCaptions() throws {
        let folder = try TemporaryFolder()
        let planned = try Self.job(folder) { $0.request.graphics.captions!.of = "back" }.plan()
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        let again = try PlannedRender(reading: folder("film.otio")).plan
        #expect(try again.digest == planned.plan.digest && again.captions.captions == planned.plan.captions.captions)
    }

    @Test func speakersHaveColors() throws {
        let folder = try TemporaryFolder()
        let sheet = try Self.job(folder).plan().plan.captions
        #expect(sheet.speakers == ["A", "B"] && sheet.captions.map(\.speaker) == [0, 1])
    }
}
