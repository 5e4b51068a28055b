import CFFmpeg
import Pictures

/// One still picture as 16-bit gray: for mattes.
package struct GrayImage: Sendable {
    /// In samples, as stored: neither orientation nor pixel aspect is applied.
    package let size: PictureSize
    /// Row by row, 0 black … 65535 white.
    package let samples: [UInt16]

    /// Reads the first picture of any file FFmpeg can decode: PNG, JPEG, a video frame.
    package init(path: String) throws(MediaError) {
        _ = try PictureHeader(path: path)
        let info = try MediaInfo(probing: path)
        guard let video = info.video else { throw .noVideo(path: path, hasAudio: !info.audio.isEmpty) }
        guard let frame = try VideoDecoder(path: path, info: video, threads: 1).next() else {
            throw .noPicture(path: path)
        }
        do {
            let gray = try FilterGraph("format=gray16", like: frame.owner).converted(frame.owner)
            // Its rows are read through raw pointers, which do not keep it alive.
            defer { withExtendedLifetime(gray) {} }
            let picture = gray.pointer.pointee
            let (width, height) = (Int(picture.width), Int(picture.height))
            size = PictureSize(width: width, height: height)
            samples = (0..<height).flatMap { y in
                let row = UnsafeRawPointer(picture.data.0! + y * Int(picture.linesize.0)).assumingMemoryBound(
                    to: UInt16.self)
                return UnsafeBufferPointer(start: row, count: width).map { UInt16(littleEndian: $0) }
            }
        } catch {
            throw .decoding(path, error)
        }
    }
}
