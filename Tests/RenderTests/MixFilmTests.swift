import Audio
import FixtureMedia
import Foundation
import MediaIO
import MediaTime
import Testing
import Timeline

@testable import Render
@testable import Planning
@testable import Placing
@testable import Timelines

/// What is heard where several sounds are added, and how loud.
@Suite struct MixFilmTests {
    /// Three seconds of both cameras, the front camera's clock half a second later.
    static func plan(_ change: (inout CompositionRequest) -> Void) throws -> RenderPlan {
        let job = AudioTests.job {
            $0.offsets["front"] = .milliseconds(500)
            change(&$0.request)
        }
        return try job.plan().plan
    }

    /// The film's sound before it is encoded.
    static func samples(of plan: RenderPlan) throws -> [Float] {
        var samples: [Float] = []
        guard let mixer = AudioMixer(plan) else { return [] }
        while let block = try mixer.next(4096) { samples += block.channels[0] }
        return samples
    }

    private static func beeps(_ samples: [Float]) -> [String] {
        Beeps.find(samples, rate: 48_000).map { "\($0.camera) \(($0.position + 24) / 480 * 10)" }
    }

    private static func power(_ samples: ArraySlice<Float>) -> Double {
        samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    }

    @Test func allAreHeardTogetherAndNoneIsLouderThanFullScale() throws {
        let mixed = try Self.samples(of: Self.plan { $0.sound = .mix })
        #expect(
            Self.beeps(mixed) == ["back 0", "front 500", "back 1000", "front 1500", "back 2000", "front 2500"])
        let alone = try Self.samples(of: Self.plan { $0.sound = .angle("back") })
        // One of two has half the amplitude; where they overlap, the other's noise is 48 dB below its beep.
        let gain = (Self.power(mixed[48_000..<50_000]) / Self.power(alone[48_000..<50_000])).squareRoot()
        #expect(abs(gain - 0.5) < 0.01, "\(gain)")
        #expect(try Self.plan { $0.sound = .mix }.mix!.highestGain() <= 1)
    }

    @Test func gainsAreDecibels() throws {
        let loud = try Self.samples(of: Self.plan { $0.sound = .angle("back") })
        let soft = try Self.samples(
            of: Self.plan {
                $0.sound = .angle("back")
                $0.mix.levels = [.init(angle: "back", gain: -6)]
            })
        // 10^(−6/20), to the rounding of 24 bits.
        let ratio = zip(loud, soft).filter { abs($0.0) > 0.1 }.map { $1 / $0 }
        #expect(ratio.allSatisfy { abs($0 - 0.501187) < 1e-6 } && ratio.count > 1000)
    }

    @Test func whoIsMutedIsNotHeardAndTakesNoShare() throws {
        let plan = try Self.plan {
            $0.sound = .mix
            $0.mix.levels = [.init(angle: "front", isMuted: true)]
        }
        #expect(plan.mix!.tracks.map(\.source) == [0])
        let alone = try Self.samples(of: Self.plan { $0.sound = .angle("back") })
        #expect(try Self.samples(of: plan)[..<100_000] == alone[..<100_000])
    }

    @Test func whoMutesThePrimaryHearsAnother() throws {
        let plan = try Self.plan { $0.mix.levels = [.init(angle: "back", isMuted: true)] }
        #expect(plan.output.audio.choice == .angle("front"))
    }

    @Test func whatMayBeClippedIsSaid() throws {
        let notes = { (gain: Double) in
            try AudioTests.job { $0.request.mix.levels = [.init(angle: "back", gain: gain)] }.plan().notes
        }
        #expect(try notes(6).contains { if case .mayClip = $0 { true } else { false } })
        #expect(try !notes(0).contains { if case .mayClip = $0 { true } else { false } })
        let onTop = try AudioTests.job { job in
            job.request.addedSounds = []
            job.request.sound = .follow
        }.plan()
        #expect(!onTop.notes.contains { if case .mayClip = $0 { true } else { false } })
        // Where one camera ends and the other is heard from then on, they take turns.
        let turns = try AudioTests.job { $0.back.timing = .constant(.thirty, frames: 45) }.plan()
        #expect(turns.plan.mix!.tracks.count == 2)
        #expect(!turns.notes.contains { if case .mayClip = $0 { true } else { false } })
    }

    @Test func untouchedSoundIsCopiedAndTouchedSoundIsNot() throws {
        let plan = { (change: (inout CompositionRequest) -> Void) in
            try AudioTests.job {
                $0.request.copiesAudio = true
                change(&$0.request)
            }.plan().plan
        }
        #expect(try plan { _ in }.audioCopy != nil)
        #expect(try plan { $0.mix.levels = [.init(angle: "front", gain: -3)] }.audioCopy != nil, "front is not heard")
        #expect(try plan { $0.mix.levels = [.init(angle: "back", gain: -3)] }.audioCopy == nil)
        #expect(try plan { $0.sound = .mix }.audioCopy == nil)
        #expect(
            try plan { $0.mix.cleanings = [.init(angle: "back", filters: SoundCleaning(highpass: 80))] }.audioCopy
                == nil)
    }

    @Test func cleanedSoundStaysWithThePicture() throws {
        let folder = try TemporaryFolder()
        let job = AudioTests.job {
            $0.request.mix.cleanings = [
                .init(angle: "back", filters: SoundCleaning(highpass: 80, denoise: 12, declicks: true))
            ]
        }
        // The noise between the beeps, ±0.002 at the left and half of it at the right: −61 dBFS, less what AAC leaves out.
        let noise = try #require(try job.plan().plan.output.audio.mix.measurements.first?.noise)
        #expect((-70.0 ... -59).contains(noise[7]), "\(noise)")
        let movie = try job.render(in: folder)
        movie.expectBeeps([(0, .back), (1, .back), (2, .back)])
        #expect(Barcode.read(movie.frames[60].luma) == Barcode(camera: .back, frame: 60))
    }

    /// The front camera starts a second late: until then the back camera alone has the full level.
    @Test func sharesCountWhoIsRecording() throws {
        let plan = try AudioTests.job {
            $0.offsets["front"] = .seconds(1)
            $0.request.sound = .mix
        }.plan().plan
        let mix = try #require(plan.mix)
        #expect(mix.highestGain() <= 1)
        func share(_ source: SourceID, at seconds: Double) -> Float {
            let position = Int64(seconds * 48_000)
            return mix.tracks.filter { $0.source == source && $0.range.contains(position) }
                .reduce(0) { $0 + $1.courses.reduce($1.gain.gain(at: position)) { $0 * $1.gain(at: position) } }
        }
        #expect([0.1, 0.9, 1.1, 2].map { share(0, at: $0) } == [1, 1, 0.5, 0.5])
        #expect([0.1, 0.9, 1.1, 2].map { share(1, at: $0) } == [0, 0, 0.5, 0.5])
        // The back camera ends first.
        #expect(share(1, at: 3.5) == 1)
    }

    /// Five of ten seconds were recorded by two files of one camera.
    @Test func filesOfACameraThatOverlapAreNotAdded() throws {
        let files = try [Int64(0), 240_000].map { scene in
            try FixtureRecording().with {
                $0.timing = .constant(.thirty, frames: 300)
                $0.sound?.scene = scene
            }.file()
        }
        var request = Job().request
        request.policy = .never
        let plan = try request.plan(try Recording(files.map { Input(path: $0, angle: "back") }, sync: .audio)).plan
        let heard = plan.recordedTracks.sorted { $0.range.lowerBound < $1.range.lowerBound }
        #expect(heard.map(\.source) == [0, 1])
        #expect(heard[0].range.upperBound == heard[1].range.lowerBound)
        #expect(abs(heard[1].range.lowerBound - 240_000) < 100)
        #expect(plan.soundTracks.map { $0.clips.map(\.input) } == [[0, 1]])
        #expect(abs(plan.soundTracks[0].clips[1].range.start.approximateSeconds - 5) < 0.02)
    }

    @Test func eachFileOfACameraHasItsOwnNoise() throws {
        let folder = try TemporaryFolder()
        let one = FixtureRecording().with { $0.timing = .constant(.thirty, frames: 90) }
        let other = one.with { $0.sound?.scene = 0 }
        let inputs = try [one, other].map { Input(path: try $0.file(), angle: "back") }
        var request = Job().request
        request.mix.cleanings = [.init(angle: "back", filters: SoundCleaning(denoise: 12))]
        let planned = try request.plan(try Recording(inputs))
        let measured = planned.plan.output.audio.mix.measurements
        #expect(measured.map(\.input) == [0, 1])
        let noises = try measured.map { try #require($0.noise) }
        #expect(abs(noises[1][7] - noises[0][7]) > 10, "\(noises)")
        let used = [0, 1].map { planned.plan.audioSource($0)?.cleaning.noiseProfile }
        #expect(used == noises)
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        #expect(try PlannedRender(reading: folder("film.otio")).plan.digest == planned.plan.digest)
    }

    @Test func aPlanFileKeepsLevelsAndRefusesImpossibleOnes() throws {
        let folder = try TemporaryFolder()
        let planned = try AudioTests.job {
            $0.request.sound = .mix
            $0.request.mix.levels = [.init(angle: "front", gain: -4.5), .init(angle: "back", isMuted: true)]
        }.plan()
        try PlanFile.write(planned.document(name: "film"), to: folder("film.otio"), mayReplace: false)
        #expect(try PlannedRender(reading: folder("film.otio")).plan.digest == planned.plan.digest)
        let text = String(decoding: folder.bytes("film.otio"), as: UTF8.self)
        #expect(text.contains("-4.5"))
        try folder.write(text.replacing("-4.5", with: "400"), "other.otio")
        #expect(throws: PlanError.self) { try PlannedRender(reading: folder("other.otio")) }
    }
}

/// Two microphones of one scene do not cancel each other's tones.
@Suite struct CombTests {
    private static let rate = 48_000
    private static let seconds = 40

    /// A camera, and a microphone that begins later, hears the sound later and has a clock of its own.
    ///
    /// - Parameters:
    ///   - start: when the microphone begins in the scene, in samples.
    ///   - drift: by how much its clock runs faster, in parts per million.
    private static func recordings(in folder: TemporaryFolder, start: Double, drift: Double) throws -> [Input] {
        let back = try FixtureRecording().with {
            $0.container = .mov
            $0.timing = .constant(FrameRate(5, 1)!, frames: 5 * seconds)
            $0.sound = .init(encoder: "pcm_s16le", channels: 1)
            $0.sound?.scene = 0
        }.file()
        let scene = Beeps.scene(rate: rate, from: 0, count: rate * (seconds + 1))
        let heard = (0..<rate * (seconds - 2)).map { n -> Float in
            let place = start + Double(n) / (1 + drift * 1e-6)
            let (index, part) = (Int(place), Float(place - place.rounded(.down)))
            return 0.7 * (scene[index] * (1 - part) + scene[index + 1] * part)
        }
        try SoundFile.write([heard], rate: Int32(rate), to: folder("mic.wav"))
        return [Input(path: back, angle: "back"), Input(path: folder("mic.wav"), angle: "mic")]
    }

    /// The deepest notch below 4 kHz, as the gain of the mix over what one microphone would give.
    private static func deepestNotch(_ plan: RenderPlan) throws -> Double {
        let mixed = try MixFilmTests.samples(of: plan)
        let scene = Beeps.scene(rate: rate, from: 0, count: mixed.count)
        let (size, count) = (4096, 4096 / 2 + 1)
        let transform = try RealTransform(size: size)
        var (x, y) = ([Float](), [Float]())
        var cross = [(Double, Double)](repeating: (0, 0), count: count)
        var power = [Double](repeating: 0, count: count)
        // The transfer function by averaged periodograms (Welch 1967), where both microphones are heard.
        for start in stride(from: 2 * rate, to: (seconds - 3) * rate, by: size / 2) {
            let window = { (samples: [Float]) in
                (0..<size).map { n in
                    samples[start + n] * Float(0.5 - 0.5 * cos(2 * Double.pi * Double(n) / Double(size)))
                }
            }
            transform.forward(window(scene)[...], into: &x)
            transform.forward(window(mixed)[...], into: &y)
            for bin in 0..<count {
                let (a, b, c, d) = (
                    Double(x[2 * bin]), Double(x[2 * bin + 1]), Double(y[2 * bin]), Double(y[2 * bin + 1])
                )
                cross[bin].0 += a * c + b * d
                cross[bin].1 += a * d - b * c
                power[bin] += a * a + b * b
            }
        }
        // The camera's full share and the microphone's 0.7 of the other: 0.85 where nothing cancels.
        let bins = (100 * size / rate)...(4000 * size / rate)
        return bins.map { ((cross[$0].0 * cross[$0].0 + cross[$0].1 * cross[$0].1).squareRoot() / power[$0]) / 0.85 }
            .min()!
    }

    private static func plan(_ inputs: [Input], sync: SyncMethod) throws -> PlannedRender {
        var request = SoundSourceTests.request { $0.sound = .mix }
        request.smart = .off
        return try request.plan(try Recording(inputs, sync: sync))
    }

    /// Three decibels are a factor of 0.708.
    @Test(arguments: [(48_161.76, 0.0), (36_007.31, 60), (60_000.5, -35)])
    func noNotchIsDeeperThanThreeDecibels(_ start: Double, _ drift: Double) throws {
        let folder = try TemporaryFolder()
        let planned = try Self.plan(try Self.recordings(in: folder, start: start, drift: drift), sync: .audio)
        #expect(planned.plan.output.audio.mix.measurements.count { $0.clock != nil } == 1)
        let notch = try Self.deepestNotch(planned.plan)
        #expect(notch > 0.708, "\(20 * log10(notch)) dB")
    }

    @Test func whatAPersonPlacedRoughlyIsPlacedToTheSample() throws {
        let folder = try TemporaryFolder()
        var inputs = try Self.recordings(in: folder, start: 48_161.76, drift: 0)
        // The truth is 1003.37 ms.
        inputs[1].offset = .milliseconds(1003)
        let planned = try Self.plan(inputs, sync: .none)
        #expect(try Self.deepestNotch(planned.plan) > 0.708)
        var unaligned = planned.plan
        unaligned.output.audio.mix.measurements = []
        #expect(try Self.deepestNotch(unaligned) < 0.2, "or this test would see no comb")
    }

    @Test func whatDoesNotFitIsSaid() throws {
        let folder = try TemporaryFolder()
        var inputs = try Self.recordings(in: folder, start: 48_161.76, drift: 0)
        inputs[1].offset = .milliseconds(1300)
        let planned = try Self.plan(inputs, sync: .none)
        #expect(planned.notes.contains { if case .fitsElsewhere("mic", to: "back", _) = $0 { true } else { false } })
        #expect(planned.plan.output.audio.mix.measurements.isEmpty)
        try SoundFile.write(
            [Beeps.scene(rate: 48_000, from: 480_000_000, count: 480_000)], rate: 48_000, to: folder("mic.wav"))
        let other = try Self.plan(inputs, sync: .none)
        #expect(other.notes.contains { if case .notAligned("mic", to: "back") = $0 { true } else { false } })
    }
}
