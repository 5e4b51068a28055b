import Testing

@testable import Analysis

@Suite struct SteadyPathTests {
    /// A pan with tremor, at irregular times.
    private func footage(_ count: Int, tremor: Double = 0.003) -> (times: [Double], motions: [FrameMotion]) {
        let times: [Double] = (0..<count).map { index in
            let late: Double = index % 3 == 1 ? 0.008 : 0
            return Double(index) / 30 + late
        }
        let place = { (index: Int) in
            let t = times[index]
            return FrameMotion(
                x: 0.03 * t + tremor * wave(5 * t), y: tremor * wave(3.7 * t + 0.2), angle: tremor * wave(4.3 * t))
        }
        let motions = times.indices.map { index in
            guard index > 0 else { return FrameMotion.none }
            let (now, before) = (place(index), place(index - 1))
            return FrameMotion(x: now.x - before.x, y: now.y - before.y, angle: now.angle - before.angle)
        }
        return (times, motions)
    }

    private func wave(_ turns: Double) -> Double {
        let part = turns - turns.rounded(.down)
        return part < 0.5 ? 16 * part * (0.5 - part) : -16 * (part - 0.5) * (1 - part)
    }

    private func shown(_ path: SteadyPath, _ motions: [FrameMotion]) -> [Double] {
        var x = 0.0
        return zip(motions, path.corrections).map { motion, correction in
            x += motion.x
            return x + correction.x
        }
    }

    private func roughness(_ values: [Double]) -> Double {
        let steps = zip(values, values.dropFirst()).map { $1 - $0 }
        return zip(steps, steps.dropFirst()).reduce(0) { $0 + abs($1.1 - $1.0) } / Double(steps.count)
    }

    @Test func tremorGoesAndThePanStays() {
        let (times, motions) = footage(300)
        let path = SteadyPath(times: times, motions: motions, height: 9.0 / 16, smoothing: 0.5, zooms: 1...1.15)
        let shown = shown(path, motions)
        let recorded = motions.reduce(into: [Double]()) { $0.append(($0.last ?? 0) + $1.x) }
        // The steps of an even pan differ because the times do.
        #expect(roughness(shown) < 0.3 * roughness(recorded))
        #expect(abs(shown.last! - recorded.last!) < 0.002, "it ends where the recording does")
        #expect(path.zoom > 1 && path.zoom < 1.05)
    }

    @Test(arguments: [1.02, 1.08, 1.3])
    func noBorderIsEverVisible(_ most: Double) {
        // A blow in the middle, stronger than any zoom could hide.
        var (times, motions) = footage(300, tremor: 0.02)
        motions[150].x += 0.3
        motions[150].angle += 0.2
        let path = SteadyPath(times: times, motions: motions, height: 9.0 / 16, smoothing: 0.8, zooms: 1...most)
        #expect(path.zoom <= most)
        for correction in path.corrections {
            for (cornerX, cornerY) in [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)] {
                let (u, v) = (cornerX / path.zoom, cornerY * 9 / 16 / path.zoom)
                let x = u - correction.angle * v + correction.x
                let y = v + correction.angle * u + correction.y
                #expect(abs(x) <= 0.5 && abs(y) <= 0.5 * 9 / 16)
            }
        }
    }

    @Test func aRecordingFromATripodStaysAsItIs() {
        let times = (0..<90).map { Double($0) / 30 }
        let motions = times.indices.map { FrameMotion(x: $0 % 2 == 0 ? 1e-5 : -1e-5, y: 0, angle: 0) }
        let path = SteadyPath(times: times, motions: motions, height: 0.5625, smoothing: 1, zooms: 1...1.2)
        #expect(path.zoom == 1 && path.corrections.allSatisfy { $0 == .none })
    }

    @Test func theZoomCanBeGiven() {
        let (times, motions) = footage(90)
        let path = SteadyPath(times: times, motions: motions, height: 0.5625, smoothing: 0.5, zooms: 1.3...1.3)
        #expect(path.zoom == 1.3)
    }

    @Test func whatMovesInFrontOfTheCameraIsLeftOut() throws {
        // A small turn and a shift of the background; a third of the fields are on somebody who walks.
        var fields: [FieldMotion] = []
        for row in -4...4 {
            for column in -8...8 {
                let (x, y) = (Double(column) * 50, Double(row) * 50)
                let walks = abs(column) < 3
                fields.append(
                    FieldMotion(
                        x: x, y: y, dx: walks ? -9 : (3.3 - 0.01 * y).rounded(), dy: walks ? 4 : (0.01 * x).rounded()))
            }
        }
        let motion = try #require(Similarity(mostOf: fields)).motion(width: 960)
        #expect(abs(motion.x * 960 - 3.3) < 0.2 && abs(motion.y * 960) < 0.2 && abs(motion.angle - 0.01) < 0.001)
    }
}
