import Analysis
import MediaIO
import MediaTime
import Placing
import Platform
import Timeline

/// Which view shows whom: by the user, by the names of microphones and cameras, or by the sound that the cameras recorded
/// themselves.
struct Casting {
    /// A view, and how it was found; without a reason it was asked for, or is the microphone's own camera.
    typealias Found = (view: View, reason: Diagnostic.ShownSpeaker.Reason?)

    let recording: Recording
    /// In order of preference.
    let cameras: [Angle]
    /// The camera that shows everybody.
    let wide: Angle?
    let asked: [Angle: View]
    let speech: Speech

    /// The view of each speaker; `nil` for a microphone near nobody.
    ///
    /// - Throws: `RequestError.speakersUnknown`, `MediaError`.
    func views(_ transforms: FourierTransforms) throws -> [Found?] {
        let speakers = speech.speakers
        let turns = speakers.indices.map { speech.talk.turns(of: $0) }
        var found: [Found?] = speakers.map { speaker in
            if let view = asked[speaker] { return (view, nil) }
            return cameras.contains(speaker) ? (.single(speaker), nil) : nil
        }
        let shown = { Set(found.compactMap { $0?.view.camera }) }
        let open = { speakers.indices.filter { found[$0] == nil && !turns[$0].isEmpty } }
        for index in speakers.indices where found[index] == nil {
            if let (camera, reason) = camera(named: speakers[index]) { found[index] = (.single(camera), reason) }
        }
        if !open().isEmpty {
            let free = cameras.filter { !shown().contains($0) && $0 != wide }
            for (index, camera) in try heardNearby(open(), free, transforms) {
                found[index] = (.single(camera), .sound)
            }
        }
        // The only camera shows everybody.
        if cameras.count == 1 { for index in open() { found[index] = (.single(cameras[0]), nil) } }
        // Who is left is in the only picture that is left.
        let free = cameras.filter { !shown().contains($0) && $0 != wide }
        if let last = open().first, open().count == 1, free.count == 1, speakers.count > 1, cameras.count > 1,
            found.contains(where: { $0 != nil })
        {
            found[last] = (.single(free[0]), .rest)
        }
        guard open().isEmpty else {
            throw RequestError.speakersUnknown(
                open().map { index in
                    .init(speakers[index], at: turns[index].prefix(3).map { MediaTime.ofStep($0.lowerBound) })
                },
                cameras: cameras)
        }
        return found
    }

    /// The only camera whose name, or whose file's name, has a word of the microphone's: "anna" for "Anna Lav" and "mic-anna".
    /// Numbers count where one is called a microphone and the other a camera: "CAM 2" for "MIC 2".
    private func camera(named speaker: Angle) -> (Angle, Diagnostic.ShownSpeaker.Reason)? {
        let microphones = recording.soundNames.map { name in
            NameWords(name, recording.sounds.filter { $0.angle == name && $0.selection.channels == nil }.map(\.path))
        }
        let shown = cameras.map { camera in
            NameWords(camera, recording.session.takes.filter { $0.angle == camera }.map(\.path))
        }
        guard let index = recording.soundNames.firstIndex(of: speaker) else { return nil }
        let (own, words) = (microphones[index], microphones.ownWords(of: index))
        let byWord = cameras.indices.filter { !shown.ownWords(of: $0).isDisjoint(with: words) }
        if !byWord.isEmpty { return byWord.count == 1 ? (cameras[byWord[0]], .name) : nil }
        let numbers = microphones.ownNumbers(of: index)
        guard own.isMicrophone, !numbers.isEmpty else { return nil }
        let byNumber = cameras.indices.filter { shown[$0].isCamera && shown.ownNumbers(of: $0) == numbers }
        return byNumber.count == 1 ? (cameras[byNumber[0]], .number) : nil
    }

    /// The cameras whose own microphones hear these speakers nearest, where that is clear.
    private func heardNearby(
        _ open: [Int], _ free: [Angle], _ transforms: FourierTransforms
    ) throws -> [(speaker: Int, camera: Angle)] {
        let heard = Set(zip(recording.session.takes, recording.sources).filter { $1.audio != nil }.map(\.0.angle))
        let cameras = cameras.filter(heard.contains)
        guard cameras.count > 1, free.contains(where: heard.contains) else { return [] }
        let near = try Speech(cameras, recording, transforms)
        guard !near.talk.isUndecidable else { return [] }
        return open.compactMap { speaker in
            let steps = speech.talk.turns(of: speaker).joined().filter(near.talk.activity.indices.contains)
            guard !steps.isEmpty else { return nil }
            let shares = near.talk.shares.map { share in steps.reduce(Float(0)) { $0 + share[$1] } / Float(steps.count)
            }
            let best = shares.indices.max { shares[$0] < shares[$1] }!
            return shares[best] >= Self.leastNear && free.contains(cameras[best]) ? (speaker, cameras[best]) : nil
        }
    }

    /// The share of somebody's speech in which a camera's microphone must be the nearest one.
    private static let leastNear: Float = 0.6
}

/// What a name tells about whom it belongs to: its words, without those that only say what records.
private struct NameWords {
    var words: Set<String> = []
    var numbers: Set<Int> = []
    var isMicrophone = false
    var isCamera = false

    private static let microphones: Set<String> = [
        "mic", "mics", "microphone", "lav", "lavalier", "lapel", "audio", "sound", "voice", "tx", "rx", "headset",
        "boom",
        "track", "trk", "tr", "channel", "ch", "recorder", "mikrofon", "ton",
    ]
    private static let cameras: Set<String> = [
        "cam", "camera", "kamera", "video", "iso", "angle", "closeup", "close", "up",
    ]

    init(_ angle: Angle, _ paths: [String]) {
        for text in [angle.name] + paths.map({ FilePath($0).stem }) {
            for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).flatMap(\.words) {
                add(word.lowercased())
            }
        }
    }

    private mutating func add(_ word: String) {
        if let number = Int(word) {
            numbers.insert(number)
        } else if Self.microphones.contains(word) {
            isMicrophone = true
        } else if Self.cameras.contains(word) {
            isCamera = true
        } else if word.count > 1 || word.unicodeScalars.contains(where: { $0.value >= 0x2E80 }) {
            words.insert(word)
        }
    }
}

extension [NameWords] {
    /// Those that no other name has.
    fileprivate func ownWords(of index: Int) -> Set<String> {
        enumerated().reduce(self[index].words) { $1.offset == index ? $0 : $0.subtracting($1.element.words) }
    }

    fileprivate func ownNumbers(of index: Int) -> Set<Int> {
        let shared = dropFirst().reduce(first?.numbers ?? []) { $0.intersection($1.numbers) }
        return count > 1 ? self[index].numbers.subtracting(shared) : self[index].numbers
    }
}
