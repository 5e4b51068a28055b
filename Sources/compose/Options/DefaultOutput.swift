import MediaIO
import Planning

/// The default output file.
enum DefaultOutput {
    /// The usual name if it is free or may be replaced, otherwise the next free one, which is reported.
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
