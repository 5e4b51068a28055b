import MediaTime
import Parameters
import Planning
import Timeline

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a state knows beyond its film, for the plan file: cuts and titles in parts that are left out, transitions as long
/// as they were asked for, and what was set by hand.
struct KeptEdits: Codable {
    private struct Cut: Codable {
        var frame: Int64
        var view, transition: String
        var duration: MediaTime
        var lead: MediaTime?
        var align: String
        var decision: DirectorDecision?
        var isByHand: Bool
    }
    private var opening: String
    private var isOpeningByHand: Bool
    private var cuts: [Cut]
    private var start, end: Int64
    private var leftOut: [[Int64]]
    private var titles: [Graphics.Title]
    private var delivery: Delivery?
    private var lines: Int?

    /// `nil` for views that have no names.
    init?(_ state: FilmState) {
        let views = [state.opening] + state.switches.map(\.view)
        guard !views.contains(where: { if case .layers = $0 { true } else { false } }) else { return nil }
        (opening, isOpeningByHand) = ("\(state.opening)", state.isOpeningByHand)
        cuts = state.switches.map {
            Cut(
                frame: $0.frame, view: "\($0.view)", transition: "\($0.transition.specification)",
                duration: $0.transition.duration, lead: $0.transition.lead, align: $0.transition.alignment.rawValue,
                decision: $0.decision, isByHand: $0.isByHand)
        }
        (start, end) = (state.range.lowerBound, state.range.upperBound)
        leftOut = state.leftOut.map { [$0.lowerBound, $0.upperBound] }
        titles = state.finish.graphics.titles
        (delivery, lines) = (state.target.delivery, state.target.lines)
    }

    var text: String? { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } }

    /// The state of a film that was opened.
    ///
    /// - Returns: `nil` if the film is another one: somebody edited the file.
    static func state(_ text: String?, of editor: FilmEditor) -> FilmState? {
        guard let text, let kept = try? JSONDecoder().decode(KeptEdits.self, from: Data(text.utf8)) else { return nil }
        let (cameras, count) = (editor.film.plan.composition.session.angles, editor.frameCount)
        guard let opening = View(parsing: kept.opening, angles: cameras), 0 <= kept.start, kept.start < kept.end,
            kept.end <= count
        else { return nil }
        var switches: [FilmState.Switch] = []
        for cut in kept.cuts {
            guard let view = View(parsing: cut.view, angles: cameras),
                let specification = Specification(parsing: cut.transition),
                let alignment = TransitionRequest.Alignment(rawValue: cut.align)
            else { return nil }
            var transition = TransitionRequest(specification, duration: cut.duration, alignment: alignment)
            transition.lead = cut.lead
            switches.append(
                .init(
                    frame: cut.frame, view: view, transition: transition, decision: cut.decision,
                    isByHand: cut.isByHand))
        }
        var finish = editor.edition.finish
        finish.graphics.titles = kept.titles
        var state = FilmState(
            opening: opening, switches: switches, finish: finish, sound: editor.edition.sound, frameCount: count)
        state.isOpeningByHand = kept.isOpeningByHand
        (state.target.delivery, state.target.lines) = (kept.delivery, kept.lines)
        state.range = kept.start..<kept.end
        for part in kept.leftOut {
            guard part.count == 2, 0 <= part[0], part[0] < part[1], part[1] <= count else { return nil }
            state.leaveOut(part[0]..<part[1])
        }
        // It says nothing that the film does not say.
        guard state.kept == editor.edition.kept, let planned = try? editor.planned(state),
            planned.plan.composition.shown == editor.film.plan.composition.shown,
            planned.plan.composition.transitions == editor.film.plan.composition.transitions,
            planned.plan.output.finish == editor.film.plan.output.finish
        else { return nil }
        return state
    }
}

extension Composition {
    /// Its segments, whatever they were made of.
    fileprivate var shown: [Segment] { segments.map { Segment(frames: $0.frames, scene: $0.scene) } }
}
