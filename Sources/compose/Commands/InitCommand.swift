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
