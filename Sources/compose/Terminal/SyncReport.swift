import Analysis
import Planning
import Timeline

/// How recordings lie in time: some lines for people, everything for programs.
struct SyncReport {
    let sync: SoundSync

    init(_ sync: SoundSync) { self.sync = sync }

    var text: String {
        let first = sync.reference.path
        let note = sync.referenceIndex > 0 ? ", since \(sync.files[0].path) has no sound that can be decoded" : ""
        return (["\(first) is the reference\(note)."] + others.map(text)).joined(separator: "\n")
    }

    private var others: [SoundSync.File] {
        sync.files.indices.filter { $0 != sync.referenceIndex }.map { sync.files[$0] }
    }

    private func text(_ file: SoundSync.File) -> String {
        guard let alignment = file.alignment, alignment.verdict == .matched else {
            let state = file.alignment?.verdict == .ambiguous ? "ambiguous" : "not matched"
            return "\(file.path): \(state). \(capitalized(why(file)))."
        }
        return """
            \(file.path): offset \(signed(alignment.pieces[0].offset, 4)) s, drift \(signed(alignment.drift, 1)) ppm, \
            \(fixed(alignment.overlap, 1)) s in common\(file.via.map { " with \($0)" } ?? "")
              confidence \(fixed(alignment.confidence, 2)): \(why(file))
              for a film: --offset \(camera(file))=\(fixed(alignment.pieces[0].offset, 4))s --drift \(camera(file))=\(fixed(alignment.drift, 1))ppm, or --sync audio
            """ + jumps(alignment).map { "\n  \($0)" }.joined()
    }

    /// What the film would call the camera.
    private func camera(_ file: SoundSync.File) -> Angle {
        let angles = Recording.angles(of: sync.files.map { Input(path: $0.path) })
        return zip(sync.files, angles).first { $0.0.path == file.path }!.1
    }

    /// One sentence, without a capital and a full stop.
    private func why(_ file: SoundSync.File) -> String {
        guard let alignment = file.alignment else {
            let silent = sync.reference.sound == nil ? sync.reference : file
            return "\(silent.path) has no sound that can be decoded"
        }
        let place = "the best place stands out by \(fixed(alignment.distinctness, 1)) deviations"
        switch alignment.verdict {
        case .matched:
            return
                "\(place), and \(alignment.residuals.count) of \(alignment.windowCount) windows agree to within 0.6 ms"
                + (alignment.residuals.count * 2 < alignment.windowCount ? "; with so few the drift is a guess" : "")
        case .ambiguous:
            let places = candidates(alignment).map { "\(signed($0, 3)) s" }.joined(separator: ", ")
            return "its sound repeats and fits about equally well at \(places)"
        case .unmatched where alignment.distinctness <= 0:
            return tooLittle(file)
        case .unmatched:
            return
                "no place stands out: the best one by \(fixed(alignment.distinctness, 1)) deviations, as in unrelated sound"
                + (file.companion.map { "; it matches \($0), which does not match either" } ?? "")
        }
    }

    /// Why there was nothing to compare.
    private func tooLittle(_ file: SoundSync.File) -> String {
        let short = [sync.reference, file].first { ($0.sound?.duration ?? 0) < SoundAligner.leastOverlap }
        return short.map { "\($0.path) has less than three seconds of sound" }
            ?? "nothing in its sound tells one moment from another, as in silence or a steady tone"
    }

    private func capitalized(_ text: String) -> String {
        // A sentence may begin with a file's name, which keeps its letters.
        sync.files.contains { text.hasPrefix($0.path) } ? text : text.prefix(1).uppercased() + text.dropFirst()
    }

    private func jumps(_ alignment: Alignment) -> [String] {
        zip(alignment.pieces, alignment.pieces.dropFirst()).map { before, after in
            let gap = after.offset - before.offset
            let loser = gap > 0 ? "it" : "the reference"
            return "from \(fixed(after.from, 2)) s on offset \(signed(after.offset, 4)) s: "
                + "\(loser) lost \(fixed(abs(gap) * 1000, 1)) ms of sound"
        }
    }

    private func candidates(_ alignment: Alignment) -> [Double] {
        alignment.verdict == .ambiguous ? alignment.pieces.prefix(1).map(\.offset) + alignment.alternatives : []
    }

    private func signed(_ number: Double, _ decimals: Int) -> String {
        (number >= 0 ? "+" : "") + fixed(number, decimals)
    }
}

extension SyncReport {
    var json: String {
        jsonLine(
            Document(
                reference: sync.reference.path,
                files: others.map { file in
                    let alignment = file.alignment
                    let isMatched = alignment?.verdict == .matched
                    return Document.File(
                        file: file.path, matched: isMatched, ambiguous: alignment?.verdict == .ambiguous,
                        method: isMatched ? "audio" : "none", why: why(file), via: file.via,
                        offset: isMatched ? alignment?.pieces.first.map { rounded($0.offset, 6) } : nil,
                        driftPPM: isMatched ? alignment.map { rounded($0.drift, 3) } : nil,
                        overlap: rounded(alignment?.overlap ?? 0, 3),
                        confidence: rounded(alignment?.confidence ?? 0, 3),
                        distinctness: rounded(alignment?.distinctness ?? 0, 2),
                        windows: alignment?.windowCount ?? 0, agreeing: alignment?.residuals.count ?? 0,
                        pieces: isMatched
                            ? alignment?.pieces.map {
                                Document.Piece(from: rounded($0.from, 3), offset: rounded($0.offset, 6))
                            } ?? [] : [],
                        alternatives: alignment.map { candidates($0).map { rounded($0, 3) } } ?? [])
                }))
    }

    private func rounded(_ number: Double, _ decimals: Int) -> Double {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        return (number * scale).rounded() / scale
    }

    private struct Document: Encodable {
        struct File: Encodable {
            var file: String
            var matched, ambiguous: Bool
            var method, why: String
            /// The recording that it was compared with, where that is not the reference.
            var via: String?
            /// Seconds; absent where nothing matched.
            var offset, driftPPM: Double?
            var overlap, confidence, distinctness: Double
            var windows, agreeing: Int
            var pieces: [Piece]
            var alternatives: [Double]
        }
        struct Piece: Encodable {
            var from, offset: Double
        }
        var reference: String
        var files: [File]
    }
}
