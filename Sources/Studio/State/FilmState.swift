import MediaTime
import Parameters
import Planning
import Timeline

/// What a person changes of a film: its opening view and its switches. The plan follows from it.
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
    private(set) var switches: [Switch]

    /// - Parameter frameCount: of the film.
    init(opening: View, switches: [Switch], frameCount: Int64) {
        self.opening = opening
        self.switches = switches
        settle(frameCount)
    }

    /// The cuts of a planned film.
    init(_ editor: FilmEditor) {
        let (rate, decisions) = (editor.film.plan.composition.frameRate, editor.decisions)
        opening = editor.cuts[0].view
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

    /// Makes an edit.
    ///
    /// - Parameters:
    ///   - usual: the transition of a new switch.
    ///   - frameCount: of the film.
    /// - Throws: `EditError`; nothing is changed then.
    mutating func make(_ edit: FilmEdit, usual: TransitionRequest, frameCount: Int64) throws(EditError) {
        let frames = 0..<frameCount
        switch edit {
        case .add(let frame, let view):
            guard frames.contains(frame) else { throw EditError("frame \(frame) is not in the film") }
            if let same = switches.firstIndex(where: { $0.frame == frame }) {
                replaceView(of: same, with: view)
            } else if frame == 0 {
                opening = view
            } else {
                switches.append(Switch(frame: frame, view: view, transition: usual))
            }
        case .change(let index, let change):
            let index = try known(index)
            if let frame = change.frame, frame != switches[index].frame {
                // It stays between its neighbors, so that dragging does not pass over one.
                let least = (index > 0 ? switches[index - 1].frame : 0) + 1
                let most = (index + 1 < switches.count ? switches[index + 1].frame : frameCount) - 1
                switches[index].frame = min(max(frame, least), most)
                switches[index].decision = nil
            }
            if let view = change.view { replaceView(of: index, with: view) }
            if let specification = change.transition {
                switches[index].transition.specification = specification
                if switches[index].transition.duration <= .zero { switches[index].transition.duration = usual.duration }
            }
            if let duration = change.duration { switches[index].transition.duration = duration }
            if let alignment = change.alignment { switches[index].transition.alignment = alignment }
            if change.duration != nil || change.alignment != nil { switches[index].transition.lead = nil }
        case .remove(let index): switches.remove(at: try known(index))
        case .shot(let frame, let view):
            guard frames.contains(frame) else { throw EditError("frame \(frame) is not in the film") }
            if let index = shot(at: frame) { replaceView(of: index, with: view) } else { opening = view }
        }
        settle(frameCount)
    }

    private func known(_ number: Int) throws(EditError) -> Int {
        guard number >= 1, number <= switches.count else {
            throw EditError("there is no switch \(number); the film has \(switches.count)")
        }
        return number - 1
    }

    private mutating func replaceView(of index: Int, with view: View) {
        guard switches[index].view != view else { return }
        (switches[index].view, switches[index].decision) = (view, nil)
    }

    /// In order, on frames of the film, and without switches to what is shown already.
    private mutating func settle(_ frameCount: Int64) {
        var shown = opening
        switches = switches.sorted { $0.frame < $1.frame }.filter { one in
            guard (1..<max(1, frameCount)).contains(one.frame), one.view != shown else { return false }
            shown = one.view
            return true
        }
    }
}

/// One change to a film. Switches are counted from 1.
enum FilmEdit: Hashable, Sendable {
    /// Shows a view from a frame on.
    case add(frame: Int64, View)
    case change(switch: Int, Change)
    case remove(switch: Int)
    /// Shows a view in the whole shot that contains a frame.
    case shot(frame: Int64, View)

    /// What is `nil` stays.
    struct Change: Hashable, Sendable {
        var frame: Int64?
        var view: View?
        var transition: Specification?
        var duration: MediaTime?
        var alignment: TransitionRequest.Alignment?
    }

    /// As shown at Undo and Redo.
    var name: String {
        switch self {
        case .add: "add switch"
        case .remove: "delete switch"
        case .shot: "change shot"
        case .change(_, let change):
            change.frame != nil ? "move switch" : change.view != nil ? "change view" : "change transition"
        }
    }
}

/// Why an edit cannot be made, as one sentence without its period.
struct EditError: Error, Hashable, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
