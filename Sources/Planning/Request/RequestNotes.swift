import Audio
import MediaIO
import MediaTime
import Pictures
import Placing
import Timeline
import Transitions

extension CompositionRequest {
    /// What a user should know about the resulting shots.
    ///
    /// - Parameter speakers: the microphones that tell who speaks.
    func notes(
        on cuts: [CutPoint], _ composition: Composition, _ adjustments: [Adjustment], speakers: [Angle]
    ) -> [Diagnostic] {
        rangeNotes(composition.session) + switchNotes(cuts, composition, adjustments, speakers)
            + unusedCameras(composition)
    }

    /// What the platform of a film does not take, or covers.
    func destinationNotes(_ plan: RenderPlan) -> [Diagnostic] {
        guard let destination else { return [] }
        let covered = plan.coveredPlaces
        return destination.breaches(plan.composition, plan.output).map { .refused($0, by: destination) }
            + (covered.isEmpty ? [] : [.covered(covered, by: destination)])
    }

    /// Of three and more: with two, another note says why only one is shown.
    private func unusedCameras(_ composition: Composition) -> [Diagnostic] {
        let shown = Set(composition.segments.flatMap { $0.scene?.angles ?? [] })
        let angles = composition.session.angles
        return angles.count > 2 ? angles.filter { !shown.contains($0) }.map(Diagnostic.cameraUnused) : []
    }

    /// Times beyond the end of the recording.
    private func rangeNotes(_ session: Session) -> [Diagnostic] {
        let recording = session.union.duration
        var notes: [Diagnostic] = []
        // A recording's length is not known to the frame.
        if let range, range.end < .distantFuture, range.end > recording + .milliseconds(100) {
            notes.append(.endsBeyond(range.end, recording: recording))
        }
        let film = TimeRange(
            start: range?.start ?? .zero, end: min(range?.end ?? recording, max(recording, range?.start ?? .zero)))
        return notes
            + skipped.filter { $0.end <= film.start || $0.start >= film.end }.map { .skipsBeyond($0, film: film) }
    }

    private func switchNotes(
        _ cuts: [CutPoint], _ composition: Composition, _ adjustments: [Adjustment], _ speakers: [Angle]
    ) -> [Diagnostic] {
        let angles = composition.session.angles
        if policy != .never || director != nil, angles.count == 1 {
            return composition.switchCount == 0
                ? [.onlyCamera(angles[0], microphone: speakers.count > 1 ? speakers[0] : nil)] : []
        }
        if director != nil { return composition.switchCount == 0 ? [.neverSwitches(.director)] : [] }
        guard case .every(let interval) = policy else { return [] }
        // A single view may still change, to one camera where another has no footage.
        if views.count == 1 { return [.neverSwitches(.oneView)] }
        guard composition.switchCount == 0 else {
            // Cuts nearer to the end are dropped.
            let rate = composition.frameRate
            let last = composition.duration - rate.time(ofFrame: rate.frame(at: leastShot, .down))
            let unused = views.filter { view in
                !cuts.contains { $0.view == view && $0.time <= last }
                    && !composition.segments.contains { $0.scene?.untouchedAngle.map(View.single) == view }
            }
            return unused.isEmpty ? [] : [.viewsUnused(unused)]
        }
        let lacksFootage = adjustments.contains { if case .sceneReplaced = $0.change { true } else { false } }
        let why: Diagnostic.NoSwitch =
            cuts.count < 2
            ? .filmEnds(firstSwitch: interval)
            : leastShot <= interval && lacksFootage ? .noFootage : .shortestShot(leastShot, interval: interval)
        return [.neverSwitches(why)]
    }
}

extension RequestPlanner {
    /// Without what concerns only sound that the film does not contain: of a recording that is not heard, or after its end.
    func withoutUnheardLosses(_ notes: [Diagnostic], _ plan: RenderPlan) -> [Diagnostic] {
        let heard = Set(plan.recordedTracks.map(\.source))
        let paths = Set((plan.mix?.tracks ?? []).compactMap { plan.audioSource($0.source)?.path })
        return notes.filter { note in
            if case .oneSided(let path, _, _) = note { return paths.contains(path) }
            guard case .lostSamples(let path, _, let time, _) = note,
                let source = plan.audioSources.first(where: { $0.value.path == path })
            else { return true }
            let place = session.recordingClock.source(at: source.value.clock.target(at: time))
            return heard.contains(source.key) && place < request.range?.end ?? .distantFuture
        }
    }

    /// Without how to use sounds that are used already.
    func withoutNamesOfSpeakers(_ notes: [Diagnostic]) -> [Diagnostic] {
        guard let speech = director?.speech ?? speech else { return notes }
        return notes.filter { note in
            if case .soundNamed(let one) = note { !speech.speakers.contains(one.angle) } else { true }
        }
    }

    /// The files without a picture that are nowhere heard, unless named automatically, and all whose gain is changed.
    func unusedSounds(_ plan: RenderPlan) -> [Diagnostic] {
        if [.none, .mix, .speakers].contains(request.sound) || speech != nil || recording.live != nil { return [] }
        let named = Set(recording.notes.compactMap { if case .soundNamed(let one) = $0 { one.angle } else { nil } })
        let heard = Set(plan.recordedTracks.compactMap { plan.audioSource($0.source)?.angle })
        let unheard = recording.soundNames.filter { !heard.contains($0) && request.mix.factor(of: $0) > 0 }
        if request.sound == .primary, unheard.count > 1 { return [.microphonesUnused(unheard)] }
        var amplified = request.mix.levels.filter { $0.gain != 0 && !$0.isMuted }.map(\.angle)
        // Not by name.
        if amplified.count == session.angles.count + recording.soundNames.count { amplified = [] }
        let wanted = recording.soundNames.filter { !named.contains($0) } + amplified
        return wanted.enumerated().filter { !heard.contains($1) && !wanted[..<$0].contains($1) }
            .map { .soundUnused($0.element) }
    }
}

extension Scene {
    /// The camera that fills the canvas in the usual way, even if others are in front of it.
    fileprivate var fullAngle: Angle? {
        visibleLayers.first { $0.rectangle == .full && $0.framing == Framing() }?.angle
    }
}

extension Composition {
    /// Views that leave out much of what they show, in the order of the film.
    func croppingNotes(on stage: Stage) -> [Diagnostic] {
        segments.compactMap(\.scene).reduce(into: [ViewCropping]()) { croppings, scene in
            if let cropping = ViewCropping(of: scene, on: stage),
                !croppings.contains(where: { $0.view == cropping.view })
            {
                croppings.append(cropping)
            }
        }
        .map(Diagnostic.viewCrops)
    }

    /// Gaps where no camera has footage.
    var holeNotes: [Diagnostic] {
        let holes = segments.filter { $0.scene == nil }.map(\.frames)
        guard let first = holes.first else { return [] }
        let time = frameRate.time(ofFrame:)
        return [
            .black(
                TimeRange(start: time(first.lowerBound), end: time(first.upperBound)), others: holes.count - 1,
                total: time(holes.reduce(0) { $0 + Int64($1.count) }))
        ]
    }
}

extension RenderPlan {
    /// The camera or sound file that is heard throughout, if it is a single one.
    package var onlyHeardAngle: Angle? {
        let heard = Set(recordedTracks.compactMap { audioSource($0.source)?.angle })
        return heard.count == 1 ? heard.first : nil
    }

    /// Where the sound changes cameras because footage ends or begins.
    var audioNotes: [Diagnostic] {
        guard case .angle = output.audio.choice else { return [] }
        // The last frame may extend slightly beyond the footage; that end is inaudible.
        let end = composition.duration - .milliseconds(100)
        return mixPlanner(output.audio.mix).changes().filter { $0.time < end }.map {
            .audioChanges(at: $0.time, from: $0.from, to: $0.to, until: $0.until, $0.why)
        }
    }

    /// Voice-overs cut off by the end of the film, and music shorter than the film.
    var addedSoundNotes: [Diagnostic] {
        // Files end with some silence; a tenth of a second is too short for a word.
        let least = MediaTime.milliseconds(100)
        return sounds.compactMap { source in
            switch source.role {
            case .recording: return nil
            case .voiceOver(let voice):
                let rest = voice.time + source.extent.duration - composition.duration
                if rest > least { return .voiceOverCut(path: source.path, by: rest) }
                let isHeard = output.audio.mix.ducking == nil && !recordedTracks.isEmpty
                return isHeard ? .voiceOverNotDucked(path: source.path) : nil
            case .music(let music):
                let end = source.extent.duration - music.start
                return !music.loops && end + least < composition.duration
                    ? .musicEnds(path: source.path, at: end) : nil
            }
        }
    }

    /// Reports sound that could exceed full scale if every track peaked at the same moment.
    var clippingNotes: [Diagnostic] {
        // Level targets are reached with a limiter.
        guard output.audio.level == nil else { return [] }
        // Recordings that are not mixed are heard one at a time.
        let isSum = if case .tracks = output.audio.choice { true } else { output.audio.choice == .mix }
        // Levels are matched as far as measured peaks allow.
        var unmatched = output.audio.mix
        for index in unmatched.measurements.indices { unmatched.measurements[index].gain = 0 }
        guard let mix = plannedMix(unmatched) else { return [] }
        let highest = mix.highestGain { track in !isSum && isRecorded(track.source) }
        // Music well below the recording adds 1 dB at most, and two peaks seldom coincide.
        return Double(highest) > Decibels.factor(1.5) ? [.mayClip(factor: Double(highest))] : []
    }

    /// The camera shown whose pictures are reduced most because the film has the primary camera's size.
    var sizeNotes: [Diagnostic] {
        let (canvas, primary) = (output.canvas.size, output.primary)
        let shown = Set(composition.segments.compactMap { $0.scene?.untouchedAngle })
        let sizes = zip(composition.session.takes, sources).map { ($0.angle, $1.uprightSize) }
        let short = { (size: PictureSize) in min(size.width, size.height) }
        let largest = sizes.filter { shown.contains($0.0) }.max { short($0.1) < short($1.1) }
        guard let (angle, size) = largest, short(size) > short(canvas) + 1 else { return [] }
        return [.smaller(canvas, primary: primary, angle, size)]
    }

    /// The cameras that fill the film, alone or behind others, and have a different shape.
    var framingNotes: [Diagnostic] {
        let shown = Set(composition.segments.compactMap { $0.scene?.fullAngle })
        return composition.session.angles.filter(shown.contains).compactMap { angle in
            let takes = composition.session.takes.indices.filter { composition.session.takes[$0].angle == angle }
            return takes.lazy.compactMap { framingNote(angle, sources[$0].uprightSize) }.first
        }
    }

    /// One percent is not visible.
    private static let leastNoted = 0.01

    private func framingNote(_ angle: Angle, _ size: PictureSize) -> Diagnostic? {
        let framing = output.fit.effect(on: size, canvas: output.canvas.size)
        switch framing {
        case .bars(let share) where share >= Self.leastNoted, .cropped(let share) where share >= Self.leastNoted:
            return .framed(angle, size, film: output.canvas.size, framing)
        default: return nil
        }
    }
}
