import Analysis
import CFFmpeg
import MediaTime
import Pictures
import Platform

/// The camera's motion in every frame of a part of a file. FFmpeg's `vidstabdetect` (vid.stab) finds how some hundred
/// small fields moved, in whole samples; what they agree on is refined with the pictures themselves.
package struct MotionReader {
    /// A frame and its motion from the frame before.
    package struct Motion: Hashable, Sendable {
        package var start: MediaTime
        package var motion: FrameMotion
        package init(start: MediaTime, motion: FrameMotion) { (self.start, self.motion) = (start, motion) }
    }

    private let path: String
    private let info: VideoInfo
    private let folder: PrivateFolder
    private static let file = "motion"
    private static let filterName = "vidstabdetect"
    /// On smaller pictures the search loses its way in repeated patterns; on larger ones it takes much longer
    /// [measured].
    private static let width = 960.0
    /// Pictures larger than this are refined at half their size, which takes a quarter of the time; of smaller ones,
    /// too little would be left: errors of half a sample of 320, three times as much as at full size [measured].
    private static let refinedWidth = 480

    /// Checks, before anything is rendered, that the installed FFmpeg has the filter.
    ///
    /// - Throws: `MediaError.noStabilization`.
    package static func check(
        isInstalled: (String) -> Bool = { avfilter_get_by_name($0) != nil }
    ) throws(MediaError) {
        guard isInstalled(filterName) else { throw .noStabilization(filter: filterName) }
    }

    /// The motions of the frames that start within a range, in order.
    ///
    /// - Throws: `MediaError`.
    package static func motions(
        path: String, info: VideoInfo, in range: Range<MediaTime>, isCancelled: () -> Bool
    ) throws(MediaError) -> [Motion] {
        guard let folder = PrivateFolder(in: PrivateFolder.usualBase) else {
            throw .cannotCreate(path: PrivateFolder.usualBase, reason: lastError())
        }
        defer { folder.remove(with: file) }
        let reader = MotionReader(path: path, info: info, folder: folder)
        do { return try reader.motions(in: range, isCancelled) } catch {
            throw error as? MediaError ?? .decoding(path, error)
        }
    }

    private func motions(in range: Range<MediaTime>, _ isCancelled: () -> Bool) throws -> [Motion] {
        let decoder = try VideoDecoder(path: path, info: info, threads: 1)
        if range.lowerBound > info.footage.start { try decoder.seek(to: range.lowerBound - .milliseconds(200)) }
        var motions: [Motion] = []
        var run: Run?
        /// The last one before the range.
        var before: DecodedFrame?
        while let frame = try decoder.next(), frame.start < range.upperBound, !isCancelled() {
            guard frame.start >= range.lowerBound else {
                before = frame
                continue
            }
            if run?.takes(frame) != true {
                if let run { motions += try run.finished() }
                // A stream that changes its size in the middle starts over.
                run = try Run(frame, folder)
                if let before, run!.takes(before) { try run!.push(before, isCounted: false) }
            }
            try run!.push(frame)
            before = frame
        }
        if let run { motions += try run.finished() }
        return motions
    }

    /// Frames of one size and format.
    private final class Run {
        private let kind: [Int32]
        private let folder: PrivateFolder
        private let size: PictureSize
        private var graph: FilterGraph?
        /// Of each frame that was pushed; `nil` for those that only come before.
        private var starts: [MediaTime?] = []
        private var pictures: [LumaPicture] = []
        /// How many times smaller they are than what is searched.
        private let reduction: Int

        init(_ frame: DecodedFrame, _ folder: PrivateFolder) throws(FFmpegFailure) {
            self.folder = folder
            kind = Self.kind(frame)
            let own = PictureSize(
                width: Int(frame.pointer.pointee.width), height: Int(frame.pointer.pointee.height))
            let factor = min(1, MotionReader.width / Double(max(own.width, own.height)))
            let scaled = { (length: Int) in max(2, Int((Double(length) * factor / 2).rounded()) * 2) }
            size = PictureSize(width: scaled(own.width), height: scaled(own.height))
            reduction = max(size.width, size.height) > MotionReader.refinedWidth ? 2 : 1
            let options = "shakiness=8:accuracy=9:stepsize=2\(MotionReader.textFormat)"
            graph = try FilterGraph(
                "scale=\(size.width):\(size.height):flags=area,format=yuv420p,"
                    + "\(MotionReader.filterName)=\(options):result=\(filterQuoted("\(folder.path)/\(MotionReader.file)"))",
                like: frame.owner)
        }

        private static func kind(_ frame: DecodedFrame) -> [Int32] {
            [frame.pointer.pointee.width, frame.pointer.pointee.height, frame.pointer.pointee.format]
        }

        /// Its pictures are kept until it is finished: not too many.
        func takes(_ frame: DecodedFrame) -> Bool { kind == Self.kind(frame) && starts.count < 128 }

        func push(_ frame: DecodedFrame, isCounted: Bool = true) throws {
            frame.pointer.pointee.pts = Int64(starts.count)
            starts.append(isCounted ? frame.start : nil)
            try graph!.push(frame.owner)
            try graph!.drain { pictures.append(reduction > 1 ? LumaPicture(halving: $0) : LumaPicture($0)) }
        }

        func finished() throws -> [Motion] {
            // The file is complete once the filter is gone.
            graph = nil
            let fields = MotionReader.fields(
                FileSystem.contents(ofFile: "\(folder.path)/\(MotionReader.file)") ?? [], size)
            return starts.enumerated().compactMap { index, start in
                start.map { Motion(start: $0, motion: index > 0 ? motion(index, fields) : .none) }
            }
        }

        private func motion(_ index: Int, _ fields: [[FieldMotion]]) -> FrameMotion {
            guard index < fields.count, index < pictures.count, let found = Similarity(mostOf: fields[index]) else {
                return .none
            }
            return found.scaled(by: 1 / Double(reduction)).refined(from: pictures[index - 1], to: pictures[index])
                .motion(width: Double(size.width) / Double(reduction))
        }
    }

    /// Since FFmpeg 6.1 the filter writes another format unless told otherwise.
    private static let textFormat: String = {
        var options = avfilter_get_by_name(filterName)?.pointee.priv_class
        let isKnown =
            withUnsafeMutablePointer(to: &options) {
                av_opt_find($0, "fileformat", nil, 0, Int32(AV_OPT_SEARCH_FAKE_OBJ))
            } != nil
        return isKnown ? ":fileformat=ascii" : ""
    }()

    /// The fields of each frame in vid.stab's text format: "Frame 2 (List 1 [(LM dx dy x y size contrast match)])".
    private static func fields(_ bytes: [UInt8], _ size: PictureSize) -> [[FieldMotion]] {
        bytes.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: "Frame ".utf8) }.map { line in
            line.split(separator: UInt8(ascii: "(")).compactMap { field in
                guard field.starts(with: "LM ".utf8) else { return nil }
                let numbers = field.split(separator: UInt8(ascii: " ")).dropFirst().prefix(4).map {
                    Double(String(decoding: $0, as: UTF8.self))
                }
                guard numbers.count == 4, let dx = numbers[0], let dy = numbers[1], let x = numbers[2],
                    let y = numbers[3]
                else { return nil }
                return FieldMotion(x: x - Double(size.width) / 2, y: y - Double(size.height) / 2, dx: dx, dy: dy)
            }
        }
    }
}

extension LumaPicture {
    /// The luma of a frame of 8 bits.
    fileprivate init(_ frame: FrameOwner) {
        let (width, height) = (Int(frame.pointer.pointee.width), Int(frame.pointer.pointee.height))
        let base = compose_frame_plane(frame.pointer, 0)!
        let stride = Int(compose_frame_stride(frame.pointer, 0))
        let rows = (0..<height).flatMap { UnsafeBufferPointer(start: base + $0 * stride, count: width) }
        self.init(width: width, height: height, samples: rows)
    }

    /// Half of the width and the height of a frame with 8-bit luma, averaged.
    fileprivate init(halving frame: FrameOwner) {
        let (width, height) = (Int(frame.pointer.pointee.width) / 2, Int(frame.pointer.pointee.height) / 2)
        let base = compose_frame_plane(frame.pointer, 0)!
        let stride = Int(compose_frame_stride(frame.pointer, 0))
        let samples = [UInt8](unsafeUninitializedCapacity: width * height) { samples, count in
            for y in 0..<height {
                let (upper, lower, out) = (base + 2 * y * stride, base + (2 * y + 1) * stride, y * width)
                for x in 0..<width {
                    let sum =
                        UInt16(upper[2 &* x]) &+ UInt16(upper[2 &* x &+ 1]) &+ UInt16(lower[2 &* x])
                        &+ UInt16(lower[2 &* x &+ 1])
                    samples[out &+ x] = UInt8(truncatingIfNeeded: (sum &+ 2) &>> 2)
                }
            }
            count = width * height
        }
        self.init(width: width, height: height, samples: samples)
    }
}
