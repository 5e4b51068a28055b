import FixtureMedia
import Foundation
import Testing

/// What shells offer, asked of the shells themselves; 'render' need not be typed.
@Suite struct CompletionTests {
    /// The last word is the one being typed.
    private static let lines: [(words: [String], offers: Set<String>, not: Set<String>)] = [
        (["fr"], ["front.MOV"], ["plan"]),
        (["--sw"], ["--switch-every", "--switch-at"], ["--size"]),
        (["a", "b", "--transition", "wi"], ["wipe"], ["dissolve"]),
        (["a", "b", "--smart", ""], ["auto", "off", "require"], ["back.mp4"]),
        (["a", ""], ["front.MOV", "back.mp4", "film.otio"], ["plan", "notes.txt"]),
        ([""], ["front.MOV", "back.mp4", "plan", "render", "transitions", "help"], ["notes.txt"]),
        (["pl"], ["plan"], ["play.txt"]),
        (["plan", "--ex"], ["--explain"], []),
        (["plan", "--chu"], [], ["--chunk"]),
        (["render", "--chu"], ["--chunk"], []),
        (["transitions", "wi"], ["wipe"], ["front.MOV"]),
    ]

    @Test func bashCompletes() throws {
        let asked = """
            ask() {
                COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMPREPLY=()
                COMP_POINT=${#COMP_LINE}
                local function="$(complete -p compose | sed 's/.*-F \\([^ ]*\\).*/\\1/')"
                "${function}" compose "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                echo "${COMPREPLY[*]}"
            }

            """
        try expectOffers("bash", asked) { "ask compose \($0.map { "'\($0)'" }.joined(separator: " "))" }
    }

    @Test(.enabled(if: Self.has("fish"), "fish is not installed"))
    func fishCompletes() throws {
        let asked = "function ask; echo (complete -C \"$argv\" | string replace -r '\\t.*' ''); end\n"
        try expectOffers("fish", asked) { "ask 'compose \($0.joined(separator: " "))'" }
    }

    /// Completions of zsh need a terminal; here it only reads the script, in which our function stands for the generated.
    @Test(.enabled(if: Self.has("zsh"), "zsh is not installed"))
    func zshReadsItsScript() throws {
        let folder = try TemporaryFolder()
        let script = try Program.run("--generate-completion-script", "zsh", in: folder)
        try folder.write(script.output, "_compose")
        let functions = try run(
            "zsh", "-f", "-c", "compdef() { print $1 $2 }; . ./_compose; whence -w _compose __compose_words", in: folder
        )
        #expect(functions == "_compose compose\n_compose: function\n__compose_words: function\n")
    }

    private func expectOffers(_ shell: String, _ asked: String, _ ask: ([String]) -> String) throws {
        let folder = try TemporaryFolder()
        for name in ["front.MOV", "back.mp4", "film.otio", "notes.txt", "play.txt"] { try folder.write("-", name) }
        let script = try Program.run("--generate-completion-script", shell, in: folder)
        #expect(script.status == 0, "\(script.error)")
        try folder.write(script.output, ".completions")
        try folder.write(
            ". ./.completions\n" + asked + Self.lines.map { ask($0.words) }.joined(separator: "\n") + "\n", ".ask")
        let answers = try run(shell, ".ask", in: folder).split(separator: "\n", omittingEmptySubsequences: false)
        try #require(answers.count == Self.lines.count + 1, "\(answers)")
        for (line, answer) in zip(Self.lines, answers) {
            let offers = Set(answer.split(separator: " ").map(String.init))
            #expect(offers.isSuperset(of: line.offers), "\(line.words): \(answer)")
            #expect(offers.isDisjoint(with: line.not), "\(line.words): \(answer)")
        }
    }

    /// - Returns: its standard output.
    private func run(_ words: String..., in folder: TemporaryFolder) throws -> String {
        try Program.run(words, of: "/usr/bin/env", in: folder).output
    }

    private static func has(_ program: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
}
