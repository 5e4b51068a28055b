import Analysis
import Audio
import MediaIO
import MediaTime
import Placing
import Timeline

/// The sound of one camera's microphone, on the clock of the recording: all its files, with silence between them.
final class CameraSound: SoundStream {
    private var readers: [(range: Range<Int>, reader: AudioReader)] = []
    private let end: Int
    private var position = 0
    private(set) var meter = MicrophoneMeter()

    /// When the microphone recorded, in samples.
    var recorded: [Range<Int>] { readers.map(\.range) }

    /// - Throws: `MediaError` for sound that cannot be decoded.
    init(of angle: Angle, _ recording: Recording) throws(MediaError) {
        let clock = recording.session.recordingClock
        let place = { (time: MediaTime) in
            Int(clock.source(at: time).ticks(in: .perSecond(Int32(AnalysisSound.rate)), .nearest))
        }
        end = place(recording.session.union.end)
        for (_, sound) in recording.audioSources.sorted(by: { $0.key < $1.key }) where sound.angle == angle {
            readers.append(
                (
                    (place(sound.soundingRange.start)..<place(sound.soundingRange.end)).clamped(to: 0..<max(0, end)),
                    try AudioReader(
                        sound, map: sound.clock.shifted(by: clock.source(at: .zero)),
                        format: AudioFormat(sampleRate: Int32(AnalysisSound.rate), channelCount: 1))
                ))
        }
    }

    func next() throws -> [Float] {
        let block = position..<min(end, position + AnalysisSound.rate)
        var samples = [Float](repeating: 0, count: block.count)
        for (range, reader) in readers {
            let part = range.clamped(to: block)
            guard !part.isEmpty else { continue }
            let heard = try reader.read(from: Int64(part.lowerBound), count: part.count).channels[0]
            meter.hear(heard)
            for (n, sample) in heard.enumerated() { samples[part.lowerBound - block.lowerBound + n] += sample }
        }
        position = block.upperBound
        return samples
    }

    /// - Parameter time: on the clock of the recording.
    func skip(to time: MediaTime) { skip(to: Int(time.ticks(in: .perSecond(Int32(AnalysisSound.rate)), .nearest))) }

    /// Silence of fewer seconds says nothing about a microphone: devices start theirs late, and scenes are quiet.
    private static let leastSilence = 10

    /// Whether a camera's microphone recorded nothing: nothing above `peak`, usually −80 dBFS, at any time.
    static func isSilent(_ angle: Angle, _ recording: Recording, peak: Float = 1e-4) throws -> Bool {
        let sound = try CameraSound(of: angle, recording)
        guard sound.recorded.reduce(0, { $0 + $1.count }) >= leastSilence * AnalysisSound.rate else { return false }
        while true {
            let block = try sound.next()
            if block.isEmpty { return true }
            if block.contains(where: { abs($0) > peak }) { return false }
        }
    }

    func skip(to position: Int) { self.position = min(end, max(self.position, position)) }
}
