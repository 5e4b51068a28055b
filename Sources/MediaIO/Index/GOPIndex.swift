import Bitstream
import CFFmpeg
import MediaTime

/// Every packet of a video stream in decode order: when it is shown, and whether a decoder can start there.
///
/// Built by reading packets and the headers of their NAL units; nothing is decoded. Kept in memory only.
package struct GOPIndex: Sendable {
    /// Whether a decoder can start at a packet.
    package enum Access: UInt8, Sendable {
        /// None of the following: it may refer to earlier packets.
        case none
        /// Instantaneous decoder refresh: nothing after it refers to anything before. H.264 NAL unit type 5 (the
        /// container's key-frame flag also marks recovery points, which is not enough), HEVC 19 and 20.
        case refresh
        /// HEVC clean random access (21) and broken links (16…18): pictures that come later but are shown before it
        /// may refer back.
        case cleanRandomAccess
        /// HEVC pictures that follow a random-access picture and are shown before it (6…9).
        case leading
    }

    /// One packet of the stream.
    package struct Entry: Sendable {
        /// Presentation timestamp, in ticks of the stream.
        package var presentation: Int64
        package var access: Access
        /// Whether it is shown at all: not before the start of an edit list.
        package var isShown: Bool

        package var canStart: Bool { access == .refresh || access == .cleanRandomAccess }
    }

    /// Of the entries' times.
    package var timeBase: TimeBase
    /// Added to times of packets to get the clock of the file.
    package var clockOffset: MediaTime
    /// In decode order.
    package var entries: [Entry]
    /// The stream's own header: avcC or hvcC, or parameter sets in Annex B.
    package var configuration: [UInt8]
    /// Parameter sets of H.264 that come with the packets: those of an entry, where they are not the ones of the last
    /// entry that had any.
    package var parameterSets: [(entry: Int, units: [[UInt8]])]
    /// Why no packet can be copied; `nil` if they can.
    package var blocker: String?
    /// `lowestFrom[i]`: the earliest presentation timestamp of entries `i...`; one more than there are entries.
    package private(set) var lowestFrom: [Int64]
    /// Entries where a decoder can start and that are shown, in order.
    package private(set) var randomAccess: [Int]

    /// The time an entry is shown, on the clock of the file.
    package func time(of entry: Int) -> MediaTime { MediaTime(entries[entry].presentation, in: timeBase) + clockOffset }

    /// The parameter sets that come with the packets before `entry`, in order.
    package func parameterSets(before entry: Int) -> [[UInt8]] {
        parameterSets.prefix { $0.entry < entry }.flatMap(\.units)
    }

    /// An index of these entries; `lowestFrom` and `randomAccess` follow from them.
    package init(
        timeBase: TimeBase, clockOffset: MediaTime = .zero, entries: [Entry], configuration: [UInt8],
        parameterSets: [(entry: Int, units: [[UInt8]])] = [], blocker: String? = nil
    ) {
        self.timeBase = timeBase
        self.clockOffset = clockOffset
        self.entries = entries
        self.configuration = configuration
        self.parameterSets = parameterSets
        self.blocker = blocker
        lowestFrom = Array(repeating: .max, count: entries.count + 1)
        for index in entries.indices.reversed() {
            lowestFrom[index] = min(lowestFrom[index + 1], entries[index].presentation)
        }
        randomAccess = entries.indices.filter { entries[$0].isShown && entries[$0].canStart }
    }
}

extension GOPIndex {
    /// The largest number of pictures that come before another in decode order and after it in presentation order.
    /// Only shown pictures count, because edit lists of several segments give hidden ones times of other segments.
    package var reorderDepth: Int {
        var sorted: [Int64] = []
        var deepest = 0
        for entry in entries where entry.isShown {
            let place = sorted.lastIndex { $0 <= entry.presentation }.map { $0 + 1 } ?? 0
            deepest = max(deepest, sorted.count - place)
            sorted.insert(entry.presentation, at: place)
            // Only the latest matter: no codec reorders over more than 16 pictures.
            if sorted.count > 64 { sorted.removeFirst(32) }
        }
        return deepest
    }

    /// Reads all packets of a file's video.
    package init(reading path: String, video: VideoInfo) throws(MediaError) {
        let demuxer = try Demuxer(path: path, clock: video.clock)
        demuxer.select(video.streamIndex)
        let parameters = demuxer.stream(video.streamIndex).pointee.codecpar.pointee
        let configuration =
            parameters.extradata.map { Array(UnsafeBufferPointer(start: $0, count: Int(parameters.extradata_size))) }
            ?? []
        let isHEVC = video.codec == "hevc"
        var blocker: String?
        if video.codec != "h264" && !isHEVC { blocker = "\(video.codec) packets cannot be joined" }
        let framing = Self.framing(configuration, isHEVC: isHEVC)
        var entries: [Entry] = []
        var parameterSets: [(entry: Int, units: [[UInt8]])] = []
        while blocker == nil, try demuxer.read() {
            let packet = demuxer.packet.pointee
            blocker = Self.blocker(demuxer.packet)
            let bytes = Array(UnsafeBufferPointer(start: packet.data, count: Int(packet.size)))
            guard blocker == nil, let units = try? framing.units(in: bytes) else {
                blocker = blocker ?? "damaged packets"
                break
            }
            let types = units.compactMap(\.first).map { isHEVC ? $0 >> 1 & 63 : $0 & 31 }
            let sets = isHEVC ? [] : zip(types, units).filter { $0.0 == 7 || $0.0 == 8 }.map { Array($0.1) }
            if !sets.isEmpty, parameterSets.last?.units != sets { parameterSets.append((entries.count, sets)) }
            entries.append(
                Entry(
                    presentation: packet.pts, access: Self.access(types, isHEVC),
                    isShown: packet.flags & AV_PKT_FLAG_DISCARD == 0))
        }
        let shown = entries.filter(\.isShown).map(\.presentation).sorted()
        if zip(shown, shown.dropFirst()).contains(where: ==) { blocker = blocker ?? "two pictures have one timestamp" }
        if demuxer.readFailure != nil { blocker = blocker ?? "the file is damaged" }
        self.init(
            timeBase: demuxer.timeBase(of: video.streamIndex), clockOffset: demuxer.clockOffset, entries: entries,
            configuration: configuration, parameterSets: parameterSets, blocker: blocker)
    }

    /// Why a packet, and with it the stream, cannot be copied.
    private static func blocker(_ packet: UnsafeMutablePointer<AVPacket>) -> String? {
        if packet.pointee.pts == compose_no_timestamp { return "packets without a presentation timestamp" }
        if packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { return "damaged packets" }
        // The next sample entry of the track begins here (ISO/IEC 14496-12 §8.5.2): from here on other parameter sets
        // apply.
        if av_packet_get_side_data(packet, AV_PKT_DATA_NEW_EXTRADATA, nil) != nil {
            return "its track has several sample entries, and only one can be copied"
        }
        return nil
    }

    /// How the packets' NAL units are delimited.
    package func framing(isHEVC: Bool) -> NALUnitFraming { Self.framing(configuration, isHEVC: isHEVC) }

    private static func framing(_ configuration: [UInt8], isHEVC: Bool) -> NALUnitFraming {
        // avcC and hvcC begin with version 1 and keep lengthSizeMinusOne at bytes 4 and 21 (ISO/IEC 14496-15).
        guard configuration.first == 1, configuration.count > (isHEVC ? 21 : 4) else { return .annexB }
        return .lengthPrefixed(bytes: Int(configuration[isHEVC ? 21 : 4] & 3) + 1)
    }

    private static func access(_ types: [UInt8], _ isHEVC: Bool) -> Access {
        if isHEVC {
            if types.contains(19) || types.contains(20) { return .refresh }
            // A broken link (16…18) is the place of an earlier cut and join.
            if types.contains(where: { (16...18).contains($0) || $0 == 21 }) { return .cleanRandomAccess }
            return types.contains { (6...9).contains($0) } ? .leading : .none
        }
        return types.contains(5) ? .refresh : .none
    }
}
