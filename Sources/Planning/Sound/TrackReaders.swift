import Audio
import MediaIO
import Placing

/// The open files of a mix: one reader for each active track.
final class TrackReaders {
    private let mix: Mix
    private let source: (SourceID) -> AudioSource
    /// Files that no track reads after a seek, which are likely to be read again.
    private var parked: [SourceID: [AudioReader]] = [:]
    /// Files are read from where they are heard, not from their beginning.
    private var seeks = false
    /// By the index of the reading track: a track may start before the point another one has read to.
    private var readers: [Int: AudioReader] = [:]
    private var pastDamage: [SourceID: Damage] = [:]

    init(_ mix: Mix, source: @escaping (SourceID) -> AudioSource) {
        self.mix = mix
        self.source = source
    }

    /// The reader of a track.
    ///
    /// - Parameter position: of the film; nothing before it will be requested.
    func reader(_ track: Int, at position: Int64) throws -> AudioReader {
        if let reader = readers[track] { return reader }
        // A reader that another track of the same file no longer needs is at the right place, or before it.
        let idle = readers.first { isOver($0.key, at: position) && leads($0.key, to: track) }
        let id = mix.tracks[track].source
        let heard = source(id)
        let reader =
            try idle?.value ?? parked[id]?.popLast()
            ?? AudioReader(heard, cleaning: heard.cleaning)
        if let idle {
            readers[idle.key] = nil
        } else if seeks {
            try reader.seek(to: position + mix.tracks[track].offset)
        }
        readers[track] = reader
        return reader
    }

    /// Closes files that are no longer read: music that loops would otherwise leave one open each time.
    func close(before position: Int64) {
        for (track, reader) in readers where isOver(track, at: position) {
            let isNeeded = mix.tracks.indices.contains { !isOver($0, at: position) && leads(track, to: $0) }
            if !isNeeded { retire(track, reader) }
        }
    }

    /// Continues anywhere. The files stay open.
    func seek() {
        for (track, reader) in readers { parked[mix.tracks[track].source, default: []].append(reader) }
        readers = [:]
        seeks = true
    }

    /// The damage in each file's data so far.
    var damage: [SourceID: Damage] {
        readers.reduce(into: pastDamage) { $0[mix.tracks[$1.key].source, default: Damage()].merge($1.value.damage) }
            .filter { !$0.value.isEmpty }
    }

    private func isOver(_ track: Int, at position: Int64) -> Bool { mix.tracks[track].range.upperBound <= position }

    /// A track begins where another one of the same file ends, or later in the file.
    private func leads(_ track: Int, to other: Int) -> Bool {
        let (one, next) = (mix.tracks[track], mix.tracks[other])
        return one.source == next.source
            && one.range.upperBound + one.offset <= next.range.lowerBound + next.offset
    }

    private func retire(_ track: Int, _ reader: AudioReader) {
        pastDamage[mix.tracks[track].source, default: Damage()].merge(reader.damage)
        readers[track] = nil
    }
}
