/// A face in a picture. Lengths are fractions of the picture's width and height, from the top left.
package struct SeenFace: Hashable, Sendable, Codable {
    /// From the middle of the forehead to the chin, as cascades mark faces.
    package var x, y, width, height: Double
    /// Where it looks: -1 to the left edge of the picture, 1 to the right edge, 0 into the camera.
    package var turn: Int
    /// How many windows agreed on it.
    package var neighbors: Int
    /// How much more its mouth moves than its eyes, in code values between two pictures; negative if less.
    package var mouth: Double

    package init(
        x: Double, y: Double, width: Double, height: Double, turn: Int = 0, neighbors: Int = 10, mouth: Double = 0
    ) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
        (self.turn, self.neighbors, self.mouth) = (turn, neighbors, mouth)
    }

    /// With hair and chin.
    var head: (left: Double, top: Double, right: Double, bottom: Double) {
        (x - width * 0.15, y - height * 0.3, x + width * 1.15, y + height * 1.15)
    }
    var center: Double { x + width / 2 }
    var eyes: Double { y + height * 0.39 }
}

/// What two pictures, less than a tenth of a second apart, show.
package struct Sight: Hashable, Sendable, Codable {
    /// The surest first.
    package var faces: [SeenFace]
    /// How much changes between the pictures in columns and rows of equal size, in code values; none if nothing does.
    package var columns, rows: [Double]

    package init(faces: [SeenFace], columns: [Double] = [], rows: [Double] = []) {
        (self.faces, self.columns, self.rows) = (faces, columns, rows)
    }
}

/// Finds faces: from the front, or else from the side.
package struct FaceFinder: Sendable {
    private let front: FaceCascade
    /// Finds profiles that look to the left; to the right, in a mirrored picture.
    private let side: FaceCascade?

    /// The longer side of the pictures that are looked at, in samples.
    package static let pictureSide = 320
    /// Of a face, as a part of the shorter side of the picture: smaller ones are not what a shot is about.
    private static let leastFace = 0.11
    /// In either direction, for movement.
    static let cells = 32
    /// Changes by noise and compression, in code values.
    private static let noise = 4

    package init(front: FaceCascade, side: FaceCascade?) { (self.front, self.side) = (front, side) }

    /// - Parameter next: the picture shortly after, of the same size; `nil` if there is none.
    package func sight(of picture: LumaPicture, next: LumaPicture?) -> Sight {
        let next = next.flatMap { $0.width == picture.width && $0.height == picture.height ? $0 : nil }
        var sight = Sight(faces: faces(in: picture))
        guard let next else { return sight }
        for index in sight.faces.indices { sight.faces[index].mouth = mouth(of: sight.faces[index], picture, next) }
        (sight.columns, sight.rows) = movement(picture, next)
        return sight
    }

    private func faces(in picture: LumaPicture) -> [SeenFace] {
        let least = Int(Double(min(picture.width, picture.height)) * Self.leastFace)
        let found = { (cascade: FaceCascade, picture: LumaPicture, turn: Int) in
            cascade.matches(in: picture, leastSide: least).map { match in
                let (width, height) = (Double(picture.width), Double(picture.height))
                return SeenFace(
                    x: match.x / width, y: match.y / height, width: match.side / width, height: match.side / height,
                    turn: turn, neighbors: match.neighbors)
            }
        }
        let frontal = found(front, picture, 0)
        guard frontal.isEmpty, let side else { return frontal }
        let left = found(side, picture, -1)
        guard left.isEmpty else { return left }
        return found(side, picture.mirrored, 1).map { face in
            var face = face
            face.x = 1 - face.x - face.width
            return face
        }
    }

    private func mouth(of face: SeenFace, _ picture: LumaPicture, _ next: LumaPicture) -> Double {
        let change = { (top: Double, bottom: Double) -> Double in
            let columns = Self.samples(face.x + face.width * 0.2, face.x + face.width * 0.8, picture.width)
            let rows = Self.samples(face.y + face.height * top, face.y + face.height * bottom, picture.height)
            var sum = 0
            for y in rows {
                for x in columns { sum += picture.change(x, y, next) }
            }
            return Double(sum) / Double(max(1, rows.count * columns.count))
        }
        return change(0.65, 1) - change(0.2, 0.55)
    }

    private static func samples(_ start: Double, _ end: Double, _ length: Int) -> Range<Int> {
        let place = { (share: Double) in min(max(Int(share * Double(length)), 0), length) }
        return place(start)..<max(place(start), place(end))
    }

    private func movement(_ picture: LumaPicture, _ next: LumaPicture) -> (columns: [Double], rows: [Double]) {
        var columns = [Double](repeating: 0, count: Self.cells)
        var rows = columns
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let change = picture.change(x, y, next)
                guard change > Self.noise else { continue }
                columns[x * Self.cells / picture.width] += Double(change)
                rows[y * Self.cells / picture.height] += Double(change)
            }
        }
        let total = columns.reduce(0, +)
        return total > 0 ? (columns, rows) : ([], [])
    }
}

extension LumaPicture {
    fileprivate func change(_ x: Int, _ y: Int, _ other: LumaPicture) -> Int {
        abs(Int(samples[y * width + x]) - Int(other.samples[y * width + x]))
    }

    fileprivate var mirrored: LumaPicture {
        LumaPicture(
            width: width, height: height,
            samples: (0..<height).flatMap { samples[$0 * width..<($0 + 1) * width].reversed() })
    }
}
