import MediaIO
import Placing
import Planning

/// The part of its file's sound that a clip plays, as the program names it that wrote the timeline.
enum ClipChannels: Hashable {
    /// A channel of a sound stream, both counted from 0; streams among those of sound.
    struct Channel: Hashable {
        var stream, channel: Int
    }

    /// compose: a source of its own plan.
    case own(SoundSelection)
    /// DaVinci Resolve: for each channel of the track, one of the file.
    case resolve([Channel])
    /// Premiere Pro: a group of the file's channels, which is a stream, and channels in it, from 0.
    case premiere(group: Int, channels: [Int])
    /// Final Cut Pro 7, whose tracks have one channel: a channel of the file, counted through all streams, from 1, and
    /// those that other tracks play with it. Both channels of a stereo stream are the stream.
    case finalCut7(Int, beside: Set<Int> = [])
    /// What it says is something else.
    case unknown(String)

    /// - Parameter isMono: the clip's track has one channel.
    /// - Returns: `nil` if the clip plays what its file plays.
    init?(_ metadata: OtherMetadata, isMono: Bool) {
        if let channels = metadata.resolve?["Channels"] {
            let pairs = channels.values.compactMap { channel -> Channel? in
                guard let stream = channel["Source Track ID"]?.index, let number = channel["Source Channel ID"]?.index
                else { return nil }
                return Channel(stream: stream, channel: number)
            }
            guard case .list(let all) = channels, pairs.count == all.count else {
                self = .unknown("its Channels in Resolve_OTIO are not pairs of a source track and a source channel")
                return
            }
            if pairs.isEmpty { return nil }
            guard !isMono || pairs.count == 1 else {
                self = .unknown(
                    "it plays \(pairs.count) channels on a mono track; make the track stereo, or choose one channel in its clip attributes"
                )
                return
            }
            self = .resolve(pairs)
        } else if let sound = metadata.premiere?["AudioChannels"]?["SecondaryAssignments"] {
            let channels = sound.values.map { $0["SecondaryChannelIndex"]?.index }
            let group = metadata.premiere?["OriginalChannelGroupIndex"].map(\.index) ?? 0
            guard let group, !channels.contains(nil) else {
                self = .unknown("its AudioChannels in PremierePro_OTIO are not numbers of channels")
                return
            }
            if channels.isEmpty { return nil }
            self = .premiere(group: group, channels: channels.compactMap(\.self))
        } else if let track = metadata.finalCut7?["sourcetrack"]?["trackindex"] {
            guard let index = track.index, index > 0 else {
                self = .unknown("its sourcetrack in fcp_xml is not the number of a channel")
                return
            }
            self = .finalCut7(index)
        } else {
            guard let own = metadata.compose?.sound else { return nil }
            self = .own(own.selection)
        }
    }

    /// - Parameter title: of the clip.
    /// - Returns: one selection, or one for either side if they are of two streams.
    /// - Throws: `PlanError` naming the clip.
    func selections(of info: MediaInfo, title: String) throws(PlanError) -> [SoundSelection] {
        let reader = Reader(info: info, title: title)
        switch self {
        case .unknown(let what): throw PlanError("\(title) cannot be played: \(what)")
        case .own(let selection):
            guard let stream = info.audio.firstIndex(where: { $0.streamIndex == selection.stream }) else {
                throw PlanError(
                    "\(title) plays stream \(selection.stream) of \(info.path), which is no sound; plan again")
            }
            guard selection.channels?.isValid ?? true else {
                throw PlanError("\(title) plays channels of \(info.path) that no file has; plan again")
            }
            for channel in [selection.channels?.left, selection.channels?.right].compactMap(\.self) {
                try reader.check(Channel(stream: stream, channel: channel))
            }
            return [selection]
        case .resolve(let channels): return try reader.selections(channels)
        case .premiere(let group, let channels):
            // The channels of a stream may be groups of their own, as of a file whose stereo was taken apart.
            if info.audio.count == 1, group > 0, channels == [0] || channels == [group] {
                return try reader.selections([Channel(stream: 0, channel: group)])
            }
            return try reader.selections(channels.map { Channel(stream: group, channel: $0) })
        case .finalCut7(let index, let beside):
            let counts = info.audio.map(\.channels)
            var rest = index - 1
            var stream = 0
            while stream + 1 < counts.count, rest >= counts[stream] {
                (rest, stream) = (rest - counts[stream], stream + 1)
            }
            let channel = Channel(stream: stream, channel: rest)
            guard counts.indices.contains(stream), counts[stream] == 2,
                beside.contains(rest == 0 ? index + 1 : index - 1)
            else { return try reader.selections([channel]) }
            return try reader.selections([0, 1].map { Channel(stream: stream, channel: $0) })
        }
    }
}

extension ClipChannels {
    /// Finds channels in a file.
    private struct Reader {
        let info: MediaInfo
        let title: String

        /// - Throws: `PlanError` naming the clip.
        func check(_ channel: Channel) throws(PlanError) {
            let count = info.audio.count
            guard channel.stream < count else {
                let has = count == 0 ? "has no sound" : count == 1 ? "has 1" : "has \(count)"
                throw PlanError(
                    "\(title) plays sound track \(channel.stream + 1) of \(info.path), which \(has); choose its channels in its clip attributes, or remove it"
                )
            }
            let stream = info.audio[channel.stream]
            guard channel.channel < stream.channels else {
                let has = stream.channels == 1 ? "1 channel" : "\(stream.channels) channels"
                throw PlanError(
                    "\(title) plays channel \(channel.channel + 1) of sound track \(channel.stream + 1) of \(info.path), which has \(has); choose others in its clip attributes, or remove it"
                )
            }
            guard !stream.isMissing else {
                throw PlanError(
                    "\(title) plays sound track \(channel.stream + 1) of \(info.path), which is damaged: its header announces sound, which is missing; copy the file again, or remove the clip"
                )
            }
            guard stream.isDecodable else {
                throw PlanError(
                    "\(title) plays sound track \(channel.stream + 1) of \(info.path), and FFmpeg has no decoder for it (\(stream.codec)); link a converted file, or remove it"
                )
            }
        }

        func selections(_ channels: [Channel]) throws(PlanError) -> [SoundSelection] {
            for channel in channels { try check(channel) }
            let stream = info.audio[channels[0].stream]
            let index = { (channel: Channel) in info.audio[channel.stream].streamIndex }
            let isOneStream = channels.allSatisfy { $0.stream == channels[0].stream }
            if isOneStream, channels.map(\.channel) == Array(0..<stream.channels) {
                return [SoundSelection(stream: stream.streamIndex)]
            }
            switch channels.count {
            case 1: return [SoundSelection(stream: index(channels[0]), channels: .init(both: channels[0].channel))]
            case 2 where isOneStream:
                let sides = SoundChannels(left: channels[0].channel, right: channels[1].channel)
                return [SoundSelection(stream: index(channels[0]), channels: sides)]
            case 2:
                return [
                    SoundSelection(stream: index(channels[0]), channels: .init(left: channels[0].channel, right: nil)),
                    SoundSelection(stream: index(channels[1]), channels: .init(left: nil, right: channels[1].channel)),
                ]
            default:
                throw PlanError(
                    "\(title) plays \(channels.count) channels of \(info.path) in an order of their own, which compose does not support; choose one or two channels, or all of a sound track, in its clip attributes"
                )
            }
        }
    }
}

/// The metadata of other programs on clips and tracks, as far as it decides what is heard.
struct OtherMetadata: Decodable {
    var resolve, premiere, finalCut7: JSONValue?
    var compose: OpenTimelineIO.SoundMetadata?

    private enum Key: String, CodingKey {
        case resolve = "Resolve_OTIO"
        case premiere = "PremierePro_OTIO"
        case finalCut7 = "fcp_xml"
        case compose
    }

    init() {}

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        resolve = try fields.decodeIfPresent(JSONValue.self, forKey: .resolve)
        premiere = try fields.decodeIfPresent(JSONValue.self, forKey: .premiere)
        finalCut7 = try fields.decodeIfPresent(JSONValue.self, forKey: .finalCut7)
        compose = try fields.decodeIfPresent(OpenTimelineIO.SoundMetadata.self, forKey: .compose)
    }

    /// Whether only this track, and others that say so, are heard.
    var isSolo: Bool { resolve?["SoloOn"]?.numbers == [1] }
    /// Whether it is one of two tracks into which Premiere Pro divides a stereo track; OpenTimelineIO's adapter keeps one.
    var isHalfOfStereo: Bool { finalCut7?["@totalExplodedTrackCount"]?.numbers == [2] }
    /// Whether it is a track of one channel.
    var isMono: Bool { resolve?["Audio Type"]?.text?.lowercased() == "mono" }
}

extension JSONValue {
    /// A whole number from 0, of the size that streams and channels have.
    fileprivate var index: Int? {
        guard let numbers, numbers.count == 1, let number = numbers.first, (0..<1000).contains(number),
            number == number.rounded()
        else { return nil }
        return Int(number)
    }
}

/// What file a clip of Final Cut Pro 7 plays, and when.
private struct ChannelPlace: Hashable {
    var url: String
    var start, end, first: Int64

    init(_ item: Lane.Item, _ use: Lane.Use) {
        url = use.url
        (start, end, first) = (item.range.start.flicks, item.range.end.flicks, use.start.flicks)
    }
}

extension [Lane] {
    /// Final Cut Pro 7 plays a stereo stream as a clip for each channel, on two tracks.
    func pairingChannels() -> [Lane] {
        var channels: [ChannelPlace: Set<Int>] = [:]
        for item in flatMap(\.items) {
            guard let use = item.use, case .finalCut7(let channel, _)? = use.sound else { continue }
            channels[ChannelPlace(item, use), default: []].insert(channel)
        }
        guard !channels.isEmpty else { return self }
        return map { lane in
            var lane = lane
            for (index, item) in lane.items.enumerated() {
                guard let use = item.use, case .finalCut7(let channel, let beside)? = use.sound else { continue }
                let others = channels[ChannelPlace(item, use)] ?? []
                lane.items[index].use?.sound = .finalCut7(channel, beside: beside.union(others))
            }
            return lane
        }
    }
}
