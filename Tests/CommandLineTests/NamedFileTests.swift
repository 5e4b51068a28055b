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
            ("own.ttf", ["--title", "Hello@0s-1s:font=./own.ttf"]),
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
        ])
    func nonsenseTablesAreRefused(_ text: String, _ says: String) throws {
        let folder = try folder()
        try folder.write(text, "bad.cube")
        let outcome = try Program.run("plan", "front.mp4", "back.mp4", "--look", "lut:bad.cube", in: folder)
        #expect(outcome.status == 65 && outcome.error.contains(says), "\(outcome.error)")
        #expect(outcome.errorLines.count == 1)
    }

    @Test(arguments: ["", "TITLE \"a\"\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 1\n"])
    func aByteOrderMarkIsRead(_ head: String) throws {
        let folder = try folder()
        try folder.write("\u{FEFF}" + head + Self.cube, "marked.cube")
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

    /// `link/..` is the folder above the one that the link leads to, not the folder of the link: another file.
    @Test func whatIsBehindALinkAndTwoDotsIsTheFileThatTheSystemOpens() throws {
        let folder = try TemporaryFolder()
        for name in ["real", "real/sub", "here"] {
            try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: false)
        }
        try FileManager.default.createSymbolicLink(atPath: folder("here/link"), withDestinationPath: "../real/sub")
        for (camera, name) in [(Camera.front, "here/a.mp4"), (.back, "real/a.mp4")] {
            try folder.add(try FixtureRecording().with { $0.camera = camera }.file(), as: name)
        }
        let run = { (words: [String]) in try Program.run(words, in: folder, shell: "cd here") }
        let cut = ["one=a.mp4", "two=link/../a.mp4", "--switch-at", "0.5s", "--transition", "none"]
        let plan = try run(["plan"] + cut + ["-o", "film.otio"])
        #expect(plan.status == 0, "\(plan.error)")
        for (words, name) in [(["render", "film.otio"], "plan.mp4"), (cut, "film.mp4")] {
            let film = try run(words + ["-o", name])
            #expect(film.status == 0, "\(film.error)")
            let frames = try Movie(folder("here/\(name)")).frames
            #expect(Barcode.read(frames[5].luma)?.camera == .front && Barcode.read(frames[25].luma)?.camera == .back)
        }
        // Of another program: by two URLs, which were one file for the plan.
        let clip = { (url: String) in
            """
            {"OTIO_SCHEMA": "Clip.2", "name": "", "source_range": {"OTIO_SCHEMA": "TimeRange.1",
             "start_time": {"OTIO_SCHEMA": "RationalTime.1", "value": 0, "rate": 30},
             "duration": {"OTIO_SCHEMA": "RationalTime.1", "value": 20, "rate": 30}},
             "media_references": {"DEFAULT_MEDIA": {"OTIO_SCHEMA": "ExternalReference.1", "target_url": "\(url)"}},
             "active_media_reference_key": "DEFAULT_MEDIA"}
            """
        }
        let timeline = { (urls: [String]) in
            """
            {"OTIO_SCHEMA": "Timeline.1", "name": "", "tracks": {"OTIO_SCHEMA": "Stack.1", "name": "", "children": [
             {"OTIO_SCHEMA": "Track.1", "name": "", "kind": "Video", "children": [\(urls.map(clip).joined(separator: ","))]}
            ]}}
            """
        }
        try folder.write(timeline(["a.mp4", "link/../a.mp4"]), "here/other.otio")
        let other = try run(["render", "other.otio", "-o", "other.mp4"])
        #expect(other.status == 0, "\(other.error)")
        let frames = try Movie(folder("here/other.mp4")).frames
        #expect(Barcode.read(frames[5].luma)?.camera == .front && Barcode.read(frames[25].luma)?.camera == .back)
        let script = try run(["submit", "film.otio", "--engine", "script", "--chunks", "2", "-o", "link/../o.mp4"])
        #expect(script.output.contains("real/o.mp4"), "\(script.output)")

        // A name ends at its end, not at a zero in it.
        for name in ["a.mp4%00.mp4", "a.mp4\\u0000"] {
            try folder.write(timeline([name]), "here/zero.otio")
            let zero = try run(["plan", "zero.otio"])
            #expect(zero.status == 65 && zero.error.contains("no such file"), "\(zero.error)")
        }
    }
}
