import Analysis
import MediaIO
import Platform

/// The positions of recordings in time relative to one of them, by their sound.
package struct SoundSync: Sendable {
    /// One recording; `sound` is nil if it has no decodable sound.
    package struct File: Sendable {
        /// The file, as named by the user.
        package var path: String
        /// Its sound, read once; it can be read again.
        package var sound: HeardSound?
        /// Its position on the reference's clock; nil for the reference, and if either has no sound.
        package var alignment: Alignment?
        /// The recording it was compared with, if not the reference: one that was itself placed.
        package var via: String?
        /// Another recording that it matches, if neither matches the reference.
        package var companion: Companion?
        /// Whether one offset stands out; also `false` for the reference, which has no alignment.
        package var isMatched: Bool { alignment?.verdict == .matched }
    }

    /// A match of two recordings.
    package struct Companion: Sendable {
        /// The other's number and path.
        package var index: Int
        /// The other file, as named by the user.
        package var path: String
        /// The position on the other's clock.
        package var alignment: Alignment
    }

    /// In the given order.
    package private(set) var files: [File] = []
    /// The first with sound; if none has sound, the first.
    package private(set) var referenceIndex = 0
    /// The recording that the others are compared with first.
    package var reference: File { files[referenceIndex] }
    /// The files that have a companion, each after its companion.
    private(set) var companions: [Int] = []

    private let leastOverlap: Double

    /// Reads the sound of each file in full, and windows of each pair a second time. Recordings that do not surely match
    /// the reference are compared with the others.
    ///
    /// - Parameters:
    ///   - recordings: at least one, each with the sound to use.
    ///   - anchors: recordings whose position is known without sound; among those that do not match the reference, others
    ///     are compared with them first.
    ///   - leastOverlap: how long both must have recorded for a sure match, in seconds.
    ///   - hearing: called with the progress, from several threads.
    /// - Throws: `MediaError`.
    package init(
        _ recordings: [(info: MediaInfo, sound: SoundSelection?)], anchors: Set<Int> = [], leastOverlap: Double = 0,
        hearing: @escaping @Sendable (Hearing) -> Void = { _ in }
    ) throws {
        self.leastOverlap = leastOverlap
        files = try concurrently(recordings.count) { number in
            let (info, selection) = recordings[number]
            let transforms = FourierTransforms.standard
            let sound = try Trace.span("hear", info.path) {
                try selection.map { try HeardSound(info, $0, transforms, hearing) }
            }
            return File(path: info.path, sound: sound)
        }
        referenceIndex = files.firstIndex { $0.sound != nil } ?? 0
        let aligner = SoundAligner(FourierTransforms.standard)
        for index in files.indices where index != referenceIndex {
            files[index].alignment = try alignment(of: index, beside: referenceIndex, aligner)
        }
        try compareTheRest(anchors, aligner)
    }

    private func alignment(of index: Int, beside other: Int, _ aligner: SoundAligner) throws -> Alignment? {
        guard let sound = files[index].sound, let reference = files[other].sound else { return nil }
        let paths = (files[other].path, files[index].path)
        return try Trace.span("align", "\(paths.1) with \(paths.0)") {
            try aligner.align(reference, sound) {
                try FileFingerprint(path: paths.0).description == FileFingerprint(path: paths.1).description
            }
        }
    }

    /// Two cameras may have recorded one after the other during a third camera's recording.
    private mutating func compareTheRest(_ anchors: Set<Int>, _ aligner: SoundAligner) throws {
        var placed = files.indices.filter { isSure(files[$0].alignment) }[...]
        var rest = files.indices.filter {
            $0 != referenceIndex && files[$0].sound != nil && !isSure(files[$0].alignment)
        }
        while let one = placed.popFirst() {
            for index in rest {
                let best = files[index].isMatched ? files[index].alignment!.overlap : 0
                guard let found = try alignment(of: index, beside: one, aligner), found.verdict == .matched,
                    found.overlap > best
                else { continue }
                files[index].alignment = found.chained(to: files[one].alignment!)
                files[index].via = files[one].path
                if isSure(found) { placed.append(index) }
            }
            rest.removeAll { isSure(files[$0].alignment) }
        }
        rest = rest.filter(anchors.contains) + rest.filter { !anchors.contains($0) }
        while !rest.isEmpty {
            var group = [rest.removeFirst()][...]
            while let one = group.popFirst() {
                for index in rest {
                    guard let found = try alignment(of: index, beside: one, aligner), isSure(found) else { continue }
                    files[index].companion = Companion(index: one, path: files[one].path, alignment: found)
                    companions.append(index)
                    group.append(index)
                }
                rest.removeAll { files[$0].companion != nil }
            }
        }
    }

    private func isSure(_ alignment: Alignment?) -> Bool {
        guard let alignment, alignment.verdict == .matched else { return false }
        return alignment.overlap >= leastOverlap || alignment.isCopy
    }
}

/// The progress of reading a file's sound.
package struct Hearing: Hashable, Sendable {
    /// The file being read.
    package var path: String
    /// Seconds read so far, and the file's duration in seconds.
    package var heard, duration: Double
}

extension HeardSound {
    /// Reads a file's sound.
    ///
    /// - Throws: `MediaError`.
    package init(
        _ info: MediaInfo, _ selection: SoundSelection, _ transforms: FourierTransforms,
        _ hearing: (Hearing) -> Void = { _ in }
    ) throws {
        let (path, clock, duration) = (info.path, info.clock, info.duration.approximateSeconds)
        try self.init(
            transforms, progress: { hearing(Hearing(path: path, heard: $0, duration: duration)) },
            open: {
                try AnalysisReader(path: path, stream: selection.stream, channels: selection.channels, clock: clock)
            })
    }
}
