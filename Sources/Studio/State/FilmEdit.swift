import MediaTime
import Parameters
import Planning
import Timeline
import Timelines

/// One change to a film, as a page sends it: `{"add":{"frame":120,"show":"front"}}`, with one of `add`,
/// `change`, `remove`, `shot` and `set`. Switches are named by their ids.
struct FilmEdit: Decodable, Sendable {
    /// Shows a view from a frame on; the next camera if it names none.
    struct Add: Decodable, Sendable {
        /// As the page calls it until the answer comes; another one is given if this is taken.
        var id: Int?
        var frame: Int64
        var show: String?
    }
    /// What is `nil` stays.
    struct Change: Decodable, Sendable {
        var `switch`: Int
        var frame: Int64?
        var show, transition: String?
        /// In seconds.
        var duration: Double?
        var align: String?
        /// Whether the transition, its duration and its alignment are those of all switches.
        var all: Bool?
    }
    struct Remove: Decodable, Sendable { var `switch`: Int }
    /// Shows a view in the whole shot that contains a frame.
    struct Shot: Decodable, Sendable {
        var frame: Int64
        var show: String
    }

    /// Edits of one group are undone together.
    var group: String?
    var add: Add?
    var change: Change?
    var remove: Remove?
    var shot: Shot?
    /// Parts of the film's finish, as plan files have them: a JSON Merge Patch (RFC 7396).
    var set: JSONValue?

    /// As shown at Undo and Redo.
    var name: String {
        if let change {
            return change.frame != nil ? "move cut" : change.show != nil ? "change view" : "change transition"
        }
        guard let set else { return remove != nil ? "delete cut" : shot != nil ? "change shot" : "add cut" }
        return "change \(set.memberName ?? "film")"
    }
}

extension JSONValue {
    /// "titles" of `{"graphics":{"titles":[…]}}`: what a change of a single member is about.
    fileprivate var memberName: String? {
        guard case .object(let members) = self, members.count == 1, let (name, value) = members.first else {
            return nil
        }
        // "fade in" of "fadeIn".
        return value.memberName ?? name.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : String($1) }
    }
}

/// The film that is edited.
struct EditedFilm: Sendable {
    /// In the order of the keys.
    var cameras: [Angle]
    var frameCount: Int64
    /// Of a new switch.
    var transition: TransitionRequest

    /// - Throws: `EditError`.
    fileprivate func view(_ text: String) throws(EditError) -> View {
        guard let view = View(parsing: text, angles: cameras) else {
            throw EditError("'\(text)' is neither a camera nor a view")
        }
        return view
    }

    /// The camera after the one that is shown.
    fileprivate func next(after view: View) -> View {
        let place = view.camera.flatMap { cameras.firstIndex(of: $0) } ?? -1
        return .single(cameras[(place + 1) % cameras.count])
    }
}

extension FilmState {
    /// Makes an edit.
    ///
    /// - Throws: `EditError`; nothing is changed then.
    mutating func make(_ edit: FilmEdit, in film: EditedFilm) throws(EditError) {
        var next = self
        switch (edit.add, edit.change, edit.remove, edit.shot, edit.set) {
        case (let add?, nil, nil, nil, nil): try next.add(add, in: film)
        case (nil, let change?, nil, nil, nil): try next.change(change, in: film)
        case (nil, nil, let remove?, nil, nil): next.switches.remove(at: try known(remove.switch))
        case (nil, nil, nil, let shot?, nil):
            try film.check(shot.frame)
            let view = try film.view(shot.show)
            if let index = self.shot(at: shot.frame) {
                next.replaceView(of: index, with: view)
            } else {
                next.opening = view
            }
        case (nil, nil, nil, nil, let set?): try next.set(set)
        default: throw EditError("an edit has one of add, change, remove, shot and set")
        }
        next.settle(film.frameCount)
        self = next
    }

    private mutating func add(_ add: FilmEdit.Add, in film: EditedFilm) throws(EditError) {
        let view: View
        if let show = add.show { view = try film.view(show) } else { view = film.next(after: self.view(at: add.frame)) }
        try film.check(add.frame)
        if let same = switches.firstIndex(where: { $0.frame == add.frame }) {
            replaceView(of: same, with: view)
        } else if add.frame == 0 {
            opening = view
        } else if view != self.view(at: add.frame) {
            let ids = Set(switches.map(\.id))
            let id = add.id.flatMap { $0 > 0 && !ids.contains($0) ? $0 : nil } ?? (ids.max() ?? 0) + 1
            switches.append(Switch(id: id, frame: add.frame, view: view, transition: film.transition))
        }
    }

    private mutating func change(_ change: FilmEdit.Change, in film: EditedFilm) throws(EditError) {
        let index = try known(change.switch)
        if let frame = change.frame, frame != switches[index].frame {
            // It stays between its neighbors, so that dragging does not pass over one.
            let least = (index > 0 ? switches[index - 1].frame : 0) + 1
            let most = (index + 1 < switches.count ? switches[index + 1].frame : film.frameCount) - 1
            switches[index].frame = min(max(frame, least), most)
            switches[index].decision = nil
        }
        if let show = change.show { replaceView(of: index, with: try film.view(show)) }
        var transition = switches[index].transition
        if let text = change.transition {
            guard let specification = Specification(parsing: text) else {
                throw EditError("'\(text)' is not a transition; write its name, such as wipe:angle=30")
            }
            transition.specification = specification
            if transition.duration <= .zero { transition.duration = film.transition.duration }
        }
        if let duration = change.duration {
            guard (0...Self.longestTransition).contains(duration) else {
                throw EditError("a transition lasts from 0 to \(Int(Self.longestTransition)) seconds")
            }
            transition.duration = .milliseconds(Int64((duration * 1000).rounded()))
        }
        if let align = change.align {
            guard let alignment = TransitionRequest.Alignment(rawValue: align) else {
                throw EditError("'\(align)' is not an alignment; use center, start or end")
            }
            transition.alignment = alignment
        }
        if change.duration != nil || change.align != nil { transition.lead = nil }
        for index in change.all == true ? Array(switches.indices) : [index] { switches[index].transition = transition }
    }

    private mutating func set(_ patch: JSONValue) throws(EditError) {
        guard case .object(let parts) = patch, parts.keys.allSatisfy(Finish.editable.contains) else {
            throw EditError("what can be set is \(Finish.editable.sorted().joined(separator: ", "))")
        }
        do {
            // What is empty is left out of plan files, and may still be changed in part.
            let whole = JSONValue.object(["graphics": try JSONValue(finish.graphics)]).merged(try JSONValue(finish))
            finish = try whole.merged(patch).decoded(Finish.self)
        } catch {
            throw EditError("the value of \(patch.memberName ?? "the film") cannot be read")
        }
    }

    private static let longestTransition = 3600.0
}

extension EditedFilm {
    fileprivate func check(_ frame: Int64) throws(EditError) {
        guard (0..<frameCount).contains(frame) else { throw EditError("frame \(frame) is not in the film") }
    }
}

extension Finish {
    /// The parts that an edit may set: those that change neither layout nor encoder.
    fileprivate static let editable: Set<String> = [
        "graphics", "text", "looks", "stabilization", "hasChapters", "poster",
    ]
}

/// Why an edit cannot be made, as one sentence without its period.
struct EditError: Error, Hashable, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
