import Analysis
import Audio
import MediaIO
import MediaTime
import Placing
import Platform
import Timeline

/// Cameras and sound files that are all heard although no mix was asked for: a game and who plays it, two people who
/// called each other (docs/decisions/0028-who-is-heard.md).
struct HeardTogether {
    /// In the order of the cameras, the primary one first.
    var angles: [Angle]
    /// Who is lowered while somebody speaks in the others.
    var ducked: [Angle]
    /// Whether some of them recorded the same scene, so that they are added like any microphones.
    var isOfOneScene: Bool
    /// Whether somebody must be told.
    var isNews = true
}

extension RequestPlanner {
    /// Who is heard together: cameras that one view shows and whose sounds have nothing in common; everybody, if
    /// speakers are wanted of such sounds, or if somebody is to be lowered under the others.
    ///
    /// - Throws: `MediaError`.
    func heardTogether() throws -> HeardTogether? {
        guard speech == nil else { return nil }
        let named = request.mix.ducked ?? []
        switch request.sound {
        case .none, .follow, .angle, .tracks: return nil
        case .mix, .primary:
            if !named.isEmpty {
                let angles = heard(among: session.angles + recording.soundNames)
                let ducked = angles.filter(named.contains)
                guard !ducked.isEmpty, ducked.count < angles.count else { return nil }
                let isOfOneScene = try ducked.contains { one in
                    try angles.contains { try !ducked.contains($0) && !differ(one, $0) }
                }
                return HeardTogether(angles: angles, ducked: ducked, isOfOneScene: isOfOneScene, isNews: false)
            }
            guard request.sound == .primary else { return nil }
            let shown = Set(viewsOfSeveral.joined())
            let angles = try different(heard(among: session.angles.filter(shown.contains)))
            return angles.count > 1 ? HeardTogether(angles: angles, ducked: [], isOfOneScene: false) : nil
        case .speakers:
            let angles = try different(heard(among: session.angles))
            guard angles.count > 1 else { return nil }
            let main = viewsOfSeveral.first?.first { angles.contains($0) } ?? angles[0]
            let ducked = named.isEmpty ? [main] : angles.filter(named.contains)
            guard !ducked.isEmpty, ducked.count < angles.count else { return nil }
            return HeardTogether(angles: angles, ducked: ducked, isOfOneScene: false)
        }
    }

    /// The cameras of each view that shows several, the one with the largest picture first.
    private var viewsOfSeveral: [[Angle]] {
        var views = request.views
        if case .at(let times) = request.policy {
            views += times.compactMap(\.view)
        } else if let director = request.director {
            views += [director.both].compactMap(\.self) + director.pinned.compactMap(\.view)
        } else if request.policy == .never {
            views = Array(views.prefix(1))
        }
        return views.compactMap { view in
            guard let scene = try? stage.scene(of: view), let main = scene.mainAngle, scene.angles.count > 1 else {
                return nil
            }
            return [main] + scene.angles.filter { $0 != main }
        }
    }

    /// Those that have sound and are not muted, the primary camera first.
    private func heard(among angles: [Angle]) -> [Angle] {
        let sounding = Set(recording.audioSources.values.map(\.angle))
        let heard = angles.filter { sounding.contains($0) && request.mix.factor(of: $0) > 0 }
        return heard.filter { $0 == primary } + heard.filter { $0 != primary }
    }

    /// The first of them, and all that differ from those before.
    private func different(_ angles: [Angle]) throws -> [Angle] {
        guard angles.count > 1 else { return [] }
        return try angles.reduce(into: []) { chosen, angle in
            if try isHeard(angle), try chosen.allSatisfy({ try differ($0, angle) }) { chosen.append(angle) }
        }
    }

    /// What sounds must have in common to be told apart: as long as sync needs to be sure.
    private static let leastCommon = MediaTime.milliseconds(4500)

    /// Whether two cameras recorded at the same time, and nothing that both heard is found. Sound that repeats may be the
    /// same.
    private func differ(_ one: Angle, _ other: Angle) throws -> Bool {
        let sources = recording.audioSources.sorted { $0.key < $1.key }.map(\.value)
        let pairs = sources.filter { $0.angle == one }.flatMap { first in
            sources.filter { $0.angle == other }.map { (first, $0, first.range.intersection($0.range).duration) }
        }
        guard let (first, second, common) = pairs.max(by: { $0.2 < $1.2 }), common >= Self.leastCommon else {
            return false
        }
        let sounds = try concurrently(2) { number in
            let source = [first, second][number]
            return try recording.heard[SoundKey(source)]
                ?? HeardSound(source.info, source.selection, FourierTransforms.standard)
        }
        let alignment = try SoundAligner(FourierTransforms.standard).align(sounds[0], sounds[1])
        return alignment.verdict == .unmatched && !alignment.isDistinct
    }

    /// Whether a camera recorded more than a microphone's own noise.
    func isHeard(_ angle: Angle) throws -> Bool {
        for (_, source) in recording.audioSources.sorted(by: { $0.key < $1.key }) where source.angle == angle {
            if let loudness = try Loudness(of: source).integrated, loudness > MixSettings.leastHeard { return true }
        }
        return false
    }
}

extension RenderPlan {
    /// Another camera or sound file that recorded at least this much more than the only one that is heard, in LU: it was
    /// nearer.
    private static let nearer = 10.0

    /// The loudest microphone that is not heard, of a film that has only one microphone's sound, and by how many LU it is
    /// louder; `nil` if none is much louder.
    ///
    /// - Throws: `MediaError`.
    package func nearerMicrophone() throws -> (angle: Angle, by: Double)? {
        guard let heard = onlyHeardAngle else { return nil }
        let sources = audioSources.sorted { $0.key < $1.key }.map(\.value)
        let levels = try concurrently(sources.count) { try Loudness(of: sources[$0]).integrated ?? -70 }
        let level = { (angle: Angle) in zip(sources, levels).filter { $0.0.angle == angle }.map(\.1).max() ?? -70 }
        let others = Set(sources.map(\.angle)).subtracting([heard]).sorted { $0.name < $1.name }
        guard let loudest = others.max(by: { level($0) < level($1) }) else { return nil }
        let difference = level(loudest) - level(heard)
        return difference >= Self.nearer ? (loudest, difference) : nil
    }
}

extension Loudness {
    /// Of at most ten minutes of a file, without its true peak.
    fileprivate init(of source: AudioSource) throws {
        let rate = Int64(AudioBuffer.sampleRate)
        let reader = try AudioReader(source, map: .identity)
        let clock = TimeBase.perSecond(AudioBuffer.sampleRate)
        var position = source.extent.start.ticks(in: clock, .nearest)
        let end = min(source.extent.end.ticks(in: clock, .nearest), position + 600 * rate)
        try self.init(
            ofBlocks: {
                guard position < end else { return nil }
                let count = Int(min(rate, end - position))
                defer { position += Int64(count) }
                return try reader.read(from: position, count: count)
            }, as: .mixing, needsPeak: false)
    }
}
