import Audio
import MediaIO
import MediaTime
import Pictures
import Planning
import Placing
import Render
import Timeline

/// Filmstrips of the cameras and waveforms of the sounds, in tiles along the film. Not thread-safe.
final class Strips {
    private let plan: RenderPlan
    private let cameras: [Angle]
    private let sounds: [Angle]
    private let cancellation: Cancellation
    private var readers: [String: KeyFrameReader] = [:]
    private var waves: [Angle: Waveform] = [:]
    private var encoders: [PictureSize: ImageEncoder] = [:]

    /// Pictures of a tile.
    private static let count = 8
    /// Of a picture, in samples.
    private static let height = 54
    /// The longest time from picture to picture is two to this power, in seconds.
    static let mostLevels = 16

    /// - Parameter cancellation: ends a tile that takes long: the waveform of hours.
    init(_ plan: RenderPlan, cameras: [Angle], sounds: [Angle], cancellation: Cancellation = Cancellation()) {
        (self.plan, self.cameras, self.sounds, self.cancellation) = (plan, cameras, sounds, cancellation)
    }

    /// Eight key frames side by side, each the one shown at or before its time; black without footage.
    ///
    /// - Parameter level: two to this power is the time from one picture to the next, in seconds.
    /// - Returns: JPEG; `nil` if there is no such tile.
    func thumb(camera: Int, level: Int, tile: Int) throws -> [UInt8]? {
        let composition = plan.composition
        guard cameras.indices.contains(camera), level < Self.mostLevels else { return nil }
        let step = MediaTime.seconds(1 << level)
        let first = step * Int64(clamping: tile * Self.count)
        guard first < composition.duration else { return nil }
        let size = size(of: cameras[camera])
        let pool = PicturePool(
            format: plan.output.canvas.format, size: PictureSize(width: size.width * Self.count, height: size.height))
        let strip = pool.picture()
        strip.fill(luma: plan.output.canvas.color.isFullRange ? 0 : nil)
        for index in 0..<Self.count {
            let time = first + step * Int64(index)
            guard time < composition.duration else { break }
            let session = composition.clock.target(at: time)
            guard let take = composition.session.take(of: cameras[camera], at: session) else { continue }
            // A picture that cannot be read is black; the viewer tells why.
            guard
                let picture = try? reader(take, size).picture(
                    before: composition.session.takes[take].fileTime(at: session)
                ).picture
            else { continue }
            strip.cropped(to: PictureRect(x: index * size.width, y: 0, width: size.width, height: size.height))
                .copy(from: picture)
        }
        let encoder =
            try encoders[strip.size]
            ?? ImageEncoder(
                .jpg, size: strip.size, strip.format, color: plan.output.canvas.color, quantizer: 5,
                path: "the filmstrip")
        encoders[strip.size] = encoder
        return try encoder.bytes(of: strip)
    }

    /// There is more to read.
    struct Unfinished: Error {}

    /// In samples; the height is the same for all.
    func size(of angle: Angle) -> PictureSize {
        let take = plan.composition.session.takes.firstIndex { $0.angle == angle }!
        let upright = plan.sources[take].uprightSize
        let width = Double(Self.height) * Double(upright.width) / Double(upright.height)
        return PictureSize(width: max(16, min(256, Int((width / 2).rounded()) * 2)), height: Self.height)
    }

    private func reader(_ take: Int, _ size: PictureSize) throws -> KeyFrameReader {
        let source = plan.sources[take]
        if let reader = readers[source.pictureKey] { return reader }
        var canvas = plan.output.canvas
        canvas.size = size
        let reader = try KeyFrameReader(
            path: source.path, info: source.video, orientation: source.orientation, canvas: canvas, fit: .fill,
            grade: try plan.output.finish.grade(of: plan.composition.session.takes[take].angle))
        // Few stay open: an archive of one camera may have hundreds of files.
        if readers.count >= 8 { readers = [:] }
        readers[source.pictureKey] = reader
        return reader
    }

    /// Peaks of a sound along the film, a byte each: 255 times the square root of the largest sample.
    ///
    /// - Parameter level: a peak is of two to this power hundredths of a second; a tile has a thousand.
    /// - Returns: `nil` if there is no such tile.
    /// - Throws: `Unfinished` if it takes longer than others should wait; called again, it goes on.
    func wave(sound: Int, level: Int, tile: Int) throws -> [UInt8]? {
        guard sounds.indices.contains(sound), level < Self.mostLevels else { return nil }
        let composition = plan.composition
        let span = Int64(Waveform.peaksOfTile) << Int64(level)
        let length = composition.duration.ticks(in: .perSecond(Waveform.rate), .up)
        let (first, overflow) = Int64(tile).multipliedReportingOverflow(by: span)
        guard !overflow, first < length else { return nil }
        let wave = waves[sounds[sound]] ?? Waveform(of: sounds[sound], plan)
        waves[sounds[sound]] = wave
        wave.budget = Waveform.turn
        let end = min(first + span, length)
        let session = { (place: Int64) in
            composition.clock.target(at: MediaTime(place, in: .perSecond(Waveform.rate)))
        }
        // First everything is read, so that coming back costs little.
        for place in stride(from: first, to: end, by: Waveform.piece) {
            if cancellation.isCancelled { throw RenderError.cancelled }
            _ = try wave.peak(at: session(place))
        }
        var peaks: [UInt8] = []
        for start in stride(from: first, to: end, by: 1 << level) {
            var peak: UInt8 = 0
            for place in start..<min(start + 1 << Int64(level), length) {
                peak = max(peak, try wave.peak(at: session(place)))
            }
            peaks.append(peak)
        }
        return peaks
    }
}

/// The peaks of one camera's or microphone's sound, read where they are asked for. Not thread-safe.
private final class Waveform {
    static let rate: Int32 = 100
    static let peaksOfTile = 1000
    /// Peaks that are read at once: ten seconds.
    static let piece = 1000
    private static let format = AudioFormat(sampleRate: 8000, channelCount: 1)
    /// Pieces that are read before somebody else's turn: a minute.
    static let turn = 6
    /// How many may still be read.
    var budget = turn

    private let sources: [AudioSource]
    private let start: MediaTime
    private var pieces: [Int64: [UInt8]] = [:]
    private var readers: [Int: AudioReader] = [:]

    init(of angle: Angle, _ plan: RenderPlan) {
        sources = plan.heardFiles(of: angle)
        start = plan.composition.session.union.start
    }

    /// - Parameter time: on the session clock.
    func peak(at time: MediaTime) throws -> UInt8 {
        let place = (time - start).ticks(in: .perSecond(Self.rate), .down)
        let number = place >= 0 ? place / Int64(Self.piece) : -1
        guard number >= 0 else { return 0 }
        let piece = try pieces[number] ?? read(number)
        pieces[number] = piece
        return piece[Int(place - number * Int64(Self.piece))]
    }

    private func read(_ number: Int64) throws -> [UInt8] {
        guard budget > 0 else { throw Strips.Unfinished() }
        budget -= 1
        let begin = start + MediaTime(number * Int64(Self.piece), in: .perSecond(Self.rate))
        let range = TimeRange(start: begin, duration: MediaTime(Int64(Self.piece), in: .perSecond(Self.rate)))
        let samples = Int(Self.format.sampleRate / Self.rate)
        let first = begin.ticks(in: .perSecond(Self.format.sampleRate), .nearest)
        var peaks = [UInt8](repeating: 0, count: Self.piece)
        for (index, source) in sources.enumerated() where !source.range.intersection(range).isEmpty {
            let isOpen = readers[index] != nil
            let reader =
                try readers[index]
                ?? AudioReader(source, format: Self.format)
            readers[index] = reader
            if isOpen || number > 0 { try reader.seek(to: first) }
            let sound = try reader.read(from: first, count: samples * Self.piece).channels[0]
            for peak in 0..<Self.piece {
                let largest = sound[peak * samples..<(peak + 1) * samples].reduce(Float(0)) { max($0, $1.magnitude) }
                let byte = largest.isFinite ? UInt8(min(255, largest.squareRoot() * 255)) : 0
                peaks[peak] = max(peaks[peak], byte)
            }
        }
        return peaks
    }
}

extension RenderPlan {
    /// The files of a camera's or microphone's sound.
    fileprivate func heardFiles(of angle: Angle) -> [AudioSource] {
        let takes = composition.session.takes.indices.map(SourceID.take)
        let others = sounds.indices.map(SourceID.sound)
        return (takes + others).compactMap(audioSource).filter { $0.angle == angle && $0.role == .recording }
    }

    /// When each microphone is open, in seconds of another clock; `nil` unless everybody is heard by their own.
    func openMicrophones(_ clock: (TimeRange) -> TimeRange) -> [String: [[Double]]]? {
        guard case .speakers(let turns) = output.audio.choice else { return nil }
        return Dictionary(grouping: turns, by: \.angle.name).mapValues { turns in
            turns.map { clock($0.range) }.map { [$0.start.approximateSeconds, $0.end.approximateSeconds] }
        }
    }

    /// Everything that was recorded with a sound: the cameras, then the other microphones.
    var recordedSounds: [Angle] {
        var names = composition.session.angles.filter { !heardFiles(of: $0).isEmpty }
        for sound in sounds where sound.role == .recording && !names.contains(sound.angle) {
            names.append(sound.angle)
        }
        return names
    }
}
