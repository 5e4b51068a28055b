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
    ///   - form: what of it is written.
    ///   - url: how the file at a path is referred to, such as a path relative to the plan's folder.
    /// - Throws: `PlanError` when it contradicts itself.
    public func openTimelineIO(_ form: TimelineForm = .plan, url: @escaping (String) -> String) throws -> [UInt8] {
        var writer = PlanWriter(document: self, composition: try composition(), form: form, url: url)
        if form == .plan { try writer.nameSoundTracks() }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(writer.timeline)) + Array("\n".utf8)
    }
}
