import MediaTime
import Parameters
import Timeline

/// An edit as a page sends it: `{"version":7,"add":{"frame":120,"show":"front"}}`, with one of `add`, `change`, `remove`
/// and `shot`.
struct EditRequest: Decodable, Sendable {
    private struct Add: Decodable {
        var frame: Int64
        var show: String?
    }
    private struct Change: Decodable {
        var `switch`: Int
        var frame: Int64?
        var show: String?
        var transition: String?
        /// In seconds.
        var duration: Double?
        var align: String?
    }
    private struct Remove: Decodable { var `switch`: Int }
    private struct Shot: Decodable {
        var frame: Int64
        var show: String
    }

    /// Of the state that the page shows: an edit of another is refused.
    let version: Int
    /// Edits of one group are undone together.
    let group: String?
    private let add: Add?
    private let change: Change?
    private let remove: Remove?
    private let shot: Shot?

    /// The longest transition.
    static let longest = 3600.0

    /// - Parameters:
    ///   - state: what a switch without a view is relative to.
    ///   - cameras: of the film, in the order of the keys.
    /// - Throws: `EditError`.
    func edit(of state: FilmState, cameras: [Angle]) throws(EditError) -> FilmEdit {
        switch (add, change, remove, shot) {
        case (let add?, nil, nil, nil):
            guard let show = add.show else {
                return .add(frame: add.frame, next(after: state.view(at: add.frame), cameras))
            }
            return .add(frame: add.frame, try view(show, cameras))
        case (nil, let change?, nil, nil): return .change(switch: change.switch, try parsed(change, cameras))
        case (nil, nil, let remove?, nil): return .remove(switch: remove.switch)
        case (nil, nil, nil, let shot?): return .shot(frame: shot.frame, try view(shot.show, cameras))
        default: throw EditError("an edit has one of add, change, remove and shot")
        }
    }

    private func parsed(_ change: Change, _ cameras: [Angle]) throws(EditError) -> FilmEdit.Change {
        var parsed = FilmEdit.Change(frame: change.frame)
        if let show = change.show { parsed.view = try view(show, cameras) }
        if let transition = change.transition {
            guard let specification = Specification(parsing: transition) else {
                throw EditError("'\(transition)' is not a transition; write its name, such as wipe:angle=30")
            }
            parsed.transition = specification
        }
        if let duration = change.duration {
            guard (0...Self.longest).contains(duration) else {
                throw EditError("a transition lasts from 0 to \(Int(Self.longest)) seconds")
            }
            parsed.duration = .milliseconds(Int64((duration * 1000).rounded()))
        }
        if let align = change.align {
            guard let alignment = TransitionRequest.Alignment(rawValue: align) else {
                throw EditError("'\(align)' is not an alignment; use center, start or end")
            }
            parsed.alignment = alignment
        }
        return parsed
    }

    private func view(_ text: String, _ cameras: [Angle]) throws(EditError) -> View {
        guard let view = View(parsing: text, angles: cameras) else {
            throw EditError("'\(text)' is neither a camera nor a view")
        }
        return view
    }

    /// The camera after the one that is shown.
    private func next(after view: View, _ cameras: [Angle]) -> View {
        let place = view.camera.flatMap { cameras.firstIndex(of: $0) } ?? -1
        return .single(cameras[(place + 1) % cameras.count])
    }
}
