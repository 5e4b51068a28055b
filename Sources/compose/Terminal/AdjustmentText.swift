import MediaIO
import MediaTime
import Pictures
import Placing
import Planning
import Timeline
import Transitions
import Parameters

/// The differences between plan and request, in words and with lengths in seconds.
struct AdjustmentText {
    /// Of the film.
    let rate: FrameRate

    /// "0:10.000 back has no footage for 0.4 s; its last picture is held".
    func sentence(_ adjustment: Adjustment) -> String {
        "\(adjustment.time.clockDescription) \(row(adjustment.change).text)"
    }

    /// One line for each run of adjustments that differ only in their times and lengths.
    func lines(_ adjustments: [Adjustment]) -> [String] { messages(adjustments).map(\.message) }

    /// The same, with their importance.
    func messages(_ adjustments: [Adjustment]) -> [Message] {
        var runs: [[Adjustment]] = []
        for adjustment in adjustments {
            if let first = runs.last?.first, first.change.isLike(adjustment.change) {
                runs[runs.count - 1].append(adjustment)
            } else {
                runs.append([adjustment])
            }
        }
        return runs.map { run in
            Message(importance(run[0].change), line(run), kind: caseName(of: run[0].change))
        }
    }

    /// Two cameras never begin and end in the same moment: that up to a second is cut off is nothing to act on.
    private func importance(_ change: Adjustment.Change) -> Importance {
        if case .filmTrimmed(let frames, _, _) = change, rate.time(ofFrame: frames) <= .seconds(1) { return .detail }
        return row(change).importance
    }

    private func line(_ run: [Adjustment]) -> String {
        let (first, last) = (run[0], run[run.count - 1])
        guard run.count > 1 else { return sentence(first) }
        let end = last.time.clockDescription
        if case .sceneReplaced(let wanted, let shown) = first.change {
            return "\(first.time.clockDescription) \(lacking(wanted, shown)) at this cut and \(run.count - 1) more, "
                + "until \(end); \(shown.map { "\($0) is shown" } ?? "the film is black")"
        }
        if case .cutMoved = first.change {
            let most = run.reduce(Int64(0)) { most, one in
                if case .cutMoved(let frames) = one.change { max(most, abs(frames)) } else { most }
            }
            return "\(first.time.clockDescription) cut moved to a key frame, and \(run.count - 1) more until \(end), "
                + "by \(seconds(most)) at most"
        }
        let isSame = run.allSatisfy { $0.change == first.change }
        let more =
            isSame
            ? counted(run.count - 1, "more time", "more times") : counted(run.count - 1, "more like it", "more like it")
        return "\(sentence(first)), and \(more) until \(end)"
    }

    /// One row for each.
    private func row(_ change: Adjustment.Change) -> (importance: Importance, text: String) {
        switch change {
        case .sceneReplaced(let wanted, let shown):
            (.other, "\(lacking(wanted, shown)) here; \(shown.map { "\($0) is shown" } ?? "the film is black")")
        case .cutAdded(nil, let to, _):
            (.lost, "cut from black\(to.map { " to \($0)" } ?? ""), where footage begins")
        case .cutAdded(let from?, nil, _):
            (.lost, "cut from \(from) to black, where footage ends")
        case .cutAdded(let from?, let to?, let lost):
            (.lost, "cut from \(from) to \(to), because \(reason(from, to, lost)) footage from here on")
        case .filmTrimmed(let frames, let missing, let atEnd):
            (
                .other,
                "the film \(atEnd ? "ends" : "starts") \(seconds(frames)) \(atEnd ? "early" : "late"), because \(names(missing, "has", "have")) no footage there"
            )
        case .shotLeftOut(let scene, let frames, let shortest, let shown):
            (
                .minor,
                "no shot of \(scene.map { "\($0)" } ?? "black"), because it would last only \(seconds(frames)), less than the shortest shot (\(text(shortest)))"
                    + (shown.map { "; \($0) is shown instead" } ?? "")
            )
        case .pictureHeld(let scene, let frames):
            (.minor, "\(lacking(scene, nil)) for \(seconds(frames)); its last picture is held")
        case .cutMoved(let frames):
            (.detail, "cut moved \(seconds(abs(frames))) \(frames < 0 ? "earlier" : "later"), to a key frame")
        case .cutsMerged:
            (.other, "two cuts fall on the same frame; only the later one is used")
        case .cutBeyondEnd:
            (.other, "cut dropped, because the film ends before it")
        case .cutChangesNothing(let scene):
            (.detail, "cut dropped, because \(scene) is already shown")
        case .transitionMoved(let frames):
            (
                .detail,
                "transition moved \(seconds(abs(frames))) \(frames < 0 ? "earlier" : "later"), to where there is footage on both sides"
            )
        case .transitionShortened(let from, let to, let reason):
            (.minor, "transition shortened from \(seconds(from)) to \(seconds(to)), because \(words(reason))")
        case .transitionDropped(let reason):
            (.minor, "hard cut instead of a transition, because \(words(reason))")
        }
    }

    /// - Parameter shown: instead; its cameras have footage.
    private func lacking(_ wanted: Scene, _ shown: Scene?) -> String {
        guard wanted.angles.count > 1 else { return "\(wanted) has no footage" }
        let missing = wanted.angles.filter { !(shown?.angles.contains($0) ?? true) }.map(\.name)
        return "\(wanted) has no footage of \(missing.isEmpty ? "one of its cameras" : list(missing, "and"))"
    }

    /// "back has no", or where nothing is lost, "front has".
    private func reason(_ from: Scene, _ to: Scene, _ lost: [Angle]) -> String {
        let found = to.angles.filter { !from.angles.contains($0) }
        return lost.isEmpty
            ? names(found.isEmpty ? to.angles : found, "has", "have") : "\(names(lost, "has", "have")) no"
    }

    /// "back and front have".
    private func names(_ angles: [Angle], _ one: String, _ several: String) -> String {
        "\(list(angles.map(\.name), "and")) \(angles.count == 1 ? one : several)"
    }

    private func words(_ reason: Adjustment.Reason) -> String {
        switch reason {
        case .handle: "there is too little footage on one side"
        case .neighbor: "another cut, or the start or end of the film, is too close"
        }
    }

    private func seconds(_ frames: Int64) -> String { text(rate.time(ofFrame: frames)) }
    private func text(_ time: MediaTime) -> String { "\(time)".dropLast() + " s" }

    /// For programs: lengths in frames.
    func told(_ adjustment: Adjustment) -> Message {
        var told = Message(
            .detail, sentence(adjustment), kind: caseName(of: adjustment.change), time: adjustment.time)
        switch adjustment.change {
        case .filmTrimmed(let frames, _, _), .shotLeftOut(_, let frames, _, _), .pictureHeld(_, let frames),
            .cutMoved(let frames), .transitionMoved(let frames):
            told.frames = frames
        case .transitionShortened(let from, let to, _): (told.requestedFrames, told.frames) = (from, to)
        case .sceneReplaced, .cutAdded, .cutsMerged, .cutBeyondEnd, .cutChangesNothing, .transitionDropped: break
        }
        return told
    }
}

extension Adjustment.Change {
    /// The same kind for the same cameras, whatever the lengths.
    fileprivate func isLike(_ other: Adjustment.Change) -> Bool {
        switch (self, other) {
        case (.shotLeftOut(let scene, _, _, let shown), .shotLeftOut(let otherScene, _, _, let otherShown)):
            scene == otherScene && shown == otherShown
        case (.pictureHeld(let scene, _), .pictureHeld(let otherScene, _)): scene == otherScene
        case (.cutMoved, .cutMoved): true
        case (.transitionMoved(let frames), .transitionMoved(let others)): (frames < 0) == (others < 0)
        case (.transitionShortened(_, _, let reason), .transitionShortened(_, _, let otherReason)):
            reason == otherReason
        default: self == other
        }
    }
}
