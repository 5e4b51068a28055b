import ArgumentParser
import FixtureMedia

/// Makes recordings for the demo, and single fixtures for looking at.
@main
struct ComposeFixtures: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compose-fixtures", abstract: "Makes the recordings that the project tries itself on.",
        subcommands: [Demo.self, List.self, Make.self])

    struct Demo: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes front.mov and back.mov: two phone-like recordings of one scene.")
        @Argument(help: "The folder; it must exist.") var folder: String
        @Option(help: "How long they are.") var seconds = 12
        @Flag(help: "Both cameras record alike, so that smart rendering can copy both.") var alike = false

        func validate() throws {
            guard (1...600).contains(seconds) else { throw ValidationError("--seconds \(seconds): use 1 to 600.") }
        }

        func run() throws {
            let recordings: [(String, FixtureRecording)] =
                alike
                ? [("back", .phoneTwin(.back, seconds: seconds)), ("front", .phoneTwin(.front, seconds: seconds))]
                : [("back", .phoneBack(seconds: seconds)), ("front", .phoneFront(seconds: seconds))]
            for (name, recording) in recordings {
                try recording.write(to: "\(folder)/\(name).mov")
                print("\(folder)/\(name).mov")
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists the recordings that have a name.")

        func run() { for entry in FixtureCatalogue.recordings { print(entry.first) } }
    }

    struct Make: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Writes one of the recordings that have a name.")
        @Argument(help: "A name of 'compose-fixtures list'.") var name: String
        @Argument(help: "The folder; it must exist.") var folder: String

        func run() throws {
            guard let recording = FixtureCatalogue.recordings.first(where: { $0.first == name })?.second else {
                throw ValidationError("there is no fixture \(name); 'compose-fixtures list' says which there are.")
            }
            let path = "\(folder)/\(name).\(recording.container.rawValue)"
            try recording.write(to: path)
            print(path)
        }
    }
}
