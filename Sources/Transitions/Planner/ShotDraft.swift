import MediaTime
import Timeline

/// A stretch of the film between two cuts, while the cuts are still being decided. Parts may be skipped within it.
struct Shot {
    var frames: Range<Int64>
    /// The scene shown; `nil` if no camera has footage.
    var scene: Scene?
    /// The requested scene.
    var wanted: Scene
    /// Why there is a cut at its beginning.
    var origin: Origin
    /// Whether it begins at a requested cut, by a rule or by name.
    var isWished: Bool
    /// The transition from the previous shot.
    var transition: TransitionRequest
    /// Whether the user named a time within it at which to show its scene.
    var isNamed = false

    enum Origin {
        /// The user named the time, or the film begins.
        case request
        /// An interval or another rule.
        case rule
        /// A camera's footage begins or ends.
        case footage
    }

    /// Whether the cut at its start may be moved.
    var mayMove: Bool { origin != .request }
    /// Whether the scene shown differs from the requested one.
    var isFallback: Bool { scene != wanted }
}

/// The shots of a film, with methods to avoid unintentionally short ones.
struct ShotDraft {
    private(set) var shots: [Shot]
    private let footage: Footage
    private let rate: FrameRate
    private var changes: [Adjustment] = []
    private let shortest: MediaTime
    /// `shortest` in frames: between cuts on the nearest frames there may be a part of a frame less.
    private let least: Int64
    /// The largest loss, in frames.
    private let most: Int64
    /// How far cuts were moved, by their frames.
    private let moves: [Int64: Int64]

    init(_ shots: [Shot], _ footage: Footage, for planner: TransitionPlanner) {
        self.shots = shots
        self.footage = footage
        rate = planner.frameRate
        shortest = planner.shortestShot
        least = rate.frame(at: shortest, .down)
        most = rate.frame(at: planner.longestLoss, .nearest)
        moves = planner.moves
    }

    /// The differences from the request.
    var report: [Adjustment] {
        changes
            + zip(shots, [nil] + shots.map(Optional.some)).compactMap { shot, previous in
                if shot.isWished, shot.isFallback {
                    return note(shot.frames.lowerBound, .sceneReplaced(wanted: shot.wanted, shown: shot.scene))
                }
                guard !shot.isWished, let previous else { return nil }
                return note(shot.frames.lowerBound, .cutAdded(from: previous.scene, to: shot.scene))
            }
    }

    /// What is shown at a frame; `nil` too where the film was trimmed.
    func scene(at frame: Int64) -> Scene? {
        let index = shots.partitioningIndex { $0.frames.upperBound > frame }
        return index < shots.count && shots[index].frames.contains(frame) ? shots[index].scene : nil
    }

    private func note(_ frame: Int64, _ change: Adjustment.Change) -> Adjustment {
        Adjustment(time: rate.time(ofFrame: frame), change: change)
    }

    /// The shots, cut where a part is skipped within one.
    ///
    /// - Parameter transitions: at those frames.
    func pieces(_ transitions: [Int64: TransitionRequest]) -> [Shot] {
        shots.flatMap { shot in
            let seams = footage.seam(from: shot.frames.lowerBound + 1)..<footage.seam(from: shot.frames.upperBound)
            let starts = [shot.frames.lowerBound] + footage.seams[seams]
            return zip(starts, starts.dropFirst() + [shot.frames.upperBound]).map { start, end in
                var piece = shot
                piece.frames = start..<end
                if start > shot.frames.lowerBound, let transition = transitions[start] { piece.transition = transition }
                return piece
            }
        }
    }

    /// Removes shots that are too short and that the user did not name: a neighbor is extended. Where the neighbor has no
    /// footage, the film is trimmed at its ends and a picture is held elsewhere, up to the largest loss.
    mutating func absorbShortShots() {
        var index = 1
        while index < shots.count {
            if length(shots[index].frames) < least, absorb(index) {
                // The neighbors have changed: the shots before and after may be merged.
                index = max(1, index - 1)
            } else {
                index += 1
            }
        }
        // The film is not trimmed for a shot that is left out.
        while shots.count > 1, length(shots[0].frames) < least, absorbFirst() {}
        for index in shots.indices.dropFirst() { moveToSeam(index) }
    }

    /// Moves a rule's cut to where a part is skipped, if fewer than `least` frames would be left before or behind that.
    private mutating func moveToSeam(_ index: Int) {
        let (before, shot) = (shots[index - 1], shots[index])
        let cut = shot.frames.lowerBound
        guard shot.origin == .rule, !before.isNamed, !shot.isNamed else { return }
        let behind = footage.seam(from: cut)
        let seam = footage.seams[max(0, behind - 1)..<min(behind + 1, footage.seams.count)].filter { seam in
            guard abs(seam - cut) < least else { return false }
            return seam < cut
                ? seam - before.frames.lowerBound >= least && footage.has(shot.scene, throughout: seam..<cut)
                : shot.frames.upperBound - seam >= least && footage.has(before.scene, throughout: cut..<seam)
        }.min { abs($0 - cut) < abs($1 - cut) }
        guard let seam else { return }
        shots[index - 1].frames = before.frames.lowerBound..<seam
        shots[index].frames = seam..<shot.frames.upperBound
    }

    /// How many frames there were between two cuts before they were moved.
    private func length(_ frames: Range<Int64>) -> Int64 {
        Int64(frames.count) + (moves[frames.lowerBound] ?? 0) - (moves[frames.upperBound] ?? 0)
    }

    /// - Returns: whether the shot was removed.
    private mutating func absorb(_ index: Int) -> Bool {
        guard shots[index].mayMove, !shots[index].isNamed else { return false }
        if index == shots.count - 1 { return absorbLast() }
        let (before, shot, after) = (shots[index - 1], shots[index], shots[index + 1])
        if footage.has(before.scene, throughout: shot.frames) {
            shots[index - 1].frames = before.frames.lowerBound..<shot.frames.upperBound
            remove(index, shown: before.scene)
        } else if after.mayMove, footage.has(after.scene, throughout: shot.frames) {
            shots[index + 1].frames = shot.frames.lowerBound..<after.frames.upperBound
            remove(index, shown: after.scene)
        } else if let scene = before.scene, before.scene == after.scene, after.mayMove, shot.frames.count <= most {
            changes.append(
                note(shot.frames.lowerBound, .pictureHeld(scene: scene, frames: Int64(shot.frames.count))))
            join(index + 1, to: index - 1)
            shots.removeSubrange(index...index + 1)
            return true
        } else {
            return false
        }
        return true
    }

    private mutating func absorbFirst() -> Bool {
        let (shot, next) = (shots[0], shots[1])
        guard next.origin == .footage, !shot.isNamed else { return false }
        if footage.has(next.scene, throughout: shot.frames) {
            shots[1].frames = shot.frames.lowerBound..<next.frames.upperBound
            remove(0, shown: next.scene)
        } else if shot.isFallback, next.scene != nil, shot.frames.upperBound <= most {
            trim(0..<shot.frames.upperBound, missing: shot.wanted, atEnd: false)
            shots.removeFirst()
        } else {
            return false
        }
        shots[0].origin = .request
        return true
    }

    private mutating func absorbLast() -> Bool {
        let (before, shot) = (shots[shots.count - 2], shots[shots.count - 1])
        let first = shot.frames.lowerBound
        let end = before.scene.map { footage.end(of: $0, from: first) } ?? first
        if end >= shot.frames.upperBound {
            shots[shots.count - 2].frames = before.frames.lowerBound..<shot.frames.upperBound
            remove(shots.count - 1, shown: before.scene)
        } else if filmEnd - end <= most {
            // The film ends because the scene before has no more footage.
            let missing = shot.isFallback ? shot.wanted : before.scene ?? before.wanted
            trim(end..<filmEnd, missing: missing, atEnd: true)
            shots.removeLast()
            shots[shots.count - 1].frames = before.frames.lowerBound..<end
        } else {
            return false
        }
        return true
    }

    /// Where the film would end if nothing were trimmed.
    private var filmEnd: Int64 { footage.parts.last!.upperBound }

    /// Reports what the film has lost at one end: that may become more from one shot to the next.
    private mutating func trim(_ frames: Range<Int64>, missing: Scene, atEnd: Bool) {
        changes.removeAll { change in
            if case .filmTrimmed(_, _, atEnd) = change.change { true } else { false }
        }
        changes.append(
            note(frames.lowerBound, .filmTrimmed(byFrames: Int64(frames.count), missing: missing, atEnd: atEnd)))
    }

    /// Removes a shot whose frames went to a neighbor; neighbors that now show the same scene are merged.
    private mutating func remove(_ index: Int, shown: Scene?) {
        let shot = shots.remove(at: index)
        let endsWithFootage = index < shots.count && shots[index].origin == .footage
        // Dropping a rule's shot that does not fit is not reported, unless footage is missing for it.
        if shot.origin == .footage || shot.isFallback || endsWithFootage {
            changes.append(
                note(
                    shot.frames.lowerBound,
                    .shotLeftOut(
                        scene: shot.scene, frames: length(shot.frames), shortest: shortest, shown: shown)))
        }
        mergeIfAlike(index)
    }

    /// Joins a shot to the one before it, if both show the same scene.
    private mutating func mergeIfAlike(_ index: Int) {
        guard index > 0, index < shots.count, shots[index].scene == shots[index - 1].scene else { return }
        if shots[index].origin == .request {
            changes.append(note(shots[index].frames.lowerBound, .cutChangesNothing(scene: shots[index].wanted)))
        }
        join(index, to: index - 1)
        shots.remove(at: index)
    }

    /// Extends the shot at `first` to the end of the shot at `last`, which shows the same scene.
    private mutating func join(_ last: Int, to first: Int) {
        shots[first].frames = shots[first].frames.lowerBound..<shots[last].frames.upperBound
        shots[first].isNamed = shots[first].isNamed || shots[last].isNamed
    }
}
