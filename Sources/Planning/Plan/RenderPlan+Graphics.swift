import MediaIO
import MediaTime
import Parameters
import Pictures
import Placing
import Timeline

extension RenderPlan {
    /// Checks before rendering that everything can be drawn and written.
    ///
    /// - Parameter container: of the film, if it is known.
    /// - Returns: what differs from what somebody might expect.
    /// - Throws: `MediaError`, `ParameterError`.
    package func checkGraphics(for container: Container? = nil) throws -> [Diagnostic] {
        let graphics = output.graphics
        var text = graphics.titles.map(\.text).joined(separator: "\n")
        var notes: [Diagnostic] = []
        if let path = graphics.subtitles {
            let file = try SubtitleFile(path: path)
            let script = SubtitleScript(file)
            try script.check(on: output.canvas.size)
            text += "\n" + file.text
            if let shape = script.otherShape(than: output.canvas.size) {
                notes.append(.scriptReshaped(path: path, shape))
            }
            notes += note(on: file)
        }
        if let file = try trackedSubtitles() {
            _ = try SubtitleTrack(file, in: container ?? .mkv, duration: composition.duration)
            if graphics.subtitleTrack != nil, file.path != graphics.subtitles { notes += note(on: file) }
        }
        if graphics.captions?.isDrawn == true {
            text += "\n" + captions.captions.map(\.text).joined(separator: "\n")
        }
        if let path = graphics.logo?.path {
            do throws(MediaError) {
                if try ColorImage(path: path, side: 16).isAnimated { notes.append(.logoAnimated(path: path)) }
            } catch {
                throw MatteFile.aboutPicture(error, path)
            }
        }
        if !text.isEmpty {
            _ = try SubtitleBurner(
                SubtitleScript(header: "", events: []), size: output.canvas.size, format: output.canvas.format,
                frameRate: composition.frameRate)
        }
        if text.contains(where: { !$0.isWhitespace }) { try FontFile.checkInstalled() }
        try graphics.checkFonts()
        let missing = FontFile.undrawn(in: text)
        return (missing.isEmpty ? [] : [.charactersMissing(missing)]) + notes
    }

    /// The subtitles that players show on request; `nil` for none.
    ///
    /// - Throws: `MediaError`.
    package func trackedSubtitles() throws(MediaError) -> SubtitleFile? {
        if let path = output.graphics.subtitleTrack { return try SubtitleFile(path: path) }
        guard let own = output.graphics.captions, own.isTrack else { return nil }
        return SubtitleFile(of: own.path, captions.captions.map { ($0.start, $0.end, $0.text) })
    }

    private func note(on file: SubtitleFile) -> [Diagnostic] {
        let late = file.cues.filter { $0.range.start >= composition.duration }
        let shortened: [Diagnostic] = composition.clock.pieces.count > 1 ? [.subtitlesOfFilm(path: file.path)] : []
        guard let first = late.first else { return shortened }
        return shortened + [.subtitlesBeyond(path: file.path, count: late.count, line: first.line)]
    }
}

extension Graphics {
    /// Checks that everything drawn over a film of this length is seen.
    ///
    /// - Parameter cues: when the subtitles in the picture are shown.
    func check(_ cues: [TimeRange], _ film: MediaTime) throws(RequestError) {
        let starts =
            titles.map { ($0.range.start, "the title '\($0.text)'") }
            + [logo?.range].compactMap(\.self).map { ($0.start, "the logo") }
            + cues.prefix(1).map { ($0.start, "the first subtitle") }
        if let (time, what) = starts.first(where: { $0.0 >= film }) {
            throw .graphics(time, what: what, film: film)
        }
        let fades = [fadeIn, fadeOut].compactMap { $0?.duration }.reduce(.zero, +)
        guard fades <= film else { throw .fade(fades, film: film) }
    }

    /// - Throws: `MediaError` for a font of titles that is not there, `ParameterError`.
    func checkFonts() throws {
        let ofCaptions = try captions.map { [try CaptionStyle($0.style).font] } ?? []
        for font in Set(try titles.map { try TitleStyle($0.style).font } + ofCaptions).sorted() {
            _ =
                try FontFile.isPath(font)
                ? FontFile.family(ofFile: font) : FontFile.path(of: font, covering: "")
        }
    }

    /// What the user should know of the captions of a film.
    ///
    /// - Throws: `MediaError` if there are none: no word is in the film.
    func notes(on sheet: CaptionSheet, of composition: Composition) throws(MediaError) -> [Diagnostic] {
        guard let captions else { return [] }
        guard !sheet.captions.isEmpty else { throw .noCaptions(path: captions.path) }
        var notes: [Diagnostic] = []
        if !sheet.hasWordTimes, try! CaptionStyle(captions.style).look != .plain {
            notes.append(.captionsWithoutWords(path: captions.path))
        }
        if captions.of == nil, composition.clock.pieces.count > 1 {
            notes.append(.subtitlesOfFilm(path: captions.path))
        }
        return notes
    }

    /// When the subtitles that are drawn are shown, in file order.
    ///
    /// - Throws: `MediaError`.
    package func readCues() throws(MediaError) -> [TimeRange] {
        guard let subtitles else { return [] }
        return try SubtitleFile(path: subtitles).cues.map(\.range)
    }
}

extension Composition {
    /// The frames of a fade; both fades may meet in the middle.
    package func frameCount(of fade: Graphics.Fade) -> Int64 {
        min(frameCount, frameRate.frame(at: fade.duration, .nearest))
    }

    /// The frames that begin in a range of the film.
    package func frames(showing range: TimeRange) -> Range<Int64> {
        let frame = { (time: MediaTime) in min(max(0, frameRate.frame(at: time, .up)), frameCount) }
        return frame(range.start)..<max(frame(range.start), frame(range.end))
    }
}
