import Audio
import MediaTime

/// What a page gets besides text: 16 bytes of header, little-endian, and what follows them.
enum PageMessage {
    enum Kind: UInt8 {
        /// The picture of a frame, as JPEG.
        case picture = 1
        /// 100 ms of sound at 48 kHz: 16-bit samples, all of the left channel, then all of the right one.
        case sound = 2
        /// One of several pictures to choose from, as JPEG.
        case choice = 3
    }

    /// - Parameters:
    ///   - isKeyFrame: it is the key frame before the one that was asked for.
    ///   - item: of the pictures to choose from.
    ///   - id: of the request, or of the playback.
    ///   - place: the frame, or the first sample.
    ///   - version: of the film's state.
    static func picture(
        _ kind: Kind, _ bytes: [UInt8], isKeyFrame: Bool = false, item: Int = 0, id: UInt32, frame: Int64, version: Int
    ) -> [UInt8] {
        header(kind, isKeyFrame ? 1 : 0, item, id, frame, version) + bytes
    }

    static func sound(_ buffer: AudioBuffer, id: UInt32, from sample: Int64, version: Int) -> [UInt8] {
        var message = header(.sound, 0, 0, id, sample, version)
        message.reserveCapacity(message.count + buffer.frameCount * 2 * buffer.channels.count)
        for channel in buffer.channels {
            for value in channel {
                // Written so that a value that is not a number is silence.
                let scaled = Int16(max(-32768, min(32767, (value.isFinite ? value : 0) * 32768)))
                withUnsafeBytes(of: scaled.littleEndian) { message.append(contentsOf: $0) }
            }
        }
        return message
    }

    private static func header(
        _ kind: Kind, _ flags: UInt8, _ item: Int, _ id: UInt32, _ place: Int64, _ version: Int
    ) -> [UInt8] {
        var bytes = [kind.rawValue, flags]
        withUnsafeBytes(of: UInt16(clamping: item).littleEndian) { bytes.append(contentsOf: $0) }
        for number in [id, UInt32(clamping: place), UInt32(truncatingIfNeeded: version)] {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes
    }
}
