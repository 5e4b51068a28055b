/// A cascade of boosted trees over Haar-like features, as OpenCV trains and stores them (`opencv-data`), and how it finds
/// faces in a picture.
///
/// P. Viola, M. Jones: "Rapid object detection using a boosted cascade of simple features", 2001; the windows, the
/// normalization and the grouping are those of OpenCV's `CascadeClassifier.detectMultiScale`. All sums are of integers and
/// the order of all others is fixed: every machine finds the same.
package struct FaceCascade: Sendable {
    /// Something that looks like a face, in samples of the picture.
    package struct Match: Hashable, Sendable {
        /// A square from the forehead to the chin.
        package var x, y, side: Double
        /// How many windows agreed: at least `leastNeighbors`.
        package var neighbors: Int
    }

    /// A node of a tree: the feature's value decides which way to go on.
    fileprivate struct Node {
        var feature: Int
        var threshold: Float
        /// The next node of the tree if positive, otherwise a leaf.
        var below, above: Int
    }

    fileprivate struct Tree {
        var firstNode, firstLeaf: Int
    }

    fileprivate struct Stage {
        var trees: Range<Int>
        var threshold: Float
    }

    fileprivate struct Rectangle {
        var x, y, width, height: Int
        var weight: Float
    }

    /// Of the square windows that are classified, in samples.
    fileprivate var side = 0
    fileprivate var stages: [Stage] = []
    fileprivate var trees: [Tree] = []
    fileprivate var nodes: [Node] = []
    fileprivate var leaves: [Float] = []
    /// Up to three rectangles whose sums are compared.
    fileprivate var features: [[Rectangle]] = []

    /// Between the sizes in which faces are looked for.
    private static let scale = 1.2
    /// Fewer matches of about the same place are a coincidence.
    package static let leastNeighbors = 3
    /// Windows of less contrast, in the deviation of their samples, are not classified: noise looks like anything.
    private static let leastDeviation = 10.0

    /// Faces that are at least `leastSide` samples wide, the one that most windows agree on first.
    package func matches(in picture: LumaPicture, leastSide: Int) -> [Match] {
        var found: [Match] = []
        var factor = max(1, Double(leastSide) / Double(side))
        var scan = Scan(self, width: Int(Double(picture.width) / factor) + 1)
        while Int(Double(min(picture.width, picture.height)) / factor) > side {
            scan.load(picture, factor)
            scan.windows(step: factor > 2 ? 1 : 2) { x, y in
                found.append(
                    Match(x: Double(x) * factor, y: Double(y) * factor, side: Double(side) * factor, neighbors: 1))
            }
            factor *= Self.scale
        }
        return found.grouped()
    }

    /// A picture in one size as sums, and the features as offsets in them.
    private struct Scan {
        let cascade: FaceCascade
        /// Of the sums, for all sizes.
        let stride: Int
        private var width = 0
        private var height = 0
        private var sums: [UInt32] = []
        private var squares: [UInt32] = []
        /// Four offsets and a weight for each rectangle, three for each feature.
        private let corners: [SIMD4<Int32>]
        private let weights: [Float]

        init(_ cascade: FaceCascade, width: Int) {
            self.cascade = cascade
            let stride = width + 1
            self.stride = stride
            var corners: [SIMD4<Int32>] = []
            var weights: [Float] = []
            for feature in cascade.features {
                for index in 0..<3 {
                    guard index < feature.count else {
                        corners.append(.zero)
                        weights.append(0)
                        continue
                    }
                    let part = feature[index]
                    let (top, bottom) = (part.y * stride, (part.y + part.height) * stride)
                    let (left, right) = (part.x, part.x + part.width)
                    corners.append(
                        SIMD4(Int32(top + left), Int32(top + right), Int32(bottom + left), Int32(bottom + right)))
                    weights.append(part.weight)
                }
            }
            (self.corners, self.weights) = (corners, weights)
        }

        /// Scales the picture down, and sums its samples and their squares above and left of each; sums wrap.
        mutating func load(_ picture: LumaPicture, _ factor: Double) {
            (width, height) = (Int(Double(picture.width) / factor), Int(Double(picture.height) / factor))
            if sums.isEmpty {
                sums = [UInt32](repeating: 0, count: stride * (height + 1))
                squares = sums
            }
            // Between two samples: 0 is the first, 256 the second.
            let places = { (length: Int, most: Int) in
                (0..<length).map { index -> (Int, Int, UInt32) in
                    let place = max(0, (Double(index) + 0.5) * factor - 0.5)
                    let first = min(Int(place), most - 1)
                    return (first, min(first + 1, most - 1), UInt32((place - Double(first)) * 256))
                }
            }
            let (columns, rows) = (places(width, picture.width), places(height, picture.height))
            let (width, stride) = (width, stride)
            picture.samples.withUnsafeBufferPointer { samples in
                sums.withUnsafeMutableBufferPointer { sums in
                    squares.withUnsafeMutableBufferPointer { squares in
                        for (y, row) in rows.enumerated() {
                            let (upper, lower) = (row.0 * picture.width, row.1 * picture.width)
                            var (sum, square): (UInt32, UInt32) = (0, 0)
                            let line = (y + 1) * stride
                            for x in 0..<width {
                                let column = columns[x]
                                let (a, b) = (
                                    UInt32(samples[upper + column.0]) &* (256 &- column.2)
                                        &+ UInt32(samples[upper + column.1]) &* column.2,
                                    UInt32(samples[lower + column.0]) &* (256 &- column.2)
                                        &+ UInt32(samples[lower + column.1]) &* column.2
                                )
                                let sample = (a &* (256 &- row.2) &+ b &* row.2 &+ 32768) >> 16
                                sum &+= sample
                                square &+= sample &* sample
                                sums[line + x + 1] = sums[line - stride + x + 1] &+ sum
                                squares[line + x + 1] = squares[line - stride + x + 1] &+ square
                            }
                        }
                    }
                }
            }
        }

        /// Calls `body` with the places of the windows that pass all stages.
        func windows(step: Int, _ body: (Int, Int) -> Void) {
            let side = cascade.side
            // The border says little about a face.
            let inner = side - 2
            let area = Double(inner * inner)
            let (first, last) = (stride + 1, stride + 1 + inner)
            sums.withUnsafeBufferPointer { sums in
                squares.withUnsafeBufferPointer { squares in
                    corners.withUnsafeBufferPointer { corners in
                        weights.withUnsafeBufferPointer { weights in
                            for y in Swift.stride(from: 0, to: height - side, by: step) {
                                var x = 0
                                while x < width - side {
                                    let base = y * stride + x
                                    let total = { (sums: UnsafeBufferPointer<UInt32>) in
                                        Double(
                                            sums[base + last + inner * stride] &- sums[base + first + inner * stride]
                                                &- sums[base + last] &+ sums[base + first])
                                    }
                                    let (sum, square) = (total(sums), total(squares))
                                    let variance = area * square - sum * sum
                                    let least = area * FaceCascade.leastDeviation
                                    guard variance > least * least else {
                                        x += step
                                        continue
                                    }
                                    let scale = Float(1 / variance.squareRoot())
                                    let passed = cascade.passedStages { feature in
                                        var value: Float = 0
                                        for index in 3 * feature..<3 * feature + 3 where weights[index] != 0 {
                                            let corner = corners[index]
                                            let part =
                                                sums[base &+ Int(corner.x)] &- sums[base &+ Int(corner.y)]
                                                &- sums[base &+ Int(corner.z)] &+ sums[base &+ Int(corner.w)]
                                            value += Float(part) * weights[index]
                                        }
                                        return value * scale
                                    }
                                    if passed == cascade.stages.count { body(x, y) }
                                    x += passed == 0 ? 2 * step : step
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// How many stages a window passes, one after the other.
    ///
    /// - Parameter value: of a feature.
    @inline(__always)
    private func passedStages(_ value: (Int) -> Float) -> Int {
        nodes.withUnsafeBufferPointer { nodes in
            trees.withUnsafeBufferPointer { trees in
                leaves.withUnsafeBufferPointer { leaves in
                    for number in stages.indices {
                        var sum: Float = 0
                        for index in stages[number].trees {
                            let tree = trees[index]
                            var next = 0
                            repeat {
                                let node = nodes[tree.firstNode + next]
                                next = value(node.feature) < node.threshold ? node.below : node.above
                            } while next > 0
                            sum += leaves[tree.firstLeaf - next]
                        }
                        guard sum >= stages[number].threshold else { return number }
                    }
                    return stages.count
                }
            }
        }
    }
}

extension [FaceCascade.Match] {
    /// How far apart windows of one face may be, as a part of their size.
    private static var tolerance: Double { 0.2 }

    /// What several windows agree on, averaged.
    fileprivate func grouped() -> [FaceCascade.Match] {
        var groups: [Int] = []
        for (index, match) in enumerated() {
            groups.append(index)
            for other in 0..<index where match.isAlike(self[other], Self.tolerance) && groups[other] != groups[index] {
                let (kept, gone) = (groups[other], groups[index])
                for place in groups.indices where groups[place] == gone { groups[place] = kept }
            }
        }
        let members = Dictionary(grouping: indices, by: { groups[$0] }).sorted { $0.key < $1.key }.map(\.value)
        let averages = members.filter { $0.count >= FaceCascade.leastNeighbors }.map { members in
            let mean = { (value: (FaceCascade.Match) -> Double) in
                members.reduce(0) { $0 + value(self[$1]) } / Double(members.count)
            }
            return FaceCascade.Match(x: mean(\.x), y: mean(\.y), side: mean(\.side), neighbors: members.count)
        }
        // Parts of a face look like one, too.
        return averages.filter { match in
            !averages.contains { $0.neighbors > match.neighbors && $0.contains(match, Self.tolerance) }
        }.sorted { ($0.neighbors, $1.x, $1.y) > ($1.neighbors, $0.x, $0.y) }
    }
}

extension FaceCascade.Match {
    fileprivate func isAlike(_ other: Self, _ tolerance: Double) -> Bool {
        let most = tolerance * min(side, other.side)
        return abs(x - other.x) <= most && abs(y - other.y) <= most && abs(x + side - other.x - other.side) <= most
            && abs(y + side - other.y - other.side) <= most
    }

    fileprivate func contains(_ other: Self, _ tolerance: Double) -> Bool {
        let margin = tolerance * side
        return other.x >= x - margin && other.y >= y - margin && other.x + other.side <= x + side + margin
            && other.y + other.side <= y + side + margin
    }
}

// As `opencv_traincascade` writes them.
extension FaceCascade {
    /// - Parameter xml: the contents of a file of `opencv-data`: upright features, square windows.
    /// - Returns: `nil` for anything else.
    package init?(xml: [UInt8]) {
        var name: [UInt8] = []
        var text: [UInt8] = []
        var isTag = false
        var rectangles: [Rectangle]?
        var height: Int?
        var checkedTrees = 0
        func numbers() -> [Double] {
            text.split { $0 <= UInt8(ascii: " ") }.compactMap { Double(String(decoding: $0, as: UTF8.self)) }
        }
        for byte in xml {
            switch byte {
            case UInt8(ascii: "<"): (isTag, name) = (true, [])
            case UInt8(ascii: ">"):
                isTag = false
                defer { text = [] }
                switch String(decoding: name, as: UTF8.self) {
                case "/width" where side == 0:
                    side = Int(exactly: numbers().first ?? 0) ?? 0
                    guard (3...64).contains(side) else { return nil }
                case "/height" where height == nil: height = Int(exactly: numbers().first ?? 0)
                case "/stageThreshold":
                    // As the trainer's rounding demands.
                    let threshold = Float((numbers().first ?? .nan) - 1e-5)
                    stages.append(Stage(trees: trees.count..<trees.count, threshold: threshold))
                case "/internalNodes":
                    let values = numbers()
                    guard !stages.isEmpty, !values.isEmpty, values.count % 4 == 0 else { return nil }
                    trees.append(Tree(firstNode: nodes.count, firstLeaf: leaves.count))
                    stages[stages.count - 1].trees = stages[stages.count - 1].trees.lowerBound..<trees.count
                    for start in stride(from: 0, to: values.count, by: 4) {
                        guard let below = Int(exactly: values[start]), let above = Int(exactly: values[start + 1]),
                            let feature = Int(exactly: values[start + 2])
                        else { return nil }
                        nodes.append(
                            Node(feature: feature, threshold: Float(values[start + 3]), below: below, above: above))
                    }
                case "/leafValues":
                    guard let tree = trees.last, checkedTrees == trees.count - 1 else { return nil }
                    checkedTrees = trees.count
                    leaves += numbers().map { Float($0) }
                    let (own, values) = (nodes[tree.firstNode...], leaves.count - tree.firstLeaf)
                    // Always onward: a tree ends.
                    guard
                        own.enumerated().allSatisfy({ number, node in
                            [node.below, node.above].allSatisfy { next in
                                next > 0 ? next > number && next < own.count : next > -values
                            }
                        })
                    else { return nil }
                case "rects": rectangles = []
                case "/_" where rectangles != nil && !numbers().isEmpty:
                    let values = numbers()
                    let lengths = values.prefix(4).compactMap { Int(exactly: $0) }
                    guard values.count == 5, lengths.count == 4, lengths[0] >= 0, lengths[1] >= 0, lengths[2] > 0,
                        lengths[3] > 0, lengths[0] <= side - lengths[2], lengths[1] <= side - lengths[3]
                    else { return nil }
                    rectangles!.append(
                        Rectangle(
                            x: lengths[0], y: lengths[1], width: lengths[2], height: lengths[3],
                            weight: Float(values[4])))
                case "/rects":
                    guard let own = rectangles, (1...3).contains(own.count) else { return nil }
                    features.append(own)
                    rectangles = nil
                case "/tilted": guard numbers() == [0] else { return nil }
                default: break
                }
            default:
                if isTag { if name.count < 32 { name.append(byte) } } else { text.append(byte) }
            }
        }
        guard height == side, checkedTrees == trees.count, !stages.isEmpty,
            nodes.allSatisfy({ features.indices.contains($0.feature) }),
            stages.allSatisfy({ !$0.threshold.isNaN && !$0.trees.isEmpty })
        else { return nil }
    }
}
