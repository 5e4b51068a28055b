import Parameters
import FixtureMedia
import Foundation
import MediaIO
import MediaTime
import Pictures
import Synchronization
import Testing
import Timeline
import Transitions

@testable import Render
@testable import Planning
@testable import Placing

/// What is kept beside the output, for whom, and when it goes.
@Suite struct CheckpointTests {
    private func renderer(_ plan: RenderPlan, _ output: String) -> Renderer {
        Renderer(plan: plan, output: output, mayReplace: false)
    }

    /// One camera, which is copied whole: there is nothing to encode, and the film is put together at once.
    private func copied(_ rate: Int64 = 30) throws -> RenderPlan {
        let plan = try Job {
            $0.front = nil
            $0.back.timing = .constant(FrameRate(rate)!, frames: 60)
            $0.request.smart = .require
            $0.request.policy = .never
        }.plan().plan
        #expect(plan.units.isEmpty)
        return plan
    }

    @Test func nobodyElseRendersToAFilmThatIsBeingPutTogether() throws {
        let folder = try TemporaryFolder()
        let refusals = Atomic<Int>(0)
        let (first, second) = (try copied(), try copied(25))
        _ = try renderer(first, folder("out.mp4")).run { progress in
            guard progress.bytesWritten > 0 else { return }
            do { _ = try renderer(second, folder("out.mp4")).run() } catch MediaError.outputBusy {
                refusals.add(1, ordering: .relaxed)
            } catch {}
        }
        #expect(refusals.load(ordering: .relaxed) > 0)
        #expect(try Movie(folder("out.mp4")).frames.count == 60)
        #expect(folder.contents == ["out.mp4"])
    }

    @Test(arguments: [true, false])
    func aFilmStopsWhileItIsPutTogether(_ isCopied: Bool) throws {
        let folder = try TemporaryFolder()
        let renderer = renderer(isCopied ? try copied() : try Job().plan().plan, folder("out.mp4"))
        #expect {
            _ = try renderer.run { if $0.bytesWritten > 0 { renderer.cancellation.cancel() } }
        } throws: { error in
            guard case RenderError.interrupted(let kept, _) = error else { return false }
            // What is encoded is kept, and continued from.
            return (kept == 0) == isCopied
        }
        #expect(folder.contents.contains("out.mp4") == false)
        #expect(folder.contents.isEmpty == isCopied)
    }

    /// A render that was stopped, and left parts.
    private func interrupted(_ renderer: Renderer) throws {
        #expect(throws: RenderError.self) {
            try renderer.run { if $0.bytesWritten > 0 { renderer.cancellation.cancel() } }
        }
        #expect(FileManager.default.fileExists(atPath: try renderer.films[0].checkpoint().folder))
    }

    private func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Only folders that carry the marker of this very output are ours.
    @Test(arguments: [false, true])
    func foldersOfOthersStay(_ startsAfresh: Bool) throws {
        let folder = try TemporaryFolder()
        let others = [".out.mp4.mine.compose", ".out.mp4.0123456789abcdef.compose", ".out.mp4.compose"]
        for name in others {
            try makeFolder(folder(name))
            try folder.write("precious", "\(name)/audio.packets")
        }
        // One with a marker, which is another output's.
        let foreign = ".out.mp4.00000000deadbeef.compose"
        try makeFolder(folder(foreign))
        try folder.write("compose checkpoint 1\nplan 00000000deadbeef\noutput other.mp4\n", "\(foreign)/about.txt")
        var renderer = renderer(try Job().plan().plan, folder("out.mp4"))
        renderer.startsAfresh = startsAfresh
        _ = try renderer.run()
        #expect(folder.contents == (others + [foreign, "out.mp4"]).sorted())
        for name in others { #expect(folder.bytes("\(name)/audio.packets") == Array("precious".utf8), "\(name)") }
        #expect(folder.bytes("\(foreign)/about.txt").isEmpty == false)
    }

    /// `a.mp4` and `a.mp4.b.mp4` have nothing to do with each other, though the hidden names of one begin like the other's.
    @Test func aFilmWhoseNameBeginsLikeAnothersIsLeftAlone() throws {
        let folder = try TemporaryFolder()
        let plan = try Job().plan().plan
        let (long, short) = (renderer(plan, folder("a.mp4.b.mp4")), renderer(plan, folder("a.mp4")))
        try interrupted(long)
        let parts = try FileManager.default.contentsOfDirectory(atPath: try long.films[0].checkpoint().folder).sorted()
        #expect(parts.contains { $0.hasPrefix("video") })
        // While the other one is at work, too.
        try withExtendedLifetime(try long.films[0].checkpoint().claim()) { _ = try short.run() }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: try long.films[0].checkpoint().folder).sorted() == parts
        )
    }

    /// What another plan has left for the same output goes with it.
    @Test func whatAnotherPlanHasLeftForTheFilmGoes() throws {
        let folder = try TemporaryFolder()
        try interrupted(renderer(try Job().plan().plan, folder("out.mp4")))
        _ = try renderer(try Job { $0.request.preset = "superfast" }.plan().plan, folder("out.mp4")).run()
        #expect(folder.contents == ["out.mp4"])
    }

    enum Thing: CaseIterable { case folder, link, linkToACheckpoint, file, pipe }

    /// Whatever has the very name of the checkpoint and is no checkpoint stops the render, and stays.
    @Test(arguments: Thing.allCases, [false, true])
    func whatHasTheNameOfACheckpointStays(_ thing: Thing, _ startsAfresh: Bool) throws {
        let folder = try TemporaryFolder()
        var renderer = renderer(try Job().plan().plan, folder("out.mp4"))
        renderer.startsAfresh = startsAfresh
        let path = try renderer.films[0].checkpoint().folder
        try makeFolder(folder("precious"))
        try folder.write("precious", "precious/video-0-45.packets")
        switch thing {
        case .folder: try FileManager.default.copyItem(atPath: folder("precious"), toPath: path)
        case .link: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "precious")
        case .linkToACheckpoint:
            try interrupted(renderer)
            try FileManager.default.moveItem(atPath: path, toPath: folder("moved"))
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "moved")
        case .file: try folder.write("precious", String(path.split(separator: "/").last!))
        case .pipe: mkfifo(path, 0o600)
        }
        renderer.cancellation = Cancellation()
        let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        #expect {
            _ = try renderer.run()
        } throws: { error in
            "\(error)".hasPrefix(path) && (error as? MediaError)?.kind == .cannotCreate
        }
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == before)
        #expect(folder.bytes("precious/video-0-45.packets") == Array("precious".utf8))
    }

    /// What cannot be a part has a part's name: nobody waits for a pipe.
    @Test(arguments: [Thing.pipe, .folder, .link])
    func whatHasTheNameOfAPartIsRefused(_ thing: Thing) throws {
        let folder = try TemporaryFolder()
        let renderer = renderer(try Job().plan().plan, folder("out.mp4"))
        try interrupted(renderer)
        let path = try renderer.films[0].checkpoint().path(of: renderer.films[0].plan.units[0])
        try FileManager.default.removeItem(atPath: path)
        switch thing {
        case .pipe: mkfifo(path, 0o600)
        case .link: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nothing")
        default: try makeFolder(path)
        }
        var next = self.renderer(renderer.films[0].plan, folder("out.mp4"))
        #expect { _ = try next.run() } throws: { "\($0)".hasPrefix("\(path) is a") }
        next.startsAfresh = true
        #expect { _ = try next.run() } throws: { "\($0)".hasPrefix("\(path) is a") }
    }

    /// In a folder that several users can write to, another one could leave any pictures for the film.
    @Test(.enabled(if: geteuid() == 0, "only the superuser can give files away"), arguments: [true, false])
    func whatBelongsToAnotherUserIsNotContinued(_ isFolder: Bool) throws {
        let folder = try TemporaryFolder()
        let renderer = renderer(try Job().plan().plan, folder("out.mp4"))
        try interrupted(renderer)
        let checkpoint = try renderer.films[0].checkpoint()
        let path = isFolder ? checkpoint.folder : checkpoint.path(of: renderer.films[0].plan.units[0])
        chown(path, 65534, 65534)
        for startsAfresh in [false, true] {
            var next = self.renderer(renderer.films[0].plan, folder("out.mp4"))
            next.startsAfresh = startsAfresh
            #expect { _ = try next.run() } throws: { "\($0)".hasPrefix("\(path) belongs to another user") }
        }
        #expect(!folder.contents.contains("out.mp4"))
    }

    /// Nobody else may put anything into it, whatever the umask.
    @Test func nobodyElseMayWriteToACheckpoint() throws {
        let folder = try TemporaryFolder()
        let renderer = renderer(try Job().plan().plan, folder("out.mp4"))
        let path = try renderer.films[0].checkpoint().folder
        let mode = { () -> mode_t in
            var status = stat()
            return lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
        }
        withExtendedLifetime(try renderer.films[0].checkpoint().claim()) { #expect(mode() & 0o022 == 0) }
        // One of an earlier version.
        chmod(path, 0o777)
        withExtendedLifetime(try renderer.films[0].checkpoint().claim()) { #expect(mode() == 0o755) }
    }

    /// What a user has put into a checkpoint stays, and is told of.
    @Test func aFileThatSomebodyPutIntoACheckpointStays() throws {
        let folder = try TemporaryFolder()
        let renderer = renderer(try Job().plan().plan, folder("out.mp4"))
        try interrupted(renderer)
        let path = try renderer.films[0].checkpoint().folder
        try Data("precious".utf8).write(to: URL(fileURLWithPath: "\(path)/notes.txt"))
        _ = try self.renderer(renderer.films[0].plan, folder("out.mp4")).run()
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["about.txt", "notes.txt"])
    }

    /// Killed between making the folder and marking it, or between unmarking and removing it; this plan's and another's.
    @Test func aFolderThatWasNeverFinishedGoes() throws {
        let folder = try TemporaryFolder()
        let renderer = renderer(try Job().plan().plan, folder("out.mp4"))
        let path = try renderer.films[0].checkpoint().folder
        try makeFolder(path)
        try makeFolder(folder(".out.mp4.0123456789abcdef.compose"))
        // One whose marker is somebody else's.
        let other = folder(".out.mp4.0123456789abcde0.compose")
        try makeFolder(other)
        try Data("precious".utf8).write(to: URL(fileURLWithPath: other + "/about.txt"))
        _ = try renderer.run()
        #expect(folder.contents == [".out.mp4.0123456789abcde0.compose", "out.mp4"])
        // After a power failure, the marker may be empty.
        try makeFolder(path)
        try Data().write(to: URL(fileURLWithPath: path + "/about.txt"))
        _ = try self.renderer(renderer.films[0].plan, folder("again.mp4")).run()
        var again = self.renderer(renderer.films[0].plan, folder("out.mp4"))
        again.mayReplace = true
        _ = try again.run()
        #expect(folder.contents == [".out.mp4.0123456789abcde0.compose", "again.mp4", "out.mp4"])
    }

    @Test func aPartThatDisappearsIsNamed() throws {
        let folder = try TemporaryFolder()
        let plan = try ChunkTests.jobs[1].plan().plan
        let renderer = renderer(plan, folder("out.mp4"))
        let last = try renderer.films[0].checkpoint().path(of: try #require(plan.units.last))
        #expect {
            _ = try renderer.run { if $0.bytesWritten > 0 { unlink(last) } }
        } throws: {
            "\($0)"
                == "\(last): this finished part of the film has disappeared. Run the same command again."
        }
        #expect(!folder.contents.contains("out.mp4"))
    }

    /// A recording that is written over while it is in use makes another film: there is none.
    @Test(arguments: [false, true])
    func aRecordingThatIsWrittenOverIsNoticed(_ isCopied: Bool) throws {
        let (folder, recordings) = (try TemporaryFolder(), try TemporaryFolder())
        let path = try recordings.add(
            try FixtureRecording().with { $0.timing = .constant(.thirty, frames: 60) }.file(), as: "back.mp4")
        var request = Job().request
        request.policy = .never
        request.smart = isCopied ? .require : .off
        let plan = try request.plan(try Recording([Input(path: path, angle: "back")])).plan
        #expect(plan.units.isEmpty == isCopied)
        // One byte in the middle of the pictures, where no fingerprint looks for it.
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        #expect {
            _ = try renderer(plan, folder("out.mp4")).run { _ in
                try! file.seek(toOffset: UInt64(plan.sources[0].info.byteCount / 2))
                file.write(Data([0x55]))
            }
        } throws: { error in
            "\(error)".hasPrefix("\(path) has changed") && (error as? MediaError)?.kind == .badData
        }
        #expect(folder.contents.isEmpty, "\(folder.contents)")
    }

    @Test func anotherImageMakesAnotherFilm() throws {
        let folder = try TemporaryFolder()
        let image = folder("matte.pgm")
        let draw = { (samples: [UInt8]) in
            try (Data("P5 2 2 255\n".utf8) + samples).write(to: URL(fileURLWithPath: image))
        }
        let plan = {
            try Job {
                $0.request.transition.specification = Specification(parsing: "matte:\(image)")!
            }.plan().plan
        }
        try draw([0, 100, 150, 255])
        let ramp = try plan().digest
        #expect(try plan().digest == ramp)
        try draw([255, 100, 150, 0])
        #expect(try plan().digest != ramp)
        #expect(try plan().inputFiles.contains(image))
        #expect { _ = try renderer(try plan(), image).run() } throws: { "\($0)".contains("one of the inputs") }
    }
}
