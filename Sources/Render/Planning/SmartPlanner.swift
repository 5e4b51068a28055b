import Bitstream
import MediaIO
import MediaTime
import Pictures
import Timeline

/// Whether stretches are copied instead of encoded.
public enum SmartMode: String, Sendable, CaseIterable {
    /// Where the outcome is one valid stream and it is worth it.
    case auto
    /// Everything is encoded.
    case off
    /// Also where streams keep parameter sets of their own, which not every player follows.
    case all
    /// Copies, or fails with the reasons.
    case require
}

/// Turns a plan that encodes everything into one that copies what it can.
struct SmartPlanner {
    /// The composition and settings as they would be encoded; the canvas of the primary camera upright.
    let full: RenderPlan
    private var primary: Int { full.primaryTake }
    /// Parameter sets that cannot be shared may stand beside each other in one track.
    private var allowsDistinct: Bool { full.output.stretches == .copyAll }

    init(full: RenderPlan) { self.full = full }

    /// Above this share of encoded frames copying saves too little to give up one continuous encode. Two cameras that
    /// record unlike and take turns leave about 0.4 to copy, which halves the work: that has to be below it.
    static let mostEncoded = 0.8

    struct Outcome {
        var plan: RenderPlan
        /// Reasons for each take that cannot be copied.
        var blockers: [Int: String]
        var encodedShare: Double
    }

    /// The packet indexes of all takes, or why a take cannot be copied.
    static func indexes(
        _ sources: [Source], primary: Int, canvas: Canvas, codec: VideoCodec, frameRate: FrameRate
    ) throws(MediaError) -> [Result<GOPIndex, SpanPlanner.Blocker>] {
        try sources.map { source throws(MediaError) in
            if let why = source.blocker(
                to: sources[primary], canvas: canvas, codec: codec, frameRate: frameRate)
            {
                return .failure(.init(why))
            }
            let index = try GOPIndex(reading: source.path, video: source.video)
            return index.blocker.map { .failure(.init($0)) } ?? .success(index)
        }
    }

    /// - Parameter indexes: of the takes, as far as they can be copied.
    /// - Throws: `SmartError` when nothing can be copied.
    func plan(_ indexes: [Result<GOPIndex, SpanPlanner.Blocker>]) throws -> Outcome {
        var candidates = indexes
        // Each round either succeeds or learns of one more take that cannot be copied.
        for _ in 0...indexes.count {
            let usable = Dictionary(
                uniqueKeysWithValues: candidates.enumerated().compactMap { take, result in
                    (try? result.get()).map { (take, $0) }
                })
            guard usable[primary] != nil else { break }
            let spans = SpanPlanner(composition: full.composition, indexes: candidates).spans()
            let copied = Set(spans.compactMap { if case .copy(let span) = $0 { span.take } else { nil } })
            guard !copied.isEmpty else {
                throw SmartError.nothingToCopy(reasons: reasons(spans, candidates))
            }
            var plan = plan(spans, usable)
            // The primary's sets are the ones kept, even if it happens not to be copied itself.
            let joined = usable.filter { copied.contains($0.key) || $0.key == primary }
            do {
                let cameras = try CameraStreams(joined, primary: primary, codec: plan.video.codec)
                plan.video = try cameras.joined(plan.video)
                let sets = try cameras.join(
                    encoder: try VideoEncoder(plan.video).configuration, isPadded: plan.video.coded != nil,
                    allowsDistinct: allowsDistinct)
                plan.join = StreamJoin(cameras, sets)
                if let (take, why) = try firstFailure(plan, spans) {
                    candidates[take] = .failure(.init(why))
                    continue
                }
                return Outcome(plan: plan, blockers: blockers(candidates), encodedShare: share(spans))
            } catch let BitstreamError.unjoinable(source, blocker) {
                let takes = [primary] + joined.keys.sorted().filter { $0 != primary }
                // The encoder is made after the primary: if the two disagree, the primary cannot be copied.
                let take = source < takes.count ? takes[source] : primary
                candidates[take] = .failure(.init("\(blocker)".trimmingSuffix(".")))
            } catch let found as CameraStreams.Unreadable {
                candidates[found.take] = .failure(.init("its headers cannot be read (\(found.error))"))
            } catch let error as BitstreamError {
                candidates[primary] = .failure(.init("its headers cannot be used (\(error))"))
            }
        }
        throw SmartError.nothingToCopy(
            reasons: blockers(candidates).sorted { $0.key < $1.key }.map {
                "\(full.sources[$0.key].path): \($0.value)"
            })
    }

    /// Why no span is a copy: what is wrong with the takes that are shown, and whether the others are shown too briefly.
    private func reasons(_ spans: [Span], _ candidates: [Result<GOPIndex, SpanPlanner.Blocker>]) -> [String] {
        let why = Set(
            spans.flatMap { span -> [EncodeReason] in
                if case .encode(let encode) = span { encode.parts.map(\.reason) } else { [] }
            })
        let unlike = Set(why.compactMap { if case .clip(let reason) = $0 { reason } else { nil } })
        let takes = blockers(candidates).sorted { $0.key < $1.key }.filter { unlike.contains($0.value) }
        let isBrief = !why.isDisjoint(with: [.tooShort, .waitingForKeyFrame, .reordering])
        return takes.map { "\(full.sources[$0.key].path): \($0.value)" }
            + (isBrief || takes.isEmpty ? ["no stretch between two transitions is long enough to be copied"] : [])
    }

    private func plan(_ spans: [Span], _ usable: [Int: GOPIndex]) -> RenderPlan {
        var plan = full
        plan.spans = spans
        plan.carriedOrientation = full.sources[primary].orientation
        plan.video.canvas.size = plan.carriedOrientation.inverse.apply(to: full.video.canvas.size)
        plan.timescale = RenderPlan.timescale(
            [full.video.frameRate.timeBase] + usable.values.map(\.timeBase).sorted { $0.denominator < $1.denominator })
        return plan
    }

    /// Rewrites every packet that would be copied, without keeping it: what cannot be rewritten is encoded.
    private func firstFailure(_ plan: RenderPlan, _ spans: [Span]) throws -> (take: Int, why: String)? {
        let joiner = PacketJoiner(plan.join!, plan)
        var copies: [Int: [Range<Int>]] = [:]
        for case .copy(let span) in spans {
            do {
                try joiner.packets(span) { _ in }
            } catch let error as BitstreamError {
                return (span.take, "its packets cannot be rewritten (\(error))")
            }
            copies[span.take, default: []].append(span.packets)
        }
        for (take, packets) in copies.sorted(by: { $0.key < $1.key }) where joiner.hasShiftedBits(of: take) {
            let source = plan.sources[take]
            let hasUncompressed = try UncompressedBlocks.mayBe(
                in: packets, path: source.path, video: source.video, index: plan.join!.indexes[take]!)
            if hasUncompressed { return (take, "it may hold uncompressed macroblocks (I_PCM), which cannot be moved") }
        }
        return nil
    }

    private func blockers(_ candidates: [Result<GOPIndex, SpanPlanner.Blocker>]) -> [Int: String] {
        candidates.enumerated().reduce(into: [:]) { reasons, candidate in
            if case .failure(let blocker) = candidate.element { reasons[candidate.offset] = blocker.reason }
        }
    }

    private func share(_ spans: [Span]) -> Double {
        let encoded = spans.reduce(Int64(0)) { sum, span in
            if case .encode(let span) = span { sum + Int64(span.frames.count) } else { sum }
        }
        return Double(encoded) / Double(max(1, full.composition.frameCount))
    }
}

/// Why everything has to be encoded.
public enum SmartError: Error, Sendable {
    case nothingToCopy(reasons: [String])
    /// Copying would save less than one continuous encode is worth.
    case tooLittleToCopy(encodedShare: Double)

    public var reasons: [String] {
        switch self {
        case .nothingToCopy(let reasons): reasons
        case .tooLittleToCopy(let share):
            ["\(Int((share * 100).rounded())) % of the frames would have to be encoded anyway"]
        }
    }
}

extension SmartError: CustomStringConvertible {
    public var description: String {
        "nothing can be copied: \(reasons.joined(separator: "; ")). Leave out --smart require to encode."
    }
}

extension String {
    func trimmingSuffix(_ suffix: Character) -> String { last == suffix ? String(dropLast()) : self }
}
