import MediaIO
import Platform
import Timeline

extension Recording {
    /// The inputs with each part of a file by itself: sounds that are named, microphones of a recorder, tracks and channels
    /// that are to be split. The rest stays as it is.
    ///
    /// - Throws: `MediaError.noAudioTrack`, `MediaError.noChannel`.
    package static func parts(
        of inputs: [Input], _ infos: [MediaInfo], _ notes: inout [Diagnostic]
    ) throws(MediaError) -> (inputs: [Input], infos: [MediaInfo]) {
        var parts: [(input: Input, info: MediaInfo)] = []
        var split: [String: (microphones: [Diagnostic.Microphone], mixes: [String])] = [:]
        // Two recorders may have channels of one name.
        var taken = Set(inputs.compactMap(\.angle))
        for (index, (input, info)) in zip(inputs, infos).enumerated() {
            var (input, info) = (input, info)
            if !input.isPartOfSplit { try info.findSoundTimecode() }
            if let found = info.soundTimecode, !notes.contains(where: { $0.isOfSoundTimecode(input.path) }) {
                notes.append(.timecodeInSound(path: input.path, found))
            }
            let isSound = input.isSoundOnly || input.part.isSound || info.video == nil
            if isSound { (info.video, input.isSoundOnly) = (nil, true) }
            if !isSound {
                let cameras = try Self.cameras(of: input, info)
                for (number, camera) in cameras.enumerated() {
                    (input.part, input.isPartOfSplit) = (camera.part, cameras.count > 1)
                    if let name = camera.name {
                        input.angle = Angle(taken.contains(Angle(name)) ? "\(name)-\(number + 1)" : name)
                        taken.insert(input.angle!)
                    }
                    info.video = camera.video
                    parts.append((input, info))
                }
                continue
            }
            guard !input.isPartOfSplit, let found = try microphones(of: input, info) else {
                if let own = turn(index, of: inputs, infos), let angle = input.angle {
                    (input.part, input.isPartOfSplit) = (own, true)
                    split[input.path, default: ([], [])].microphones.append(.init(angle: angle, part: own.description))
                }
                parts.append((input, info))
                continue
            }
            for (name, part) in found.microphones {
                let names = [name] + (2...found.microphones.count + taken.count + 2).map { "\(name)-\($0)" }
                var microphone = input
                (microphone.part, microphone.isPartOfSplit) = (part, true)
                microphone.angle = names.map { Angle($0) }.first { taken.insert($0).inserted }
                parts.append((microphone, info))
                split[input.path, default: ([], [])].microphones.append(
                    .init(angle: microphone.angle!, part: part.description))
            }
            split[input.path]?.mixes = found.mixes
        }
        for path in inputs.map(\.path) {
            guard let (microphones, mixes) = split.removeValue(forKey: path) else { continue }
            notes.append(.microphonesOf(path: path, microphones, leftOut: mixes))
        }
        return (parts.map(\.input), parts.map(\.info))
    }

    /// The pictures in a file that are cameras, or the one that is asked for.
    ///
    /// - Throws: `MediaError.noVideoTrack`.
    private static func cameras(
        of input: Input, _ info: MediaInfo
    ) throws(MediaError) -> [(name: String?, part: FilePart, video: VideoInfo)] {
        guard let video = info.video else { return [] }
        let all = info.cameras
        guard all.count > 1, !input.isPartOfSplit || input.part.video == nil else { return [(nil, input.part, video)] }
        if let number = input.part.video {
            guard all.indices.contains(number - 1) else {
                throw .noVideoTrack(path: info.path, track: number, count: all.count)
            }
            return [(nil, input.part, all[number - 1])]
        }
        let titles = all.compactMap(\.title).map(optionName)
        let areNames = Set(titles).count == all.count && input.angle == nil
        let stem = input.angle?.name ?? optionName(FilePath(input.path).stem)
        return all.enumerated().map { index, video in
            var part = input.part
            part.video = index + 1
            // A recorder of two pictures with two sounds has one for each.
            if part.track == nil, info.audio.filter(\.isDecodable).count == all.count { part.track = index + 1 }
            return (areNames ? titles[index] : "\(stem)-\(index + 1)", part, video)
        }
    }

    private typealias Microphones = (microphones: [(name: String, part: FilePart)], mixes: [String])

    /// A microphone for each sound track or channel, if the file is to be split, or a recorder named them; otherwise `nil`.
    private static func microphones(of input: Input, _ info: MediaInfo) throws(MediaError) -> Microphones? {
        let isAsked = input.part.isSplit
        guard isAsked || input.part == FilePart() else { return nil }
        let tracks = info.audio.enumerated().filter { $0.element.isDecodable }
        var parts: [(name: String?, number: Int, part: FilePart)] = []
        if isAsked, input.part.track == nil, tracks.count > 1 {
            parts = tracks.filter { !info.isTimecode($0.element) }.map { number, track in
                var part = FilePart()
                part.track = number + 1
                return (track.title, number + 1, part)
            }
        } else if let track = try sound(of: info, track: input.part.track),
            isAsked || track.hasNamedMicrophones
                || track.areMicrophones && info.soundTimecode?.stream == track.streamIndex
        {
            let timecode = info.soundTimecode.flatMap { $0.stream == track.streamIndex ? $0.channel + 1 : nil }
            parts = (1...track.channels).filter { $0 != timecode }.map { channel in
                var part = FilePart()
                (part.track, part.channels) = (input.part.track, [channel])
                return (track.channelNames[channel - 1], channel, part)
            }
        }
        guard !parts.isEmpty else { return nil }
        // Whoever is in a mix has a microphone beside it.
        let isMixed = parts.contains { isMix($0.name) } && parts.contains { !isMix($0.name) }
        let stem = input.angle?.name ?? optionName(FilePath(input.path).stem)
        let microphones = parts.filter { !isMixed || !isMix($0.name) }.map { name, number, part in
            (name.map(optionName).flatMap { $0.isEmpty ? nil : $0 } ?? "\(stem)-\(number)", part)
        }
        return (microphones, isMixed ? parts.compactMap { isMix($0.name) ? $0.name : nil } : [])
    }

    /// A sound file that is given as often as it has channels or tracks: each name is one of them, in order.
    private static func turn(_ index: Int, of inputs: [Input], _ infos: [MediaInfo]) -> FilePart? {
        let same = inputs.indices.filter { inputs[$0].path == inputs[index].path }
        guard same.count > 1, infos[index].video == nil,
            same.allSatisfy({ inputs[$0].part == FilePart() && inputs[$0].angle != nil }),
            let place = same.firstIndex(of: index)
        else { return nil }
        let tracks = infos[index].audio.filter(\.isDecodable)
        var part = FilePart()
        if tracks.count == same.count {
            part.track = place + 1
        } else if tracks.count == 1, tracks[0].channels == same.count {
            part.channels = [place + 1]
        } else {
            return nil
        }
        return part
    }

    /// Without characters that have a meaning in options.
    package static func optionName(_ text: String) -> String {
        text.split { ",:=@".contains($0) }.joined(separator: "-")
    }

    /// "MixL", "Mix R", "L Mix", "Main Mix".
    private static func isMix(_ name: String?) -> Bool {
        name?.lowercased().split { !$0.isLetter }.contains { $0 == "mix" || $0 == "mixl" || $0 == "mixr" } == true
    }
}

extension Diagnostic {
    fileprivate func isOfSoundTimecode(_ path: String) -> Bool {
        if case .timecodeInSound(path, _) = self { true } else { false }
    }
}

extension AudioInfo {
    /// Whether a recorder named microphones, and not the places of loudspeakers.
    var hasNamedMicrophones: Bool {
        guard channelNames.count > 1 else { return false }
        return channelNames.values.contains { !Self.places.contains($0.lowercased()) }
    }
    private static let places: Set<String> = [
        "l", "r", "c", "lfe", "ls", "rs", "lb", "rb", "lss", "rss", "lrs", "rrs", "left", "right", "center", "centre",
        "mono", "m", "s", "mid", "side",
    ]
}
