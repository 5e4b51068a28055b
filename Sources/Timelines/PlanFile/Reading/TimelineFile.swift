import MediaTime
import Pictures
import Placing
import Planning
import Timeline

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A timeline as written in its file, by compose or another program.
struct TimelineFile: Decodable {
    var name: String
    var start: OpenTimelineIO.RationalTime?
    var tracks: TimelineNode
    /// compose's metadata; `nil` for another program's timeline.
    var plan: OpenTimelineIO.PlanMetadata?
    /// Of its pictures, if the format says so.
    var size: PictureSize?

    private enum Key: String, CodingKey {
        case schema = "OTIO_SCHEMA"
        case start = "global_start_time"
        case name, tracks, metadata
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let schema = try fields.decode(String.self, forKey: .schema)
        guard TimelineNode.name(ofSchema: schema) == "Timeline" else {
            throw PlanError("it contains a \(schema), not a Timeline; write only the timeline to the file")
        }
        name = try fields.decodeIfPresent(String.self, forKey: .name) ?? ""
        start = try fields.decodeIfPresent(OpenTimelineIO.RationalTime.self, forKey: .start)
        tracks = try fields.decode(TimelineNode.self, forKey: .tracks)
        plan = try fields.decodeIfPresent(
            OpenTimelineIO.Metadata<OpenTimelineIO.PlanMetadata>.self, forKey: .metadata)?.compose
    }

    /// - Throws: `PlanError`.
    init(_ bytes: [UInt8]) throws(PlanError) {
        let decoder = JSONDecoder()
        do {
            let version = try decoder.decode(OpenTimelineIO.Version.self, from: Data(bytes)).metadata?.compose?.version
            typealias Known = OpenTimelineIO.PlanMetadata
            guard version.map((Known.oldestVersion...Known.currentVersion).contains) ?? true else {
                throw PlanError("it was written by another version of compose (plan format \(version!)); plan again")
            }
            self = try decoder.decode(TimelineFile.self, from: Data(bytes))
        } catch let error as PlanError {
            throw error
        } catch  where Self.isTooDeep(bytes) {
            throw PlanError("it is nested too deeply, in more than 512 lists and objects; flatten it")
        } catch {
            throw PlanError(
                (error as? DecodingError)?.complaint ?? Self.wrongNumber(bytes) ?? Self.unfitNumber(bytes, error)
                    ?? "it is not OpenTimelineIO JSON")
        }
    }

    /// What some programs write in place of a number, and JSON (RFC 8259, section 6) does not allow.
    private static func wrongNumber(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let match = text.firstMatch(of: /[:,\[]\s*-?(NaN|Infinity|Inf)\b/) else { return nil }
        let line = text[..<match.1.startIndex].count { $0.isNewline } + 1
        return "line \(line) has \(match.1), which is not a number in JSON; correct it, or export the timeline again"
    }

    /// `JSONDecoder` calls a file corrupted, and names no place, where a number does not fit its type.
    private static func unfitNumber(_ bytes: [UInt8], _ error: any Error) -> String? {
        guard case .dataCorrupted? = error as? DecodingError,
            (try? JSONDecoder().decode(OpenTimelineIO.Version.self, from: Data(bytes))) != nil
        else { return nil }
        return "one of its numbers is too large, or is not whole where it must be; undo the edit, or plan again"
    }

    /// Whether it is nested deeper than `JSONDecoder` reads.
    private static func isTooDeep(_ bytes: [UInt8]) -> Bool {
        var (depth, isText, isEscaped) = (0, false, false)
        for byte in bytes {
            switch (byte, isText) {
            case (_, true) where isEscaped: isEscaped = false
            case (UInt8(ascii: "\\"), true): isEscaped = true
            case (UInt8(ascii: "\""), _): isText.toggle()
            case (UInt8(ascii: "{"), false), (UInt8(ascii: "["), false): depth += 1
            case (UInt8(ascii: "}"), false), (UInt8(ascii: "]"), false): depth -= 1
            default: break
            }
            if depth > 512 { return true }
        }
        return false
    }

    private var pictureTracks: [TimelineNode] {
        tracks.children.filter { $0.trackKind != "Audio" && !$0.isIgnored }
    }
    private var soundTracks: [TimelineNode] { tracks.children.filter { $0.trackKind == "Audio" } }

    /// The contents of the timeline, in values of a plan.
    struct Reading {
        var rate: FrameRate
        var pictures: PictureReader.Seen
        /// The contents of the sound tracks; `nil` if they are as compose wrote them.
        var sound: [SoundTrack]?
        var markers: [PlanDocument.Marker]
        var notes: [TimelineNote]
        /// The number of clips and tracks that are shown.
        var clips, pictureTracks: Int
        /// Whether it differs from what compose wrote.
        var isEdited: Bool
    }

    /// - Parameter finder: knows the files of the plan.
    /// - Throws: `PlanError` naming what cannot be rendered as written.
    func content(_ finder: MediaFinder) throws -> Reading {
        try LaneReader.checkEffects(tracks)
        guard !pictureTracks.isEmpty else { throw PlanError("it has no video track; there is no film to plan") }
        var reader = LaneReader { node in
            let file = try finder.file(node.reference?.url ?? "", title: node.title)
            return try file.info.video?.footage
                ?? file.info.heardTrack.map { try file.info.extent(ofSound: $0) } ?? .init(start: .zero, end: .zero)
        }
        for track in tracks.children where track.isIgnored { _ = try reader.lane(track, isSound: false) }
        let lanes = try pictureTracks.map { node in try reader.lane(node, isSound: false) }
        var soundLanes = try soundTracks.map { node in try part(try reader.lane(node, isSound: true)) }
        try reader.check()
        if soundTracks.isEmpty, reader.hasSoundInside { soundLanes = try reader.soundsInside(pictureTracks).map(part) }
        soundLanes = soundLanes.pairingChannels()
        let picture = try part(try lanes.flattened())
        // A plan whose clips were all removed is black.
        guard picture.items.contains(where: { $0.use != nil || plan != nil }) else {
            let titles = pictureTracks.map(\.title).joined(separator: ", ")
            throw PlanError("\(titles) shows nothing: it is disabled or has no clips; there is no film to plan")
        }
        let rate = try rate(finder)
        let pictures = try PictureReader(rate: rate, finder: finder, plan: plan).read(picture)
        var notes = pictures.replaced + reader.notes
        if let start, start.value != 0 {
            let frame = rate.frame(at: try start.time(), .nearest)
            notes.append(
                .startIsZero(was: (frame < 0 ? "-" : "") + "\(Timecode(frame: abs(frame), at: rate))"))
        }
        let covering = Swift.max(0, lanes.dropFirst().reduce(0) { $0 + $1.items.count { $0.use != nil } })
        if covering > 0 { notes.append(.covering(clips: covering)) }
        let sound = try sound(finder, soundLanes, pictures, rate, &notes)
        let markers = markers(picture.marks + soundLanes.flatMap(\.marks), rate)
        if !markers.isEmpty { notes.append(.markersKept(markers.count)) }
        let isRetimed = pictures.isRetimed || plan.map { $0.output.frameRate != rate } ?? true
        if let planned = plan?.output.frameRate, planned != rate { notes.append(.rate(rate.framesPerSecond)) }
        return Reading(
            rate: rate, pictures: pictures, sound: sound, markers: markers,
            notes: notes + finder.notes, clips: picture.items.count { $0.use != nil },
            pictureTracks: pictureTracks.count,
            isEdited: isRetimed || sound != nil || covering > 0 || pictures.isRecut || pictures.hasOtherTransitions)
    }

    /// The sound, if it is not as planned.
    private func sound(
        _ finder: MediaFinder, _ lanes: [Lane], _ pictures: PictureReader.Seen, _ rate: FrameRate,
        _ notes: inout [TimelineNote]
    ) throws -> [SoundTrack]? {
        let filmEnd = rate.time(ofFrame: pictures.segments.last!.frames.upperBound)
        if let plan, isPlanned(plan, finder) {
            guard !soundTracks.isEmpty, pictures.movesSound(of: plan) else { return nil }
            notes.append(.soundAsWritten)
        } else if lanes.isEmpty, plan == nil {
            notes.append(.soundOfPictures)
            return nil
        }
        var end = MediaTime.zero
        let heard = try lanes.flatMap { lane in
            end = max(end, lane.items.last { $0.use != nil }?.range.end ?? .zero)
            return try SoundReader(finder: finder, end: filmEnd).tracks(of: lane)
        }
        if !tracks.silenced.isEmpty { notes.append(.soloed(tracks.silenced)) }
        if notes.last != .soundAsWritten { notes.append(.soundOfTracks(heard.count { !$0.clips.isEmpty })) }
        // Sound and pictures of a file rarely end together.
        if end > filmEnd + .milliseconds(100) { notes.append(.soundCut(by: end - filmEnd)) }
        return heard
    }

    /// Whether the sound tracks are those that compose wrote.
    private func isPlanned(_ plan: OpenTimelineIO.PlanMetadata, _ finder: MediaFinder) -> Bool {
        plan.soundTracks == nil
            || plan.soundTracks == SoundFingerprint { url in finder.name(of: url) }.text(soundTracks)
    }

    /// The part of a track that the timeline's own range shows.
    private func part(_ lane: Lane) throws -> Lane {
        try tracks.range.map { range in try lane.part(try range.range(), at: .zero) } ?? lane
    }

    private func markers(_ marks: [Lane.Mark], _ rate: FrameRate) -> [PlanDocument.Marker] {
        let own = tracks.markers.compactMap { marker in
            (try? marker.marked_range.range()).map { Lane.Mark(marker: marker, range: $0) }
        }
        return (own + marks).map { mark in
            PlanDocument.Marker(
                name: mark.marker.name, color: mark.marker.color, comment: mark.marker.comment,
                frames: rate.frame(at: mark.range.start, .nearest)..<rate.frame(at: mark.range.end, .nearest))
        }.sorted { $0.frames.lowerBound < $1.frames.lowerBound }
    }

    /// The common rate of all picture tracks, otherwise the plan's; for other programs' timelines, that of their start
    /// or first clip.
    private func rate(_ finder: MediaFinder) throws -> FrameRate {
        let items = pictureTracks.flatMap { $0.kind == .track ? $0.children : [$0] }
        let rates = items.compactMap(\.range?.duration.rate)
        if let planned = plan?.output.frameRate {
            guard let only = rates.first, Set(rates).count == 1, (only - planned.framesPerSecond).magnitude > 1e-6,
                let changed = FrameRate(near: only), Self.films.contains(changed.framesPerSecond)
            else { return planned }
            return changed
        }
        let said = [start?.rate, rates.first].compactMap { $0 }.compactMap(FrameRate.init(near:))
        if let rate = said.first(where: { Self.films.contains($0.framesPerSecond) }) { return rate }
        guard let clip = items.first(where: { $0.kind == .clip }), let url = clip.reference?.url,
            let video = try finder.file(url, title: clip.title).info.video
        else { return .thirty }
        return video.filmRate
    }

    /// Lower and higher rates are seconds or samples, not frames.
    private static let films = 8.0...480.0
}

extension DecodingError {
    /// The value that cannot be read, and what to do; `nil` if the file as a whole is something else.
    fileprivate var complaint: String? {
        let path: [any CodingKey]
        switch self {
        case .keyNotFound(let key, let context): path = context.codingPath + [key]
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            path = context.codingPath
        @unknown default: return nil
        }
        guard path.count > 1 else { return nil }
        let place = path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
        let isOwn = path.contains { $0.stringValue == "compose" }
        return "\(place) cannot be read; \(isOwn ? "plan again" : "correct it, or export the timeline again")"
    }
}
