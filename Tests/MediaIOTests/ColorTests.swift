import CFFmpeg
import FixtureMedia
import MediaTime
import Pictures
import Testing

@testable import MediaIO

/// Flat patches of every kind of source come out within one code value of what the definitions say.
@Suite struct ColorTests {
    /// A lossless recording, so that its patches are exactly what was drawn.
    struct Source: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var recording: FixtureRecording
        /// What its code values mean.
        var truth: ColorDescription
        var depth: Int { format.hasSuffix("10le") ? 10 : 8 }
        var format: String { recording.video.pixelFormat }

        init(_ truth: ColorDescription, _ format: String, isTagged: Bool = true, size: PictureSize? = nil) {
            let isRGB = format.hasPrefix("gbr")
            self.truth = truth
            if isRGB {
                self.truth.matrix = 0
                self.truth.isFullRange = true
            }
            testDescription = "\(isTagged ? "" : "untagged ")\(self.truth) p\(truth.primaries) \(format)"
            recording = FixtureRecording().with { [truth = self.truth] in
                $0.timing = .constant(.thirty, frames: 2)
                $0.sound = nil
                $0.container = .mkv
                $0.color = .init(truth, isTagged: isTagged)
                $0.video = .init(encoder: isRGB ? "libx265" : "libx264", pixelFormat: format)
                $0.video.options =
                    isRGB
                    ? [Pair("x265-params", "lossless=1:log-level=none:pools=1")] : [Pair("crf", "-1"), Pair("qp", "0")]
                if let size { $0.size = size }
            }
        }
    }

    /// A JPEG file is read as JFIF says: BT.601, full range, whatever the film is.
    @Test(arguments: canvases + [(.bt601of525.full, .yuv420p10), (.bt601of625.full, .yuv420p8)])
    func aJPEGHasTheColorsOfTheFilm(_ color: ColorDescription, _ format: PixelFormat) throws {
        let folder = try TemporaryFolder()
        let path = folder("still.jpg")
        var file = color
        (file.matrix, file.isFullRange) = (6, true)
        for (number, name) in ["red", "orange", "#2060c0", "white", "black"].enumerated() {
            let patch = try #require(RGBColor(parsing: name))
            let picture = PicturePool(format: format, size: PictureSize(width: 64, height: 48)).picture()
            let code = patch.codeValues(in: format, color)
            picture.fill(luma: code.luma, cb: code.cb, cr: code.cr)
            try ImageFile.write(picture, color: color, format: .jpg, to: path, mayReplace: number > 0)
            let movie = try Movie(path)
            let shown = try #require(movie.frames.first).planes.map { Int($0.samples[$0.samples.count / 2]) }
            let expected = patch.codeValues(in: .yuv420p8, file)
            // One code value of rounding before the file and one of JPEG's.
            for (value, wanted) in zip(shown, [expected.luma, expected.cb, expected.cr]) {
                #expect(abs(value - wanted) <= 2, "\(name): \(shown), not \(expected)")
            }
            #expect(movie.video?.pixelFormat == "yuvj420p")
        }
    }

    static let formats = ["yuv420p", "yuv422p", "yuv444p", "yuv420p10le", "yuv422p10le", "yuv444p10le"]
    static let sources =
        [ColorDescription.bt601of525, .bt601of625, .bt709, .bt2020].flatMap { color in
            formats.flatMap { [Source(color, $0), Source(color.full, $0)] }
                + [Source(color, "gbrp"), Source(color, "gbrp10le")]
        } + [
            Source(.bt601of525.full, "yuvj420p"), Source(.bt709.full, "yuvj420p"), Source(.bt709.full, "yuvj444p"),
            Source(.bt601of525, "yuv420p", isTagged: false),
            Source(.bt709, "yuv420p", isTagged: false, size: PictureSize(width: 1280, height: 96)),
            Source(.bt601of625, "yuv420p", isTagged: false, size: PictureSize(width: 128, height: 576)),
            Source(.bt709, "gbrp", isTagged: false),
        ]

    static let canvases: [(ColorDescription, PixelFormat)] = [
        (.bt709, .yuv420p8), (.bt709, .yuv420p10), (.bt709.full, .yuv420p8), (.bt601of525.full, .yuv420p8),
        (.bt601of625, .yuv420p8), (.bt601of525, .yuv420p10), (.bt709.full, .yuv420p10), (.bt2020, .yuv420p10),
    ]

    @Test(arguments: sources)
    func patchesAreExact(_ source: Source) throws {
        let path = try source.recording.file()
        for (color, format) in Self.canvases {
            // Tables take long to bake here, and see 4:2:0 only.
            guard !Self.isLookedUp(source, color) || source.format.contains("420") else { continue }
            // As it is, and scaled down onto a picture of another shape.
            let whole = source.recording.size
            for size in [whole, PictureSize(width: whole.width - 16, height: whole.height)] {
                try check(source, path, Canvas(size: size, format: format, color: color), .upright)
            }
        }
    }

    /// Odd sizes, which the filters do not take, and every turn.
    @Test(
        arguments: ["yuv420p", "yuv422p", "yuv444p10le", "gbrp"], [Orientation.upright, Orientation(quarterTurns: 1)])
    func oddSizesAndTurnsToo(_ format: String, _ orientation: Orientation) throws {
        var source = Source(.bt601of525.full, format)
        source.recording.orientation = orientation
        // H.264 crops by whole chroma samples.
        source.recording.size =
            format.hasPrefix("yuv420p") || format.hasPrefix("yuv422p")
            ? PictureSize(width: 162, height: 98) : PictureSize(width: 161, height: 97)
        source.recording.container = .mp4
        let path = try source.recording.file()
        for size in [PictureSize(width: 128, height: 80), PictureSize(width: 90, height: 144)] {
            try check(source, path, Canvas(size: size, format: .yuv420p8, color: .bt709), orientation)
        }
    }

    private func check(_ source: Source, _ path: String, _ canvas: Canvas, _ orientation: Orientation) throws {
        let info = try video(path)
        let reader = try CameraReader(
            path: path, info: info, orientation: orientation, canvas: canvas, fit: .fit, outputRate: .thirty,
            threads: 1)
        let upright = orientation.apply(to: source.recording.size)
        let shown = Placement(
            stored: upright, square: upright, orientation: .upright, canvas: canvas.size, fit: .fit
        ).content
        for frame in 0..<Int64(2) {
            let picture = try reader.picture(at: FrameRate.thirty.time(ofFrame: frame))
            for patch in TestCard.Patch.allCases {
                let whole = TestCard.area(of: patch, in: shown.size)
                let area = PictureRect(
                    x: shown.x + whole.x + whole.width / 4, y: shown.y + whole.y + whole.height / 4,
                    width: whole.width / 2, height: whole.height / 2)
                let wanted = expected(patch, source, canvas, info)
                let error = Self.largestError(picture, area, wanted)
                #expect(
                    error <= Self.tolerance(source, canvas),
                    "\(patch) onto \(canvas.color) \(canvas.format) \(canvas.size): \(wanted), off by \(error)")
            }
        }
    }

    private static func isLookedUp(_ source: Source, _ canvas: ColorDescription) -> Bool {
        source.truth.primaries != canvas.primaries && source.truth.matrix != 0
    }

    /// In code values of the canvas. Other primaries are looked up in a `ColorTable`, which keeps one 8-bit code for what
    /// cameras record; two of the patches are deeper than what the smaller gamut holds, where BT.601 loses up to two and
    /// BT.2020 up to 3.6.
    private static func tolerance(_ source: Source, _ canvas: Canvas) -> Double {
        let primaries = [source.truth.primaries, canvas.color.primaries]
        guard isLookedUp(source, canvas.color) else { return 1 }
        return (primaries.contains(9) ? 3.6 : 2) * (canvas.format == .yuv420p8 ? 1 : 4)
    }

    private func expected(_ patch: TestCard.Patch, _ source: Source, _ canvas: Canvas, _ info: VideoInfo) -> ColorCode {
        let truth = source.truth
        let drawn = ColorCode(
            TestCard.color(patch, of: .back), matrix: truth.matrix, isFullRange: truth.isFullRange,
            depth: source.depth)
        var rgb = ColorReference.color(
            of: drawn.rounded, matrix: truth.matrix, isFullRange: truth.isFullRange, depth: source.depth)
        // Primaries that nobody names are not converted, but BT.2020 is never a guess.
        if source.recording.color.isTagged || canvas.color.primaries == 9 {
            let from = info.color.resolved(for: info.storedSize).primaries
            rgb = ColorReference.color(rgb, from: from, to: canvas.color.primaries)
        }
        return ColorCode(
            rgb, matrix: canvas.color.matrix, isFullRange: canvas.color.isFullRange, depth: canvas.format.bitDepth)
    }

    /// Of every sample inside `area`, not of their mean: dithering would hide in it.
    static func largestError(_ picture: Picture, _ area: PictureRect, _ wanted: ColorCode) -> Double {
        let half = PictureRect(
            x: area.x / 2 + 1, y: area.y / 2 + 1, width: area.width / 2 - 2, height: area.height / 2 - 2)
        return [(picture.luma, area, wanted.luma), (picture.cb, half, wanted.cb), (picture.cr, half, wanted.cr)].map {
            (plane, area, wanted) in
            let samples = SamplePlane(plane, format: picture.format)
            let found = (area.y..<area.y + area.height).flatMap { y in
                (area.x..<area.x + area.width).map { Double(samples[$0, y]) }
            }
            return found.map { abs($0 - wanted) }.max() ?? .infinity
        }.max()!
    }

    @Test func aMissingFilterIsNamedBeforeAnythingIsRendered() throws {
        let size = PictureSize(width: 160, height: 96)
        let sdr = Canvas(size: size, format: .yuv420p8, color: .bt709)
        let hlg = try video(
            try FixtureRecording().with {
                $0.video.encoder = "libx265"
                $0.video.pixelFormat = "yuv420p10le"
                $0.color = .init(.hlg)
            }.file())
        let plain = try video(try FixtureRecording().file())
        for missing in ["zscale", "tonemap"] {
            let has = { (name: String) in name != missing }
            #expect {
                try hlg.checkFilters(for: sdr, path: "a.mov", isInstalled: has)
            } throws: {
                "\($0)".hasPrefix("a.mov has high dynamic range, but the installed FFmpeg lacks the filter")
                    && "\($0)".contains(missing)
            }
            try hlg.checkFilters(
                for: Canvas(size: size, format: .yuv420p10, color: .hlg), path: "", isInstalled: has)
            try plain.checkFilters(for: sdr, path: "", isInstalled: has)
        }
        let interlaced = try video(try FixtureRecording().with { $0.video.isInterlaced = true }.file())
        #expect(throws: MediaError.self) {
            try interlaced.checkFilters(for: sdr, path: "") { $0 != "bwdif" }
        }
        // What is installed here has them all.
        try hlg.checkFilters(for: sdr, path: "")
        try interlaced.checkFilters(for: sdr, path: "")
    }

    @Test func picturesThatNeedNothingPassByReference() throws {
        let info = try video(try FixtureRecording().file())
        let frame = try Self.gray(info.storedSize, AV_PIX_FMT_YUV420P, luma: 100, .bt709)
        let canvas = Canvas(size: info.storedSize, format: .yuv420p8, color: .bt709)
        let fitter = PictureFitter(source: info, orientation: .upright, canvas: canvas, fit: .auto)
        let picture = try fitter.picture(from: frame)
        #expect(picture.luma.base == UnsafeMutableRawPointer(compose_frame_plane(frame.pointer, 0)))
    }

    /// Gray pictures (4:0:0) are of limited range like others, although swscale takes them for full.
    @Test func grayStaysGray() throws {
        let info = try video(try FixtureRecording().file())
        let frame = try Self.gray(info.storedSize, AV_PIX_FMT_GRAY8, luma: 40, .bt709)
        let canvas = Canvas(size: info.storedSize, format: .yuv420p8, color: .bt709)
        let picture = try PictureFitter(source: info, orientation: .upright, canvas: canvas, fit: .auto)
            .picture(from: frame)
        let area = PictureRect(x: 0, y: 0, width: info.storedSize.width, height: info.storedSize.height)
        #expect(Self.largestError(picture, area, ColorCode(luma: 40, cb: 128, cr: 128)) == 0)
    }

    @Test func barsAreBlackInFullRangeToo() throws {
        let info = try video(try FixtureRecording().with { $0.color = .init(.bt709.full) }.file())
        let canvas = Canvas(size: PictureSize(width: 96, height: 160), format: .yuv420p8, color: .bt709.full)
        let frame = try Self.gray(info.storedSize, AV_PIX_FMT_YUV420P, luma: 200, .bt709.full)
        let picture = try PictureFitter(source: info, orientation: .upright, canvas: canvas, fit: .fit)
            .picture(from: frame)
        #expect(SamplePlane(picture.luma, format: picture.format)[50, 4] == 0)
        #expect(SamplePlane(picture.luma, format: picture.format)[50, 80] == 200)
    }

    /// Signal of HLG or light of PQ, and where it should come out as a signal of BT.709. Diffuse white lands at 85 %, an 18 %
    /// gray card (38 % HLG signal by BT.2408, table 1) and skin keep the level of an SDR camera, only the peak is white.
    struct Level: Sendable {
        var curve: ColorDescription
        /// 0…1.
        var signal: Double
        var wanted: ClosedRange<Double>
    }
    static let levels = [
        Level(curve: .hlg, signal: 0, wanted: 0...0.005), Level(curve: .hlg, signal: 0.38, wanted: 0.38...0.48),
        Level(curve: .hlg, signal: 0.60, wanted: 0.60...0.75), Level(curve: .hlg, signal: 0.75, wanted: 0.83...0.87),
        Level(curve: .hlg, signal: 0.90, wanted: 0.92...0.97), Level(curve: .hlg, signal: 1, wanted: 0.99...1.01),
        // 203 and 1000 cd/m² (SMPTE ST 2084).
        Level(curve: .pq, signal: 0.5807, wanted: 0.83...0.87), Level(curve: .pq, signal: 0.7518, wanted: 0.99...1.01),
    ]

    @Test(arguments: levels)
    func toneMappingKeepsLevels(_ level: Level) throws {
        let info = try video(
            try FixtureRecording().with {
                $0.video = .init(encoder: "libx265", pixelFormat: "yuv420p10le")
                $0.color = .init(level.curve)
            }.file())
        let code = 64 + level.signal * 876
        let frame = try Self.gray(info.storedSize, AV_PIX_FMT_YUV420P10LE, luma: Int(code.rounded()), level.curve)
        let canvas = Canvas(size: PictureSize(width: 80, height: 48), format: .yuv420p8, color: .bt709)
        let picture = try PictureFitter(source: info, orientation: .upright, canvas: canvas, fit: .auto)
            .picture(from: frame)
        let luma = SamplePlane(picture.luma, format: picture.format)[40, 24]
        #expect(level.wanted.contains(Double(luma - 16) / 219), "\(Double(luma - 16) / 219)")
        #expect(abs(SamplePlane(picture.cb, format: picture.format)[20, 12] - 128) <= 1)
        #expect(abs(SamplePlane(picture.cr, format: picture.format)[20, 12] - 128) <= 1)
    }

    /// A source that says how bright it gets is bent to that: what it does not reach does not cost contrast.
    @Test func theStatedPeakBecomesWhite() throws {
        let info = try video(
            try FixtureRecording().with {
                $0.video = .init(encoder: "libx265", pixelFormat: "yuv420p10le")
                $0.color = .init(.pq)
            }.file())
        let canvas = Canvas(size: info.storedSize, format: .yuv420p8, color: .bt709)
        let fitter = PictureFitter(source: info, orientation: .upright, canvas: canvas, fit: .auto)
        // 4000 cd/m² is 90.26 % of PQ.
        for (peak, signal) in [(4000, 0.9026), (1000, 0.7518)] {
            let frame = try Self.gray(
                info.storedSize, AV_PIX_FMT_YUV420P10LE, luma: Int((64 + signal * 876).rounded()), .pq)
            let light = try allocated(
                "av_content_light_metadata_create_side_data", av_content_light_metadata_create_side_data(frame.pointer))
            light.pointee.MaxCLL = UInt32(peak)
            let picture = try fitter.picture(from: frame)
            #expect(abs(SamplePlane(picture.luma, format: picture.format)[40, 24] - 235) <= 1)
        }
    }

    /// A frame of one gray.
    static func gray(_ size: PictureSize, _ format: AVPixelFormat, luma: Int, _ color: ColorDescription) throws
        -> DecodedFrame
    {
        let owner = try FrameOwner()
        let frame = owner.pointer
        frame.pointee.width = Int32(size.width)
        frame.pointee.height = Int32(size.height)
        frame.pointee.format = format.rawValue
        frame.pointee.color_primaries = AVColorPrimaries(UInt32(color.primaries))
        frame.pointee.color_trc = AVColorTransferCharacteristic(UInt32(color.transfer))
        frame.pointee.colorspace = AVColorSpace(UInt32(color.matrix))
        frame.pointee.color_range = color.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        try MediaIO.check("av_frame_get_buffer", av_frame_get_buffer(frame, 0))
        let description = av_pix_fmt_desc_get(format)!.pointee
        let depth = description.comp.0.depth
        for plane in 0..<Int32(description.nb_components) {
            let value = plane == 0 ? luma : 1 << (Int(depth) - 1)
            let height = plane == 0 ? size.height : size.chroma420.height
            let count = Int(compose_frame_stride(frame, plane)) * height
            let base = UnsafeMutableRawPointer(compose_frame_plane(frame, plane)!)
            if depth > 8 {
                base.assumingMemoryBound(to: UInt16.self).update(repeating: UInt16(value), count: count / 2)
            } else {
                base.assumingMemoryBound(to: UInt8.self).update(repeating: UInt8(value), count: count)
            }
        }
        return DecodedFrame(owner: owner, start: .zero)
    }
}
