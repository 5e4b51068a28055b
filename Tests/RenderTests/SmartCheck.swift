import FixtureMedia
import MediaIO
import MediaTime
import Pictures
@testable import Render
@testable import Planning
import Testing
import Timeline
import Transitions

/// A smart render beside what it was made from: every frame of the output is judged.
struct SmartCheck {
    let job: Job
    let planned: PlannedRender
    let movie: Movie
    private let path: String
    private let folder: TemporaryFolder
    private let sources: [Movie]

    private var plan: RenderPlan { planned.plan }
    private var composition: Composition { plan.composition }

    init(_ job: Job, as name: String = "out.mp4") throws {
        self.job = job
        folder = try TemporaryFolder()
        planned = try job.plan()
        var renderer = Renderer(
            plan: planned.plan, output: folder(name), mayReplace: false)
        renderer.verifies = true
        _ = try renderer.run()
        path = folder(name)
        movie = try Movie(path)
        sources = try planned.plan.sources.map { try Movie($0.path) }
    }

    /// The cameras of which something is copied.
    var copied: Set<Angle> {
        Set(
            plan.spans.compactMap {
                if case .copy(let span) = $0 { composition.session.takes[span.take].angle } else { nil }
            })
    }

    var copiedShare: Double { Double(plan.copiedFrameCount) / Double(composition.frameCount) }

    /// Frames that players may be a tick off, when the clocks of the recordings have no common one.
    private var tick: MediaTime { MediaTime(1, in: .perSecond(plan.timescale)) }

    func expectAll() throws {
        #expect(movie.errorCount == 0, "it decodes without errors")
        try expectStructure()
        expectTimes()
        try expectPictures()
    }

    /// One sample entry of the kind that all players know.
    private func expectStructure() throws {
        let entry = plan.video.codec == .h264 ? "avc1" : "hvc1"
        #expect(try SampleEntries.read(path)[0] == [entry])
    }

    /// Decode times increase strictly and are never later than the picture; the durations fill the film.
    private func expectTimes() {
        let packets = movie.packets
        #expect(zip(packets, packets.dropFirst()).allSatisfy { $0.decode < $1.decode })
        #expect(packets.allSatisfy { $0.presentation >= $0.decode })
        let times = packets.map(\.presentation).sorted()
        #expect(Set(times).count == times.count, "no two pictures at one time")
        #expect(times.first == 0)
        let duration = movie.video?.duration ?? .zero
        #expect((duration - composition.duration).magnitude <= tick, "\(duration) instead of \(composition.duration)")
        // Copied frames keep their own times: where a camera has another rate, there are more or fewer of them.
        if job.back.timing.isConstant(at: composition.frameRate),
            job.front?.timing.isConstant(at: composition.frameRate) ?? true
        {
            #expect(movie.frames.count == Int(composition.frameCount))
        }
    }

    /// Every span gives its frames, all of them, each at its time.
    private func expectPictures() throws {
        let compositor = Compositor(plan, decoderThreads: 1, turnedBy: plan.carriedOrientation.inverse)
        var rest = movie.frames[...]
        for span in plan.spans {
            switch span {
            case .copy(let copy): try expect(copy, &rest)
            case .encode(let encode): try expect(encode, &rest, compositor)
            }
        }
        #expect(rest.isEmpty, "\(rest.count) frames too many")
    }

    /// Bit for bit the frames of the source, at their own times.
    private func expect(_ span: CopySpan, _ rest: inout ArraySlice<Movie.Frame>) throws {
        let clock = composition.session.takes[span.take].clock
        let shift = clock.target(at: .zero) - composition.clock.target(at: .zero)
        let half = composition.frameRate.frameDuration / 2
        let start = composition.frameRate.time(ofFrame: span.frames.lowerBound) - half - shift
        let end = composition.frameRate.time(ofFrame: span.frames.upperBound) - half - shift
        // Of two pictures in the time of the first frame, a variable-rate recording's key frame may be the second.
        let source = plan.sources[span.take]
        let entry = try source.packets.index(of: source).time(of: span.packets.lowerBound)
        let wanted = sources[span.take].frames.filter { $0.time >= max(start, entry) && $0.time < end }
        for (index, frame) in wanted.enumerated() {
            guard let shown = rest.popFirst() else {
                Issue.record("frames are missing")
                return
            }
            // The film begins with its first picture.
            let time = index == 0 && span.frames.lowerBound == 0 ? .zero : frame.time + shift
            #expect((shown.time - time).magnitude <= tick, "shown at \(shown.time) instead of \(time)")
            #expect(shown.planes == frame.planes, "the copied frame at \(time) differs from its source")
        }
    }

    /// What the full render would have shown, after one good encode.
    private func expect(
        _ span: EncodeSpan, _ rest: inout ArraySlice<Movie.Frame>, _ compositor: Compositor
    ) throws {
        for index in span.frames {
            guard let shown = rest.popFirst() else {
                Issue.record("frames are missing")
                return
            }
            let time = composition.frameRate.time(ofFrame: index)
            #expect((shown.time - time).magnitude <= tick, "shown at \(shown.time) instead of \(time)")
            let picture = try compositor.picture(ofFrame: index)
            let upright = plan.carriedOrientation
            let planes = picture.planes.map {
                SamplePlane($0, format: picture.format)
                    .turned(mirrored: upright.mirrored, quarterTurns: upright.quarterTurns)
            }
            let ratio = peakSignalToNoise(planes, shown.planes)
            #expect(ratio >= 35, "the encoded frame \(index) has \(ratio) dB")
        }
    }
}

extension FixtureRecording.Timing {
    fileprivate func isConstant(at rate: FrameRate) -> Bool {
        if case .constant(rate, _, _) = self { true } else { false }
    }
}
