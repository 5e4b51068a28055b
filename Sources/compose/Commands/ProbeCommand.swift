import ArgumentParser
import MediaIO

struct ProbeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Says what a file holds: size upright, rate, rotation, colour, sound.",
        discussion: """
            EXAMPLES
              compose probe front.mov
              compose probe front.mov --json
            """)

    @Argument(help: ArgumentHelp("The files to look at.", valueName: "file"), completion: .file())
    var files: [String]
    @Flag(help: "Print everything as JSON, one object a line.") var json = false
    @OptionGroup var log: LogOptions

    func run() throws {
        log.install()
        for file in files {
            let info = try MediaInfo(probing: file)
            Console.output(json ? ProbeReport(info).json : ProbeReport(info).text)
        }
    }
}
