import MediaTime
import Timeline

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PlanDocument {
    /// The plan as OpenTimelineIO JSON.
    ///
    /// - Parameters:
    ///   - form: the form to write.
    ///   - timecodes: of the first pictures of files by path, where their times count from these: in forms for other
    ///     programs.
    ///   - url: the reference to the file at a path, such as a path relative to the plan's folder.
    /// - Throws: `PlanError` if the plan is inconsistent.
    package func openTimelineIO(
        _ form: TimelineForm = .plan, timecodes: [String: MediaTime] = [:], url: @escaping (String) -> String
    ) throws -> [UInt8] {
        var writer = PlanWriter(
            document: self, composition: try composition(), form: form, timecodes: timecodes, url: url)
        if form == .plan { try writer.nameSoundTracks() }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(writer.timeline)) + Array("\n".utf8)
    }
}
