import MediaTime
import Parameters

/// A requested change from one view to another, before handles have been checked.
package struct CutPoint: Hashable, Sendable {
    /// On the film's clock, whose zero is the first output frame.
    package var time: MediaTime
    /// The view shown from here on.
    package var view: View
    /// The transition from the view before, with its requested length.
    package var transition: TransitionRequest
    /// Made by a rule, not at a time named by the user: it may be dropped if it makes too short a shot.
    package var isAutomatic: Bool

    /// A cut at a time the user named, unless `isAutomatic`.
    package init(time: MediaTime, view: View, transition: TransitionRequest, isAutomatic: Bool = false) {
        self.time = time
        self.view = view
        self.transition = transition
        self.isAutomatic = isAutomatic
    }
}

extension Composition {
    /// The cuts that make this composition, on the film's clock: the way back from a plan. The first one is the opening
    /// view, at zero. A view that goes on after black has no cut of its own.
    ///
    /// - Parameter view: the view of a scene.
    package func cutPoints(_ view: (Scene) -> View) -> [CutPoint] {
        let windows = Dictionary(uniqueKeysWithValues: transitions.map { ($0.incoming, $0) })
        var cuts: [CutPoint] = []
        for (index, segment) in segments.enumerated() {
            guard let shown = segment.scene.map(view) else { continue }
            guard let last = cuts.last else {
                cuts.append(CutPoint(time: .zero, view: shown, transition: .hardCut))
                continue
            }
            let skips = clock.pieces.dropFirst().contains {
                $0.source == frameRate.time(ofFrame: segment.frames.lowerBound)
            }
            guard shown != last.view || skips else { continue }
            let transition = windows[index].map { request(of: $0) } ?? .hardCut
            cuts.append(
                CutPoint(
                    time: frameRate.time(ofFrame: segment.frames.lowerBound), view: shown, transition: transition))
        }
        return cuts
    }

    /// What gives this very transition, if nothing is in its way.
    private func request(of transition: Transition) -> TransitionRequest {
        let (frames, cut) = (transition.frames, segments[transition.incoming].frames.lowerBound)
        let isCentered = cut - frames.lowerBound == Int64(frames.count) / 2
        var request = TransitionRequest(
            transition.specification, duration: frameRate.time(ofFrame: Int64(frames.count)),
            alignment: isCentered ? .center : frames.lowerBound == cut ? .start : .end)
        if !isCentered, frames.lowerBound < cut, frames.upperBound > cut {
            request.alignment = .center
            request.lead = frameRate.time(ofFrame: cut - frames.lowerBound)
        }
        return request
    }
}
