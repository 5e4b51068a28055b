import FixtureMedia
import MediaIO
import MediaTime
import Pictures
import Testing

@testable import Analysis

/// Faces, and where a window that shows them stands.
@Suite struct FaceTests {
    private func look(
        _ time: Double, _ faces: (x: Double, width: Double)..., mouth: [Double] = [], turn: Int = 0, speech: Bool? = nil
    ) -> SubjectPath.Look {
        let seen = faces.enumerated().map { index, face in
            SeenFace(
                x: face.x - face.width / 2, y: 0.3, width: face.width, height: face.width * 16 / 9, turn: turn,
                mouth: index < mouth.count ? mouth[index] : 0)
        }
        return .init(time: time, sight: Sight(faces: seen), hasSpeech: speech)
    }

    /// 9:16 of 16:9.
    private let window = 81.0 / 256

    private func path(_ looks: [SubjectPath.Look]) throws -> SubjectPath {
        try #require(SubjectPath(looks, width: window, height: 1))
    }

    @Test func itStandsStillWhileAFaceSways() throws {
        let looks = (0..<20).map { look(Double($0), (x: 0.3 + 0.02 * Double($0 % 3 - 1), width: 0.1)) }
        let path = try path(looks)
        #expect(path.keys.count == 1 && abs(path.keys[0].x - 0.3) < 0.011 && path.subject == .faces(1))
    }

    @Test func itMovesOnceWhenAFaceLeaves() throws {
        let looks = (0..<20).map { look(Double($0), (x: $0 < 10 ? 0.25 : 0.7, width: 0.1)) }
        let path = try path(looks)
        #expect(path.keys.count == 3)
        #expect(abs(path.keys[0].x - 0.25) < 0.001 && path.keys[1].x == path.keys[0].x)
        #expect(abs(path.keys[2].x - 0.7) < 0.001)
        // Around the time at which it left, in one to two and a half seconds.
        #expect((7...10).contains(path.keys[1].time) && (0.8...2.5).contains(path.keys[2].time - path.keys[1].time))
    }

    @Test func aGlanceAsideMovesNothing() throws {
        let looks = (0..<20).map { look(Double($0), (x: $0 == 9 ? 0.7 : 0.25, width: 0.1)) }
        #expect(try path(looks).keys.count == 1)
    }

    @Test func aFaceAtTheEdgeIsShownWithinThePicture() throws {
        let path = try path((0..<5).map { look(Double($0), (x: 0.06, width: 0.1)) })
        #expect(path.keys[0].x == window / 2)
    }

    @Test func theNearerFaceComesFirst() throws {
        let path = try path((0..<10).map { look(Double($0), (x: 0.2, width: 0.05), (x: 0.75, width: 0.14)) })
        #expect(abs(path.keys[0].x - 0.75) < 0.001)
    }

    @Test func twoWhoFitAreShownTogether() throws {
        let path = try path((0..<10).map { look(Double($0), (x: 0.42, width: 0.09), (x: 0.55, width: 0.09)) })
        #expect(path.subject == .faces(2) && abs(path.keys[0].x - 0.485) < 0.002)
    }

    @Test func whoSpeaksComesFirst() throws {
        let looks = (0..<10).map {
            look(Double($0), (x: 0.2, width: 0.11), (x: 0.75, width: 0.1), mouth: [0.2, 4], speech: true)
        }
        #expect(abs(try path(looks).keys[0].x - 0.75) < 0.001)
        let unknown = looks.map { look in
            var look = look
            look.hasSpeech = nil
            return look
        }
        #expect(abs(try path(unknown).keys[0].x - 0.2) < 0.001)
    }

    @Test func whoLooksAsideHasRoom() throws {
        let looks = { (turn: Int) in (0..<10).map { look(Double($0), (x: 0.5, width: 0.1), turn: turn) } }
        #expect(try path(looks(1)).keys[0].x > 0.52)
        #expect(try path(looks(-1)).keys[0].x < 0.48)
    }

    @Test func eyesAreAtTwoFifthsOfTheHeight() throws {
        // A portrait camera in a wide film.
        let faces = [SeenFace(x: 0.4, y: 0.3, width: 0.2, height: 0.11)]
        let path = try #require(
            SubjectPath([.init(time: 0, sight: Sight(faces: faces))], width: 1, height: window))
        let eyes = 0.3 + 0.11 * 0.39
        #expect(abs((eyes - (path.keys[0].y - window / 2)) / window - 0.4) < 0.01)
    }

    @Test func withoutAFaceItShowsWhatMoves() throws {
        var columns = [Double](repeating: 0.5, count: 32)
        for index in 20..<24 { columns[index] = 40 }
        let rows = [Double](repeating: 1, count: 32)
        let moving = (0..<5).map {
            SubjectPath.Look(time: Double($0), sight: Sight(faces: [], columns: columns, rows: rows))
        }
        let path = try #require(SubjectPath(moving, width: window, height: 1))
        #expect(path.subject == .movement && abs(path.keys[0].x - 22.0 / 32) < 0.02)
        // A camera that shakes moves everything.
        let shaking = (0..<5).map {
            SubjectPath.Look(time: Double($0), sight: Sight(faces: [], columns: rows, rows: rows))
        }
        #expect(SubjectPath(shaking, width: window, height: 1) == nil)
        #expect(SubjectPath([], width: window, height: 1) == nil)
    }

    @Test(arguments: [
        "", "<opencv_storage>", "<width>20</width><height>20</height>", "<width>20</width><height>10</height>",
        "<height>20</height><width>20</width><stageThreshold>1</stageThreshold><internalNodes>0 -1 7 0.5</internalNodes><leafValues>1 2</leafValues>",
        "<height>20</height><width>20</width><stageThreshold>1</stageThreshold><internalNodes>0 0 0 0.5</internalNodes><leafValues>1</leafValues><rects><_>0 0 21 1 -1</_></rects>",
        "<height>20</height><width>20</width><stageThreshold>1</stageThreshold><internalNodes>1 1 0 0.5 0 1 0 1</internalNodes><leafValues>1</leafValues><rects><_>0 0 2 1 -1</_></rects>",
    ])
    func whatIsNoCascadeIsRefused(_ text: String) {
        #expect(FaceCascade(xml: Array(text.utf8)) == nil)
    }

    /// OpenCV's data, which `scripts/bootstrap` installs.
    @Test func aDrawnFaceIsFoundWhereItIs() throws {
        let finder = try #require(FaceFinder.installed)
        for place in [0.2, 0.55, 0.8] {
            let recording = FixtureRecording().with {
                $0.size = PictureSize(width: 640, height: 360)
                $0.scene = .person(at: place, then: place, from: 9)
                $0.timing = .constant(.thirty, frames: 20)
                $0.sound = nil
            }
            let path = try recording.file()
            let video = try #require(try MediaInfo(probing: path).video)
            let looks = try FaceReader.looks(
                path: path, info: video, orientation: .upright, in: .zero ..< .seconds(1), finder: finder)
            let faces = try #require(looks.first).sight.faces
            #expect(faces.count == 1)
            #expect(
                abs(try #require(faces.first).center - place) < 0.02 && abs(faces[0].eyes - 0.38) < 0.06, "\(faces)")
        }
    }
}
