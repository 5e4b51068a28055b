import MediaIO
import MediaTime
import Audio

extension AudioCopy {
    /// - Returns: `nil` when the programme's sound is not one take's AAC track from beginning to end.
    init?(_ plan: RenderPlan) throws(MediaError) {
        guard case .angle = plan.sound.choice, let programme = AudioProgramme(plan) else { return nil }
        let length = plan.composition.duration.ticks(in: .perSecond(AudioBuffer.sampleRate), .nearest)
        let heard = programme.schedule.entries.filter { $0.start < length }
        guard heard.count == 1, let only = heard.first, only.start <= 0 else { return nil }
        let takes = plan.composition.session.takes.indices.filter {
            plan.composition.session.takes[$0].angle == only.angle
        }
        // Packets are copied with the times they have; a clock that was repaired has others.
        guard takes.count == 1, plan.sources[takes[0]].info.clock == FileClock(),
            let stream = plan.sources[takes[0]].audioStream,
            let packets = try AudioPackets(path: plan.sources[takes[0]].path, stream: stream)
        else { return nil }
        take = takes[0]
        let clock = TimeBase.perSecond(Int32(packets.parameters.sampleRate))
        shift = (plan.composition.session.takes[take].start - plan.composition.start).ticks(in: clock, .nearest)
        let end = plan.composition.duration.ticks(in: clock, .up)
        let frame = Int64(packets.parameters.frameSize)
        let first = (-(packets.start + shift)).dividedDown(by: frame) - 1
        let last = (end - packets.start - shift + frame - 1).dividedDown(by: frame)
        let lower = Int(min(max(first, 0), Int64(packets.count)))
        range = lower..<max(lower, Int(min(max(last, 0), Int64(packets.count))))
        guard !range.isEmpty else { return nil }
        self.packets = packets
    }
}

extension Int64 {
    /// The quotient rounded toward −∞.
    fileprivate func dividedDown(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
