/// The shell commands that render a film in chunks, for a scheduler or a person.
struct FarmScript {
    let job: FarmJob
    /// How to call this program on the rendering machines.
    let program: String

    private var overwrite: String { job.mayReplace ? " --overwrite" : "" }
    private var verify: String { job.verifies ? " --verify" : "" }

    /// Renders one chunk. An existing chunk was found to be damaged.
    ///
    /// - Parameters: words of a shell.
    func rendering(_ number: String, of plan: String, to path: String) -> String {
        "render \(plan) --chunk \(number)/\(job.chunkCount) --overwrite --progress none -o \(path)"
    }

    var joining: String {
        "\(program) join \(quoted(job.plan)) \(quoted(job.folder))/*.chunk\(overwrite)\(verify) -o \(quoted(job.output))"
    }

    /// For GNU parallel, on one machine or several.
    ///
    /// It replaces `{}` and `{= Perl =}` in its command, in quotes, too: names are passed in variables.
    func parallel(_ numbers: [Int]) -> String {
        let names = [("COMPOSE", program), ("PLAN", quoted(job.plan)), ("CHUNKS", quoted(job.folder))]
        let command = "\"$COMPOSE\" " + rendering("{}", of: "\"$PLAN\"", to: "\"$CHUNKS\"/{}.chunk")
        let render =
            numbers.isEmpty
            ? ""
            : """
            \(names.map { "\($0)=\($1)" }.joined(separator: " ")) \\
            parallel --retries 3 \(names.map { "--env \($0.0)" }.joined(separator: " ")) '\(command)' \\
                ::: \(numbers.map(String.init).joined(separator: " ")) &&

            """
        return """
            # GNU parallel; for several machines that share this folder, add: --sshloginfile FILE
            mkdir -p \(quoted(job.folder)) && echo \(job.chunkCount) > \(quoted(job.folder))/count &&
            \(render)\(joining) &&
            rm \(quoted(job.folder))/*.chunk \(quoted(job.folder))/count && rmdir \(quoted(job.folder))
            """
    }
}
