import MediaTime
import Timeline

/// A stretch of the film between two cuts, while the cuts are still being decided. Parts may be skipped within it.
struct Shot {
    var frames: Range<Int64>
    /// The scene shown; `nil` if no camera has footage.
    var scene: Scene?
    var wanted: Scene
    /// Why there is a cut at its beginning.
    var origin: Origin
    /// Whether it begins at a requested cut, by a rule or by name.
    var isWished: Bool
    /// The index of that cut point.
    var cut: Int?
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
    /// Whether both shots show the same view, with a fixed cell for each camera, and some cells are empty.
    func isLayout(of other: Shot) -> Bool {
        wanted == other.wanted && (scene?.emptyCells != nil || other.scene?.emptyCells != nil)
    }
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
    private let moves: [Int64: Int64]

    /// - Parameters:
    ///   - shortest: what a shot must last.
    ///   - loss: the most that may be trimmed at either end, or held of a picture.
    ///   - moves: how far cuts were moved, by their frames.
    init(
        _ shots: [Shot], _ footage: Footage, rate: FrameRate, shortest: MediaTime, loss: MediaTime,
        moves: [Int64: Int64]
    ) {
        self.shots = shots
        self.footage = footage
        self.rate = rate
        self.shortest = shortest
        self.moves = moves
        least = rate.frame(at: shortest, .down)
        most = rate.frame(at: loss, .nearest)
    }

    /// The differences from the request.
    var report: [Adjustment] {
        changes
            + zip(shots, [nil] + shots.map(Optional.some)).compactMap { shot, previous in
                if shot.isWished, shot.isFallback {
                    return note(shot.frames.lowerBound, .sceneReplaced(wanted: shot.wanted, shown: shot.scene))
                }
                guard !shot.isWished, let previous else { return nil }
                let cut = shot.frames.lowerBound
                let lost = previous.scene.map { footage.lacking($0.angles, at: cut) } ?? []
                let found = shot.scene.map { footage.lacking($0.angles, at: cut - 1) } ?? []
                // Otherwise the shot was left out that began here, which is told.
                guard !lost.isEmpty || !found.isEmpty || previous.scene == nil || shot.scene == nil else { return nil }
                return note(cut, .cutAdded(from: previous.scene, to: shot.scene, lost: lost))
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

    /// The shots, each split where a part is skipped within it.
    ///
    /// - Parameter transitions: at those frames.
    func pieces(_ transitions: [Int64: TransitionRequest]) -> [Shot] {
        shots.flatMap { shot in
            let seams = footage.seam(from: shot.frames.lowerBound + 1)..<footage.seam(from: shot.frames.upperBound)
            let starts = [shot.frames.lowerBound] + footage.seams[seams]
            return zip(starts, starts.dropFirst() + [shot.frames.upperBound]).map { start, end in
                var piece = shot
                piece.frames = start..<end
                if start > shot.frames.lowerBound {
                    piece.cut = nil
                    if let transition = transitions[start] { piece.transition = transition }
                }
                return piece
            }
        }
    }

    /// Removes shots that are too short and that the user did not name: a neighbor is extended. Where the neighbor has no
    /// footage, the film is trimmed at its ends and a picture is held elsewhere, up to the largest loss.
    mutating func absorbShortShots() {
        absorbHead()
        var index = 1
        while index < shots.count {
            if length(shots[index].frames) < least, absorb(index) {
                // The neighbors have changed: the shots before and after may be merged.
                index = max(1, index - 1)
            } else {
                index += 1
            }
        }
        absorbHead()
        for index in shots.indices.dropFirst() { moveToSeam(index) }
    }

    /// Moves a rule's cut to where a part is skipped, if fewer than `least` frames would be left on one side.
    private mutating func moveToSeam(_ index: Int) {
        let flash = rate.frame(at: .milliseconds(250), .nearest)
        let (before, shot) = (shots[index - 1], shots[index])
        let cut = shot.frames.lowerBound
        guard shot.origin == .rule, !before.isNamed, !shot.isNamed else { return }
        let behind = footage.seam(from: cut)
        let seam = footage.seams[max(0, behind - 1)..<min(behind + 1, footage.seams.count)].filter { seam in
            let distance = abs(seam - cut)
            guard distance < least else { return false }
            // A flash of a few frames is worse than a shot that is a little short.
            let least = distance <= flash ? max(least - distance, least * 3 / 4) : least
            return seam < cut
                ? seam - before.frames.lowerBound >= least && footage.has(shot.scene, throughout: seam..<cut)
                : shot.frames.upperBound - seam >= least && footage.has(before.scene, throughout: cut..<seam)
        }.min { abs($0 - cut) < abs($1 - cut) }
        guard let seam else { return }
        shots[index - 1].frames = before.frames.lowerBound..<seam
        shots[index].frames = seam..<shot.frames.upperBound
    }

    /// How many frames there were between two cuts before they were moved; as many as there are where there was no shot.
    private func length(_ frames: Range<Int64>) -> Int64 {
        let count = Int64(frames.count) + (moves[frames.lowerBound] ?? 0) - (moves[frames.upperBound] ?? 0)
        return count > 0 ? count : Int64(frames.count)
    }

    /// - Returns: whether the shot was removed.
    private mutating func absorb(_ index: Int) -> Bool {
        guard shots[index].mayMove, !shots[index].isNamed else { return false }
        if index == shots.count - 1 { return absorbLast() }
        let (before, shot, after) = (shots[index - 1], shots[index], shots[index + 1])
        if !shot.isLayout(of: before), footage.has(before.scene, throughout: shot.frames) {
            shots[index - 1].frames = before.frames.lowerBound..<shot.frames.upperBound
            remove(index, shown: before.scene)
        } else if after.mayMove || shot.isFallback, !shot.isLayout(of: after),
            footage.has(after.scene, throughout: shot.frames)
        {
            // A cut that the user named comes earlier, rather than a third camera for a moment.
            shots[index + 1].frames = shot.frames.lowerBound..<after.frames.upperBound
            remove(index, shown: after.scene)
        } else if let scene = before.scene, before.scene == after.scene, after.mayMove, shot.frames.count <= most,
            footage.part(at: shot.frames.lowerBound - 1) == footage.part(at: shot.frames.upperBound)
        {
            // Not beside a skipped part, whose pictures could be the nearest.
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

    /// Extends the first shot that is long enough back over the short ones before it, as far as it has footage. What
    /// remains before it is trimmed, up to the largest loss. If none is long enough, the last may be shown throughout.
    private mutating func absorbHead() {
        let first = shots.firstIndex { length($0.frames) >= least }
        let long = first ?? shots.count - 1
        guard long > 0, shots[1].origin == .footage, let scene = shots[long].scene,
            !shots[..<long].contains(where: \.isNamed), shots[1...long].allSatisfy(\.mayMove)
        else { return }
        let start = footage.start(of: scene, to: shots[long].frames.lowerBound)
        guard start <= (first == nil ? 0 : most) else { return }
        for index in 0..<long where shots[index].frames.upperBound > start { reportLeftOut(index, shown: scene) }
        let opening = shots[0]
        shots.removeSubrange(..<long)
        shots[0].frames = start..<shots[0].frames.upperBound
        shots[0].origin = .request
        shots[0].isWished = false
        if start > 0 {
            trim(0..<start, missing: scene, at: start - 1, atEnd: false)
        } else if opening.isFallback {
            (shots[0].wanted, shots[0].isWished) = (opening.wanted, opening.isWished)
        }
    }

    private mutating func absorbLast() -> Bool {
        let (before, shot) = (shots[shots.count - 2], shots[shots.count - 1])
        let first = shot.frames.lowerBound
        let end = before.scene.map { footage.end(of: $0, from: first) } ?? first
        if end >= shot.frames.upperBound {
            shots[shots.count - 2].frames = before.frames.lowerBound..<shot.frames.upperBound
            remove(shots.count - 1, shown: before.scene)
        } else if filmEnd - end <= most {
            // Nor is a short piece behind a skipped part left.
            var last = end
            if let seam = footage.seams[..<footage.seam(from: end)].last, seam > before.frames.lowerBound,
                end - seam < least, filmEnd - seam <= most
            {
                last = seam
            }
            // The film ends because the scene before has no more footage.
            let missing = shot.isFallback ? shot.wanted : before.scene ?? before.wanted
            trim(last..<filmEnd, missing: missing, at: end, atEnd: true)
            shots.removeLast()
            shots[shots.count - 1].frames = before.frames.lowerBound..<last
        } else {
            return false
        }
        return true
    }

    /// Where the film would end if nothing were trimmed.
    private var filmEnd: Int64 { footage.parts.last!.upperBound }

    /// Reports what the film has lost at one end: that may become more from one shot to the next.
    ///
    /// - Parameter frame: where a camera of the missing scene has no footage.
    private mutating func trim(_ frames: Range<Int64>, missing scene: Scene, at frame: Int64, atEnd: Bool) {
        changes.removeAll { change in
            if case .filmTrimmed(_, _, atEnd) = change.change { true } else { false }
        }
        let missing = footage.lacking(scene.angles, at: frame)
        changes.append(
            note(
                frames.lowerBound,
                .filmTrimmed(
                    byFrames: Int64(frames.count), missing: missing.isEmpty ? scene.angles : missing, atEnd: atEnd)))
    }

    /// Removes a shot whose frames went to a neighbor; neighbors that now show the same scene are merged.
    private mutating func remove(_ index: Int, shown: Scene?) {
        reportLeftOut(index, shown: shown)
        shots.remove(at: index)
        mergeIfAlike(index)
    }

    /// Reports a shot that was left out: one of a rule that does not fit only if footage is missing for it.
    private mutating func reportLeftOut(_ index: Int, shown: Scene?) {
        let shot = shots[index]
        let endsWithFootage = index + 1 < shots.count && shots[index + 1].origin == .footage
        guard shot.origin == .footage || shot.isFallback || endsWithFootage else { return }
        changes.append(
            note(
                shot.frames.lowerBound,
                .shotLeftOut(scene: shot.scene, frames: length(shot.frames), shortest: shortest, shown: shown)))
    }

    /// Joins a shot to the one before it, if both show the same scene.
    private mutating func mergeIfAlike(_ index: Int) {
        guard index > 0, index < shots.count, shots[index].scene == shots[index - 1].scene else { return }
        if shots[index].origin == .request, !footage.isSeam(shots[index].frames.lowerBound) {
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
