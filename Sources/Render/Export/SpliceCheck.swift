import Placing
import Planning
import MediaIO
import MediaTime

/// Verifies a finished file: decodes about a GOP on either side of every splice, in the middle of every copy and at
/// both ends of the film, and compares each picture bit for bit with the source that was copied or with the encoder's
/// own output.
struct SpliceCheck {
    let plan: RenderPlan
    let store: any UnitStore
    /// The finished file.
    let path: String
    /// How far its times may deviate from the plan's.
    var rounding = MediaTime.zero

    /// Pictures checked after a splice; before it, all from the last key frame on.
    private static let reach = 30

    /// - Throws: `RenderError.verificationFailed` with the first picture that is wrong, `MediaError.damaged` when
    ///   something does not decode, `RenderError.cancelled`.
    func run(_ cancellation: Cancellation) throws -> Verification {
        var verification = Verification()
        guard let join = plan.join else { return verification }
        guard let video = try MediaInfo(probing: path).video else { throw failed(0, "there is no picture") }
        let output = try DigestReader(path: path, video: video)
        var before: Expected?
        for (place, span) in plan.spans.enumerated() {
            guard !cancellation.isCancelled else { throw RenderError.cancelled }
            let expected = expected(span, join)
            if let before {
                verification.pictures += try compare(output, before, expected)
                verification.splices += 1
            }
            before = expected
            guard case .copy = span else { continue }
            for range in Self.inside(expected.times.count, isFirst: place == 0, isLast: place == plan.spans.count - 1) {
                try compare(output, expected, range)
                verification.pictures += range.count
            }
        }
        RenderLog.logger.debug(
            "the pictures around every splice (\(plan.spans.count - 1)) and within all copies are correct")
        verification.copiedStretches = plan.spans.count { if case .copy = $0 { true } else { false } }
        return verification
    }

    /// Pictures of a copy that are not at a splice but are checked anyway.
    private static func inside(_ count: Int, isFirst: Bool, isLast: Bool) -> [Range<Int>] {
        let middle = max(0, (count - reach) / 2)
        let starts =
            (isFirst ? [0] : []) + (count > 2 * reach ? [middle] : []) + (isLast ? [max(0, count - reach)] : [])
        return starts.map { $0..<min(count, $0 + reach) }
    }

    /// The expected pictures of a span, in presentation order.
    private struct Expected {
        /// In output ticks.
        var times: [Int64]
        var digests: (Range<Int>) throws -> [PictureDigest]
    }

    private func expected(_ span: Span, _ join: StreamJoin) -> Expected {
        switch span {
        case .encode(let encode): expected(encode)
        case .copy(let copy): expected(copy, join)
        }
    }

    private func expected(_ span: EncodeSpan) -> Expected {
        let units = plan.units.filter { span.frames.contains($0.frames.lowerBound) }
        var known: [PictureDigest]?
        return Expected(times: span.frames.map(plan.ticks(ofFrame:))) { range in
            let digests =
                try known
                ?? units.flatMap { unit in
                    guard let slice = store.slice(of: unit) else { throw plan.missing([unit]) }
                    return try PacketDecoder.digests(
                        try PacketFileReader(slice), codec: plan.video.codec, part: plan.video.visiblePart)
                }
            known = digests
            guard digests.count == span.frames.count else {
                throw failed(plan.ticks(ofFrame: span.frames.lowerBound), "the encoder dropped pictures")
            }
            return Array(digests[range])
        }
    }

    private func expected(_ span: CopySpan, _ join: StreamJoin) -> Expected {
        let index = join.indexes[span.take]!
        let source = plan.sources[span.take]
        let entries = join.kept(span).sorted { index.entries[$0].presentation < index.entries[$1].presentation }
        let times = entries.map(index.time(of:))
        return Expected(times: entries.map { plan.ticks(ofPacket: $0, in: span) }) { range in
            let wanted = Set(times[range])
            let pictures = try DigestReader(path: source.path, video: source.video)
                .pictures(fromKeyFrameBefore: times[range.lowerBound], to: times[range.upperBound - 1] + Self.instant)
                .filter { wanted.contains($0.time) }
            guard pictures.count == range.count else {
                throw MediaError.damaged(path: source.path, summary: "pictures are missing")
            }
            return pictures.map(\.digest)
        }
    }

    /// Shorter than any picture's duration.
    private static let instant = MediaTime.milliseconds(1)

    /// - Returns: the number of pictures compared.
    private func compare(_ output: DigestReader, _ before: Expected, _ after: Expected) throws -> Int {
        let clock = TimeBase.perSecond(plan.timescale)
        let splice = after.times[0]
        let reach = min(Self.reach, after.times.count)
        let pictures = try output.pictures(
            fromKeyFrameBefore: MediaTime(splice, in: clock) - Self.instant,
            to: MediaTime(after.times[reach - 1], in: clock) + Self.instant)
        guard let first = pictures.first?.time.ticks(in: clock, .nearest) else { throw failed(splice, "it is missing") }
        let start = before.times.firstIndex { $0 >= first } ?? before.times.count
        let times = before.times[start...] + after.times[..<reach]
        let digests =
            try (start == before.times.count ? [] : before.digests(start..<before.times.count))
            + after.digests(0..<reach)
        try compare(pictures.suffix(times.count), Array(times), digests)
        return times.count
    }

    /// Pictures in the middle of a span.
    private func compare(_ output: DigestReader, _ expected: Expected, _ range: Range<Int>) throws {
        let clock = TimeBase.perSecond(plan.timescale)
        let times = Array(expected.times[range])
        let pictures = try output.pictures(
            fromKeyFrameBefore: MediaTime(times[0], in: clock) + Self.instant,
            to: MediaTime(times[times.count - 1], in: clock) + Self.instant)
        try compare(pictures.suffix(times.count), times, try expected.digests(range))
    }

    private func compare(_ shown: ArraySlice<DigestedPicture>, _ times: [Int64], _ digests: [PictureDigest]) throws {
        for ((picture, time), digest) in zip(zip(shown, times), digests) {
            guard isShown(picture, at: time) else {
                throw failed(time, "another picture is shown in its place")
            }
            guard picture.digest == digest else { throw failed(time, "its samples differ") }
        }
        guard shown.count == times.count else { throw failed(times[0], "pictures are missing") }
        let start = MediaTime(times[0], in: .perSecond(plan.timescale)).clockDescription
        RenderLog.logger.trace("from \(start): \(times.count) picture\(times.count == 1 ? " agrees" : "s agree")")
    }

    private func isShown(_ picture: DigestedPicture, at time: Int64) -> Bool {
        let clock = TimeBase.perSecond(plan.timescale)
        return rounding == .zero
            ? picture.time.ticks(in: clock, .nearest) == time
            : (picture.time - MediaTime(time, in: clock)).magnitude <= rounding
    }

    private func failed(_ ticks: Int64, _ what: String) -> RenderError {
        .verificationFailed(time: MediaTime(ticks, in: .perSecond(plan.timescale)), reason: what)
    }
}
