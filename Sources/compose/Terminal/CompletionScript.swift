import ArgumentParser
import MediaIO
import Parameters
import Placing
import Planning
import Render
import Timeline
import Timelines
import Transitions

/// Shell completions, also when no command is named and 'render' is meant.
///
/// ArgumentParser (1.8) generates a function for each command but no completions for the default one. The code added
/// here inserts the word `render` before its functions look at the words.
struct CompletionScript {
    /// The names of all commands with their descriptions.
    let commands: [(name: String, abstract: String)]

    /// The shell of `--generate-completion-script SHELL`; `nil` if not requested, or the shell is unknown.
    static func shell(in arguments: [String]) -> CompletionShell? {
        let option = "--generate-completion-script"
        guard let index = arguments.firstIndex(where: { $0 == option || $0.hasPrefix(option + "=") }) else {
            return nil
        }
        let name =
            arguments[index] == option
            ? arguments[(index + 1)...].first : String(arguments[index].dropFirst(option.count + 1))
        return name.flatMap { CompletionShell(rawValue: $0) }
    }

    /// - Parameter generated: ArgumentParser's own script for the shell.
    func text(for shell: CompletionShell, generated: String) -> String {
        switch shell {
        case .bash: return generated + "\n" + bash
        // Its entry point must be ours: zsh calls that from the second time on.
        case .zsh: return generated.replacing("\n_compose() {", with: "\n" + zsh + "\n\n__compose_words() {")
        case .fish: return generated + "\n" + fish
        default: return generated
        }
    }

    /// Programmable completion: COMP_WORDS, COMP_CWORD (Bash manual, §8.6).
    private var bash: String {
        let names = commands.map(\.name)
        return """

            __compose_or_render() {
                local -a typed=("${COMP_WORDS[@]}")
                local -i place="${COMP_CWORD}"
                if [[ "${place}" -gt 1 ]]; then
                    case "${typed[1]}" in
                    \(names.joined(separator: "|")))
                        _compose "${@}"
                        return
                        ;;
                    esac
                fi
                local -a COMP_WORDS=("${typed[0]}" render "${typed[@]:1}")
                local -i COMP_CWORD="$((place + 1))"
                _compose "${@}"
                if [[ "${place}" -eq 1 ]]; then
                    COMPREPLY+=($(compgen -W '\(names.joined(separator: " "))' -- "${2}"))
                fi
            }

            complete -o filenames -F __compose_or_render compose
            """
    }

    /// The completion system: `words`, `CURRENT` (zshcompwid).
    private var zsh: String {
        """
        _compose() {
            if (( CURRENT > 2 )) && [[ "${words[2]}" = (\(commands.map(\.name).joined(separator: "|"))) ]]; then
                __compose_words "${@}"
                return
            fi
            local -i ret=1
            if (( CURRENT == 2 )) && [[ "${words[2]}" != -* ]]; then
                __compose_words "${@}" && ret=0
            fi
            words=("${words[1]}" render "${(@)words[2,-1]}")
            (( CURRENT++ ))
            __compose_words "${@}" && ret=0
            return "${ret}"
        }
        """
    }

    private var fish: String {
        let offers = commands.map { name, abstract in
            "complete -c 'compose' -n 'test (count (__compose_typed_tokens -pc)) -eq 1' -fa '\(name)' -d '\(abstract)'"
        }
        return """

            functions -q __compose_typed_tokens; or functions -c __compose_tokens __compose_typed_tokens
            function __compose_tokens
                set -l tokens (__compose_typed_tokens $argv)
                if not contains -- "$tokens[2]" \(commands.map(\.name).joined(separator: " "))
                    set tokens $tokens[1] render $tokens[2..]
                end
                printf '%s\\n' $tokens
            end
            \(offers.joined(separator: "\n"))
            """
    }
}

/// Shell completions for a word.
extension CompletionKind {
    /// Includes plans, and names as written by phones: IMG_0001.MOV.
    static var recordings: CompletionKind {
        let endings = MediaFileName.videoEndings + ["wav", "m4a", "mp3", "flac", "ogg"] + [PlanFile.ending]
        return .file(extensions: endings + endings.map { $0.uppercased() })
    }
    static var cameras: CompletionKind { .list(["front", "back"]) }
    static var sounds: CompletionKind { .list(["front", "back", "follow", "speaker", "mix", "none"]) }
    static var views: CompletionKind { .list(Catalogue<ViewEntry>.standard.entries.map(\.name)) }
    static var stabilizers: CompletionKind { .list(Stabilizer.strengths.entries.map(\.name)) }
    static var looks: CompletionKind { .list(Catalogue<LookEntry>.standard.entries.map(\.name)) }
    static var transitions: CompletionKind { .list(TransitionCatalogue.standard.entries.map(\.name)) }
    static var textStyles: CompletionKind { .list(TextStyle.Corner.allCases.map { "corner=\($0.rawValue)" }) }
    static var presets: CompletionKind { .list(VideoCodec.h264.presets + VideoCodec.prores.presets) }
    static var sizes: CompletionKind { .list(["720p", "1080p", "4k"]) }
}
