import FixtureMedia
import Testing

/// `compose export`, `compose plan PLAN` and `--switch-at @FILE`.
@Suite("Plans of others and for others")
struct ExportCommandTests {
    private static let plan = [
        "plan", "front.mp4", "back.mp4", "--switch-at", "300ms,1s:wipe", "--transition-duration", "200ms", "-o",
        "film.otio",
    ]

    @Test func aTableOfCutsMakesTheSameFilm() throws {
        let folder = try folderWithPair()
        #expect(try Program.run(Self.plan, in: folder).status == 0)
        let written = try Program.run("export", "film.otio", "--format", "csv", "-o", "cuts.csv", in: folder)
        #expect(written.status == 0, "\(written.error)")
        let again = try Program.run(
            "plan", "front.mp4", "back.mp4", "--switch-at", "@cuts.csv", "--transition-duration", "200ms", "-o",
            "again.otio", in: folder)
        #expect(again.status == 0, "\(again.error)")
        let name = { (text: [UInt8]) in String(decoding: text, as: UTF8.self).replacing("\"again\"", with: "\"film\"") }
        #expect(name(folder.bytes("film.otio")) == name(folder.bytes("again.otio")))

        // As spreadsheets write it where the comma is the decimal sign.
        let table = String(decoding: folder.bytes("cuts.csv"), as: UTF8.self)
        try folder.write(table.replacing(",", with: ";").replacing(".", with: ","), "cuts.csv")
        let semicolons = try Program.run(
            "plan", "front.mp4", "back.mp4", "--switch-at", "@cuts.csv", "--transition-duration", "200ms", "-o",
            "again.otio", "--overwrite", in: folder)
        #expect(semicolons.status == 0, "\(semicolons.error)")
        #expect(name(folder.bytes("film.otio")) == name(folder.bytes("again.otio")))

        try folder.write("# my cuts\n\n300ms, 1s:wipe\n", "lines.txt")
        let lines = try Program.run(
            Self.plan.map { $0 == "300ms,1s:wipe" ? "@lines.txt" : $0 == "film.otio" ? "again.otio" : $0 }
                + ["--overwrite"], in: folder)
        #expect(lines.status == 0, "\(lines.error)")
        #expect(name(folder.bytes("film.otio")) == name(folder.bytes("again.otio")))
    }

    @Test func whatIsWrongInAFileOfCutsIsSaidWithItsLine() throws {
        let folder = try folderWithPair()
        try folder.write("time,view\n0.5s,back\n1s,left\n", "cuts.csv")
        let wrong = try Program.run("front.mp4", "back.mp4", "--switch-at", "@cuts.csv", "-n", in: folder)
        #expect(wrong.status == 64)
        #expect(
            wrong.error.contains("@cuts.csv, line 3: --switch-at 1s:left: 'left' is not a camera"), "\(wrong.error)")
        // LosslessCut's segments: a start, an end and a label.
        try folder.write("0,0.5,Intro\n0.5,1.2,\n", "segments.csv")
        let segments = try Program.run("front.mp4", "back.mp4", "--switch-at", "@segments.csv", "-n", in: folder)
        #expect(
            segments.status == 64 && segments.error.contains("line 1: this is a start, an end"), "\(segments.error)")
        let lost = try Program.run("front.mp4", "back.mp4", "--switch-at", "@lost.csv", "-n", in: folder)
        #expect(lost.status == 66 && lost.error.contains("lost.csv"), "\(lost.error)")
    }

    @Test func aPlanFileIsLookedAtWithoutRendering() throws {
        let folder = try folderWithPair()
        #expect(try Program.run(Self.plan, in: folder).status == 0)
        let looked = try Program.run("plan", "film.otio", in: folder)
        #expect(looked.status == 0 && looked.output.contains("2 switches"), "\(looked.error)")
        #expect(!looked.output.contains("timeline"), "\(looked.output)")
        let plain = try Program.run("export", "film.otio", "--format", "otio-cuts", "-o", "plain.otio", in: folder)
        #expect(plain.status == 0 && plain.error.contains("otio-cuts cannot express 1 transition"), "\(plain.error)")
        let foreign = try Program.run("plan", "plain.otio", "--json", in: folder)
        let notes = try #require(try json(foreign.output)["notes"] as? [[String: Any]])
        #expect(notes.first?["kind"] as? String == "foreignPlan")
    }

    @Test func exportsNeverReplaceWhatTheyReadOrFind() throws {
        let folder = try folderWithPair()
        #expect(try Program.run(Self.plan, in: folder).status == 0)
        let itself = try Program.run(
            "export", "film.otio", "--format", "otio-cuts", "-o", "film.otio", "--overwrite", in: folder)
        #expect(itself.status != 0, "the plan is an input")
        try folder.write("mine", "cuts.csv")
        let there = try Program.run("export", "film.otio", "--format", "csv", "-o", "cuts.csv", in: folder)
        #expect(there.status == 79 && folder.bytes("cuts.csv") == Array("mine".utf8))
        let inferred = try Program.run("export", "film.otio", "-o", "film.edl", in: folder)
        #expect(inferred.status == 0 && !folder.bytes("film.edl").isEmpty, "\(inferred.error)")
        let back = try Program.run("film.edl", "-n", in: folder)
        #expect(back.status == 0 && back.output.contains("2 switches"), "\(back.error)")
        // Not all of other programs' files can be read back.
        let melt = try Program.run("export", "film.otio", "-o", "film.mlt", in: folder)
        #expect(melt.status == 0, "\(melt.error)")
        let unread = try Program.run("film.mlt", "-n", in: folder)
        #expect(unread.status == 64 && unread.error.contains("edit decision lists (.edl) are read"), "\(unread.error)")
        let xml = try Program.run("export", "film.otio", "-o", "film.xml", in: folder)
        #expect(xml.status == 0 && !String(decoding: folder.bytes("film.xml"), as: UTF8.self).contains("multiclip"))
        let list = try Program.run("cuts.csv", "-n", in: folder)
        #expect(list.status == 64 && list.error.contains("--switch-at @cuts.csv"), "\(list.error)")
        let several = try Program.run("export", "film.otio", "-o", "other.otio", in: folder)
        #expect(
            several.status == 64 && several.error.contains("add --format otio-cuts or otio-multicam"),
            "\(several.error)")
        let ending = try Program.run("export", "film.otio", "--format", "edl", "-o", "cuts.csv", in: folder)
        #expect(ending.status == 64 && ending.error.contains("ending in .edl"), "\(ending.error)")
    }
}
