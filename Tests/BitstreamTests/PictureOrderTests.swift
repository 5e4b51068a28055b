import TestSupport
import Testing

@testable import Bitstream

/// Where one HEVC stream follows another, no picture has the picture order count of one that a decoder still holds.
@Suite struct PictureOrderTests {
    /// What a decoder holds (H.265 §C.5.2), worked out from the finished stream alone.
    private struct Decoder {
        private struct Held {
            var order: Int
            var isReference = true
            var isWaiting = true
        }
        let sets: HEVC.ParameterSets
        private var pictures: [Held] = []
        private var reference = 0
        private(set) var brokenLinks = 0

        init(_ sets: HEVC.ParameterSets) { self.sets = sets }

        mutating func decode(_ packet: [UInt8]) throws {
            let unit = try #require(
                try NALUnitFraming.lengthPrefixed(bytes: 4).units(in: packet).first {
                    try HEVC.UnitHeader($0).kind == .slice
                })
            let slice = try HEVC.Slice(unit, sets)
            let type = slice.context.unit.type
            let references = slice.header.references
            let bits = slice.context.sequence.log2MaxPictureOrderLSB
            let startsSequence = 16...20 ~= type || pictures.isEmpty
            let order =
                startsSequence ? references.orderLSB : unwrapLSB(references.orderLSB, bits: bits, near: reference)
            if 16...18 ~= type {
                brokenLinks += 1
                #expect(!pictures.contains { $0.order == order }, "\(order) is still held: \(pictures.map(\.order))")
            }
            let kept = (references.shortTerm.negative + references.shortTerm.positive).map { order + $0.delta }
            if startsSequence {
                // What a random-access picture keeps is for its leading pictures, which are left out.
                pictures = []
            } else {
                #expect(kept.allSatisfy { order in pictures.contains { $0.order == order } }, "\(order), \(kept)")
            }
            for index in pictures.indices { pictures[index].isReference = kept.contains(pictures[index].order) }
            pictures.append(Held(order: order))
            let depth = slice.context.sequence.ordering.highest.reordered
            while pictures.count(where: \.isWaiting) > depth {
                let next = pictures.indices.filter { pictures[$0].isWaiting }.min {
                    pictures[$0].order < pictures[$1].order
                }
                pictures[next!].isWaiting = false
            }
            pictures.removeAll { !$0.isWaiting && !$0.isReference }
            let header = slice.context.unit
            if header.temporalID == 0, !header.isLeading, !header.isSubLayerNonReference { reference = order }
        }
    }

    @Test(arguments: ["", ":log2-max-poc-lsb=4", ":b-pyramid=0:ref=5"])
    func aBrokenLinkMeetsNoCountThatIsHeld(_ parameters: String) throws {
        let sources = [
            try Coded.hevc("ref=3:radl=0" + parameters, bFrames: 3, open: true),
            try Coded.hevc("ref=2" + parameters, bFrames: 2, open: true),
        ]
        let join = try ParameterSetJoin.hevc(sources.map { try $0.hevc })
        var random = Seeded(7)
        var decoder = Decoder(try HEVC.ParameterSets(extradata: join.configurationRecord))
        var rewriters = join.rewriters
        var end: SliceRewriter.SpanEnd?
        for _ in 0..<60 {
            let number = Int.random(in: 0...1, using: &random)
            rewriters[number].beginSpan(after: end)
            for packet in sources[number].spans.randomElement(using: &random)! {
                try decoder.decode(try rewriters[number].rewrite(packet.bytes))
            }
            end = rewriters[number].spanEnd
        }
        #expect(decoder.brokenLinks > 20)
    }

    /// A stream that counts with four bits has sixteen places to begin at: pictures that are only to be shown make way.
    @Test func theFirstCountThatIsNotHeldIsTaken() {
        var held = HEVC.HeldOrders()
        #expect(held.freeOrder(from: 5, bits: 4) == 5)
        for order in 0...6 { held.note(order, HEVC.SliceReferences(), shift: 0, startsSequence: order == 0) }
        #expect(held.freeOrder(from: 5, bits: 4) == 7 && held.freeOrder(from: 15, bits: 4) == 15)
        for order in 7...15 { held.note(order, HEVC.SliceReferences(), shift: 0, startsSequence: false) }
        #expect(held.freeOrder(from: 15, bits: 4) == 0 && held.freeOrder(from: 15, bits: 5) == 16)
    }
}
