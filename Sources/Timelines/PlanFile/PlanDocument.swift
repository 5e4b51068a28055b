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
    /// A recorded file and how it is used.
    package struct Media: Hashable, Sendable {
        /// The file, its camera, its clock and its footage.
        package var take: Take
        /// The orientation that makes its pictures upright.
        package var orientation: Orientation
        /// The index of the audio stream to use; `nil` for a silent file.
        package var audioStream: Int?
        /// The time that has sound, if that begins or ends a second or more before or after the footage.
        package var soundExtent: TimeRange?
        /// From the first picture or sound to the last.
        var extent: TimeRange { soundExtent.map { take.footage.union($0) } ?? take.footage }
        /// See `Source.soundJumps`.
        package var soundJumps: TimeMap?
        /// Shows whether the file is still the one that the plan was made with.
        package var fingerprint: String
    }

    /// A sound-only file.
    package struct Sound: Hashable, Sendable {
        /// Its name, as for a camera; "music" or "voice-over" for added sounds.
        package var angle: Angle
        /// Absolute, or relative to the current folder; not to the plan's.
        package var path: String
        /// From the clock of the file to the session clock.
        package var clock: TimeMap
        /// The range of the file that is used, on its own clock.
        package var extent: TimeRange
        /// The index of the sound stream in the file.
        package var stream: Int
        /// What it is for; only a recording is on the session clock.
        package var role = SoundRole.recording
        /// As for a recording.
        package var fingerprint: String
    }

    /// A file needed to draw the film: an image of a transition, a table of a look, a font.
    package struct File: Hashable, Sendable {
        /// Absolute, or relative to the current folder; not to the plan's.
        package var path: String
        /// As for a recording.
        package var fingerprint: String
    }

    package typealias Marker = PlannedRender.Marker

    /// The title in other programs; does not affect the film.
    package var name: String
    /// One per take of the session, in its order. A file may occur more than once.
    package var media: [Media]
    /// Recordings without a picture, music and voice-overs, numbered after `media`.
    package var sounds: [Sound] = []
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
        guard output.audio.mix.isValid(inputs: media.count + sounds.count), sounds.allSatisfy(\.role.isValid) else {
            throw PlanError("its levels, fades or alignments of sound are impossible")
        }
        guard output.audio.roomTones?.allSatisfy({ $0.isValid(takes: media.count) }) ?? true else {
            throw PlanError("its room tones are impossible")
        }
        if case .tracks(let tracks) = output.audio.choice {
            guard tracks.allSatisfy({ $0.isValid(inputs: media.count + sounds.count) }) else {
                throw PlanError("the times of its sound tracks are impossible")
            }
        }
        if case .speakers(let turns) = output.audio.choice {
            for angle in Set(turns.map(\.angle)) where !session.angles.contains(angle) {
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

/// The forms in which a plan is written as OpenTimelineIO.
package enum TimelineForm: Sendable {
    /// With everything that compose needs to render it.
    case plan
    /// Only what other programs understand: clips, gaps and dissolves.
    case cuts
    /// Like `cuts`, with each shot a stack of all cameras in sync; cameras that are not shown are below, disabled.
    case multicam
}
