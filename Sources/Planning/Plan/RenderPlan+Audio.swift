import Audio
import MediaIO
import MediaTime
import Timeline

extension RenderPlan {
    /// Whether there is sound to encode.
    package var encodesAudio: Bool { audioCopy == nil && mix != nil }

    /// Copies the sound if possible.
    package mutating func copyAudio() throws { audioCopy = try AudioCopy(self) }
}

extension AudioCopy {
    /// - Returns: `nil` if the film's sound is not one file's AAC track from start to end.
    init?(_ plan: RenderPlan) throws(MediaError) {
        guard plan.output.audio.mayCopy, plan.output.audio.codec == .aac, plan.output.audio.level == nil,
            case .angle = plan.output.audio.choice,
            let mix = plan.mix,
            mix.tracks.count == 1, let only = mix.tracks.first, only.courses.isEmpty, mix.course == nil,
            only.gain.constantGain(in: 0..<max(1, mix.frameCount - plan.longestTail)) == 1
        else { return nil }
        // Packets are copied with their own times; a clock that was repaired or drifts has different ones.
        guard let heard = plan.audioSource(only.source), plan.isAlone(heard.angle),
            heard.info.clock == FileClock(), heard.clock.pieces.map(\.rate) == [.one], heard.cleaning.isNothing,
            heard.selection.channels == nil,
            let packets = try AudioPackets(path: heard.path, stream: heard.stream, clock: heard.info.clock),
            plan.output.audio.allows(packets.parameters)
        else { return nil }
        let clock = TimeBase.perSecond(Int32(packets.parameters.sampleRate))
        shift = plan.composition.clock.source(at: heard.clock.target(at: .zero)).ticks(in: clock, .nearest)
        let end = plan.composition.duration.ticks(in: clock, .up)
        let frame = Int64(packets.parameters.frameSize)
        let first = (-(packets.start + shift)).dividedDown(by: frame) - 1
        let last = (end - packets.start - shift + frame - 1).dividedDown(by: frame)
        let lower = Int(min(max(first, 0), Int64(packets.count)))
        range = lower..<max(lower, Int(min(max(last, 0), Int64(packets.count))))
        guard !range.isEmpty else { return nil }
        self.packets = packets
        input = only.source
    }
}

extension AudioSettings {
    /// Whether a track has the requested format.
    fileprivate func allows(_ track: AudioTrackParameters) -> Bool {
        track.sampleRate == sampleRate ?? track.sampleRate
            && Int(track.channelCount) == channelCount ?? Int(track.channelCount)
    }
}

extension RenderPlan {
    /// Whether only one file has this name.
    fileprivate func isAlone(_ angle: Angle) -> Bool {
        (composition.session.takes.map(\.angle) + sounds.map(\.angle)).count { $0 == angle } == 1
    }

    /// In samples: how far the film's last frame may extend beyond the footage, whose sound fades out before it ends.
    /// Copied sound plays to its end.
    fileprivate var longestTail: Int64 {
        composition.frameRate.frameDuration.ticks(in: .perSecond(AudioBuffer.sampleRate), .up)
            + MixPlanner.shortestFade
    }
}

extension Int64 {
    /// The quotient rounded toward −∞.
    fileprivate func dividedDown(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

/// The sound track of one file, copied packet by packet.
package struct AudioCopy: Hashable, Sendable {
    /// The file whose sound it is.
    package var input: SourceID
    var packets: AudioPackets
    /// The packets to copy: those heard in the film, and the one before, which the decoder needs.
    var range: Range<Int>
    /// Added to samples on the file's clock to get samples of the film.
    var shift: Int64

    /// Returns a function that gives the packets in order, in samples of the film.
    package func reader() throws(MediaError) -> () throws -> StoredPacket? {
        let reader = try AudioPacketReader(packets)
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

    /// When a packet of the film sounds, on the clock of its file.
    package func fileTime(of packet: StoredPacket) -> MediaTime {
        MediaTime(packet.presentation - shift, in: .perSecond(packets.parameters.sampleRate))
    }

    package var parameters: AudioTrackParameters {
        var parameters = packets.parameters
        parameters.primingSamples = Int32(clamping: max(0, -(packets.samples(of: range.lowerBound).lowerBound + shift)))
        return parameters
    }
}
