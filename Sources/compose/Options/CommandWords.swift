/// The command line that is being followed: the program's own, or that of a request.
enum CommandWords {
    @TaskLocal static var current = Array(CommandLine.arguments.dropFirst())
}
