import Parameters
import MediaTime
import Timeline

/// Turns requested cuts into a composition: whole frames, existing footage, windows that never meet.
///
/// ```
/// outgoing ━━━━━━━━━━━━━━━━━━━━━━┿━━━━━━━╸ handle
/// incoming         handle ╺━━━━━━┿━━━━━━━━━━━━━━━━━
/// window                      ░░░┿░░░               never longer than both handles
/// ```
///
/// A transition never changes the length of the film. Everything is decided in time order, in O(cuts · log takes).
package struct TransitionPlanner: Sendable {
    package var session: Session
    /// Of the film; cuts and windows are in whole frames at this rate.
    package var frameRate: FrameRate
    package var stage: Stage
    /// Fallback cameras: the first one with footage is used; the primary comes first.
    package var fallbacks: [Angle]
    /// The transition at cuts caused by the footage, and where a part is skipped.
    package var fallbackTransition: TransitionRequest
    /// Other transitions where a part is skipped within a shot, by frames of the film.
    package var joins: [Int64: TransitionRequest] = [:]
    package var excerpt: Excerpt
    /// Cuts made by a rule or by the footage leave no shot shorter than this, if possible.
    package var shortestShot: MediaTime
    /// By how many frames cuts were moved, by their frames. Whether a shot is too short is decided by where its cuts
    /// were before.
    package var moves: [Int64: Int64] = [:]
    /// To avoid a shorter shot, at most this much of the film is trimmed at either end, or a picture held for at most
    /// this long.
    package var longestLoss: MediaTime
    /// If a transition lacks footage, the last picture before a cut, or the first after it, is held for up to this
    /// long.
    package var heldHandles: MediaTime = .zero
    /// Where no camera has footage, the last picture is held.
    package var holdsPictures = false
    /// Where no camera has footage, black is intended: transitions lead to and from it.
    package var leadsThroughBlack = false

    /// By default all of the session on a canvas of 1920 × 1080, and `longestLoss` as long as `shortestShot`.
    package init(
        session: Session, frameRate: FrameRate, stage: Stage? = nil, fallbacks: [Angle],
        fallbackTransition: TransitionRequest, excerpt: Excerpt? = nil, shortestShot: MediaTime = .zero,
        longestLoss: MediaTime? = nil
    ) {
        self.session = session
        self.frameRate = frameRate
        self.stage = stage ?? Stage(session.angles)
        self.fallbacks = fallbacks
        self.fallbackTransition = fallbackTransition
        self.excerpt = excerpt ?? Excerpt(session, at: frameRate)
        self.shortestShot = shortestShot
        self.longestLoss = longestLoss ?? shortestShot
    }

    /// Four hundred days at 30 fps: longer films come from a wrong offset, and would only exhaust memory.
    package static let mostFrames: Int64 = 1 << 30

    /// - Parameter cutPoints: in any order; before the first of them the first fallback is shown.
    /// - Throws: `TimelineError`, and `ParameterError` for an invalid view.
    package func plan(_ cutPoints: [CutPoint]) throws -> (composition: Composition, adjustments: [Adjustment]) {
        let frameCount = excerpt.frameCount
        guard frameCount <= Self.mostFrames else {
            throw TimelineError.filmTooLong(frames: frameCount, most: Self.mostFrames)
        }
        var report: [Adjustment] = []
        let wishes = try wholeFrames(cutPoints, frameCount: frameCount, &report)
        let parts = excerpt.parts
        let footage = Footage(
            parts: parts, availability: excerpt.clock.pieces.map { Availability(session, frameRate, $0) })
        var shots = try shots(wishes, footage, &report)
        if holdsPictures { hold(&shots) }
        var draft = ShotDraft(
            shots, footage, rate: frameRate, shortest: shortestShot, loss: longestLoss, moves: moves)
        draft.absorbShortShots()
        report = (report + draft.report).compactMap { settled($0, draft) }
        if leadsThroughBlack { report.removeAll(where: \.change.isCutOfBlack) }
        let pieces = draft.pieces(seamTransitions(wishes, footage))
        let windows = windows(pieces, footage, &report)
        let (composition, head) = compose(pieces, windows)
        // Decisions made before trimming are reported on the clock of the trimmed film, if it still has them.
        let film = TimeRange(start: time(head), duration: time(composition.frameCount))
        report.removeAll { !film.contains($0.time) && !$0.change.isOutsideOfFilm }
        for wish in wishes where !wish.isAutomatic && wish.frame >= head + composition.frameCount {
            report.append(Adjustment(time: time(wish.frame), change: .cutBeyondEnd))
        }
        report.sort { $0.time < $1.time }
        for index in report.indices { report[index].time = max(.zero, report[index].time - film.start) }
        return (composition, report)
    }

    /// What was decided before some shots were left out, with what is shown in the end; `nil` if it is no longer true.
    private func settled(_ note: Adjustment, _ draft: ShotDraft) -> Adjustment? {
        var note = note
        let shown = draft.scene(at: frameRate.frame(at: note.time, .nearest))
        switch note.change {
        case .cutChangesNothing(let scene):
            return shown == scene ? note : nil
        case .sceneReplaced(let wanted, _):
            note.change = .sceneReplaced(wanted: wanted, shown: shown)
            return shown == wanted ? nil : note
        case .shotLeftOut(let scene, let frames, let shortest, _):
            note.change = .shotLeftOut(scene: scene, frames: frames, shortest: shortest, shown: shown)
            return shown == scene ? nil : note
        default:
            return note
        }
    }

    private func compose(
        _ shots: [Shot], _ windows: [Composition.Transition]
    ) -> (composition: Composition, head: Int64) {
        let (head, end) = (shots[0].frames.lowerBound, shots.last!.frames.upperBound)
        let composition = Composition(
            session: session, frameRate: frameRate,
            clock: excerpt.trimmed(start: head, end: excerpt.frameCount - end).clock,
            segments: shots.map {
                .init(
                    frames: $0.frames.lowerBound - head..<$0.frames.upperBound - head, scene: $0.scene, cut: $0.cut)
            },
            transitions: windows.map {
                .init(
                    incoming: $0.incoming, frames: $0.frames.lowerBound - head..<$0.frames.upperBound - head,
                    specification: $0.specification)
            })
        return (composition, head)
    }

    private func time(_ frame: Int64) -> MediaTime { frameRate.time(ofFrame: frame) }
}

// 1. Cut points on whole frames.
extension TransitionPlanner {
    private struct Wish {
        var frame: Int64
        var view: View
        /// The view's scene, with all its cameras.
        var scene: Scene
        var transition: TransitionRequest
        var isAutomatic: Bool
        /// The index of the cut point.
        var cut: Int?
    }

    private func wholeFrames(
        _ cutPoints: [CutPoint], frameCount: Int64, _ report: inout [Adjustment]
    ) throws -> [Wish] {
        var wishes: [Wish] = []
        let wish = { (frame: Int64, point: CutPoint, cut: Int?) in
            guard let scene = try stage.scene(of: point.view) else {
                throw TimelineError.tooFewCameras(view: "\(point.view)")
            }
            return Wish(
                frame: frame, view: point.view, scene: scene, transition: point.transition,
                isAutomatic: point.isAutomatic, cut: cut)
        }
        if let first = fallbacks.first {
            let opening = CutPoint(time: .zero, view: .single(first), transition: .hardCut, isAutomatic: true)
            wishes.append(try wish(0, opening, nil))
        }
        for (index, cut) in cutPoints.enumerated().sorted(by: { $0.element.time < $1.element.time }) {
            let frame = max(0, frameRate.frame(at: cut.time, .nearest))
            guard frame < frameCount else {
                report.append(Adjustment(time: cut.time, change: .cutBeyondEnd))
                continue
            }
            if let last = wishes.last, last.frame == frame {
                if frame > 0 { report.append(Adjustment(time: cut.time, change: .cutsMerged)) }
                wishes.removeLast()
            }
            wishes.append(try wish(frame, cut, index))
        }
        return wishes
    }
}

// 2. Shots that have footage.
extension TransitionPlanner {
    private func shots(_ wishes: [Wish], _ footage: Footage, _ report: inout [Adjustment]) throws -> [Shot] {
        // Nothing changes between two of these frames: neither the request nor the available cameras.
        let end = footage.parts.last!.upperBound
        let edges = Set(wishes.map(\.frame) + footage.edges).filter { $0 < end }.sorted()
        var shots: [Shot] = []
        var next = 0
        for (index, frame) in edges.enumerated() {
            while next + 1 < wishes.count, wishes[next + 1].frame <= frame { next += 1 }
            let wish = wishes[next]
            let isWished = wish.frame == frame
            let shown = try scene(of: wish, with: footage[frame], at: frame)
            let over = index + 1 < edges.count ? edges[index + 1] : end
            if let last = shots.last, last.scene == shown {
                if isWished, shown != wish.scene {
                    report.append(
                        Adjustment(time: time(frame), change: .sceneReplaced(wanted: wish.scene, shown: shown)))
                } else if isWished, next > 0, wishes[next - 1].scene == wish.scene, !footage.isSeam(frame) {
                    report.append(Adjustment(time: time(frame), change: .cutChangesNothing(scene: wish.scene)))
                }
                shots[shots.count - 1].frames = last.frames.lowerBound..<over
                if isWished, !wish.isAutomatic, shown == wish.scene { shots[shots.count - 1].isNamed = true }
                continue
            }
            shots.append(
                Shot(
                    frames: frame..<over, scene: shown, wanted: wish.scene,
                    origin: !isWished ? .footage : wish.isAutomatic ? .rule : .request,
                    isWished: isWished, cut: isWished ? wish.cut : nil,
                    transition: isWished ? wish.transition : fallbackTransition,
                    isNamed: isWished && !wish.isAutomatic && shown == wish.scene))
        }
        return shots
    }
}

extension TransitionPlanner {
    /// The transitions where a part is skipped within a shot: what a cut asks for there, or the usual one.
    private func seamTransitions(_ wishes: [Wish], _ footage: Footage) -> [Int64: TransitionRequest] {
        let wished = Dictionary(uniqueKeysWithValues: wishes.map { ($0.frame, $0.transition) })
        return Dictionary(
            uniqueKeysWithValues: footage.seams.map { ($0, wished[$0] ?? joins[$0] ?? fallbackTransition) })
    }

    /// The scene shown for a request with the cameras that have footage: the view, one of its cameras, or another.
    private func scene(of wish: Wish, with footage: Availability, at frame: Int64) throws -> Scene? {
        let hasFootage = { (angle: Angle) in footage.has(.single(angle), at: frame) }
        if let scene = try stage.scene(of: wish.view, hasFootage: hasFootage) { return scene }
        let order = fallbacks.filter(wish.scene.angles.contains) + fallbacks
        return try order.first(where: hasFootage).flatMap { try stage.scene(of: .single($0)) }
    }
}

// 3. Windows within the handles.
extension TransitionPlanner {
    private func windows(
        _ shots: [Shot], _ footage: Footage, _ report: inout [Adjustment]
    ) -> [Composition.Transition] {
        var windows: [Composition.Transition] = []
        for index in shots.indices.dropFirst() {
            let (outgoing, incoming) = (shots[index - 1], shots[index])
            let request = incoming.transition
            guard !request.specification.isHardCut, request.duration > .zero else { continue }
            let cut = incoming.frames.lowerBound
            let length = max(1, frameRate.frame(at: request.duration, .nearest))
            guard let from = outgoing.scene, let to = incoming.scene else {
                if leadsThroughBlack {
                    windows.append(
                        Composition.Transition(
                            incoming: index, frames: blackWindow(between: outgoing, incoming, length),
                            specification: request.specification))
                } else {
                    report.append(Adjustment(time: time(cut), change: .transitionDropped(reason: .handle)))
                }
                continue
            }
            let handles = handles(of: from, outgoing.frames, and: to, at: cut, footage, length)
            guard let window = fit(length, lead(of: request, length), cut, handles, &report) else { continue }
            windows.append(
                Composition.Transition(incoming: index, frames: window, specification: request.specification))
        }
        return separate(windows, shots.map(\.frames), &report)
    }

    /// How many of the frames of a transition are to lie before its cut.
    private func lead(of request: TransitionRequest, _ length: Int64) -> Int64 {
        if let lead = request.lead { return min(length, max(0, frameRate.frame(at: lead, .nearest))) }
        return switch request.alignment {
        case .center: length / 2
        case .start: 0
        case .end: length
        }
    }

    /// The window of `length` frames at `cut`, moved and then shortened to fit `handles`.
    private func fit(
        _ length: Int64, _ lead: Int64, _ cut: Int64, _ handles: Range<Int64>, _ report: inout [Adjustment]
    ) -> Range<Int64>? {
        let wished = cut - lead
        // Moves only as far as it still touches the cut.
        var start = wished
        if start + length > handles.upperBound { start = max(cut - length, handles.upperBound - length) }
        if start < handles.lowerBound { start = min(cut, handles.lowerBound) }
        let window = (start..<start + length).clamped(to: handles)
        guard !window.isEmpty, window.lowerBound <= cut, cut <= window.upperBound else {
            report.append(Adjustment(time: time(cut), change: .transitionDropped(reason: .handle)))
            return nil
        }
        if start != wished {
            report.append(Adjustment(time: time(cut), change: .transitionMoved(byFrames: start - wished)))
        }
        if window.count < length {
            report.append(
                Adjustment(
                    time: time(cut),
                    change: .transitionShortened(fromFrames: length, toFrames: Int64(window.count), reason: .handle)))
        }
        return window
    }

    /// Shortens windows until at least one unmixed frame is between any two, and at both ends of the film. Two windows
    /// that compete for a shot are shortened in proportion to their requested shares of it.
    private func separate(
        _ windows: [Composition.Transition], _ shots: [Range<Int64>], _ report: inout [Adjustment]
    ) -> [Composition.Transition] {
        // How much each cut's window takes of the shots before and after it.
        var before = [Int64](repeating: 0, count: shots.count + 1)
        var after = [Int64](repeating: 0, count: shots.count + 1)
        for window in windows {
            let cut = shots[window.incoming].lowerBound
            before[window.incoming] = cut - window.frames.lowerBound
            after[window.incoming] = window.frames.upperBound - cut
        }
        for (index, shot) in shots.enumerated() {
            let room = Int64(shot.count) - 1
            let (head, tail) = (after[index], before[index + 1])
            guard head + tail > room else { continue }
            after[index] = rescale(room, head, over: head + tail, .nearest)
            before[index + 1] = room - after[index]
        }
        return windows.compactMap { window in
            let cut = shots[window.incoming].lowerBound
            let frames = (cut - before[window.incoming])..<(cut + after[window.incoming])
            if frames.isEmpty {
                report.removeAll { $0.time == time(cut) && $0.change.isOfTransition }
                report.append(Adjustment(time: time(cut), change: .transitionDropped(reason: .neighbor)))
                return nil
            }
            if frames.count < window.frames.count {
                report.append(
                    Adjustment(
                        time: time(cut),
                        change: .transitionShortened(
                            fromFrames: Int64(window.frames.count), toFrames: Int64(frames.count), reason: .neighbor)))
            }
            var window = window
            window.frames = frames
            return window
        }
    }
}
