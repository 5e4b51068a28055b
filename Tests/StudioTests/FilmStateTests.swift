import Foundation
import MediaTime
import Parameters
import TestSupport
import Testing
import Timeline
import Timelines

@testable import Studio

/// What edits do to the cuts of a film.
@Suite struct FilmStateTests {
    private static let usual = TransitionRequest(Specification(name: "dissolve"), duration: .milliseconds(500))
    private static let frameCount: Int64 = 300
    private static let cameras: [Angle] = ["front", "back", "wide"]
    private static let film = EditedFilm(cameras: cameras, frameCount: frameCount, transition: usual)

    private static func view(_ text: String) -> View { View(parsing: text, angles: cameras)! }

    /// "front 100:back 200:pip" for a film that begins with the front camera.
    private static func text(_ state: FilmState) -> String {
        (["\(state.opening)"] + state.switches.map { "\($0.frame):\($0.view)" }).joined(separator: " ")
    }

    private static func state(_ text: String) -> FilmState {
        let words = text.split(separator: " ").map(String.init)
        let switches = words.dropFirst().map { word in
            let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
            return FilmState.Switch(frame: Int64(parts[0])!, view: view(parts[1]), transition: usual)
        }
        return FilmState(opening: view(words[0]), switches: switches, frameCount: frameCount)
    }

    /// As a page sends it.
    private static func edited(_ before: String, _ json: String) throws -> String {
        var state = state(before)
        try state.make(edit(json), in: film)
        return text(state)
    }

    private static func edit(_ json: String) throws -> FilmEdit {
        try JSONDecoder().decode(FilmEdit.self, from: Data(#"{\#(json)}"#.utf8))
    }

    @Test(arguments: [
        ("front", #""add":{"frame":100,"show":"back"}"#, "front 100:back"),
        // To the next camera, as S does.
        ("front", #""add":{"frame":100}"#, "front 100:back"),
        ("front 50:wide", #""add":{"frame":100}"#, "front 50:wide 100:front"),
        ("front 50:pip", #""add":{"frame":100}"#, "front 50:pip 100:front"),
        // What is shown already needs no switch; one that changes nothing any more stays until it is deleted.
        ("front", #""add":{"frame":100,"show":"front"}"#, "front"),
        ("front 200:back", #""add":{"frame":100,"show":"back"}"#, "front 100:back 200:back"),
        ("front 100:back", #""add":{"frame":100,"show":"wide"}"#, "front 100:wide"),
        ("front 100:back", #""add":{"frame":100,"show":"front"}"#, "front 100:front"),
        ("front 100:back", #""add":{"frame":0,"show":"wide"}"#, "wide 100:back"),
        ("front 100:back 200:wide", #""change":{"switch":1,"frame":150}"#, "front 150:back 200:wide"),
        // Between its neighbors.
        ("front 100:back 200:wide", #""change":{"switch":1,"frame":250}"#, "front 199:back 200:wide"),
        ("front 100:back 200:wide", #""change":{"switch":2,"frame":-5}"#, "front 100:back 101:wide"),
        ("front 100:back", #""change":{"switch":1,"frame":999}"#, "front 299:back"),
        ("front 100:back", #""change":{"switch":1,"frame":-9223372036854775808}"#, "front 1:back"),
        ("front 100:back", #""change":{"switch":1,"show":"pip:corner=top-left"}"#, "front 100:pip:corner=top-left"),
        ("front 100:back 200:front", #""remove":{"switch":1}"#, "front 200:front"),
        ("front 100:back 200:wide", #""remove":{"switch":2}"#, "front 100:back"),
        ("front 100:back 200:wide", #""shot":{"frame":150,"show":"pip"}"#, "front 100:pip 200:wide"),
        ("front 100:back", #""shot":{"frame":99,"show":"wide"}"#, "wide 100:back"),
    ])
    func anEditDoesWhatItSays(_ before: String, _ json: String, _ after: String) throws {
        #expect(try Self.edited(before, json) == after)
    }

    @Test(arguments: [
        (#""add":{"frame":300,"show":"back"}"#, "frame 300"), (#""add":{"frame":1,"show":"nobody"}"#, "'nobody'"),
        (#""change":{"switch":3,"frame":1}"#, "deleted"), (#""remove":{"switch":0}"#, "deleted"),
        (#""change":{"switch":1,"transition":"a:=:b"}"#, "'a:=:b'"), (#""change":{"switch":1,"duration":-1}"#, "lasts"),
        (#""change":{"switch":1,"align":"middle"}"#, "'middle'"), (#""shot":{"frame":-1,"show":"back"}"#, "frame -1"),
        (#""remove":{"switch":1},"add":{"frame":1}"#, "one of"), (#""group":"g""#, "one of"),
        (#""remove":{"switch":-9223372036854775808}"#, "deleted"),
        (#""change":{"switch":9223372036854775807,"frame":1}"#, "deleted"),
        (#""add":{"frame":-9223372036854775808}"#, "frame"),
        (#""shot":{"frame":9223372036854775807,"show":"back"}"#, "frame"),
    ])
    func whatCannotBeDoneIsSaid(_ json: String, _ word: String) throws {
        #expect { _ = try Self.edited("front 100:back", json) } throws: { "\($0)".contains(word) }
    }

    /// Trying out what is shown beside a shot destroys no cut, and a cut is found again whatever comes before it.
    @Test func cutsKeepTheirIdentity() throws {
        var state = Self.state("front 100:back 200:front")
        try state.make(Self.edit(#""shot":{"frame":150,"show":"front"}"#), in: Self.film)
        #expect(Self.text(state) == "front 100:front 200:front" && state.visible.isEmpty)
        #expect(state.edition(at: .thirty).cuts.count == 1)
        try state.make(Self.edit(#""shot":{"frame":150,"show":"back"}"#), in: Self.film)
        #expect(state == Self.state("front 100:back 200:front"))
        let last = state.switches[1].id
        try state.make(Self.edit(#""add":{"id":77,"frame":50,"show":"wide"}"#), in: Self.film)
        #expect(state.switches.map(\.id) == [77, 1, last])
        try state.make(Self.edit(#""change":{"switch":\#(last),"show":"wide"}"#), in: Self.film)
        #expect(Self.text(state) == "front 50:wide 100:back 200:wide")
        // A name that is taken is given to nobody else.
        try state.make(Self.edit(#""add":{"id":77,"frame":250,"show":"back"}"#), in: Self.film)
        #expect(Set(state.switches.map(\.id)).count == 4)
        try state.make(
            Self.edit(#""change":{"switch":77,"transition":"wipe","duration":0.3,"all":true}"#), in: Self.film)
        #expect(Set(state.switches.map(\.transition)).count == 1)
    }

    @Test func aTransitionIsChangedInParts() throws {
        var state = Self.state("front 100:back")
        let make = { (change: FilmEdit.Change) in try state.make(FilmEdit(.change(change)), in: Self.film) }
        try make(.init(switch: 1, transition: "none"))
        #expect(state.switches[0].transition.specification.isHardCut)
        try make(.init(switch: 1, transition: "wipe:angle=30", align: "start"))
        #expect(state.switches[0].transition.duration == .milliseconds(500))
        try make(.init(switch: 1, duration: 0.8))
        #expect(state.switches[0].transition.alignment == .start)
        #expect("\(state.switches[0].transition.specification)" == "wipe:angle=30")
        let cuts = state.edition(at: .thirty).cuts
        #expect(cuts.map(\.time) == [.zero, FrameRate.thirty.time(ofFrame: 100)])
        #expect(cuts[1].transition.duration == .milliseconds(800))
    }

    /// Titles and fades are set as plan files have them; what is not named stays, and null removes.
    @Test func aPartOfTheFinishIsSet() throws {
        var state = Self.state("front 100:back")
        let second = MediaTime.seconds(1).flicks
        let style = #"{"name":"title","parameters":{"place":"lower-third"}}"#
        let black = #"{"red":0,"green":0,"blue":0,"alpha":255}"#
        // Of a film without any graphics, too.
        var bare = Self.state("front")
        try bare.make(
            Self.edit(#""set":{"graphics":{"fadeOut":{"duration":\#(second),"color":\#(black)}}}"#), in: Self.film)
        #expect(bare.finish.graphics.fadeOut == .init(.seconds(1)))
        let title = #"{"text":"Anna","range":{"start":\#(second),"end":\#(3 * second)},"style":\#(style)}"#
        try state.make(Self.edit(#""set":{"graphics":{"titles":[\#(title)]}}"#), in: Self.film)
        #expect(
            state.finish.graphics.titles == [
                .init(
                    "Anna", range: TimeRange(start: .seconds(1), end: .seconds(3)),
                    style: Specification(parsing: "title:place=lower-third")!)
            ])
        try state.make(
            Self.edit(#""set":{"graphics":{"fadeIn":{"duration":\#(second),"color":\#(black)}}}"#),
            in: Self.film)
        #expect(state.finish.graphics.titles.count == 1 && state.finish.graphics.fadeIn == .init(.seconds(1)))
        try state.make(Self.edit(#""set":{"hasChapters":true}"#), in: Self.film)
        #expect(state.finish.hasChapters)
        try state.make(Self.edit(#""set":{"graphics":{"fadeIn":null,"titles":[]}}"#), in: Self.film)
        #expect(state.finish.graphics.isEmpty && Self.text(state) == "front 100:back")
        #expect(try Self.edit(#""set":{"graphics":{"fadeIn":null}}"#).name == "change fade in")
        let before = state
        for wrong in [#""fit":"fill""#, #""titles":[]"#, #""graphics":{"titles":[{"text":1}]}"#, #""poster":"now""#] {
            #expect(throws: EditError.self) { try state.make(Self.edit(#""set":{\#(wrong)}"#), in: Self.film) }
        }
        #expect(throws: EditError.self) { try state.make(Self.edit(#""set":3"#), in: Self.film) }
        #expect(state == before)
    }

    /// Undo all is the beginning, redo all the end; edits of a group are one step.
    @Test(arguments: 0..<50)
    func everyEditCanBeUndone(_ seed: Int) throws {
        var random = Seeded(UInt64(seed))
        let start = Self.state("front 100:back 200:wide")
        var history = StateHistory(start)
        var (states, names) = ([start], [String]())
        for _ in 0..<60 {
            let frame = Int64.random(in: 0..<Self.frameCount, using: &random)
            let show = ["front", "back", "wide", "pip"].randomElement(using: &random)!
            let number = history.state.switches.randomElement(using: &random)?.id ?? 1
            let edit: FilmEdit =
                switch Int.random(in: 0...7, using: &random) {
                case 0: .init(.add(.init(frame: frame, show: show)))
                case 1: .init(.remove(.init(switch: number)))
                case 2: .init(.shot(.init(frame: frame, show: show)))
                case 3: .init(.set(.object(["poster": .number(Double(frame))])))
                case 4: .init(.leaveOut([.init(start: frame, end: frame + 10)]))
                case 5: .init(.trim(.init(start: frame / 2, isMark: true)))
                default: .init(.change(.init(switch: number, frame: frame)))
                }
            var next = history.state
            guard (try? next.make(edit, in: Self.film)) != nil else { continue }
            let all = [next.opening] + next.visible.map(\.view)
            #expect(zip(all, all.dropFirst()).allSatisfy { $0 != $1 } && next.switches.allSatisfy { $0.frame > 0 })
            #expect(Set(next.switches.map(\.id)).count == next.switches.count)
            #expect(zip(next.switches, next.switches.dropFirst()).allSatisfy { $0.frame < $1.frame })
            let version = history.version
            history.advance(to: next, edit.name)
            guard next != states.last else {
                #expect(history.version == version)
                continue
            }
            #expect(history.version == version + 1)
            states.append(next)
            names.append(edit.name)
        }
        for index in states.indices.reversed().dropLast() {
            #expect(history.state == states[index] && history.undoName == names[index - 1])
            history.undo()
        }
        #expect(history.state == start && history.undoName == nil)
        for index in states.indices.dropFirst() {
            #expect(history.redoName == names[index - 1])
            history.redo()
            #expect(history.state == states[index])
        }
        #expect(history.redoName == nil)
    }

    /// In and Out trim; Leave out then takes what is between them, and the film is as long as before.
    @Test(arguments: [
        // In, Out, Leave out.
        (["in 100", "out 200", "x"], "0..<300 without 100..<200"),
        (["out 200", "in 100", "x"], "0..<300 without 100..<200"),
        // What was trimmed before stays trimmed.
        (["in 2", "out 290", "in 100", "out 200", "x"], "2..<290 without 100..<200"),
        // A mark that is corrected.
        (["in 100", "in 102", "out 200", "x"], "0..<300 without 102..<200"),
        (["in 250", "out 100"], "0..<100"), (["out 100", "in 250"], "250..<300"),
        (["in 100", "in 0"], "0..<300"),
        // Parts that touch are one, and a piece may be put back.
        (["leave 10 20", "leave 20 30"], "0..<300 without 10..<30"),
        (["leave 10 40", "back 20 30"], "0..<300 without 10..<20 30..<40"),
        (["leave 10 40", "back 10 40"], "0..<300"),
        // Whatever else is done ends the marking.
        (["in 100", "out 200", "leave 250 260", "x"], "100..<200 without 250..<260"),
    ])
    func partsAreLeftOut(_ steps: [String], _ wished: String) throws {
        var state = Self.state("front")
        var film = Self.film
        film.correction = 5
        for step in steps {
            let words = step.split(separator: " ").map(String.init)
            let numbers = words.dropFirst().compactMap { Int64($0) }
            let edit: FilmEdit.Kind? =
                switch words[0] {
                case "in": .trim(.init(start: numbers[0], isMark: true))
                case "out": .trim(.init(end: numbers[0], isMark: true))
                case "leave": .leaveOut([.init(start: numbers[0], end: numbers[1])])
                case "back": .putBack([.init(start: numbers[0], end: numbers[1])])
                default:
                    state.isMarked
                        ? .leaveOut([.init(start: state.range.lowerBound, end: state.range.upperBound)]) : nil
                }
            if let edit { try state.make(FilmEdit(edit), in: film) }
        }
        let left = state.leftOut.isEmpty ? "" : " without \(state.leftOut.map { "\($0)" }.joined(separator: " "))"
        #expect("\(state.range)\(left)" == wished)
    }

    @Test func somethingOfTheFilmStays() throws {
        var state = Self.state("front 100:back")
        #expect(throws: EditError.self) {
            try state.make(Self.edit(#""leaveOut":[{"start":0,"end":300}]"#), in: Self.film)
        }
        for wrong in [#""start":300"#, #""start":-1"#, #""end":0"#, #""end":9223372036854775807"#] {
            #expect(throws: EditError.self) { try state.make(Self.edit(#""trim":{\#(wrong)}"#), in: Self.film) }
        }
        #expect(throws: EditError.self) {
            try state.make(Self.edit(#""leaveOut":[{"start":9223372036854775807,"end":0}]"#), in: Self.film)
        }
        #expect(state == Self.state("front 100:back"))
        // A cut within a part that is left out is where the film goes on.
        try state.make(Self.edit(#""leaveOut":[{"start":50,"end":150}]"#), in: Self.film)
        #expect(state.kept?.ranges == [0..<50, 150..<300] && state.switches.count == 1)
        #expect(try Self.edit(#""putBack":[{"start":0,"end":1}]"#).name == "put back")
    }

    @Test func aDragIsOneStep() {
        var history = StateHistory(Self.state("front 100:back"))
        for frame in [110, 120, 130] {
            history.advance(to: Self.state("front \(frame):back"), "move switch", group: "drag 1")
        }
        history.advance(to: Self.state("front 140:back"), "move switch", group: "drag 2")
        history.undo()
        #expect(Self.text(history.state) == "front 130:back")
        history.undo()
        #expect(Self.text(history.state) == "front 100:back" && history.undoName == nil)
        // One that ends where it began is none.
        for frame in [110, 100] {
            history.advance(to: Self.state("front \(frame):back"), "move switch", group: "drag 3")
        }
        #expect(history.undoName == nil)
    }
}
