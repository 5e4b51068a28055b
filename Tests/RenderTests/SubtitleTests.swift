import CFFmpeg
import FixtureMedia
import Foundation
import MediaTime
import Parameters
import Pictures
import Testing
import Timeline

@testable import MediaIO
@testable import Placing
@testable import Planning
@testable import Render

/// Subtitle files: read whole or refused, drawn and written as tracks to the millisecond.
@Suite struct SubtitleTests {
    private static func job(_ change: (inout Job) -> Void = { _ in }) -> Job {
        Job {
            $0.back.timing = .constant(.thirty, frames: 150)
            $0.back.size = PictureSize(width: 320, height: 192)
            $0.front = nil
            $0.request.policy = .never
            $0.request.quality = .constantRateFactor(4)
            change(&$0)
        }
    }

    private func read(_ text: String, _ name: String = "s.srt") throws -> SubtitleFile {
        let folder = try TemporaryFolder()
        try folder.write(text, name)
        return try SubtitleFile(path: folder(name))
    }

    /// Start, end and text of all cues.
    private func cues(_ file: SubtitleFile) -> [String] {
        file.cues.map { "\($0.start)-\($0.end) \($0.letters(file.kind).replacing("\n", with: "|"))" }
    }

    private func problem(_ text: String, _ name: String = "s.srt") throws -> String {
        let error = #expect(throws: MediaError.self) { try read(text, name) }
        return error.map { "\($0)" } ?? ""
    }

    // Reading.

    @Test func subRipIsReadHoweverItIsNumbered() throws {
        let times = ["00:00:01,000 --> 00:00:02,000", "00:00:03,5 --> 00:00:04.000  X1:10 X2:20"]
        let wanted = ["1000-2000 A", "3500-4000 B|42"]
        for text in [
            "\(times[0])\nA\n\n\(times[1])\nB\n42\n", "1 first\n\(times[0])\nA\n\n2 second\n\(times[1])\nB\n42\n",
            "1\r\n\(times[0])\r\nA\r\n\r\n2\r\n\(times[1])\r\nB\r\n42\r\n",
            "1\r\(times[0])\rA\r\r2\r\(times[1])\rB\r42\r",
            "\u{FEFF}1\n\(times[0])\nA\n2\n\(times[1])\nB\n\n42",
            "1\n\n\(times[0])\n\nA\n\n\n2\n\n\(times[1])\n\nB\n\n42\n",
            "Subtitles by Anna\nwww.example.org\n\n7\n\(times[0])\nA\n\n9\n\(times[1])\nB\n42\n",
        ] {
            #expect(cues(try read(text)) == wanted, "\(text)")
        }
        #expect(cues(try read("9223372036854775807\n\(times[0])\nA\n\n2\n\(times[1])\nB\n42\n")) == wanted)
        // A text may be a number.
        #expect(cues(try read("\(times[0])\n2020\n\n\(times[1])\nB\n")) == ["1000-2000 2020", "3500-4000 B"])
    }

    @Test func aTimeAmongWordsIsText() throws {
        let start = "1\n00:00:01,000 --> 00:00:02,000\n"
        for words in [
            "He said 10:15 --> 12:30 works for me", "Train\n10:15 --> 12:30", "-->", "At 00:00:05,000 it ends",
        ] {
            #expect(cues(try read(start + words)) == ["1000-2000 " + words.replacing("\n", with: "|")])
        }
        #expect(
            cues(
                try read(
                    "WEBVTT\n\n00:01.000 --> 00:02.000\nFrom 10:15 --> 12:30\n\n00:03.000 --> 00:04.000\nB", "s.vtt"))
                == ["1000-2000 From 10:15 --> 12:30", "3000-4000 B"])
    }

    @Test func webVTTIsReadWithAllItsBlocks() throws {
        let text = """
            WEBVTT - a title
            Kind: captions

            STYLE
            ::cue { color: white; }

            REGION
            id:low
            width:40%

            NOTE one
            two

            00:01.000 --> 00:02.000 line:0 align:start
            <v Anna>ONE</v> &amp; <c.yellow>two</c>

            stray words of an exporter

            intro
            00:00:03.000 --> 00:00:04.000
            <i>THREE</i> <00:03.500>four

            00:05.000 --> 00:06.000
            FIVE
            """
        let file = try read(text, "s.vtt")
        #expect(cues(file) == ["1000-2000 ONE & two", "3000-4000 THREE four", "5000-6000 FIVE"])
        #expect(file.cues.map(\.place) == [8, nil, nil])
        let events = SubtitleScript(file).events.map(\.fields)
        #expect(events[0].hasSuffix(",{\\an8}ONE & {\\c&H00FFFF&}two{\\c}"))
        #expect(events[1].hasSuffix(",{\\i1}THREE{\\i0} four"))
    }

    /// As video sites write speech that they recognized: a line of a blank, then one with a time for each word.
    @Test func captionsThatBeginWithABlankAreRead() throws {
        let text = """
            WEBVTT
            Kind: captions
            Language: en

            00:00:00.800 --> 00:00:02.100 align:start position:0%
            \u{20}
            welcome<00:00:01.000><c> to</c><00:00:01.300><c> it</c>

            00:00:02.100 --> 00:00:02.110 align:start position:0%
            welcome to it
            \u{20}

            00:00:02.110 --> 00:00:03.000 align:start position:0%
            welcome to it
            and<00:00:02.500><c> on</c>

            """
        #expect(
            cues(try read(text, "s.vtt")) == [
                "800-2100 welcome to it", "2100-2110 welcome to it", "2110-3000 welcome to it|and on",
            ])
    }

    @Test func aScriptIsReadWithWhatStandsAroundIt() throws {
        let text = """
            ; made by hand
            [Script Info]
            PlayResX: 640
            PlayResY: 360

            [Events]
            Format: Start, End, Style, Text
            Comment: 0:00:00.00,0:00:09.00,Default,not shown
            Dialogue: 0:00:03.00,0:00:04.50,Default,{\\b1}B, with a comma
            Dialogue: 0:00:01.25,0:00:02.00,Default,A\\Nb
            """
        let file = try read(text, "s.ass")
        #expect(cues(file) == ["1250-2000 Ab", "3000-4500 B,withacomma"])
        #expect(try problem(text + "\nDialog: 0:00:05.00,0:00:06.00,Default,C", "s.ass").contains("line 11, 'Dialog:"))
        #expect(try problem(text + "\nDialogue: 0:00:05,0:00:0x.00,Default,C", "s.ass").contains("line 11, 'Dialogue:"))
    }

    @Test func whatCannotBeReadIsNamedWithItsLine() throws {
        let good = "1\n00:00:01,000 --> 00:00:02,000\nA\n\n2\n"
        #expect(
            try problem(good + "00:00:05,000 --> 00:00:04,000\nB").contains(
                "line 6, '00:00:05,000 --> 00:00:04,000', ends before"))
        #expect(try problem(good + "00:00:05,000 --> 00:00:05,000\nB").contains("ends when it begins"))
        #expect(try problem(good + "00:00:05, 000 -> 00:00:06, 000\nB").contains("line 6"))
        let long = String(repeating: "word ", count: 14_000)
        #expect(
            try problem(good + "00:00:03,000 --> 00:00:04,000\n\(long)").contains(
                "line 6, '00:00:03,000 --> 00:00:04,000', is the time of a subtitle of 69 kB"))
        let crowd = (0..<60).map { "00:00:01,000 --> 00:00:02,000\nline \($0)\n" }.joined(separator: "\n")
        #expect(try problem(crowd).contains("60 subtitles that are shown at once"))
        #expect(
            try problem("WEBVTT\n\n1:0x.000 --> 00:02.000\nA\n\n00:03.000 --> 00:04.000\nB", "s.vtt").contains("line 3")
        )
    }

    @Test func otherEncodingsAreReadOrConverted() throws {
        let folder = try TemporaryFolder()
        let text = "1\n00:00:01,000 --> 00:00:02,000\nCafé\n"
        for (mark, isBig) in [([0xFF, 0xFE], false), ([0xFE, 0xFF], true), ([], false), ([], true)] as [([UInt8], Bool)]
        {
            let bytes = text.utf16.flatMap {
                isBig ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
            }
            try folder.write(mark + bytes, "s.srt")
            #expect(cues(try SubtitleFile(path: folder("s.srt"))) == ["1000-2000 Café"])
        }
        try folder.write(Array(text.utf8.dropLast(3)) + [0xE9, 10], "it's.srt")
        let error = #expect(throws: MediaError.self) { try SubtitleFile(path: folder("it's.srt")) }
        // The command that the error names works.
        let command = try #require("\(error!)".firstMatch(of: /(iconv .*utf8\.srt')/)).1
        let shell = Process()
        (shell.executableURL, shell.arguments) = (URL(filePath: "/bin/sh"), ["-c", String(command)])
        try shell.run()
        shell.waitUntilExit()
        #expect(cues(try SubtitleFile(path: folder("it's.utf8.srt"))) == ["1000-2000 Café"])
    }

    @Test func longFilesAreLinear() throws {
        let text = (0..<20_000).map { index in
            let time = { (at: Int) in
                "\(at / 3600 + 100):\(at / 60 % 60 + 100):\(at % 60 + 100)".replacing(/(^|:)1/) { "\($0.1)" } + ",000"
            }
            return "\(index + 1)\n\(time(index)) --> \(time(index + 2))\nSubtitle \(index)\n"
        }.joined(separator: "\n")
        let file = try read(text)
        #expect(file.cues.count == 20_000)
        #expect(file.together().reduce(0) { count, _ in count + 1 } == 20_001)
    }

    // Drawing.

    private func luma(_ source: FrameSource, _ plan: RenderPlan, _ frame: Int64) throws -> [UInt8] {
        let picture = try source.picture(at: plan.composition.frameRate.time(ofFrame: frame))
        return (0..<picture.luma.height).flatMap { y in
            Array(UnsafeBufferPointer(start: picture.luma.row(y, as: UInt8.self), count: picture.luma.width))
        }
    }

    @Test func aPictureDoesNotDependOnThoseBefore() throws {
        let folder = try TemporaryFolder()
        // Where the first ends, libass keeps the second above.
        try folder.write(
            """
            [Script Info]
            [Events]
            Dialogue: 0,0:00:00.00,0:00:02.00,Default,,0,0,0,,first
            Dialogue: 0,0:00:01.00,0:00:04.00,Default,,0,0,0,,second
            """, "s.ass")
        try folder.write(
            "00:00:00,000 --> 00:00:02,000\nfirst\n\n00:00:01,000 --> 00:00:04,000\nsecond\n", "s.srt")
        for name in ["s.ass", "s.srt"] {
            let plan = try Self.job { $0.request.graphics.subtitles = folder(name) }.plan().plan
            let through = FrameSource(plan)
            for frame: Int64 in 0..<75 { _ = try luma(through, plan, frame) }
            let direct = try luma(FrameSource(plan), plan, 75)
            #expect(try luma(through, plan, 75) == direct, "\(name)")
        }
    }

    /// Products of floating point must not bring it a frame late: the one at 12.92 s, for example.
    @Test func aSubtitleIsOnEachOfItsFrames() throws {
        let folder = try TemporaryFolder()
        let frames = Array(stride(from: 301 as Int64, to: 340, by: 2))
        let times = { (frame: Int64, mark: String) in
            [frame, frame + 1].map { "00:00:\($0 * 40 / 1000)\(mark)" + "\(1000 + $0 * 40 % 1000)".dropFirst() }
        }
        try folder.write(
            frames.map { "\(times($0, ",").joined(separator: " --> "))\nA\n" }.joined(separator: "\n"), "s.srt")
        try folder.write(
            "[Script Info]\n[Events]\n"
                + frames.map {
                    "Dialogue: 0,\(times($0, ".").map { "0:\($0.dropFirst(3).dropLast())" }.joined(separator: ",")),Default,,0,0,0,,A\n"
                }.joined(), "s.ass")
        let job = { (name: String?) in
            try Self.job {
                $0.back.timing = .constant(FrameRate(25)!, frames: 350)
                $0.request.graphics.subtitles = name.map { folder($0) }
            }.plan().plan
        }
        let plain = try job(nil)
        let source = FrameSource(plain)
        let without = try frames.map { try luma(source, plain, $0) }
        for name in ["s.srt", "s.ass"] {
            let plan = try job(name)
            let source = FrameSource(plan)
            for (frame, without) in zip(frames, without) {
                #expect(try luma(source, plan, frame) != without, "\(name) \(frame)")
            }
        }
    }

    @Test func bracesAndBackslashesAreLetters() throws {
        let text = SubtitleText("a {b} C:\\Names {\\an8}{\\fs200}<3 <i>x</i>", isWebVTT: false)
        #expect(text.place == 8)
        #expect(text.plain == "a {b} C:\\Names <3 x")
        #expect(text.forPicture == "a \\{b\\} C:\\\u{2060}Names <3 {\\i1}x{\\i0}")
    }

    @Test func scriptsThatTakeGigabytesAreRefused() throws {
        let head = "[Script Info]\nPlayResX: 384\nPlayResY: 288\n\n[Events]\n"
        let event = { (text: String) in "Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,\(text)\n" }
        let bombs = [
            "{\\p1}m 0 0 " + String(repeating: "l 100000 100000 ", count: 100), "{\\fs100000}A", "{\\fscx90000000}A",
            "{\\bord100000}A", "{\\ fs100000}A", "{" + String(repeating: "\\fs+90", count: 4) + "}A",
            "{\\t(\\fs40000)}A", "{\\clip(m 0 0 l 99999 0 99999 99999)}A",
            "{\\fs300}" + String(repeating: "letters ", count: 10_000),
            "{\\fs60\\fry80}" + String(repeating: "A", count: 900),
        ]
        for bomb in bombs {
            let script = SubtitleScript(try read(head + event("fine") + event(bomb), "s.ass"))
            let error = #expect(throws: MediaError.self, "\(bomb.prefix(40))") {
                try script.check(on: PictureSize(width: 1920, height: 1080))
            }
            #expect("\(error.map { "\($0)" } ?? "")".contains("line 7"))
        }
        // Sizes of a style beyond all numbers.
        let style = "[V4+ Styles]\nFormat: Name, Fontsize, ScaleX, ScaleY\nStyle: Default,1e308,0,0\n"
        try? SubtitleScript(try read(head + style + "[Events]\n" + event("A"), "s.ass")).check(
            on: PictureSize(width: 1920, height: 1080))
        let crowd = (0..<60).map { event("{\\p1}m 0 0 l 384 0 384 288 \($0) 288") }.joined()
        #expect(throws: MediaError.self) {
            try SubtitleScript(try read(head + crowd, "s.ass")).check(on: PictureSize(width: 1920, height: 1080))
        }
        let clipped = String(
            repeating: event("{\\clip(m 0 0 l 384 0 384 288 0 288)\\p1}m 0 0 l 384 0 384 288"), count: 60)
        #expect(throws: MediaError.self) {
            try SubtitleScript(try read(head + clipped, "s.ass")).check(on: PictureSize(width: 1920, height: 1080))
        }
        // Slices of one plate are one plate.
        let slices = (0..<200).map {
            event("{\\clip(0,\($0),384,\($0 + 1))\\c&H0000\(10 + $0 % 80)&\\p1}m 0 0 l 384 0 384 288")
        }
        try SubtitleScript(try read(head + slices.joined(), "s.ass")).check(on: PictureSize(width: 1920, height: 1080))
        // What people make: signs, karaoke, a plate over the whole picture.
        let usual = [
            "{\\an8\\fs40\\bord4\\blur6\\fry20}A sign", "{\\p1}m 0 0 l 384 0 384 288 0 288", "{\\k20}Ka{\\k30}ra",
        ]
        for text in usual {
            try SubtitleScript(try read(head + event(text), "s.ass")).check(on: PictureSize(width: 1920, height: 1080))
        }
    }

    // Tracks.

    private static let overlapping: [(start: Int, end: Int, text: String)] = [
        // Rolling, by a millisecond, at equal times, far beyond the next, and the last beyond the film; not in order.
        (2000, 2500, "E,"), (0, 1000, "A"), (700, 1501, "B"), (1500, 2001, "C"), (1500, 2001, "D"), (2100, 4900, "F"),
        (2200, 2300, "G"), (3000, 3300, "H"), (4400, 9000, "I"),
    ]

    /// The subtitles of a film: when, and their lines.
    private func track(_ path: String) throws -> [(start: Int, end: Int, lines: [String])] {
        let demuxer = try DemuxerOwner(try FileIO(path), path: path)
        _ = avformat_find_stream_info(demuxer.pointer, nil)
        let streams = (0..<Int(demuxer.pointer.pointee.nb_streams)).map { demuxer.pointer.pointee.streams[$0]! }
        let stream = try #require(streams.first { $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_SUBTITLE })
        let isTimedText = stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_MOV_TEXT
        let language = av_dict_get(stream.pointee.metadata, "language", nil, 0).map {
            String(cString: $0.pointee.value)
        }
        // Matroska has the bibliographic codes of ISO 639-2.
        #expect(["deu", "ger"].contains(language))
        let video = try #require(
            streams.first { $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO })
        var origin = Int.max
        var result: [(Int, Int, [String])] = []
        let packet = try PacketOwner()
        while av_read_frame(demuxer.pointer, packet.pointer) >= 0 {
            defer { av_packet_unref(packet.pointer) }
            let own = packet.pointer.pointee
            let clock = TimeBase(streams[Int(own.stream_index)].pointee.time_base)
            let milliseconds = { (ticks: Int64) in
                Int(MediaTime(ticks, in: clock).ticks(in: .perSecond(1000), .nearest))
            }
            // Matroska begins with the priming samples of the sound: everything is as much later.
            if own.stream_index == video.pointee.index { origin = min(origin, milliseconds(own.pts)) }
            guard own.stream_index == stream.pointee.index else { continue }
            var bytes = Array(UnsafeBufferPointer(start: own.data, count: Int(own.size)))
            // Timed text begins with its length; between subtitles, it is empty.
            if isTimedText { bytes = Array(bytes[2...].prefix(Int(bytes[0]) << 8 | Int(bytes[1]))) }
            guard !bytes.isEmpty else { continue }
            let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
            result.append((milliseconds(own.pts), milliseconds(own.pts + own.duration), lines))
        }
        return result.map { ($0.0 - origin, $0.1 - origin, $0.2) }
    }

    @Test(arguments: ["out.mp4", "out.mov", "out.mkv"])
    func aTrackIsRightToTheMillisecond(_ name: String) throws {
        let (folder, texts) = (try TemporaryFolder(), try TemporaryFolder())
        let time = { (at: Int) in "00:00:0\(at / 1000)," + "\(1000 + at % 1000)".dropFirst() }
        try texts.write(
            Self.overlapping.map { "\(time($0.start)) --> \(time($0.end))\n\($0.text)\n" }.joined(separator: "\n"),
            "film.de.srt")
        _ = try Self.job { $0.request.graphics.subtitleTrack = texts("film.de.srt") }.render(in: folder, as: name)
        let track = try track(folder(name))
        let sorted = Self.overlapping.enumerated().sorted {
            ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
        }
        .map(\.element)
        for border in Self.overlapping.flatMap({ [$0.start, $0.end] }) {
            for at in [border - 1, border, border + 1] where (0..<5000).contains(at) {
                let wanted = sorted.filter { $0.start <= at && at < $0.end }.map(\.text)
                #expect(
                    track.filter { $0.start <= at && at < $0.end }.flatMap(\.lines) == wanted, "\(name) at \(at) ms")
            }
        }
    }

    // Fonts and notes.

    @Test func subtitlesAfterTheFilmAreNoted() throws {
        let folder = try TemporaryFolder()
        try folder.write("00:00:01,000 --> 00:00:02,000\nA\n\n00:00:05,000 --> 00:00:06,000\nB\n", "s.srt")
        let planned = try Self.job { $0.request.graphics.subtitles = folder("s.srt") }.plan()
        #expect(planned.notes.contains(.subtitlesBeyond(path: folder("s.srt"), count: 1, line: 4)))
    }

    @Test func aScriptForAnotherShapeIsNoted() throws {
        let folder = try TemporaryFolder()
        let text =
            "[Script Info]\nPlayResX: 1080\nPlayResY: 1920\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,"
        try folder.write(text + "{\\pos(9,9)}A", "s.ass")
        try folder.write(text + "A", "plain.ass")
        let notes = { (name: String) in try Self.job { $0.request.graphics.subtitles = folder(name) }.plan().notes }
        #expect(
            try notes("s.ass").contains(.scriptReshaped(path: folder("s.ass"), PictureSize(width: 1080, height: 1920))))
        #expect(try !notes("plain.ass").contains { if case .scriptReshaped = $0 { true } else { false } })
    }

    @Test func theLanguageIsThatOfTheName() {
        for (name, code) in [
            ("film.en.srt", "eng"), ("a/film.pt-BR.vtt", "por"), ("film.deu.ass", "deu"), ("film.srt", nil),
            ("film.final.srt", nil), ("a.en/film.srt", nil), ("my.film.ZH.srt", "zho"),
        ] as [(String, String?)] {
            #expect(Language.code(inName: name) == code, "\(name)")
        }
    }
}
