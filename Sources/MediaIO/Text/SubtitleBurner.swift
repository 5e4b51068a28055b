import CFFmpeg
import MediaTime
import Pictures
import Platform

/// Draws text with times over pictures: FFmpeg's `ass` and `subtitles` filters (libass), which shape every script and
/// take letters that a font lacks from the host's other fonts. Not thread-safe.
package final class SubtitleBurner {
    private let graph: FilterGraph
    private let format: PixelFormat
    /// The filters have read the script by then.
    private static let script = "titles.ass"
    /// Milliseconds, as libass counts.
    private static let timeBase = AVRational(num: 1, den: 1000)

    /// - Parameters:
    ///   - script: an Advanced SubStation Alpha script; `nil` for none.
    ///   - file: a subtitle file, and the style that it gets if it has none of its own, as libass's `force_style`.
    ///   - size: of the pictures.
    /// - Throws: `MediaError.noTextFilter` if FFmpeg was built without libass.
    package init(
        script: String?, file: (path: String, style: String)?, size: PictureSize, format: PixelFormat
    ) throws(MediaError) {
        self.format = format
        for name in ["ass", "subtitles"] where avfilter_get_by_name(name) == nil { throw .noTextFilter }
        FFmpegLog.install()
        guard let folder = PrivateFolder(in: PrivateFolder.usualBase) else {
            throw .cannotCreate(path: PrivateFolder.usualBase, reason: lastError())
        }
        defer { folder.remove(with: Self.script) }
        var filters: [String] = []
        if let file {
            let style = file.style.isEmpty ? "" : ":force_style=\(filterQuoted(file.style))"
            filters.append("subtitles=filename=\(filterQuoted(FileSystem.absolute(file.path)))\(style)")
        }
        if let script {
            let path = "\(folder.path)/\(Self.script)"
            guard let stream = FileSystem.fopen(path, "wbx") else {
                throw .cannotCreate(path: path, reason: lastError())
            }
            let bytes = Array(script.utf8)
            let isWritten = fwrite(bytes, 1, bytes.count, stream) == bytes.count
            guard fclose(stream) == 0, isWritten else { throw .cannotCreate(path: path, reason: lastError()) }
            filters.append("ass=filename=\(filterQuoted(path))")
        }
        do {
            graph = try FilterGraph(
                filters.isEmpty ? "null" : filters.joined(separator: ","),
                like: try FrameOwner(form: size, format.ffmpeg), timeBase: Self.timeBase)
        } catch {
            throw .failed(path: file?.path ?? "titles", error)
        }
    }

    /// The picture with what is shown at a time, in memory of its own.
    package func drawn(_ picture: Picture, at time: MediaTime) throws(MediaError) -> Picture {
        do {
            let frame = try FrameOwner(form: picture.size, format.ffmpeg)
            let raw = frame.pointer
            (raw.pointee.data.0, raw.pointee.data.1, raw.pointee.data.2) = picture.rawPlanes
            raw.pointee.linesize.0 = Int32(picture.luma.strideInBytes)
            raw.pointee.linesize.1 = Int32(picture.cb.strideInBytes)
            raw.pointee.linesize.2 = Int32(picture.cr.strideInBytes)
            raw.pointee.pts = time.ticks(in: .perSecond(1000), .down)
            // A frame without buffers is copied.
            let drawn = try withExtendedLifetime(picture) { () throws(FFmpegFailure) in try graph.converted(frame) }
            return Picture(wrapping: drawn, format: format)
        } catch {
            throw .failed(path: "titles", error)
        }
    }
}
