import Audio
import Timelines
import FixtureMedia
import Parameters
import Foundation
import MediaIO
import MediaTime
import Pictures
import Testing
import Timeline

@testable import Planning
@testable import Placing

/// A film of three shots, half a second each, written for other programs. `Tests/programs/test-plans` reads what is written with
/// those programs, where they are installed.
@Suite("Plans for other programs")
struct ExchangeTests {
    private func exchanged(_ format: ExchangeFormat, _ change: (inout Job) -> Void = { _ in }) throws -> Exchanged {
        try format.text(
            try Job {
                $0.request.sound = .angle("back"); change(&$0)
            }.plan(), name: "film",
            files: FileNames(
                url: { "file://" + $0 }, absoluteURL: { "file://" + $0 },
                path: { $0.split(separator: "/").last.map(String.init) ?? $0 }))
    }

    @Test func tablesOfCutsSayWhenWhatAndHow() throws {
        let table = try exchanged(.csv)
        #expect(
            table.text == """
                time,view,transition\r
                0.000000000s,back,\r
                0.500000000s,front,dissolve\r
                1.000000000s,back,dissolve\r

                """)
        #expect(table.notes == [.without([.timing])], "they take 0.2 s")
        let usual = { (alignment: TransitionRequest.Alignment) in
            try exchanged(.csv) {
                $0.request.policy = .every(.milliseconds(700))
                ($0.request.transition.duration, $0.request.transition.alignment) = (.milliseconds(500), alignment)
            }
        }
        #expect(try usual(.center).notes == [])
        let late = try usual(.start)
        #expect(late.notes == [.without([.timing])])
        let shorter = try exchanged(.csv) {
            $0.request.skipped = [TimeRange(start: .milliseconds(700), end: .milliseconds(900))]
        }
        #expect(shorter.notes == [.without([.ranges, .timing])])
        let views = try exchanged(.csv) { job in
            job.request.views = [.single("back"), .recipe(Specification(parsing: "pip:corner=top-left,size=0.4")!)]
            job.request.transition.specification = .init(name: "none")
        }
        #expect(views.text.contains("\r\n0.500000000s,\"pip:corner=top-left,size=0.4\",none\r\n"), "\(views.text)")
    }

    @Test func editDecisionListsHaveCutsDissolvesAndWipes() throws {
        let list = try exchanged(.edl)
        let events = list.text.split(separator: "\r\n").filter { $0.first?.isNumber == true }
        #expect(list.text.hasPrefix("TITLE: film\r\nFCM: NON-DROP FRAME\r\n"))
        #expect(
            events == [
                "001  BACK     V     C        00:00:00:00 00:00:00:12 00:00:00:00 00:00:00:12",
                "002  BACK     V     C        00:00:00:12 00:00:00:12 00:00:00:12 00:00:00:12",
                "002  FRONT    V     D    006 00:00:00:12 00:00:00:27 00:00:00:12 00:00:00:27",
                "003  FRONT    V     C        00:00:00:27 00:00:00:27 00:00:00:27 00:00:00:27",
                "003  BACK     V     D    006 00:00:00:27 00:00:01:15 00:00:00:27 00:00:01:15",
                "004  BACK     A     C        00:00:00:00 00:00:01:15 00:00:00:00 00:00:01:15",
            ])
        #expect(list.notes == [])
        let wipes = try exchanged(.edl) { $0.request.transition.specification = .init(parsing: "wipe:angle=90")! }
        #expect(wipes.text.contains("002  FRONT    V     W002 006"))
        #expect(wipes.notes == [])
        let pushes = try exchanged(.edl) { $0.request.transition.specification = .init(name: "push") }
        #expect(pushes.notes == [.transitions(2)])
        let mixed = try exchanged(.edl) { $0.request.sound = .mix }.text.split(separator: "\r\n")
        #expect(
            mixed.contains { $0.hasPrefix("004  BACK     A     C") }
                && mixed.contains { $0.hasPrefix("005  FRONT    A2    C") })
    }

    /// Counted at the file's own rate, and dropped frames only where the file's own timecode drops them.
    @Test func sourceTimesBeginAtTheTimecodeOfTheFile() throws {
        let ntsc = FixtureRecording.Timing.constant(FrameRate(30000, 1001)!, frames: 48)
        let list = try exchanged(.edl) { job in
            job.back.timing = ntsc
            job.front?.timing = ntsc
            job.back.metadata = [Pair("timecode", "01:00:00:00")]
            job.front?.metadata = [Pair("timecode", "01:00:00;00")]
        }
        let events = list.text.split(separator: "\r\n").filter { $0.first?.isNumber == true }
        #expect(
            events.prefix(4) == [
                "001  BACK     V     C        01:00:00:00 01:00:00:12 00:00:00;00 00:00:00;12",
                "002  BACK     V     C        01:00:00:12 01:00:00:12 00:00:00;12 00:00:00;12",
                "002  FRONT    V     D    006 01:00:00;12 01:00:00;27 00:00:00;12 00:00:00;27",
                "003  FRONT    V     C        01:00:00;27 01:00:00;27 00:00:00;27 00:00:00;27",
            ])
    }

    @Test func timecodeCountsAtTheRateOfItsTrack() throws {
        var planned = try Job {
            $0.back.timing = .constant(FrameRate(50)!, frames: 75)
            $0.front = nil
        }.plan()
        planned.plan.sources[0].info.timecode = "10:00:07:20"
        planned.plan.sources[0].info.timecodeRate = FrameRate(25)!
        let files = FileNames(url: { $0 }, absoluteURL: { $0 }, path: { $0 })
        let list = try ExchangeFormat.edl.text(planned, name: "film", files: files).text
        #expect(list.contains("10:00:07:40"), "\(list)")
        let sequence = try ExchangeFormat.fcp7xml.text(planned, name: "film", files: files).text
        #expect(sequence.contains("<string>10:00:07:20</string>") && sequence.contains("<frame>900195</frame>"))
    }

    /// Numbers of frames are skipped at exactly 30, too, if the file says so: 0:59;20 and fifteen frames are 1:00;07.
    @Test func timecodeThatSkipsNumbersAtThirtyIsNamedSo() throws {
        let list = try exchanged(.edl) { job in
            job.front?.metadata = [Pair("timecode", "00:00:59;20")]
            job.request.transition.specification = .init(name: "none")
        }
        #expect(list.text.contains("002  FRONT    V     C        00:01:00;07 00:01:00;22 00:00:00:15 00:00:01:00"))
    }

    @Test func everyFileHasAReelOfItsOwn() throws {
        let back = FixtureRecording()
        let names: [Angle] = ["cameraman_left", "cameraman_right", "Äé", "cameram2", "bl", "äx", "Ø"]
        let inputs = try names.enumerated().map { number, angle in
            Input(path: try back.with { $0.metadata = [Pair("title", "\(number)")] }.file(), angle: angle)
        }
        var request = Job().request
        request.policy = .every(.milliseconds(200))
        request.transition.specification = .init(name: "none")
        request.views = names.map { .single($0) }
        let list = try ExchangeFormat.edl.text(
            try request.plan(try Recording(inputs)), name: "film",
            files: FileNames(url: { $0 }, absoluteURL: { $0 }, path: { $0 }))
        let reels = list.text.split(separator: "\r\n").filter { $0.contains(" V ") }.map { $0.split(separator: " ")[1] }
        #expect(reels.prefix(7) == ["CAMERAMA", "CAMERAM3", "REEL", "CAMERAM2", "BL2", "X", "REEL2"], "\(reels)")
    }

    @Test func timecodeThatPassesMidnightStartsOverAndIsTold() throws {
        let list = try exchanged(.edl) { job in
            job.back.metadata = [Pair("timecode", "23:59:59:20")]
            job.request.transition.specification = .init(name: "none")
        }
        #expect(list.text.contains("001  BACK     V     C        23:59:59:20 00:00:00:05 00:00:00:00 00:00:00:15"))
        #expect(list.text.contains("003  BACK     V     C        00:00:00:20 00:00:01:05 00:00:01:00 00:00:01:15"))
        #expect(list.notes == [.midnight(2)], "once in the picture, and in the sound")
    }

    @Test func moreEventsThanAnEditDecisionListHasNumbersForAreTold() throws {
        let long = FixtureRecording.Timing.constant(.thirty, frames: 1010)
        let list = try exchanged(.edl) { job in
            (job.back.timing, job.front!.timing) = (long, long)
            (job.back.sound, job.front!.sound) = (nil, nil)
            job.request.sound = .none
            job.request.policy = .every(FrameRate.thirty.frameDuration)
            job.request.transition.specification = .init(name: "none")
        }
        #expect(list.text.contains("\r\n1010  FRONT"))
        #expect(list.notes == [.events(1010)])
    }

    @Test func namesWithLineBreaksAreOneLineOfAnEditDecisionList() throws {
        let list = try ExchangeFormat.edl.text(
            try Job().plan(), name: "one\ntwo", files: FileNames(url: { $0 }, absoluteURL: { $0 }, path: { $0 }))
        #expect(list.text.hasPrefix("TITLE: one two\r\nFCM"))
    }

    @Test func finalCut7SequencesSayTransitionsByTheClipsBesideThem() throws {
        let sequence = try exchanged(.fcp7xml) {
            $0.request.frameRate = FrameRate(30000, 1001); $0.request.sound = .follow
        }
        let lines = sequence.text.split(separator: "\n").map { $0.drop { $0 == " " } }
        let items = sequence.text.split(separator: "<clipitem id=\"picture").dropFirst()
        let values = { (name: String) in
            items.map { item in item.split(separator: "<\(name)>")[1].prefix { $0 != "<" } }
        }
        #expect(lines[1] == "<!DOCTYPE xmeml>" && lines.contains("<timebase>30</timebase>"))
        #expect(lines.contains("<ntsc>TRUE</ntsc>"))
        #expect(values("start") == ["0", "-1", "-1"] && values("end") == ["-1", "-1", "45"])
        #expect(values("in") == ["0", "12", "27"] && values("out") == ["18", "33", "45"])
        #expect(lines.count { $0 == "<alignment>center</alignment>" } == 2)
        // A shot's picture and both channels of its sound name each other.
        #expect(lines.count { $0 == "<linkclipref>picture2</linkclipref>" } == 3)
        #expect(lines.count { $0.hasPrefix("<pathurl>file:///") } == 2)
        // The cameras' beeps differ in pitch, and so in loudness: their levels are matched, on both channels.
        #expect(lines.count { $0 == "<effectid>audiolevels</effectid>" } == 2 && sequence.notes == [])
    }

    @Test func finalCut7SequencesPlaceTheCamerasOfAView() throws {
        let sequence = try exchanged(.fcp7xml) { job in
            job.request.views = [
                .single("back"),
                .recipe(Specification(parsing: "pip:corner=top-left,size=0.5,margin=0,radius=0,border=0,shadow=0")!),
            ]
        }
        let filter = try #require(sequence.text.split(separator: "<effectid>basic</effectid>").last)
        #expect(filter.contains("<value>50.0</value>"))
        #expect(filter.contains("<horiz>-0.25</horiz>") && filter.contains("<vert>-0.25</vert>"))
        #expect(sequence.text.contains("<sequence id=\"picture2-view\">"))
        #expect(sequence.notes == [])
    }

    @Test(arguments: ExchangeFormat.allCases)
    func whatAFormatDoesNotCarryIsNamed(_ format: ExchangeFormat) throws {
        let exchanged = try exchanged(format) { job in
            let path = try! job.back.file()
            job.request.framings["front"] = Framing(zoom: 2)
            job.request.fit = .blur
            job.request.looks["front"] = [Specification(name: "warm")]
            job.request.text = PictureText(timecode: TextStyle(corner: .topRight))
            job.request.addedSounds = [
                AddedSound(path: path, role: .music(.init())),
                AddedSound(path: path, role: .voiceOver(.init(time: .zero))),
            ]
            job.request.mix.levels = [.init(angle: "back", gain: -6)]
            job.request.mix.cleanings = [.init(angle: "back", filters: SoundCleaning(highpass: 80))]
            job.request.mix.fadeOut = .milliseconds(200)
            job.request.level = LevelTarget(loudness: -14)
            job.request.hasChapters = true
        }
        let hasFraming = [.fcp7xml, .fcp7xmlMulticam, .mlt].contains(format)
        let hasLevels = hasFraming || [.fcpxml, .fcpxmlMulticam].contains(format)
        #expect(
            exchanged.notes == [
                .without(
                    (format == .csv ? [.timing] : []) + (hasFraming ? [] : [.framing])
                        + [.backdrop, .looks, .timecode, .music, .voiceOvers] + (hasLevels ? [] : [.gains])
                        + [.cleaning, .fades, .loudness, .chapters])
            ])
    }

    @Test func markersAreInTimelinesAlone() throws {
        var planned = try Job().plan()
        planned.markers = [.init(name: "here", color: "RED", comment: "", frames: 3..<3)]
        for format in ExchangeFormat.allCases {
            let names = FileNames(url: { $0 }, absoluteURL: { "file://" + $0 }, path: { $0 })
            let exchanged = try format.text(planned, name: "film", files: names)
            let isThere = [.otioCuts, .otioMulticam].contains(format)
            let lost: [PlanPart] = (format == .csv ? [.timing] : []) + (isThere ? [] : [.markers])
            #expect(exchanged.text.contains("here") == isThere)
            #expect(exchanged.notes == (lost.isEmpty ? [] : [.without(lost)]))
        }
    }

    /// Two microphones of equal shares: a track or a lane for each, at half its level.
    @Test(arguments: ExchangeFormat.allCases)
    func everyMicrophoneOfAMixIsWritten(_ format: ExchangeFormat) throws {
        let mixed = try exchanged(format) { $0.request.sound = .mix }
        let lines = mixed.text.split(separator: "\n").map { $0.drop { $0 == " " } }
        switch format {
        case .fcpxml:
            for (lane, take) in [(-1, 0), (-2, 1)] {
                #expect(
                    lines.contains(
                        #"<asset-clip ref="take\#(take)" lane="\#(lane)" offset="0s" name="\#(take == 0 ? "back" : "front")" start="0s" duration="45/30s" srcEnable="audio">"#
                    ))
            }
            #expect(lines.count { $0 == #"<adjust-volume amount="-6.02dB"/>"# } == 2)
        case .mlt:
            #expect(lines.contains(#"<track producer="sound2" hide="video"/>"#))
            #expect(lines.contains(#"<property name="mlt_service">mix</property>"#))
            #expect(lines.count { $0 == #"<property name="level">0|=-6.02</property>"# } == 2)
        case .fcpxmlMulticam:
            #expect(lines.count { $0 == #"<adjust-volume amount="-6.02dB"/>"# } == 2)
        case .fcp7xml, .fcp7xmlMulticam:
            #expect(lines.count { $0 == "<effectid>audiolevels</effectid>" } == 4, "two channels each")
            #expect(lines.count { $0 == "<value>0.5</value>" } == 4)
        default:
            #expect(mixed.notes == [.without((format == .csv ? [.timing] : []) + [.gains])])
            return
        }
        #expect(mixed.notes == [])
    }

    /// Whoever speaks is heard at full level, others lower: MLT has key frames, the others say so.
    @Test func levelsThatFollowSpeakersAreWrittenOrTold() throws {
        for format in ExchangeFormat.allCases {
            var planned = try Job { $0.request.sound = .mix }.plan()
            let half = TimeRange(start: .zero, duration: .milliseconds(750))
            planned.plan.output.audio.choice = .speakers([
                SpeakerTurn(angle: "back", range: half),
                SpeakerTurn(angle: "front", range: half.shifted(by: .milliseconds(750))),
            ])
            let names = FileNames(url: { $0 }, absoluteURL: { "file://" + $0 }, path: { $0 })
            let exchanged = try format.text(planned, name: "film", files: names)
            let isLost = exchanged.notes.contains { note in
                if case .without(let parts) = note { parts.contains(.movingGains) } else { false }
            }
            #expect(isLost != (format == .mlt), "\(format)")
            if format == .mlt {
                let levels = exchanged.text.split(separator: "\n").filter { $0.contains("\"level\"") }
                #expect(levels.count == 2 && levels.allSatisfy { $0.contains(";") && !$0.contains("|=") }, "\(levels)")
            }
        }
    }

    /// What other programs show is the picture as its file says: mirrored, then turned clockwise.
    @Test(arguments: ExchangeFormat.allCases)
    func turnedCamerasAreTurnedOrTold(_ format: ExchangeFormat) throws {
        var planned = try Job { $0.request.sound = .angle("back") }.plan()
        planned.plan.sources[1].orientation = Orientation(quarterTurns: 1, mirrored: true)
        let names = FileNames(url: { $0 }, absoluteURL: { "file://" + $0 }, path: { $0 })
        let exchanged = try format.text(planned, name: "film", files: names)
        let lines = exchanged.text.split(separator: "\n").map { $0.drop { $0 == " " } }
        let isTold = exchanged.notes.contains { note in
            if case .without(let parts) = note { parts.contains(.turning) } else { false }
        }
        switch format {
        case .fcp7xml, .fcp7xmlMulticam:
            #expect(lines.contains("<effectid>Flop</effectid>"))
            let place = try #require(lines.firstIndex(of: "<parameterid>rotation</parameterid>"))
            #expect(lines[place...].prefix(5).contains("<value>90</value>"))
            // The file as it is, and as large as it must be once turned: 160 x 96 in a film of that size.
            #expect(lines.count { $0 == "<width>160</width>" } == 3 && lines.contains("<value>60.0</value>"))
        case .fcpxml, .fcpxmlMulticam:
            #expect(lines.contains(#"<adjust-transform scale="-0.6 0.6" rotation="-90"/>"#), "\(lines)")
        case .mlt:
            // Turned counterclockwise, then mirrored.
            #expect(lines.count { $0 == #"<property name="rotate">270</property>"# } == 2)
            #expect(lines.count { $0 == #"<property name="mirror">flip</property>"# } == 2)
        default: break
        }
        #expect(isTold == ![.fcp7xml, .fcp7xmlMulticam, .fcpxml, .fcpxmlMulticam, .mlt].contains(format))
    }

    @Test func aPictureOfAnotherShapeFillsAFinalCutFilm() throws {
        let text = try exchanged(.fcpxml) {
            $0.request.size = PictureSize(width: 96, height: 160)
            $0.request.fit = .fill
        }
        #expect(text.text.components(separatedBy: #"<adjust-conform type="fill"/>"#).count == 4 && text.notes == [])
        let whole = try exchanged(.fcpxml) {
            $0.request.size = PictureSize(width: 96, height: 160)
            $0.request.fit = .fit
        }
        #expect(!whole.text.contains("adjust-"))
    }

    /// Where the front camera is visible, its sound has not begun.
    @Test func soundThatReplacesALateOneIsWritten() throws {
        let own = try exchanged(.fcpxml) { $0.request.sound = .follow }.text
        #expect(own.contains("srcEnable=\"all\"") && !own.contains("lane=\"-1\""))
        for format in [ExchangeFormat.mlt, .fcpxml] {
            let follows = { (job: inout Job) in job.request.sound = .follow }
            let late = try exchanged(format) {
                follows(&$0)
                $0.front!.sound?.firstSample = 60_000
            }
            #expect(late.notes == [])
            switch format {
            case .mlt: #expect(late.text != (try exchanged(format, follows)).text)
            default:
                #expect(late.text.contains("srcEnable=\"video\"") && !late.text.contains("srcEnable=\"all\""))
                let sounds = late.text.split(separator: "\n").filter { $0.contains("lane=\"-1\"") }
                #expect(!sounds.isEmpty && sounds.allSatisfy { $0.contains("ref=\"take0\"") }, "\(sounds)")
            }
        }
    }

    /// XML cannot contain its name, and another name points to no file.
    @Test func aFileWithAControlCharacterInItsNameIsRefused() throws {
        let names = FileNames(url: { $0 }, absoluteURL: { $0 }, path: { _ in "bell\u{7}.mp4" })
        #expect(throws: PlanError.self) { try ExchangeFormat.mlt.text(try Job().plan(), name: "film", files: names) }
    }

    @Test func multicamTimelinesShowTheSameFilm() throws {
        let folder = try TemporaryFolder()
        try folder.write(try exchanged(.otioMulticam).text, "film.otio")
        let text = String(decoding: folder.bytes("film.otio"), as: UTF8.self)
        #expect(
            text.components(separatedBy: "\"enabled\" : false").count == 4, "one hidden camera in each of three shots")
        let again = try PlannedRender(reading: folder("film.otio")).plan.composition
        let before = try Job().plan().plan.composition
        #expect(again.transitions == before.transitions)
        for frame in stride(from: 0, to: before.frameCount, by: 5) {
            let shown = [before, again].map { composition in
                composition.frame(at: frame).instants.map { instant in
                    let take = composition.session.nearestTake(of: instant.scene.mainAngle!, at: instant.time)!
                    let source = composition.session.takes[take]
                    return "\(source.angle) \(source.fileTime(at: instant.time))"
                }
            }
            #expect(shown[0] == shown[1], "frame \(frame)")
        }
    }

    @Test func meltTimelinesBeginTransitionsAFrameEarly() throws {
        let timeline = try exchanged(.mlt)
        let lines = timeline.text.split(separator: "\n").map { $0.drop { $0 == " " } }
        let picture = lines.drop { $0 != #"<playlist id="picture">"# }.dropFirst().prefix { $0 != "</playlist>" }
        #expect(
            Array(picture) == [
                #"<entry producer="take0a" in="0" out="10"/>"#, #"<entry producer="mix1" in="0" out="6"/>"#,
                #"<entry producer="take1b" in="18" out="25"/>"#, #"<entry producer="mix2" in="0" out="6"/>"#,
                #"<entry producer="take0a" in="33" out="44"/>"#,
            ])
        #expect(lines.contains(#"<track producer="take1b" in="11" out="17" hide="audio"/>"#))
        #expect(timeline.notes == [])
    }

    @Test func finalCutTimelinesStandInRationalSeconds() throws {
        let timeline = try exchanged(.fcpxml) { $0.request.frameRate = FrameRate(30000, 1001) }
        let lines = timeline.text.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines[1] == "<!DOCTYPE fcpxml>")
        #expect(lines.contains(#"<conform-rate scaleEnabled="0" srcFrameRate="30"/>"#), "the cameras' rate")
        #expect(lines.contains(#"<transition name="Cross Dissolve" offset="12012/30000s" duration="6006/30000s"/>"#))
        #expect(
            lines.contains(
                #"<asset-clip offset="15015/30000s" start="15015/30000s" duration="15015/30000s" ref="take1" name="front" srcEnable="video">"#
            ))
        #expect(
            lines.contains(
                #"<asset-clip ref="take0" lane="-1" offset="0s" name="sound" start="0s" duration="45045/30000s" srcEnable="audio">"#
            ))
        #expect(timeline.notes == [])
    }

    /// Final Cut refuses clips of a file whose times do not begin at its timecode.
    @Test(
        arguments: [
            ("14:09:42:00", 25, 1, "1274550/25s", "1274563/25s", "NDF"),
            ("01:00:00;00", 30000, 1001, "107999892/30000s", "108014907/30000s", "DF"),
            ("01:00:00:00", 30000, 1001, "108108000/30000s", "108123015/30000s", "NDF"),
            ("00:01:00;02", 30, 1, "1800/30s", "1815/30s", "DF"),
        ] as [(String, Int64, Int64, String, String, String)])
    func finalCutTimelinesCountFromTheTimecodeOfTheFile(
        _ timecode: String, _ numerator: Int64, _ denominator: Int64, _ start: String, _ later: String, _ format: String
    ) throws {
        let timing = FixtureRecording.Timing.constant(FrameRate(numerator, denominator)!, frames: 48)
        let text = try exchanged(.fcpxml) { job in
            for camera in [\Job.back, \Job.front!] {
                job[keyPath: camera].timing = timing
                job[keyPath: camera].metadata = [Pair("timecode", timecode)]
            }
            job.request.transition.specification = .init(name: "none")
        }.text
        #expect(text.contains("<asset id=\"take0\" name=\"back\" start=\"\(start)\""))
        let front = try #require(text.split(separator: "\n").first { $0.contains("ref=\"take1\"") })
        #expect(front.contains(" start=\"\(later)\"") && front.contains("tcFormat=\"\(format)\""), "\(front)")
        // Sound begins with the film, where its parent does on its own clock.
        let sound = try #require(text.split(separator: "\n").first { $0.contains("lane=\"-1\"") })
        #expect(sound.contains(" offset=\"\(start)\"") && sound.contains(" start=\"\(start)\""), "\(sound)")
    }

    @Test func aClipOfAnotherRateKeepsItsSpeedInFinalCut() throws {
        let text = try exchanged(.fcpxml) { job in
            job.front!.timing = .constant(FrameRate(25)!, frames: 40)
            job.front!.metadata = [Pair("timecode", "01:00:00:10")]
            job.request.frameRate = .thirty
        }.text
        #expect(text.contains("start=\"108012/30s\""), "3600.4 s")
        let count = { (part: String) in text.components(separatedBy: part).count - 1 }
        #expect(count("<conform-rate scaleEnabled=\"0\" srcFrameRate=\"25\"/>") == count("ref=\"take1\""))
        #expect(count("<conform-rate ") == count("ref=\"take1\""), "the other has the film's rate")
    }

    @Test(arguments: [ExchangeFormat.otioCuts, .otioMulticam])
    func plainTimelinesCountFromTheTimecodeOfTheFile(_ format: ExchangeFormat) throws {
        let timed = try exchanged(format) { job in
            job.back.metadata = [Pair("timecode", "01:00:00:00")]
            job.front?.metadata = [Pair("timecode", "10:00:00:15")]
        }.text
        #expect(timed.contains("\"value\" : 108000\n") && timed.contains("\"value\" : 1080015\n"))
        let folder = try TemporaryFolder()
        try folder.write(timed, "film.otio")
        let again = try PlannedRender(reading: folder("film.otio")).plan.composition
        let before = try Job().plan().plan.composition
        for frame: Int64 in [0, 13, 20, 44] {
            let shown = [before, again].map { composition in
                composition.frame(at: frame).instants.map { instant in
                    let take = composition.session.nearestTake(of: instant.scene.mainAngle!, at: instant.time)!
                    return composition.session.takes[take].fileTime(at: instant.time)
                }
            }
            #expect(shown[0] == shown[1], "frame \(frame)")
        }
    }

    @Test func plainTimelinesAreReadAsOthersAre() throws {
        let folder = try TemporaryFolder()
        try folder.write(try exchanged(.otioCuts).text, "film.otio")
        #expect(!String(decoding: folder.bytes("film.otio"), as: UTF8.self).contains("\"compose\""))
        let again = try PlannedRender(reading: folder("film.otio"))
        let before = try Job().plan().plan.composition
        let composition = again.plan.composition
        #expect(composition.transitions == before.transitions)
        #expect(composition.segments.map(\.frames) == before.segments.map(\.frames))
        #expect(composition.segments.map { $0.scene?.mainAngle } == ["back", "front", "back"])
    }
}
