/// The command line being processed: the program's own, or that of a request.
enum CommandWords {
    @TaskLocal static var current = Array(CommandLine.arguments.dropFirst())
}
