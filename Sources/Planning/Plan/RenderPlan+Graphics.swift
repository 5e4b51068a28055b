import MediaIO
import MediaTime
import Parameters
import Pictures
import Placing
import Timeline

extension RenderPlan {
    /// The files that graphics are read from.
    var graphicsFiles: [String] {
        [output.graphics?.subtitles, output.graphics?.subtitleTrack, output.graphics?.logo?.path].compactMap(\.self)
    }

    /// The frames that something is drawn over, in order, without overlaps.
    package var drawnOver: [EncodeSpan.Part] { output.graphics?.frames(in: composition) ?? [] }

    /// Checks before rendering that everything can be drawn and written.
    ///
    /// - Parameter container: of the film, if it is known.
    /// - Returns: what differs from what somebody might expect.
    /// - Throws: `MediaError`, `ParameterError`.
    package func checkGraphics(for container: Container? = nil) throws -> [Diagnostic] {
        guard let graphics = output.graphics else { return [] }
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
        if let path = graphics.subtitleTrack {
            let file = try SubtitleFile(path: path)
            _ = try SubtitleTrack(file, in: container ?? .mkv, duration: composition.duration)
            if path != graphics.subtitles { notes += note(on: file) }
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
        for font in Set(try graphics.titles.map { try TitleStyle($0.style).font }).sorted() {
            // libass finds fonts by their families.
            guard !FontFile.isPath(font) else { throw MediaError.noFont(name: font, installed: FontFile.families()) }
            _ = try FontFile.path(of: font, covering: "")
        }
        let missing = FontFile.undrawn(in: text)
        return (missing.isEmpty ? [] : [.charactersMissing(missing)]) + notes
    }

    private func note(on file: SubtitleFile) -> [Diagnostic] {
        let late = file.cues.filter { $0.range.start >= composition.duration }
        let shortened: [Diagnostic] = composition.clock.pieces.count > 1 ? [.subtitlesOfFilm(path: file.path)] : []
        guard let first = late.first else { return shortened }
        return shortened + [.subtitlesBeyond(path: file.path, count: late.count, line: first.line)]
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
        var others = (titles.map(\.range) + cues.map(\.range)).map(film.frames(showing:))
        if let logo { others.append(logo.range.map(film.frames(showing:)) ?? whole) }
        // The number of fades and others that begin at a frame, less those that end there.
        var changes: [Int64: (fades: Int, others: Int)] = [:]
        for range in fades {
            changes[range.lowerBound, default: (0, 0)].fades += 1
            changes[range.upperBound, default: (0, 0)].fades -= 1
        }
        for range in others {
            changes[range.lowerBound, default: (0, 0)].others += 1
            changes[range.upperBound, default: (0, 0)].others -= 1
        }
        var (parts, now): ([EncodeSpan.Part], (fades: Int, others: Int)) = ([], (0, 0))
        let borders = changes.keys.sorted()
        for (start, end) in zip(borders, borders.dropFirst()) {
            now = (now.fades + changes[start]!.fades, now.others + changes[start]!.others)
            // Where both apply, the fade is the reason.
            let reason: EncodeReason? = now.fades > 0 ? .fade : now.others > 0 ? .graphics : nil
            if let reason { parts.append(EncodeSpan.Part(frames: start..<end, reason: reason)) }
        }
        return parts
    }

    /// When the first subtitle in the picture begins.
    var firstCue: MediaTime? { subtitles.flatMap { try? SubtitleFile(path: $0) }?.cues.first?.range.start }

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
