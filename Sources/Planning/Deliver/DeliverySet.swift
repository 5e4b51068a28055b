import Placing
import MediaIO
import MediaTime
import Platform
import Timeline

/// A delivery for an editor: every camera cut to the film, and the film itself, in one folder, with related names:
/// `Scene_Front_20260501_093000.mov`.
package struct DeliverySet: Sendable {
    /// A camera's cut and its file.
    package struct File: Sendable {
        /// The packets to write.
        package let cut: CameraCut
        /// Its file, in the folder of the delivery.
        package let path: String
    }
    /// One per camera, in the session's order.
    package let files: [File]
    /// The path of the film.
    package let film: String
    /// The date in the names; `nil` if no recording has a date.
    package let date: String?

    private static let ending = Container.mov.rawValue

    /// Reads the recordings' packets without decoding.
    ///
    /// - Throws: `CutError`, `MediaError`.
    package init(of plan: RenderPlan, in folder: String) throws {
        let angles = plan.composition.session.angles
        let cuts = try angles.map { try CameraCut(plan, of: $0) }
        let date = Self.date(cuts, primary: plan.output.primary)
        let stem = Self.stem(cuts.map(\.source.path))
        let path = { (what: String) in
            let name = ([stem, what.prefix(1).uppercased() + what.dropFirst()] + [date].compactMap { $0 })
            return
                "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/\(name.joined(separator: "_")).\(Self.ending)"
        }
        film = path("combined")
        files = cuts.map { File(cut: $0, path: path($0.angle.name)) }
        self.date = date
        var seen: Set<String> = []
        // Some file systems are not case-sensitive.
        for path in files.map(\.path) + [film] where !seen.insert(path.lowercased()).inserted {
            throw CutError.sameName(FilePath(path).name)
        }
    }

    /// The start of the film by the primary camera's clock, or else by the first camera that has one:
    /// "20260501_093000".
    private static func date(_ cuts: [CameraCut], primary: Angle) -> String? {
        let byRank = cuts.filter { $0.angle == primary } + cuts.filter { $0.angle != primary }
        let dated = byRank.lazy.compactMap { cut in cut.source.info.wallClock.map { ($0, cut.start) } }.first
        guard let (clock, start) = dated else { return nil }
        // "2026-05-01 09:30:00", and perhaps " UTC".
        let digits = clock.text(at: start).prefix(19).split(separator: " ").map { $0.filter(\.isNumber) }
        return digits.joined(separator: "_")
    }

    /// The words that all file names share, except camera names and dates.
    static func stem(_ paths: [String]) -> String {
        let words = { (path: String) in
            FilePath(path).name.split(separator: ".").first.map(String.init) ?? ""
        }
        let shared = paths.map { Set(CameraName.scene(ofFileName: $0).map { $0.lowercased() }) }
        let kept = words(paths[0]).split { !$0.isLetter && !$0.isNumber }.map(String.init).filter { word in
            shared.allSatisfy { $0.contains(word.lowercased()) } && !isDate(word)
        }
        return kept.isEmpty ? "Recording" : kept.joined(separator: "_")
    }

    /// "20260501", "093000".
    private static func isDate(_ word: String) -> Bool { word.count >= 6 && word.allSatisfy(\.isNumber) }
}
