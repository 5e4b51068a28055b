import MediaIO
import MediaTime
import Pictures
import Placing
import Timeline

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension RenderPlan {
    /// Increases whenever kernels, encoder settings or the unit format change the rendered output: parts finished by
    /// another version are then not resumed, and chunks of two versions are not joined.
    package static let generation = 21

    /// Identifies everything the bytes of the units depend on: the plan, the inputs and this program's rendering
    /// version, but not the files' locations. Two plans with the same digest render the same packets.
    ///
    /// - Throws: `MediaError` when an input cannot be read.
    package var digest: String { get throws(MediaError) { try makeDigest() } }

    private func makeDigest() throws(MediaError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Sizes, rates and names only: encoding cannot fail.
        let digested = try Digested(self)
        let bytes = try! encoder.encode(digested)
        let digest = Digest()
        bytes.withUnsafeBytes(digest.update)
        return digest.hexadecimal()
    }

    private struct Digested: Encodable {
        var generation = RenderPlan.generation
        var takes: [PlannedTake]
        var sounds: [PlannedSound]
        var images: [String]
        var lookFiles: [String]
        var graphicsFiles: [String]?
        var fonts: [String]?
        var clock: TimeMap
        var segments: [Composition.Segment]
        var transitions: [Composition.Transition]
        var output: OutputSettings
        var video: VideoEncoderSettings
        var carriedOrientation: Orientation
        var timescale: Int32
        var spans: [Span]
        var copiesAudio: Bool
        var showsSafeArea: Bool?

        init(_ plan: RenderPlan) throws(MediaError) {
            let files = plan.imageFiles
            // Fingerprints count, not locations.
            takes = try plan.plannedTakes()
            for index in takes.indices { takes[index].path = "" }
            sounds = try plan.plannedSounds()
            for index in sounds.indices { sounds[index].path = "" }
            images = try files.map { path throws(MediaError) in try FileFingerprint(path: path).description }
            let tables = plan.output.finish.lookFiles
            lookFiles = try tables.map { path throws(MediaError) in try FileFingerprint(path: path).description }
            let drawn = plan.output.finish.graphicsFiles
            if !drawn.isEmpty {
                graphicsFiles = try drawn.map { path throws(MediaError) in try FileFingerprint(path: path).description }
            }
            let fontFiles = try plan.fontFiles()
            if !fontFiles.isEmpty {
                fonts = try fontFiles.map { path throws(MediaError) in try FileFingerprint(path: path).description }
            }
            clock = plan.composition.clock
            segments = plan.composition.segments
            transitions = plan.composition.transitions.map {
                $0.renamingFiles(in: plan.catalogue) { files.firstIndex(of: $0).map { "image \($0)" } ?? $0 }
            }
            output = plan.output
            output.finish.renameFiles { path in tables.firstIndex(of: path).map { "table \($0)" } ?? "file" }
            video = plan.video
            carriedOrientation = plan.carriedOrientation
            timescale = plan.timescale
            spans = plan.spans
            copiesAudio = plan.audioCopy != nil
            if plan.showsSafeArea { showsSafeArea = true }
        }
    }
}
