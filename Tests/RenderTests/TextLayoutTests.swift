import Foundation
import Pictures
import TestSupport
import Testing
import Timeline

@testable import Render

/// Where texts stand.
@Suite struct TextLayoutTests {
    private static let canvas = PictureSize(width: 1920, height: 1080)
    private static let whole = UnitRectangle(x: 0, y: 0, width: 1920, height: 1080)
    private static let size = PictureSize(width: 200, height: 60)

    @Test(
        arguments: [
            (.topLeft, 96, 54), (.top, 860, 54), (.topRight, 1624, 54), (.bottomLeft, 96, 966), (.bottom, 860, 966),
            (.bottomRight, 1624, 966),
        ] as [(TextStyle.Corner, Int, Int)])
    func cornersAreInsideOfTheTitleSafeArea(_ corner: TextStyle.Corner, _ x: Int, _ y: Int) {
        var layout = TextLayout(canvas: Self.canvas)
        let place = layout.place(Self.size, TextStyle(corner: corner), in: Self.whole)
        #expect(place == PictureRect(x: x, y: y, width: 200, height: 60))
    }

    @Test func aSecondTextInACornerStandsBesideTheFirst() throws {
        for (corner, direction) in [(TextStyle.Corner.topLeft, 1), (.bottomRight, -1)] {
            var layout = TextLayout(canvas: Self.canvas)
            let found = (0..<3).map { _ in layout.place(Self.size, TextStyle(corner: corner), in: Self.whole) }
            let places = found.compactMap(\.self)
            try #require(places.count == 3)
            // Its height, and a quarter between; brought to even samples toward the top.
            #expect(places.map { ($0.y - places[0].y) * direction }.allSatisfy { $0 >= 0 })
            #expect(abs((places[1].y - places[0].y) * direction - 75) <= 1)
            #expect(abs((places[2].y - places[1].y) * direction - 75) <= 1)
            #expect(Set(places.map(\.x)).count == 1)
        }
    }

    @Test func aTextKeepsOutOfAnInsetAndOfRoundCorners() throws {
        var layout = TextLayout(canvas: Self.canvas)
        layout.keepFree(UnitRectangle(x: 40, y: 700, width: 480, height: 340))
        let found = layout.place(Self.size, TextStyle(corner: .bottomLeft), in: Self.whole)
        let place = try #require(found)
        #expect(place.x == 96 && place.y + place.height <= 700)
    }

    @Test(arguments: TextStyle.Corner.allCases, [60, 200, 280])
    func aTextIsInsideOfACircle(_ corner: TextStyle.Corner, _ width: Int) throws {
        var layout = TextLayout(canvas: Self.canvas)
        let circle = UnitRectangle(x: 0, y: 0, width: 400, height: 400)
        let size = PictureSize(width: width, height: 30)
        let found = layout.place(size, TextStyle(corner: corner), in: circle, radius: 200, border: 15)
        let place = try #require(found)
        #expect(place.x == 200 - width / 2, "in the middle of the edge")
        let outer = Double(corner.isTop ? 200 - place.y : place.y + 30 - 200)
        // Its outer corners are a twentieth of the radius from the border, to the nearest even position.
        #expect(abs(hypot(Double(width) / 2, outer) - 175) <= 2)
        #expect(TextStyle(corner: corner).room(in: circle, radius: 0.5) == 280)
    }

    /// One area at the top of the canvas, one below it.
    @Test func textsOfAreasAtTheEdgeAreInLine() throws {
        var layout = TextLayout(canvas: Self.canvas)
        let style = { (corner: TextStyle.Corner) in TextStyle(corner: corner) }
        let upper = UnitRectangle(x: 0, y: 0, width: 1920, height: 540)
        let lower = UnitRectangle(x: 0, y: 540, width: 1920, height: 540)
        let film = layout.place(Self.size, style(.topRight), in: Self.whole)
        let first = layout.place(Self.size, style(.topLeft), in: upper)
        let second = layout.place(Self.size, style(.topLeft), in: lower)
        #expect(film?.y == 54 && first?.y == 54 && second?.y == 540 + 28)
        #expect(first?.x == 96 && second?.x == 96)
    }

    /// As an upright inset leaves none on its side.
    @Test func whereACornerHasNoRoomATextStandsInAnother() throws {
        var layout = TextLayout(canvas: Self.canvas)
        layout.keepFree(UnitRectangle(x: 0, y: 0, width: 400, height: 1080))
        let found = layout.place(Self.size, TextStyle(corner: .topLeft), in: Self.whole)
        #expect(try #require(found) == PictureRect(x: 860, y: 54, width: 200, height: 60))
    }

    /// Below the inset there would be room for it, but not for its margin.
    @Test func aTextThatGivesWayKeepsItsMarginWhereItCan() throws {
        for (width, x, y) in [(400, 860, 54), (1920, 96, 1016)] {
            var layout = TextLayout(canvas: Self.canvas)
            layout.keepFree(UnitRectangle(x: 0, y: 0, width: Double(width), height: 1000))
            let found = layout.place(Self.size, TextStyle(corner: .topLeft), in: Self.whole)
            #expect(try #require(found) == PictureRect(x: x, y: y, width: 200, height: 60))
        }
    }

    @Test func whereThereIsNoRoomThereIsNoText() {
        var layout = TextLayout(canvas: Self.canvas)
        let small = UnitRectangle(x: 0, y: 0, width: 190, height: 300)
        let narrow = layout.place(Self.size, TextStyle(corner: .top), in: small)
        layout.keepFree(Self.whole)
        let covered = layout.place(Self.size, TextStyle(corner: .bottomLeft), in: Self.whole)
        #expect(narrow == nil && covered == nil)
    }

    @Test func noTwoEverMeet() throws {
        var random = Seeded(7)
        for _ in 0..<200 {
            let canvas = PictureSize(
                width: Int.random(in: 50...500, using: &random) * 2,
                height: Int.random(in: 50...500, using: &random) * 2)
            var layout = TextLayout(canvas: canvas)
            var places: [PictureRect] = []
            for _ in 0..<8 {
                let (x, y) = (Double.random(in: 0..<0.5, using: &random), Double.random(in: 0..<0.5, using: &random))
                let area = UnitRectangle(x: x, y: y, width: 1 - x, height: 1 - y).exactSamples(of: canvas)
                let size = PictureSize(
                    width: Int.random(in: 4...60, using: &random) * 2,
                    height: Int.random(in: 2...20, using: &random) * 2)
                let style = TextStyle(corner: TextStyle.Corner.allCases.randomElement(using: &random)!)
                guard let place = layout.place(size, style, in: area) else { continue }
                #expect(place.x % 2 == 0 && place.y % 2 == 0 && place.size == size)
                #expect(place.x >= 0 && place.y >= 0)
                #expect(place.x + place.width <= canvas.width && place.y + place.height <= canvas.height)
                for other in places {
                    #expect(
                        place.x >= other.x + other.width || other.x >= place.x + place.width
                            || place.y >= other.y + other.height || other.y >= place.y + place.height)
                }
                places.append(place)
            }
            #expect(!places.isEmpty)
        }
    }
}
