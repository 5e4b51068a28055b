import TestSupport
import Testing

@testable import Analysis

/// Pictures of a camera that are drawn here, so that it is known what is wrong with them.
@Suite struct PictureFaultTests {
    private static let (width, height) = (96, 54)

    /// What a picture is like.
    private struct Shot: Hashable {
        /// Samples by which the camera has turned to the left.
        var x = 0
        /// Where somebody walks, 6 samples wide.
        var walker: Int?
        /// The noise of the sensor, in code values.
        var noise = 2
        /// Fills the picture from the left to the right.
        var shade: ClosedRange<Int>?
        /// A bright spot, as a lamp far away.
        var hasLamp = false
    }

    private var random: UInt32 = 3
    private var drawn: [Shot: [LumaGrid]] = [:]

    /// Boxes of different brightness and size, 180 samples wide before they repeat.
    private static let wall: [[Int]] = {
        var random = Seeded(8)
        var wall = Array(repeating: Array(repeating: 90, count: 180), count: height)
        for _ in 0..<120 {
            let (x, y) = (Int.random(in: 0..<170, using: &random), Int.random(in: 0..<45, using: &random))
            let level = Int.random(in: 30..<220, using: &random)
            for row in y..<y + Int.random(in: 2..<9, using: &random) {
                for column in x..<x + Int.random(in: 2..<9, using: &random) { wall[row][column] = level }
            }
        }
        return wall
    }()

    /// One of three pictures, which differ by their noise.
    private mutating func picture(_ shot: Shot, _ number: Int) -> LumaGrid {
        if drawn[shot] == nil { drawn[shot] = (0..<3).map { _ in grid(shot) } }
        return drawn[shot]![number % 3]
    }

    private mutating func grid(_ shot: Shot) -> LumaGrid {
        let width = Self.width
        var picture = [UInt8](repeating: 0, count: width * Self.height)
        for y in 0..<Self.height {
            for x in 0..<width {
                var level =
                    shot.shade.map { $0.lowerBound + $0.count * x / width } ?? Self.wall[y][(x + shot.x + 1800) % 180]
                if let walker = shot.walker, y > 12, (walker % width..<walker % width + 6).contains(x) { level = 200 }
                if shot.hasLamp, (20..<22).contains(y), (30..<32).contains(x) { level = 180 }
                random = random &* 1_664_525 &+ 1_013_904_223
                picture[y * width + x] = UInt8(level + Int(random >> 16) % (2 * shot.noise + 1) - shot.noise)
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
            let one = picture(shot(Double(second)), second)
            let other = picture(shot(Double(second) + 0.1), second + 1)
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
        #expect(faults { _ in Shot(shade: 30...50) } == [.covered])
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
        let still = picture(Shot(), 0)
        var track = PictureTrack()
        for second in 0..<20 {
            let isFrozen = (7..<13).contains(second)
            let pictures = isFrozen ? (still, still) : (picture(Shot(), second), picture(Shot(), second + 1))
            track.see(Glance(time: Double(second), picture: pictures.0, next: (pictures.1, 0.1)))
        }
        #expect(track.faults() == [.init(start: 7, end: 13, kind: .frozen)])
    }

    @Test mutating func aStillSceneAndSlidesAreNotFrozen() {
        #expect(seen(16) { _ in Shot() }.faults() == [])
        // A slide every five seconds, and a film in between.
        #expect(seen(40) { Shot(x: Int($0) / 5 * 12, noise: $0 < 12 ? 2 : 0) }.faults() == [])
    }

    @Test mutating func aHandThatShakesIsNotACameraThatTurns() {
        var random = Seeded(4)
        #expect(faults { _ in Shot(x: Int.random(in: -8...8, using: &random)) } == [.shaky])
        // A third of the width each second, to the left; and a little unrest.
        #expect(faults { Shot(x: Int($0 * 32)) } == [])
        #expect(faults { _ in Shot(x: Int.random(in: -1...1, using: &random)) } == [])
    }

    @Test mutating func whoeverWalksByIsNoShake() {
        #expect(faults { Shot(walker: Int($0 * 27)) } == [])
    }

    @Test mutating func theCameraIsShownBeforeWhichSomethingHappens() {
        let calm = seen(30) { _ in Shot(noise: 1) }
        let visited = seen(30) { Shot(walker: (12..<18).contains($0) ? Int($0 * 27) : nil, noise: 1) }
        // Whoever never rests does nothing unusual.
        let busy = seen(30) { Shot(walker: Int($0 * 27), noise: 1) }
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

    @Test mutating func aShakyCameraIsShownLessAndNotNever() {
        let motion = CameraMotion((0..<2).map { _ in seen(10) { _ in Shot() } }, count: 3000)
        let shots = motion.shots(Unseen(shaky: [[], [0..<3000]]), opening: (0, false), ShotRules.normal.toPicture)
        let shaky = shots.filter { $0.view == 1 }.reduce(0) { $0 + $1.steps.count }
        #expect((300..<1200).contains(shaky), "\(shots)")
    }

    @Test mutating func theSameGlancesTellTheSame() {
        let shot = { (time: Double) in Shot(walker: Int(time * 12)) }
        var again = self
        #expect(
            CameraMotion([seen(12, shot)], count: 600).values == CameraMotion([again.seen(12, shot)], count: 600).values
        )
    }
}
