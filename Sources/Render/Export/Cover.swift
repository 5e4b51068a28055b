import MediaIO
import Pictures
import Planning

extension RenderPlan {
    /// The cover as a JPEG, taken from the film, at most 1280 samples wide or tall; `nil` if none was requested.
    ///
    /// - Parameter path: the film to name in errors.
    func cover(for path: String) throws -> [UInt8]? {
        guard let time = output.poster else { return nil }
        let size = output.canvas.size
        // File browsers show it small; a larger one only delays the start of the film.
        let scale = min(1, 1280 / Double(max(size.width, size.height)))
        let even = { (length: Int) in max(16, Int((Double(length) * scale / 2).rounded()) * 2) }
        let picture = try FrameSource(self).picture(
            at: time, size: PictureSize(width: even(size.width), height: even(size.height)))
        return try ImageFile.jpeg(picture, color: output.canvas.color, path: path)
    }
}
