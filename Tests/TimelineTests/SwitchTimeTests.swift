import Parameters
import MediaTime
import TestSupport
import Testing

@testable import Timeline

@Suite("Lists of cut points as text")
struct SwitchTimeTests {
    private let cameras: [Angle] = ["back", "front"]

    /// "time|camera|transition" for each.
    private func read(_ text: String) throws -> [String] {
        try SwitchTime.list(parsing: text, angles: cameras).map {
            "\($0.time)|\($0.view.map { "\($0)" } ?? "")|\($0.transition?.description ?? "")"
        }
    }

    @Test(
        "time, camera, transition and its parameters",
        arguments: [
            ("3s", ["3s||"]), ("3", ["3s||"]), ("0", ["0s||"]),
            ("3s,7.5s:circle,12s:front", ["3s||", "7.5s||circle", "12s|front|"]),
            ("500ms , 2m", ["0.5s||", "120s||"]), ("1:30", ["90s||"]), ("1:30:circle", ["90s||circle"]),
            ("1:02:03", ["3723s||"]),
            ("01:02:03.25:front", ["3723.25s|front|"]), ("5:front", ["5s|front|"]), ("5:front:wipe", ["5s|front|wipe"]),
            ("1:02:front:wipe:angle=30,softness=0.1", ["62s|front|wipe:angle=30,softness=0.1"]),
            ("1:02:front:wipe:angle=30,softness=0.1,9:back", ["62s|front|wipe:angle=30,softness=0.1", "9s|back|"]),
            ("3s:wipe:30,softness=0.1", ["3s||wipe:30,softness=0.1"]), ("3s:wipe:30,4s", ["3s||wipe:30", "4s||"]),
            ("3s:", ["3s||"]), ("3s:front:", ["3s|front|"]), ("3s:Dissolve", ["3s||dissolve"]),
            ("3s:none", ["3s||none"]),
            ("3s,,4s,", ["3s||", "4s||"]), ("3s:matte:Images/My.png", ["3s||matte:Images/My.png"]),
            ("3s:side", ["3s||side"]), ("3s:Front", ["3s|front|"]), ("3:60", ["3s||60"]),
            ("2s:matte:my pic.png", ["2s||matte:my pic.png"]),
            (" 2s : front : wipe : angle = 30 ", ["2s|front|wipe:angle=30"]),
            ("8s:pip:circle", ["8s|pip|circle"]), ("8s:pip", ["8s|pip|"]), ("8s:PIP:wipe:30", ["8s|pip|wipe:30"]),
            ("8s:pip:corner=top-left:circle", ["8s|pip:corner=top-left|circle"]),
            ("8s:pip:corner=top,aspect=16:9:circle,9s", ["8s|pip:aspect=16:9,corner=top|circle", "9s||"]),
            ("1:02:grid,2:00:split:ratio=0.3:none", ["62s|grid|", "120s|split:ratio=0.3|none"]),
            (
                "1s:pip:inset-focus=0.5,0.3,zoom=2:circle,4:pip:main-focus=0.1,0,5",
                ["1s|pip:inset-focus=0.5,0.3,zoom=2|circle", "4s|pip:main-focus=0.1,0|", "5s||"]
            ),
            ("1s:pip:size=0.3,4", ["1s|pip:size=0.3|", "4s||"]),
            ("1s:matte: a b.png , 2s", ["1s||matte:a b.png", "2s||"]),
        ])
    func parsing(text: String, expected: [String]) throws { #expect(try read(text) == expected) }

    @Test(
        "what is no cut point is refused, and named",
        arguments: [
            ("", ""), (",", ","), (" ", ""), ("circle", "circle"), ("front:3s", "front:3s"), ("3s,circle", "circle"),
            ("-3s", "-3s"), ("3s,-1:00", "-1:00"), ("3x", "3x"), (":3s", ":3s"), ("softness=0.1,3s", "softness=0.1"),
            ("3s:wipe:a=1,a=2", "3s:wipe:a=1,a=2"), ("3s:wipe:1,b=2,=3", "3s:wipe:1,b=2,=3"), ("3s::wipe", "3s::wipe"),
        ])
    func refused(text: String, named: String) {
        #expect(throws: TimelineError.cutPointUnreadable(text: named)) { try read(text) }
    }

    @Test("a camera may have any name, even one that is also a transition")
    func cameraNames() throws {
        let list = try SwitchTime.list(parsing: "3s:wipe,4s:wipe:wipe", angles: ["wipe"])
        #expect(list[0] == SwitchTime(time: .seconds(3), view: .single("wipe")))
        #expect(
            list[1] == SwitchTime(time: .seconds(4), view: .single("wipe"), transition: Specification(name: "wipe")))
    }

    @Test("no text can trap the reader")
    func fuzz() {
        var random = Seeded(4)
        let words = ["3s", "1:02", ":", ",", "=", "front", "wipe", "angle", " ", "-", "0.1", "", "é"]
        for _ in 0..<1000 {
            let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in words.randomElement(using: &random)! }
                .joined()
            _ = try? SwitchTime.list(parsing: text, angles: cameras)
        }
    }
}

@Suite("Transitions as text")
struct TransitionSpecificationTests {
    @Test(
        "name and parameters are read, and printed in one order",
        arguments: [
            ("dissolve", "dissolve", [:]), ("Wipe", "wipe", [:]), (" wipe ", "wipe", [:]), ("wipe:", "wipe", [:]),
            ("wipe:30", "wipe:30", ["": "30"]), ("wipe:angle=30", "wipe:angle=30", ["angle": "30"]),
            ("wipe:Softness=0.1,Angle=30", "wipe:angle=30,softness=0.1", ["angle": "30", "softness": "0.1"]),
            ("wipe:30,softness=0.1", "wipe:30,softness=0.1", ["": "30", "softness": "0.1"]),
            // Two numbers are a point.
            (
                "pip:zoom=2,focus=0.1, .5,size=1", "pip:focus=0.1,.5,size=1,zoom=2",
                ["zoom": "2", "focus": "0.1,.5", "size": "1"]
            ),
            ("matte:Images/A:b.png", "matte:Images/A:b.png", ["": "Images/A:b.png"]),
            ("wipe:a=b=c", "wipe:a=b=c", ["a": "b=c"]),
            ("wipe:a=", "wipe:a=", ["a": ""]), ("wipe:,a=1,,", "wipe:a=1", ["a": "1"]),
            ("none", "none", [:]),
        ] as [(String, String, [String: String])])
    func parsing(text: String, printed: String, parameters: [String: String]) throws {
        let specification = try #require(Specification(parsing: text))
        #expect(specification.parameters == parameters && specification.description == printed)
        #expect(Specification(parsing: printed) == specification)
    }

    @Test(
        "an empty name, of the transition or a parameter, or a parameter given twice is refused",
        arguments: [
            "", " ", ":", ":angle=30", "wipe:a=1,a=2", "wipe:A=1,a=2", "wipe:1,2", "wipe:=2", "wipe:=",
        ])
    func refused(text: String) { #expect(Specification(parsing: text) == nil) }

    @Test("what is read comes back from its own text")
    func roundTrip() {
        var random = Seeded(5)
        let words = ["wipe", "Angle", "=", "=", ",", ",", ":", "0.5", " ", "x"]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...10, using: &random)).map { _ in words.randomElement(using: &random)! }
                .joined()
            guard let specification = Specification(parsing: text) else { continue }
            #expect(Specification(parsing: specification.description) == specification, "\(text)")
        }
    }

    @Test("only `none` is a hard cut")
    func hardCut() throws {
        #expect(TransitionRequest.hardCut.specification.isHardCut)
        #expect(try #require(Specification(parsing: "NONE")).isHardCut)
        #expect(!Specification(name: "dissolve").isHardCut)
    }

    @Test("alignments have the words of the command line")
    func alignments() {
        #expect(TransitionRequest.Alignment.allCases.map(\.rawValue) == ["center", "start", "end"])
    }
}
