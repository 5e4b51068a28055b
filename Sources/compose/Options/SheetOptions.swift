import Render
import ArgumentParser
import MediaIO
import MediaTime
import Pictures

/// The options of the commands that list transitions, views and looks, or draw them on a sheet.
struct SheetOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Draw them to this PNG file.", valueName: "file"), completion: .file())
    var sheet: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The time in the recordings. (default: their first picture)", valueName: "time"),
        transform: time(.zero ... .seconds(1 << 24), "write a time of the recording, such as 12.5s or 1:30."))
    var at: MediaTime?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("The size of each picture on the sheet.", valueName: "WxH"),
        transform: reading("write width x height, each 16 to 2000, such as 192x108.") { Self.cell(parsing: $0) })
    var cell: PictureSize?
    @Option(parsing: .unconditional, help: "How many to draw side by side on the sheet.", transform: number(1...20))
    var columns: Int?
    @Flag(help: "Replace the sheet if it exists.") var overwrite = false
    @Flag(help: "Print the list as JSON, one object per line.") var json = false

    /// - Parameters:
    ///   - own: the command's other options of a sheet, and whether each was given.
    ///   - what: what it draws: "the views".
    ///   - recordings: how the command names recordings: "--from VIDEO".
    func check(_ own: [String: Bool], of what: String, recordings: String) throws(UsageError) {
        let common = ["--at": at != nil, "--cell": cell != nil, "--columns": columns != nil, "--overwrite": overwrite]
        if sheet != nil {
            guard !json else { throw UsageError("--json and --sheet cannot be used together; give one.") }
        } else if let option = own.merging(common, uniquingKeysWith: { $1 }).filter(\.value).keys.min() {
            throw UsageError("\(option) has no effect without --sheet FILE, which draws \(what).")
        }
        guard at == nil || own.contains(where: { $0.value && ["--from", "--to"].contains($0.key) }) else {
            throw UsageError("--at is a time in the recordings; add \(recordings).")
        }
    }

    /// Before anything is drawn.
    ///
    /// - Parameter inputs: files that must not be overwritten.
    func checkFile(_ path: String, inputs: [String]) throws {
        guard path.lowercased().hasSuffix(".png") else {
            throw UsageError("--sheet \(path): a sheet is a PNG picture; end its name in .png.")
        }
        try AtomicFile.check(destination: path, inputs: inputs, mayReplace: overwrite)
    }

    /// - Parameter what: "3 views".
    func write(_ groups: [ContactSheet.Group], _ what: String, columns usual: Int, to path: String) throws {
        let sheet = try ContactSheet.draw(groups, columns: columns ?? usual)
        try ImageFile.write(sheet, color: .bt709, to: path, mayReplace: overwrite)
        Console.error("\(path): \(what), \(sheet.size)")
    }

    /// The size of a cell, typed as "320x180".
    private static func cell(parsing text: String) -> PictureSize? {
        let sides = text.lowercased().split(separator: "x").map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], (16...2000).contains(width),
            (16...2000).contains(height)
        else { return nil }
        return PictureSize(width: width, height: height)
    }

    /// A recording that the cells show.
    struct Subject {
        let path: String
        let video: VideoInfo
        private let time: MediaTime
        private let reader: CameraReader

        /// - Parameter time: since the first picture, which `nil` shows.
        init(_ path: String, at time: MediaTime?) throws {
            let info = try MediaInfo(probing: path)
            guard let video = info.video else { throw MediaError.noVideo(path: path, hasAudio: !info.audio.isEmpty) }
            if let time, time >= video.footage.duration {
                throw UsageError(
                    "--at \(time.clockDescription): \(path) ends at \(video.footage.duration.clockDescription).")
            }
            self.path = path
            self.video = video
            self.time = video.footage.start + (time ?? .zero)
            reader = try CameraReader(
                path: path, info: video, orientation: video.orientation,
                canvas: Canvas(size: video.uprightSize, format: .yuv420p8, color: .bt709), fit: .auto,
                outputRate: .thirty, threads: 1)
        }

        func picture(_ size: PictureSize, _ framing: Framing = Framing(fit: .fill)) throws -> Picture {
            try reader.picture(at: time, size: size, framing: framing)
        }
    }
}
