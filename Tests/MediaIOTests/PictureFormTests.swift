import CFFmpeg
import FixtureMedia
import MediaTime
import Pictures
import TestSupport
import Testing

@testable import MediaIO

/// Forms of pictures that need more than decoding.
@Suite struct PictureFormTests {
    @Test func interlacedFramesBecomeWholePictures() throws {
        let recording = FixtureRecording().with {
            $0.video.isInterlaced = true
            $0.timing = .constant(FrameRate(25)!, frames: 40)
        }
        let path = try recording.file()
        let info = try video(path)
        #expect(info.isInterlaced)
        let reader = try FrameReader(path: path, info: info, outputRate: FrameRate(25)!, threads: 1)
        for frame in [0, 1, 5, 20, 39, 10, 38] {
            let found = try reader.frame(at: FrameRate(25)!.time(ofFrame: Int64(frame)))
            #expect(found.start == FrameRate(25)!.time(ofFrame: Int64(frame)))
            #expect(found.barcode?.frame == frame)
            #expect(compose_frame_is_interlaced(found.pointer) == 0)
        }
    }

    /// A recorder that changes its picture size in the middle of a transport stream, also while interlaced.
    @Test(arguments: [false, true])
    func sizeMayChangeInTheMiddle(_ isInterlaced: Bool) throws {
        let folder = try TemporaryFolder()
        let part = { (start: Int64, size: PictureSize, camera: Camera) in
            try FixtureRecording.transportStream(firstTick: start * 90_000) {
                $0.size = size
                $0.camera = camera
                $0.sound = nil
                $0.video.isInterlaced = isInterlaced && camera == .back
            }.file()
        }
        let path = try joined(
            [
                try part(10, PictureSize(width: 160, height: 96), .back),
                try part(0, PictureSize(width: 320, height: 192), .front),
            ], in: folder, as: "sizes.ts")
        let info = try video(path)
        let canvas = Canvas(size: PictureSize(width: 160, height: 96), format: .yuv420p8, color: .bt709)
        let reader = try CameraReader(
            path: path, info: info, orientation: .upright, canvas: canvas, fit: .auto, outputRate: .thirty, threads: 1)
        var seen: [Barcode] = []
        for index in 0..<Int64(91) {
            let picture = try reader.picture(at: FrameRate.thirty.time(ofFrame: index))
            #expect(picture.size == canvas.size)
            if let code = Barcode.read(SamplePlane(picture.luma, format: .yuv420p8)), code != seen.last {
                seen.append(code)
            }
        }
        let all = [Camera.back, .front].flatMap { camera in (0..<45).map { Barcode(camera: camera, frame: $0) } }
        #expect(seen == all)
    }

    /// The same size, another sampling and depth.
    @Test func pixelFormatMayChangeInTheMiddle() throws {
        let folder = try TemporaryFolder()
        let part = { (start: Int64, format: String, camera: Camera) in
            try FixtureRecording.transportStream(firstTick: start * 90_000) {
                $0.camera = camera
                $0.sound = nil
                $0.video.pixelFormat = format
            }.file()
        }
        let path = try joined(
            [try part(10, "yuv420p", .back), try part(0, "yuv422p10le", .front)], in: folder, as: "formats.ts")
        let canvas = Canvas(size: PictureSize(width: 160, height: 96), format: .yuv420p8, color: .bt709)
        let reader = try CameraReader(
            path: path, info: try video(path), orientation: .upright, canvas: canvas, fit: .auto, outputRate: .thirty,
            threads: 1)
        for (time, camera) in [(MediaTime.milliseconds(500), Camera.back), (.milliseconds(2000), .front)] {
            let picture = try reader.picture(at: time)
            #expect(Barcode.read(SamplePlane(picture.luma, format: .yuv420p8)) == Barcode(camera: camera, frame: 15))
            let area = TestCard.area(of: .bottomLeft, in: canvas.size)
            let wanted = ColorCode(
                TestCard.color(.bottomLeft, of: camera), matrix: 1, isFullRange: false, depth: 8)
            let inside = PictureRect(
                x: area.x + area.width / 4, y: area.y + area.height / 4, width: area.width / 2,
                height: area.height / 2)
            // Encoded once, with loss.
            #expect(ColorTests.largestError(picture, inside, wanted) <= 4)
        }
    }

    @Test(arguments: Orientation.allCases)
    func orientationIsReadFromTheMatrix(_ orientation: Orientation) throws {
        let info = try video(try FixtureRecording().with { $0.orientation = orientation }.file())
        #expect(info.orientation == orientation)
        #expect(info.uprightSize == orientation.apply(to: PictureSize(width: 160, height: 96)))
    }

    struct Matrix: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var words: [Int32]
        /// `nil`: unusable.
        var orientation: Orientation?
    }
    static let one: Int32 = 1 << 16
    static let matrices = [
        Matrix(
            testDescription: "turned, with a translation of garbage",
            words: [0, one, 0, -one, 0, 0, 12_345 * one, -7 * one, 1 << 30], orientation: Orientation(quarterTurns: 1)),
        Matrix(
            testDescription: "turned and scaled", words: [0, -one / 2, 0, one / 2, 0, 0, 0, 0, 1 << 30],
            orientation: Orientation(quarterTurns: 3)),
        Matrix(
            testDescription: "turned, rounded", words: [3, one - 2, 0, -one + 1, -2, 0, 0, 0, 1 << 30],
            orientation: Orientation(quarterTurns: 1)),
        Matrix(testDescription: "sheared", words: [one, one, 0, 0, one, 0, 0, 0, 1 << 30]),
        Matrix(testDescription: "by 45°", words: [46_341, 46_341, 0, -46_341, 46_341, 0, 0, 0, 1 << 30]),
        Matrix(testDescription: "singular", words: [one, one, 0, one, one, 0, 0, 0, 1 << 30]),
        Matrix(testDescription: "largest numbers", words: [.min, .max, 0, .min, .max, 0, .max, .min, 1 << 30]),
    ]

    @Test(arguments: matrices)
    func matricesWithGarbageAreReadOrReported(_ matrix: Matrix) throws {
        let info = try video(
            try FixtureRecording().with { $0.displayMatrix = .words(matrix.words) }.file())
        #expect(info.hasUnusableDisplayMatrix == (matrix.orientation == nil))
        #expect(info.orientation == matrix.orientation ?? .upright)
    }

    @Test func pixelsThatAreNotSquareAreSquared() throws {
        let wide = try video(try FixtureRecording().with { $0.pixelAspect = Pair(4, 3) }.file())
        #expect(wide.uprightSize == PictureSize(width: 213, height: 96))
        let tall = try video(
            try FixtureRecording().with {
                $0.pixelAspect = Pair(2, 3)
                $0.orientation = Orientation(quarterTurns: 1)
            }.file())
        #expect(tall.uprightSize == PictureSize(width: 144, height: 160))
    }

    /// Two ways to say that pixels are half as wide again as high.
    enum Stretch: CaseIterable { case pixelAspect, matrix }

    @Test(arguments: Orientation.allCases, Stretch.allCases)
    func stretchedPicturesAreTurnedAndSquared(_ orientation: Orientation, _ stretch: Stretch) throws {
        let path = try FixtureRecording().with {
            $0.orientation = orientation
            switch stretch {
            case .pixelAspect: $0.pixelAspect = Pair(3, 2)
            case .matrix:
                // Without a box of their aspect: FFmpeg believes that first, and so do players.
                $0.pixelAspect = Pair(0, 1)
                // Where the stored rows go is what is stretched: the first row of the matrix.
                let (a, b, c, d) = orientation.displayMatrix
                $0.displayMatrix = .words(
                    [a * 3, b * 3, 0, c * 2, d * 2, 0, 0, 0].map { Int32($0) << 15 } + [1 << 30])
            }
        }.file()
        try check(path, orientation)
        // Turned by its matrix, it is as wide as it was high.
        let turn = Orientation(quarterTurns: 1)
        let folder = try TemporaryFolder()
        try DisplayMatrixEditor.write(
            path, track: try video(path).trackID, orientation: orientation.then(turn), to: folder("turned.mp4"),
            mayReplace: false)
        try check(folder("turned.mp4"), orientation, turnedBy: turn)
    }

    /// The picture covers its canvas from edge to edge, each patch in its place.
    private func check(_ path: String, _ drawn: Orientation, turnedBy turn: Orientation = .upright) throws {
        let info = try video(path)
        #expect(info.orientation == drawn.then(turn))
        let upright = drawn.apply(to: PictureSize(width: 240, height: 96))
        #expect(info.uprightSize == turn.apply(to: upright))
        // As it was drawn.
        let reader = try CameraReader(
            path: path, info: info, orientation: drawn,
            canvas: Canvas(size: upright, format: .yuv420p8, color: .bt709), fit: .fit, outputRate: .thirty,
            threads: 1)
        let luma = SamplePlane(try reader.picture(at: .zero).luma, format: .yuv420p8)
        #expect(Barcode.read(luma) == Barcode(camera: .back, frame: 0))
        for patch in TestCard.Patch.allCases {
            let area = TestCard.area(of: patch, in: upright)
            let wanted = ColorCode(
                TestCard.color(patch, of: .back), matrix: 1, isFullRange: false, depth: 8
            ).luma
            // Away from the edges, where scaling and encoding reach.
            let inside = PictureRect(x: area.x + 6, y: area.y + 4, width: area.width - 12, height: area.height - 8)
            #expect(abs(luma.mean(inside) - wanted) < 2, "\(patch)")
        }
    }

    @Test func aMatrixThatIsIgnoredStretchesNothing() throws {
        let one: Int32 = 1 << 16
        let path = try FixtureRecording().with {
            $0.displayMatrix = .words([one, one, 0, 0, one, 0, 0, 0, 1 << 30])
            $0.pixelAspect = Pair(0, 1)
        }.file()
        #expect(try video(path).uprightSize == PictureSize(width: 160, height: 96))
    }

    /// A picture between bars covers the part it takes up without being cropped: the even size differs a little in shape.
    @Test func aPictureCoversItsOwnPartOfTheCanvasWhole() {
        var random = Seeded(3)
        let even = { (least: Int) in Int.random(in: least...960, using: &random) * 2 }
        for _ in 0..<500 {
            let (stored, canvas) = (
                PictureSize(width: even(20), height: even(20)), PictureSize(width: even(20), height: even(20))
            )
            for orientation in [Orientation.upright, Orientation(quarterTurns: 1)] {
                let place = { (canvas: PictureSize, fit: Fit) in
                    Placement(stored: stored, square: stored, orientation: orientation, canvas: canvas, fit: fit)
                }
                let content = place(canvas, .fit).content
                #expect(content == Fit.wholePicture(orientation.apply(to: stored), on: canvas))
                guard content.width > 20, content.height > 20 else { continue }
                let covering = place(content.size, .fill)
                #expect(covering.crop.size == stored, "\(stored) on \(canvas)")
                #expect(covering.content.size == content.size)
            }
        }
    }
}
