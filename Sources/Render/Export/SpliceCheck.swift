import Planning
import MediaIO
import MediaTime

/// Proves a finished file: decodes about a group of pictures to either side of every splice and compares each
/// picture, bit for bit, with what was copied or with what the encoder made by itself.
struct SpliceCheck {
    let plan: RenderPlan
    let store: any UnitStore
    /// The finished file.
    let path: String

    /// Pictures that are looked at behind a splice; before it, all from the last key frame on.
    private static let reach = 30

    /// - Throws: `RenderError.verificationFailed` with the first picture that is wrong, `MediaError.damaged` when
    ///   something does not decode, `RenderError.cancelled`.
    func run(_ cancellation: Cancellation) throws -> Verification {
        var verification = Verification()
        guard let join = plan.join else { return verification }
        guard let video = try MediaInfo(probing: path).video else { throw failed(0, "there is no picture") }
        let output = try DigestReader(path: path, video: video)
        var before: Expected?
        for span in plan.spans {
            guard !cancellation.isCancelled else { throw RenderError.cancelled }
            let expected = expected(span, join)
            if let before {
                verification.pictures += try compare(output, before, expected)
                verification.splices += 1
            }
            before = expected
        }
        RenderLog.logger.debug("the pictures around all \(plan.spans.count - 1) splices are as they have to be")
        // Every span lies at a splice, where there is any.
        let copies = plan.spans.count { if case .copy = $0 { true } else { false } }
        verification.copiedStretches = verification.splices == 0 ? 0 : copies
        return verification
    }

    /// The pictures of a span as they have to be, in order of time.
    private struct Expected {
        /// In ticks of the output.
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
        let units = plan.spans.units.filter { span.frames.contains($0.frames.lowerBound) }
        let digests = Memoized {
            try units.flatMap { unit -> [PictureDigest] in
                guard let slice = store.slice(of: unit) else { throw RenderError.unitsMissing(count: 1) }
                return try PacketDecoder.digests(
                    try PacketFileReader(slice), codec: plan.video.codec, part: plan.video.visiblePart)
            }
        }
        return Expected(times: span.frames.map(plan.ticks(ofFrame:))) { range in
            let digests = try digests.value()
            guard digests.count == span.frames.count else {
                throw failed(plan.ticks(ofFrame: span.frames.lowerBound), "the encoder left pictures out")
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

    /// Shorter than any picture is shown.
    private static let instant = MediaTime.milliseconds(1)

    /// - Returns: how many pictures were compared.
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
        let shown = pictures.suffix(times.count)
        for ((picture, time), digest) in zip(zip(shown, times), digests) {
            guard picture.time.ticks(in: clock, .nearest) == time else {
                throw failed(time, "another picture is shown in its place")
            }
            guard picture.digest == digest else { throw failed(time, "its samples differ") }
        }
        guard shown.count == times.count else { throw failed(splice, "pictures are missing") }
        RenderLog.logger.trace(
            "splice at \(MediaTime(splice, in: clock).clockDescription): \(times.count) pictures agree")
        return times.count
    }

    private func failed(_ ticks: Int64, _ what: String) -> RenderError {
        .verificationFailed(time: MediaTime(ticks, in: .perSecond(plan.timescale)), reason: what)
    }
}

/// A value that is made when it is first needed.
private final class Memoized<Value> {
    private let make: () throws -> Value
    private var made: Value?
    init(_ make: @escaping () throws -> Value) { self.make = make }
    func value() throws -> Value {
        if let made { return made }
        let value = try make()
        made = value
        return value
    }
}
