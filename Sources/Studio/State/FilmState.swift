import MediaTime
import Parameters
import Planning
import Timeline

/// What a person changes of a film. The plan follows from it, and journal, undo and pages carry it whole.
struct FilmState: Hashable, Sendable {
    /// A change from one view to another.
    struct Switch: Hashable, Sendable {
        /// The first frame of the film that belongs to the new view.
        var frame: Int64
        var view: View
        var transition: TransitionRequest
        /// A director's reason for it, until somebody moves it or changes what it shows.
        var decision: DirectorDecision?
    }

    var opening: View
    /// In time order, each to another view than the one before it; none at frame 0.
    var switches: [Switch]
    /// Titles, fades, looks and all else that is added to the pictures.
    var finish: Finish

    /// - Parameter frameCount: of the film.
    init(opening: View, switches: [Switch], finish: Finish = Finish(), frameCount: Int64) {
        (self.opening, self.switches, self.finish) = (opening, switches, finish)
        settle(frameCount)
    }

    /// The cuts of a planned film.
    init(_ editor: FilmEditor) {
        let (rate, decisions) = (editor.film.plan.composition.frameRate, editor.decisions)
        opening = editor.cuts[0].view
        finish = editor.film.plan.output.finish
        // Where a part was left out of a shot, nothing switches.
        let changes = editor.cuts.indices.dropFirst().filter { editor.cuts[$0].view != editor.cuts[$0 - 1].view }
        switches = changes.map { index in
            let cut = editor.cuts[index]
            return Switch(
                frame: rate.frame(at: cut.time, .nearest), view: cut.view, transition: cut.transition,
                decision: decisions[index])
        }
    }

    /// For `FilmEditor.planned`.
    func cuts(at rate: FrameRate) -> (cuts: [CutPoint], decisions: [Int: DirectorDecision]) {
        let cuts = switches.map {
            CutPoint(time: rate.time(ofFrame: $0.frame), view: $0.view, transition: $0.transition)
        }
        let decided = switches.enumerated().compactMap { index, one in one.decision.map { (index + 1, $0) } }
        return (
            [CutPoint(time: .zero, view: opening, transition: .hardCut)] + cuts,
            Dictionary(uniqueKeysWithValues: decided)
        )
    }

    /// The switch that the shot at a frame begins with, by index; `nil` for the opening.
    func shot(at frame: Int64) -> Int? { switches.lastIndex { $0.frame <= frame } }

    func view(at frame: Int64) -> View { shot(at: frame).map { switches[$0].view } ?? opening }

    func known(_ number: Int) throws(EditError) -> Int {
        guard number >= 1, number <= switches.count else {
            throw EditError("there is no switch \(number); the film has \(switches.count)")
        }
        return number - 1
    }

    mutating func replaceView(of index: Int, with view: View) {
        guard switches[index].view != view else { return }
        (switches[index].view, switches[index].decision) = (view, nil)
    }

    /// In order, on frames of the film, and without switches to what is shown already.
    mutating func settle(_ frameCount: Int64) {
        var shown = opening
        switches = switches.sorted { $0.frame < $1.frame }.filter { one in
            guard (1..<max(1, frameCount)).contains(one.frame), one.view != shown else { return false }
            shown = one.view
            return true
        }
    }
}
