import Analysis
import Planning
import Timeline

/// How recordings lie in time: some lines for people, everything for programs.
struct SyncReport {
    let sync: SoundSync

    init(_ sync: SoundSync) { self.sync = sync }

    var text: String {
        (["\(sync.reference.path) is the reference."] + sync.files.dropFirst().map(text)).joined(separator: "\n")
    }

    private func text(_ file: SoundSync.File) -> String {
        guard let alignment = file.alignment else {
            let silent = sync.reference.sound == nil ? sync.reference.path : file.path
            return "\(file.path): not matched, because \(silent) has no sound that can be decoded."
        }
        switch alignment.verdict {
        case .unmatched:
            return "\(file.path): not matched. \(why(alignment))"
        case .ambiguous:
            let places = candidates(alignment).map { "\(signed($0, 3)) s" }.joined(separator: ", ")
            return "\(file.path): ambiguous. Its sound repeats and fits about equally well at \(places)."
        case .matched:
            return """
                \(file.path): offset \(signed(alignment.pieces[0].offset, 4)) s, drift \(signed(alignment.drift, 1)) ppm, \
                \(fixed(alignment.overlap, 1)) s in common
                  confidence \(fixed(alignment.confidence, 2)): \(why(alignment))
                  for a film: --offset \(camera(file))=\(fixed(alignment.pieces[0].offset, 4))s --drift \(camera(file))=\(fixed(alignment.drift, 1))ppm, or --sync audio
                """ + jumps(alignment).map { "\n  \($0)" }.joined()
        }
    }

    /// What the film would call the camera.
    private func camera(_ file: SoundSync.File) -> Angle {
        let angles = Recording.angles(of: sync.files.map { Input(path: $0.path) })
        return zip(sync.files, angles).first { $0.0.path == file.path }!.1
    }

    private func why(_ alignment: Alignment) -> String {
        guard alignment.distinctness > 0 else { return "At least three seconds of sound in both are needed." }
        let place = "the best place stands out by \(fixed(alignment.distinctness, 1)) deviations"
        guard alignment.verdict == .matched else {
            return "Nothing stands out: \(place), of unrelated sound by up to 5."
        }
        return "\(place), and \(alignment.residuals.count) of \(alignment.windowCount) windows agree to within 0.6 ms"
            + (alignment.residuals.count * 2 < alignment.windowCount ? "; with so few the drift is a guess" : "")
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
                files: sync.files.dropFirst().map { file in
                    let alignment = file.alignment
                    let isMatched = alignment?.verdict == .matched
                    return Document.File(
                        file: file.path, matched: isMatched, ambiguous: alignment?.verdict == .ambiguous,
                        method: isMatched ? "audio" : "none",
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
            var method: String
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
