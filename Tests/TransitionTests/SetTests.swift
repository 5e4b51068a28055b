import CRows
import Testing

@testable import Transitions

/// Loops that are written for each instruction set, against arithmetic one sample at a time.
@Suite struct SetTests {
    private static let counts = [1, 7, 16, 31, 32, 33, 100]

    /// Memory of `count` seeded values, and a guard after them.
    private func noise<Value: FixedWidthInteger>(_ count: Int, below limit: Int, seed: UInt64) -> Scratch<Value> {
        let values = Scratch<Value>(count: count + PlacedLine.spare, filledWith: 77)
        var state = seed
        for x in 0..<count {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            values.base[x] = Value(Int(state >> 40) % limit)
        }
        return values
    }

    @Test("an edge in one layer or two, whatever the length of the row", arguments: CardTests.sets)
    func fade(_ set: rows_set) {
        for count in Self.counts {
            fade(set, count, limit: 256, as: UInt8.self)
            fade(set, count, limit: 1024, as: UInt16.self)
        }
    }

    private func fade<Sample: RowSample>(_ set: rows_set, _ count: Int, limit: Int, as type: Sample.Type) {
        let moments: Scratch<UInt16> = noise(count, below: 65536, seed: 1)
        let rows: [Scratch<Sample>] = (2..<6).map { noise(count, below: limit, seed: $0) }
        for (threshold, width) in [(-5, 1), (30000, 1), (40000, 20000), (90000, 65535), (131_070, 65535)] {
            let ramp = Ramp(threshold: threshold, width: width)
            for layers in 1...2 {
                let outs: [Scratch<Sample>] = (0..<2).map { _ in Scratch(count: count + 1, filledWith: 77) }
                var fade = ramp.fade(moments.base, soon: 0)
                var one = rows_layer(
                    from: rows[0].base, to: rows[1].base, out: outs[0].base, from_soon: 0, to_soon: 0, out_soon: 0)
                var other = rows_layer(
                    from: rows[2].base, to: rows[3].base, out: outs[1].base, from_soon: 0, to_soon: 0, out_soon: 0)
                if layers == 1 {
                    Sample.fade(set, &fade, &one, nil, count)
                } else {
                    Sample.fade(set, &fade, &one, &other, count)
                }
                for layer in 0..<layers {
                    for x in 0..<count {
                        let (from, to) = (Int(rows[2 * layer].base[x]), Int(rows[2 * layer + 1].base[x]))
                        let weight = ramp.weightReference(at: moments.base[x])
                        #expect(Int(outs[layer].base[x]) == mixedReference(from, to, weight: weight))
                    }
                    #expect(outs[layer].base[count] == 77, "nothing is written beyond the row")
                }
            }
        }
    }

    @Test("a stretched row, from near and far, up to its ends", arguments: CardTests.sets)
    func stretch(_ set: rows_set) {
        // Steps that take one window, several, and more than there are; widths that leave no room for one.
        for (width, step) in [
            (300, 0.1), (300, 0.97), (700, 1.6), (1000, 3.1), (4000, 11), (5000, 40), (20, 0.2), (2, 0),
        ] {
            stretch(set, width, step, limit: 256, as: UInt8.self)
            stretch(set, width, step, limit: 1024, as: UInt16.self)
        }
    }

    private func stretch<Sample: RowSample>(
        _ set: rows_set, _ width: Int, _ step: Double, limit: Int, as type: Sample.Type
    ) {
        let row: Scratch<Sample> = noise(width, below: limit, seed: 1)
        let count = 96
        let line = PlacedLine(width: count, set: set)
        // The last places are those of the last two samples.
        let first = max(0, Double(width - 1) - step * Double(count - 1))
        for x in 0..<count {
            let place = bilinear(first + step * Double(x), count: width)
            line.indices.base[x] = Int32(place.index)
            line.weights.base[x] = place.weight
        }
        var map = line.map(0..<count, width: width, as: type)
        let out = Scratch<UInt16>(count: count + 1, filledWith: 77)
        Sample.stretch(&map, row.base, out.base)
        for x in 0..<count {
            let index = Int(line.indices.base[x])
            let expected = stretchedReference(
                Int(row.base[index]), Int(row.base[index + 1]), weight: Int(line.weights.base[x]), as: type)
            #expect(Int(Int16(bitPattern: out.base[x])) == expected, "\(width), \(step) at \(x)")
        }
        #expect(out.base[count] == 77, "nothing is written beyond the row")
    }

    @Test("two stretched rows mixed, and a third over them", arguments: CardTests.sets)
    func enlarge(_ set: rows_set) {
        for count in Self.counts {
            enlarge(set, count, limit: 256, as: UInt8.self)
            enlarge(set, count, limit: 1024, as: UInt16.self)
        }
    }

    private func enlarge<Sample: RowSample>(_ set: rows_set, _ count: Int, limit: Int, as type: Sample.Type) {
        let scale = Sample.stretchedScale
        let stretched = { (seed: UInt64) in
            let values: Scratch<UInt16> = self.noise(count, below: (limit - 1) * abs(scale) + 1, seed: seed)
            for x in 0..<count where scale < 0 { values.base[x] = 0 &- values.base[x] }
            return values
        }
        let (upper, lower) = (stretched(1), stretched(2))
        let far: Scratch<Sample> = noise(count, below: limit, seed: 3)
        for (rowWeight, farWeight) in [(0, 0), (12345, 30000), (32767, 1), (16384, 32767)] {
            let out = Scratch<Sample>(count: count + 1, filledWith: 77)
            var mixture = rows_mixture(
                upper: upper.base, lower: lower.base, row_weight: Int16(rowWeight), far_weight: Int16(farWeight),
                far_soon: 0, out_soon: 0)
            Sample.enlarge(set, &mixture, far.base, out.base, count)
            for x in 0..<count {
                let ends = [upper, lower].map { Int(Int16(bitPattern: $0.base[x])) }
                let wide = mixedReference(ends[0], ends[1], weight: rowWeight)
                let near = (wide * scale.signum() + abs(scale) / 2) / abs(scale)
                #expect(Int(out.base[x]) == mixedReference(near, Int(far.base[x]), weight: farWeight))
            }
            #expect(out.base[count] == 77, "nothing is written beyond the row")
        }
    }

    @Test("four samples to one value and back, whatever the values", arguments: CardTests.sets)
    func quarters(_ set: rows_set) {
        for count in Self.counts {
            quarters(set, count, limit: 256, as: UInt8.self)
            quarters(set, count, limit: 1024, as: UInt16.self)
        }
    }

    private func quarters<Sample: RowSample>(_ set: rows_set, _ count: Int, limit: Int, as type: Sample.Type) {
        let headroom = Int(Sample.headroom)
        let rows: [Scratch<Sample>] = (1...4).map { noise(4 * count, below: limit, seed: $0) }
        let means = Scratch<UInt16>(count: count + 1, filledWith: 77)
        Sample.means(set, rows[0].base, 0, means.base, count)
        for x in 0..<count {
            #expect(Int(means.base[x]) == (0..<4).reduce(0) { $0 + Int(rows[0].base[4 * x + $1]) } << (headroom - 2))
        }
        let pointers = rows.map { UnsafePointer($0.base) as UnsafePointer<Sample>? }
        Sample.stack(set, pointers, [0, 0, 0, 0], means.base, count)
        for x in 0..<count {
            #expect(Int(means.base[x]) == rows.reduce(0) { $0 + Int($1.base[x]) } << (headroom - 2))
        }
        #expect(means.base[count] == 77, "nothing is written beyond the row")

        // From darkest to brightest and back, the largest steps that there are.
        let values: Scratch<UInt16> = noise(count + 2, below: 2, seed: 5)
        for x in 0..<count + 2 { values.base[x] *= UInt16((limit - 1) << headroom) }
        let out = Scratch<Sample>(count: 4 * count + 1, filledWith: 77)
        let towards = { (here: Int, neighbor: Int, eighths: Int) in
            let value = mixedReference(
                Int(values.base[here]), Int(values.base[neighbor]), weight: eighths * 4096)
            return (value + 1 << (headroom - 1)) >> headroom
        }
        for samples in [4 * count, 4 * count - 1] {
            out.base.update(repeating: 77, count: 4 * count + 1)
            Sample.quadruple(set, values.base, out.base, 0, samples)
            for x in 0..<samples {
                let (here, phase) = (x / 4 + 1, x % 4)
                let expected = towards(here, phase < 2 ? here - 1 : here + 1, phase == 0 || phase == 3 ? 3 : 1)
                #expect(Int(out.base[x]) == expected)
            }
            #expect(out.base[samples] == 77, "nothing is written beyond the row")
        }
        for eighths in [1, 3] {
            out.base.update(repeating: 77, count: 4 * count + 1)
            Sample.between(set, values.base, values.base + 1, UInt16(eighths), out.base, 0, count)
            for x in 0..<count { #expect(Int(out.base[x]) == towards(x, x + 1, eighths)) }
            #expect(out.base[count] == 77, "nothing is written beyond the row")
        }
    }
}
