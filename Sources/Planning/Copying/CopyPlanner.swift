import Bitstream
import MediaIO
import MediaTime
import Pictures
import Placing
import Platform
import Timeline

/// Whether stretches are copied instead of encoded.
public enum SmartMode: String, Sendable, CaseIterable {
    /// If the result is one valid stream and the saving is worth it.
    case auto
    /// Everything is encoded.
    case off
    /// Copies, or fails with the reasons.
    case require
}

/// Turns a plan that encodes everything into one that copies what it can.
package struct CopyPlanner {
    /// The composition and settings for full encoding; the canvas is the primary camera's, upright.
    let full: RenderPlan

    package init(full: RenderPlan) { self.full = full }
    private var primary: Int { full.primaryTake }

    /// Above this share of encoded frames, copying saves too little to give up one continuous encode, unless copying is
    /// required or requested for everything possible. Two alternating cameras with different formats leave about 0.4
    /// to copy, which halves the work; the limit must allow that.
    static let mostEncoded = 0.8

    package struct Outcome {
        package var plan: RenderPlan
        /// The reasons for each take that cannot be copied.
        var blockers: [Int: CopyBlocker]
        package var encodedShare: Double
    }

    /// The packet indexes of all takes, or why a take cannot be copied.
    package static func indexes(
        _ sources: [Source], primary: Int, canvas: Canvas, codec: VideoCodec, frameRate: FrameRate
    ) throws(MediaError) -> [Result<GOPIndex, CopyBlocker>] {
        let needed = sources.indices.filter { take in
            sources[take].blocker(to: sources[primary], canvas: canvas, codec: codec, frameRate: frameRate) == nil
        }
        // Each is kept, and an error comes again below.
        _ = try? concurrently(needed.count) { _ = try? sources[needed[$0]].packets.index(of: sources[needed[$0]]) }
        // A file that is used several times has several sources but one index.
        var read: [String: GOPIndex] = [:]
        return try sources.enumerated().map { take, source throws(MediaError) in
            if let why = source.blocker(to: sources[primary], canvas: canvas, codec: codec, frameRate: frameRate) {
                return .failure(why)
            }
            let index: GOPIndex
            if let known = read[source.pictureKey] {
                index = known
            } else {
                index = try source.packets.index(of: source)
                read[source.pictureKey] = index
            }
            return index.blocker.map { .failure(.packets($0)) } ?? .success(index)
        }
    }

    /// - Parameter indexes: of the takes that can be copied.
    /// - Throws: `SmartError` if nothing can be copied.
    package func plan(_ indexes: [Result<GOPIndex, CopyBlocker>]) throws -> Outcome {
        // A camera whose pictures are changed is never copied, but its parameter sets may still be used for the film.
        let alterations = full.alterations
        var candidates = indexes
        // Each round either succeeds or finds one more take that cannot be copied.
        for _ in 0...indexes.count {
            let copyable = alterations.over(candidates)
            let usable = Dictionary(
                uniqueKeysWithValues: candidates.enumerated().compactMap { take, result in
                    (try? result.get()).map { (take, $0) }
                })
            guard usable[primary] != nil else { break }
            let spans = SpanPlanner(
                composition: full.composition, indexes: copyable, drawnOver: full.drawnOver
            ).spans()
            let copied = Set(spans.compactMap { if case .copy(let span) = $0 { span.take } else { nil } })
            guard !copied.isEmpty else {
                throw SmartError(reasons(spans, copyable))
            }
            var plan = plan(spans, usable)
            // The primary's sets are kept even if the primary itself is not copied.
            let joined = usable.filter { copied.contains($0.key) || $0.key == primary }
            do {
                let cameras = try CameraStreams(joined, primary: primary, codec: plan.video.codec)
                plan.video = try cameras.joined(plan.video)
                let sets = try cameras.join(
                    encoder: try VideoEncoder(plan.video).configuration, isPadded: plan.video.coded != nil)
                plan.join = StreamJoin(cameras, sets)
                let failure = try Trace.span("try copies") { try firstFailure(plan, spans) }
                if let (take, why) = failure {
                    candidates[take] = .failure(.notRewritable(why))
                    continue
                }
                return Outcome(plan: plan, blockers: blockers(copyable), encodedShare: share(spans))
            } catch let BitstreamError.unjoinable(source, blocker) {
                let takes = [primary] + joined.keys.sorted().filter { $0 != primary }
                // The encoder is set up to match the primary: if the two disagree, the primary cannot be copied.
                let take = source < takes.count ? takes[source] : primary
                let why = "\(blocker)"
                candidates[take] = .failure(.unjoinable(why.last == "." ? String(why.dropLast()) : why))
            } catch let found as CameraStreams.Unreadable {
                candidates[found.take] = .failure(.headersUnreadable("\(found.error)"))
            } catch let error as BitstreamError {
                candidates[primary] = .failure(.headersUnusable("\(error)"))
            }
        }
        throw SmartError(refusals(blockers(candidates)))
    }

    /// Why no span is a copy: the problems of the takes shown, and whether the others are shown too briefly.
    private func reasons(_ spans: [Span], _ candidates: [Result<GOPIndex, CopyBlocker>]) -> [CopyRefusal] {
        let why = Set(
            spans.flatMap { span -> [EncodeReason] in
                if case .encode(let encode) = span { encode.parts.map(\.reason) } else { [] }
            })
        let unlike = Set(why.compactMap { if case .clip(let reason) = $0 { reason } else { nil } })
        let takes = refusals(blockers(candidates).filter { unlike.contains($0.value) })
        guard why != [.layers] else { return [.layers] }
        let drawnOver = full.drawnOver.filter { $0.reason == .graphics }.reduce(0) { $0 + $1.frames.count }
        guard drawnOver < full.composition.frameCount else { return [.graphics] }
        let isBrief = !why.isDisjoint(with: [.tooShort, .waitingForKeyFrame, .reordering])
        return takes + (isBrief || takes.isEmpty ? [.tooBrief] : [])
    }

    private func refusals(_ blockers: [Int: CopyBlocker]) -> [CopyRefusal] {
        blockers.sorted { $0.key < $1.key }.map { .take(path: full.sources[$0.key].path, $0.value) }
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

    /// Rewrites every packet to be copied, without keeping it: packets that cannot be rewritten are encoded.
    private func firstFailure(_ plan: RenderPlan, _ spans: [Span]) throws -> (take: Int, why: String)? {
        let joiner = PacketJoiner(plan.join!, plan)
        for case .copy(let span) in spans {
            do {
                try joiner.packets(span) { _ in }
            } catch let error as BitstreamError {
                return (span.take, "\(error)")
            }
        }
        for take in plan.join!.indexes.keys.sorted() where joiner.hasShiftedBits(of: take) {
            if try !survives(take, plan, spans) {
                return (take, "it contains macroblocks that cannot be moved (uncompressed ones, I_PCM)")
            }
        }
        return nil
    }

    /// Decodes the packets of a take both original and rewritten, and compares. Only a decoder can tell whether
    /// non-CABAC data may be shifted by a few bits.
    private func survives(_ take: Int, _ plan: RenderPlan, _ spans: [Span]) throws -> Bool {
        let (source, index, joiner) = (plan.sources[take], plan.join!.indexes[take]!, PacketJoiner(plan.join!, plan))
        let reader = try CodedPacketReader(path: source.path, video: source.video, index: index)
        let decoders = try [index.configuration, plan.join!.configuration].map {
            try PacketDecoder(configuration: $0, codec: plan.video.codec, path: source.path)
        }
        for case .copy(let span) in spans {
            var packets: [StoredPacket] = []
            try joiner.packets(span) { if span.take == take { packets.append($0) } }
            guard span.take == take else { continue }
            try reader.read(span.packets) { entry, bytes in
                try decoders[0].decode(bytes, presentation: index.entries[entry].presentation)
            }
            // Incorrectly shifted data may not decode at all.
            guard (try? packets.forEach { try decoders[1].decode($0.bytes, presentation: $0.presentation) }) != nil
            else { return false }
        }
        for decoder in decoders { try decoder.finish() }
        return decoders[0].digests == decoders[1].digests
    }

    private func blockers(_ candidates: [Result<GOPIndex, CopyBlocker>]) -> [Int: CopyBlocker] {
        candidates.enumerated().reduce(into: [:]) { reasons, candidate in
            if case .failure(let blocker) = candidate.element { reasons[candidate.offset] = blocker }
        }
    }

    private func share(_ spans: [Span]) -> Double {
        Double(spans.encodedFrameCount) / Double(max(1, full.composition.frameCount))
    }
}
