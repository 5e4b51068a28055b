import TestSupport
import Testing

@testable import Analysis

/// Pictures of a camera that are drawn here, so that it is known what is wrong with them.
@Suite struct PictureFaultTests {
    private static let (width, height) = (320, 180)

    /// What a picture is like.
    private struct Shot {
        /// Samples by which the camera has turned to the left.
        var x = 0
        /// Where somebody walks, 20 samples wide.
        var walker: Int?
        /// The noise of the sensor, in code values.
        var noise = 2
        /// Samples to either side that are averaged.
        var blur = 0
        /// Fills the picture from the left to the right.
        var shade: ClosedRange<Int>?
        /// A bright spot, as a lamp far away.
        var hasLamp = false
    }

    private var random = Seeded(3)

    /// Boxes of different brightness and size, 600 samples wide before they repeat.
    private static let wall: [[Int]] = {
        var random = Seeded(8)
        var wall = Array(repeating: Array(repeating: 90, count: 600), count: height)
        for _ in 0..<120 {
            let (x, y) = (Int.random(in: 0..<570, using: &random), Int.random(in: 0..<150, using: &random))
            let (wide, high) = (Int.random(in: 6..<30, using: &random), Int.random(in: 6..<30, using: &random))
            let level = Int.random(in: 30..<220, using: &random)
            for row in y..<y + high { for column in x..<x + wide { wall[row][column] = level } }
        }
        return wall
    }()

    private mutating func drawn(_ shot: Shot) -> LumaGrid {
        let width = Self.width
        var picture = [UInt8](repeating: 0, count: width * Self.height)
        for y in 0..<Self.height {
            var row = (0..<width).map { x in
                shot.shade.map { $0.lowerBound + $0.count * x / width } ?? Self.wall[y][(x + shot.x + 6000) % 600]
            }
            if shot.blur > 0 {
                row = row.indices.map { x in
                    let near = row[max(0, x - shot.blur)...min(width - 1, x + shot.blur)]
                    return near.reduce(0, +) / near.count
                }
            }
            if let walker = shot.walker, y > 40 { for x in walker..<walker + 20 { row[x % width] = 200 } }
            if shot.hasLamp, (20..<26).contains(y) { for x in 100..<106 { row[x] = 180 } }
            for x in 0..<width {
                let noise = shot.noise == 0 ? 0 : Int.random(in: -shot.noise...shot.noise, using: &random)
                picture[y * width + x] = UInt8(max(0, min(255, row[x] + noise)))
            }
        }
        return picture.withUnsafeBufferPointer { picture in
            LumaGrid(width: width, height: Self.height) { picture.baseAddress! + $0 * width }
        }
    }

    /// A glance every second at what `shot` says of a time.
    private mutating func seen(_ seconds: Int, _ shot: (Double) -> Shot) -> PictureTrack {
        var track = PictureTrack()
        for second in 0..<seconds {
            let (one, other) = (drawn(shot(Double(second))), drawn(shot(Double(second) + 0.1)))
            track.see(Glance(time: Double(second), picture: one, next: (other, 0.1)))
        }
        return track
    }

    /// Faults that are found of shots from the fifth to the ninth second.
    private mutating func faults(_ wrong: (Double) -> Shot) -> [PictureFault] {
        seen(16) { (5..<9.5).contains($0) ? wrong($0) : Shot() }.faults().map(\.kind)
    }

    @Test mutating func blackAndCoveredLensesAreUnusable() {
        #expect(faults { _ in Shot(shade: 16...16) } == [.black])
        #expect(faults { _ in Shot(noise: 6, shade: 30...50) } == [.covered])
    }

    @Test mutating func darkPicturesWithSomethingInThemAndBrightWallsAreUsable() {
        #expect(faults { _ in Shot(noise: 4, shade: 18...24, hasLamp: true) } == [])
        #expect(faults { _ in Shot(shade: 120...150) } == [])
    }

    @Test mutating func aFaultLastsFromTheGlanceBeforeToTheOneAfter() {
        let found = seen(16) { (5..<9.5).contains($0) ? Shot(shade: 16...16) : Shot() }.faults()
        #expect(found == [.init(start: 4, end: 10, kind: .black)])
    }

    @Test mutating func oneGlanceIsNotEnough() {
        #expect(seen(16) { (5..<5.5).contains($0) ? Shot(shade: 16...16) : Shot() }.faults() == [])
    }

    @Test mutating func aPictureIsFrozenWhereEvenItsNoiseRepeats() {
        let still = drawn(Shot())
        var track = PictureTrack()
        for second in 0..<20 {
            let isFrozen = (6..<12).contains(second)
            let pictures = isFrozen ? (still, still) : (drawn(Shot()), drawn(Shot()))
            track.see(Glance(time: Double(second), picture: pictures.0, next: (pictures.1, 0.1)))
        }
        #expect(track.faults() == [.init(start: 6, end: 12, kind: .frozen)])
    }

    @Test mutating func aStillSceneAndSlidesAreNotFrozen() {
        #expect(seen(16) { _ in Shot() }.faults() == [])
        // A slide every five seconds, and a film in between.
        #expect(seen(40) { Shot(x: Int($0) / 5 * 40, noise: $0 < 12 ? 2 : 0) }.faults() == [])
    }

    @Test mutating func aHandThatShakesIsNotACameraThatTurns() {
        var random = Seeded(4)
        #expect(faults { _ in Shot(x: Int.random(in: -24...24, using: &random)) } == [.shaky])
        // A third of the width each second, to the left; and a little unrest.
        #expect(faults { Shot(x: Int($0 * 110)) } == [])
        #expect(faults { _ in Shot(x: Int.random(in: -3...3, using: &random)) } == [])
    }

    @Test mutating func whoeverWalksByIsNoShake() {
        #expect(faults { Shot(walker: Int($0 * 90)) } == [])
    }

    @Test mutating func aPictureIsBlurredWhereItIsFarLessSharpThanUsual() {
        // Small pictures are hardly sharper than they are coarse: the picture is averaged over an eighth of its width.
        let blurred = seen(24) { (8..<15).contains($0) ? Shot(noise: 0, blur: 6) : Shot() }
        #expect(blurred.faults().map(\.kind) == [.blurred])
        #expect(seen(24) { (8..<15).contains($0) ? Shot(blur: 1) : Shot() }.faults() == [])
    }

    @Test mutating func theCameraIsShownBeforeWhichSomethingHappens() {
        let calm = seen(30) { _ in Shot() }
        let visited = seen(30) { (12..<18).contains($0) ? Shot(walker: Int($0 * 90)) : Shot() }
        // Whoever never rests does nothing unusual.
        let busy = seen(30) { Shot(walker: Int($0 * 90)) }
        let motion = CameraMotion([calm, visited, busy], count: 1500)
        let shots = motion.shots(Unseen(), opening: (0, true), ShotRules.normal.toPicture)
        let shown = Set(shots.filter { $0.steps.overlaps(640..<860) }.map(\.view))
        #expect(shown == [1], "\(shots)")
        #expect(shots.first { $0.view == 1 && $0.steps.contains(700) }!.score > 0.4)
    }

    @Test mutating func camerasTakeTurnsInShotsOfTheStyleWhereNothingHappens() {
        let motion = CameraMotion((0..<3).map { _ in seen(10) { _ in Shot() } }, count: 3000)
        var counts: [Int] = []
        for rules in [ShotRules.calm, .normal, .lively] {
            let shots = motion.shots(Unseen(), opening: (0, false), rules.toPicture)
            #expect(shots.map(\.view) == shots.indices.map { $0 % 3 })
            #expect(shots.allSatisfy { Double($0.steps.count) / 50 >= rules.shortest })
            counts.append(shots.count)
        }
        #expect(counts[0] > 2 && counts[0] < counts[1] && counts[1] < counts[2], "\(counts)")
    }

    @Test mutating func theSameGlancesTellTheSame() {
        let shot = { (time: Double) in Shot(walker: Int(time * 40)) }
        var again = self
        #expect(
            CameraMotion([seen(12, shot)], count: 600).values == CameraMotion([again.seen(12, shot)], count: 600).values
        )
    }
}
