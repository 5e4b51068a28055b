import Analysis
import MediaIO
import MediaTime
import Placing
import Planning
import Timeline

/// The positions of recordings in time: some lines for people, everything for programs.
struct SyncReport {
    let sync: FileSync

    init(_ sync: FileSync) { self.sync = sync }

    var text: String {
        let first = sync.reference.path
        let note = sync.referenceIndex > 0 ? ", because \(sync.files[0].path) has no sound that can be decoded" : ""
        return (["\(first) is the reference\(note)."] + others.map(text)).joined(separator: "\n")
    }

    private var others: [FileSync.File] {
        sync.files.indices.filter { $0 != sync.referenceIndex }.map { sync.files[$0] }
    }

    private func text(_ file: FileSync.File) -> String {
        guard let place = file.place else {
            let state = file.isAmbiguous ? "ambiguous" : "not matched"
            return "\(file.path): \(state). \(capitalized(why(file)))."
        }
        let drift = place.method == .audio ? ", drift \(signed(file.driftPPM, 1)) ppm" : ""
        return """
            \(file.path): offset \(signed(file.offset, 4)) s\(drift), \
            \(fixed(file.commonTime, 1)) s in common\(file.decidingSound?.via.map { " with \($0)" } ?? "")
              confidence \(fixed(file.confidence, 2)): \(why(file))
              for a film: \(advice(file, place))
            """ + jumps(file).map { "\n  \($0)" }.joined()
    }

    /// The options that give a film this position.
    private func advice(_ file: FileSync.File, _ place: SyncPlace) -> String {
        let options = "--offset \(quoted("\(file.angle)=\(fixed(file.offset, 4))s"))"
        guard place.method == .audio else { return "\(options), or --sync \(place.method.rawValue)" }
        guard !place.isTogether || place.offset.magnitude > .milliseconds(10) else {
            return "no change: under 10 ms counts as in sync (force it with --sync audio)"
        }
        guard file.pieces.count == 1 else { return "--sync audio (--offset does not repair the sound that was lost)" }
        return "\(options) --drift \(quoted("\(file.angle)=\(fixed(file.driftPPM, 1))ppm")), or --sync audio"
    }

    /// One sentence, without a capital or a period.
    fileprivate func why(_ file: FileSync.File) -> String {
        switch file.place?.method {
        case .timecode:
            return file.isBorneOut ? "both have timecode, and their dates agree with it" : "both have timecode"
        case .clock: return "from the dates in the files, which are in whole seconds, so it may be off by one"
        default: break
        }
        if let place = file.place, place.reference != sync.reference.path, file.heard == nil {
            return "placed relative to \(place.reference)"
        }
        switch file.failure {
        case .brief(let offset, let overlap):
            return
                "its sound matches at \(signed(offset, 3)) s, but an overlap of \(fixed(overlap, 1)) s is too short to move a camera automatically; force it with --method audio and --sync audio"
        case .noTimecode, .unsetTimecode, .noDate, .apart: return file.failure!.why
        default: return whySound(file)
        }
    }

    private func whySound(_ file: FileSync.File) -> String {
        guard let heard = file.heard, let alignment = heard.alignment else {
            let silent = sync.reference.heard?.sound == nil ? sync.reference : file
            return
                "\(silent.path) has no sound that can be decoded; place the camera yourself, such as with --offset \(quoted("\(file.angle)=1.5s"))"
        }
        let deviations = "by \(fixed(alignment.distinctness, 1)) standard deviations"
        let windows = "\(alignment.residuals.count) of \(alignment.windowCount) windows agree"
        switch alignment.verdict {
        case .matched where alignment.isCopy: return "the files are identical"
        case .matched:
            return "the best match stands out \(deviations), and \(windows) to within 0.6 ms"
                + (alignment.residuals.count * 2 < alignment.windowCount ? "; with so few, drift is a guess" : "")
        case .ambiguous:
            let places = candidates(alignment).map { "\(signed($0, 3)) s" }.joined(separator: ", ")
            return "its sound repeats and matches about equally well at \(places)"
        case .unmatched where alignment.distinctness <= 0: return tooLittle(file)
        case .unmatched:
            let what =
                alignment.isDistinct
                ? "the best match stands out \(deviations), but \(windows) there"
                : "no match: the best candidate stands out only \(deviations), as in unrelated sound"
            return what
                + (heard.companion.map {
                    "; it matches \($0.path), which does not match either; a render places it there"
                } ?? "")
        }
    }

    /// Why there was nothing to compare.
    private func tooLittle(_ file: FileSync.File) -> String {
        let short = [sync.reference, file].first { ($0.heard?.sound?.duration ?? 0) < SoundAligner.leastOverlap }
        return short.map { "\($0.path) has less than three seconds of sound" }
            ?? "its sound has no distinct features, as in silence or a steady tone"
    }

    private func capitalized(_ text: String) -> String {
        // A sentence may begin with a file's name, whose case is kept.
        sync.files.contains { text.hasPrefix($0.path) } ? text : text.prefix(1).uppercased() + text.dropFirst()
    }

    private func jumps(_ file: FileSync.File) -> [String] {
        let pieces = file.pieces
        return zip(pieces, pieces.dropFirst()).map { before, after in
            let gap = after.offset - before.offset
            let loser = gap > 0 ? "it" : "the reference"
            return "from \(fixed(after.from, 2)) s on offset \(signed(after.offset, 4)) s: "
                + "\(loser) lost \(fixed(abs(gap) * 1000, 1)) ms of sound"
        }
    }

    fileprivate func candidates(_ alignment: Alignment) -> [Double] {
        alignment.verdict == .ambiguous ? alignment.pieces.prefix(1).map(\.offset) + alignment.alternatives : []
    }

    private func signed(_ number: Double, _ decimals: Int) -> String {
        (number >= 0 ? "+" : "") + fixed(number, decimals)
    }

    var json: String {
        jsonLine(SyncDocument(reference: sync.reference.path, files: others.map { SyncDocument.File($0, self) }))
    }
}

extension FileSync.File {
    /// The sound result, if that placed it.
    fileprivate var decidingSound: SoundSync.File? { place?.method == .audio ? heard : nil }
    fileprivate var isAmbiguous: Bool { place == nil && heard?.alignment?.verdict == .ambiguous }
    fileprivate var pieces: [(from: Double, offset: Double)] {
        if let alignment = decidingSound?.alignment { return alignment.pieces.map { ($0.from, $0.offset) } }
        return place.map { [(0, $0.offset.approximateSeconds)] } ?? []
    }
    fileprivate var offset: Double { pieces.first?.offset ?? 0 }
    fileprivate var driftPPM: Double { decidingSound?.alignment?.drift ?? place?.drift.partsPerMillion ?? 0 }
    fileprivate var commonTime: Double {
        place == nil ? 0 : decidingSound?.alignment?.overlap ?? overlap
    }
    /// For metadata: 1 if timecode and date agree, a half if only one is available.
    fileprivate var confidence: Double {
        guard let place, place.method != .audio else { return heard?.alignment?.confidence ?? 0 }
        return place.method == .timecode && isBorneOut ? 1 : 0.5
    }
}

/// What `compose sync --json` prints.
private struct SyncDocument: Encodable {
    struct File: Encodable {
        var file: String
        var matched, ambiguous: Bool
        var method, why: String
        /// The recording it was compared with, if not the reference.
        var via: String?
        /// Seconds; absent if nothing matched.
        var offset, driftPPM: Double?
        /// A film leaves it where it would be without a sync.
        var together: Bool?
        var overlap, confidence, distinctness: Double
        var windows, agreeing: Int
        var pieces: [Piece]
        var alternatives: [Double]

        init(_ file: FileSync.File, _ report: SyncReport) {
            let alignment = file.heard?.alignment
            self.file = file.path
            (matched, ambiguous) = (file.place != nil, file.isAmbiguous)
            (method, why, via) = (file.place?.method.rawValue ?? "none", report.why(file), file.decidingSound?.via)
            offset = file.place.map { _ in rounded(file.offset, 6) }
            driftPPM = file.place.map { _ in rounded(file.driftPPM, 3) }
            together = file.place?.isTogether
            overlap = rounded(file.commonTime, 3)
            confidence = rounded(file.confidence, 3)
            distinctness = rounded(alignment?.distinctness ?? 0, 2)
            (windows, agreeing) = (alignment?.windowCount ?? 0, alignment?.residuals.count ?? 0)
            pieces = file.pieces.map { Piece(from: rounded($0.from, 3), offset: rounded($0.offset, 6)) }
            alternatives = alignment.map { report.candidates($0).map { rounded($0, 3) } } ?? []
        }
    }
    struct Piece: Encodable {
        var from, offset: Double
    }
    var event = "sync"
    var reference: String
    var files: [File]
}
