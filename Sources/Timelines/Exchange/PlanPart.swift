import Audio
import MediaIO
import MediaTime
import Pictures
import Placing
import Planning
import Timeline

/// Everything that a plan can hold and the timeline of another program may have no place for. How the finished file is
/// encoded is not part of any timeline.
///
/// `PlanPartTests` demands that every field of a plan belongs to a part, or says why it does not.
package enum PlanPart: String, Hashable, Sendable, CaseIterable {
    /// Which parts of the recording are left out.
    case ranges
    /// How long transitions take, and where they are beside their cut.
    case timing
    /// Transitions other than dissolves; see `ExchangeFormat.writes`.
    case transitions
    /// Several cameras at once.
    case views
    /// Corners, borders and shadows of the cameras in a view.
    case edges
    /// The color behind the cameras of a view, and places kept for cameras without footage.
    case backgrounds
    /// A picture that is shown longer than it was recorded.
    case heldPictures
    /// Zoom, crop and place of a camera that is shown alone.
    case framing
    /// Where cropped cameras point.
    case aims
    /// Zoom and crop that move during a shot.
    case movingZoom
    /// Pictures of another shape that fill the film.
    case filling
    /// The blurred picture beside a picture of another shape.
    case backdrop
    /// Of the picture, if it is not that of the primary camera.
    case size
    /// Of the film, if it is not that of the primary camera.
    case frameRate
    /// Cameras that are mirrored or rotated.
    case turning
    /// Changed colors of cameras.
    case looks
    case stabilization
    case titles, subtitles, captions
    /// Subtitles that players show on request.
    case subtitleTrack
    case logo
    /// Of the picture, at both ends of the film.
    case pictureFades
    /// In the picture.
    case labels, clocks, timecode
    /// That a picture is not the one of its file that players show.
    case pictures
    /// All of the recorded sound.
    case soundTracks
    /// That the sound is not all of its file's usual track.
    case channels
    /// That a microphone which filled one side of stereo is heard in the middle.
    case centering
    /// Sounds that were added to the recorded ones.
    case music, voiceOvers
    /// Music or recorded sound that gives way to voices.
    case ducking
    /// Levels of single cameras or sound files, and their shares of a mix.
    case gains
    /// Levels above what Apple's formats have.
    case loudGains
    /// Levels that change while a sound is heard.
    case movingGains
    /// Filters of the recorded sound.
    case cleaning
    /// Of the whole sound, at its ends.
    case fades
    /// Cross-fades of single sounds, as an editing program wrote them.
    case soundTransitions
    /// Background sound of a quiet room in the gaps of the sound.
    case roomTone
    /// The target loudness or peak.
    case loudness
    /// Sound in one channel.
    case mono
    /// Clocks of recordings that run faster or slower than the film's, by half a frame within a shot.
    case drift
    /// Places that a user marked on the timeline; the chapters and the cover of the finished file.
    case markers, chapters, poster
}

extension PlanPart {
    /// +12 dB.
    static let mostGain = 3.98107

    /// The number of places where a film has it; 0 if it does not.
    func count(in film: ExchangedFilm, for format: ExchangeFormat) -> Int {
        let (plan, composition, output) = (film.plan, film.composition, film.plan.output)
        let (audio, graphics) = (output.audio, output.graphics)
        let scenes = composition.segments.compactMap(\.scene)
        switch self {
        case .ranges: return composition.leavesOut ? 1 : 0
        case .timing: return composition.hasUnusualTransitions ? 1 : 0
        case .transitions: return composition.transitions.count { !format.writes($0.specification) }
        case .views: return scenes.count(where: \.isView)
        // Where only one camera of a view is written, the note on views says so.
        case .edges: return format.written(scenes).count { $0.layers.contains { !$0.edge.isPlain } }
        case .backgrounds:
            return format.written(scenes).count { $0.emptyCells != nil || $0.isView && $0.background != .black }
        case .heldPictures: return composition.heldPictureCount
        case .framing: return scenes.count { $0.isFramed && !(format.namesViews && $0.name != nil) }
        case .aims: return composition.segments.count { $0.aims != nil }
        case .movingZoom:
            return format.written(scenes).count { $0.moves && !(format.namesViews && $0.name != nil) }
                + composition.segments.count { $0.aims?.contains { $0.moveCount > 0 } == true }
        case .filling: return plan.fillsWithCropped ? 1 : 0
        case .backdrop:
            return output.fit == .blur || scenes.contains { $0.layers.contains { $0.framing.fit == .blur } } ? 1 : 0
        case .size: return plan.hasOtherSize ? 1 : 0
        case .frameRate: return output.frameRate == plan.sources[plan.primaryTake].video.filmRate ? 0 : 1
        case .turning: return plan.sources.count { $0.isTurned }
        case .looks: return output.looks.count
        case .stabilization: return output.stabilization.count
        case .titles: return graphics.titles.count
        case .subtitles: return graphics.subtitles == nil ? 0 : 1
        case .captions: return graphics.captions == nil ? 0 : 1
        case .subtitleTrack: return graphics.subtitleTrack == nil ? 0 : 1
        case .logo: return graphics.logo == nil ? 0 : 1
        case .pictureFades: return graphics.fadeIn == nil && graphics.fadeOut == nil ? 0 : 1
        case .labels: return output.text?.label == nil ? 0 : 1
        case .clocks: return output.text?.clock == nil ? 0 : 1
        case .timecode: return output.text?.timecode == nil ? 0 : 1
        case .pictures: return plan.sources.count { !$0.info.isUsual($0.video) }
        case .soundTracks: return max(0, film.tracks.count - format.mostSoundTracks)
        case .channels: return Set(film.tracks.joined().map(\.input)).count(where: plan.playsPart)
        case .centering:
            return Set(film.tracks.joined().map(\.input)).count { plan.audioSource($0)?.cleaning.channel != nil }
        case .music: return plan.sounds.count { if case .music = $0.role { true } else { false } }
        case .voiceOvers: return plan.sounds.count { if case .voiceOver = $0.role { true } else { false } }
        case .ducking: return plan.mix?.ducking != nil && plan.mix!.tracks.contains(where: \.givesWay) ? 1 : 0
        case .gains: return film.tracks.joined().count { !$0.isAtItsLevel }
        case .loudGains: return film.tracks.joined().count { $0.constantGain ?? 0 > Self.mostGain * 1.001 }
        case .movingGains: return film.tracks.joined().count { $0.constantGain == nil }
        case .cleaning: return audio.mix.cleanings.count { !$0.filters.isNothing }
        case .fades: return audio.mix.fadeIn > .zero || audio.mix.fadeOut > .zero ? 1 : 0
        case .soundTransitions: return audio.transitionCount
        case .roomTone: return audio.roomTones?.count ?? 0
        case .loudness: return audio.level == nil ? 0 : 1
        case .mono: return audio.channelCount == 1 ? 1 : 0
        case .drift: return film.cuts.driftingEventCount
        case .markers: return film.planned.markers.count
        case .chapters: return output.hasChapters ? 1 : 0
        case .poster: return output.poster == nil ? 0 : 1
        }
    }
}

/// Something that the format cannot express, and its substitute.
package enum ExchangeNote: Hashable, Sendable {
    /// This many shots show several cameras; only the largest is exported.
    case views(Int)
    /// This many transitions are exported as dissolves.
    case transitions(Int)
    /// This many shots are at times of the recording that a list of cuts cannot express.
    case skipped(Int)
    /// This many sound tracks are dropped.
    case soundTracks(Int)
    /// This many shots have corners, borders or shadows, which are dropped.
    case edges(Int)
    /// This many times a picture is held; the frames next to it are exported instead.
    case heldPictures(Int)
    /// It has this many events, more than an edit decision list has numbers for.
    case events(Int)
    /// In this many events the timecode passes midnight, and starts over.
    case midnight(Int)
    /// These are dropped.
    case without([PlanPart])
}

extension ExchangeFormat {
    /// What a film has and the format does not carry.
    func notes(on film: ExchangedFilm) -> [ExchangeNote] {
        var notes: [ExchangeNote] = []
        var lost: [PlanPart] = []
        for part in PlanPart.allCases where !carries.contains(part) {
            let count = part.count(in: film, for: self)
            guard count > 0 else { continue }
            switch part {
            case .views: notes.append(.views(count))
            case .transitions: notes.append(.transitions(count))
            case .edges: notes.append(.edges(count))
            case .heldPictures: notes.append(.heldPictures(count))
            case .soundTracks: notes.append(.soundTracks(count))
            default: lost.append(part)
            }
        }
        return notes + (lost.isEmpty ? [] : [.without(lost)])
    }

    /// The scenes of which more than the largest camera is written.
    fileprivate func written(_ scenes: [Scene]) -> [Scene] {
        scenes.filter { carries.contains(.views) || !$0.isView }
    }
}

extension Scene {
    fileprivate var isView: Bool { visibleLayers.count > 1 }

    /// Whether it is one camera that is not shown whole, or not everywhere.
    fileprivate var isFramed: Bool {
        guard !isView, let layer = visibleLayers.first else { return false }
        var framing = layer.framing
        (framing.fit, framing.zoomAtEnd) = (nil, nil)
        return framing != Framing() || layer.rectangle != .full || layer.opacity < 1
    }
}

extension Source {
    /// Whether it is shown in another orientation than its file says, which is the one that other programs show.
    var isTurned: Bool { orientation != video.orientation }

    /// What turns its picture as other programs show it into the one of the film.
    var turn: Orientation { video.orientation.inverse.then(orientation) }
}

extension RenderPlan {
    /// Whether a camera that fills the film loses a part of its picture, because it has another shape.
    fileprivate var fillsWithCropped: Bool {
        composition.segments.indices.contains { index in
            guard let scene = composition.segments[index].scene, scene.visibleLayers.count == 1,
                let layer = scene.visibleLayers.first
            else { return false }
            return composition.parts(ofSegment: index).contains { part in
                guard let take = part.take else { return false }
                let fit = layer.framing.fit ?? output.fit
                if case .cropped = fit.effect(on: sources[take].uprightSize, canvas: output.canvas.size) { return true }
                return false
            }
        }
    }

    /// Whether the picture is not as large as that of the primary camera.
    fileprivate var hasOtherSize: Bool {
        let (own, size) = (sources[primaryTake].uprightSize, output.canvas.size)
        return abs(own.width - size.width) > 1 || abs(own.height - size.height) > 1
    }

    /// Whether a source plays something else than all of its file's first sound track.
    func playsPart(_ input: SourceID) -> Bool {
        guard let source = audioSource(input) else { return false }
        return source.selection.channels != nil || source.info.audio.first?.streamIndex != source.stream
    }
}

extension AudioSettings {
    /// Fades of edited sounds that take longer than is needed against clicks.
    fileprivate var transitionCount: Int {
        guard case .tracks(let tracks) = choice else { return 0 }
        let shortest = MediaTime(MixPlanner.shortestFade, in: .perSecond(AudioBuffer.sampleRate))
        return tracks.reduce(0) { $0 + $1.clips.count { max($0.fadeIn, $0.fadeOut) > shortest } }
    }
}

extension CutList {
    /// Events in which the file's clock and the film's differ by half a frame: an editing program plays all at one speed.
    fileprivate var driftingEventCount: Int {
        events.count { event in
            guard let take = event.take else { return false }
            let length = composition.frameRate.time(ofFrame: Int64(event.frames.count))
            let source = composition.session.takes[take]
            let start = source.sessionTime(at: event.start)
            let own = source.fileTime(at: start + length) - event.start
            return (own - length).magnitude + (own - length).magnitude >= composition.frameRate.frameDuration
        }
    }
}

extension Composition {
    /// The last frame of a recording may be a fraction too short.
    fileprivate var heldPictureCount: Int {
        segments.indices.reduce(0) { sum, index in
            sum + parts(ofSegment: index).count { $0.isHeld && $0.frames.count > 1 }
        }
    }

    /// Whether a list of cuts gives other transitions than these, without further options: single ones may be shorter or
    /// elsewhere for lack of footage.
    fileprivate var hasUnusualTransitions: Bool {
        guard let longest = transitions.map(\.frames.count).max() else { return false }
        let usual = frameRate.frame(at: TransitionRequest.usualDuration, .nearest)
        let isCentered = { (transition: Transition) in
            let cut = segments[transition.incoming].frames.lowerBound
            return abs(transition.frames.lowerBound + transition.frames.upperBound - 2 * cut) <= 2
        }
        return Int64(longest) != usual || !transitions.contains(where: isCentered)
    }

    /// Whether more of the recording is left out than the edges of any film.
    fileprivate var leavesOut: Bool {
        let (whole, edge) = (session.union, MediaTime.seconds(1))
        return skippedPartCount > 0 || sessionTime(ofFrame: 0) - whole.start > edge
            || whole.end - sessionTime(ofFrame: frameCount) > edge
    }
}
