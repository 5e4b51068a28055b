import Transitions
import MediaIO
import MediaTime
import Parameters
import Timeline
import Platform

extension Recording {
    /// Names with another meaning where a sound is chosen.
    private static let reserved: Set<Angle> = ["none", "follow", "mix", "speaker"]
    /// Words that mean something else where a camera is named.
    static let meaningful =
        reserved.map(\.name) + ["music", "voice", "auto", "speaker"]
        + Catalogue<ViewEntry>.standard.entries.map(\.name) + TransitionCatalogue.standard.entries.map(\.name)

    /// The camera of each input with a picture, and the name of each without: the user's choice, or else the file name
    /// without its extension.
    static func angles(of inputs: [Input], isSound: [Bool], _ notes: inout [Diagnostic]) -> [Angle] {
        let cameras = zip(inputs, isSound).filter { !$0.1 }.map(\.0)
        let sounds = zip(inputs, isSound).filter(\.1).compactMap(\.0.angle)
        var named = angles(of: cameras, besides: sounds, &notes)[...]
        var taken = Set(named).union(inputs.compactMap(\.angle)).union(reserved)
        return zip(inputs, isSound).map { input, isSound in
            if !isSound { return named.removeFirst() }
            if let angle = input.angle { return angle }
            let own = (input.part.channels.first ?? input.part.track).map { "-\($0)" } ?? ""
            let stem = optionName(FilePath(input.path).stem) + own
            let names = [stem, "\(stem)-sound"] + (2...99).map { "\(stem)-\($0)" }
            let angle = names.map { Angle($0) }.first { !$0.name.isEmpty && !taken.contains($0) } ?? Angle(input.path)
            taken.insert(angle)
            notes.append(.soundNamed(.init(path: input.path, angle: angle)))
            return angle
        }
    }

    /// A file without a picture must not have a camera's name: the two could not be distinguished.
    static func checkNames(_ files: [PlacedFile]) throws(TimelineError) {
        let cameras = Set(files.filter(\.hasPicture).map(\.take.angle))
        if let sound = files.first(where: { !$0.hasPicture && cameras.contains($0.take.angle) }) {
            throw .soundNamedAsCamera(path: sound.take.path, sound.take.angle)
        }
    }

    /// Sounds that nothing places begin with the first camera, which is reported unless it is known already.
    static func beginWithRecording(_ files: inout [PlacedFile], _ notes: inout [Diagnostic]) {
        let start = files.filter(\.hasPicture).map { $0.take.sessionTime(at: .zero) }.min() ?? .zero
        let told = notes.compactMap { if case .notSynced(let path, _, _, _) = $0 { path } else { nil } }
        var (noted, paths): (Set<Angle>, Set<String>) = ([], [])
        for index in files.indices where !files[index].hasPicture && !files[index].isPlaced {
            let take = files[index].take
            files[index].take.clock = take.clock.shifted(by: start)
            let isNew = noted.insert(take.angle).inserted
            // Others were synced with one that does.
            let begins = files[index].take.clock.target(at: .zero) == start
            if paths.insert(take.path).inserted, isNew, begins, !told.contains(take.path) {
                notes.append(.soundNotPlaced(path: take.path, take.angle))
            }
        }
    }
}
