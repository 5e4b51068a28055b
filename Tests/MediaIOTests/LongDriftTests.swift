import Audio
import FixtureMedia
import Foundation
import MediaIO
import MediaTime
import Testing

/// An hour of sound whose clock drifts.
@Suite struct LongDriftTests {
    private static let rate = 8000

    /// Silence, and beeps where they are asked for, in seconds: WAV, mono, 16 bits, 58 MB.
    private static func hour(beepsAt places: [Int], to path: String) throws {
        let count = 3600 * rate
        var data = Data("RIFF".utf8)
        let append = { (data: inout Data, number: UInt32, bytes: Int) in
            data += (0..<bytes).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        append(&data, UInt32(36 + 2 * count), 4)
        data += Data("WAVEfmt ".utf8)
        for (number, bytes) in [(16, 4), (1, 2), (1, 2), (rate, 4), (2 * rate, 4), (2, 2), (16, 2)] {
            append(&data, UInt32(number), bytes)
        }
        data += Data("data".utf8)
        append(&data, UInt32(2 * count), 4)
        let start = data.count
        data += Data(count: 2 * count)
        for place in places {
            for (n, sample) in Beeps.samples(.front, rate: rate, from: 0, count: rate / 10).enumerated() {
                let value = UInt16(bitPattern: Int16(sample * 32_767))
                data[start + 2 * (place * rate + n)] = UInt8(value & 255)
                data[start + 2 * (place * rate + n) + 1] = UInt8(value >> 8)
            }
        }
        try data.write(to: URL(fileURLWithPath: path))
    }

    @Test(arguments: [80_000, -80_000] as [Int64])
    func bothEndsAreWhereTheMapPutsThem(_ partsPerBillion: Int64) throws {
        let folder = try TemporaryFolder()
        let places = [1, 1800, 3598]
        try Self.hour(beepsAt: places, to: folder("hour.wav"))
        let map = TimeMap(offset: .milliseconds(250), rate: ClockRate(partsPerBillion: partsPerBillion)!)
        let reader = try AudioReader(path: folder("hour.wav"), stream: 0, map: map)
        for place in places {
            let wanted = map.target(at: .seconds(Int64(place))).approximateSeconds * 48_000
            let first = Int64(wanted) - 4800
            let heard = try reader.read(from: first, count: 14_400).channels[0]
            let beep = try #require(Beeps.find(heard, rate: 48_000).first)
            // A sample of 8 kHz is 6 of 48 kHz; the promise is 1 ms.
            #expect(abs(Double(first) + Double(beep.position) - wanted) <= 3, "at \(place) s")
        }
    }
}
