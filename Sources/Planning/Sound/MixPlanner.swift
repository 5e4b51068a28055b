import Audio
import MediaTime
import Placing
import Timeline

/// A file of the recording that has sound.
package struct HeardFile {
    var angle: Angle
    /// From the clock of the file to the session clock.
    var clock: TimeMap
    /// The range of the file that is used, on its own clock.
    var extent: TimeRange
    /// The same without a silent beginning or end of a second or more.
    var sounding: TimeRange

    package init(angle: Angle, clock: TimeMap, extent: TimeRange, sounding: TimeRange? = nil) {
        (self.angle, self.clock, self.extent, self.sounding) = (angle, clock, extent, sounding ?? extent)
    }

    init(_ source: AudioSource) {
        self.init(angle: source.angle, clock: source.clock, extent: source.extent, sounding: source.soundingExtent)
    }

    /// On the session clock.
    var range: TimeRange { TimeRange(start: clock.target(at: extent.start), end: clock.target(at: extent.end)) }
}

/// Decides what is heard: one lane, or several that are added.
package struct MixPlanner {
    private let frameCount: Int64
    private var lanes: [Lane] = []
    /// The gain of each lane, in addition to its fades; empty if only one is heard.
    private var courses: [GainEnvelope] = []
    /// The last lane is what is heard while nobody speaks.
    private var hasRest = false

    /// Long enough to avoid a click, too short to be noticed: 10 ms.
    package static let shortestFade = Int64(AudioBuffer.sampleRate / 100)

    /// - Parameter files: all sources with sound; nothing else is ever chosen.
    init(
        _ choice: AudioSettings.Choice, _ composition: Composition, _ files: [SourceID: HeardFile],
        primary: Angle? = nil, settings: MixSettings = MixSettings()
    ) {
        frameCount = composition.duration.ticks(in: .perSecond(AudioBuffer.sampleRate), .nearest)
        let byAngle = Dictionary(grouping: files.sorted { $0.key < $1.key }, by: \.value.angle)
        let audible = composition.session.heardAngles(byAngle.mapValues { $0[0].key }, primary: primary)
        let heard = audible.filter { settings.factor(of: $0) > 0 }
        let one = { (wished: Angle?) in Lane(wished, composition, files, audible: audible, settings: settings) }
        let voice = { (angles: [Angle]) in
            Lane(
                angles[0], composition, files.filter { angles.contains($0.value.angle) },
                audible: audible.filter(angles.contains), settings: settings, isOneOfMany: true)
        }
        switch choice {
        case .none, .tracks: break
        case .angle(let wished): lanes = [one(wished)]
        case .follow: lanes = [one(nil)]
        case .mix:
            lanes = heard.map { voice([$0]) }
            let share = share
            courses = lanes.map { _ in share }
        case .speakers(let turns):
            let speakers = heard.filter(Set(turns.map(\.angle)).contains)
            lanes = speakers.map { voice([$0]) }
            let floor = SpeakerFloor(
                speakers.map { speaker in turns.filter { $0.angle == speaker } }, recorded: lanes.map(\.heardRanges),
                frameCount: frameCount)
            courses = floor.courses
            let others = heard.filter { !speakers.contains($0) }
            guard !floor.silence.isEmpty, !others.isEmpty else { return }
            lanes.append(voice(others))
            courses.append(floor.others)
            hasRest = true
        }
    }

    /// A track for each camera or file that is added to others, sorted by name.
    var soundTracks: [SoundTrack] {
        guard !courses.isEmpty else { return lanes.compactMap(\.soundTrack) }
        return lanes.dropLast(hasRest ? 1 : 0).sorted { $0.order[0].name < $1.order[0].name }.compactMap(\.soundTrack)
    }

    /// In no particular order.
    var tracks: [Mix.Track] {
        guard !courses.isEmpty else { return lanes.flatMap(\.tracks) }
        return zip(lanes, courses).flatMap { lane, course in
            lane.tracks.map { track in
                var track = track
                if let constant = course.constantGain(in: track.range) {
                    track.gain = track.gain.scaled(by: constant)
                } else {
                    track.courses.append(course)
                }
                return track
            }
        }
    }

    /// When the camera that is heard changes, and why, on the film's clock; empty if several are added.
    func changes() -> [Lane.Change] { courses.isEmpty ? lanes.flatMap { $0.changes() } : [] }

    /// Two microphones that record the same sound add up to twice the level; with equal shares of those that are
    /// heard, to the original level. A share falls before another sound begins, and rises after it has ended, so that
    /// the sum never exceeds full scale.
    private var share: GainEnvelope {
        var steps: [Int64: Int] = [:]
        for range in lanes.flatMap(\.heardRanges) {
            steps[max(0, range.lowerBound), default: 0] += 1
            steps[range.upperBound, default: 0] -= 1
        }
        var count = steps[0] ?? 0
        var share = GainEnvelope.constant(1 / Float(max(1, count)))
        let changes = steps.filter { $0.key > 0 && $0.value != 0 }.sorted { $0.key < $1.key }
        for (index, (position, step)) in changes.enumerated() {
            count += step
            let next = index + 1 < changes.count ? changes[index + 1].key : .max
            // Too short a pause to rise and fall again.
            let isPause = step < 0 && next < position + 2 * Self.shortestFade
            guard count > 0, position < frameCount, !isPause else { continue }
            let start = step > 0 ? position - Self.shortestFade : position
            share.change(to: 1 / Float(count), at: max(0, start), over: Self.shortestFade)
        }
        return share
    }
}
