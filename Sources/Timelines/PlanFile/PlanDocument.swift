import Audio
import MediaIO
import MediaTime
import Pictures
import Placing
import Planning
import Timeline

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A composition with everything needed to render it again, anywhere, to the same bytes: the contents of a plan file.
///
/// Only plain values; the file format is in `OpenTimelineIO`.
public struct PlanDocument: Hashable, Sendable {
    /// A file needed to draw the film: an image of a transition, a table of a look, a font.
    package struct File: Hashable, Sendable, Codable {
        /// Absolute, or relative to the current folder, not to the plan's; in a plan file, a URL.
        package var path: String
        /// As for a recording.
        package var fingerprint: String

        package enum CodingKeys: String, CodingKey { case path = "url", fingerprint }
    }

    package typealias Marker = PlannedRender.Marker

    /// The title in other programs; does not affect the film.
    package var name: String
    /// One per take of the session, in its order. A file may occur more than once.
    package var media: [PlannedTake]
    /// Recordings without a picture, music and voice-overs.
    package var sounds: [PlannedSound] = []
    /// Empty for plans written before this field existed.
    package var files: [File] = []
    /// From the film's clock to the session clock.
    package var clock: TimeMap
    /// As in `Composition`; `composition()` checks them.
    package var segments: [Composition.Segment]
    /// As in `Composition`; `composition()` checks them.
    package var transitions: [Composition.Transition]
    /// How the film is written.
    package var output: OutputSettings
    /// Sorted by start.
    package var markers: [Marker] = []
    /// Why segments begin where they do, by segment number.
    package var decisions: [Int: DirectorDecision] = [:]
    /// As `PlannedRender.edits`.
    package var edits: JSONValue?

    /// The composition, validated: a plan file may contain anything.
    ///
    /// - Throws: `PlanError` if the plan is inconsistent.
    package func composition() throws -> Composition {
        let session = try Session(takes: media.map(\.take))
        if let contradiction = Composition.contradiction(segments, transitions, clock, output.frameRate) {
            throw PlanError("the plan contradicts itself: \(contradiction)")
        }
        for scene in segments.compactMap(\.scene) {
            for layer in scene.layers where !session.angles.contains(layer.angle) {
                throw PlanError("the plan shows the camera '\(layer.angle)' but lists no recording of it")
            }
            for cell in scene.emptyCells ?? [] where !session.angles.contains(cell.angle) {
                throw PlanError("the plan keeps a place for the camera '\(cell.angle)' but lists no recording of it")
            }
            guard scene.layers.allSatisfy(\.isValid), scene.emptyCells?.allSatisfy(\.rectangle.isValid) ?? true
            else { throw PlanError("a layer of '\(scene)' lies outside the picture") }
        }
        guard segments.allSatisfy({ $0.aims?.allSatisfy(\.isValid) ?? true }) else {
            throw PlanError("a camera of the plan points outside its picture")
        }
        try checkSound(session)
        return Composition(
            session: session, frameRate: output.frameRate, clock: clock, segments: segments, transitions: transitions)
    }

    /// Every sound source has a file, and none has both kinds of files.
    private func checkSound(_ session: Session) throws(PlanError) {
        let recorded = sounds.filter { $0.role == .recording }
        if let sound = recorded.first(where: { session.angles.contains($0.angle) }) {
            throw PlanError("it gives the name '\(sound.angle)' to a camera and to \(sound.path), which has no picture")
        }
        let inputs = Set(media.indices.map(SourceID.take) + sounds.indices.map(SourceID.sound))
        guard output.audio.mix.isValid(inputs: inputs), sounds.allSatisfy(\.role.isValid) else {
            throw PlanError("its levels, fades or alignments of sound are impossible")
        }
        guard output.audio.roomTones?.allSatisfy({ $0.isValid(takes: media.count) }) ?? true else {
            throw PlanError("its room tones are impossible")
        }
        if case .tracks(let tracks) = output.audio.choice {
            guard tracks.allSatisfy({ $0.isValid(inputs: inputs) }) else {
                throw PlanError("the times of its sound tracks are impossible")
            }
        }
        if case .speakers(let turns) = output.audio.choice {
            let heard = Set(session.angles + recorded.map(\.angle))
            for angle in Set(turns.map(\.angle)) where !heard.contains(angle) {
                throw PlanError("it hears '\(angle)', but it lists no recording of that name")
            }
            guard turns.allSatisfy({ max($0.range.start.magnitude, $0.range.end.magnitude) < .century }) else {
                throw PlanError("the times of its speakers are impossible")
            }
        }
        guard case .angle(let angle) = output.audio.choice else { return }
        guard session.angles.contains(angle) || recorded.contains(where: { $0.angle == angle }) else {
            throw PlanError("its sound is that of '\(angle)', but it lists no recording of that name")
        }
    }
}

extension PlanDocument {
    /// The plan as OpenTimelineIO JSON.
    ///
    /// - Parameters:
    ///   - form: the form to write.
    ///   - timecodes: of the first pictures of files by path, where their times count from these: in forms for other
    ///     programs.
    ///   - streams: the sound of files by path, which other programs count.
    ///   - url: the reference to the file at a path, such as a path relative to the plan's folder.
    /// - Throws: `PlanError` if the plan is inconsistent.
    package func openTimelineIO(
        _ form: TimelineForm = .plan, timecodes: [String: MediaTime] = [:], streams: [String: [AudioInfo]] = [:],
        url: @escaping (String) -> String
    ) throws -> [UInt8] {
        var writer = PlanWriter(
            document: self, composition: try composition(), form: form, timecodes: timecodes, streams: streams,
            url: url)
        if form == .plan { try writer.nameSoundTracks() }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(writer.timeline)) + Array("\n".utf8)
    }
}

/// The forms in which a plan is written as OpenTimelineIO.
package enum TimelineForm: Sendable {
    /// With everything that compose needs to render it.
    case plan
    /// Only what other programs understand: clips, gaps and dissolves.
    case cuts
    /// Like `cuts`, with each shot a stack of all cameras in sync; cameras that are not shown are below, disabled.
    case multicam
}
