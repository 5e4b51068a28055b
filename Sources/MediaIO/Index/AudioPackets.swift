import CFFmpeg
import MediaTime
import Audio

/// The AAC packets of one sound stream, for copying them unchanged.
///
/// ISO/IEC 14496-3: a packet is 1024 samples, and its decoding needs the packet before it.
package struct AudioPackets: Hashable, Sendable {
    package var path: String
    /// The index of the sound stream in the file.
    package var stream: Int
    /// The parameters of the track that contains the packets; the priming is that of the file.
    package var parameters: AudioTrackParameters
    /// When the first packet sounds, in samples on the clock of the file; the others follow without a gap.
    package var start: Int64
    package var count: Int
    /// What probing found about the file.
    fileprivate let clock: FileClock

    /// The samples of packet `index`, on the clock of the file.
    package func samples(of index: Int) -> Range<Int64> {
        let first = start + Int64(index) * Int64(parameters.frameSize)
        return first..<first + Int64(parameters.frameSize)
    }

    /// Reads the time stamps of all packets of a stream.
    ///
    /// - Returns: `nil` when they cannot simply follow each other in a track: not AAC-LC with a header of its own, or
    ///   with gaps.
    package init?(path: String, stream: Int, clock: FileClock = FileClock()) throws(MediaError) {
        let demuxer = try Demuxer(path: path, clock: clock)
        guard stream < demuxer.streamCount else { return nil }
        demuxer.select(stream)
        let codec = demuxer.stream(stream).pointee.codecpar.pointee
        let base = demuxer.timeBase(of: stream)
        guard codec.codec_id == AV_CODEC_ID_AAC, codec.profile == Self.lowComplexity, codec.extradata_size > 0,
            codec.frame_size == Self.frameSize || codec.frame_size == 0,
            base.numerator == 1, base.denominator == Int64(codec.sample_rate), demuxer.clockOffset == .zero
        else { return nil }
        var first: Int64?
        var count: Int64 = 0
        while try demuxer.read() {
            let time = demuxer.packet.pointee.pts
            guard time != compose_no_timestamp, demuxer.packet.pointee.flags & AV_PKT_FLAG_CORRUPT == 0,
                first.map({ $0 + count * Int64(Self.frameSize) == time }) ?? true
            else { return nil }
            first = first ?? time
            count += 1
        }
        guard let first, demuxer.readFailure == nil else { return nil }
        (self.path, self.stream, self.clock) = (path, stream, clock)
        start = first
        self.count = Int(count)
        parameters = AudioTrackParameters(
            configuration: Array(UnsafeBufferPointer(start: codec.extradata, count: Int(codec.extradata_size))),
            sampleRate: codec.sample_rate, channelCount: codec.ch_layout.nb_channels, bitRate: codec.bit_rate,
            frameSize: Self.frameSize, primingSamples: 0)
    }

    /// FF_PROFILE_AAC_LOW: object type 2, counted from 0.
    private static let lowComplexity: Int32 = 1
    private static let frameSize: Int32 = 1024
}

/// Reads the packets of a stream one after the other. Not thread-safe.
package final class AudioPacketReader {
    private let packets: AudioPackets
    private let demuxer: Demuxer
    private var index = 0

    /// - Throws: `MediaError` if the file can no longer be read.
    package init(_ packets: AudioPackets) throws(MediaError) {
        self.packets = packets
        demuxer = try Demuxer(path: packets.path, clock: packets.clock)
        demuxer.select(packets.stream)
    }

    /// The next packet and its place in the stream, with its time on the clock of the file; `nil` at the end.
    package func next() throws(MediaError) -> (index: Int, packet: StoredPacket)? {
        guard index < packets.count else { return nil }
        guard try demuxer.read(), case let packet = demuxer.packet.pointee,
            packet.pts == packets.samples(of: index).lowerBound
        else { throw .changed(path: packets.path) }
        defer { index += 1 }
        let bytes = Array(UnsafeBufferPointer(start: packet.data, count: Int(packet.size)))
        return (index, StoredPacket(presentation: packet.pts, isKeyFrame: true, bytes: bytes))
    }
}
