import Archive
import Export
import Frames
import MediaIO
import MediaTime
import Pictures
import Planning
import Platform
import Timeline

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An HTML page that shows the results of a batch: for each film a strip of pictures, its cuts, notes and errors. The
/// page is self-contained; nothing is loaded from elsewhere. It appears only when it is complete.
final class BatchPage {
    private let file: AtomicFile
    let path: String
    private static let mark = "<meta name=\"generator\" content=\"compose batch\">"

    /// - Throws: `UsageError` if another kind of file exists there, `MediaError` if the page cannot be written.
    init(path: String) throws {
        self.path = path
        try Folder.make(FilePath(path).folder)
        do {
            file = try AtomicFile(destination: path, inputs: [], mayReplace: Self.isPage(path))
        } catch MediaError.outputExists {
            throw UsageError(
                "\(path) exists and is not a report of 'compose batch'; name another file with --report.",
                status: .exists)
        }
        try write(
            """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">\(Self.mark)
            <title>compose batch</title>
            <style>
            body { font: 15px/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 1320px; padding: 0 1em; color: #222; }
            section { border-top: 1px solid #ccc; padding: 1em 0; }
            h2 { font-size: 1.1em; margin: 0; } h2 small { font-weight: normal; color: #666; }
            .strip { display: flex; flex-wrap: wrap; gap: 4px; margin: .6em 0; }
            figure { margin: 0; } img { display: block; } figcaption { font-size: .75em; color: #666; }
            .failed h2, .error { color: #a00; } ul { margin: .3em 0; padding-left: 1.3em; }
            details { margin: .3em 0; }
            </style></head><body><h1>compose batch</h1>

            """)
    }

    /// Whether the existing file is a page of an earlier batch, which may be replaced.
    private static func isPage(_ path: String) -> Bool {
        guard let file = FileSystem.fopen(path, "r") else { return false }
        defer { fclose(file) }
        var beginning = [UInt8](repeating: 0, count: 300)
        let count = fread(&beginning, 1, beginning.count, file)
        return String(decoding: beginning[..<count], as: UTF8.self).contains(mark)
    }

    func add(_ section: BatchPageSection) throws { try write(section.text) }

    /// - Parameter sum: a sentence that summarizes the results.
    func finish(_ sum: String) throws {
        try write("<section><p>\(escaped(sum))</p></section></body></html>\n")
        try file.commit()
    }

    private func write(_ text: String) throws { try file.write(Array(text.utf8)) }
}

/// The part of the page about one film.
struct BatchPageSection: Sendable {
    private(set) var text = ""
    private let path: String
    /// Per film, evenly distributed over its duration.
    private static let pictureCount = 8
    /// In pixels: eight in a row fit a laptop's screen.
    private static let width = 160

    /// - Parameter path: of the page, for error messages.
    init(_ film: BatchFilm, _ outcome: BatchOutcome, path: String) {
        self.path = path
        text += "<section class=\"\(outcome.state.rawValue)\"><h2>\(escaped(film.output)) "
        text += "<small>\(outcome.state.text) · \(escaped(film.found.summary))</small></h2>\n"
        switch outcome {
        case .done(let report, _, _), .planned(let report), .upToDate(let report?): add(report)
        case .failed(let failure): text += "<p class=\"error\">\(escaped(failure.message))</p>\n"
        case .upToDate, .skipped, .busy: break
        }
        text += "</section>\n"
    }

    private mutating func add(_ report: PlanReport) {
        text += "<p>\(escaped(report.film))</p>\n<div class=\"strip\">"
        do {
            text += try pictures(of: report.planned.plan).joined()
        } catch {
            // The film itself is fine, and the page continues without pictures.
            text += "<p class=\"error\">\(escaped(Failure(error)?.message ?? "\(error)"))</p>"
        }
        text += "</div>\n"
        addList(report.notes.byImportance.map(\.message), "notes", isOpen: true)
        addList(report.adjustmentText.lines(report.adjustments), "adjustments", isOpen: false)
        addList(cuts(of: report.planned.plan.composition), "cuts", isOpen: false)
    }

    private func pictures(of plan: RenderPlan) throws -> [String] {
        let canvas = plan.output.canvas
        let size = PictureSize(
            width: Self.width, height: max(2, Self.width * canvas.size.height / canvas.size.width / 2 * 2))
        let source = FrameSource(plan)
        return try (0..<Int64(Self.pictureCount)).map { index in
            let time = plan.composition.duration * (2 * index + 1) / Int64(2 * Self.pictureCount)
            let picture = try source.picture(at: time, size: size)
            let bytes = Data(try ImageFile.jpeg(picture, color: canvas.color, path: path)).base64EncodedString()
            let text = time.clockDescription
            return "<figure><img width=\"\(size.width)\" height=\"\(size.height)\" alt=\"\(text)\" "
                + "src=\"data:image/jpeg;base64,\(bytes)\"><figcaption>\(text)</figcaption></figure>"
        }
    }

    /// "0:05.000: front, by dissolve".
    private func cuts(of composition: Composition) -> [String] {
        composition.segments.enumerated().map { index, segment in
            let time = composition.frameRate.time(ofFrame: segment.frames.lowerBound)
            let transition = composition.transitions.first { $0.incoming == index }
            return "\(time.clockDescription): \(segment.scene.map { "\($0)" } ?? "black")"
                + (transition.map { ", by \($0.specification)" } ?? "")
        }
    }

    private mutating func addList(_ lines: [String], _ name: String, isOpen: Bool) {
        guard !lines.isEmpty else { return }
        text += "<details\(isOpen ? " open" : "")><summary>\(name): \(lines.count)</summary><ul>"
        for line in lines { text += "<li>\(escaped(line))</li>" }
        text += "</ul></details>\n"
    }
}

private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
}
