import MediaIO
import MediaTime
import Pictures

/// A sheet of pictures, as the commands draw it that list transitions, views and looks.
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

    static func video(of path: String) throws -> VideoInfo {
        let info = try MediaInfo(probing: path)
        guard let video = info.video else { throw MediaError.noVideo(path: path, hasAudio: !info.audio.isEmpty) }
        return video
    }

    /// - Parameter time: of the file; `nil` for its first picture.
    static func picture(
        of path: String, _ video: VideoInfo, at time: MediaTime? = nil, _ size: PictureSize
    ) throws -> Picture {
        let reader = try CameraReader(
            path: path, info: video, orientation: video.orientation,
            canvas: Canvas(size: size, format: .yuv420p8, color: .bt709), fit: .fill, outputRate: .thirty, threads: 1)
        return try reader.picture(at: time ?? video.footage.start)
    }
}
