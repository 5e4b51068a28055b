import MediaIO
import Platform

/// Submits a film to Slurm: an array of chunks, followed by a job that joins them or submits missing ones again.
///
/// Slurm itself requeues tasks of a lost node (`--requeue`). Any other failure is found by its missing chunk: nothing
/// depends on the job status that Slurm reports.
struct Slurm {
    let job: FarmJob
    let script: FarmScript

    /// How many times chunks are submitted before the job fails.
    static let rounds = 3
    private static let wait = 2.0

    struct Submission {
        /// Slurm's job numbers; `nil` if no chunk is missing.
        var chunks: String?
        var join: String
    }

    /// The script of the array.
    var chunkScript: String {
        let number = "\"$SLURM_ARRAY_TASK_ID\""
        return """
            #!/bin/sh
            #SBATCH --job-name=\(job.name)
            #SBATCH --requeue
            #SBATCH --open-mode=append
            echo "chunk $SLURM_ARRAY_TASK_ID/\(job.chunkCount) on $(hostname), try $((${SLURM_RESTART_COUNT:-0} + 1)), $(date -u +%FT%TZ)"
            exec \(script.program) \(script.rendering(number, of: quoted(job.plan), to: "\(quoted(job.folder))/\(number).chunk"))

            """
    }

    /// The script that runs when the array has ended, successfully or not.
    func joinScript(round: Int) -> String {
        let options = job.engineOptions.map { " --engine-option \(quoted($0))" }.joined()
        let flags = (job.mayReplace ? " --overwrite" : "") + (job.verifies ? " --verify" : "")
        return """
            #!/bin/sh
            #SBATCH --job-name=\(job.name)
            #SBATCH --requeue
            #SBATCH --open-mode=append
            exec \(script.program) submit \(quoted(job.plan)) --engine slurm --chunks \(job.chunkCount) --after-round \(round)\(flags)\(options) -o \(quoted(job.output))

            """
    }

    /// As Slurm reads it, which replaces "%j" and others in names of logs.
    private var logs: String { job.logs.replacing("%", with: "%%") }

    private func chunkCommand(_ numbers: [Int]) -> String {
        let options = job.engineOptions.map { " " + quoted($0) }.joined()
        return
            "sbatch --parsable --array=\(Self.ranges(numbers)) --output=\(quoted(logs + "/chunk-%a.log"))\(options) \(quoted(job.folder + "/chunk.sh"))"
    }

    private func joinCommand(after chunks: String?) -> String {
        let options = job.engineOptions.map { " " + quoted($0) }.joined()
        let dependency = chunks.map { " --dependency=afterany:\($0)" } ?? ""
        return
            "sbatch --parsable\(dependency) --output=\(quoted(logs + "/join.log"))\(options) \(quoted(job.folder + "/join.sh"))"
    }

    /// A description of what `submit` would run.
    func description(_ numbers: [Int], round: Int) -> String {
        let chunks = numbers.isEmpty ? "" : "# \(job.folder)/chunk.sh\n\(chunkScript)\n\(chunkCommand(numbers))\n\n"
        return chunks + "# \(job.folder)/join.sh\n\(joinScript(round: round))\n"
            + joinCommand(after: numbers.isEmpty ? nil : "JOB")
    }

    /// - Throws: `UsageError` if Slurm refuses a job; `MediaError` if the scripts cannot be written.
    func submit(_ numbers: [Int], round: Int) throws -> Submission {
        try job.write(joinScript(round: round), to: job.folder + "/join.sh")
        var array: String?
        if !numbers.isEmpty {
            try job.write(chunkScript, to: job.folder + "/chunk.sh")
            array = try sbatch(chunkCommand(numbers))
        }
        return Submission(chunks: array, join: try sbatch(joinCommand(after: array)))
    }

    /// The numbers of this film's jobs that are waiting or running.
    ///
    /// - Throws: `UsageError` if Slurm does not answer.
    func running() throws -> [String] {
        let answer = try ShellCommand("squeue --noheader --array --format=%A --name=\(quoted(job.name))").run()
        guard answer.status == 0 else { throw failure("squeue", answer) }
        return answer.lines
    }

    /// Waits until the last job has written the result.
    ///
    /// - Parameter show: called with the number of finished chunks.
    /// - Returns: the reason why there is no film; empty if there is one.
    func waitForResult(_ show: (Int) -> Void) -> String {
        var idle = 0
        while true {
            if let result = job.result { return result }
            // A restarting controller does not answer for a while, and between two jobs there may be none.
            if let running = try? running() { idle = running.isEmpty ? idle + 1 : 0 }
            if idle >= 5 {
                return
                    "Slurm has no more jobs for this film, but the film is missing. The logs are in \(job.logs); use --resume to continue."
            }
            show(job.chunks.count { FileIdentity(path: $0) != nil })
            usleep(UInt32(Self.wait * 1e6))
        }
    }

    private func sbatch(_ command: String) throws -> String {
        let answer = try ShellCommand(command).run()
        guard answer.status == 0, let number = answer.lines.last?.split(separator: ";").first, Int(number) != nil else {
            throw failure("sbatch", answer)
        }
        return String(number)
    }

    private func failure(_ program: String, _ answer: ShellCommand.Answer) -> UsageError {
        guard answer.status != ShellCommand.notFound else {
            return UsageError(
                "\(program) is not installed here; run this on a machine with Slurm, or use --engine script.")
        }
        return UsageError(
            "\(program) failed: \(answer.lines.last ?? "status \(answer.status)"). Check the cluster and --engine-option.",
            status: .inputOutput)
    }

    /// "1-3,7": Slurm's notation.
    static func ranges(_ numbers: [Int]) -> String {
        var runs: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = runs.last, last.upperBound + 1 == number {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(
            separator: ",")
    }
}

/// A command of the system's shell, run until it exits.
struct ShellCommand {
    struct Answer {
        var status: Int32
        /// Its output, without empty lines.
        var lines: [String]
    }

    /// The status that a shell returns if the program does not exist.
    static let notFound: Int32 = 127

    private let command: String
    init(_ command: String) { self.command = command }

    /// - Throws: `UsageError` if no process can be started.
    func run() throws -> Answer {
        guard let pipe = popen(command + " 2>&1", "r") else {
            throw UsageError(
                "the system could not start a process (\(lastError())); close other programs, and run the same command again.",
                status: .inputOutput)
        }
        var bytes: [UInt8] = []
        while case let byte = getc(pipe), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        // A status of wait(2): the code is in the second byte.
        let status = pclose(pipe) >> 8 & 0xff
        return Answer(
            status: status, lines: String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }
}
