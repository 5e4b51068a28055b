import Audio
import FixtureMedia
import MediaIO
import MediaTime
import Parameters
import Pictures
import Testing
import Timeline

@testable import Placing
@testable import Planning
@testable import Timelines

/// Nothing that a plan can hold is dropped in silence.
@Suite("What plans hold and formats carry")
struct PlanPartTests {
    /// What becomes of a field of a plan in other programs.
    private enum Fate {
        /// It belongs to these.
        case parts([PlanPart])
        /// Every format that has cuts has it: files, times, cameras.
        case always
        /// It is about the finished file, which no timeline is.
        case encoding
    }

    private static let fates: [String: [String: Fate]] = [
        "RenderPlan": [
            "composition": .always, "sources": .parts([.turning, .pictures]),
            "sounds": .parts([.music, .voiceOvers, .channels]),
            "output": .always, "mix": .parts([.gains, .movingGains]), "catalogue": .parts([.transitions]),
            "video": .encoding, "carriedOrientation": .encoding, "spans": .encoding, "timescale": .encoding,
            "join": .encoding, "audioCopy": .encoding, "otherInputs": .encoding, "fileStates": .encoding,
            "showsSafeArea": .encoding, "cues": .parts([.subtitles]), "captions": .parts([.captions]),
        ],
        "OutputSettings": [
            "canvas": .parts([.size]), "frameRate": .parts([.frameRate]), "codec": .encoding, "kind": .encoding,
            "quality": .encoding, "preset": .encoding, "threads": .encoding, "finish": .always, "audio": .always,
            "stretches": .encoding, "primary": .always, "metadata": .encoding,
            "safeArea": .parts([.titles, .logo, .labels, .clocks, .timecode]),
        ],
        "Finish": [
            "fit": .parts([.filling, .backdrop]), "cropping": .parts([.aims]), "rateLimit": .encoding,
            "looks": .parts([.looks]),
            "stabilization": .parts([.stabilization]),
            "graphics": .parts([.titles, .subtitles, .subtitleTrack, .logo, .pictureFades, .captions]),
            "text": .parts([.labels, .clocks, .timecode]), "hasChapters": .parts([.chapters]),
            "poster": .parts([.poster]),
        ],
        "AudioSettings": [
            "choice": .parts([.soundTracks, .soundTransitions]), "mix": .always, "codec": .encoding,
            "bitRate": .encoding,
            "roomTones": .parts([.roomTone]), "mayCopy": .encoding, "level": .parts([.loudness]),
            "sampleRate": .encoding,
            "channelCount": .parts([.mono]),
        ],
        "MixSettings": [
            "levels": .parts([.gains, .loudGains]), "cleanings": .parts([.cleaning]),
            "measurements": .parts([.gains, .centering]),
            "ducking": .parts([.ducking]), "ducked": .parts([.ducking]), "fadeIn": .parts([.fades]),
            "fadeOut": .parts([.fades]),
        ],
        "Graphics": [
            "fadeIn": .parts([.pictureFades]), "fadeOut": .parts([.pictureFades]), "titles": .parts([.titles]),
            "subtitles": .parts([.subtitles]), "captions": .parts([.captions]),
            "subtitleTrack": .parts([.subtitleTrack]), "logo": .parts([.logo]),
        ],
        "PictureText": [
            "label": .parts([.labels]), "clock": .parts([.clocks]), "timecode": .parts([.timecode]),
            "names": .parts([.labels]),
        ],
        "Composition": [
            "session": .parts([.drift]), "frameRate": .parts([.frameRate]), "clock": .parts([.ranges]),
            "segments": .parts([.heldPictures, .aims]), "transitions": .parts([.transitions, .timing]),
        ],
        "Scene": [
            "layers": .parts([.views, .framing]), "background": .parts([.backgrounds]), "name": .always,
            "emptyCells": .parts([.backgrounds]),
        ],
        "Layer": [
            "angle": .always, "framing": .parts([.framing]), "rectangle": .parts([.views, .framing]),
            "opacity": .parts([.views, .framing]), "edge": .parts([.edges]),
        ],
        "Framing": [
            "crop": .parts([.framing]), "fit": .parts([.filling, .backdrop]), "zoom": .parts([.framing]),
            "zoomAtEnd": .parts([.movingZoom]), "focus": .parts([.framing]), "isMoving": .parts([.movingZoom]),
        ],
        "SoundSelection": ["stream": .parts([.channels]), "channels": .parts([.channels])],
        "PlannedRender": [
            "plan": .always, "adjustments": .encoding, "notes": .encoding, "spoken": .encoding,
            "markers": .parts([.markers]),
            "decisions": .encoding, "destination": .encoding,
            "edits": .encoding, "pauses": .encoding, "blockers": .encoding, "refusals": .encoding,
        ],
    ]

    /// A new field of a plan must be given to a part, or to none with a reason.
    @Test func everyFieldOfAPlanBelongsToAPart() throws {
        let planned = try Job().plan()
        let plan = planned.plan
        let values: [Any] = [
            planned, plan, plan.output, plan.output.finish, plan.output.audio, plan.output.audio.mix, Graphics(),
            PictureText(),
            plan.composition, Scene.single("back"), Layer("back"), Framing(), SoundSelection(stream: 0),
        ]
        var held: Set<PlanPart> = []
        for value in values {
            let type = "\(Swift.type(of: value))"
            let fates = try #require(Self.fates[type])
            let fields = Set(Mirror(reflecting: value).children.compactMap(\.label))
            #expect(fields == Set(fates.keys), "\(type)")
            for case .parts(let parts) in fates.values { held.formUnion(parts) }
        }
        #expect(held == Set(PlanPart.allCases), "no part is of nothing")
    }

    private static func planned(_ part: PlanPart, in folder: TemporaryFolder) throws -> PlannedRender {
        let job = Job()
        let file = try job.back.file()
        let title = Graphics.Title("Hello", range: TimeRange(start: .zero, duration: .seconds(1)))
        let view = { (text: String) in View.recipe(Specification(parsing: text)!) }
        var planned = try Job { job in
            job.request.sound = .angle("back")
            job.request.transition.duration = .milliseconds(500)
            job.request.policy = .every(.milliseconds(700))
            switch part {
            case .ranges: job.request.skipped = [TimeRange(start: .milliseconds(600), end: .milliseconds(700))]
            case .timing: job.request.transition.duration = .milliseconds(200)
            case .transitions: job.request.transition.specification = Specification(name: "push")
            case .views, .edges:
                let edge = part == .edges ? "0.1" : "0"
                job.request.views = [
                    view("pip:radius=\(edge),border=0,shadow=0"), .single("front"),
                ]
            case .framing: job.request.framings["back"] = Framing(zoom: 2)
            case .movingZoom: job.request.views = [view("single:camera=back,zoom=1..1.4"), .single("front")]
            case .filling, .size:
                job.request.size =
                    part == .size ? PictureSize(width: 80, height: 48) : PictureSize(width: 96, height: 160)
                job.request.fit = part == .size ? .fit : .fill
            case .aims:
                job.request.size = PictureSize(width: 96, height: 160)
                (job.request.fit, job.request.cropping.points["back"]) = (.fill, UnitPoint(x: 0.2, y: 0.5))
            case .backdrop: job.request.fit = .blur
            case .frameRate: job.request.frameRate = FrameRate(25)!
            case .looks: job.request.looks["back"] = [Specification(name: "warm")]
            case .stabilization: job.request.stabilization["back"] = Specification(name: "standard")
            case .pictureFades: job.request.graphics.fadeIn = .init(.milliseconds(200))
            case .labels: job.request.text = PictureText(label: TextStyle(corner: .top))
            case .clocks:
                job.back.metadata = [Pair("creation_time", "2026-05-01T09:30:00.000000Z")]
                job.request.text = PictureText(clock: TextStyle(corner: .top))
            case .timecode: job.request.text = PictureText(timecode: TextStyle(corner: .top))
            case .music: job.request.addedSounds = [AddedSound(path: file, role: .music(.init()))]
            case .voiceOvers: job.request.addedSounds = [AddedSound(path: file, role: .voiceOver(.init(time: .zero)))]
            case .ducking:
                job.request.addedSounds = [AddedSound(path: file, role: .music(.init()))]
                job.request.mix.ducking = Ducking()
            case .gains: job.request.mix.levels = [.init(angle: "back", gain: -6)]
            case .loudGains: job.request.mix.levels = [.init(angle: "back", gain: 20)]
            case .soundTracks: job.request.sound = .mix
            case .cleaning: job.request.mix.cleanings = [.init(angle: "back", filters: SoundCleaning(highpass: 80))]
            case .fades: job.request.mix.fadeOut = .milliseconds(200)
            case .loudness: job.request.level = LevelTarget(loudness: -14)
            case .mono: job.request.channelCount = 1
            case .chapters: job.request.hasChapters = true
            case .poster: job.request.poster = .milliseconds(500)
            case .drift: job.front!.timing = .constant(.thirty, frames: 600)
            default: break
            }
        }.plan()
        let clip = { (fade: Int64) in
            SoundTrack.Clip(
                input: 0, range: TimeRange(start: .zero, duration: .seconds(1)), start: .zero, fadeIn: .zero,
                fadeOut: .milliseconds(fade))
        }
        switch part {
        case .turning: planned.plan.sources[0].orientation = Orientation(quarterTurns: 2)
        case .titles:
            planned.plan.output.graphics = Graphics()
            planned.plan.output.graphics.titles = [title]
        case .captions:
            planned.plan.output.graphics.captions = Graphics.Captions(folder("film.srt"))
        case .subtitles:
            planned.plan.output.graphics = Graphics()
            planned.plan.output.graphics.subtitles = folder("film.srt")
        case .subtitleTrack:
            planned.plan.output.graphics = Graphics()
            planned.plan.output.graphics.subtitleTrack = folder("film.srt")
        case .logo:
            planned.plan.output.graphics = Graphics()
            planned.plan.output.graphics.logo = .init(file)
        case .roomTone:
            planned.plan.output.audio.roomTones = [
                RoomTone(take: 0, range: TimeRange(start: .zero, duration: .seconds(1)), level: -50)
            ]
        case .pictures: planned.plan.sources[0].video.streamIndex = 5
        case .channels:
            planned.plan.sources[0].audio?.channels = SoundChannels(both: 1)
            planned.plan.output.audio.choice = .angle("front")
            planned.plan.output.audio.choice = .angle("back")
        case .centering: planned.plan.output.audio.mix.measure(0) { $0.channel = 0 }
        case .soundTransitions: planned.plan.output.audio.choice = .tracks([SoundTrack(clips: [clip(500)])])
        case .soundTracks:
            planned.plan.output.audio.choice = .tracks((0..<5).map { _ in SoundTrack(clips: [clip(0)]) })
        case .movingGains:
            planned.plan.output.audio.choice = .speakers([
                SpeakerTurn(angle: "back", range: TimeRange(start: .zero, duration: .milliseconds(700))),
                SpeakerTurn(angle: "front", range: TimeRange(start: .milliseconds(700), duration: .milliseconds(800))),
            ])
        case .markers: planned.markers = [.init(name: "here", color: "RED", comment: "", frames: 3..<3)]
        default: break
        }
        let composition = planned.plan.composition
        let changed: Composition?
        switch part {
        case .backgrounds:
            var segments = composition.segments
            for index in segments.indices { segments[index].scene?.emptyCells = [.init("front", rectangle: .full)] }
            changed = Composition(
                session: composition.session, frameRate: composition.frameRate, clock: composition.clock,
                segments: segments, transitions: composition.transitions)
        case .heldPictures:
            // A second of the first camera's film after its end.
            let end = composition.session.takes[0].range.end
            changed = Composition(
                session: composition.session, frameRate: composition.frameRate,
                clock: TimeMap(offset: end - .milliseconds(500)),
                segments: [.init(frames: 0..<30, scene: .single("back"))], transitions: [])
        case .drift:
            let takes = composition.session.takes.map { take in
                Take(
                    angle: take.angle, path: take.path,
                    clock: TimeMap(offset: .zero, rate: ClockRate(parsingDrift: "999ppm")!), footage: take.footage)
            }
            changed = Composition(
                session: try Session(takes: takes), frameRate: composition.frameRate, clock: composition.clock,
                segments: [.init(frames: 0..<600, scene: .single("front"))], transitions: [])
        default: changed = nil
        }
        if let changed {
            planned.plan = RenderPlan(
                composition: changed, sources: planned.plan.sources, output: planned.plan.output)
        }
        return planned
    }

    private static var files: FileNames {
        FileNames(
            url: { "file://" + $0 }, absoluteURL: { "file://" + $0 },
            path: { $0.split(separator: "/").last.map(String.init) ?? $0 })
    }

    /// Whatever a plan holds is in the file, or its note says that it is not.
    @Test(arguments: PlanPart.allCases)
    func everyPartIsInTheFileOrInItsNote(_ part: PlanPart) throws {
        let folder = try TemporaryFolder()
        try folder.write("1\n00:00:00,200 --> 00:00:01,000\nHello\n", "film.srt")
        let (plain, held) = (try Self.planned(.markers, in: folder), try Self.planned(part, in: folder))
        var without = plain
        without.markers = []
        for format in ExchangeFormat.allCases {
            let film = ExchangedFilm(held, name: "film", files: Self.files)
            let isCarried = format.carries.contains(part)
            let exchanged = try format.text(held, name: "film", files: Self.files)
            let count = part.count(in: film, for: format)
            if isCarried {
                // A table has every cut that its recordings have, and needs no place for the rest.
                let isOfOthers =
                    format == .csv && [.backgrounds, .pictures, .soundTracks, .channels, .drift].contains(part)
                let text = try format.text(without, name: "film", files: Self.files).text
                #expect(exchanged.text != text || isOfOthers, "\(format.name) \(part)")
                continue
            }
            // A part of views is lost with the view.
            let isOfView = !format.carries.contains(.views) && [.edges, .backgrounds].contains(part)
            // Others have room for them.
            let hasRoom = part == .soundTracks && format.mostSoundTracks > 4
            // A table names the view with its zoom.
            let isNamed = format.namesViews && part == .movingZoom
            #expect(count > 0 || isOfView || hasRoom || isNamed, "\(format.name) \(part)")
            let told = exchanged.notes.contains { note in
                switch note {
                case .views: part == .views
                case .transitions: part == .transitions
                case .edges: part == .edges
                case .heldPictures: part == .heldPictures
                case .soundTracks: part == .soundTracks
                case .without(let parts): parts.contains(part)
                case .skipped, .events, .midnight: false
                }
            }
            #expect(told == (count > 0), "\(format.name) \(part)")
        }
    }

    @Test func aPlainFilmHasNothingToSay() throws {
        var planned = try Self.planned(.markers, in: TemporaryFolder())
        planned.markers = []
        for format in ExchangeFormat.allCases {
            #expect(try format.text(planned, name: "film", files: Self.files).notes == [], "\(format.name)")
        }
    }
}
