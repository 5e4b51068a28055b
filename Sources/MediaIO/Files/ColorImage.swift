import CFFmpeg
import Pictures

/// A still picture as R′G′B′ with transparency, in a given size.
package struct ColorImage: Sendable {
    package let size: PictureSize
    /// Row by row: red, green, blue, alpha (not premultiplied).
    package let samples: [SIMD4<UInt8>]
    /// Whether the file has more than the picture that was read.
    package let isAnimated: Bool

    /// - Precondition: as many samples as the size has; both sides are even.
    package init(size: PictureSize, samples: [SIMD4<UInt8>]) {
        (self.size, self.samples, isAnimated) = (size, samples, false)
    }

    /// Reads the first picture of any file FFmpeg can decode, upright, scaled to fit a square of `side` samples; both
    /// sides become even.
    package init(path: String, side: Int) throws(MediaError) {
        let header = try PictureHeader(path: path)
        let frame: DecodedFrame
        do throws(MediaError) {
            let info = try MediaInfo(probing: path)
            guard let video = info.video else { throw .noVideo(path: path, hasAudio: !info.audio.isEmpty) }
            let decoder = try VideoDecoder(path: path, info: video, threads: 1)
            guard let first = try decoder.next() else { throw .noPicture(path: path) }
            frame = first
            isAnimated = header.isAnimatedWebP || ((try? decoder.next() != nil) ?? false)
        } catch  where header.isAnimatedWebP {
            throw .notPicture(
                path: path, reason: "it is an animated WebP, which the installed FFmpeg cannot decode")
        }
        let own = frame.pointer.pointee
        let whole = PictureSize(width: Int(own.width), height: Int(own.height))
        let size = whole.scaled(by: Double(side) / Double(whole.longSide), least: 2)
        self.size = header.orientation.apply(to: size)
        do {
            // Premultiplied while scaling, or the color of what is transparent would bleed into the edges.
            let scaled = try FilterGraph(
                "format=rgba,premultiply=inplace=1,scale=\(size.width):\(size.height):flags=lanczos,unpremultiply=inplace=1,format=rgba",
                like: frame.owner
            ).converted(frame.owner)
            defer { withExtendedLifetime(scaled) {} }
            let picture = scaled.pointer.pointee
            let stored = (0..<size.height).flatMap { y in
                let row = UnsafeRawPointer(picture.data.0! + y * Int(picture.linesize.0))
                return (0..<size.width).map { row.loadUnaligned(fromByteOffset: 4 * $0, as: SIMD4<UInt8>.self) }
            }
            samples = Self.upright(stored, size, header.orientation)
        } catch {
            throw .decoding(path, error)
        }
    }

    private static func upright(
        _ samples: [SIMD4<UInt8>], _ size: PictureSize, _ orientation: Orientation
    ) -> [SIMD4<UInt8>] {
        guard orientation != .upright else { return samples }
        let target = orientation.apply(to: size)
        return (0..<target.height).flatMap { y in
            (0..<target.width).map { x in
                // The turns are undone, then the mirroring.
                let (column, row) =
                    switch orientation.quarterTurns {
                    case 0: (x, y)
                    case 1: (y, size.height - 1 - x)
                    case 2: (size.width - 1 - x, size.height - 1 - y)
                    default: (size.width - 1 - y, x)
                    }
                return samples[row * size.width + (orientation.mirrored ? size.width - 1 - column : column)]
            }
        }
    }
}
