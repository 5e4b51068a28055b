import Audio
import MediaIO
import MediaTime
import Placing
import Planning
import Platform
import Timeline

/// A file that a clip is linked to, with its metadata.
struct LinkedFile {
    var info: MediaInfo
    var fingerprint: String

    /// - Throws: `MediaError`.
    init(path: String) throws(MediaError) {
        info = try MediaInfo(probing: path)
        fingerprint = try FileFingerprint(path: path).description
    }
}

/// Finds the files that clips are linked to: those of the plan by path or content, and new ones.
final class MediaFinder {
    private(set) var media: [PlannedTake]
    private(set) var sounds: [PlannedSound]
    /// The number of the plan's own files; later ones were found.
    let plannedMedia, plannedSounds: Int
    private(set) var notes: [TimelineNote] = []
    let path: (String) -> String
    private let open: (String) throws -> LinkedFile
    /// By path, as bytes: names of two files may be equal as text.
    private var files: [[UInt8]: LinkedFile] = [:]
    /// By URL, as bytes, and the name of the clip: a file may have several pictures and microphones.
    private var found: [[[UInt8]]: SourceID] = [:]
    private var placed: Set<Int> = []

    /// - Parameters:
    ///   - path: the file that a URL points to.
    ///   - open: reads the metadata of a file.
    init(
        media: [PlannedTake] = [], sounds: [PlannedSound] = [], path: @escaping (String) -> String,
        open: @escaping (String) throws -> LinkedFile
    ) {
        (self.media, self.sounds, self.path, self.open) = (media, sounds, path, open)
        (plannedMedia, plannedSounds) = (media.count, sounds.count)
    }

    /// - Parameters:
    ///   - name: of the clip: tells pictures and microphones of one file apart, and is the name of a new camera.
    ///   - title: the clip, for messages.
    /// - Throws: `PlanError` naming the clip.
    func find(_ url: String, name: String, title: String) throws -> SourceID {
        let key = [Array(url.utf8), Array(name.utf8)]
        if let known = found[key] { return known }
        let path = path(url)
        var known = listed(path, name: name)
        if known == nil {
            let file = try file(url, title: title)
            known = relink(file, to: path) ? listed(path, name: name) : add(file, path: path, name: name)
        }
        found[key] = known!
        return known!
    }

    /// What a clip on a sound track plays.
    ///
    /// - Returns: one source; two if either side of its stereo is of another stream.
    /// - Throws: `PlanError` naming the clip.
    func sources(of use: Lane.Use) throws -> [SourceID] {
        let found = try find(use.url, name: use.name, title: use.title)
        guard let named = use.sound else { return [found] }
        let file = try file(use.url, title: use.title)
        return try named.selections(of: file.info, title: use.title).map { source($0, of: file, like: found) }
    }

    /// The source that plays a part of a file's sound: the file itself, or one more on the same clock.
    private func source(_ selection: SoundSelection, of file: LinkedFile, like found: SourceID) -> SourceID {
        let (path, clock, extent, own) =
            switch found {
            case .take(let index):
                (media[index].path, media[index].soundClock, media[index].extent, media[index].audio)
            case .sound(let index):
                (sounds[index].path, sounds[index].clock, sounds[index].extent, Optional(sounds[index].selection))
            }
        guard selection != own else { return found }
        let known = sounds.firstIndex {
            $0.role == .recording && $0.selection == selection && Self.standard($0.path) == Self.standard(path)
                && $0.clock == clock
        }
        if let known { return .sound(known) }
        let track = (file.info.audio.firstIndex { $0.streamIndex == selection.stream } ?? 0) + 1
        sounds.append(
            PlannedSound(
                angle: newName("\(angle(of: found)) track \(track)\(selection.sides)", path), path: path, clock: clock,
                extent: extent, selection: selection, fingerprint: file.fingerprint))
        return .sound(sounds.count - 1)
    }

    /// The file at a path, if it is of the plan or was found already: what has this name of it, otherwise the first.
    func listed(_ path: String, name: String? = nil) -> SourceID? {
        let place = Self.standard(path)
        let files =
            media.indices.filter { Self.standard(media[$0].path) == place }.map(SourceID.take)
            + sounds.indices.filter { Self.standard(sounds[$0].path) == place }.map(SourceID.sound)
        return files.first { angle(of: $0).name == name } ?? files.first
    }

    /// - Throws: `PlanError` naming the clip.
    func file(_ url: String, title: String) throws -> LinkedFile {
        let path = path(url)
        guard !url.contains("://") || url.lowercased().hasPrefix("file://") else {
            throw PlanError("\(title) is linked to \(url), which is not a file; link it to a file")
        }
        do { return try file(atPath: path) } catch let error as MediaError {
            throw PlanError("\(title) cannot be used: \(error)")
        }
    }

    /// A file's metadata, read only once.
    func file(atPath path: String) throws -> LinkedFile {
        if let file = files[path.fileNameBytes] { return file }
        let file = try open(path)
        files[path.fileNameBytes] = file
        return file
    }

    /// The first time that a clip shows or plays, on its file's clock.
    ///
    /// - Parameter extent: all of the file, which corresponds to the clip's available range. Some programs write none, or
    ///   one that begins at zero, and count from the file's timecode.
    func fileTime(of use: Lane.Use, in extent: FootageRange, _ path: String) -> MediaTime {
        let start = use.start - (use.available?.start ?? extent.start) + extent.start
        guard !extent.contains(start), let timecode = try? file(atPath: path).info.startTimecode else { return start }
        let counted = use.start - timecode.elapsed + extent.start
        return extent.contains(counted) ? counted : start
    }

    /// Moves the plan's file with the same content to another path.
    ///
    /// - Returns: whether there is one.
    private func relink(_ file: LinkedFile, to path: String) -> Bool {
        let shown = media.indices.prefix(plannedMedia).filter { media[$0].fingerprint == file.fingerprint }
        let heard = sounds.indices.prefix(plannedSounds).filter { sounds[$0].fingerprint == file.fingerprint }
        guard let was = shown.first.map({ media[$0].path }) ?? heard.first.map({ sounds[$0].path }) else {
            return false
        }
        notes.append(.relinked(path: path, was: was))
        for index in shown { media[index].path = path }
        for index in heard { sounds[index].path = path }
        return true
    }

    private func add(_ file: LinkedFile, path: String, name: String) -> SourceID {
        let angle = newName(name, path)
        let stream = file.info.heardTrack
        guard let video = file.info.video else {
            sounds.append(
                PlannedSound(
                    angle: angle, path: path, clock: .identity,
                    extent: stream.flatMap { try? file.info.extent(ofSound: $0) }
                        ?? TimeRange(start: .zero, end: .zero),
                    selection: SoundSelection(stream: stream?.streamIndex ?? 0), fingerprint: file.fingerprint))
            return .sound(sounds.count - 1)
        }
        media.append(
            PlannedTake(
                Take(angle: angle, path: path, clock: .identity, footage: video.footage),
                orientation: video.orientation, audio: stream.map { SoundSelection(stream: $0.streamIndex) },
                fingerprint: file.fingerprint))
        return .take(media.count - 1)
    }

    /// The clip's name, otherwise the file's, otherwise one with a number: names of cameras are unique.
    private func newName(_ name: String, _ path: String) -> Angle {
        let taken = Set(media.map(\.angle.name) + sounds.map(\.angle.name) + ["none", "follow", "mix"])
        let stem = FilePath(path).stem
        let words = [name, stem, FilePath(path).name].filter { !$0.isEmpty }
        if let free = words.first(where: { !taken.contains($0) }) { return Angle(free) }
        return Angle((2...).lazy.map { "\(words.first ?? "camera") \($0)" }.first { !taken.contains($0) }!)
    }

    func angle(of found: SourceID) -> Angle {
        switch found {
        case .take(let index): media[index].angle
        case .sound(let index): sounds[index].angle
        }
    }

    /// Places a new file on the session clock, unless it has a place already.
    func place(_ index: Int, at offset: MediaTime) {
        guard index >= plannedMedia, placed.insert(index).inserted else { return }
        media[index].clock = TimeMap(offset: offset)
    }

    /// The place of a file, whether it exists or not.
    private static func standard(_ path: String) -> [UInt8] { FileSystem.absolute(path).fileNameBytes }
}

extension PlannedTake {
    /// From the time stamps of its sound to the session clock.
    fileprivate var soundClock: TimeMap { take.clock(ofSound: soundJumps) }
}

extension SoundSelection {
    /// " channel 2", to tell two sources of one stream apart.
    fileprivate var sides: String {
        guard let channels else { return "" }
        let numbers = [channels.left, channels.right].compactMap(\.self).map { "\($0 + 1)" }
        return Set(numbers).count == 1 ? " channel \(numbers[0])" : " channels \(numbers.joined(separator: " and "))"
    }
}
