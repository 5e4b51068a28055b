import FixtureMedia
import Foundation
import MediaIO
import Testing

/// Files that a film is drawn with beside its recordings.
@Suite struct NamedFileTests {
    private static let cube = "LUT_3D_SIZE 2\n" + (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)\n" }.joined()

    private func folder() throws -> TemporaryFolder {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 60) }
        try folder.write(Self.cube, "film.cube")
        try Data("P5 2 2 255\n".utf8 + [0, 90, 160, 255]).write(to: URL(fileURLWithPath: folder("matte.pgm")))
        let font = try FontFile.path(of: "sans", covering: "abc")
        try FileManager.default.copyItem(atPath: font, toPath: folder("own.ttf"))
        return folder
    }

    @Test(
        arguments: [
            ("film.cube", ["--look", "lut:film.cube"]), ("matte.pgm", ["--transition", "matte:matte.pgm"]),
            ("own.ttf", ["--label", "font=./own.ttf"]),
        ] as [(String, [String])])
    func aFileThatChangedAfterThePlanIsRefused(_ name: String, _ options: [String]) throws {
        let folder = try folder()
        let plan = ["plan", "front.mp4", "back.mp4", "--switch-every", "1s", "-o", "film.otio"] + options
        let planned = try Program.run(plan, in: folder)
        #expect(planned.status == 0, "\(planned.error)")
        #expect(try Program.run("film.otio", "-n", "-o", "out.mp4", in: folder).status == 0)
        let file = try #require(FileHandle(forUpdatingAtPath: folder(name)))
        try file.seekToEnd()
        file.write(Data("\n#".utf8))
        try file.close()
        let outcome = try Program.run("film.otio", "-o", "out.mp4", in: folder)
        #expect(outcome.status == 65 && outcome.error.contains("\(name) is not the file that was planned with"))
        #expect(!folder.contents.contains("out.mp4"))
    }

    @Test(
        arguments: [
            (cube.replacingOccurrences(of: "0 1 0", with: "0 nan 0"), "line 4 is not three numbers"),
            ("DOMAIN_MIN 1 1 1\nDOMAIN_MAX 0 0 0\n" + cube, "its domain ends before it begins"),
            ("DOMAIN_MAX 1 1\n" + cube, "its domain is not three numbers"),
            ("\u{FEFF}" + cube, "save it as UTF-8 without one"),
        ])
    func nonsenseTablesAreRefused(_ text: String, _ says: String) throws {
        let folder = try folder()
        try folder.write(text, "bad.cube")
        let outcome = try Program.run("plan", "front.mp4", "back.mp4", "--look", "lut:bad.cube", in: folder)
        #expect(outcome.status == 65 && outcome.error.contains(says), "\(outcome.error)")
        #expect(outcome.errorLines.count == 1)
    }

    @Test func aByteOrderMarkBeforeATitleIsRead() throws {
        let folder = try folder()
        try folder.write("\u{FEFF}TITLE \"a\"\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 1\n" + Self.cube, "marked.cube")
        let outcome = try Program.run("plan", "front.mp4", "back.mp4", "--look", "lut:marked.cube", in: folder)
        #expect(outcome.status == 0, "\(outcome.error)")
    }

    @Test func aPlanListsLooksChaptersAndPoster() throws {
        let folder = try folder()
        let options = [
            "plan", "front.mp4", "back.mp4", "--switch-every", "1s", "--look", "front=warm", "--chapters", "--poster",
            "1s",
        ]
        let people = try Program.run(options, in: folder)
        #expect(people.status == 0, "\(people.error)")
        #expect(people.output.contains("; front looks warm; 2 chapters; poster from 0:01.000"), "\(people.output)")
        let plan = try json(try Program.run(options + ["--json"], in: folder).output)
        #expect((plan["looks"] as? [[String: Any]])?.first?["camera"] as? String == "front")
        #expect((plan["chapterTitles"] as? [String])?.count == 2)
    }
}
