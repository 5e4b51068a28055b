import MediaIO
import MediaTime
import Parameters
import Pictures
import Timeline

extension RenderPlan {
    /// The files that graphics are read from.
    var graphicsFiles: [String] {
        [output.graphics?.subtitles, output.graphics?.subtitleTrack, output.graphics?.logo?.path].compactMap(\.self)
    }

    /// The frames that something is drawn over, in order, without overlaps.
    package var drawnOver: [EncodeSpan.Part] { output.graphics?.frames(in: composition) ?? [] }

    /// Checks before rendering that everything can be drawn.
    ///
    /// - Returns: the characters that no installed font has.
    /// - Throws: `MediaError`, `ParameterError`.
    package func checkGraphics() throws -> String {
        guard let graphics = output.graphics else { return "" }
        var text = graphics.titles.map(\.text).joined()
        if let path = graphics.subtitles { text += try SubtitleFile(path: path).text }
        if let path = graphics.subtitleTrack { _ = try SubtitleFile(path: path) }
        if let path = graphics.logo?.path {
            do throws(MediaError) { _ = try ColorImage(path: path, side: 16) } catch {
                throw MatteFile.aboutPicture(error, path)
            }
        }
        if !text.isEmpty {
            _ = try SubtitleBurner(script: nil, file: nil, size: output.canvas.size, format: output.canvas.format)
        }
        for title in graphics.titles { _ = try FontFile.path(of: try TitleStyle(title.style).font, covering: "") }
        return FontFile.missingEverywhere(in: text)
    }
}

extension Graphics {
    /// The frames of a film that something is drawn over, in order, without overlaps, and why they are encoded.
    func frames(in film: Composition) -> [EncodeSpan.Part] {
        let whole = 0..<film.frameCount
        var fades: [Range<Int64>] = []
        if let fadeIn { fades.append(0..<film.frameCount(of: fadeIn)) }
        if let fadeOut { fades.append(whole.upperBound - film.frameCount(of: fadeOut)..<whole.upperBound) }
        // If the subtitles are gone, `checkInputs` notices it.
        let cues = subtitles.flatMap { try? SubtitleFile(path: $0) }?.cues ?? []
        var others = (titles.map(\.range) + cues).map(film.frames(showing:))
        if let logo { others.append(logo.range.map(film.frames(showing:)) ?? whole) }
        // Where both apply, the fade is the reason.
        let borders = Set((fades + others).flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
        return zip(borders, borders.dropFirst()).compactMap { start, end in
            let isIn = { (ranges: [Range<Int64>]) in ranges.contains { $0.lowerBound <= start && end <= $0.upperBound }
            }
            let reason: EncodeReason? = isIn(fades) ? .fade : isIn(others) ? .graphics : nil
            return reason.map { EncodeSpan.Part(frames: start..<end, reason: $0) }
        }
    }

    /// When the first subtitle in the picture begins.
    var firstCue: MediaTime? { subtitles.flatMap { try? SubtitleFile(path: $0) }?.cues.first?.start }

    package mutating func renameFiles(_ rename: (String) -> String) {
        subtitles = subtitles.map(rename)
        subtitleTrack = subtitleTrack.map(rename)
        if let path = logo?.path { logo!.path = rename(path) }
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
