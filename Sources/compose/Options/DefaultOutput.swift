import MediaIO

/// Where the film goes when nobody says.
enum DefaultOutput {
    private static let name = "composed.mp4"

    /// The usual name if it may be replaced or nothing has it, else the next free one, which is said.
    static func film(mayReplace: Bool) -> String {
        guard !mayReplace, FileIdentity(path: name) != nil else { return name }
        let free = (2...).lazy.map { "composed-\($0).mp4" }.first { FileIdentity(path: $0) == nil }!
        Console.error(
            "note: \(name) already exists; the film goes to \(free) (use --overwrite to replace \(name) instead)")
        return free
    }
}
