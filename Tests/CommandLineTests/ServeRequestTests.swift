import Foundation
import MediaTime
import Testing

@testable import compose

/// What the lines of a client become.
@Suite struct ServeRequestTests {
    /// JSON numbers, as programs write them.
    @Test(
        arguments: [
            ("0.3333333333333333", [235_200_000]), ("0.30000000000000004", [211_680_000]), ("1e-5", [7056]),
            ("2.5E+0", [1_764_000_000]), ("1E1", [7_056_000_000]), ("3.0", [2_116_800_000]), ("5e-324", [0]),
            ("[0, 1.25e0]", [0, 882_000_000]), (#"["1:00.3333333333333", 1]"#, [42_571_200_000, 705_600_000]),
        ] as [(String, [Int64])])
    func everyNumberIsATime(_ at: String, _ flicks: [Int64]) throws {
        let request = try ServeRequest(
            #"{"id":1,"request":"still","film":["a.mp4"],"at":\#(at),"output":"a.png"}"#)
        #expect(try StillCommand.parse(request.words).at == flicks.map(MediaTime.init(flicks:)))
    }

    /// Only the id needs to be readable.
    @Test(arguments: [
        #""at":null"#, #""at":1e300"#, #""at":1e400"#, #""at":{}"#, #""at":[null]"#, #""at":[[1]]"#, #""at":[]"#,
        #""at":"""#, #""at":[1,""]"#,
        #""output":"""#, #""output":null"#, #""output":5"#, #""output":"\ud800""#, #""output":"a.png\u0000.mov""#,
        #""film":[1,2]"#, #""film":["a.mp4",null]"#, #""film":{}"#, #""film":["\udc00"]"#,
    ])
    func aRefusalHasTheIdAndNamesTheField(_ field: String) throws {
        let others = [#""film":["a.mp4"]"#, #""at":1"#, #""output":"a.png""#].filter {
            $0.prefix { $0 != ":" } != field.prefix { $0 != ":" }
        }
        let line = #"{"id":"x","request":"still",\#((others + [field]).joined(separator: ","))}"#
        let failure = #expect(throws: ServeRequest.Failure.self) { try ServeRequest(line) }
        #expect(failure?.id == .text("x"))
        let name = try #require(field.split(separator: "\"").first)
        #expect(failure?.reason.description.hasPrefix("'\(name)' of still is ") == true, "\(failure as Any)")
    }

    @Test(
        arguments: [
            (["-o", "b.mp4"], "render", "-o does not describe the film; use the field 'output' instead."),
            (["--output=b.mp4"], "plan", "--output does not describe the film; use the field 'output' instead."),
            (["--at", "3s"], "still", "--at does not describe the film; use the field 'at' instead."),
            (["--jobs", "2"], "render", "--jobs does not describe the film; use the field 'jobs' instead."),
            (["--jobs", "2"], "still", "--jobs does not describe the film; leave it out of 'film'."),
            (["-n"], "render", "-n does not describe the film; leave it out of 'film'."),
            (["--progress", "none"], "render", "--progress does not describe the film; leave it out of 'film'."),
            (["--json"], "plan", "--json does not describe the film; leave it out of 'film'."),
            (["--also="], "render", "--also= has no value; add one, or leave out the option."),
            (["-v"], "plan", "-v does not describe the film; leave it out of 'film'."),
        ] as [([String], String, String)])
    func whatIsNoFilmIsRefused(_ words: [String], _ name: String, _ says: String) throws {
        let kind = try #require(ServeRequest.Kind(rawValue: name))
        let error = #expect(throws: UsageError.self) { try FilmArguments.check(["a.mp4"] + words, of: kind) }
        #expect(error?.description == says)
    }

    @Test func aFilmIsWhatRenderTakes() throws {
        try FilmArguments.check(
            ["a=a.mp4", "--switch-every", "1s", "--from=-0", "--crf", "20", "--also", "b.mp4", "--", "-o"], of: .render)
    }
}
