import MediaTime

/// The result of decoding a whole file: the only way to know that all of it is good.
package struct DamageScan: Sendable {
    /// The damage of the picture and of all sound streams that were decoded.
    package var damage: Damage
    /// Pictures that could be decoded.
    package var pictureCount: Int
    /// From the first picture to the end of the last, on the clock of the file; `nil` without any.
    package var footage: TimeRange?

    /// Decodes the picture and every sound stream that can be decoded, and keeps none of the output.
    ///
    /// - Parameters:
    ///   - threads: decoder threads; the result does not depend on it.
    ///   - progress: called now and then with the time that has been reached; throw to stop.
    /// - Throws: `MediaError` when the file cannot be read at all, and what `progress` throws.
    package init(_ info: MediaInfo, threads: Int, progress: (MediaTime) throws -> Void = { _ in }) throws {
        damage = Damage()
        pictureCount = 0
        if let video = info.video {
            let decoder = try VideoDecoder(path: info.path, info: video, threads: threads)
            while let frame = try decoder.next() {
                pictureCount += 1
                let shown = TimeRange(start: frame.start, duration: video.frameRate.frameDuration)
                footage = footage?.union(shown) ?? shown
                try progress(frame.start)
            }
            damage.merge(decoder.damage)
        }
        for sound in info.audio where sound.isDecodable {
            let decoder = try AudioDecoder(path: info.path, stream: sound.streamIndex, clock: info.clock)
            while let frame = try decoder.next() { try progress(decoder.time(of: frame) ?? .zero) }
            damage.merge(decoder.damage)
        }
    }
}
