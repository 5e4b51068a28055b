import MediaIO
import MediaTime
import Sound

/// The sound track of one take, copied packet by packet.
public struct SoundCopy: Hashable, Sendable {
    public var take: Int
    var packets: SoundPackets
    /// Which packets: those heard in the programme, and the one before, which the decoder needs.
    var range: Range<Int>
    /// Added to samples on the clock of the file to get samples of the programme.
    var shift: Int64

    /// - Returns: `nil` when the programme's sound is not one take's AAC track from beginning to end.
    init?(_ plan: RenderPlan) throws(MediaError) {
        guard case .angle = plan.sound.choice, let programme = SoundProgramme(plan) else { return nil }
        let length = plan.composition.duration.ticks(in: .perSecond(AudioBuffer.sampleRate), .nearest)
        let heard = programme.schedule.entries.filter { $0.start < length }
        guard heard.count == 1, let only = heard.first, only.start <= 0 else { return nil }
        let takes = plan.composition.session.takes.indices.filter {
            plan.composition.session.takes[$0].angle == only.angle
        }
        // Packets are copied with the times they have; a clock that was repaired has others.
        guard takes.count == 1, plan.sources[takes[0]].info.clock == FileClock(),
            let stream = plan.sources[takes[0]].soundStream,
            let packets = try SoundPackets(path: plan.sources[takes[0]].path, stream: stream)
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

    /// Gives one packet after the other, in samples of the programme.
    func reader() throws(MediaError) -> () throws -> StoredPacket? {
        let reader = try SoundPacketReader(packets)
        return { [range, shift] in
            while let (index, found) = try reader.next(), index < range.upperBound {
                guard range.contains(index) else { continue }
                var packet = found
                packet.presentation += shift
                return packet
            }
            return nil
        }
    }

    var parameters: SoundTrackParameters {
        var parameters = packets.parameters
        parameters.primingSamples = Int32(clamping: max(0, -(packets.samples(of: range.lowerBound).lowerBound + shift)))
        return parameters
    }
}

extension Int64 {
    /// The quotient rounded toward −∞.
    fileprivate func dividedDown(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
