import Audio
import MediaTime
import Parameters
import Placing
import Planning
import Timeline
import Timelines

/// One change to a film, as a page sends it: `{"add":{"frame":120,"show":"front"}}`. Switches are named by their ids, and
/// frames are the timeline's.
struct FilmEdit: Decodable, Sendable {
    enum Kind: Sendable {
        case add(Add)
        case change(Change)
        case remove(Remove)
        case shot(Shot)
        case trim(Trim)
        case leaveOut([Part])
        case putBack([Part])
        /// All cuts are deleted.
        case clear
        case level(Level)
        case music(Music)
        /// One of the film's list of files, by its number; -1 for none.
        case subtitles(Int)
        /// Parts of the film's finish, as plan files have them: a JSON Merge Patch (RFC 7396).
        case set(JSONValue)
    }

    /// Shows a view from a frame on; the next camera if it names none.
    struct Add: Decodable, Sendable {
        /// As the page calls it until the answer comes; another one is given if this is taken.
        var id: Int?
        var frame: Int64
        var show: String?
        /// Its length is in seconds; `nil` for the film's usual one.
        var transition: String?
        var duration: Double?
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
    /// Where the film begins and ends: a first frame, and the frame after the last one. What is `nil` stays.
    struct Trim: Decodable, Sendable {
        var start, end: Int64?
        /// By In or Out: what is marked may be left out next.
        var isMark: Bool?
    }
    /// A part of the timeline, by its first frame and the one after its last.
    struct Part: Decodable, Sendable {
        var start, end: Int64
        fileprivate var range: Range<Int64> { start..<max(start, end) }
    }

    /// How loud a camera or a microphone is. What is `nil` stays.
    struct Level: Decodable, Sendable {
        var of: String
        /// In decibels.
        var gain: Double?
        var isMuted: Bool?
    }
    /// How the film's music is heard. What is `nil` stays.
    struct Music: Decodable, Sendable {
        /// In decibels.
        var gain: Double?
        /// Where in its file it begins, in seconds.
        var start: Double?
        var loops: Bool?
        /// Whether it is lowered while somebody speaks.
        var isLowered: Bool?
    }

    private enum Key: String, CodingKey, CaseIterable {
        case add, change, remove, shot, trim, leaveOut, putBack, clear, level, music, subtitles, set, group
    }

    /// Edits of one group are undone together.
    var group: String?
    var kind: Kind

    init(_ kind: Kind, group: String? = nil) { (self.kind, self.group) = (kind, group) }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        group = try values.decodeIfPresent(String.self, forKey: .group)
        let keys = values.allKeys.filter { $0 != .group }
        guard keys.count == 1 else {
            let names = Key.allCases.dropLast().map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "an edit has one of \(names)"))
        }
        kind =
            switch keys[0] {
            case .add: .add(try values.decode(Add.self, forKey: .add))
            case .change: .change(try values.decode(Change.self, forKey: .change))
            case .remove: .remove(try values.decode(Remove.self, forKey: .remove))
            case .shot: .shot(try values.decode(Shot.self, forKey: .shot))
            case .trim: .trim(try values.decode(Trim.self, forKey: .trim))
            case .leaveOut: .leaveOut(try values.decode([Part].self, forKey: .leaveOut))
            case .putBack: .putBack(try values.decode([Part].self, forKey: .putBack))
            case .clear: .clear
            case .level: .level(try values.decode(Level.self, forKey: .level))
            case .music: .music(try values.decode(Music.self, forKey: .music))
            case .subtitles: .subtitles(try values.decode(Int.self, forKey: .subtitles))
            case .set, .group: .set(try values.decode(JSONValue.self, forKey: .set))
            }
    }

    /// As shown at Undo and Redo.
    var name: String {
        switch kind {
        case .add: "add cut"
        case .change(let change):
            change.frame != nil ? "move cut" : change.show != nil ? "change view" : "change transition"
        case .remove: "delete cut"
        case .shot: "change shot"
        case .trim: "trim"
        case .leaveOut: "leave out"
        case .putBack: "put back"
        case .clear: "delete all cuts"
        case .level(let level): level.isMuted == nil ? "change level" : level.isMuted == true ? "mute" : "unmute"
        case .music: "change music"
        case .subtitles: "change subtitles"
        case .set(let patch): "change \(patch.memberName ?? "film")"
        }
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
    /// Of the timeline.
    var frameCount: Int64
    /// Of a new switch.
    var transition: TransitionRequest
    /// In frames: a mark that is moved by less is corrected.
    var correction: Int64 = 150
    /// Everything that was recorded with a sound.
    var heard: [Angle] = []
    /// Files that may be chosen.
    var subtitles: [String] = []

    /// - Throws: `EditError`.
    fileprivate func view(_ text: String) throws(EditError) -> View {
        guard let view = View(parsing: text, angles: cameras) else {
            let known = cameras.map(\.name).joined(separator: ", ")
            throw EditError("'\(text)' is neither a camera nor a view; the cameras are \(known)")
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
        switch edit.kind {
        case .add(let add): try next.add(add, in: film)
        case .change(let change): try next.change(change, in: film)
        case .remove(let remove): next.switches.remove(at: try known(remove.switch))
        case .shot(let shot): try next.show(shot, in: film)
        case .trim(let trim): try next.trim(trim, in: film)
        case .leaveOut(let parts): try next.leaveOut(parts, in: film)
        case .putBack(let parts): next.leftOut = leftOut.without(parts.map(\.range))
        case .clear: next.switches = []
        case .level(let level): try next.setLevel(level, in: film)
        case .music(let music): try next.setMusic(music)
        case .subtitles(let number):
            guard number < film.subtitles.count else { throw EditError("there are no such subtitles") }
            next.finish.graphics.subtitles = number < 0 ? nil : film.subtitles[number]
        case .set(let patch): try next.set(patch)
        }
        if case .trim = edit.kind {} else { next.unmarked = Marks() }
        guard next.kept != nil else { throw EditError("nothing would be left of the film") }
        next.settle(film.frameCount)
        self = next
    }

    private mutating func setLevel(_ level: FilmEdit.Level, in film: EditedFilm) throws(EditError) {
        guard let angle = film.heard.first(where: { $0.name == level.of }) else {
            throw EditError("nothing was recorded with the sound of '\(level.of)'")
        }
        if let gain = level.gain, !SoundRole.gains.contains(gain) { throw EditError("\(gain) dB is no level") }
        setLevel(of: angle) {
            $0.gain = level.gain ?? $0.gain
            $0.isMuted = level.isMuted ?? $0.isMuted
        }
    }

    private mutating func setMusic(_ wished: FilmEdit.Music) throws(EditError) {
        guard case (let place, var music)? = music else { throw EditError("this film has no music") }
        guard wished.gain.map(SoundRole.gains.contains) ?? true, wished.start.map((0...86_400).contains) ?? true else {
            throw EditError("music cannot be heard like this")
        }
        music.gain = wished.gain ?? music.gain
        music.loops = wished.loops ?? music.loops
        if let start = wished.start { music.start = .milliseconds(Int64((start * 1000).rounded())) }
        sound.added[place].role = .music(music)
        if let isLowered = wished.isLowered { sound.mix.ducking = isLowered ? sound.mix.ducking ?? Ducking() : nil }
    }

    private mutating func show(_ shot: FilmEdit.Shot, in film: EditedFilm) throws(EditError) {
        try film.check(shot.frame)
        let view = try film.view(shot.show)
        if let index = self.shot(at: shot.frame) {
            replaceView(of: index, with: view)
        } else {
            (opening, isOpeningByHand) = (view, true)
        }
    }

    private mutating func trim(_ trim: FilmEdit.Trim, in film: EditedFilm) throws(EditError) {
        var (start, end) = (trim.start ?? range.lowerBound, trim.end ?? range.upperBound)
        guard (0..<film.frameCount).contains(start), (1...film.frameCount).contains(end) else {
            throw EditError("the recording does not reach that far")
        }
        let isMark = trim.isMark == true
        if start >= end {
            guard isMark else { throw EditError("the film would end before it begins") }
            // Whoever marks In after Out has left that behind.
            if trim.start == nil {
                (start, unmarked.start) = (0, nil)
            } else {
                (end, unmarked.end) = (film.frameCount, nil)
            }
        }
        // A mark that is corrected is still the same one.
        let isOther = { (one: Int64, other: Int64, known: Int64?) in
            known == nil || one.distance(to: other).magnitude > film.correction
        }
        if trim.start != nil, isOther(start, range.lowerBound, unmarked.start) { unmarked.start = range.lowerBound }
        if trim.end != nil, isOther(end, range.upperBound, unmarked.end) { unmarked.end = range.upperBound }
        if !isMark { unmarked = Marks() }
        range = start..<end
    }

    private mutating func leaveOut(_ parts: [FilmEdit.Part], in film: EditedFilm) throws(EditError) {
        let whole = 0..<film.frameCount
        for part in parts {
            guard !part.range.clamped(to: whole).isEmpty else { throw EditError("there is nothing to leave out") }
            // What is between In and Out goes, and the film is as long as it was before they were marked.
            if part.range == range, let start = unmarked.start, let end = unmarked.end, start < end {
                range = start..<end
            }
            leaveOut(part.range.clamped(to: whole))
        }
    }

    private mutating func add(_ add: FilmEdit.Add, in film: EditedFilm) throws(EditError) {
        let view: View
        if let show = add.show { view = try film.view(show) } else { view = film.next(after: self.view(at: add.frame)) }
        try film.check(add.frame)
        if let same = switches.firstIndex(where: { $0.frame == add.frame }) {
            replaceView(of: same, with: view)
        } else if add.frame == 0 {
            (opening, isOpeningByHand) = (view, true)
        } else if view != self.view(at: add.frame) {
            let ids = Set(switches.map(\.id))
            let own = add.id.flatMap { (1...Self.mostID).contains($0) && !ids.contains($0) ? $0 : nil }
            let id = own ?? (1...).first { !ids.contains($0) }!
            let wished = FilmEdit.Change(switch: id, transition: add.transition, duration: add.duration)
            let transition = try film.transition.changed(by: wished, in: film)
            switches.append(Switch(id: id, frame: add.frame, view: view, transition: transition, isByHand: true))
        }
    }

    /// What pages call a cut.
    private static let mostID = Int(Int32.max)

    private mutating func change(_ change: FilmEdit.Change, in film: EditedFilm) throws(EditError) {
        let index = try known(change.switch)
        if let frame = change.frame, frame != switches[index].frame {
            // It stays between its neighbors, so that dragging does not pass over one.
            let least = (index > 0 ? switches[index - 1].frame : 0) + 1
            let most = (index + 1 < switches.count ? switches[index + 1].frame : film.frameCount) - 1
            switches[index].frame = min(max(frame, least), most)
            (switches[index].decision, switches[index].isByHand) = (nil, true)
        }
        if let show = change.show { replaceView(of: index, with: try film.view(show)) }
        let transition = try switches[index].transition.changed(by: change, in: film)
        if change.all != true, transition != switches[index].transition { switches[index].isByHand = true }
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
}

extension TransitionRequest {
    fileprivate func changed(by change: FilmEdit.Change, in film: EditedFilm) throws(EditError) -> TransitionRequest {
        var transition = self
        if let text = change.transition {
            guard let specification = Specification(parsing: text) else {
                throw EditError("'\(text)' is not a transition; write its name, such as wipe:angle=30")
            }
            transition.specification = specification
            if transition.duration <= .zero { transition.duration = film.transition.duration }
        }
        if let duration = change.duration {
            guard (0...Self.longest).contains(duration) else {
                throw EditError("a transition lasts from 0 to \(Int(Self.longest)) seconds")
            }
            transition.duration = .milliseconds(Int64((duration * 1000).rounded()))
        }
        if let align = change.align {
            guard let alignment = Alignment(rawValue: align) else {
                throw EditError("'\(align)' is not an alignment; use center, start or end")
            }
            transition.alignment = alignment
        }
        if change.duration != nil || change.align != nil { transition.lead = nil }
        return transition
    }

    /// In seconds.
    private static let longest = 3600.0
}

extension EditedFilm {
    fileprivate func check(_ frame: Int64) throws(EditError) {
        guard (0..<frameCount).contains(frame) else { throw EditError("frame \(frame) is not in the film") }
    }
}

extension Finish {
    /// The parts that an edit may set: those that change neither layout nor encoder.
    fileprivate static let editable: Set<String> = [
        "graphics", "text", "cropping", "looks", "stabilization", "hasChapters", "poster",
    ]
}

/// Why an edit cannot be made, as one sentence without its period.
package struct EditError: Error, Hashable, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}
