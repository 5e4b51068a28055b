import MediaTime
import Parameters
import Planning
import Timeline

/// What a person changes of a film. The plan follows from it, and journal, undo and pages carry it whole.
struct FilmState: Hashable, Sendable {
    /// A change from one view to another.
    struct Switch: Hashable, Sendable {
        /// Never changes, so that pages find it again; it is not part of the film.
        var id = 0
        /// The first frame of the film that belongs to the new view.
        var frame: Int64
        var view: View
        var transition: TransitionRequest
        /// A director's reason for it, until somebody moves it or changes what it shows.
        var decision: DirectorDecision?

        static func == (one: Switch, other: Switch) -> Bool {
            (one.frame, one.view, one.transition, one.decision)
                == (other.frame, other.view, other.transition, other.decision)
        }
        func hash(into hasher: inout Hasher) { hasher.combine(frame) }
    }

    var opening: View
    /// In time order, none at frame 0. One that changes nothing, because another view was tried out, stays until it is
    /// deleted.
    var switches: [Switch]
    /// Titles, fades, looks and all else that is added to the pictures.
    var finish: Finish

    /// - Parameter frameCount: of the film.
    init(opening: View, switches: [Switch], finish: Finish = Finish(), frameCount: Int64) {
        (self.opening, self.switches, self.finish) = (opening, switches, finish)
        settle(frameCount)
        for index in self.switches.indices { self.switches[index].id = index + 1 }
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
                id: index, frame: rate.frame(at: cut.time, .nearest), view: cut.view, transition: cut.transition,
                decision: decisions[index])
        }
    }

    /// Those that change what is shown.
    var visible: [Switch] {
        var shown = opening
        return switches.filter { one in
            defer { shown = one.view }
            return one.view != shown
        }
    }

    /// For `FilmEditor.planned`.
    func cuts(at rate: FrameRate) -> (cuts: [CutPoint], decisions: [Int: DirectorDecision]) {
        let visible = visible
        let cuts = visible.map {
            CutPoint(time: rate.time(ofFrame: $0.frame), view: $0.view, transition: $0.transition)
        }
        let decided = visible.enumerated().compactMap { index, one in one.decision.map { (index + 1, $0) } }
        return (
            [CutPoint(time: .zero, view: opening, transition: .hardCut)] + cuts,
            Dictionary(uniqueKeysWithValues: decided)
        )
    }

    /// The switch that the shot at a frame begins with, by index; `nil` for the opening.
    func shot(at frame: Int64) -> Int? { switches.lastIndex { $0.frame <= frame } }

    func view(at frame: Int64) -> View { shot(at: frame).map { switches[$0].view } ?? opening }

    func known(_ id: Int) throws(EditError) -> Int {
        guard let index = switches.firstIndex(where: { $0.id == id }) else {
            throw EditError("this cut was deleted meanwhile")
        }
        return index
    }

    mutating func replaceView(of index: Int, with view: View) {
        guard switches[index].view != view else { return }
        (switches[index].view, switches[index].decision) = (view, nil)
    }

    /// In order, on frames of the film.
    mutating func settle(_ frameCount: Int64) {
        switches = switches.sorted { $0.frame < $1.frame }.filter { (1..<max(1, frameCount)).contains($0.frame) }
    }
}
