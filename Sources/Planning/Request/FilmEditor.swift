import MediaIO
import MediaTime
import Parameters
import Pictures
import Placing
import Platform
import Synchronization
import Timeline
import Transitions

/// A planned film whose cuts, parts and finish are changed: planned again after each change in milliseconds, because
/// everything else stays as it was planned: canvas, codec, frame rate and sound.
///
/// What is edited has the clock of a timeline: all of the recording, with the frames that the film leaves out.
package struct FilmEditor: Sendable {
    /// What is changed of a film. All times are the timeline's.
    package struct Edition: Hashable, Sendable {
        /// In any order.
        package var cuts: [CutPoint]
        /// Of a director, by the indices of the cuts.
        package var decisions: [Int: DirectorDecision] = [:]
        package var kept: KeptFrames
        /// Fit and rate limit are the film's.
        package var finish: Finish
        package var sound: Sound

        package init(
            cuts: [CutPoint], decisions: [Int: DirectorDecision] = [:], kept: KeptFrames, finish: Finish, sound: Sound
        ) {
            (self.cuts, self.decisions, self.kept) = (cuts, decisions, kept)
            (self.finish, self.sound) = (finish, sound)
        }
    }

    /// What is heard.
    package struct Sound: Hashable, Sendable {
        package var choice: AudioSettings.Choice
        package var mix: MixSettings
        /// Music and voice-overs.
        package var added: [AddedSound]

        package init(
            choice: AudioSettings.Choice = .none, mix: MixSettings = MixSettings(), added: [AddedSound] = []
        ) { (self.choice, self.mix, self.added) = (choice, mix, added) }
    }

    /// The film as it was planned.
    package let film: PlannedRender
    /// The first of its cuts is the opening view, at zero.
    package let edition: Edition
    /// All of the recording; of a film that shows a part of it twice, or in another order, what it shows.
    private let timeline: Excerpt
    private let planner: TransitionPlanner
    /// Files that an edit may choose, beside those of the film.
    package var offered: Set<String> = []
    private let files = ReadFiles()
    /// The transitions where a part is left out within a shot, by the frames of the timeline that follow.
    private let joins: [Int64: TransitionRequest]

    package init(_ film: PlannedRender) {
        self.film = film
        let (composition, output) = (film.plan.composition, film.plan.output)
        let (rate, stage) = (composition.frameRate, film.plan.stage)
        // Whoever cuts by hand wants short shots, too: nothing is left out or trimmed.
        planner = TransitionPlanner(
            session: composition.session, frameRate: rate, stage: stage, fallbacks: stage.cameras.map(\.angle),
            fallbackTransition: .hardCut)
        let whole = Excerpt(composition.session, at: rate)
        let own = whole.frames(of: composition)
        timeline = own == nil ? Excerpt(of: composition) : whole
        let kept = own ?? KeptFrames(count: composition.frameCount)
        let found = composition.cutPoints { View(of: $0, on: stage) }.map { cut in
            var cut = cut
            let frame = rate.frame(at: cut.time, .nearest)
            cut.time = frame == 0 ? .zero : rate.time(ofFrame: kept.timeline(frame))
            return cut
        }
        // Where a part is left out within a shot, nobody sees a cut to edit.
        let isJoin = found.indices.map { $0 > 0 && found[$0].view == found[$0 - 1].view }
        joins = Dictionary(
            uniqueKeysWithValues: found.indices.filter { isJoin[$0] }.map {
                (rate.frame(at: found[$0].time, .nearest), found[$0].transition)
            })
        let cuts = found.indices.filter { !isJoin[$0] }.map { found[$0] }
        let segments = Dictionary(
            composition.segments.indices.map { (composition.segments[$0].frames.lowerBound, $0) }
        ) { first, _ in first }
        let decisions = cuts.indices.reduce(into: [Int: DirectorDecision]()) { decisions, cut in
            let frame = kept.film(rate.frame(at: cuts[cut].time, .nearest))
            decisions[cut] = segments[frame].flatMap { film.decisions[$0] }?.movingTimes {
                kept.timeline($0, at: rate)
            }
        }
        let all = KeptFrames(count: timeline.frameCount)
        let added = film.plan.sounds.filter { $0.role != .recording }.map { AddedSound(path: $0.path, role: $0.role) }
        edition = Edition(
            cuts: cuts, decisions: decisions, kept: kept,
            finish: output.finish.movingTimes { kept.timeline($0, at: rate) },
            sound: Sound(
                choice: output.audio.choice.moved(from: kept, to: all, at: rate), mix: output.audio.mix,
                added: added.map { $0.movingTimes { kept.timeline($0, at: rate) } }))
    }

    /// All views that a cut may show are laid out on it.
    package var stage: Stage { planner.stage }

    /// Frames of the timeline.
    package var frameCount: Int64 { timeline.frameCount }

    /// A timeline that is kept whole.
    package var everything: KeptFrames { KeptFrames(count: frameCount) }

    /// Another film of the same recordings, on this timeline.
    ///
    /// - Parameters:
    ///   - output: of the other film; what it reads must be files of this one, or offered.
    ///   - added: its music and voice-overs, on its own clock.
    ///   - decisions: of a director, by its segments.
    ///   - edits: as `PlannedRender.edits`.
    /// - Returns: `nil` if it shows anything else, or in another order.
    /// - Throws: as `planned`.
    package func editor(
        of composition: Composition, _ output: OutputSettings, added: [AddedSound], decisions: [Int: DirectorDecision],
        edits: String?
    ) throws -> FilmEditor? {
        guard timeline.frames(of: composition) != nil else { return nil }
        try check(output.finish)
        let sounds = film.plan.sounds.filter { $0.role == .recording } + (try added.map(source))
        var plan = film.plan.encoded(
            composition, output, sounds: sounds, cues: try output.graphics.readCues(),
            captions: try output.graphics.captionSheet(of: composition, sounds: sounds, output))
        plan.output.stretches = film.plan.output.stretches
        var planned = PlannedRender(plan: plan, adjustments: [], notes: film.notes)
        (planned.decisions, planned.blockers, planned.edits) = (decisions, film.blockers, edits)
        var editor = FilmEditor(planned)
        editor.offered = offered.union(film.plan.output.finish.files)
        return editor.frameCount == frameCount ? editor : nil
    }

    /// The film with other cuts, every frame of it encoded: nothing is read, decoded or tried, unless cropped cameras show
    /// what nobody has looked at.
    ///
    /// - Throws: `TimelineError`, `ParameterError` for a view, a camera or a transition that does not exist; as
    ///   `Finish.check`.
    ///
    /// - Parameter part: in which cropped cameras are aimed.
    package func planned(_ edition: Edition, aiming part: AimedPart = .whole) throws -> PlannedRender {
        for view in Set(edition.cuts.map(\.view)) { try stage.check(view) }
        for specification in Set(edition.cuts.map(\.transition.specification)) {
            if let file = specification.files(in: film.plan.catalogue).first(where: { !isKnown($0) }) {
                throw notOfFilm(file)
            }
            try specification.check(in: film.plan.catalogue)
        }
        var (composition, adjustments) = try composition(of: edition)
        composition = try aimed(composition, edition.finish.cropping, part)
        let (rate, kept, own) = (composition.frameRate, edition.kept, self.edition)
        let move = { (range: TimeRange) in kept.film(range, at: rate) }
        var output = film.plan.output
        var (cues, sounds) = (film.plan.cues, film.plan.sounds)
        if edition.finish != own.finish || kept != own.kept {
            try check(edition.finish)
            var finish = edition.finish.movingTimes(move)
            (finish.fit, finish.rateLimit) = (output.finish.fit, output.finish.rateLimit)
            if finish.graphics.subtitles != output.graphics.subtitles { cues = try readCues(finish.graphics) }
            // Of a film that was made shorter, subtitles may begin later, and fades are shorter, too.
            if kept == everything { try finish.graphics.check(cues, composition.duration) }
            finish.graphics.shortenFades(to: composition.duration)
            output.finish = finish
        }
        if edition.sound.choice != own.sound.choice || kept != own.kept {
            output.audio.choice = edition.sound.choice.moved(from: everything, to: kept, at: rate)
        }
        if edition.sound.added != own.sound.added || kept != own.kept {
            sounds = sounds.filter { $0.role == .recording }
            sounds += try edition.sound.added.map { try source(of: $0.movingTimes(move)) }
        }
        output.audio.mix = edition.sound.mix
        if kept != own.kept, output.metadata != nil {
            let take = film.plan.primaryTake
            output.metadata = film.plan.sources[take].metadata(of: composition, as: composition.session.takes[take])
        }
        let isSaidAsBefore =
            output.graphics.captions == film.plan.output.graphics.captions
            && composition.clock == film.plan.composition.clock
        let captions =
            isSaidAsBefore ? nil : try output.graphics.captionSheet(of: composition, sounds: sounds, output)
        let plan = film.plan.encoded(composition, output, sounds: sounds, cues: cues, captions: captions)
        if output.text != film.plan.output.text { try plan.checkFonts() }
        var planned = PlannedRender(plan: plan, adjustments: adjustments, notes: film.notes)
        planned.markers = film.markers.map { marker in
            var moved = marker
            guard kept != own.kept else { return marker }
            let start = kept.film(own.kept.timeline(marker.frames.lowerBound))
            moved.frames = start..<start + Int64(marker.frames.count)
            return moved
        }
        planned.decisions = composition.segments.enumerated().reduce(into: [:]) { result, segment in
            result[segment.offset] = segment.element.cut.flatMap { edition.decisions[$0] }?.movingTimes(move)
        }
        return planned
    }

    /// The gains of music that has none yet: below everything else.
    ///
    /// - Throws: as `planned`; `MediaError`.
    package func leveled(_ edition: Edition) throws -> Edition {
        var (edition, plan) = (edition, try planned(edition).plan)
        try plan.levelMusic()
        let added = plan.sounds.filter { $0.role != .recording }
        for (index, sound) in added.enumerated() {
            guard case .music(let music) = sound.role else { continue }
            edition.sound.added[index].role = .music(music)
        }
        return edition
    }

    /// Music or a voice-over, probed once.
    private func source(of sound: AddedSound) throws -> AudioSource {
        let known = film.plan.sounds.first { $0.path == sound.path && $0.role != .recording }
        guard known != nil || isKnown(sound.path) else { throw notOfFilm(sound.path) }
        var source =
            try known
            ?? files.sounds.withLock { known in
                let source = try known[sound.path] ?? sound.source()
                known[sound.path] = source
                return source
            }
        if case .music(let music) = sound.role, music.start >= source.extent.duration {
            throw PlanError(
                "this music is only \(source.extent.duration.clockDescription) long, so the film cannot begin later in it"
            )
        }
        source.role = sound.role
        return source
    }

    /// A composition whose cropped cameras point where they did in the film, in shots that are as they were, and
    /// otherwise at what they show.
    private func aimed(_ composition: Composition, _ cropping: Cropping, _ part: AimedPart) throws -> Composition {
        let own = film.plan
        let aimed = try CameraAiming(
            sources: own.sources, fit: own.output.fit, cropping: cropping, canvas: own.output.canvas.size,
            turns: composition.clock == own.composition.clock ? own.output.audio.turns : nil
        ).aimed(composition, part).0
        guard part == .whole, cropping == own.output.finish.cropping else { return aimed }
        struct Shot: Hashable {
            var start: MediaTime
            var count: Int
            var scene: Scene?
        }
        let shots = { (composition: Composition) in
            composition.segments.indices.map { index in
                let segment = composition.segments[index]
                return Shot(
                    start: composition.sessionTime(ofFrame: segment.frames.lowerBound, inSegment: index),
                    count: segment.frames.count, scene: segment.scene)
            }
        }
        let known = Dictionary(zip(shots(own.composition), own.composition.segments.map(\.aims))) { first, _ in first }
        return aimed.aimed(zip(shots(aimed), aimed.segments).map { shot, segment in known[shot] ?? segment.aims })
    }

    /// Read once: a file that is gone is missed when the film is made.
    private func readCues(_ graphics: Graphics) throws -> [TimeRange] {
        guard let path = graphics.subtitles else { return [] }
        return try files.cues.withLock { known in
            let cues = try known[path] ?? graphics.readCues()
            known[path] = cues
            return cues
        }
    }

    /// Whether a file is the film's, or may be chosen.
    private func isKnown(_ path: String) -> Bool {
        let own = film.plan.namedFiles + film.plan.otherInputs + film.plan.sounds.map(\.path)
        return offered.contains(FileSystem.absolute(path))
            || own.contains { FileSystem.absolute($0) == FileSystem.absolute(path) }
    }

    private func notOfFilm(_ path: String) -> PlanError {
        PlanError("\(path) is not a file of this film; name it where the film is planned")
    }

    /// What a film of an edition shows; its segments have the indices of the edition's cuts.
    private func composition(of edition: Edition) throws -> (Composition, [Adjustment]) {
        let (kept, rate) = (edition.kept, planner.frameRate)
        let cuts = edition.cuts.enumerated().map { (index: $0.offset, cut: $0.element) }
            .sorted { $0.cut.time < $1.cut.time }
        let frames = cuts.map { rate.frame(at: $0.cut.time, .nearest) }
        var planner = planner
        planner.excerpt = timeline.keeping(kept)
        var shown: [(index: Int, cut: CutPoint)] = []
        for (range, part) in zip(kept.ranges, kept.parts) {
            // What the last cut before it shows, and what changes in it.
            let next = frames.partitioningIndex { $0 > range.lowerBound }
            if next > 0, shown.last?.cut.view != cuts[next - 1].cut.view {
                var cut = cuts[next - 1]
                cut.cut.time = rate.time(ofFrame: part.lowerBound)
                if part.lowerBound == 0 { cut.cut.transition = .hardCut }
                shown.append(cut)
            } else if part.lowerBound > 0 {
                planner.joins[part.lowerBound] = joins[range.lowerBound]
            }
            for place in next..<cuts.count where frames[place] < range.upperBound {
                var cut = cuts[place]
                cut.cut.time = rate.time(ofFrame: part.lowerBound + frames[place] - range.lowerBound)
                shown.append(cut)
            }
        }
        let (composition, adjustments) = try planner.plan(shown.map(\.cut))
        let segments = composition.segments.map { segment in
            var segment = segment
            segment.cut = segment.cut.map { shown[$0].index }
            return segment
        }
        let named = Composition(
            session: composition.session, frameRate: rate, clock: composition.clock, segments: segments,
            transitions: composition.transitions)
        return (named, adjustments)
    }

    /// An edit chooses no files, and not what the canvas depends on.
    private func check(_ finish: Finish) throws {
        let (own, duration) = (film.plan.output, planner.frameRate.time(ofFrame: frameCount))
        if let file = finish.files.first(where: { !isKnown($0) }) { throw notOfFilm(file) }
        try finish.check(planner.session.angles)
        guard finish.looks.isEmpty || !own.canvas.color.isHighDynamicRange else {
            throw PlanError("looks are made for standard dynamic range, and this film has more")
        }
        if let poster = finish.poster, poster >= duration { throw RequestError.poster(poster, film: duration) }
        try finish.graphics.checkFonts()
        try finish.graphics.check([], duration)
    }

    /// What an edited film will most likely copy. Packets are not tried: rendering may have to encode a copy that
    /// is expected here, never the other way round.
    ///
    /// - Throws: `MediaError` if the packets of a recording cannot be read; they are read once.
    package func expectedSpans(of plan: RenderPlan) throws -> [Span] {
        guard plan.output.stretches != .encode else {
            let all = 0..<plan.composition.frameCount
            return [.encode(EncodeSpan(frames: all, parts: [.init(frames: all, reason: .full)]))]
        }
        var indexes = try indexes()
        let altered = film.plan.alterations
        for (take, blocker) in film.blockers where altered[take] == nil { indexes[take] = .failure(blocker) }
        return SpanPlanner(
            composition: plan.composition, indexes: plan.alterations.over(indexes), drawnOver: plan.drawnOver
        ).spans()
    }

    /// A film with other cuts as rendering makes it: packets are rewritten as a trial. If nothing can be copied, all of
    /// it is encoded.
    ///
    /// - Throws: as `CompositionRequest.plan`.
    package func tried(_ edited: PlannedRender) throws -> PlannedRender {
        guard edited.plan.output.stretches != .encode else { return edited }
        var tried = edited
        do {
            let outcome = try CopyPlanner(full: edited.plan).plan(indexes())
            (tried.plan, tried.blockers) = (outcome.plan, outcome.blockers)
        } catch let error as SmartError {
            tried.plan.output.stretches = .encode
            tried.refusals = error.reasons
        }
        try tried.plan.copyAudio()
        return tried
    }

    private func indexes() throws -> [Result<GOPIndex, CopyBlocker>] {
        let plan = film.plan
        return try CopyPlanner.indexes(
            plan.sources, primary: plan.primaryTake, canvas: plan.output.canvas, codec: plan.output.codec,
            frameRate: plan.composition.frameRate)
    }
}

/// Files that edits have chosen, by their paths.
private final class ReadFiles: Sendable {
    let sounds = Mutex<[String: AudioSource]>([:])
    let cues = Mutex<[String: [TimeRange]]>([:])
}

extension Graphics {
    fileprivate mutating func shortenFades(to film: MediaTime) {
        let all = [fadeIn, fadeOut].compactMap { $0?.duration }.reduce(.zero, +)
        guard all > film else { return }
        let fitting = { (fade: MediaTime) in
            MediaTime(flicks: rescale(fade.flicks, film.flicks, over: all.flicks, .down))
        }
        for fade in [\Graphics.fadeIn, \.fadeOut] {
            guard let duration = self[keyPath: fade]?.duration else { continue }
            self[keyPath: fade]?.duration = fitting(duration)
        }
    }
}

extension AddedSound {
    /// With another time of a voice-over: music begins with the film.
    fileprivate func movingTimes(_ move: (TimeRange) -> TimeRange) -> AddedSound {
        guard case .voiceOver(var voice) = role else { return self }
        var moved = self
        voice.time = move(TimeRange(start: voice.time, duration: MediaTime(flicks: 1))).start
        moved.role = .voiceOver(voice)
        return moved
    }
}

extension DirectorDecision {
    fileprivate func movingTimes(_ move: (TimeRange) -> TimeRange) -> DirectorDecision {
        guard case .speaks(let angle, let start?) = reason else { return self }
        var moved = self
        moved.reason = .speaks(angle, from: move(TimeRange(start: start, duration: MediaTime(flicks: 1))).start)
        return moved
    }
}

extension Finish {
    /// With other times of titles, the logo and the poster; those that have none any more are left out.
    fileprivate func movingTimes(_ move: (TimeRange) -> TimeRange) -> Finish {
        var finish = self
        finish.graphics.titles = graphics.titles.compactMap { title in
            var title = title
            title.range = move(title.range)
            return title.range.isEmpty ? nil : title
        }
        if let range = graphics.logo?.range {
            finish.graphics.logo?.range = move(range)
            if move(range).isEmpty { finish.graphics.logo = nil }
        }
        finish.poster = poster.map { move(TimeRange(start: $0, duration: MediaTime(flicks: 1))).start }
        return finish
    }
}

extension AudioSettings.Choice {
    /// What is heard where other parts of the timeline are kept. Of a part that is put back, it is not known who speaks:
    /// everybody is heard there.
    fileprivate func moved(from own: KeptFrames, to kept: KeptFrames, at rate: FrameRate) -> Self {
        switch self {
        case .none, .angle, .follow, .mix: return self
        case .speakers(let turns):
            let known = turns.flatMap { turn in
                own.timelinePieces(of: turn.range, at: rate).map { SpeakerTurn(angle: turn.angle, range: $0.timeline) }
            }
            let whole = 0..<max(own.ranges.last!.upperBound, kept.ranges.last!.upperBound)
            let unknown = [whole].without(own.ranges).flatMap { gap in
                Set(turns.map(\.angle)).map { angle in
                    SpeakerTurn(
                        angle: angle,
                        range: TimeRange(
                            start: rate.time(ofFrame: gap.lowerBound), end: rate.time(ofFrame: gap.upperBound)))
                }
            }
            let moved = (known + unknown).flatMap { turn in
                kept.pieces(of: turn.range, at: rate).map { SpeakerTurn(angle: turn.angle, range: $0.film) }
            }
            let sorted = moved.sorted { ($0.range.start, $0.angle.name) < ($1.range.start, $1.angle.name) }
            return .speakers(sorted.joiningNeighbors)
        case .tracks(let tracks):
            return .tracks(
                tracks.map { track in
                    var moved = track
                    moved.clips = track.clips.flatMap { clip in
                        own.timelinePieces(of: clip.range, at: rate).flatMap { piece in
                            kept.pieces(of: piece.timeline, at: rate).map { part in
                                let offset =
                                    part.timeline.start - piece.timeline.start + piece.film.start
                                    - clip.range.start
                                return clip.part(part.film, from: offset)
                            }
                        }
                    }.sorted { $0.range.start < $1.range.start }
                    return moved
                })
        }
    }
}

extension [SpeakerTurn] {
    /// Those of one microphone that touch are one.
    fileprivate var joiningNeighbors: [SpeakerTurn] {
        reduce(into: []) { result, turn in
            if let last = result.lastIndex(where: { $0.angle == turn.angle }),
                result[last].range.end == turn.range.start
            {
                result[last].range.end = turn.range.end
            } else {
                result.append(turn)
            }
        }
    }
}

extension SoundTrack.Clip {
    /// A part of it, elsewhere in the film; cut ends have no fades.
    fileprivate func part(_ film: TimeRange, from offset: MediaTime) -> Self {
        var part = self
        (part.range, part.start) = (film, start + offset)
        if offset > .zero { part.fadeIn = .zero }
        if offset + film.duration < range.duration { part.fadeOut = .zero }
        return part
    }
}
