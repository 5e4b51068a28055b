import Audio
import MediaIO
import MediaTime
import Placing
import Platform
import Timeline

/// Sounds heard one after the other that are brought to one level: a camera's, or a clip's.
private struct MatchedVoice {
    var angle: Angle
    /// Its files.
    var inputs: [SourceID]
    /// Where it is heard, in samples of the film.
    var heard: [Range<Int64>]
}

extension RenderPlan {
    /// The level differences that are left alone: nobody hears less than a decibel between two voices.
    private static let leastMatch = 1.0
    /// How much another sound is raised or lowered at most.
    private static let mostMatch = 12.0
    /// Two recordings of the same time are compared by what both recorded if that is at least three seconds.
    private static let leastCommon = Int64(3 * AudioBuffer.sampleRate)

    /// Brings sounds that are heard one after the other, or of several speakers, to the level of the primary one: by
    /// what both recorded, else by their loudness (ITU-R BS.1770-4).
    ///
    /// - Throws: `MediaError`.
    mutating func matchLevels() throws -> [Diagnostic] {
        let tracks = recordedTracks
        let sources = audioSources
        // The room tones of a seam are the clips' own.
        let isOfClips = output.audio.choice == .follow && output.audio.roomTones != nil
        var voices: [MatchedVoice] = []
        for track in tracks.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            guard let angle = sources[track.source]?.angle else { continue }
            let index = voices.firstIndex {
                isOfClips ? $0.inputs == [track.source] : $0.angle == angle
            }
            if let index {
                voices[index].inputs += voices[index].inputs.contains(track.source) ? [] : [track.source]
                voices[index].heard.append(track.range)
            } else {
                voices.append(MatchedVoice(angle: angle, inputs: [track.source], heard: [track.range]))
            }
        }
        var first: Angle = output.primary
        switch output.audio.choice {
        case .none, .mix, .tracks: return []
        case .follow: break
        case .angle(let angle): first = angle
        case .speakers(let turns):
            let clock = TimeBase.perSecond(AudioBuffer.sampleRate)
            let open = voices.map { voice in
                turns.filter { $0.angle == voice.angle }.map {
                    $0.range.start.ticks(in: clock, .nearest)..<$0.range.end.ticks(in: clock, .nearest)
                }.union()
            }
            for index in voices.indices {
                let others = open.indices.filter { $0 != index }.flatMap { open[$0] }
                voices[index].heard = open[index].without(others)
            }
            // Cameras that are heard only where nobody's microphone is say nothing of the speakers.
            voices.removeAll(where: \.heard.isEmpty)
        }
        guard voices.count > 1 else { return [] }
        let length = { (voice: MatchedVoice) in voice.heard.union().reduce(0) { $0 + Int64($1.count) } }
        let longest = voices.indices.max { length(voices[$0]) < length(voices[$1]) }!
        let reference = isOfClips ? longest : voices.firstIndex { $0.angle == first } ?? longest
        let gains = try matchingGains(voices, tracks, reference: reference, isOfClips: isOfClips)
        for (voice, gain) in zip(voices, gains) where gain != 0 {
            for input in voice.inputs { output.audio.mix.measure(input) { $0.gain = gain } }
        }
        let changed = zip(voices, gains).filter { $1 != 0 }.map { voice, gain in
            Diagnostic.LevelMatch(angle: voice.angle, path: sources[voice.inputs[0]]!.path, gain: gain)
        }
        guard !changed.isEmpty else { return [] }
        let windy = try zip(voices, gains).filter { try $1 != 0 && isWindy($0, tracks) }.map(\.0.angle)
        return [.levelsMatched(changed)] + Set(windy).sorted { $0.name < $1.name }.map(Diagnostic.windy)
    }

    /// What most of the energy of wind and rumble is below, in hertz, and by how many LU a sound is quieter without it:
    /// speech by less than one.
    private static let (wind, leastWind) = (120.0, 4.0)

    /// Whether low noise makes a sound louder than what people hear in it.
    private func isWindy(_ voice: MatchedVoice, _ tracks: [Mix.Track]) throws -> Bool {
        let own = tracks.filter { voice.inputs.contains($0.source) }
        guard own.allSatisfy({ audioSource($0.source)?.cleaning.highpass == nil }) else { return false }
        let levels = try concurrently(2) { number in
            try loudness(of: own, in: voice.heard, highpass: number == 0 ? nil : Self.wind).integrated ?? -70
        }
        return levels[0] - levels[1] >= Self.leastWind
    }

    /// - Parameter isOfClips: each is compared with the one before it, and with the reference only by loudness.
    private func matchingGains(
        _ voices: [MatchedVoice], _ tracks: [Mix.Track], reference: Int, isOfClips: Bool
    ) throws -> [Double] {
        let isSpeech = if case .speakers = output.audio.choice { true } else { false }
        let own = { @Sendable (index: Int, needsPeak: Bool) in
            let voice = voices[index]
            return try loudness(
                of: tracks.filter { voice.inputs.contains($0.source) }, in: voice.heard, needsPeak: needsPeak)
        }
        let order = isOfClips ? Array(voices.indices) : [reference] + voices.indices.filter { $0 != reference }
        let partner = { @Sendable in isOfClips ? $0 - 1 : reference }
        let differences = try concurrently(order.count) { place in
            place == 0 || isSpeech ? nil : try commonDifference(voices[partner(order[place])], voices[order[place]])
        }
        // Only what was not recorded together is compared by its own loudness.
        let needsOwn = differences.dropFirst().contains(nil)
        let levels = try concurrently(order.count) { place in
            needsOwn && differences[place] == nil ? try own(order[place], false).integrated : nil
        }
        var gains = [Double](repeating: 0, count: voices.count)
        for place in order.indices.dropFirst() {
            if let difference = differences[place] {
                gains[order[place]] = gains[partner(order[place])] + difference
            } else if let one = levels[0], let other = levels[place] {
                gains[order[place]] = one - other
            }
        }
        let shift = gains[reference]
        gains = gains.map { gain in
            let gain = max(-Self.mostMatch, min(Self.mostMatch, gain - shift))
            return gain.magnitude < Self.leastMatch ? 0 : (gain * 10).rounded() / 10
        }
        // What is raised must not clip; if it would, everything else is lowered instead.
        let raised = gains.indices.filter { gains[$0] > 0 }
        let peaks = try concurrently(raised.count) { try own(raised[$0], true).truePeak }
        let peak = zip(raised, peaks).compactMap { index, peak in peak.map { $0 + gains[index] } }.max()
        let excess = max(0, (((peak ?? -.infinity) - LevelTarget.truePeak) * 10).rounded(.up) / 10)
        return gains.map { $0 - excess }
    }

    /// How much louder the first recorded than the second what both recorded; `nil` if that is too little.
    private func commonDifference(_ one: MatchedVoice, _ other: MatchedVoice) throws -> Double? {
        let clock = TimeBase.perSecond(AudioBuffer.sampleRate)
        let film = TimeRange(
            start: composition.clock.target(at: .zero), end: composition.clock.target(at: composition.duration))
        let base = film.start.ticks(in: clock, .nearest)
        let tracks = { (voice: MatchedVoice) in
            voice.inputs.flatMap { input -> [Mix.Track] in
                let source = audioSource(input)!
                return source.heardRanges(true).map { range in
                    let range = range.intersection(film)
                    let start = range.start.ticks(in: clock, .up)
                    let end = max(start, range.end.ticks(in: clock, .down))
                    return Mix.Track(
                        source: input, range: start - base..<end - base, offset: base, gain: .constant(1))
                }.filter { !$0.range.isEmpty }
            }
        }
        let (first, second) = (tracks(one), tracks(other))
        let common = first.flatMap { track in second.map { track.range.clamped(to: $0.range) } }.filter { !$0.isEmpty }
            .union()
        guard common.reduce(0, { $0 + Int64($1.count) }) >= Self.leastCommon else { return nil }
        let levels = try concurrently(2) { try loudness(of: [first, second][$0], in: common).integrated }
        guard let level = levels[0], let otherLevel = levels[1] else { return nil }
        return level - otherLevel
    }

    /// Brings sounds that have nothing in common and are added to the level of the loudest, by their loudness. If their sum
    /// would clip, all are lowered.
    ///
    /// - Throws: `MediaError`.
    mutating func matchTogether() throws -> [Diagnostic] {
        let sources = audioSources
        let byAngle = Dictionary(grouping: recordedTracks) { sources[$0.source]?.angle }
        let voices = byAngle.compactMap { angle, tracks in angle.map { (angle: $0, tracks: tracks) } }
            .sorted { $0.angle.name < $1.angle.name }
        let plan = self
        let levels = try concurrently(voices.count) { number in
            let tracks = voices[number].tracks
            return try plan.loudness(of: tracks, in: tracks.map(\.range), needsPeak: true)
        }
        let heard = levels.map { level in level.integrated.flatMap { $0 > MixSettings.leastHeard ? $0 : nil } }
        guard let loudest = heard.compactMap(\.self).max() else { return [] }
        var gains = heard.map { level in
            let gain = level.map { min(Self.mostMatch, loudest - $0) } ?? 0
            return gain < Self.leastMatch ? 0 : (gain * 10).rounded() / 10
        }
        guard gains.contains(where: { $0 > 0 }) else { return [] }
        // Equal shares of peaks that coincide, and whole ones where one is heard alone.
        let peaks = zip(levels, gains).map { level, gain in level.truePeak.map { Decibels.factor($0 + gain) } ?? 0 }
        let alone = voices.indices.filter { number in
            let others = voices.enumerated().filter { $0.offset != number }.flatMap { $0.element.tracks.map(\.range) }
            return !voices[number].tracks.map(\.range).union().without(others).isEmpty
        }.map { peaks[$0] }
        let peak = max(peaks.reduce(0, +) / Double(voices.count), alone.max() ?? 0)
        let excess = max(0, ((Decibels.of(Float(peak)) - LevelTarget.truePeak) * 10).rounded(.up) / 10)
        gains = gains.map { $0 - excess }
        for (voice, gain) in zip(voices, gains) where gain != 0 {
            for input in Set(voice.tracks.map(\.source)).sorted() { output.audio.mix.measure(input) { $0.gain = gain } }
        }
        return [
            .levelsMatched(
                zip(voices, gains).filter { $1 != 0 }.map { voice, gain in
                    Diagnostic.LevelMatch(
                        angle: voice.angle, path: sources[voice.tracks[0].source]!.path, gain: gain)
                })
        ]
    }

    /// Sets the level of music that has none.
    ///
    /// - Throws: `MediaError`.
    mutating func levelMusic() throws {
        for index in sounds.indices {
            guard case .music(var music) = sounds[index].role, music.gain == nil else { continue }
            music.gain = try gain(ofMusic: .sound(index))
            sounds[index].role = .music(music)
        }
    }

    /// Its own level if it plays alone, otherwise below everything else.
    private func gain(ofMusic id: SourceID) throws -> Double {
        let tracks = mix?.tracks ?? []
        let levels = try concurrently(2) { number in
            let tracks = tracks.filter { ($0.source == id) == (number == 0) }
            return try loudness(of: tracks, in: tracks.map(\.range), atOwnLevel: false).integrated
        }
        // Below the noise of a microphone that heard nothing, music would not be heard.
        guard let own = levels[0], let film = levels[1], film > MixSettings.leastHeard else { return 0 }
        let under = output.audio.mix.ducking == nil ? SoundRole.Music.under.steady : SoundRole.Music.under.ducked
        let gain = ((film + under - own) * 10).rounded() / 10
        return max(MixSettings.gains.lowerBound, min(MixSettings.gains.upperBound, gain))
    }

    /// The longest part that is measured without a pause, and the length of all of them: ten minutes of a long film tell
    /// its level to a fraction of a decibel.
    private static let (longestPart, longestMeasured) = (
        Int64(30 * AudioBuffer.sampleRate), Int64(600 * AudioBuffer.sampleRate)
    )

    /// The loudness of tracks in parts of the film; of long parts, samples of it.
    ///
    /// - Parameters:
    ///   - atOwnLevel: without gains and fades.
    ///   - needsPeak: whether true peaks are measured, which takes as long as everything else.
    ///   - highpass: measures without what is below it, in hertz.
    private func loudness(
        of tracks: [Mix.Track], in windows: [Range<Int64>], atOwnLevel: Bool = true, needsPeak: Bool = false,
        highpass: Double? = nil
    ) throws -> Loudness {
        let parts = windows.union().flatMap { window in
            stride(from: window.lowerBound, to: window.upperBound, by: Int64.Stride(Self.longestPart)).map {
                $0..<min(window.upperBound, $0 + Self.longestPart)
            }
        }
        let total = parts.reduce(0) { $0 + Int64($1.count) }
        let step = Int(max(1, (total + Self.longestMeasured - 1) / Self.longestMeasured))
        var rest = parts.enumerated().filter { $0.offset % step == 0 }.map(\.element)[...]
        let tracks = tracks.map { track in
            var track = track
            if atOwnLevel { (track.gain, track.courses) = (.constant(1), []) }
            return track
        }
        let mixer = AudioMixer(Mix(tracks: tracks, frameCount: parts.last?.upperBound ?? 0)) { input in
            var source = audioSource(input)!
            if let highpass { source.cleaning.highpass = highpass }
            return source
        }
        return try Loudness(
            ofBlocks: {
                guard let part = rest.first else { return nil }
                mixer.skip(to: part.lowerBound)
                let block = part.prefix(Int(AudioBuffer.sampleRate))
                rest[rest.startIndex] = block.upperBound..<part.upperBound
                if rest[rest.startIndex].isEmpty { rest.removeFirst() }
                return try mixer.next(block.count)
            }, as: .mixing, needsPeak: needsPeak)
    }
}
