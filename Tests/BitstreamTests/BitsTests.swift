import TestSupport
import Testing

@testable import Bitstream

/// Bits, codes and NAL units: what is written is what is read.
@Suite struct BitsTests {
    @Test func everyCodeIsReadBackAndTakesTheBitsOfTheStandard() throws {
        var random = Seeded(1)
        for _ in 0..<2000 {
            let number = Int(random.next() >> (32 + random.next() % 32)) % (Int(UInt32.max) - 1)
            let signed = (random.next() & 1 == 0 ? 1 : -1) * (number / 2)
            let width = Int(random.next() % 33)
            let bits = width == 0 ? 0 : Int(random.next() >> UInt64(64 - width))
            var writer = BitWriter()
            var (a, b, c) = (number, signed, bits)
            try writer.unsigned(&a, anyUnsigned, "a")
            // §9.1: leading zeros, the one, and as many bits again.
            #expect(writer.position == 2 * (Int.bitWidth - 1 - (number + 1).leadingZeroBitCount) + 1)
            try writer.signed(&b, anySigned, "b")
            try writer.bits(width, &c, "c")
            writer.trailingBits()
            var reader = BitReader(writer.bytes)
            (a, b, c) = (-1, 1 << 40, -1)
            try reader.unsigned(&a, anyUnsigned, "a")
            try reader.signed(&b, anySigned, "b")
            try reader.bits(width, &c, "c")
            #expect(a == number && b == signed && c == bits)
            try reader.trailingBits("test")
        }
    }

    /// The first rows of table 9-2 and 9-3 of H.264.
    @Test(arguments: [("1", 0, 0), ("010", 1, 1), ("011", 2, -1), ("00100", 3, 2), ("00101", 4, -2), ("00111", 6, -3)])
    func codesAreThoseOfTheTable(_ bits: String, _ unsigned: Int, _ signed: Int) throws {
        let byte = UInt8(bits + String(repeating: "1", count: 8 - bits.count), radix: 2)!
        var reader = BitReader([byte])
        var value = -1
        try reader.unsigned(&value, anyUnsigned, "v")
        #expect(value == unsigned)
        reader = BitReader([byte])
        try reader.signed(&value, anySigned, "v")
        #expect(value == signed)
        #expect(reader.position == bits.count)
    }

    @Test func codesOfMoreThan32BitsAndEndsAreErrors() {
        #expect(throws: BitstreamError.codeTooLong(element: "e")) {
            var reader = BitReader([0, 0, 0, 0, 0xff])
            var number = 0
            try reader.codeNumber(&number, "e")
        }
        #expect(throws: BitstreamError.truncated(element: "e")) {
            var reader = BitReader([0, 1])
            var number = 0
            try reader.codeNumber(&number, "e")
        }
    }

    @Test func bitsOfAnotherAlignmentAreCopiedOneByOne() {
        var random = Seeded(2)
        for _ in 0..<300 {
            let source = (0..<40).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            let start = Int(random.next() % 160)
            let end = start + Int(random.next() % UInt64(320 - start))
            let lead = Int(random.next() % 9)
            var writer = BitWriter()
            writer.append(0, count: lead)
            writer.append(bitsOf: source, from: start, to: end)
            let expected = (start..<end).map { source[$0 / 8] >> UInt8(7 - $0 % 8) & 1 }
            let written = writer.bytes
            #expect(writer.position == lead + end - start)
            let copied = (lead..<lead + end - start).map { written[$0 / 8] >> UInt8(7 - $0 % 8) & 1 }
            #expect(copied == expected)
        }
    }

    @Test func emulationPreventionHidesStartCodesAndIsUndone() {
        var random = Seeded(3)
        for _ in 0..<2000 {
            // Mostly 0…3, so that runs of zeros are frequent.
            let rbsp = [0x65] + (0..<Int(random.next() % 40)).map { _ in UInt8(random.next() % 5) } + [0x80]
            var unit: [UInt8] = []
            EmulationPrevention.insert(into: rbsp, appendingTo: &unit)
            #expect(EmulationPrevention.removed(from: unit[...]) == rbsp)
            for index in unit.indices.dropLast(2) where unit[index] == 0 && unit[index + 1] == 0 {
                #expect(unit[index + 2] >= 3, "00 00 0\(unit[index + 2]) in \(unit)")
            }
        }
    }

    @Test func bothFramingsGiveTheSameUnits() throws {
        var random = Seeded(4)
        for _ in 0..<200 {
            let units = (0..<Int(1 + random.next() % 5)).map { _ -> [UInt8] in
                var unit: [UInt8] = []
                let rbsp = [0x41] + (0..<Int(random.next() % 30)).map { _ in UInt8(random.next() % 4) } + [0x80]
                EmulationPrevention.insert(into: rbsp, appendingTo: &unit)
                return unit
            }
            for framing in [NALUnitFraming.annexB, .lengthPrefixed(bytes: 1), .lengthPrefixed(bytes: 4)] {
                var packet: [UInt8] = []
                for unit in units { try framing.append(unit[...], to: &packet) }
                #expect(try framing.units(in: packet).map { Array($0) } == units)
            }
        }
    }

    @Test func lengthsBeyondThePacketAreErrors() {
        #expect(throws: BitstreamError.truncated(element: "NAL unit")) {
            _ = try NALUnitFraming.lengthPrefixed(bytes: 2).units(in: [0, 9, 1, 2])
        }
        #expect(throws: BitstreamError.truncated(element: "NAL unit length")) {
            _ = try NALUnitFraming.lengthPrefixed(bytes: 4).units(in: [0, 0])
        }
    }

    @Test func onlyTheNamedMessagesLeave() throws {
        let version: [UInt8] = [
            0xdc, 0x45, 0xe9, 0xbd, 0xe6, 0xd9, 0x48, 0xb7, 0x96, 0x2c, 0xd8, 0x20, 0xd9, 0x23, 0xee, 0xef,
        ]
        let recovery: [UInt8] = [6, 1, 0xC4]
        let caption: [UInt8] = [4, 3, 0xB5, 0, 0x31]
        let encoder: [UInt8] = [5, UInt8(version.count + 2)] + version + [65, 66]
        let timing: [UInt8] = [1, 2, 7, 7]
        func filtered(_ messages: [[UInt8]]) throws -> [UInt8]? {
            let unit: [UInt8] = [6] + messages.joined() + [0x80]
            return try SupplementalInformation.filtered(unit[...], behind: 1, dropping: [0, 1]).map { Array($0) }
        }
        let untouched: [UInt8] = [6] + recovery + caption + [0x80]
        #expect(try filtered([recovery, caption]) == untouched)
        #expect(try filtered([recovery, encoder, timing, caption]) == untouched)
        #expect(try filtered([timing, encoder]) == nil)
        // A payload of 300 bytes: 255 and 45.
        let long: [UInt8] = [4, 0xff, 45] + [UInt8](repeating: 9, count: 300)
        let kept: [UInt8] = [6] + long + [0x80]
        #expect(try filtered([timing, long]) == kept)
        #expect(throws: BitstreamError.truncated(element: "sei_payload")) { try filtered([[4, 200, 1]]) }
        // Damage may leave less than a header.
        let stub: [UInt8] = [0, 0, 0, 1, 39 << 1]
        #expect(try UserData.removed(from: stub, isHEVC: true) == stub)
    }
}
