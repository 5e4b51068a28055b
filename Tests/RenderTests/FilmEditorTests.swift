import Pictures
import FixtureMedia
import MediaIO
import MediaTime
import Parameters
import Planning
import Render
import TestSupport
import Testing
import Timeline
import Timelines
import Transitions

@testable import Placing

/// Cuts that are changed by hand.
@Suite struct FilmEditorTests {
    private static func job(_ change: (inout Job) -> Void = { _ in }) -> Job {
        Job {
            for camera in [\Job.back, \Job.front!] {
                $0[keyPath: camera].timing = .constant(.thirty, frames: 360)
                $0[keyPath: camera].video.gop = 15
            }
            $0.request.policy = .every(.seconds(2))
            $0.request.transition.duration = .milliseconds(400)
            change(&$0)
        }
    }

    private static func range(_ start: Int64, _ end: Int64) -> TimeRange {
        TimeRange(start: .milliseconds(start), end: .milliseconds(end))
    }

    private static func edition(
        of editor: FilmEditor, _ change: (inout FilmEditor.Edition) -> Void
    ) -> FilmEditor.Edition {
        var edition = editor.edition
        change(&edition)
        return edition
    }

    private static let films: [(name: String, job: Job)] = [
        ("every", job()), ("copied", job { $0.request.smart = .require }), ("none", job { $0.request.policy = .never }),
        ("hard", job { $0.request.transition = .hardCut }),
        ("start", job { $0.request.transition.alignment = .start }),
        ("end", job { $0.request.transition.alignment = .end }),
        (
            "views",
            job {
                $0.request.views = ["pip", "front", "split:axis=vertical", "back", "grid"].map {
                    View(parsing: $0, angles: ["front", "back"])!
                }
            }
        ),
        (
            "kinds",
            job {
                $0.request.policy = .at([
                    SwitchTime(time: .seconds(1), transition: Specification(parsing: "wipe:angle=30")!),
                    SwitchTime(time: .milliseconds(3210)),
                    SwitchTime(time: .seconds(5), view: .recipe(Specification(parsing: "pip:corner=top-left")!)),
                    SwitchTime(time: .seconds(7), transition: Specification.none),
                ])
            }
        ),
        (
            "skipped",
            job {
                $0.request.range = range(1000, 11_000)
                $0.request.skipped = [range(4000, 6000), range(7100, 7500)]
            }
        ),
        ("late", job { $0.offsets = ["back": .zero, "front": .milliseconds(3300)] }),
        ("early", job { $0.front!.timing = .constant(.thirty, frames: 200) }),
        (
            "hole",
            job {
                $0.back.timing = .constant(.thirty, frames: 60)
                $0.offsets = ["back": .zero, "front": .milliseconds(3000)]
            }
        ),
        (
            "zoomed",
            job { $0.request.framings["front"] = Framing(zoom: 2) }
        ),
        (
            "rates",
            job { $0.front!.timing = .constant(FrameRate(30000, 1001)!, frames: 350) }
        ),
    ]

    /// From a plan to its cuts, and back to the plan.
    @Test(arguments: films.map(\.name))
    func theCutsOfAFilmMakeTheFilm(_ name: String) throws {
        let film = try Self.films.first { $0.name == name }!.job.plan()
        let editor = FilmEditor(film)
        let again = try editor.planned(editor.edition)
        let (one, other) = (film.plan.composition, again.plan.composition)
        #expect(one.segments.map(\.frames) == other.segments.map(\.frames))
        #expect(one.segments.map(\.scene) == other.segments.map(\.scene))
        #expect(one.transitions == other.transitions && one.frameRate == other.frameRate)
        #expect(film.plan.mix == again.plan.mix && film.plan.output == again.plan.output)
        // And a plan file that was written of it says the same.
        let document = try again.document(name: "film")
        #expect(try document.openTimelineIO { $0 } == (try film.document(name: "film").openTimelineIO { $0 }))
        #expect(try editor.expectedSpans(of: again.plan) == film.plan.spans)
    }

    /// What an edit adds is what planning with it makes, and what it removes is copied again.
    @Test func anotherFinishMakesTheFilmPlannedWithIt() throws {
        let title = Graphics.Title("Hello", range: Self.range(500, 1000))
        let change = { (request: inout CompositionRequest) in
            request.graphics.titles = [title]
            request.graphics.fadeOut = .init(.milliseconds(300))
            request.text = PictureText(label: TextStyle(corner: .top), names: ["back": ""])
            request.hasChapters = true
        }
        let plain = try Self.job { $0.request.smart = .require }.plan()
        let other = try Self.job {
            $0.request.smart = .require
            change(&$0.request)
        }.plan()
        for (film, wished) in [(plain, other), (other, plain)] {
            let editor = FilmEditor(film)
            let edited = try editor.tried(
                editor.planned(Self.edition(of: editor) { $0.finish = wished.plan.output.finish }))
            #expect(edited.plan.output.finish == wished.plan.output.finish && edited.plan.spans == wished.plan.spans)
            #expect(try editor.expectedSpans(of: edited.plan) == wished.plan.spans)
            #expect(try edited.plan.digest == wished.plan.digest)
        }
    }

    @Test(
        arguments: [
            { $0.graphics.subtitles = "/etc/hostname" }, { $0.graphics.logo = .init("/etc/logo.png") },
            { $0.looks["nobody"] = [Specification(name: "warm")] },
            { $0.looks["back"] = [Specification(name: "wram")] },
            { $0.graphics.titles = [.init("Late", range: range(13_000, 14_000))] },
            { $0.graphics.titles = [.init(" ", range: range(0, 1000))] }, { $0.poster = .seconds(-1) },
            { $0.poster = .seconds(100) },
            { $0.text = PictureText(label: TextStyle(corner: .top, font: "No Such Font At All")) },
            {
                $0.graphics.titles = [
                    .init("A", range: range(0, 1000), style: Specification(parsing: "title:font=Nowhere")!)
                ]
            },
        ] as [@Sendable (inout Finish) -> Void])
    func aFinishThatTheFilmCannotHaveIsRefused(_ change: @Sendable (inout Finish) -> Void) throws {
        let editor = FilmEditor(try Self.job().plan())
        let edition = Self.edition(of: editor) { change(&$0.finish) }
        #expect(throws: (any Error).self) { try editor.planned(edition) }
    }

    /// The studio has no switches where a part is skipped within a shot.
    @Test func joinsKeepTheirTransitions() throws {
        let film = try Self.films.first { $0.name == "skipped" }!.job.plan()
        let editor = FilmEditor(film)
        #expect(film.plan.composition.transitions.count > editor.edition.cuts.count - 1)
        #expect(try editor.planned(editor.edition).plan.composition.transitions == film.plan.composition.transitions)
    }

    /// Anybody's cuts: the film is as long as before, nothing traps, and what comes back makes the same film.
    @Test(arguments: 0..<40)
    func anyCutsMakeAFilm(_ seed: Int) throws {
        var random = Seeded(UInt64(seed))
        let film = try Self.films.randomElement(using: &random)!.job.plan()
        let editor = FilmEditor(film)
        let views = ["front", "back", "pip", "split", "grid", "pip:corner=top-left,size=0.4"].map {
            View(parsing: $0, angles: ["front", "back"])!
        }
        var edition = editor.edition
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            let transition = TransitionRequest(
                Specification(parsing: ["dissolve", "wipe:angle=90", "morph", "none"].randomElement(using: &random)!)!,
                duration: .milliseconds(.random(in: 0...1500, using: &random)),
                alignment: TransitionRequest.Alignment.allCases.randomElement(using: &random)!)
            edition.cuts.append(
                CutPoint(
                    time: .milliseconds(.random(in: 1...14_000, using: &random)),
                    view: views.randomElement(using: &random)!, transition: transition))
        }
        let planned = try editor.planned(edition)
        let composition = planned.plan.composition
        #expect(composition.frameCount == film.plan.composition.frameCount)
        composition.checkInvariants()
        let back = FilmEditor(planned)
        let again = try back.planned(back.edition).plan.composition
        #expect(again.segments.map(\.frames) == composition.segments.map(\.frames))
        #expect(again.segments.map(\.scene) == composition.segments.map(\.scene))
        #expect(again.transitions == composition.transitions)
    }

    @Test func aCutMovesAndIsSaidWhy() throws {
        let editor = FilmEditor(try Self.job { $0.request.smart = .require }.plan())
        let planned = try editor.planned(
            Self.edition(of: editor) {
                $0.cuts[1].time = .milliseconds(2500)
                $0.cuts[2].view = View(parsing: "pip", angles: ["front", "back"])!
            })
        let composition = planned.plan.composition
        #expect(composition.segments[1].frames.lowerBound == 75)
        #expect(composition.segments[2].scene?.name == "pip")
        #expect(composition.segments[2].cut == 2)
        // Copied up to the transition; a picture-in-picture cannot be.
        let spans = try editor.expectedSpans(of: planned.plan)
        guard case .copy(let first) = spans[0] else { return #expect(Bool(false), "\(spans[0])") }
        #expect(first.frames == 0..<69)
        #expect(
            spans.contains {
                if case .encode(let span) = $0 { span.parts.contains { $0.reason == .layers } } else { false }
            })
        #expect(throws: TimelineError.self) {
            let nobody = CutPoint(time: .zero, view: .single("nobody"), transition: .hardCut)
            _ = try editor.planned(Self.edition(of: editor) { $0.cuts = [nobody] })
        }
    }

    /// What is saved is what is rendered: what an edit makes impossible to copy is encoded, and the other way round.
    @Test func whatIsTriedIsWhatAPlanFileSays() throws {
        let folder = try TemporaryFolder()
        let film = try Self.job { $0.request.smart = .require }.plan()
        let editor = FilmEditor(film)
        #expect(try editor.tried(editor.planned(editor.edition)).plan.spans == film.plan.spans)
        for (view, isCopied) in [("pip", false), ("front", true)] {
            let cut = CutPoint(
                time: .zero, view: View(parsing: view, angles: ["front", "back"])!, transition: .hardCut)
            let tried = try editor.tried(editor.planned(Self.edition(of: editor) { $0.cuts = [cut] }))
            #expect((tried.plan.copiedFrameCount > 0) == isCopied, "\(view)")
            let path = folder("\(view).otio")
            try PlanFile.write(tried.document(name: view), to: path, mayReplace: false)
            let read = try PlannedRender(reading: path)
            #expect(read.plan.spans == tried.plan.spans && read.plan.output == tried.plan.output)
        }
    }

    /// A film whose parts are left out by hand is the one that is planned without them, and they can be put back.
    @Test func whatIsLeftOutIsTheFilmPlannedWithoutIt() throws {
        let skipped = [Self.range(4000, 6000), Self.range(7100, 7500)]
        let change = { (request: inout CompositionRequest) in
            request.policy = .at([SwitchTime(time: .seconds(3)), SwitchTime(time: .seconds(9))])
            request.transition = .hardCut
            request.shortestShot = .zero
        }
        let whole = try Self.job { change(&$0.request) }.plan()
        let short = try Self.job {
            change(&$0.request)
            $0.request.range = Self.range(1000, 11_000)
            $0.request.skipped = skipped
        }.plan()
        let (one, other) = (FilmEditor(whole), FilmEditor(short))
        #expect(one.frameCount == 360 && other.frameCount == 360)
        #expect(one.edition.cuts == other.edition.cuts)
        #expect(other.edition.kept.ranges == [30..<120, 180..<213, 225..<330])
        let left = try one.planned(Self.edition(of: one) { $0.kept = other.edition.kept })
        let (planned, wished) = (left.plan.composition, short.plan.composition)
        #expect(planned.segments.map(\.frames) == wished.segments.map(\.frames) && planned.clock == wished.clock)
        #expect(left.plan.mix == short.plan.mix)
        let back = try other.planned(Self.edition(of: other) { $0.kept = other.everything })
        #expect(back.plan.composition.segments == whole.plan.composition.segments)
        #expect(back.plan.composition.clock == whole.plan.composition.clock)
    }

    /// Titles stay where they were put on the recording; what only names the film's clock follows.
    @Test func titlesStayWithTheFootage() throws {
        let job = Self.job {
            $0.request.policy = .never
            $0.request.range = Self.range(1000, 11_000)
            $0.request.skipped = [Self.range(4000, 6000)]
            $0.request.graphics.titles = [
                .init("Over", range: Self.range(2000, 4000)), .init("End", range: Self.range(3000, 9000)),
            ]
        }
        let editor = FilmEditor(try job.plan())
        #expect(
            editor.edition.finish.graphics.titles.map(\.range) == [Self.range(3000, 7000), Self.range(6000, 12_000)])
        let shown = { (kept: [Range<Int64>]) in
            try editor.planned(Self.edition(of: editor) { $0.kept = KeptFrames(kept)! })
                .plan.output.finish.graphics.titles
        }
        #expect(try shown([30..<120, 180..<330]).map(\.range) == [Self.range(2000, 4000), Self.range(3000, 9000)])
        #expect(try shown([0..<360]).map(\.range) == [Self.range(3000, 7000), Self.range(6000, 12_000)])
        #expect(try shown([0..<120]).map(\.text) == ["Over"])
        #expect(try shown([180..<360]).map(\.range) == [Self.range(0, 1000), Self.range(0, 6000)])
        #expect(try shown([330..<360]).map(\.range) == [Self.range(0, 1000)])
    }

    /// What is cut on tracks of its own keeps its place beside the pictures, and everybody is heard in a part that is put
    /// back.
    @Test func soundGoesWithThePictures() throws {
        let film = try Self.job { $0.request.policy = .never }.plan()
        var tracks = film
        tracks.plan.output.audio.choice = .tracks([
            SoundTrack(clips: [
                .init(
                    input: .take(0), range: Self.range(0, 12_000), start: .seconds(100), fadeIn: .seconds(1),
                    fadeOut: .seconds(1))
            ])
        ])
        let editor = FilmEditor(tracks)
        let cut = try editor.planned(Self.edition(of: editor) { $0.kept = KeptFrames([0..<120, 180..<330])! })
        guard case .tracks(let moved) = cut.plan.output.audio.choice else { return #expect(Bool(false)) }
        #expect(moved[0].clips.map(\.range) == [Self.range(0, 4000), Self.range(4000, 9000)])
        #expect(moved[0].clips.map(\.start) == [.seconds(100), .seconds(106)])
        #expect(
            moved[0].clips.map(\.fadeIn) == [.seconds(1), .zero] && moved[0].clips.map(\.fadeOut) == [.zero, .zero])
        var speech = try Self.job {
            $0.request.policy = .never
            $0.request.skipped = [Self.range(4000, 6000)]
        }.plan()
        speech.plan.output.audio.choice = .speakers([
            SpeakerTurn(angle: "back", range: Self.range(1000, 3000)),
            SpeakerTurn(angle: "front", range: Self.range(3000, 5000)),
        ])
        let talk = FilmEditor(speech)
        let back = try talk.planned(Self.edition(of: talk) { $0.kept = talk.everything })
        guard case .speakers(let turns) = back.plan.output.audio.choice else { return #expect(Bool(false)) }
        let of = { (angle: Angle) in turns.filter { $0.angle == angle }.map(\.range) }
        #expect(of("back") == [Self.range(1000, 3000), Self.range(4000, 6000)])
        #expect(of("front") == [Self.range(3000, 7000)])
    }
}
