import MediaTime
import Parameters
import Placing
import Planning
import Timeline

/// What a person changes of a film. The plan follows from it, and journal, undo and pages carry it whole. Frames and times
/// are those of the timeline: all of the recording, with what the film leaves out.
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
        /// Somebody set it, so a director keeps it.
        var isByHand = false

        static func == (one: Switch, other: Switch) -> Bool {
            (one.frame, one.view, one.transition, one.decision)
                == (other.frame, other.view, other.transition, other.decision)
        }
        func hash(into hasher: inout Hasher) { hasher.combine(frame) }
    }

    /// What the film is made for: canvas and encoding follow from it.
    struct Target: Hashable, Sendable {
        var delivery: Delivery?
        /// Of the shorter side; `nil` for the usual size.
        var lines: Int?
        /// As it was in the journal.
        var isRestored = false
    }

    struct Marks: Hashable, Sendable, Encodable { var start, end: Int64? }

    var opening: View
    var isOpeningByHand = false
    /// In time order, none at frame 0. One that changes nothing, because another view was tried out, stays until it is
    /// deleted.
    var switches: [Switch]
    /// What the film is of, in frames of the timeline.
    var range: Range<Int64>
    /// Parts of the timeline that the film does not have, in order.
    var leftOut: [Range<Int64>] = []
    /// Where In and Out were before they were marked: what is marked may be left out.
    var unmarked = Marks()
    /// Titles, fades, looks and all else that is added to the pictures, on the clock of the timeline.
    var finish: Finish
    var sound: FilmEditor.Sound
    var target = Target()

    /// - Parameter frameCount: of the timeline.
    init(
        opening: View, switches: [Switch], finish: Finish = Finish(), sound: FilmEditor.Sound = .init(),
        frameCount: Int64
    ) {
        (self.opening, self.switches) = (opening, switches)
        (self.finish, self.sound) = (finish, sound)
        range = 0..<frameCount
        settle(frameCount)
        for index in self.switches.indices { self.switches[index].id = index + 1 }
    }

    /// - Parameters:
    ///   - frameCount: of the timeline.
    ///   - isByHand: whether somebody set the cuts that have no reason.
    init(_ edition: FilmEditor.Edition, at rate: FrameRate, frameCount: Int64, isByHand: Bool = false) {
        let switches = edition.cuts.indices.dropFirst().map { index in
            let cut = edition.cuts[index]
            return Switch(
                frame: rate.frame(at: cut.time, .nearest), view: cut.view, transition: cut.transition,
                decision: edition.decisions[index],
                isByHand: edition.decisions[index].map { $0.reason == .pinned } ?? isByHand)
        }
        self.init(
            opening: edition.cuts[0].view, switches: switches, finish: edition.finish, sound: edition.sound,
            frameCount: frameCount)
        let kept = edition.kept.ranges
        range = kept.first!.lowerBound..<kept.last!.upperBound
        leftOut = zip(kept, kept.dropFirst()).map { $0.upperBound..<$1.lowerBound }
    }

    /// The film as it was planned.
    init(_ editor: FilmEditor, isByHand: Bool = false) {
        self.init(editor.edition, at: editor.rate, frameCount: editor.frameCount, isByHand: isByHand)
    }

    /// Whether In and Out have both been marked, and nothing was changed since.
    var isMarked: Bool { unmarked.start != nil && unmarked.end != nil }

    /// `nil` if nothing is left of the film.
    var kept: KeptFrames? { KeptFrames([range].without(leftOut)) }

    /// Those that change what is shown.
    var visible: [Switch] {
        var shown = opening
        return switches.filter { one in
            defer { shown = one.view }
            return one.view != shown
        }
    }

    /// - Parameter kept: other parts of the timeline than the film has.
    func edition(at rate: FrameRate, keeping kept: KeptFrames? = nil) -> FilmEditor.Edition {
        let visible = visible
        let cuts = visible.map {
            CutPoint(time: rate.time(ofFrame: $0.frame), view: $0.view, transition: $0.transition)
        }
        let decided = visible.enumerated().compactMap { index, one in one.decision.map { (index + 1, $0) } }
        return FilmEditor.Edition(
            cuts: [CutPoint(time: .zero, view: opening, transition: .hardCut)] + cuts,
            decisions: Dictionary(uniqueKeysWithValues: decided),
            kept: kept ?? self.kept ?? KeptFrames(count: range.upperBound), finish: finish, sound: sound)
    }

    /// The switch that the shot at a frame begins with, by index; `nil` for the opening.
    func shot(at frame: Int64) -> Int? { switches.lastIndex { $0.frame <= frame } }

    func view(at frame: Int64) -> View { shot(at: frame).map { switches[$0].view } ?? opening }

    /// The levels of what is heard, by name.
    mutating func setLevel(of angle: Angle, _ change: (inout MixSettings.Level) -> Void) {
        var level = sound.mix.levels.first { $0.angle == angle } ?? .init(angle: angle)
        change(&level)
        sound.mix.levels.removeAll { $0.angle == angle }
        if level != .init(angle: angle) { sound.mix.levels.append(level) }
        sound.mix.levels.sort { $0.angle.name < $1.angle.name }
    }

    /// The first music; `nil` without any.
    var music: (place: Int, music: SoundRole.Music)? {
        sound.added.indices.lazy.compactMap { place in
            if case .music(let music) = sound.added[place].role { (place, music) } else { nil }
        }.first
    }

    func known(_ id: Int) throws(EditError) -> Int {
        guard let index = switches.firstIndex(where: { $0.id == id }) else {
            throw EditError("this cut was deleted meanwhile")
        }
        return index
    }

    mutating func replaceView(of index: Int, with view: View) {
        guard switches[index].view != view else { return }
        (switches[index].view, switches[index].decision, switches[index].isByHand) = (view, nil, true)
    }

    /// Leaves out more of the timeline.
    mutating func leaveOut(_ part: Range<Int64>) {
        leftOut = ([part] + leftOut).sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { parts, part in
            if let last = parts.last, part.lowerBound <= last.upperBound {
                parts[parts.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
            } else {
                parts.append(part)
            }
        }
    }

    /// In order, on frames of the timeline.
    mutating func settle(_ frameCount: Int64) {
        switches = switches.sorted { $0.frame < $1.frame }.filter { (1..<max(1, frameCount)).contains($0.frame) }
    }
}
