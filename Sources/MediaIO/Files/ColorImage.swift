import CFFmpeg
import Pictures

/// A still picture as R′G′B′ with transparency, in a given size.
package struct ColorImage: Sendable {
    package let size: PictureSize
    /// Row by row: red, green, blue, alpha (not premultiplied).
    package let samples: [SIMD4<UInt8>]

    /// - Precondition: as many samples as the size has; both sides are even.
    package init(size: PictureSize, samples: [SIMD4<UInt8>]) { (self.size, self.samples) = (size, samples) }

    /// Reads the first picture of any file FFmpeg can decode, scaled to fit a square of `side` samples; both sides become
    /// even.
    package init(path: String, side: Int) throws(MediaError) {
        let info = try MediaInfo(probing: path)
        guard let video = info.video else { throw .noVideo(path: path, hasAudio: !info.audio.isEmpty) }
        guard let frame = try VideoDecoder(path: path, info: video, threads: 1).next() else {
            throw .noPicture(path: path)
        }
        let own = frame.pointer.pointee
        let factor = Double(side) / Double(max(own.width, own.height))
        let even = { (length: Int32) in max(2, Int((Double(length) * factor / 2).rounded()) * 2) }
        let size = PictureSize(width: even(own.width), height: even(own.height))
        self.size = size
        do {
            // Premultiplied while scaling, or the color of what is transparent would bleed into the edges.
            let scaled = try FilterGraph(
                "format=rgba,premultiply=inplace=1,scale=\(size.width):\(size.height):flags=lanczos,unpremultiply=inplace=1,format=rgba",
                like: frame.owner
            ).converted(frame.owner)
            defer { withExtendedLifetime(scaled) {} }
            let picture = scaled.pointer.pointee
            samples = (0..<size.height).flatMap { y in
                let row = UnsafeRawPointer(picture.data.0! + y * Int(picture.linesize.0))
                return (0..<size.width).map { row.loadUnaligned(fromByteOffset: 4 * $0, as: SIMD4<UInt8>.self) }
            }
        } catch {
            throw .decoding(path, error)
        }
    }
}
