import Analysis
import CFFmpeg
import MediaTime

/// A video track beside the one that a player shows.
package struct FurtherVideo: Sendable {
    /// What it is.
    package enum Kind: Sendable {
        /// A camera of its own: as long as the other track, with about as many frames, and another picture.
        case camera(VideoInfo)
        /// The same picture, as streaming programs write it in several sizes.
        case copy
        /// The other half of one picture, as 360° cameras write it.
        case half
        /// A cover, thumbnails, or a moment before a photo.
        case brief
        /// It cannot be decoded.
        case unknown
    }
    /// The index of the stream in the file, from 0.
    package var streamIndex: Int
    /// FFmpeg's name of its codec.
    package var codec: String
    package var kind: Kind
}

extension MediaInfo {
    /// Whether a player would show this picture.
    package func isUsual(_ video: VideoInfo) -> Bool {
        video.streamIndex == usualVideo
    }

    /// Looks at the other video tracks.
    ///
    /// - Throws: `MediaError` for failures of the machine.
    mutating func findFurtherVideos() throws(MediaError) {
        cameras = [video].compactMap(\.self)
        guard let video, !video.isSinglePicture, otherStreams.contains(where: { $0.hasPrefix("video:") }) else {
            return
        }
        let demuxer = try Demuxer(path: path, clock: clock)
        for index in 0..<demuxer.streamCount where index != video.streamIndex {
            let parameters = demuxer.stream(index).pointee.codecpar!
            guard parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO else { continue }
            let isCover = demuxer.stream(index).pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0
            furtherVideos.append(
                FurtherVideo(
                    streamIndex: index, codec: codecName(parameters),
                    kind: isCover ? .brief : try kind(ofVideo: index, beside: video)))
        }
        cameras += furtherVideos.compactMap { if case .camera(let info) = $0.kind { info } else { nil } }
        cameras.sort { $0.streamIndex < $1.streamIndex }
    }

    private func kind(ofVideo index: Int, beside video: VideoInfo) throws(MediaError) -> FurtherVideo.Kind {
        do {
            let other = try VideoInfo(Demuxer(path: path, clock: clock), stream: index, clock: clock)
            let lengths = [video, other].map(\.footage.duration.approximateSeconds)
            let counts = [video, other].map { $0.footage.duration.approximateSeconds * $0.frameRate.framesPerSecond }
            guard !other.isSinglePicture, lengths.min()! >= Self.leastLength * lengths.max()!,
                counts.min()! >= Self.leastCount * counts.max()!
            else { return .brief }
            let common = video.footage.intersection(other.footage)
            let times = [1, 3, 5, 7, 9].map { common.start + common.duration * Int64($0) / 10 }
            let (one, two) = (
                try GlanceReader.grids(path, video, at: times), try GlanceReader.grids(path, other, at: times)
            )
            let pairs = zip(one, two).compactMap { one, two in one.flatMap { one in two.map { (one, $0) } } }
            guard !pairs.isEmpty else { return .unknown }
            if pairs.allSatisfy({ $0.0.isSame(as: $0.1) }) { return .copy }
            if pairs.allSatisfy({ $0.0.isHalf(beside: $0.1) }) { return .half }
            return .camera(other)
        } catch {
            guard error.kind == .badData || error.kind == .noInput else { throw error }
            return .unknown
        }
    }

    /// The shorter track has at least these shares of the length and of the frames of the longer one.
    private static let (leastLength, leastCount) = (0.8, 0.4)
}
