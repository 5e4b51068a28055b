import MediaTime
import Timeline

/// A stretch of the film between two cuts, while the cuts are still being decided.
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
        /// A part of the recording is skipped.
        case seam
    }

    /// Whether the cut at its start may be moved.
    var mayMove: Bool { origin == .rule || origin == .footage }
    /// Whether the scene shown differs from the requested one.
    var isFallback: Bool { scene != wanted }
}

/// The shots of a film, with methods to avoid unintentionally short ones.
struct ShotDraft {
    private(set) var shots: [Shot]
    private let footage: Footage
    private let rate: FrameRate
    private var changes: [Adjustment] = []
    private var least: Int64 = 0
    private var most: Int64 = 0
    /// How far cuts were moved, by their frames.
    private let moves: [Int64: Int64]

    init(shots: [Shot], footage: Footage, rate: FrameRate, moves: [Int64: Int64] = [:]) {
        self.shots = shots
        self.footage = footage
        self.rate = rate
        self.moves = moves
    }

    /// The differences from the request.
    var report: [Adjustment] {
        changes
            + zip(shots, [nil] + shots.map(Optional.some)).compactMap { shot, previous in
                if shot.isWished, shot.isFallback {
                    return note(shot.frames.lowerBound, .sceneReplaced(wanted: shot.wanted, shown: shot.scene))
                }
                guard !shot.isWished, shot.origin != .seam, let previous else { return nil }
                return note(shot.frames.lowerBound, .cutAdded(from: previous.scene, to: shot.scene))
            }
    }

    private func note(_ frame: Int64, _ change: Adjustment.Change) -> Adjustment {
        Adjustment(time: rate.time(ofFrame: frame), change: change)
    }

    /// Removes shots shorter than `least` frames that the user did not name: a neighbor is extended. Where the neighbor
    /// has no footage, the film is trimmed at its ends and a picture is held elsewhere, by at most `most` frames.
    mutating func absorbShots(shorterThan least: Int64, losingAtMost most: Int64) {
        (self.least, self.most) = (least, most)
        var index = 0
        while index < shots.count {
            let isShort = shown(at: index) < least || isShortHead(index)
            if shots.count > 1, isShort ? absorb(index) : absorbTail(index) {
                // The neighbors have changed: the shots before and after may be merged.
                index = max(0, index - 1)
            } else {
                index += 1
            }
        }
    }

    /// The frames of a shot with those of the same scene before and behind skipped parts, before any cut was moved.
    private func shown(at index: Int) -> Int64 {
        var first = index
        while first > 0, isContinued(first) { first -= 1 }
        return shots[first...lastPiece(index)].reduce(0) { $0 + length($1.frames) }
    }

    /// The last shot of the same scene, behind skipped parts.
    private func lastPiece(_ index: Int) -> Int {
        var last = index
        while last + 1 < shots.count, isContinued(last + 1) { last += 1 }
        return last
    }

    /// How many frames there were between two cuts before they were moved.
    private func length(_ frames: Range<Int64>) -> Int64 {
        Int64(frames.count) + (moves[frames.lowerBound] ?? 0) - (moves[frames.upperBound] ?? 0)
    }

    /// Whether a shot goes on with the scene before it, behind a skipped part.
    private func isContinued(_ index: Int) -> Bool {
        shots[index].origin == .seam && index > 0 && shots[index - 1].scene == shots[index].scene
    }

    /// Whether a rule's cut is just before a skipped part, behind which its scene is shown for long enough.
    private func isShortHead(_ index: Int) -> Bool {
        let count = length(shots[index].frames)
        return shots[index].origin == .rule && count < least && index + 1 < shots.count && isContinued(index + 1)
            && shown(at: index) - count >= least
    }

    /// - Returns: whether the shot was removed.
    private mutating func absorb(_ index: Int) -> Bool {
        guard !shots[index].isNamed else { return false }
        if index == 0 { return absorbFirst() }
        if shots[index].origin == .seam { return absorbAfterSeam(index) }
        guard shots[index].mayMove else { return false }
        if index == shots.count - 1 { return absorbLast() }
        let (before, shot, after) = (shots[index - 1], shots[index], shots[index + 1])
        if lastPiece(index) > index, shown(at: index) < least { return absorbPieces(from: index) }
        if footage[shot.frames.lowerBound].has(before.scene, throughout: shot.frames) {
            shots[index - 1].frames = before.frames.lowerBound..<shot.frames.upperBound
            remove(index, shown: before.scene)
        } else if after.mayMove, footage[shot.frames.lowerBound].has(after.scene, throughout: shot.frames) {
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

    /// A shot that is too short with all that goes on behind skipped parts: what is left would be even shorter.
    private mutating func absorbPieces(from index: Int) -> Bool {
        let (before, last) = (shots[index - 1], lastPiece(index))
        let canBeReplaced = shots[index...last].allSatisfy { piece in
            !piece.isNamed && footage[piece.frames.lowerBound].has(before.scene, throughout: piece.frames)
        }
        guard canBeReplaced else { return false }
        shots[index - 1].frames = before.frames.lowerBound..<shots[index].frames.upperBound
        remove(index, shown: before.scene)
        for piece in index..<last { (shots[piece].scene, shots[piece].wanted) = (before.scene, before.wanted) }
        mergeIfAlike(last)
        return true
    }

    /// Where a scene that was shown for long enough goes on behind a skipped part only briefly, the next shot begins there.
    private mutating func absorbTail(_ index: Int) -> Bool {
        let count = length(shots[index].frames)
        guard isContinued(index), count < least, shown(at: index) - count >= least, index + 1 < shots.count,
            shown(at: index + 1) >= least
        else { return false }
        return absorbAfterSeam(index)
    }

    /// A seam stays where it is: the next shot begins at it, if a rule placed its cut.
    private mutating func absorbAfterSeam(_ index: Int) -> Bool {
        guard index + 1 < shots.count, !shots[index].isWished else { return false }
        let (shot, next) = (shots[index], shots[index + 1])
        guard next.origin == .rule, footage[shot.frames.lowerBound].has(next.scene, throughout: shot.frames) else {
            return false
        }
        shots[index + 1].frames = shot.frames.lowerBound..<next.frames.upperBound
        shots[index + 1].origin = .seam
        remove(index, shown: next.scene)
        return true
    }

    private mutating func absorbFirst() -> Bool {
        let (shot, next) = (shots[0], shots[1])
        guard next.origin == .footage else { return false }
        if footage[0].has(next.scene, throughout: shot.frames) {
            shots[1].frames = shot.frames.lowerBound..<next.frames.upperBound
            remove(0, shown: next.scene)
        } else if shot.isFallback, next.scene != nil, shot.frames.upperBound <= most {
            changes.append(trimming(shot, atEnd: false))
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
        let end = before.scene.map { footage[first].run(of: $0, containing: first).upperBound } ?? first
        if end >= shot.frames.upperBound {
            shots[shots.count - 2].frames = before.frames.lowerBound..<shot.frames.upperBound
            remove(shots.count - 1, shown: before.scene)
        } else if filmEnd - end <= most {
            var lost = shot
            lost.frames = end..<shot.frames.upperBound
            // The film ends because the scene before has no more footage.
            if !shot.isFallback { lost.wanted = before.scene ?? before.wanted }
            changes.append(trimming(lost, atEnd: true))
            shots.removeLast()
            shots[shots.count - 1].frames = before.frames.lowerBound..<end
        } else {
            return false
        }
        return true
    }

    /// Where the film would end if nothing were trimmed.
    private var filmEnd: Int64 { footage.parts.last!.upperBound }

    private func trimming(_ shot: Shot, atEnd: Bool) -> Adjustment {
        note(
            shot.frames.lowerBound,
            .filmTrimmed(byFrames: Int64(shot.frames.count), missing: shot.wanted, atEnd: atEnd))
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
                        scene: shot.scene, frames: length(shot.frames), shortest: least, shown: shown)))
        }
        mergeIfAlike(index)
    }

    /// Joins a shot to the one before it, if both show the same scene and no part is skipped between them.
    private mutating func mergeIfAlike(_ index: Int) {
        guard index > 0, index < shots.count, shots[index].scene == shots[index - 1].scene,
            shots[index].mayMove || shots[index].origin == .request
        else { return }
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
