import MediaIO
import Pictures
import Placing
import Timeline

extension PictureText {
    /// The enabled texts, by their names on the command line.
    package var kinds: [String] {
        [("label", label), ("clock", clock), ("timecode", timecode)].filter { $0.1 != nil }.map(\.0)
    }
}

extension CompositionRequest {
    /// The recordings whose pictures show no clock although one was requested.
    ///
    /// - Throws: `RequestError.noClock` if none of them can show one.
    func textNotes(_ recording: Recording) throws(RequestError) -> [Diagnostic] {
        guard finish.text?.clock != nil else { return [] }
        let silent = recording.sources.filter { $0.info.wallClock == nil }.map(\.path)
        guard silent.count < recording.sources.count else { throw .noClock(paths: silent) }
        return silent.map { .noClock(path: $0) }
    }
}

extension RenderPlan {
    /// The style of each kind of text in the film, and its font file.
    package struct TextFace: Sendable {
        package let style: TextStyle
        package let fontFile: String

        package init(_ style: TextStyle, writing text: String) throws(MediaError) {
            self.style = style
            fontFile = try FontFile.path(of: style.font, covering: text)
        }
    }

    /// - Throws: `MediaError` if there is no such font, or it lacks required characters.
    package func labelFace() throws(MediaError) -> TextFace? { try output.text?.label.map(nameFace) }
    package func clockFace() throws(MediaError) -> TextFace? {
        guard let style = output.text?.clock else { return nil }
        return try TextFace(style, writing: "0123456789-: UTC")
    }
    package func timecodeFace() throws(MediaError) -> TextFace? {
        guard let style = output.text?.timecode else { return nil }
        return try TextFace(style, writing: "0123456789:;")
    }
    /// The face for names in empty cells; `nil` if there are none.
    package func cellFace() throws(MediaError) -> TextFace? {
        guard composition.segments.contains(where: { $0.scene?.emptyCells != nil }) else { return nil }
        return try nameFace(
            TextStyle(
                corner: .top, size: Self.cellNameSize, margin: 0, font: output.text?.label?.font ?? "sans",
                color: Self.cellNameColor, box: RGBColor(red: 0, green: 0, blue: 0, alpha: 0)))
    }

    /// Larger than a label, because the cell shows nothing else.
    private static let cellNameSize = 0.06
    private static let cellNameColor = RGBColor(red: 0xA0, green: 0xA0, blue: 0xA0)

    private func nameFace(_ style: TextStyle) throws(MediaError) -> TextFace {
        let text = output.text ?? PictureText()
        return try TextFace(style, writing: composition.session.angles.map(text.name).joined())
    }

    /// The font files used for the film's text.
    ///
    /// - Throws: same as `labelFace()`.
    func fontFiles() throws(MediaError) -> [String] {
        [try labelFace(), try clockFace(), try timecodeFace(), try cellFace()].compactMap { $0?.fontFile }
    }

    /// Checks before rendering that all texts can be drawn.
    ///
    /// - Throws: `MediaError`.
    package func checkFonts() throws(MediaError) {
        for file in try fontFiles() { _ = try TextRasterizer(fontFile: file) }
    }
}
