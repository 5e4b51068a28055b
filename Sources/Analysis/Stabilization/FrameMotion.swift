/// How the camera moved between two frames: lengths in widths of the stored picture.
package struct FrameMotion: Hashable, Sendable {
    /// Of the camera's view, to the right and down.
    package var x, y: Double
    /// Clockwise, in radians.
    package var angle: Double

    package init(x: Double, y: Double, angle: Double) { (self.x, self.y, self.angle) = (x, y, angle) }

    /// Also for frames that cannot be compared.
    package static let none = FrameMotion(x: 0, y: 0, angle: 0)
}

/// The movement of one small field between two frames, in samples.
package struct FieldMotion: Sendable {
    /// The field's place, from the center of the picture.
    var x, y: Double
    /// Where it was before, from there.
    var dx, dy: Double

    package init(x: Double, y: Double, dx: Double, dy: Double) {
        (self.x, self.y, self.dx, self.dy) = (x, y, dx, dy)
    }
}

/// How a picture follows from the one before: a point p of it, from the center, was at p + t + g·p + a·p⊥, which is a
/// translation, a growth and a small turn.
package struct Similarity: Sendable {
    /// In samples.
    package private(set) var x, y: Double
    private var growth, turn: Double

    /// As a motion, for pictures of a width in samples.
    package func motion(width: Double) -> FrameMotion { FrameMotion(x: x / width, y: y / width, angle: turn) }

    /// What most fields agree with: what moves in front of the camera is left out (RANSAC, Fischler and Bolles, 1981,
    /// then least squares).
    ///
    /// - Returns: `nil` if too few fields agree.
    package init?(mostOf fields: [FieldMotion]) {
        guard fields.count >= Self.fewestFields else { return nil }
        var best: (similarity: Similarity, count: Int)?
        // The same numbers in every run (Knuth's multiplier), so that the same frames give the same motion.
        var random: UInt64 = 1
        func pick() -> FieldMotion {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return fields[Int((random >> 33) % UInt64(fields.count))]
        }
        for _ in 0..<Self.trials {
            guard let similarity = Similarity([pick(), pick()]) else { continue }
            let count = fields.count { similarity.agrees(with: $0) }
            if count > best?.count ?? 0 { best = (similarity, count) }
        }
        guard var similarity = best?.similarity else { return nil }
        for _ in 0..<3 {
            let agreeing = fields.filter(similarity.agrees)
            guard agreeing.count >= max(Self.fewestFields, fields.count / 4), let fit = Similarity(agreeing) else {
                return nil
            }
            similarity = fit
        }
        self = similarity
    }

    private static let fewestFields = 6
    private static let trials = 120

    /// Least squares; `nil` for fields in one place.
    private init?(_ fields: [FieldMotion]) {
        let count = Double(fields.count)
        let mean = { (value: (FieldMotion) -> Double) in fields.reduce(0) { $0 + value($1) } / count }
        let (centerX, centerY, meanX, meanY) = (mean(\.x), mean(\.y), mean(\.dx), mean(\.dy))
        var (spread, along, across) = (0.0, 0.0, 0.0)
        for field in fields {
            let (px, py, dx, dy) = (field.x - centerX, field.y - centerY, field.dx - meanX, field.dy - meanY)
            spread += px * px + py * py
            along += px * dx + py * dy
            across += px * dy - py * dx
        }
        guard spread > 1 else { return nil }
        (growth, turn) = (along / spread, across / spread)
        x = meanX - growth * centerX + turn * centerY
        y = meanY - growth * centerY - turn * centerX
    }

    /// Fields are found at whole samples.
    private func agrees(with field: FieldMotion) -> Bool {
        let (dx, dy) = shift(field.x, field.y)
        let (offX, offY) = (dx - field.dx, dy - field.dy)
        return offX * offX + offY * offY < 2.25
    }

    private func shift(_ px: Double, _ py: Double) -> (Double, Double) {
        (x + growth * px - turn * py, y + growth * py + turn * px)
    }

    /// For pictures that are smaller by a factor.
    package func scaled(by factor: Double) -> Similarity {
        var similarity = self
        (similarity.x, similarity.y) = (x * factor, y * factor)
        return similarity
    }
}

/// The luma of a small picture.
package struct LumaPicture: Sendable {
    let width, height: Int
    let samples: [UInt8]

    /// - Parameter samples: `width` × `height`, row by row.
    package init(width: Int, height: Int, samples: [UInt8]) {
        precondition(samples.count == width * height, "the samples do not fill the picture")
        (self.width, self.height, self.samples) = (width, height, samples)
    }
}

extension Similarity {
    /// The same to a small fraction of a sample, from the pictures themselves: where they differ, their gradients tell how
    /// far they are off (Lucas and Kanade, 1981). What moves on its own differs more than the rest, and counts less.
    ///
    /// - Parameters:
    ///   - before: the picture before.
    ///   - now: this picture, of the same size.
    package func refined(from before: LumaPicture, to now: LumaPicture) -> Similarity {
        var similarity = self
        for _ in 0..<Self.rounds {
            guard let step = similarity.step(before, now) else { return self }
            similarity.x -= step[0]
            similarity.y -= step[1]
            similarity.growth -= step[2]
            similarity.turn -= step[3]
        }
        // It was close already: farther away, it has found something else.
        let isClose = abs(similarity.x - x) < 2 && abs(similarity.y - y) < 2
        return isClose ? similarity : self
    }

    private static let rounds = 5
    /// Of rows and columns, every other one.
    private static let sparseness = 2
    /// Differences beyond this many times the mean count little.
    private static let tolerance = 1.5

    /// One place of a picture: the gradient in x and y, the difference to the picture before, the position.
    private typealias Place = SIMD8<Float>

    /// How far this similarity is off: in x, y, growth and turn. `nil` if the pictures show no structure.
    private func step(_ before: LumaPicture, _ now: LumaPicture) -> SIMD4<Double>? {
        let capacity = (now.width / Self.sparseness + 1) * (now.height / Self.sparseness + 1)
        return withUnsafeTemporaryAllocation(of: Place.self, capacity: capacity) { memory in
            let places = memory[..<compare(before, now, into: memory)]
            guard places.count > 100 else { return nil }
            // The exposure may have changed.
            let mean = Float(places.reduce(0) { $0 + Double($1[2]) } / Double(places.count))
            let spread = places.reduce(0) { $0 + Double(abs($1[2] - mean)) } / Double(places.count)
            let scale = Float(max(1, Self.tolerance * spread))
            var normal = NormalEquations()
            for place in places {
                let (across, down, difference) = (place[0], place[1], place[2] - mean)
                let off = difference / scale
                let weight = 1 / (1 + off * off)
                let row = SIMD4<Float>(
                    across, down, across * place[3] + down * place[4], down * place[3] - across * place[4])
                normal.add(row, difference, weight * weight)
            }
            return normal.solution()
        }
    }

    /// - Returns: how many places both pictures show.
    private func compare(
        _ before: LumaPicture, _ now: LumaPicture, into places: UnsafeMutableBufferPointer<Place>
    ) -> Int {
        let (width, height, margin) = (now.width, now.height, 2)
        guard width > 4 * margin, height > 4 * margin else { return 0 }
        let (middleX, middleY) = (Double(width) / 2 - 0.5, Double(height) / 2 - 0.5)
        var count = 0
        now.samples.withUnsafeBufferPointer { now in
            before.samples.withUnsafeBufferPointer { before in
                for row in stride(from: margin, to: height - margin, by: Self.sparseness) {
                    let py = Double(row) - middleY
                    for column in stride(from: margin, to: width - margin, by: Self.sparseness) {
                        let px = Double(column) - middleX
                        let (dx, dy) = shift(px, py)
                        let (sourceX, sourceY) = (Double(column) + dx, Double(row) + dy)
                        guard sourceX >= 0, sourceY >= 0, sourceX < Double(width - 1), sourceY < Double(height - 1)
                        else { continue }
                        let (left, top) = (Int(sourceX), Int(sourceY))
                        let (u, v) = (Float(sourceX - Double(left)), Float(sourceY - Double(top)))
                        let from = top &* width &+ left
                        let upper = Float(before[from]) * (1 - u) + Float(before[from &+ 1]) * u
                        let lower = Float(before[from &+ width]) * (1 - u) + Float(before[from &+ width &+ 1]) * u
                        let place = row &* width &+ column
                        let difference = upper * (1 - v) + lower * v - Float(now[place])
                        let across = (Float(now[place &+ 1]) - Float(now[place &- 1])) / 2
                        let down = (Float(now[place &+ width]) - Float(now[place &- width])) / 2
                        places[count] = Place(across, down, difference, Float(px), Float(py), 0, 0, 0)
                        count += 1
                    }
                }
            }
        }
        return count
    }
}

/// Least squares with four unknowns.
private struct NormalEquations {
    private var rows = [SIMD4<Double>](repeating: .zero, count: 4)
    private var right = SIMD4<Double>.zero

    mutating func add(_ row: SIMD4<Float>, _ value: Float, _ weight: Float) {
        let weighted = SIMD4<Double>(row * weight)
        let row = SIMD4<Double>(row)
        for index in 0..<4 { rows[index] += weighted[index] * row }
        right += weighted * Double(value)
    }

    /// By Cholesky's method; `nil` if it has none.
    func solution() -> SIMD4<Double>? {
        var factor = [SIMD4<Double>](repeating: .zero, count: 4)
        for i in 0..<4 {
            for j in 0...i {
                var sum = rows[i][j]
                for k in 0..<j { sum -= factor[i][k] * factor[j][k] }
                if i == j {
                    guard sum > 1e-9 * rows[i][i], sum > 0 else { return nil }
                    factor[i][i] = sum.squareRoot()
                } else {
                    factor[i][j] = sum / factor[j][j]
                }
            }
        }
        var solution = right
        for i in 0..<4 {
            for k in 0..<i { solution[i] -= factor[i][k] * solution[k] }
            solution[i] /= factor[i][i]
        }
        for i in (0..<4).reversed() {
            for k in i + 1..<4 { solution[i] -= factor[k][i] * solution[k] }
            solution[i] /= factor[i][i]
        }
        return solution
    }
}
