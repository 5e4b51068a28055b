import Audio
import MediaIO
import MediaTime

/// The sound track of one file, copied packet by packet.
package struct AudioCopy: Hashable, Sendable {
    /// The input whose sound it is, among `RenderPlan.inputCount`.
    package var input: Int
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
