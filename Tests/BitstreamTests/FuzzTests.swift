import FixtureMedia
import Foundation
import TestSupport
import Testing

@testable import Bitstream

/// Damaged bytes are refused with an error, never with a crash. That a `BitstreamError` is all that can be thrown
/// is the compiler's promise (typed throws); what a test can find is a trap.
@Suite struct FuzzTests {
    /// More with `COMPOSE_FUZZ=100`.
    static var factor: Int { ProcessInfo.processInfo.environment["COMPOSE_FUZZ"].flatMap { Int($0) } ?? 1 }

    @Test func damagedParameterSetsNeverTrap() throws {
        var random = Seeded(5)
        var refused = 0
        let h264 = try Coded.h264("ref=3:cqm=jvt:nal-hrd=vbr:vbv-maxrate=400:vbv-bufsize=400", bFrames: 2)
        let hevc = try Coded.hevc("hrd=1:vbv-maxrate=400:vbv-bufsize=400:scaling-list=default", bFrames: 2)
        let (plainH264, plainHEVC) = (try Coded.h264("ref=1").h264, try Coded.hevc("ref=1").hevc)
        for _ in 0..<6000 * Self.factor {
            do {
                let sets = try H264.ParameterSets(extradata: mutated(h264.configuration, &random))
                _ = try H264.EncoderConstraints([sets]).x264Parameters(preset: "medium")
                _ = try ParameterSetJoin.h264([sets, plainH264])
            } catch { refused += 1 }
            do {
                let sets = try HEVC.ParameterSets(extradata: mutated(hevc.configuration, &random))
                _ = try HEVC.EncoderConstraints([sets]).x265Parameters(preset: "medium")
                _ = try ParameterSetJoin.hevc([plainHEVC, sets])
            } catch { refused += 1 }
        }
        #expect(refused > 1000 * Self.factor)
    }

    /// Frame rates of numbers of 32 bits, whose products have 64.
    @Test func theLargestFrameRatesNeverTrap() throws {
        var sets = [try Coded.h264("ref=3").h264, try Coded.h264("ref=1").h264]
        for index in sets.indices {
            var sequence = sets[index].sequences[0].value
            var usability = sequence.usability ?? H264.VideoUsability()
            var timing = usability.timing ?? H264.VideoUsability().timing ?? .init()
            (timing.unitsInTick, timing.timeScale, timing.isFixedRate) = (0xFFFF_FFFF, 0xFFFF_FFFF, true)
            usability.timing = timing
            sequence.usability = usability
            sets[index].sequences = [try sequence.coded()]
        }
        for pair in [sets, sets.reversed()] {
            _ = try? ParameterSetJoin.h264(pair)
        }
    }

    @Test func damagedPacketsNeverTrap() throws {
        var random = Seeded(6)
        var refused = 0
        let h264 = [try Coded.h264("ref=3:weightp=2", bFrames: 3), try Coded.h264("cabac=0:ref=1:weightp=0")]
        let hevc = [try Coded.hevc("ref=3:weightp=1", bFrames: 3, open: true), try Coded.hevc("sao=0")]
        let joins = [
            try ParameterSetJoin.h264(h264.map { try $0.h264 }), try ParameterSetJoin.hevc(hevc.map { try $0.hevc }),
        ]
        for (join, sources) in zip(joins, [h264, hevc]) {
            for _ in 0..<2500 * Self.factor {
                let number = Int(random.next() % 2)
                var rewriter = join.rewriters[number]
                let packets = sources[number].packets
                rewriter.beginSpan()
                do {
                    _ = try rewriter.rewrite(packets[0].bytes)
                    for _ in 0..<3 {
                        // Damage near the beginning, where the headers are.
                        let packet = packets[Int(random.next() % UInt64(packets.count))].bytes.prefix(400)
                        let bytes = mutated(Array(packet), &random)
                        _ = try? UserData.removed(from: bytes, isHEVC: sources[number].isHEVC)
                        _ = try rewriter.rewrite(bytes)
                    }
                } catch { refused += 1 }
            }
        }
        #expect(refused > 1000 * Self.factor)
    }

    /// Sets that are damaged and still make sense are joined, and then packets are read by them: the packets that came
    /// with them before the damage, and those of a partner.
    @Test func packetsOfDamagedSetsNeverTrap() throws {
        var random = Seeded(7)
        var (rewritten, refused) = (0, 0)
        let sources = [
            try Coded.h264("ref=3:weightp=2", bFrames: 3), try Coded.h264("cabac=0:ref=1:weightp=0"),
            try Coded.hevc("ref=3:weightp=1", bFrames: 3, open: true), try Coded.hevc("sao=0"),
        ]
        for _ in 0..<500 * Self.factor {
            for (number, source) in sources.enumerated() {
                let partner = sources[number ^ 1]
                var damaged = source
                damaged.configuration = mutated(source.configuration, &random)
                let (pair, place) = random.next() & 1 == 0 ? ([damaged, partner], 0) : ([partner, damaged], 1)
                do {
                    let join = try Self.join(pair)
                    var rewriters = join.rewriters
                    var end: SliceRewriter.SpanEnd?
                    for (index, source) in [(place, damaged), (1 - place, partner)] {
                        rewriters[index].beginSpan(after: end)
                        for packet in source.packets.prefix(6) {
                            do {
                                _ = try rewriters[index].rewrite(packet.bytes)
                                rewritten += 1
                            } catch { refused += 1 }
                        }
                        end = rewriters[index].spanEnd
                    }
                } catch { refused += 1 }
            }
        }
        #expect(rewritten > 100 * Self.factor && refused > 500 * Self.factor, "\(rewritten), \(refused)")
    }

    private static func join(_ sources: [CodedSource]) throws -> ParameterSetJoin {
        guard sources[0].isHEVC else {
            let sets = try sources.map { try $0.h264 }
            _ = try H264.EncoderConstraints(sets).x264Parameters(preset: "medium")
            return try .h264(sets)
        }
        let sets = try sources.map { try $0.hevc }
        _ = try HEVC.EncoderConstraints(sets).x265Parameters(preset: "medium")
        return try .hevc(sets)
    }

    private func mutated(_ bytes: [UInt8], _ random: inout Seeded) -> [UInt8] {
        var bytes = bytes
        for _ in 0...random.next() % 3 {
            guard !bytes.isEmpty else { return bytes }
            let reach = random.next() & 1 == 0 ? bytes.count : min(48, bytes.count)
            let place = Int(random.next() % UInt64(reach))
            switch random.next() % 5 {
            case 0, 1: bytes[place] ^= 1 << UInt8(random.next() % 8)
            case 2: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 3: bytes.removeSubrange(place..<min(bytes.count, place + 1 + Int(random.next() % 4)))
            default: bytes.insert(UInt8(random.next() % 4), at: place)
            }
        }
        return bytes
    }
}
