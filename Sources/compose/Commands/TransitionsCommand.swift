import ArgumentParser
import MediaIO
import Pictures
import Render
import Transitions

struct TransitionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transitions", abstract: "Lists the transitions and their parameters, or draws them.")

    func run() throws {
        for entry in TransitionCatalogue.standard.entries { Console.output("\(entry.name)  \(entry.summary)") }
    }
}
