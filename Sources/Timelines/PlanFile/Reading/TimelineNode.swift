import MediaTime
import Planning
import Timeline

/// One object of OpenTimelineIO's tree, as any program may write it: Clip.1 and Clip.2, nested stacks and tracks.
struct TimelineNode: Decodable {
    enum Kind: String {
        case stack = "Stack"
        case track = "Track"
        case clip = "Clip"
        case gap = "Gap"
        case transition = "Transition"
    }

    /// The media reference of a clip.
    struct Reference: Decodable {
        /// Without its version: "ExternalReference".
        var schema: String
        var url: String?
        var available: OpenTimelineIO.TimeRange?

        private enum Key: String, CodingKey {
            case schema = "OTIO_SCHEMA"
            case url = "target_url"
            case available = "available_range"
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            schema = TimelineNode.name(ofSchema: try fields.decode(String.self, forKey: .schema))
            url = try fields.decodeIfPresent(String.self, forKey: .url)
            available = try fields.decodeIfPresent(OpenTimelineIO.TimeRange.self, forKey: .available)
        }
    }

    /// As written, with its version: "Clip.2".
    var schema: String
    /// `nil` for objects that cannot be on a timeline.
    var kind: Kind?
    var name: String
    var range: OpenTimelineIO.TimeRange?
    var isEnabled: Bool
    var children: [TimelineNode]
    /// Of a track: "Video", "Audio".
    var trackKind: String
    var effects: [TimelineEffect]
    var markers: [OpenTimelineIO.Marker]
    /// The active reference of a clip.
    var reference: Reference?
    /// Of a transition.
    var transitionType: String
    var inOffset, outOffset: OpenTimelineIO.RationalTime?
    /// compose's metadata.
    var clipMetadata: OpenTimelineIO.ClipMetadata?
    /// What a clip on a sound track plays of its file; `nil` for what the file plays.
    var sound: ClipChannels?
    /// Other tracks are silent unless they say so too.
    private var isSolo = false
    /// It is silent because others are solo.
    private var isSilenced = false
    /// Of a clip or a track.
    private var metadata = OtherMetadata()
    var transitionText: String?
    /// Of the sound of a clip, as a factor.
    var gain: Double { effects.compactMap(\.gain).reduce(Double(metadata.compose?.sound?.gain ?? 1), *) }

    private enum Key: String, CodingKey {
        case schema = "OTIO_SCHEMA"
        case name, enabled, children, kind, effects, markers, metadata
        case range = "source_range"
        case reference = "media_reference"
        case references = "media_references"
        case active = "active_media_reference_key"
        case transitionType = "transition_type"
        case inOffset = "in_offset"
        case outOffset = "out_offset"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        schema = try fields.decode(String.self, forKey: .schema)
        kind = Kind(rawValue: Self.name(ofSchema: schema))
        name = try fields.decodeIfPresent(String.self, forKey: .name) ?? ""
        range = try fields.decodeIfPresent(OpenTimelineIO.TimeRange.self, forKey: .range)
        isEnabled = try fields.decodeIfPresent(Bool.self, forKey: .enabled) ?? true
        children = try fields.decodeIfPresent([TimelineNode].self, forKey: .children) ?? []
        trackKind = try kind == .track ? fields.decodeIfPresent(String.self, forKey: .kind) ?? "Video" : ""
        effects = try fields.decodeIfPresent([TimelineEffect].self, forKey: .effects) ?? []
        markers = try fields.decodeIfPresent([OpenTimelineIO.Marker].self, forKey: .markers) ?? []
        transitionType = try fields.decodeIfPresent(String.self, forKey: .transitionType) ?? ""
        inOffset = try fields.decodeIfPresent(OpenTimelineIO.RationalTime.self, forKey: .inOffset)
        outOffset = try fields.decodeIfPresent(OpenTimelineIO.RationalTime.self, forKey: .outOffset)
        if let all = try fields.decodeIfPresent([String: Reference?].self, forKey: .references) {
            reference = try all[fields.decodeIfPresent(String.self, forKey: .active) ?? "DEFAULT_MEDIA"] ?? nil
        } else {
            reference = try fields.decodeIfPresent(Reference.self, forKey: .reference)
        }
        switch kind {
        case .clip:
            metadata = try fields.decodeIfPresent(OtherMetadata.self, forKey: .metadata) ?? metadata
            sound = ClipChannels(metadata, isMono: false)
            guard metadata.compose?.sound == nil else { break }
            clipMetadata = try fields.decodeIfPresent(
                OpenTimelineIO.Metadata<OpenTimelineIO.ClipMetadata>.self, forKey: .metadata)?.compose
        case .track where trackKind == "Audio":
            metadata = try fields.decodeIfPresent(OtherMetadata.self, forKey: .metadata) ?? metadata
            isSolo = metadata.isSolo
            for index in children.indices where children[index].kind == .clip {
                if metadata.isMono { children[index].sound = ClipChannels(children[index].metadata, isMono: true) }
                if metadata.isHalfOfStereo, case .finalCut7(let channel, _)? = children[index].sound {
                    children[index].sound = .finalCut7(channel, beside: [channel - 1, channel + 1])
                }
            }
        case .stack where children.contains { $0.isSolo }:
            for index in children.indices where children[index].trackKind == "Audio" && !children[index].isSolo {
                children[index].isEnabled = false
                children[index].isSilenced = true
            }
        case .transition:
            transitionText = try fields.decodeIfPresent(
                OpenTimelineIO.Metadata<OpenTimelineIO.TransitionMetadata>.self, forKey: .metadata)?.compose?.transition
        default: break
        }
    }

    static func name(ofSchema schema: String) -> String { String(schema.prefix { $0 != "." }) }

    /// The titles of the tracks in it that are silent because others are solo.
    var silenced: [String] { (isSilenced ? [title] : []) + children.flatMap(\.silenced) }

    /// Whether it is a track of another kind, such as subtitles.
    var isIgnored: Bool { kind == .track && !["Video", "Audio"].contains(trackKind) }

    /// Whether it is a transition that takes no time: a cut.
    var isWithoutLength: Bool { inOffset?.value == 0 && outOffset?.value == 0 }

    /// "the clip 'front'", for messages.
    var title: String {
        let what = kind.map { $0.rawValue.lowercased() } ?? schema
        return name.isEmpty ? "a \(what) without a name" : "the \(what) '\(name)'"
    }

    /// A range that the object has.
    ///
    /// - Throws: `PlanError` naming the object.
    func read(_ range: OpenTimelineIO.TimeRange) throws(PlanError) -> FootageRange {
        do { return try range.range() } catch { throw PlanError("\(title): \(error)") }
    }

    /// A time that the object has.
    ///
    /// - Throws: `PlanError` naming the object.
    func read(_ time: OpenTimelineIO.RationalTime) throws(PlanError) -> MediaTime {
        do { return try time.time() } catch { throw PlanError("\(title): \(error)") }
    }
}

extension OpenTimelineIO.RationalTime {
    /// Exact for whole frames at the usual camera rates.
    ///
    /// - Throws: `PlanError` if it is not a valid time.
    func time() throws(PlanError) -> MediaTime {
        guard value.isFinite, rate.isFinite, rate > 0, (value / rate).magnitude < MediaTime.century.approximateSeconds
        else {
            throw PlanError("a time of \(value) frames at a rate of \(rate) is impossible; correct it")
        }
        let perSecond = Double(MediaTime.flicksPerSecond)
        let whole = value.rounded(.down)
        guard let exact = FrameRate(near: rate), whole.magnitude < 9e15 else {
            return MediaTime(flicks: Int64((value / rate * perSecond).rounded()))
        }
        return exact.time(ofFrame: Int64(whole))
            + MediaTime(flicks: Int64(((value - whole) / rate * perSecond).rounded()))
    }
}

extension MediaTime {
    /// Times that are closer are equal: a double resolves an hour of frames to a flick, and no edit is shorter than a
    /// microsecond.
    static let leastEdit = MediaTime(flicks: flicksPerSecond / 1_000_000)
}

extension OpenTimelineIO.TimeRange {
    /// - Throws: `PlanError` for invalid times.
    func range() throws(PlanError) -> FootageRange {
        guard duration.value >= 0 else {
            throw PlanError("a length of \(duration.value) frames is impossible; give it a positive one")
        }
        return FootageRange(start: try start_time.time(), duration: try duration.time())
    }
}

extension FrameRate {
    /// The exact rate for a decimal number: a whole number, or one divided by 1.001; `nil` for others.
    init?(near rate: Double) {
        guard rate.isFinite, rate > 0, rate < Double(Int32.max) else { return nil }
        if rate == rate.rounded() {
            self.init(Int64(rate))
        } else {
            let nominal = (rate * 1.001).rounded()
            // 23.98 is a common spelling of 24000/1001: two decimals.
            guard nominal >= 1, nominal < 1e6, (nominal / 1.001 - rate).magnitude < 0.005 else { return nil }
            self.init(Int64(nominal) * 1000, 1001)
        }
    }
}
