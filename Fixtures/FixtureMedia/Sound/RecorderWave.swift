/// A WAV as field recorders write it: PCM of 16 bits in any number of channels without a layout, and chunks with their names.
package enum RecorderWave {
    /// - Parameters:
    ///   - channels: samples from −1 to 1, all of one length.
    ///   - mask: of the loudspeakers, in the extensible header; `nil` for the plain one.
    ///   - names: of the channels, in an iXML chunk.
    ///   - description: of the `bext` chunk.
    package static func bytes(
        _ channels: [[Float]], rate: Int, mask: UInt32? = nil, names: [String] = [], description: String? = nil
    ) -> [UInt8] {
        let count = channels.count
        var format = little(mask == nil ? 1 : 0xFFFE, 2) + little(count, 2) + little(rate, 4)
        format += little(rate * count * 2, 4) + little(count * 2, 2) + little(16, 2)
        if let mask {
            // The identifier of PCM (Microsoft's KSDATAFORMAT_SUBTYPE_PCM).
            format += little(22, 2) + little(16, 2) + little(Int(mask), 4)
            format += [1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
        }
        var data: [UInt8] = []
        data.reserveCapacity(count * 2 * (channels.first?.count ?? 0))
        for n in channels.first?.indices ?? 0..<0 {
            for channel in channels {
                let sample = Int16(max(-1, min(1, channel[n])) * 32_767)
                data += [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
            }
        }
        var chunks = chunk("fmt ", format)
        if let description { chunks += chunk("bext", Array(description.utf8) + [UInt8](repeating: 0, count: 602)) }
        if !names.isEmpty {
            let tracks = names.enumerated().map { index, name in
                "<TRACK><CHANNEL_INDEX>\(index + 1)</CHANNEL_INDEX><INTERLEAVE_INDEX>\(index + 1)</INTERLEAVE_INDEX>"
                    + "<NAME>\(name)</NAME></TRACK>"
            }
            chunks += chunk("iXML", Array("<BWFXML><TRACK_LIST>\(tracks.joined())</TRACK_LIST></BWFXML>".utf8))
        }
        chunks += chunk("data", data)
        return Array("RIFF".utf8) + little(4 + chunks.count, 4) + Array("WAVE".utf8) + chunks
    }

    private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(bytes.count, 4) + bytes + (bytes.count % 2 == 1 ? [0] : [])
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

/// Linear timecode as sound (SMPTE ST 12-1 §9): 80 bits a frame, biphase mark.
package enum LinearTimecode {
    /// - Parameters:
    ///   - hours: from where it counts on, as `minutes` and `seconds` do; the frame is 0.
    ///   - count: frame numbers a second.
    ///   - rate: frames a second; `nil` for `count`.
    ///   - level: of the square wave; negative for a cable that is the wrong way around.
    package static func samples(
        hours: Int, minutes: Int = 0, seconds: Int = 0, count: Int, rate: Double? = nil, dropsFrames: Bool = false,
        sampleRate: Int, length: Int, level: Float = 0.25
    ) -> [Float] {
        var (samples, place, sign) = ([Float](), 0.0, level)
        samples.reserveCapacity(length)
        let half = Double(sampleRate) / (rate ?? Double(count)) / 160
        var (frame, second) = (0, (hours * 60 + minutes) * 60 + seconds)
        while samples.count < length {
            for bit in bits(frame, second, dropsFrames) {
                sign = -sign
                for part in 0..<2 {
                    if part == 1, bit { sign = -sign }
                    place += half
                    while samples.count < min(length, Int(place.rounded())) { samples.append(sign) }
                }
            }
            frame += 1
            if frame == count {
                (frame, second) = (0, second + 1)
                if dropsFrames, second % 60 == 0, second / 60 % 10 != 0 { frame = 2 }
            }
        }
        return samples
    }

    private static func bits(_ frame: Int, _ second: Int, _ dropsFrames: Bool) -> [Bool] {
        var bits = [Bool](repeating: false, count: 80)
        let put = { (bits: inout [Bool], place: Int, value: Int, count: Int) in
            for n in 0..<count { bits[place + n] = value >> n & 1 == 1 }
        }
        let fields = [
            (0, frame % 10, 4), (8, frame / 10, 2), (16, second % 10, 4), (24, second % 60 / 10, 3),
            (32, second / 60 % 10, 4), (40, second / 60 % 60 / 10, 3), (48, second / 3600 % 10, 4),
            (56, second / 3600 % 24 / 10, 2),
        ]
        for (place, value, count) in fields { put(&bits, place, value, count) }
        bits[10] = dropsFrames
        for (n, bit) in "0011111111111101".enumerated() { bits[64 + n] = bit == "1" }
        // An even number of zeros, so that every frame begins alike.
        if bits.count(where: { !$0 }) % 2 == 1 { bits[27].toggle() }
        return bits
    }
}
