import ArgumentParser
import Render

struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Says what would happen: cuts, transitions, sizes, sound. Renders nothing.",
        discussion: """
            EXAMPLE
              compose plan front.mov back.mov --switch-every 5s
            """)

    @OptionGroup(title: "Recordings") var input: InputOptions
    @OptionGroup(title: "The film") var composition: CompositionOptions
    @Flag(help: "Print the plan as JSON.") var json = false
    @Flag(help: "Say what is copied, what is encoded, and why.") var explain = false
    @OptionGroup var log: LogOptions

    func run() throws {
        log.install()
        let (recording, _) = try input.recording()
        let report = PlanReport(try composition.request(recording).plan(recording), output: nil)
        Console.output(json ? report.json : explain ? report.text + "\n" + report.explanation : report.text)
    }
}
