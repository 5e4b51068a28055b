import TestSupport
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

    /// A second's turn by a picture width, as from one person to another, with a hand's tremor: the usual strengths.
    @Test func aStrengthIsNeverShakierThanAWeakerOne() {
        let times: [Double] = (0..<300).map { Double($0) / 30 }
        var random = Seeded(5)
        let tremor: [(turns: Double, phase: Double)] = (0..<10).map { _ in
            (Double.random(in: 1.5...8, using: &random), Double.random(in: 0...1, using: &random))
        }
        let places: [Double] = times.map { time in
            let turn: Double = min(1, max(0, time - 4.5))
            return tremor.reduce(turn) { sum, part in sum + 0.003 * wave(part.turns * time + part.phase) }
        }
        let motions: [FrameMotion] = times.indices.map { index in
            FrameMotion(x: index > 0 ? places[index] - places[index - 1] : 0, y: 0, angle: 0)
        }
        let strengths: [(Double, Double)] = [(0.25, 1.08), (0.5, 1.15), (1.2, 1.25)]
        let paths = strengths.map { smoothing, most in
            shown(
                SteadyPath(times: times, motions: motions, height: 0.5625, smoothing: smoothing, zooms: 1...most),
                motions)
        }
        let recorded = motions.reduce(into: [Double]()) { $0.append(($0.last ?? 0) + $1.x) }
        // Half a second each.
        for start in stride(from: 0, to: 285, by: 5) {
            let part = start..<start + 15
            let rough = paths.map { roughness(Array($0[part])) }
            for (weak, strong) in zip(rough, rough.dropFirst()) {
                // A smoother path begins to turn earlier, which counts as well.
                #expect(strong <= 1.1 * weak + 0.1 * roughness(Array(recorded[part])), "\(start) \(rough)")
            }
            #expect(rough[0] <= roughness(Array(recorded[part])))
        }
        // Before and after the turn, most of the tremor is gone.
        for part in [30..<105, 195..<270] {
            #expect(roughness(Array(paths[2][part])) < 0.15 * roughness(Array(recorded[part])))
        }
    }

    @Test func timesThatGoBackDoNoHarm() {
        let (_, motions) = footage(60)
        let usual: [Double] = (0..<60).map { Double($0) / 30 }
        let jump: [Double] = usual.map { $0 == usual[5] ? 1e10 : $0 }
        let none = [Double](repeating: 0, count: 60)
        for times in [Array(usual.reversed()), jump, none] {
            let path = SteadyPath(times: times, motions: motions, height: 0.5625, smoothing: 1.2, zooms: 1...1.25)
            #expect(path.corrections.count == 60 && path.corrections.allSatisfy { $0.x.isFinite && $0.angle.isFinite })
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
