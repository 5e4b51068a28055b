import MediaIO
import MediaTime
import Pictures
import Planning
import Timeline

extension ExchangeFormat {
    /// Everything in a plan that the format does not carry.
    ///
    /// What only its writer knows, such as rows left out of a table, comes from there.
    func notes(_ planned: PlannedRender) -> [ExchangeNote] {
        let lost = missing(planned)
        return pictureNotes(planned.plan.composition) + soundNotes(planned.plan)
            + (lost.isEmpty ? [] : [.without(lost)])
    }

    private var hasViews: Bool { [.csv, .fcp7xml, .mlt].contains(self) }
    private var hasMarkers: Bool { [.otioCuts, .otioMulticam].contains(self) }

    private func canWrite(_ transition: Composition.Transition) -> Bool {
        let specification = transition.specification
        return switch self {
        case .csv: true
        case .edl: specification.name == "dissolve" || WipeCode(specification) != nil
        case .mlt: specification.name == "dissolve" || MeltWipe(specification) != nil
        case .fcp7xml, .fcpxml, .otioCuts, .otioMulticam: specification.name == "dissolve"
        }
    }

    private func pictureNotes(_ composition: Composition) -> [ExchangeNote] {
        let scenes = composition.segments.compactMap(\.scene)
        let views = hasViews ? 0 : scenes.count { $0.angles.count > 1 }
        let kinds = composition.transitions.count { !canWrite($0) }
        // A table names views with their edges; without views there are none.
        let edges = hasViews && self != .csv ? scenes.count { $0.layers.contains { !$0.edge.isPlain } } : 0
        // The last frame of a recording may be a fraction too short.
        let held =
            self == .csv
            ? 0
            : composition.segments.indices.reduce(0) { sum, index in
                sum + composition.parts(ofSegment: index).count { $0.isHeld && $0.frames.count > 1 }
            }
        return (views > 0 ? [.views(views)] : []) + (kinds > 0 ? [.transitions(kinds)] : [])
            + (edges > 0 ? [.edges(edges)] : []) + (held > 0 ? [.heldPictures(held)] : [])
    }

    private func soundNotes(_ plan: RenderPlan) -> [ExchangeNote] {
        let tracks = plan.heardTracks.count
        switch self {
        case .edl where tracks > EditDecisionList.channels.count:
            return [.soundTracks(tracks - EditDecisionList.channels.count)]
        case .mlt, .fcpxml:
            return tracks > 0 && plan.heardTakes.isEmpty ? [.sound] : []
        // A table has only cuts.
        case .csv, .edl, .fcp7xml, .otioCuts, .otioMulticam: return []
        }
    }

    /// Parts of the film that the format has no place for.
    private func missing(_ planned: PlannedRender) -> [ExchangeNote.Part] {
        let (plan, output) = (planned.plan, planned.plan.output)
        let scenes = plan.composition.segments.compactMap(\.scene)
        let sound = output.audio
        let found: [(ExchangeNote.Part, Bool)] = [
            (.ranges, self == .csv && plan.composition.leavesOut),
            (.timing, self == .csv && plan.composition.hasUnusualTransitions),
            (.framing, scenes.contains(where: losesFraming)),
            (.backdrop, output.fit == .blur || scenes.contains { $0.layers.contains { $0.framing.fit == .blur } }),
            (.looks, !output.looks.isEmpty),
            (.stabilization, output.stabilization != nil),
            (.graphics, output.graphics != nil),
            (.text, output.text != nil),
            (.music, plan.sounds.contains { if case .music = $0.role { true } else { false } }),
            (.voiceOvers, plan.sounds.contains { if case .voiceOver = $0.role { true } else { false } }),
            (.gains, sound.changesLevels),
            (.cleaning, sound.mix.cleanings.contains { !$0.filters.isNothing }),
            (.fades, sound.mix.fadeIn > .zero || sound.mix.fadeOut > .zero),
            (.roomTone, sound.roomTones?.isEmpty == false),
            (.loudness, sound.level != nil),
            (.markers, !planned.markers.isEmpty && !hasMarkers),
            (.chapters, output.hasChapters),
        ]
        return found.filter(\.1).map(\.0)
    }

    /// Whether a camera that is shown alone is zoomed or cropped, and the format cannot say so.
    private func losesFraming(_ scene: Scene) -> Bool {
        guard let layer = scene.layers.first, scene.layers.count == 1, layer.framing != Framing() else { return false }
        switch self {
        case .fcp7xml, .mlt: return false
        // A table has the view's own parameters, not those of the camera.
        case .csv: return scene.name == nil
        case .edl, .fcpxml, .otioCuts, .otioMulticam: return true
        }
    }
}

extension AudioSettings {
    /// Whether any sound is not heard at its own level throughout.
    fileprivate var changesLevels: Bool {
        if case .speakers = choice { return true }
        return mix.levels.contains { $0.gain != 0 && !$0.isMuted } || mix.measurements.contains { $0.gain != 0 }
    }
}

extension Composition {
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
