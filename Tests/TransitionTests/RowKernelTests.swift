import Pictures
import Parameters
import Testing

@testable import Transitions

@Suite struct RowKernelTests {
    @Test("a mix agrees with its reference, for all differences of 10-bit samples")
    func mix() {
        for weight in [0, 1, 2, 127, 4096, 12345, 16383, 16384, 16385, 20000, 32639, 32766, 32767] {
            for difference in stride(from: -1023, through: 1023, by: 1) {
                let (from, to) = difference < 0 ? (-difference, 0) : (0, difference)
                let fast = Int(mixed(UInt16(from), UInt16(to), weight: Int16(weight)))
                #expect(fast == mixedReference(from, to, weight: weight))
            }
        }
    }

    @Test("weight 0 keeps the sample and 32767 replaces it")
    func mixEnds() {
        for (from, to) in [(0, 1023), (1023, 0), (512, 511), (7, 7)] as [(UInt16, UInt16)] {
            #expect(mixed(from, to, weight: 0) == from)
            #expect(mixed(from, to, weight: 32767) == to)
        }
        #expect(mixWeight(0) == 0 && mixWeight(1) == 32767 && mixWeight(0.5) == 16384)
    }

    @Test("a weight is smoothstep of how far its moment has passed, for any ramp, and exact at the ends")
    func ramp() {
        let moments = (0..<700).map { UInt16(($0 * 9377) & 0xFFFF) } + [0, 1, 32767, 32768, 65534, 65535]
        for width in [1, 2, 3, 51, 1024, 6553, 32767, 32768, 65535] {
            for threshold in [-70000, -1, 0, 1, width / 2, width, 30000, 65535, 65536, 65535 + width, 140_000] {
                let ramp = Ramp(threshold: threshold, width: width)
                for moment in moments {
                    let weight = ramp.weight(at: moment)
                    let u = min(max(Double(threshold - Int(moment)) / Double(width), 0), 1)
                    // Each step is rounded down to 16 bits.
                    #expect(abs(Double(weight) - u * u * (3 - 2 * u) * 32768) < 4, "\(threshold) \(width) \(moment)")
                    if threshold <= Int(moment) { #expect(weight == 0) }
                    if threshold - Int(moment) >= width { #expect(weight == 32767) }
                }
            }
        }
    }

    @Test("where the edge is not as steep everywhere, it is a smoothstep as wide as each place says")
    func rampOfSlopes() {
        let shape = Iris(.circle, centerX: 50, centerY: 40, closes: false, width: 100, height: 80)
        let moments = (0..<700).map { UInt16(($0 * 9377) & 0xFFFF) }
        let slopes = (0..<700).map { Float($0 % 90) * 7.5 }
        for softness in [0, 0.01, 0.3] {
            let edge = MatteEdge(shape, softness: softness, hardSamples: 1.5, borderSamples: 4)
            for middle in [-900, 0, 20_000, 65_535, 70_000] {
                for isTrailing in [false, true] {
                    var weights = [Int16](repeating: -1, count: moments.count)
                    edge.fillWeights(
                        moments, slopes: slopes, middle: middle, isTrailing: isTrailing, into: &weights,
                        count: moments.count)
                    let expected = zip(moments, slopes).map { moment, slope -> Int in
                        let width = max(slope * 1.5, Float(max(1, (softness * 65535).rounded())))
                        let gone = Float(middle) - Float(moment) - slope * (isTrailing ? 4 : 0)
                        let u = min(max(gone / width + 0.5, 0), 1)
                        return Int((u * u * (3 - 2 * u) * 32767).rounded(.toNearestOrEven))
                    }
                    #expect(weights.map(Int.init) == expected, "\(softness) \(middle)")
                }
            }
        }
    }

    @Test("the slope of a ramp never falls, and is smoothstep to a 16-bit step")
    func slope() {
        let ramp = Ramp(threshold: 65535, width: 65535)
        var last = 0
        for moment in stride(from: 65535, through: 0, by: -1) {
            let weight = Int(ramp.weight(at: UInt16(moment)))
            let u = Double(65535 - moment) / 65535
            // The product is rounded down (1), its factor twice (½ each): a fifteenth of a 10-bit step at most.
            #expect(weight >= last && abs(Double(weight) - u * u * (3 - 2 * u) * 32768) < 2.1)
            last = weight
        }
        #expect(last == 32767)
    }

    @Test("a box blur is the mean of its neighbors, centerd to half a sample")
    func box() {
        for length in [1.0, 2, 3, 4, 6, 8] {
            let box = BoxLength(length)
            let count = 40
            let values = (0..<count + 2 * box.margin).map { UInt16($0 * 37 % 101 * 128) }
            var (row, spare) = (values, values)
            let blurred = row.withUnsafeMutableBufferPointer { row in
                spare.withUnsafeMutableBufferPointer { spare in
                    let out = boxBlur(row.baseAddress!, spare.baseAddress!, box, count: count)
                    return (0..<count).map { Int(out[$0]) }
                }
            }
            let mean = { (x: Int, size: Int) in
                let start = x + box.margin - size / 2
                return Double(values[start..<start + size].reduce(0) { $0 + Int($1) }) / Double(size)
            }
            for x in 0..<count {
                let expected = mean(x, box.margin) * (1 - box.part) + mean(x, 2 * box.margin) * box.part
                #expect(abs(Double(blurred[x]) - expected) <= 4, "length \(length) at \(x)")
            }
        }
    }

    @Test("sines and arc tangents are right to a 16-bit step, and exact on the axes")
    func trigonometry() {
        for degrees in stride(from: -720.0, through: 720, by: 7.5) {
            let (cosine, sine) = cosineAndSine(degrees: degrees)
            #expect(abs(cosine * cosine + sine * sine - 1) < 1e-14)
            let around = turn(x: cosine, y: sine)
            let expected = degrees / 360 - (degrees / 360).rounded(.down)
            let error = abs(around - expected)
            #expect(min(error, 1 - error) < 1e-9, "\(degrees)°")
        }
        #expect(cosineAndSine(degrees: 90) == (0, 1) && cosineAndSine(degrees: 180) == (-1, 0))
        #expect(turn(x: 0, y: 0) == 0)
        #expect(abs(cosineAndSine(degrees: 30).sine - 0.5) < 1e-15)
        #expect(abs(power(4, 0.5) - 2) < 1e-11 && power(3, 0) == 1 && power(3, 1) == 3)
    }
}
