import MediaIO
import MediaTime
import Pictures
import Placing
import Planning
import Timeline
import Transitions

/// A timeline that another program wrote, as a film with compose's default settings.
struct ForeignTimeline {
    private let content: TimelineFile.Reading
    private let finder: MediaFinder
    private let size: PictureSize?

    init(
        _ timeline: TimelineFile, path: @escaping (String) -> String,
        open: @escaping (String) throws -> LinkedFile = { try LinkedFile(path: $0) }
    ) throws {
        finder = MediaFinder(path: path, open: open)
        content = try timeline.content(finder)
        size = timeline.size
    }

    /// - Throws: as `CompositionRequest.plan(_:)`.
    func planned(_ catalogue: TransitionCatalogue) throws -> PlannedRender {
        let copies = content.pictures.copies
        let recording = try recording(copies)
        let composition = Composition(
            session: recording.session, frameRate: content.rate, clock: content.pictures.clock,
            segments: content.pictures.segments, transitions: content.pictures.transitions)
        var request = CompositionRequest()
        request.catalogue = catalogue
        request.frameRate = content.rate
        request.primary = composition.segments.lazy.compactMap { $0.scene?.mainAngle }.first
        let own = request.primary.flatMap { angle in finder.media.first { $0.angle == angle } }
        if let size, try own.map({ try !isSize(size, of: $0) }) ?? true { request.size = size }
        request.sound = .follow
        if let heard = content.sound { request.sound = .tracks(heard) }
        var planned = try RequestPlanner(request, recording, given: GivenFilm(composition)).plan()
        planned.notes.insert(contentsOf: ([summary] + content.notes).map(Diagnostic.timeline), at: 0)
        planned.markers = content.markers
        return planned
    }

    /// Whether a file has pictures of this size, but for a sample.
    private func isSize(_ size: PictureSize, of media: PlannedTake) throws -> Bool {
        guard let upright = try finder.file(atPath: media.path).info.video?.uprightSize else { return false }
        return abs(upright.width - size.width) < 2 && abs(upright.height - size.height) < 2
    }

    private var summary: TimelineNote {
        .foreign(
            clips: content.clips, files: Set(finder.media.map(\.path) + finder.sounds.map(\.path)).count,
            pictureTracks: content.pictureTracks,
            soundTracks: content.sound?.count ?? 0)
    }

    private func recording(_ copies: [Replay.Copy]) throws -> Recording {
        var notes: [Diagnostic] = []
        let own = try finder.media.map { media in
            let file = try finder.file(atPath: media.path)
            guard let video = file.info.video else {
                throw MediaError.noVideo(path: file.info.path, hasAudio: !file.info.audio.isEmpty)
            }
            notes += try Recording.notes(on: media.path, video)
            return Source(info: file.info, video: video, orientation: media.orientation, audio: media.audio)
        }
        let media = finder.media + finder.repeatedMedia(copies)
        let sounds = try finder.sounds.map { sound in
            AudioSource(
                angle: sound.angle, info: try finder.file(atPath: sound.path).info, stream: sound.stream,
                channels: sound.channels, clock: sound.clock, extent: sound.extent)
        }
        return Recording(
            session: try Session(takes: media.map(\.take)), sources: own + copies.map { own[$0.take] }, sounds: sounds,
            notes: notes)
    }
}
