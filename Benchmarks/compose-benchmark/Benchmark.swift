import Parameters
import Pictures
import Timeline
import Transitions

struct Benchmark {
    /// More pictures than the caches hold, used in turn: in a film every frame is another one, and comes
    /// from memory.
    private let triples: [(outgoing: Picture, incoming: Picture, destination: Picture)]
    private let size: PictureSize
    private let format: PixelFormat
    /// Where pictures that are turned by a quarter are written to.
    private let turned: [Picture]

    /// Progress of the pictures drawn; what costs differently at different times is averaged.
    private let steps: Int64 = 12
    private let rounds = 24

    init(size: PictureSize, format: PixelFormat) {
        let pool = PicturePool(format: format, size: size)
        let bytes = size.area * 3 / 2 * format.bytesPerSample
        let inCache = CommandLine.arguments.contains("--warm")
        let count = inCache ? 1 : max(2, 160_000_000 / (3 * bytes))
        var state: UInt64 = 1
        let noise = {
            let picture = pool.picture()
            Self.fill(picture, &state)
            return picture
        }
        triples = (0..<count).map { _ in (noise(), noise(), noise()) }
        let turnedPool = PicturePool(format: format, size: size.transposed)
        turned = triples.map { _ in turnedPool.picture() }
        self.size = size
        self.format = format
    }

    /// Noise: nothing for the branches to be lucky with.
    private static func fill(_ picture: Picture, _ state: inout UInt64) {
        for plane in picture.planes {
            for y in 0..<plane.height {
                for x in 0..<plane.width {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    if picture.format == .yuv420p8 {
                        plane.row(y, as: UInt8.self)[x] = UInt8(truncatingIfNeeded: state >> 56)
                    } else {
                        plane.row(y, as: UInt16.self)[x] = UInt16(truncatingIfNeeded: state >> 54)
                    }
                }
            }
        }
    }

    func measure(_ specification: Specification) throws {
        let renderer = try TransitionCatalogue.standard.renderer(
            for: specification, size: size, format: format,
            matteLoader: { _ in MatteImage(width: 2, height: 1, samples: [0, 65535]) })
        measure("\(specification)") { index, step in
            let (outgoing, incoming, destination) = triples[index]
            renderer.render(
                from: outgoing, to: incoming, progress: TransitionProgress(step: step, steps: steps), into: destination)
        }
    }

    func measure(_ orientation: Orientation) {
        measure("\(orientation.mirrored ? "mirrored, " : "")turned by \(90 * orientation.quarterTurns)°") { index, _ in
            (orientation.swapsAxes ? turned[index] : triples[index].destination)
                .reorient(triples[index].outgoing, orientation)
        }
    }

    private func measure(_ name: String, _ draw: (_ index: Int, _ step: Int64) -> Void) {
        let clock = ContinuousClock()
        // The minimum of the rounds at each step: what the machine can do when it is left alone. The limit is treated
        // alike, or the luckiest of all its measurements would stand beside the mean of the others.
        var least = [Duration](repeating: .seconds(1000), count: Int(steps))
        var limits = least
        var turn = 0
        for _ in 0..<rounds {
            for step in 1...steps {
                turn = (turn + 2) % triples.count
                let bare = triples[turn]
                let (slot, index) = (Int(step - 1), (turn + 1) % triples.count)
                limits[slot] = min(limits[slot], clock.measure { readTwoWriteOne(bare) })
                least[slot] = min(least[slot], clock.measure { draw(index, step) })
            }
        }
        let mean = nanoseconds(least.reduce(.zero, +)) / Double(steps)
        let worst = nanoseconds(least.max()!)
        let bound = nanoseconds(limits.reduce(.zero, +)) / Double(steps)
        print(
            "\(pad(name, 46, left: true)) \(pad("\(Int(mean))", 10)) \(pad(ratio(mean / bound), 7)) "
                + "worst \(pad(ratio(worst / bound), 6))  limit \(Int(bound))")
        if CommandLine.arguments.contains("--steps") {
            print("  at each step:", least.map { ratio(nanoseconds($0) / bound) }.joined(separator: " "))
        }
    }

    private func readTwoWriteOne(_ triple: (outgoing: Picture, incoming: Picture, destination: Picture)) {
        for (plane, (from, to)) in zip(triple.destination.planes, zip(triple.outgoing.planes, triple.incoming.planes)) {
            let bytes = plane.width * format.bytesPerSample
            for y in 0..<plane.height {
                exclusiveOr(from.row(y, as: UInt8.self), to.row(y, as: UInt8.self), plane.row(y, as: UInt8.self), bytes)
            }
        }
    }

    private func nanoseconds(_ duration: Duration) -> Double { Double(duration.components.attoseconds) / 1e9 }

    private func ratio(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
    private func pad(_ text: String, _ width: Int, left: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return left ? text + space : space + text
    }
}

@inline(never)
private func exclusiveOr(
    _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ out: UnsafeMutablePointer<UInt8>, _ count: Int
) {
    for x in 0..<count { out[x] = a[x] ^ b[x] }
}
