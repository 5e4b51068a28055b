import Platform
import Analysis
import MediaIO
import MediaTime
import Pictures
import Timeline

/// One file as named by the user.
public struct Input: Hashable, Sendable {
    /// Absolute, or relative to the current folder.
    public var path: String
    /// The camera, if specified by the user.
    public var angle: Angle?
    /// The file's time zero on the session clock, if specified by the user.
    public var offset: MediaTime?
    /// The rate of the session clock relative to the file's clock, if specified by the user.
    public var drift: ClockRate?
    /// What of the file is used.
    public var part = FilePart()
    /// Whether it is heard and never shown, whatever picture it has.
    public var isSoundOnly = false
    /// Whether it is a microphone of a file that was split.
    package internal(set) var isPartOfSplit = false

    /// `nil` leaves a choice to `Recording`.
    public init(
        path: String, angle: Angle? = nil, offset: MediaTime? = nil, drift: ClockRate? = nil,
        part: FilePart = FilePart()
    ) {
        self.path = path
        self.angle = angle
        self.offset = offset
        self.drift = drift
        self.part = part
    }
}

/// The user's files, probed, named and placed on one clock.
public struct Recording: Sendable {
    /// All files with a picture, on one clock.
    package var session: Session
    /// One per take, in the order of the inputs.
    package var sources: [Source]
    /// The files without a picture, in input order, each identified by its name.
    package var sounds: [AudioSource]
    /// Findings and assumptions.
    package var notes: [Diagnostic]
    /// Those whose sound was compared with that of others, and matched nowhere or in several places.
    package var unmatched: Set<Angle> = []
    /// The cut that came with it.
    package var live: LiveCut?
    /// What sync heard, for others who ask how sounds lie beside each other.
    package private(set) var heard: [SoundKey: HeardSound] = [:]

    /// The names of the files without a picture, without duplicates.
    public var soundNames: [Angle] {
        sounds.reduce(into: []) { if !$0.contains($1.angle) { $0.append($1.angle) } }
    }

    /// The sound files that an option may name, and their channels: naming one takes its file apart.
    package var nameableSounds: [Angle] {
        soundNames + soundNames.flatMap { name in (0..<channelCount(of: name)).map { Self.channel($0, of: name) } }
    }

    /// How many microphones a sound may be; 0 for a single one.
    package func channelCount(of name: Angle) -> Int {
        let counts = Set(
            sounds.filter { $0.angle == name }.map { $0.selection.channels == nil ? $0.audio?.channels : 1 })
        let taken = Set(session.angles + soundNames)
        guard counts.count == 1, let count = counts.first ?? nil, (2...Self.mostMicrophones).contains(count),
            taken.isDisjoint(with: (0..<count).map { Self.channel($0, of: name) })
        else { return 0 }
        return count
    }

    /// The name of a channel, counted from 0.
    package static func channel(_ number: Int, of name: Angle) -> Angle { Angle("\(name)-\(number + 1)") }

    /// A recorder has at most this many; files with more channels are rooms or films.
    private static let mostMicrophones = 16

    /// Uses files that are already placed.
    package init(session: Session, sources: [Source], sounds: [AudioSource], notes: [Diagnostic]) {
        (self.session, self.sources, self.sounds, self.notes) = (session, sources, sounds, notes)
    }

    /// Probes every file and places it, as `compose FILE FILE` does with `SyncMethod.auto`.
    ///
    /// - Throws: `MediaError` for an unusable file, `TimelineError` if none has a picture, or if the cameras were recorded
    ///   one after the other.
    public init(_ inputs: [Input], sync: SyncMethod) throws { try self.init(inputs, infos: nil, sync: sync) }

    /// Probes every file and places it.
    ///
    /// Cameras are identified by the user's choice, then by the words "front" and "back" (or variants) in the names of
    /// files or folders, then by the name of the file if that is a word (anna.mov), then by order: of the rest, the first
    /// is the front camera, the second the back, and the others have their number (camera3). Files of one camera follow each other; those of different cameras start together, at their container start times. Files without a
    /// picture are heard but never shown, and are placed like cameras.
    ///
    /// - Parameters:
    ///   - infos: of the inputs, if already probed.
    ///   - findings: of whoever prepared the inputs.
    ///   - sync: how to determine when the files began.
    ///   - orientation: the user's choice, by camera, replacing the file's own orientation.
    ///   - hearing: called with the progress of reading a file's sound.
    /// - Throws: `MediaError` for an unusable file, `TimelineError` if none has a picture, or if `sync` is `auto` and the
    ///   cameras were recorded one after the other.
    package init(
        _ inputs: [Input], infos: [MediaInfo]? = nil, findings: [Diagnostic] = [], sync: SyncMethod = .none,
        orientation: (Angle, Orientation) -> Orientation = { $1 },
        hearing: @escaping @Sendable (Hearing) -> Void = { _ in }
    ) throws {
        var notes = findings
        let (inputs, infos) = try Self.parts(of: inputs, infos ?? MediaInfo.probing(inputs), &notes)
        let angles = Self.angles(of: inputs, isSound: infos.map { $0.video == nil }, &notes)
        var files: [PlacedFile] = []
        var ends: [Angle: MediaTime] = [:]
        for ((input, angle), info) in zip(zip(inputs, angles), infos) {
            // Files of one camera were recorded one after the other: each begins where the previous one ended.
            let file = try Self.file(input, angle, info, after: ends[angle], &notes)
            ends[angle] = file.take.range.end
            files.append(file)
        }
        // Takes come first, as in `SourceID`.
        files = files.filter(\.hasPicture) + files.filter { !$0.hasPicture }
        notes.removeAll { note in
            // Other tracks of the file have names of their own.
            guard case .oneTrackOf(_, let path, _, _) = note else { return false }
            return inputs.contains { $0.path == path && ($0.part.isSound || $0.isPartOfSplit) }
        }
        let count = files.count(where: \.hasPicture)
        guard count > 0 else { throw TimelineError.noFootage(paths: inputs.map(\.path)) }
        if count > 1 {
            notes += files.filter(\.info.isComposed).map { .composedFilm(path: $0.take.path, $0.take.angle) }
        }
        try Self.checkNames(files)
        // A file that follows one placed by the user was placed with it.
        let placed = Set(files.filter(\.isPlaced).map(\.take.angle))
        for index in files.indices { files[index].isPlaced = placed.contains(files[index].take.angle) }
        var cameras = Array(files[..<count])
        var assumptions: [Diagnostic] = []
        Self.bringTogether(&cameras, &assumptions)
        let places = FilePlaces(of: cameras + files[count...])
        var placing = TakeSync(sync, places.leaders, hearing: hearing)
        try placing.run()
        files = places.files(placing.files)
        notes += assumptions.filter { !$0.isSettled(by: files) } + placing.notes
        cameras = Array(files[..<count])
        let unlike = places.members(placing.unlike)
        if sync == .auto { try Self.checkDates(cameras, unlike: unlike) }
        Self.noteDates(cameras, unlike: unlike, &notes)
        Self.beginWithRecording(&files, &notes)
        sources = cameras.map { file in
            Source(
                info: file.info, video: file.info.video!,
                orientation: orientation(file.take.angle, file.info.video!.orientation),
                audio: file.audio, soundJumps: file.soundJumps)
        }
        sounds = files[count...].map { file in
            AudioSource(
                angle: file.take.angle, info: file.info, stream: file.audio!.stream, channels: file.audio!.channels,
                clock: file.take.clock, extent: file.take.footage)
        }
        session = try Session(takes: cameras.map(\.take))
        unmatched = Set(
            files.filter { !$0.isPlaced && ($0.failure == .unmatched || $0.failure == .ambiguous) }.map(\.take.angle))
        // A file that is given several times says the same each time.
        self.notes = notes.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        if let (sync, places) = placing.sound {
            for (index, file) in zip(places, sync.files) {
                guard let sound = file.sound, let whole = placing.files[index].wholeSound else { continue }
                let info = placing.files[index].info
                heard[SoundKey(path: info.path, selection: whole)] = sound.forgetting {
                    try AnalysisReader(
                        path: info.path, stream: whole.stream, channels: whole.channels, clock: info.clock)
                }
            }
        }
        for (source, take) in zip(sources, session.takes) { source.log(as: take) }
    }

    /// A file where it is if nothing else is known: at the user's place, or where the file before it ended.
    private static func file(
        _ input: Input, _ angle: Angle, _ info: MediaInfo, after end: MediaTime?, _ notes: inout [Diagnostic]
    ) throws -> PlacedFile {
        if info.video == nil, info.audio.isEmpty { throw MediaError.noVideo(path: input.path, hasAudio: false) }
        if let video = info.video { notes += try Self.notes(on: input.path, video) }
        let sound = try sound(of: info, track: input.part.track)
        if sound == nil, let lost = info.audio.first, !info.isTimecode(lost) {
            if lost.isMissing {
                guard info.video != nil else { throw MediaError.noSound(path: input.path) }
                notes.append(.soundMissing(path: input.path, angle, from: .zero))
            } else {
                guard info.video != nil else { throw MediaError.noDecoder(path: input.path, codec: lost.codec) }
                notes.append(.soundLeftOut(path: input.path, codec: lost.codec))
            }
        }
        if let sound, let end = sound.ownEnd, let stated = sound.duration, let video = info.video,
            video.missingEnd == .zero, sound.start + stated - end >= MediaInfo.leastSilence
        {
            notes.append(.soundMissing(path: input.path, angle, from: end - video.footage.start))
        }
        notes += unheardTracks(of: info, sound, input, angle)
        guard let footage = try info.video?.footage ?? sound.map(info.extent(ofSound:)) else {
            throw MediaError.noSound(path: input.path)
        }
        let clock = TimeMap(
            offset: input.offset ?? end.map { $0 - footage.start } ?? .zero, rate: input.drift ?? .one)
        var file = PlacedFile(
            Take(angle: angle, path: input.path, clock: clock, footage: footage), info,
            audio: try sound.map { sound throws(MediaError) in try input.part.selection(of: sound, in: info) })
        (file.drift, file.isPlaced) = (input.drift, input.offset != nil)
        return file
    }

    /// Assumptions about a single file.
    ///
    /// - Throws: `MediaError.needsDolbyVision`.
    package static func notes(on path: String, _ video: VideoInfo) throws(MediaError) -> [Diagnostic] {
        var notes: [Diagnostic] = []
        if video.hasUnusableDisplayMatrix { notes.append(.displayMatrixIgnored(path: path)) }
        if let found = video.dolbyVision {
            guard !found.needsItsOwnDecoder else {
                throw MediaError.needsDolbyVision(path: path, profile: "\(found)")
            }
            notes.append(.dolbyVisionLeftOut(path: path, found))
        }
        if video.isInterlaced { notes.append(.deinterlaced(path: path)) }
        if video.clock.ignoresEditLists { notes.append(.editListIgnored(path: path)) }
        if video.clock.hasJumps { notes.append(.timestampDiscontinuity(path: path)) }
        if video.missingEnd > .zero { notes.append(.endsEarly(path: path, by: video.missingEnd)) }
        return notes
    }

    /// Says which of several tracks is heard if nobody chose one: recorders with several microphones write one for each.
    static func unheardTracks(
        of info: MediaInfo, _ heard: AudioInfo?, _ input: Input, _ angle: Angle
    ) -> [Diagnostic] {
        guard input.part.track == nil, let heard, info.audio.count(where: \.isDecodable) > 1,
            let track = info.audio.firstIndex(where: { $0.streamIndex == heard.streamIndex })
        else { return [] }
        return [.oneTrackOf(info.audio.count, path: input.path, angle, track: track + 1)]
    }

    /// The chosen sound track; without a choice the default one, or another if that cannot be decoded.
    static func sound(of info: MediaInfo, track: Int?) throws(MediaError) -> AudioInfo? {
        guard let track else { return info.heardTrack }
        guard info.audio.indices.contains(track - 1) else {
            throw .noAudioTrack(path: info.path, track: track, count: info.audio.count)
        }
        guard info.audio[track - 1].isDecodable else {
            throw info.audio[track - 1].isMissing
                ? .noSound(path: info.path) : .noDecoder(path: info.path, codec: info.audio[track - 1].codec)
        }
        return info.audio[track - 1]
    }

    /// The camera of each input, by the rules of `init`.
    ///
    /// - Parameter isSound: which of them have no picture.
    package static func angles(of inputs: [Input], isSound: [Bool]) -> [Angle] {
        var notes: [Diagnostic] = []
        return angles(of: inputs, isSound: isSound, &notes)
    }

    /// The cameras of the inputs: the user's choice, then the file names, then whichever of front and back are left.
    ///
    /// - Parameter others: names that are taken.
    static func angles(of inputs: [Input], besides others: [Angle] = [], _ notes: inout [Diagnostic]) -> [Angle] {
        let paths = inputs.map(\.path)
        let told = CameraName.angles(inFileNames: paths, areAll: inputs.allSatisfy { $0.angle == nil })
        var known = zip(inputs, told).map { $0.angle ?? $1 }
        let named = Set((known.compactMap { $0?.name } + others.map(\.name) + meaningful).map { $0.lowercased() })
        let unnamed = inputs.indices.filter { inputs[$0].angle == nil }
        let words = CameraName.words(ofFileNames: unnamed.map { paths[$0] })
        for (index, word) in zip(unnamed, words) where known[index] == nil {
            if let word, !named.contains(word.name.lowercased()) { known[index] = word }
        }
        var free = (["front", "back"] as [Angle]).filter { !known.contains($0) }[...]
        var taken = Set(known.compactMap { $0 } + free + others)
        let angles = known.enumerated().map { index, angle -> Angle in
            if let angle = angle ?? free.popFirst() { return angle }
            // By its position, if nobody has that name already.
            let name = ((index + 1)...).lazy.map { Angle("camera\($0)") }.first { taken.insert($0).inserted }
            return name!
        }
        let assumed = inputs.indices.filter { known[$0] == nil }
            .map { Diagnostic.Assignment(path: inputs[$0].path, angle: angles[$0]) }
        if inputs.count > 1, assumed.count == inputs.count {
            notes.append(.camerasByOrder(assumed))
        } else if inputs.count > 1 {
            notes += assumed.map(Diagnostic.cameraAssumed)
        }
        return angles
    }
}

extension MediaInfo {
    /// Reads the contents of several inputs at once.
    ///
    /// - Throws: the error of the first file that has one, as `init(probing:)` does.
    package static func probing(_ inputs: [Input]) throws -> [MediaInfo] {
        try concurrently(inputs.count) { number in
            let input = inputs[number]
            return try Trace.span("probe", input.path) {
                try MediaInfo(probing: input.path, ignoresPicture: input.isSoundOnly || input.part.isSound)
            }
        }
    }
}
