import FixtureMedia
import MediaIO
import Pictures
import Testing

@testable import Bitstream

/// A coded stream as the join sees it, next to what its pictures look like.
struct CodedSource: Sendable {
    var isHEVC: Bool
    /// avcC or hvcC.
    var configuration: [UInt8]
    /// In decoding order.
    var packets: [Packet]
    /// Decoded, in the order they are shown.
    var pictures: [[SamplePlane]]
    var size: PictureSize

    struct Packet: Sendable {
        /// Place in the order of output.
        var place: Int
        var access: GOPIndex.Access
        var bytes: [UInt8]
    }

    init(_ recording: FixtureRecording) throws { try self.init(path: recording.file()) }

    init(path: String) throws {
        let video = try #require(try MediaInfo(probing: path).video)
        let index = try GOPIndex(reading: path, video: video)
        let order = index.entries.indices.sorted { index.entries[$0].presentation < index.entries[$1].presentation }
        var places = Array(repeating: 0, count: order.count)
        for (place, entry) in order.enumerated() { places[entry] = place }
        var packets: [Packet] = []
        try CodedPacketReader(path: path, video: video, index: index).read(index.entries.indices) { entry, bytes in
            packets.append(Packet(place: places[entry], access: index.entries[entry].access, bytes: bytes))
        }
        isHEVC = video.codec == "hevc"
        configuration = index.configuration
        self.packets = packets
        pictures = try Movie(path).frames.map(\.planes)
        size = video.storedSize
    }

    /// Two streams in one, the second behind the first.
    init(_ first: CodedSource, followedBy second: CodedSource) {
        self = first
        packets += second.packets.map {
            Packet(place: $0.place + first.pictures.count, access: $0.access, bytes: $0.bytes)
        }
        pictures += second.pictures
    }

    /// Runs between random-access pictures, without what leads the first picture.
    var spans: [[Packet]] {
        let starts = packets.indices.filter {
            packets[$0].access == .refresh || packets[$0].access == .cleanRandomAccess
        }
        return starts.enumerated().map { number, start in
            let end = number + 1 < starts.count ? starts[number + 1] : packets.count
            return packets[start..<end].filter { $0.place >= packets[start].place }
        }
    }

    var h264: H264.ParameterSets { get throws { try H264.ParameterSets(extradata: configuration) } }
    var hevc: HEVC.ParameterSets { get throws { try HEVC.ParameterSets(extradata: configuration) } }

    func units(_ packet: Packet) throws -> [ArraySlice<UInt8>] {
        try NALUnitFraming.lengthPrefixed(bytes: 4).units(in: packet.bytes)
    }
}

/// The streams the tests are about: small, and different in everything a join looks at.
enum Coded {
    static func recording(_ encoder: String, _ parameters: String, bFrames: Int = 0, open: Bool = false)
        -> FixtureRecording
    {
        FixtureRecording().with {
            $0.size = PictureSize(width: 128, height: 96)
            $0.timing = .constant(.thirty, frames: 24)
            $0.sound = nil
            let name = encoder == "libx264" ? "x264-params" : "x265-params"
            let quiet = encoder == "libx264" ? "" : "log-level=error:pools=1:frame-threads=1:"
            $0.video = FixtureRecording.Video(
                encoder: encoder, gop: 8, bFrames: bFrames, isOpenGOP: open,
                options: [Pair(name, quiet + parameters)])
        }
    }

    static func h264(_ parameters: String, bFrames: Int = 0, open: Bool = false) throws -> CodedSource {
        try CodedSource(recording("libx264", parameters, bFrames: bFrames, open: open))
    }

    static func hevc(_ parameters: String, bFrames: Int = 0, open: Bool = false) throws -> CodedSource {
        try CodedSource(
            recording("libx265", "keyint=8:min-keyint=8:scenecut=0:" + parameters, bFrames: bFrames, open: open))
    }
}
