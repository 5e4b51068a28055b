import MediaIO
import MediaTime
import Audio
import Timeline

/// The sound of the whole programme, block by block. Lives in one thread.
final class AudioProgramme {
    private let plan: RenderPlan
    let schedule: AudioSchedule
    /// Position 0 of the programme on the session clock, in samples.
    private let origin: Int64
    private var readers: [Int: AudioReader] = [:]
    private(set) var position: Int64 = 0
    /// Length of the programme in samples.
    let count: Int64

    /// `nil` when the plan has no sound or no camera has any.
    init?(_ plan: RenderPlan) {
        let angles = Set(
            plan.sources.indices.filter { plan.sources[$0].audioStream != nil }.map {
                plan.composition.session.takes[$0].angle
            })
        schedule = AudioSchedule(plan.sound.choice, plan.composition, hasAudio: angles.contains)
        guard !schedule.angles.isEmpty else { return nil }
        self.plan = plan
        let clock = TimeBase.perSecond(AudioBuffer.sampleRate)
        origin = plan.composition.start.ticks(in: clock, .nearest)
        count = plan.composition.duration.ticks(in: clock, .nearest)
    }

    /// The next at most `frameCount` samples; `nil` at the end of the programme.
    func next(_ frameCount: Int) throws -> AudioBuffer? {
        let count = Int(min(Int64(frameCount), self.count - position))
        guard count > 0 else { return nil }
        var block = AudioBuffer(frameCount: count)
        for (angle, gain) in schedule.voices(from: position, count: count) {
            var voice = try sound(of: angle, from: position, count: count)
            if let gain { voice.apply(gain: gain) }
            block.add(voice, at: 0)
        }
        position += Int64(count)
        return block
    }

    private func sound(of angle: Angle, from start: Int64, count: Int) throws -> AudioBuffer {
        var sum = AudioBuffer(frameCount: count)
        let clock = TimeBase.perSecond(AudioBuffer.sampleRate)
        for (index, take) in plan.composition.session.takes.enumerated() where take.angle == angle {
            guard let stream = plan.sources[index].audioStream else { continue }
            // A take is heard while it has footage, so that takes of one camera never sound together.
            let first = max(start + origin, take.range.start.ticks(in: clock, .nearest))
            let end = min(start + origin + Int64(count), take.range.end.ticks(in: clock, .nearest))
            guard first < end else { continue }
            let reader =
                try readers[index]
                ?? AudioReader(
                    path: take.path, stream: stream, clock: plan.sources[index].info.clock)
            readers[index] = reader
            let part = try reader.read(from: first - take.start.ticks(in: clock, .nearest), count: Int(end - first))
            sum.add(part, at: Int(first - start - origin))
        }
        return sum
    }

    var damage: [Int: Damage] { readers.mapValues(\.damage).filter { !$0.value.isEmpty } }
}
