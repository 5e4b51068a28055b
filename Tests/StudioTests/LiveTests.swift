import Audio
import FixtureMedia
import Foundation
import MediaIO
import MediaTime
import Placing
import Planning
import Synchronization
import TestSupport
import Testing
import Timeline
import Timelines

@testable import Studio

/// What a studio draws, writes and starts.
@Suite struct LiveTests {
    /// A planned film of two cameras, twelve seconds long, with a beep every second.
    private static func film(_ change: (inout CompositionRequest) -> Void = { _ in }) throws -> PlannedRender {
        let recordings = [Camera.back, .front].map { camera in
            FixtureRecording().with {
                $0.camera = camera
                $0.timing = .constant(.thirty, frames: 360)
                $0.video.gop = 30
            }
        }
        var request = CompositionRequest()
        request.policy = .every(.seconds(4))
        request.preset = "ultrafast"
        change(&request)
        return try request.plan(
            try Recording(
                [
                    Input(path: try recordings[1].file(), angle: "front"),
                    Input(path: try recordings[0].file(), angle: "back"),
                ], sync: .none))
    }

    @Test func aMessageBeginsWithItsHeader() {
        let picture = PageMessage.picture(
            .choice, [7, 8], isKeyFrame: true, item: 258, id: 0x0102_0304, frame: 5, version: 6)
        #expect(picture == [3, 1, 2, 1, 4, 3, 2, 1, 5, 0, 0, 0, 6, 0, 0, 0, 7, 8])
        var sound = AudioBuffer(frameCount: 2)
        sound.channels = [[0.5, 2], [-1, .nan]]
        let bytes = PageMessage.sound(sound, id: 1, from: 4800, version: 2)
        #expect(bytes.prefix(16) == [2, 0, 0, 0, 1, 0, 0, 0, 0xC0, 0x12, 0, 0, 2, 0, 0, 0])
        // A half, full scale, minus one, and silence for what is no number.
        #expect(bytes.suffix(8) == [0, 0x40, 0xFF, 0x7F, 0, 0x80, 0, 0])
    }

    @Test func stripsShowTheKeyFramesAndPeaksOfTheFilm() throws {
        let plan = try Self.film().plan
        let strips = Strips(plan, cameras: plan.composition.session.angles, sounds: plan.recordedSounds)
        #expect(plan.recordedSounds == ["front", "back"])
        let folder = try TemporaryFolder()
        let tile = try #require(try strips.thumb(camera: 1, level: 0, tile: 0))
        try Data(tile).write(to: URL(fileURLWithPath: folder("tile.jpg")))
        let info = try MediaInfo(probing: folder("tile.jpg"))
        #expect(info.video?.storedSize == .init(width: 90 * 8, height: 54))
        // Four of the second tile's eight places are in the film; after it there is nothing.
        #expect(try strips.thumb(camera: 1, level: 0, tile: 1) != nil)
        #expect(try strips.thumb(camera: 1, level: 0, tile: 2) == nil)
        #expect(try strips.thumb(camera: 2, level: 0, tile: 0) == nil)
        #expect(try strips.thumb(camera: 0, level: 99, tile: 999_999_999) == nil)

        let peaks = try #require(try strips.wave(sound: 0, level: 0, tile: 0))
        #expect(peaks.count == 1000)
        // A beep at every second, and quiet between.
        for second in 1...8 {
            let beep = peaks[second * 100 + 2]
            #expect(beep > 100 && peaks[second * 100 + 60] < beep / 4, "at \(second) s")
        }
        #expect(try strips.wave(sound: 0, level: 0, tile: 1)?.count == 200)
        let coarse = try #require(try strips.wave(sound: 0, level: 3, tile: 0))
        #expect(coarse.count == 150 && coarse[0] == peaks[..<8].max())
        #expect(try strips.wave(sound: 0, level: 0, tile: 2) == nil)
        #expect(try strips.wave(sound: 9, level: 0, tile: 0) == nil)
        #expect(try strips.wave(sound: 0, level: 15, tile: 999_999_999) == nil)
    }

    /// Whoever asks for much comes back until it is read; whoever asks for little meanwhile does not wait.
    @Test func aLongWaveformIsReadInTurns() throws {
        let sound = FixtureRecording().with { $0.timing = .constant(FrameRate(1)!, frames: 200) }
        let plan = try CompositionRequest().plan(try Recording([Input(path: try sound.file())], sync: .none)).plan
        let strips = Strips(plan, cameras: plan.composition.session.angles, sounds: plan.recordedSounds)
        var turns = 0
        var peaks: [UInt8]?
        while peaks == nil, turns < 20 {
            turns += 1
            do { peaks = try strips.wave(sound: 0, level: 6, tile: 0) } catch is Strips.Unfinished {
                #expect(try strips.wave(sound: 0, level: 0, tile: 19 - turns)?.count == 1000)
            }
        }
        // Three minutes and twenty seconds, most of them a minute at a time.
        #expect(turns > 1 && peaks?.count == 313, "\(turns) turns")
    }

    /// The film goes on in the same view where a part was left out.
    @Test func aPartLeftOutOfAShotIsNoSwitch() throws {
        let film = try Self.film { $0.skipped = [TimeRange(start: .seconds(1), end: .seconds(2))] }
        let editor = FilmEditor(film)
        var state = FilmState(editor)
        #expect(state.switches.count == 2 && state.leftOut == [30..<60])
        let edited = EditedFilm(
            cameras: ["front", "back"], frameCount: editor.frameCount, transition: .hardCut)
        try state.make(FilmEdit(.shot(.init(frame: 0, show: "front"))), in: edited)
        #expect(state.visible.map(\.view) == [.single("back")], "\(state)")
    }

    @Test func aJournalIsReadForTheSameFilmOnly() throws {
        let folder = try TemporaryFolder()
        let film = try Self.film()
        var journal = Journal(plan: folder("film.otio"))
        let editor = FilmEditor(film)
        let none = journal.read(for: editor)
        #expect(journal.path == folder(".film.unsaved.otio") && none == nil)
        var edition = editor.edition
        edition.cuts[1].time = .milliseconds(2500)
        edition.finish.graphics.titles = [.init("Hello", range: TimeRange(start: .seconds(2), end: .seconds(3)))]
        edition.kept = try #require(KeptFrames([30..<200, 210..<editor.frameCount]))
        let edited = try editor.planned(edition)
        edition.sound.mix.levels = [.init(angle: "front", isMuted: true)]
        let muted = try editor.planned(edition)
        try journal.write(muted)
        let found = journal.read(for: editor)
        #expect(found?.edition == edition)
        // A film of the same recordings, however long, has the same timeline.
        let longer = try Self.film { $0.range = TimeRange(start: .zero, end: .seconds(9)) }
        var ofOther = Journal(plan: folder("film.otio"))
        let other = ofOther.read(for: FilmEditor(longer))
        #expect(other?.edition.kept == edition.kept)
        try Data("{}".utf8).write(to: URL(fileURLWithPath: journal.path))
        // Somebody else's now: neither replaced nor removed.
        #expect(throws: StudioError.self) { try journal.write(edited) }
        let damaged = ofOther.read(for: editor)
        #expect(damaged == nil)
        #expect(folder.bytes(".film.unsaved.otio") == Array("{}".utf8))
        journal.remove()
        #expect(folder.contents == [".film.unsaved.otio"])
    }

    /// Cuts and titles in a part that is left out are in the plan file, and come back with the part.
    @Test func aPlanKeepsWhatIsLeftOut() throws {
        let folder = try TemporaryFolder()
        let editor = FilmEditor(try Self.film())
        var state = FilmState(editor)
        let film = EditedFilm(cameras: ["front", "back"], frameCount: editor.frameCount, transition: .hardCut)
        state.finish.graphics.titles = [
            .init("Hidden", range: TimeRange(start: .milliseconds(3000), end: .milliseconds(3500))),
            .init("Seen", range: TimeRange(start: .zero, end: .seconds(1))),
        ]
        for edit in [
            FilmEdit(.add(.init(frame: 95, show: "pip"))),
            FilmEdit(.change(.init(switch: 1, transition: "dissolve", duration: 2))),
            FilmEdit(.leaveOut([.init(start: 80, end: 120), .init(start: 0, end: 10)])),
        ] { try state.make(edit, in: film) }
        var planned = try editor.planned(state)
        planned.edits = KeptEdits(state)?.text
        let path = folder("film.otio")
        try PlanFile.write(planned.document(name: "film"), to: path, mayReplace: false)
        let read = try PlannedRender(reading: path)
        let again = FilmEditor(read)
        let kept = try #require(KeptEdits.state(read.edits, of: again))
        #expect(kept == state && kept.leftOut == [0..<10, 80..<120])
        #expect(try editor.planned(kept).plan.digest == planned.plan.digest)
        // Somebody else's film, or nonsense, is not taken.
        #expect(KeptEdits.state(read.edits, of: editor) == nil)
        for text in [nil, "", "{}", read.edits!.replacingOccurrences(of: "pip", with: "nobody")] {
            #expect(KeptEdits.state(text, of: again) == nil)
        }
    }

    @Test func aChildIsHeardLineByLineAndStopped() throws {
        let lines = Mutex<[String]>([])
        let isOver = DispatchSemaphore(value: 0)
        let script =
            "echo one; printf 'two\\nthr'; echo ee; trap 'echo stopped; exit' INT; while :; do sleep 0.05; done"
        let child = try ChildProcess(["/bin/sh", "-c", script]) { line in
            lines.withLock { $0.append(line) }
        } ended: { _ in
            isOver.signal()
        }
        for _ in 0..<500 where lines.withLock({ $0.count }) < 3 { usleep(10_000) }
        child.cancel()
        #expect(isOver.wait(timeout: .now() + 20) == .success)
        #expect(lines.withLock { $0 } == ["one", "two", "three", "stopped"])
        // It is gone: nobody else gets its signal.
        child.cancel()
        #expect(throws: StudioError.self) {
            _ = try ChildProcess(["/nowhere/compose"], line: { _ in }, ended: { _ in })
        }
    }

    /// Whatever a page sends, it is a request or none; nothing traps.
    @Test func damagedRequestsAreNone() throws {
        let requests = [
            #"{"id":1,"request":"edit","group":"a","change":{"switch":1,"frame":120,"align":"start"}}"#,
            #"{"id":2,"request":"look","frame":99,"edit":{"shot":{"frame":5,"show":"pip:x=0.5"}}}"#,
            #"{"id":3,"request":"choices","choices":[{"frame":1,"show":"back"},{"frame":1,"edit":{"remove":{"switch":1}}}]}"#,
            #"{"id":4,"request":"play","frame":0,"speed":-2}"#,
            #"{"id":5,"request":"render","output":"film.mp4","overwrite":true}"#,
        ]
        for request in requests { #expect(PageRequest.read(request) != nil, "\(request)") }
        var random = Seeded(7)
        for _ in 0..<5000 {
            var bytes = Array(requests.randomElement(using: &random)!.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = .random(in: .min ... .max, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: Array("9e99".utf8), at: place)
                }
            }
            _ = PageRequest.read(String(decoding: bytes, as: UTF8.self))
        }
    }
}
