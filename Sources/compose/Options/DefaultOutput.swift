import MediaIO
import Planning

/// Where the film goes when nobody says.
enum DefaultOutput {
    /// The usual name if it may be replaced or nothing has it, else the next free one, which is said.
    static func film(_ plan: RenderPlan, mayReplace: Bool) -> String {
        let ending = plan.usualContainer.rawValue
        let name = "composed.\(ending)"
        guard !mayReplace, FileIdentity(path: name) != nil else { return name }
        let free = (2...).lazy.map { "composed-\($0).\(ending)" }.first { FileIdentity(path: $0) == nil }!
        Console.error(
            "note: \(name) already exists; writing \(free) (use --overwrite to replace \(name) instead)")
        return free
    }
}
