import MediaTime
import Parameters
import Planning
import Timeline
import Timelines

/// One change of a planned film by a program that names times instead of frames, as `compose mcp` takes it:
/// `{"show":"ben","from":60,"to":"1:20"}`. Times are the film's, as it was before the first edit.
package struct PlanEdit: Decodable {
    /// Seconds, or text such as "1:02.5".
    private struct Moment: Decodable {
        let time: MediaTime

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            let text = try (try? value.decode(Double.self)).map { "\($0)" } ?? value.decode(String.self)
            guard let time = MediaTime(parsing: text), time >= .zero, time < .seconds(1 << 20) else {
                throw EditError("'\(text)' is not a time of the film; write seconds, or text such as \"1:02.5\"")
            }
            self.time = time
        }
    }

    private let show, transition, level: String?
    private let from, to, at, move, delete: Moment?
    private let duration, gain: Double?
    private let mute: Bool?
    private let leaveOut, keep: [Moment]?
    private let title: String?

    private enum Key: String, CodingKey, CaseIterable {
        case show, transition, level, from, to, at, move, delete, duration, gain, mute, leaveOut = "leave_out", keep,
            title
    }

    package init(from decoder: any Decoder) throws {
        let names = try decoder.singleValueContainer().decode([String: JSONValue].self).keys
        if let unknown = names.sorted().first(where: { Key(rawValue: $0) == nil }) {
            throw EditError(
                "an edit has no '\(unknown)'; it has \(Key.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let values = try decoder.container(keyedBy: Key.self)
        func read<Value: Decodable>(_ key: Key, _ takes: String) throws -> Value? {
            do { return try values.decodeIfPresent(Value.self, forKey: key) } catch is DecodingError {
                throw EditError("'\(key.rawValue)' takes \(takes)")
            }
        }
        (show, transition) = (try read(.show, "a text"), try read(.transition, "a text"))
        (level, mute) = (try read(.level, "a text"), try read(.mute, "true or false"))
        (from, to, at) = (try read(.from, "a time"), try read(.to, "a time"), try read(.at, "a time"))
        (move, delete) = (try read(.move, "a time"), try read(.delete, "a time"))
        (duration, gain) = (
            try read(.duration, "a number of seconds"), try read(.gain, "a number of decibels, such as -3")
        )
        leaveOut = try read(.leaveOut, "two times, such as [10, 12.5]")
        keep = try read(.keep, "two times, such as [10, 60]")
        title = try read(.title, "a text")
        guard
            [
                show != nil, move != nil, delete != nil, leaveOut != nil, keep != nil, level != nil, title != nil,
                transition != nil && show == nil,
            ].count(where: { $0 }) == 1
        else {
            throw EditError("an edit has one of show, move, delete, transition, leave_out, keep, level and title")
        }
    }

    /// - Throws: `EditError`; the state may be changed in part then.
    fileprivate func make(in state: inout FilmState, _ film: EditedFilm, _ clock: Clock) throws(EditError) {
        if let show {
            let start = try from.map { time throws(EditError) in try clock.frame(time.time) } ?? state.range.lowerBound
            let end = try to.map { time throws(EditError) in try clock.frame(time.time) } ?? state.range.upperBound
            guard start < end else { throw EditError("the part to show '\(show)' in ends before it begins") }
            let after = state.view(at: min(end, film.frameCount - 1))
            let isCut = state.switches.contains { $0.frame == end }
            state.switches.removeAll { $0.frame >= start && $0.frame < end }
            try state.make(
                FilmEdit(.add(.init(frame: start, show: show, transition: transition, duration: duration))), in: film)
            guard end < state.range.upperBound, !isCut else { return }
            try state.make(
                FilmEdit(.add(.init(frame: end, show: "\(after)", transition: transition, duration: duration))),
                in: film)
        } else if let move {
            guard let to else { throw EditError("'move' needs 'to'") }
            let id = try clock.cut(move.time, state)
            try state.make(FilmEdit(.change(.init(switch: id, frame: try clock.frame(to.time)))), in: film)
        } else if let delete {
            try state.make(FilmEdit(.remove(.init(switch: try clock.cut(delete.time, state)))), in: film)
        } else if let transition {
            guard !state.switches.isEmpty else { throw EditError("this film has no cut") }
            let id = try at.map { time throws(EditError) in try clock.cut(time.time, state) }
            let change = FilmEdit.Change(
                switch: id ?? state.switches[0].id, transition: transition, duration: duration,
                all: id == nil ? true : nil)
            try state.make(FilmEdit(.change(change)), in: film)
        } else if let part = leaveOut {
            guard part.count == 2 else { throw EditError("'leave_out' takes two times, such as [10, 12.5]") }
            let part = FilmEdit.Part(start: try clock.frame(part[0].time), end: try clock.frame(part[1].time))
            try state.make(FilmEdit(.leaveOut([part])), in: film)
        } else if let part = keep {
            guard part.count == 2 else { throw EditError("'keep' takes two times, such as [10, 60]") }
            let trim = FilmEdit.Trim(start: try clock.frame(part[0].time), end: try clock.frame(part[1].time))
            try state.make(FilmEdit(.trim(trim)), in: film)
        } else if let level {
            guard film.heard.contains(where: { $0.name == level }) else {
                let known = film.heard.map(\.name).joined(separator: ", ")
                throw EditError("nothing was recorded with the sound of '\(level)'; there is \(known)")
            }
            try state.make(FilmEdit(.level(.init(of: level, gain: gain, isMuted: mute))), in: film)
        } else if let title {
            guard let from, let to else { throw EditError("'title' needs 'from' and 'to'") }
            let (start, end) = (try clock.frame(from.time), try clock.frame(to.time))
            guard start < end else { throw EditError("the title ends before it begins") }
            let range = TimeRange(start: clock.rate.time(ofFrame: start), end: clock.rate.time(ofFrame: end))
            state.finish.graphics.titles.append(Graphics.Title(title, range: range))
        }
    }

    /// Of the film before the first edit.
    fileprivate struct Clock {
        let kept: KeptFrames
        let rate: FrameRate

        /// Of the timeline; its end is the frame after the last one.
        func frame(_ time: MediaTime) throws(EditError) -> Int64 {
            let frame = rate.frame(at: time, .nearest)
            // As it is printed, its length is rounded.
            guard frame <= kept.count + 1 else {
                throw EditError(
                    "\(time.clockDescription) is past the end: the film lasts \(rate.time(ofFrame: kept.count).clockDescription)"
                )
            }
            return frame < kept.count ? kept.timeline(frame) : kept.ranges.last!.upperBound
        }

        /// The cut nearest to a time, within half a second.
        func cut(_ time: MediaTime, _ state: FilmState) throws(EditError) -> Int {
            let wanted = try frame(time)
            let nearest = state.visible.min { ($0.frame - wanted).magnitude < ($1.frame - wanted).magnitude }
            guard let nearest, (nearest.frame - wanted).magnitude <= UInt64(rate.framesPerSecond / 2 + 1) else {
                let known = nearest.map { rate.time(ofFrame: kept.film($0.frame)).clockDescription }
                throw EditError(
                    "there is no cut at \(time.clockDescription)\(known.map { "; the nearest is at \($0)" } ?? "")")
            }
            return nearest.id
        }
    }
}

extension PlannedRender {
    /// The film with other cuts, parts and finish.
    ///
    /// - Throws: `EditError`; as `FilmEditor.planned` and `FilmEditor.tried`.
    package func edited(by edits: [PlanEdit]) throws -> PlannedRender {
        let editor = FilmEditor(self)
        var state = KeptEdits.state(self.edits, of: editor) ?? FilmState(editor, isByHand: true)
        let composition = plan.composition
        guard let kept = state.kept else { return self }
        let clock = PlanEdit.Clock(kept: kept, rate: composition.frameRate)
        let film = EditedFilm(
            cameras: composition.session.angles, frameCount: editor.frameCount, transition: state.usualTransition,
            heard: plan.recordedSounds)
        for edit in edits { try edit.make(in: &state, film, clock) }
        var edited = try editor.tried(try editor.planned(state))
        edited.edits = KeptEdits(state)?.text
        return edited
    }
}

extension FilmState {
    /// Of new cuts: that of most cuts.
    fileprivate var usualTransition: TransitionRequest {
        Dictionary(grouping: switches, by: \.transition).max { $0.value.count < $1.value.count }?.key ?? .hardCut
    }
}
