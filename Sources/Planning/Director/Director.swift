import Analysis
import MediaIO
import MediaTime
import Placing
import Timeline

/// Chooses the cuts of a film from its sound and pictures (docs/decisions/0024-the-director.md).
struct Director {
    private let request: DirectorRequest
    private let session: Session
    private let views: [(view: View, kind: ShotView)]
    /// The camera that shows everybody.
    private let wide: Angle?
    private let lead: DirectorLead
    /// Who speaks, if that decides the cuts.
    var speech: Speech? { if case .speech(let speech) = lead { speech } else { nil } }
    let pictures: CameraPictures
    /// Decisions the user should know.
    let notes: [Diagnostic]

    /// Reads the sounds and samples the pictures once.
    ///
    /// - Parameters:
    ///   - cameras: in order of preference.
    ///   - steadied: those that are stabilized.
    /// - Throws: as `DirectorHearing.lead`, and `TimelineError.unknownAngle`.
    init(
        _ request: DirectorRequest, _ recording: Recording, cameras: [Angle], steadied: Set<Angle>, music: AddedSound?
    ) throws {
        (self.request, session) = (request, recording.session)
        if let wide = request.wide, !session.angles.contains(wide) {
            throw TimelineError.unknownAngle(name: wide.name, known: session.angles.map(\.name))
        }
        lead = try DirectorHearing(recording: recording, cameras: cameras, wide: request.wide, music: music)
            .lead(request.subject == .auto && !request.speakers.isEmpty ? .speech : request.subject)
        var notes: [Diagnostic] = []
        var wide = request.wide
        switch lead {
        case .speech(let speech):
            let casting = Casting(
                recording: recording, cameras: cameras, wide: request.wide, asked: request.speakers, speech: speech)
            let cast = try casting.views(.standard)
            notes += Self.notes(on: cast, speech)
            // One picture may show several speakers.
            var shown: [(view: View, speakers: Set<Int>)] = []
            for (speaker, found) in cast.enumerated() {
                guard let view = found?.view else { continue }
                if let index = shown.firstIndex(where: { $0.view == view }) {
                    shown[index].speakers.insert(speaker)
                } else {
                    shown.append((view, [speaker]))
                }
            }
            let everybody = Set(cast.indices.filter { cast[$0] != nil })
            let isWide = { (view: View, speakers: Set<Int>) in
                view == request.wide.map(View.single) || everybody.count > 1 && speakers == everybody
            }
            // Cameras without a speaker are assumed to show everybody, as does one that shows speakers by its parts.
            let others = cameras.filter { camera in
                !shown.contains { $0.view == .single(camera) }
                    && (camera == request.wide || !shown.contains { $0.view.cameraAlone(in: cameras) == camera })
            }
            // With a microphone for each speaker, a camera that nobody has is for all of them.
            let isApart = speech.speakers.allSatisfy(recording.soundNames.contains)
            if wide == nil, isApart, others.count == 1, cameras.count > 1 { wide = others[0] }
            views =
                shown.map { ($0.view, isWide($0.view, $0.speakers) ? .everybody : .speakers($0.speakers)) }
                + others.map { (.single($0), .everybody) } + (request.both.map { [($0, .everybody)] } ?? [])
        case .music, .picture: views = cameras.map { (.single($0), .everybody) }
        }
        switch (request.subject, lead) {
        case (.auto, .picture): notes.append(.followsPicture)
        case (.auto, .music): notes.append(.followsMusic)
        default: break
        }
        self.notes = notes
        self.wide = wide
        pictures = try CameraPictures(cameras, recording, steadied: steadied)
    }

    /// Who shows whom, unless all was said or is the cameras' own sound.
    private static func notes(on cast: [Casting.Found?], _ speech: Speech) -> [Diagnostic] {
        let found = zip(speech.speakers, cast).compactMap { speaker, found in
            found.flatMap { found in
                found.reason.map { Diagnostic.ShownSpeaker(speaker, by: found.view, $0) }
            }
        }
        return found.isEmpty ? [] : [.speakersShown(found)]
    }

    /// The cuts of the film, the first one at zero, and which cameras they show less because of their pictures.
    ///
    /// - Parameters:
    ///   - opening: the camera to begin with: if nobody speaks, or in any case.
    ///   - shortest: the shortest shot that the user requested.
    ///   - least: the shortest shot if the user requested none.
    func cuts(
        _ timing: FilmTiming, opening: (camera: Angle, isFixed: Bool), shortest: MediaTime?, least: MediaTime
    ) -> (cuts: [DirectorCut], avoided: [Diagnostic]) {
        let steps = timing.excerpt.clock.steps(
            in: timing.recordingClock, duration: timing.rate.time(ofFrame: timing.excerpt.frameCount))
        let faults = views.map { unusable($0.view, steps) }
        let unseen = Unseen(
            absent: views.map { hidden($0.view, steps.count, timing) },
            unusable: faults.map { $0.map { $0?.hidesEverything == true }.runs },
            shaky: faults.map { $0.map { $0 == .shaky }.runs })
        let first = views.firstIndex { $0.view.camera == opening.camera }
        let limited = { (rules: ShotRules) in
            var rules = rules
            // Cuts are rounded to the nearest frame, which may shorten a shot by a frame.
            let frame = timing.rate.frameDuration.approximateSeconds
            if let shortest {
                rules.lengthen(to: shortest.approximateSeconds + frame)
            } else {
                // A limit leaves room for shots of half its length, on a beat as well.
                let most = request.longestShot.map { $0.approximateSeconds / 2 } ?? rules.shortest
                rules.shortest = max(min(rules.shortest, most), least.approximateSeconds) + frame
            }
            if let longest = request.longestShot {
                rules.limit(to: longest.approximateSeconds - frame)
            }
            return rules
        }
        let chosen = { unseen in
            self.chosen(steps, unseen, first.map { ($0, opening.isFixed) }, limited, timing)
        }
        let (shots, decided) = chosen(unseen)
        let cuts = shots.indices.map { index in
            var cut = decided[index]
            if !cut.isToSpeaker,
                let reason = self.reason(
                    for: shots[index], cut, after: index == 0 ? first : shots[index - 1].view, faults)
            {
                cut.decision = reason
            }
            return cut
        }
        guard faults.joined().contains(where: { $0 != nil }) else { return (cuts, []) }
        let (others, _) = chosen(Unseen(absent: unseen.absent))
        return (cuts, avoided(shots, insteadOf: others, faults))
    }

    /// The cameras that are shown less because of their pictures.
    ///
    /// - Parameter others: the shots if all pictures were good.
    private func avoided(
        _ shots: [ChosenShot], insteadOf others: [ChosenShot], _ faults: [[PictureFault?]]
    ) -> [Diagnostic] {
        let (shown, wished) = (shots.viewsByStep, others.viewsByStep)
        return views.indices.compactMap { number in
            guard let angle = camera(of: views[number].view) else { return nil }
            var lost: [PictureFault: Int] = [:]
            for (step, fault) in faults[number].enumerated() where wished[step] == number && shown[step] != number {
                if let fault { lost[fault, default: 0] += 1 }
            }
            // Of equal ones, the most certain.
            let kinds = PictureFault.allCases.filter { lost[$0] != nil }
            guard let most = kinds.max(by: { lost[$0]! < lost[$1]! }), lost[most]! >= Self.leastAvoided else {
                return nil
            }
            return .avoided(angle, most, Self.time(lost[most]!), of: Self.time(shown.count))
        }
    }

    private func chosen(
        _ steps: [Int], _ unseen: Unseen, _ opening: (view: Int, isFixed: Bool)?, _ limited: (ShotRules) -> ShotRules,
        _ timing: FilmTiming
    ) -> ([ChosenShot], [DirectorCut]) {
        switch lead {
        case .speech(let speech):
            var rules = limited(request.style.rules)
            rules.hasReactions = rules.hasReactions || request.hasReactions
            let wide = wide.flatMap { wide in views.firstIndex { $0.view == .single(wide) } }
            let shots = speech.talk.following(steps).shots(
                views.map(\.kind), unseen: unseen, opening: opening, wide: wide, rules)
            return (shots, shots.map { cut($0, speech.speakers) })
        case .music(let rhythm, let rule):
            let beats = rhythm.beats(timing)
            let rules = limited(rule.isSteady ? .steady : request.style.rules.toMusic)
            let shots = beats.map(\.beat).cuts(rule).shots(
                steps.count, cameras: views.count, unseen: unseen, opening: opening?.view ?? 0, rules)
            return (shots, shots.map { cut($0, beats) })
        case .picture:
            let shots = pictures.motion.following(steps).shots(
                unseen, opening: opening, limited(request.style.rules.toPicture))
            return (shots, shots.map(cut))
        }
    }

    /// In steps: for less, cuts were only moved.
    private static let leastAvoided = Conversation.rate

    private static func time(_ step: Int) -> MediaTime { .ofStep(step) }

    /// The camera of a view that shows one, as it is or a part of it.
    private func camera(of view: View) -> Angle? { view.cameraAlone(in: session.angles) }

    /// The steps of the film at which a camera has no footage; other views are checked when they are laid out.
    private func hidden(_ view: View, _ count: Int, _ timing: FilmTiming) -> [Range<Int>] {
        guard let angle = camera(of: view) else { return [] }
        let covered = session.coverage(of: angle)
        let clock = timing.excerpt.clock
        return (0..<count).map { step in
            let time = clock.target(at: Self.time(step))
            return !covered.contains { $0.contains(time) }
        }.runs
    }

    /// Why a view is avoided, at each step of the film; a view of several cameras never is.
    private func unusable(_ view: View, _ steps: [Int]) -> [PictureFault?] {
        guard let angle = camera(of: view) else { return steps.map { _ in nil } }
        return pictures.faults(of: angle, at: steps)
    }

    /// The reason for a shot, if the camera shown before is unusable for most of its first second.
    private func reason(
        for shot: ChosenShot, _ cut: DirectorCut, after view: Int?, _ faults: [[PictureFault?]]
    ) -> DirectorDecision? {
        guard let view, view != shot.view, let angle = camera(of: views[view].view) else { return nil }
        let own = faults[view][shot.steps]
        let beginning = own.prefix(Conversation.rate)
        guard let fault = beginning.last ?? nil, beginning.count(where: { $0 != nil }) * 2 > beginning.count else {
            return nil
        }
        // Shake is a reason only where nothing else is.
        guard fault.hidesEverything || [.quiet, .variety].contains(cut.decision.reason) else { return nil }
        let share = Double(own.count(where: { $0 != nil })) / Double(own.count)
        return DirectorDecision(reason: .unusable(angle, fault), score: (share * 100).rounded() / 100)
    }

    private func cut(_ shot: ChosenShot, _ speakers: [Angle]) -> DirectorCut {
        let (view, kind) = views[shot.view]
        let isOpening = shot.steps.lowerBound == 0
        let reason: DirectorDecision.Reason =
            switch kind {
            case .everybody where isOpening && shot.score < Self.mostlyTogether: .opening
            case .speakers where isOpening && shot.onset == nil: .opening
            case .everybody where shot.score >= Self.mostlyTogether: .together
            case .everybody: .variety
            case .speakers where shot.isReaction || shot.score < 0.5 && !shot.beginsTurn: .listens
            case .speakers:
                shot.onset.map { .speaks(speakers[shot.speaker ?? 0], from: Self.time($0)) } ?? .quiet
            }
        // A picture of everybody includes the speaker.
        let score = [.variety, .opening].contains(reason) ? 1 : Double(shot.score)
        return DirectorCut(
            time: Self.time(shot.steps.lowerBound), view: view, decision: .init(reason: reason, score: score))
    }

    /// The share of crosstalk in its speech from which a shot of everybody counts as several people speaking at once.
    private static let mostlyTogether: Float = 0.3

    /// The mean motion from which on a shot counts as an event.
    private static let eventful: Float = 0.2

    private func cut(_ shot: ChosenShot) -> DirectorCut {
        let (view, isFirst) = (views[shot.view].view, shot.steps.lowerBound == 0)
        var decision = DirectorDecision(reason: isFirst ? .opening : .variety, score: 1)
        if let angle = camera(of: view), shot.score >= Self.eventful {
            decision = DirectorDecision(reason: .happens(angle), score: Double(shot.score))
        }
        return DirectorCut(time: Self.time(shot.steps.lowerBound), view: view, decision: decision)
    }

    private func cut(_ shot: ChosenShot, _ beats: [(time: MediaTime, beat: Beats.Beat)]) -> DirectorCut {
        let step = shot.steps.lowerBound
        guard step > 0, let found = beats.first(where: { $0.beat.step == step }) else {
            return DirectorCut(
                time: Self.time(step), view: views[shot.view].view, decision: .init(reason: .opening, score: 1))
        }
        let strongest = max(beats.map(\.beat.strength).max() ?? 1, .leastNormalMagnitude)
        return DirectorCut(
            time: found.time, view: views[shot.view].view,
            decision: .init(
                reason: found.beat.isDownbeat ? .bar : .beat,
                score: Double((found.beat.strength / strongest * 100).rounded() / 100)))
    }
}

extension [ChosenShot] {
    /// The view that is shown at each step.
    fileprivate var viewsByStep: [Int] { flatMap { shot in shot.steps.map { _ in shot.view } } }
}
