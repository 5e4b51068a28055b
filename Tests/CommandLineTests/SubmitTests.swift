import FixtureMedia
import Foundation
import Testing

@testable import compose

/// A cluster renders what one machine would: through a Slurm of shell scripts that runs every job at once, as it comes.
/// The real one is in Tests/programs/test-slurm.
@Suite struct SubmitTests {
    /// Jobs fail as `CHAOS` says, a command that is run before each task; a task that it fails is never run.
    private static let sbatch = """
        #!/bin/bash
        array=- log=/dev/null
        for argument in "$@"; do case $argument in
            --array=*) array=${argument#*=} ;;
            --output=*) log=${argument#*=} ;;
            --partition=nowhere) echo "sbatch: error: invalid partition specified: nowhere" >&2; exit 1 ;;
            --*) ;;
            *) script=$argument ;;
        esac; done
        echo "$array" >> "$(dirname "$0")/../submitted"
        number=$(wc -l < "$(dirname "$0")/../submitted")
        # Slurm answers before the job runs; what waits for another has to come after it.
        echo "$number"
        for range in ${array//,/ }; do for task in $(seq "${range%-*}" "${range#*-}" 2>/dev/null || echo -); do
            export SLURM_ARRAY_TASK_ID=$task
            eval "${CHAOS:-true}" && bash "$script" >> "${log//%a/$task}" 2>&1
        done; done
        exit 0
        """
    private static let parallel = """
        #!/bin/bash
        while [ "${1:0:2}" = -- ]; do shift 2; done
        command=$1
        [ "$2" = ::: ] && shift 2
        for number in "$@"; do sh -c "${command//\\{\\}/$number}" || exit 1; done
        """

    private func farm(_ options: String...) throws -> TemporaryFolder {
        let folder = try folderWithPair {
            $0.timing = .constant(.thirty, frames: 120)
            $0.video.gop = 10
        }
        try FileManager.default.createDirectory(atPath: folder("bin"), withIntermediateDirectories: true)
        for (name, text) in [
            ("sbatch", Self.sbatch), ("squeue", "#!/bin/sh\ncat queue 2>/dev/null || true\n"),
            ("parallel", Self.parallel),
        ] {
            try text.write(toFile: folder("bin/\(name)"), atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder("bin/\(name)"))
        }
        let plan = try Program.run(
            ["plan", "front.mp4", "back.mp4", "--switch-at", "0.8s,1.6s,2.4s,3.2s", "--transition-duration", "200ms"]
                + options + ["-o", "film.otio"], in: folder)
        #expect(plan.status == 0, "\(plan.error)")
        let whole = try Program.run("render", "film.otio", "-o", "whole.mp4", in: folder)
        #expect(whole.status == 0, "\(whole.error)")
        return folder
    }

    private func submit(
        _ options: String..., in folder: TemporaryFolder, chaos: String = "true"
    ) throws -> Program.Outcome {
        try Program.run(
            ["submit", "film.otio", "--engine", "slurm", "-o", "out.mp4"] + options, in: folder,
            shell: "export PATH=\"$PWD/bin:$PATH\" CHAOS='\(chaos)'")
    }

    private func submissions(_ folder: TemporaryFolder) throws -> [Substring] {
        try String(contentsOfFile: folder("submitted"), encoding: .utf8).split(separator: "\n")
    }

    @Test func theFilmIsThatOfOneMachine() throws {
        let folder = try farm()
        let outcome = try submit("--chunks", "3", "--wait", in: folder)
        #expect(outcome.status == 0 && outcome.error.contains("wrote "), "\(outcome.error)")
        #expect(folder.bytes("out.mp4") == folder.bytes("whole.mp4"))
        #expect(try submissions(folder) == ["1-3", "-"])
        let left = try FileManager.default.contentsOfDirectory(atPath: folder("out.mp4.chunks"))
        #expect(left.sorted() == ["chunk.sh", "count", "join.sh", "logs", "result"])
        // The output is there now, and stays.
        #expect(try submit("--chunks", "3", in: folder).status == 79)
        #expect(try submit("--chunks", "2", "--overwrite", "--wait", in: folder).status == 0)
        #expect(folder.bytes("out.mp4") == folder.bytes("whole.mp4"))
    }

    /// A task that is killed leaves no chunk, whatever the scheduler calls it.
    @Test func whatIsMissingIsSubmittedAgain() throws {
        let folder = try farm()
        let outcome = try submit(
            "--chunks", "3", "--wait", in: folder, chaos: "[ $task != 2 ] || [ $(wc -l < submitted) -gt 2 ]")
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(try submissions(folder) == ["1-3", "-", "2", "-"])
        #expect(folder.bytes("out.mp4") == folder.bytes("whole.mp4"))
    }

    @Test func whatFailsAgainAndAgainIsSaidAndCanBeResumed() throws {
        let folder = try farm()
        let outcome = try submit("--chunks", "3", "--wait", in: folder, chaos: "[ $task != 2 ]")
        #expect(outcome.status == 74, "\(outcome.error)")
        #expect(outcome.error.contains("chunks 2 of 3 failed 3 times"), "\(outcome.error)")
        #expect(try submissions(folder) == ["1-3", "-", "2", "-", "2", "-"])
        #expect(!folder.contents.contains("out.mp4"))
        #expect(try submit(in: folder).status == 79)
        #expect(try submit("--resume", "--chunks", "4", in: folder).status == 64)
        // One that was finished is damaged meanwhile, and another exchanged.
        var bytes = folder.bytes("out.mp4.chunks/1.chunk")
        bytes[bytes.count - 1] ^= 1
        try Data(bytes).write(to: URL(fileURLWithPath: folder("out.mp4.chunks/1.chunk")))
        let resumed = try submit("--resume", "--wait", in: folder)
        #expect(resumed.status == 0, "\(resumed.error)")
        #expect(resumed.error.contains("1.chunk"), "\(resumed.error)")
        #expect(try submissions(folder).suffix(2) == ["1-2", "-"])
        #expect(folder.bytes("out.mp4") == folder.bytes("whole.mp4"))
    }

    @Test func aChunkInAnothersPlaceIsRenderedAgain() throws {
        let folder = try farm()
        _ = try submit("--chunks", "3", in: folder, chaos: "[ $task != - ]")
        for (from, to) in [("1", "x"), ("3", "1"), ("x", "3")] {
            try FileManager.default.moveItem(
                atPath: folder("out.mp4.chunks/\(from).chunk"), toPath: folder("out.mp4.chunks/\(to).chunk"))
        }
        let resumed = try submit("--resume", "--wait", in: folder)
        #expect(resumed.status == 0, "\(resumed.error)")
        #expect(try submissions(folder) == ["1-3", "-", "1,3", "-"])
        #expect(folder.bytes("out.mp4") == folder.bytes("whole.mp4"))
    }

    @Test func whatCannotBeSubmittedIsSaid() throws {
        let folder = try farm()
        let refused = try submit("--engine-option", "--partition=nowhere", in: folder)
        #expect(
            refused.status == 74 && refused.error.contains("invalid partition specified: nowhere"), "\(refused.error)")
        try "17\n".write(toFile: folder("queue"), atomically: true, encoding: .utf8)
        let running = try submit("--resume", in: folder)
        #expect(running.status == 79 && running.error.contains("still being rendered: job 17"), "\(running.error)")
        let without = try Program.run(
            ["submit", "film.otio", "--engine", "slurm", "-o", "other.mp4"], in: folder, shell: "export PATH=/nowhere")
        #expect(without.status == 64 && without.error.contains("sbatch is not installed here"), "\(without.error)")
        let film = try Program.run("submit", "front.mp4", "--engine", "script", in: folder)
        #expect(film.status == 64 && film.error.contains("is not a plan file"), "\(film.error)")
    }

    @Test func aDryRunChangesNothing() throws {
        let folder = try farm()
        let before = folder.contents
        let outcome = try submit("--chunks", "3", "-n", in: folder)
        #expect(outcome.status == 0 && outcome.output.contains("sbatch --parsable --array=1-3 "), "\(outcome.output)")
        #expect(outcome.output.contains("--dependency=afterany:JOB"))
        #expect(folder.contents == before)
    }

    /// The same as shell commands, with names that a shell would take apart, and parallel replace.
    @Test func theScriptMakesTheSameFilm() throws {
        let folder = try farm("--audio", "follow")
        let plan = "{} {#} {= system('touch pwned') =}.otio"
        try FileManager.default.moveItem(atPath: folder("film.otio"), toPath: folder(plan))
        let script = try Program.run(
            "submit", plan, "--engine", "script", "--chunks", "3", "-o", "it's one.mp4", in: folder)
        #expect(script.status == 0, "\(script.error)")
        try script.output.write(toFile: folder("script"), atomically: true, encoding: .utf8)
        let run = try Program.run(["-c", "PATH=\"$PWD/bin:$PATH\"; . ./script"], of: "/bin/bash", in: folder)
        #expect(run.status == 0, "\(script.output)")
        #expect(folder.bytes("it's one.mp4") == folder.bytes("whole.mp4"))
        #expect(!folder.contents.contains("it's one.mp4.chunks"))
        // What parallel replaces holds no names.
        let command = try #require(script.output.firstMatch(of: /parallel .*'(.*)' \\\n/)?.1)
        #expect(
            command
                == "\"$COMPOSE\" render \"$PLAN\" --chunk {}/3 --overwrite --progress none -o \"$CHUNKS\"/{}.chunk")
    }

    @Test func numbersAreWrittenAsSlurmReadsThem() {
        #expect(Slurm.ranges([1, 2, 3, 5, 7, 8]) == "1-3,5,7-8")
        #expect(Slurm.ranges([4]) == "4")
        #expect(quoted("/a/b-1.mp4") == "/a/b-1.mp4")
        #expect(
            quoted("it's") == "'it'\\''s'" && quoted("a b") == "'a b'" && quoted("$x") == "'$x'" && quoted("") == "''")
    }
}
