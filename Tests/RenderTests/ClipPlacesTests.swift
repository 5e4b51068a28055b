@testable import Analysis
import Testing
import Timeline

@testable import Planning
@testable import Placing

/// Where clips come to lie by sound, by stamps, and by neither.
@Suite struct ClipPlacesTests {
    private static func places(
        _ lengths: [Double], anchors: [Double?] = [], links: [(Int, Int, Double)] = [], starts: [Double?] = []
    ) -> ClipPlaces {
        ClipPlaces(
            anchors: lengths.indices.map { anchors.indices.contains($0) ? anchors[$0] : nil },
            links: links.map { one, other, offset in
                ClipLinks.Link(
                    earlier: one, later: other,
                    overlap: EndOverlap(
                        offset: offset, length: lengths[one] - offset, distinctness: 50, lead: 5))
            },
            starts: lengths.indices.map { starts.indices.contains($0) ? starts[$0] : nil },
            spans: lengths.map { 0...$0 })
    }

    @Test func stampsPutClipsInOrder() {
        let places = Self.places([5, 6, 7], starts: [120, 100, 110])
        #expect(places.order == [1, 2, 0])
        #expect(places.unordered.isEmpty)
        #expect(places.places[2] - places.places[1] == 10 && places.places[0] - places.places[1] == 20)
    }

    @Test func soundIsExactWhateverStampsSay() {
        // The second phone's clock is seven seconds ahead.
        let places = Self.places([5, 6, 7], links: [(0, 2, 4.5), (2, 1, 6.25)], starts: [100, 111, 111])
        #expect(places.order == [0, 2, 1])
        #expect(places.places == [0, 10.75, 4.5])
        #expect(Set(places.groups).count == 1)
        #expect(places.contradiction > 6)
    }

    @Test func whatTheContinuousSoundPlacesStays() {
        let places = Self.places([5, 6, 7], anchors: [nil, 2.5, 11.25], starts: [100, 104, 113])
        #expect(places.order == [0, 1, 2])
        #expect(places.places[1] == 2.5 && places.places[2] == 11.25)
        // By its stamp the first clip would end 0.75 s after the second begins, which nobody heard: it is before it.
        #expect(places.places[0] == -2.5)
    }

    /// The second has no place; it was given between the others, and there is room.
    @Test func aClipWithoutAPlaceStaysWhereItWasGiven() {
        let places = Self.places([10, 8, 9], anchors: [0, nil, 20.6])
        #expect(places.order == [0, 1, 2])
        #expect(places.places == [0, 10, 20.6])
        // Nor is there anything to learn from the order of clips that were given in another.
        #expect(Self.places([9, 10, 8], anchors: [20.6, 0, nil]).order == [1, 0, 2])
        // No room: after the clips whose places are known.
        #expect(Self.places([10, 12, 9], anchors: [0, nil, 20.6]).order == [0, 2, 1])
    }

    @Test func stampsNeverMakeAnOverlap() {
        let places = Self.places([5, 6, 7], starts: [100, 104, 111])
        #expect(places.places[1] - places.places[0] == 5)
        #expect(places.places[2] - places.places[1] == 6)
        #expect(Set(places.groups).count == 3)
    }

    /// As where a file was split: all parts have its date.
    @Test func equalStampsPutClipsInOrderHoweverMany() {
        let lengths = (0..<20).map { Double(5 + $0 % 3) }
        let places = Self.places(lengths, starts: lengths.map { _ in 100 })
        #expect(places.order == Array(0..<20))
        for clip in 1..<20 { #expect(places.places[clip] == places.places[clip - 1] + lengths[clip - 1]) }
    }

    @Test func whatIsBeforeTheContinuousSoundMovesBack() {
        // Ends at 8.4 and 16.4, but begins at 8 and 16.
        let places = Self.places([8.4, 8.4, 8], anchors: [nil, nil, 5], starts: [0, 8, 16])
        #expect(places.places[2] == 5)
        #expect(abs(places.places[1] - (5 - 8.4)) < 1e-9 && abs(places.places[0] - (5 - 16.8)) < 1e-9)
    }

    @Test func withoutStampsClipsFollowAsGiven() {
        let places = Self.places([5, 6, 7], links: [(2, 0, 6)])
        #expect(!places.unordered.isEmpty)
        // The third overlaps the first, which was given first; the second comes after both.
        #expect(places.order == [2, 0, 1])
        #expect(places.places[0] - places.places[2] == 6)
        #expect(places.places[1] == places.places[0] + 5)
        let anchored = Self.places([5, 6], anchors: [nil, 3])
        #expect(anchored.places == [-2, 3])
    }

    /// What comes behind makes room, and keeps the gaps that stamps know.
    @Test func aClipWithoutAStampFollowsTheOneBeforeIt() {
        let places = Self.places([5, 9, 7, 4], starts: [100, nil, 107, 120])
        #expect(places.order == [0, 1, 2, 3] && places.unordered == [1])
        #expect(places.places == [0, 5, 16, 29])
        let first = Self.places([5, 6, 7], starts: [nil, 110, 100])
        #expect(first.order == [0, 2, 1])
        #expect(first.places[2] - first.places[0] == 5 && first.places[1] - first.places[2] == 10)
    }
}

/// Two phones whose clocks are apart.
@Suite struct CameraClocksTests {
    /// The second camera's clock is seven seconds ahead, as one pair of clips tells.
    @Test func stampsAreCorrectedByWhatSoundKnows() {
        let cameras: [Angle?] = ["front", "back", "back", nil]
        let starts: [Double?] = [100, 111, 130, 140]
        let clocks = CameraClocks(of: cameras, groups: [[0, 1], [2], [3]], places: [0, 4, 0, 0], starts: starts)
        #expect(clocks.errors == ["back": 7])
        #expect(clocks.corrected(starts, of: cameras) == [100, 104, 123, 140])
    }

    @Test func clocksThatAgreeOrContradictThemselvesAreLeft() {
        let cameras: [Angle?] = ["front", "back", "back"]
        let near = CameraClocks(of: cameras, groups: [[0, 1, 2]], places: [0, 4, 9], starts: [100, 105, 110])
        #expect(near.errors.isEmpty)
        let torn = CameraClocks(of: cameras, groups: [[0, 1, 2]], places: [0, 4, 9], starts: [100, 111, 109])
        #expect(torn.errors.isEmpty)
    }
}
