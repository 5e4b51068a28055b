import Placing
import Render
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

/// An HTML page that shows the results of a batch: the sum, for each film a strip of pictures, its cuts, notes and errors,
/// and the files that are not used. Nothing is loaded from elsewhere; the films are linked. It appears only when it is
/// complete.
final class BatchPage {
    /// What the parts of a page need to know about it.
    struct Place: Sendable {
        var path: String
        /// The sections of the page that this one replaces, by `BatchPageSection.key`.
        var earlier: [FileKey: Substring]
    }

    let place: Place
    private let file: AtomicFile
    private var sections: [String] = []
    private static let mark = "<meta name=\"generator\" content=\"compose batch\">"

    /// - Throws: `UsageError` if another kind of file exists there, `MediaError` if the page cannot be written.
    init(path: String) throws {
        try Folder.make(FilePath(path).folder)
        let isPage = Self.isPage(path)
        let page = isPage ? String(decoding: FileSystem.contents(ofFile: path) ?? [], as: UTF8.self) : ""
        file = try Self.open(path, mayReplace: isPage)
        place = Place(path: path, earlier: BatchPageSection.bodies(of: page))
    }

    private static func open(_ path: String, mayReplace: Bool) throws -> AtomicFile {
        do {
            return try AtomicFile(destination: path, inputs: [], mayReplace: mayReplace)
        } catch {
            guard case .outputExists = error else { throw error }
            throw UsageError(
                "\(path) exists and is not a report of 'compose batch'; name another file with --report.",
                status: .exists)
        }
    }

    private static let head = """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8">\(mark)
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

        """

    /// Whether the existing file is a page of an earlier batch, which may be replaced.
    private static func isPage(_ path: String) -> Bool {
        guard let file = FileSystem.fopen(path, "r") else { return false }
        defer { fclose(file) }
        var beginning = [UInt8](repeating: 0, count: 300)
        let count = fread(&beginning, 1, beginning.count, file)
        return String(decoding: beginning[..<count], as: UTF8.self).contains(mark)
    }

    func add(_ section: BatchPageSection) { sections.append(section.text) }

    /// - Parameters:
    ///   - sum: a sentence that summarizes the results.
    ///   - unused: files that belong to no recording.
    func finish(_ sum: String, _ unused: [UnusedFile]) throws {
        var rest = Details()
        rest.addList(unused.map { "\($0.path): \($0.reason.text)" }, "unused files", isOpen: false)
        for text in [Self.head, "<p>\(escaped(sum))</p>\n\(rest.text)"] + sections + ["</body></html>\n"] {
            try file.write(Array(text.utf8))
        }
        try file.commit()
    }
}

/// The part of the page about one film.
struct BatchPageSection: Sendable {
    private(set) var text = ""
    private let path: String
    /// Per film, evenly distributed over its duration.
    private static let pictureCount = 8
    /// In pixels: eight in a row fit a laptop's screen.
    private static let width = 160

    init(_ film: BatchFilm, _ outcome: BatchOutcome, on page: BatchPage.Place) {
        path = page.path
        let (report, plan): (PlanReport?, String?) =
            switch outcome {
            case .done(let report, _, _), .planned(let report, _): (report, try? report.planned.plan.digest)
            case .upToDate(let report, let plan): (report, plan)
            case .skipped, .busy, .failed: (nil, nil)
            }
        let key = Self.key(film.output, plan: plan ?? "")
        text += "<section class=\"\(outcome.state.rawValue)\"><h2 \(key)>"
        text += "<a href=\"\(link(to: film.output))\">\(escaped(film.output))</a> "
        text += "<small>\(outcome.state.text) · \(escaped(film.found.summary))</small></h2>\n"
        if plan != nil, outcome.state == .upToDate, let body = page.earlier[FileKey(key)] {
            text += body
        } else if let report {
            add(report)
        } else if case .failed(let failure) = outcome {
            text += "<p class=\"error\">\(escaped(failure.message))</p>\n"
        } else if outcome.state == .upToDate {
            text += "<p>Made earlier; with -n, the report shows its pictures and cuts.</p>\n"
        }
        text += "</section>\n"
    }

    /// Identifies the section of a film while its plan is the same.
    private static func key(_ film: String, plan: String) -> String {
        "data-film=\"\(escaped(film))\" data-plan=\"\(plan)\""
    }

    /// What the sections of a page have after their headings, by their keys.
    static func bodies(of page: String) -> [FileKey: Substring] {
        let sections = page.split(separator: "<section ").dropFirst().compactMap { section -> (FileKey, Substring)? in
            guard let start = section.firstRange(of: "data-film="), let end = section.firstRange(of: "><a href="),
                start.lowerBound < end.lowerBound, let heading = section.firstRange(of: "</h2>\n"),
                let last = section.firstRange(of: "</section>"), heading.upperBound <= last.lowerBound,
                case let body = section[heading.upperBound..<last.lowerBound], body.contains("<img ")
            else { return nil }
            return (FileKey(String(section[start.lowerBound..<end.lowerBound])), body)
        }
        return Dictionary(sections, uniquingKeysWith: { one, _ in one })
    }

    /// The film as seen from the page: relative if it is in the page's folder or below.
    private func link(to film: String) -> String {
        let folder = FilePath(path).folder
        var (scheme, target) = ("", film)
        if folder != ".", film.hasPrefix(folder + "/") {
            target = String(film.dropFirst(folder.count + 1))
        } else if folder != "." || film.hasPrefix("/") {
            scheme = "file://"
            if !film.hasPrefix("/") { target = FileManager.default.currentDirectoryPath + "/" + film }
        }
        let plain = Set("/-._~".utf8)
        return scheme
            + target.fileNameBytes.map { byte in
                let character = Character(Unicode.Scalar(byte))
                return plain.contains(byte) || byte < 128 && (character.isLetter || character.isNumber)
                    ? String(character) : "%" + String(256 + Int(byte), radix: 16, uppercase: true).dropFirst()
            }.joined()
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
        var details = Details()
        details.addList(report.notes.byImportance.map(\.message), "notes", isOpen: true)
        details.addList(report.adjustmentText.lines(report.adjustments), "adjustments", isOpen: false)
        details.addList(cuts(of: report.planned.plan.composition), "cuts", isOpen: false)
        text += details.text
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
}

/// Lists that can be opened and closed.
private struct Details {
    private(set) var text = ""

    mutating func addList(_ lines: [String], _ name: String, isOpen: Bool) {
        guard !lines.isEmpty else { return }
        text += "<details\(isOpen ? " open" : "")><summary>\(name): \(lines.count)</summary><ul>"
        for line in lines { text += "<li>\(escaped(line))</li>" }
        text += "</ul></details>\n"
    }
}

private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
}
