import ArgumentParser
import MediaIO

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Writes an options file to edit.",
        discussion: """
            EXAMPLES
              compose init                                        writes compose.yaml
              compose front.mov back.mov -o out.mp4               uses it if it is there
              compose front.mov back.mov --config my.yaml -o out.mp4

            The file lists every option of 'compose render', commented out. Options on the command line override \
            the file.
            """)

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"),
        completion: .file(extensions: ["yaml"]))
    var output = ConfigFile.usualName

    @Flag(help: "Replace the file if it exists.") var overwrite = false

    func run() throws {
        let file = try AtomicFile(destination: output, inputs: [], mayReplace: overwrite)
        try file.write(Array(ConfigTemplate(OptionList(of: RenderCommand.self)).text.utf8))
        try file.commit()
        Console.error("wrote \(output); uncomment the options that you want to set")
    }
}

/// A file that lists every option as a comment.
struct ConfigTemplate {
    let text: String

    init(_ list: OptionList) {
        let options = list.options.filter { $0.shouldDisplay && list.traits(of: $0.name).use != .perCall }
        let writing = options.map(\.name).filter { list.traits(of: $0).use == .writes }
        var lines = [
            "# Options for compose. Options on the command line override this file.",
            "# Write yes or no for options without a value, a list for several values, [a, b],",
            "# and a mapping for values of single cameras, {front: a, back: b}.",
            "# What is written or replaced (\(writing.joined(separator: ", ")))",
            "# counts only with --config FILE.",
        ]
        var section = ""
        for option in options {
            let title = option.sectionTitle ?? "Other options"
            if title != section {
                section = title
                lines += ["", "# " + title.uppercased()]
            }
            lines += [""] + wrapped(option.abstract ?? "", width: 98).map { "# " + $0 }
            let value =
                option.isFlag
                ? "yes"
                : option.defaultValue
                    ?? "<\(option.allValues?.joined(separator: "|") ?? option.valueName ?? "value")>"
            lines.append("#\(option.name): \(value)")
        }
        text = lines.joined(separator: "\n") + "\n"
    }
}
