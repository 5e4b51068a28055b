import MediaIO
import MediaTime
import Pictures

/// A sheet of pictures, as the commands that list transitions, views and looks draw it.
enum Sheet {
    /// - Parameters:
    ///   - path: the sheet; `nil` if the command lists.
    ///   - given: the other options of a sheet, and whether each was given.
    ///   - what: what it draws: "the views".
    static func check(_ path: String?, json: Bool, _ given: [String: Bool], of what: String) throws(UsageError) {
        if path != nil {
            guard !json else { throw UsageError("--json and --sheet cannot be used together; give one.") }
        } else if let option = given.filter(\.value).keys.min() {
            throw UsageError("\(option) has no effect without --sheet FILE, which draws \(what).")
        }
    }

    /// Before anything is drawn.
    ///
    /// - Parameter inputs: files that must not be overwritten.
    static func checkFile(_ path: String, inputs: [String], mayReplace: Bool) throws {
        guard path.lowercased().hasSuffix(".png") else {
            throw UsageError("--sheet \(path): a sheet is a PNG picture; end its name in .png.")
        }
        try AtomicFile.check(destination: path, inputs: inputs, mayReplace: mayReplace)
    }

    /// A time of the recordings that it shows.
    static let time = compose.time(
        .zero ... .seconds(1 << 24), "write a time of the recording, such as 12.5s or 1:30.")

    /// The size of a cell, typed as "320x180".
    static func cell(parsing text: String) -> PictureSize? {
        let sides = text.lowercased().split(separator: "x").map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], (16...2000).contains(width),
            (16...2000).contains(height)
        else { return nil }
        return PictureSize(width: width, height: height)
    }

    /// - Parameter longer: the longer side.
    static func cell(shapedLike size: PictureSize, longer: Int) -> PictureSize {
        let scale = Double(longer) / Double(max(size.width, size.height))
        let even = { (side: Int) in max(16, Int((Double(side) * scale / 2).rounded()) * 2) }
        return PictureSize(width: even(size.width), height: even(size.height))
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
