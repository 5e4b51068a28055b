import Analysis
import CFFmpeg
import MediaTime
import Pictures
import Platform

/// The faces in a part of a file, looked for from time to time.
package enum FaceReader {
    /// What is seen at a time on the file's clock.
    package struct Look: Hashable, Sendable {
        package var time: MediaTime
        package var sight: Sight
        package init(time: MediaTime, sight: Sight) { (self.time, self.sight) = (time, sight) }
    }

    /// Somebody who gets up is seen within so long.
    private static let interval = MediaTime.seconds(1)
    /// Where key frames are further apart, the frames between them are decoded, which takes much longer.
    private static let longest = MediaTime.milliseconds(2600)

    /// In time order, about one a second.
    ///
    /// - Parameter orientation: what turns the stored picture upright.
    /// - Throws: `MediaError`.
    package static func looks(
        path: String, info: VideoInfo, orientation: Orientation, in range: Range<MediaTime>, finder: FaceFinder
    ) throws(MediaError) -> [Look] {
        let upright = orientation.apply(to: info.squareSize)
        let scale = Double(FaceFinder.pictureSide) / Double(max(upright.width, upright.height))
        let even = { (length: Int) in max(32, Int((Double(length) * scale / 2).rounded()) * 2) }
        let size = PictureSize(width: even(upright.width), height: even(upright.height))
        // The meaning of its code values does not matter: none is converted.
        let canvas = Canvas(size: size, format: .yuv420p8, color: info.color.resolved(for: info.storedSize))
        let fitter = PictureFitter(source: info, orientation: orientation, canvas: canvas, fit: .fill)
        let reader = try LookReader(path: path, info: info, in: range, interval: interval, longest: longest)
        var looks: [Look] = []
        while let (frame, next) = try reader.next() {
            let picture = { (frame: DecodedFrame) in
                (try? fitter.picture(from: frame)).map { LumaPicture($0.luma, size) }
            }
            // What cannot be shown says so when it is.
            guard let first = picture(frame) else { continue }
            looks.append(Look(time: frame.start, sight: finder.sight(of: first, next: next.flatMap(picture))))
        }
        return looks
    }
}

extension FaceFinder {
    /// Where OpenCV's cascades are: beside this program, or among the data of the system (XDG Base Directory
    /// Specification), as Debian's `opencv-data` and Homebrew's `opencv` put them there.
    private static var folders: [String] {
        let own = FilePath(FileSystem.canonical("/proc/self/exe")).folder + "/../share/compose"
        let variable = getenv("XDG_DATA_DIRS").map { String(cString: $0) } ?? ""
        let shared =
            variable.isEmpty
            ? ["/usr/local/share", "/usr/share", "/opt/homebrew/share"]
            : variable.split(separator: ":").map(String.init)
        let all = [own] + shared.flatMap { base in ["opencv4", "opencv5", "opencv"].map { "\(base)/\($0)" } }
        return all.map { $0 + "/haarcascades" }
    }

    /// With OpenCV's cascades; `nil` if they are not installed.
    package static let installed: FaceFinder? = {
        let read = { (name: String) in
            folders.lazy.compactMap { FileSystem.contents(ofFile: "\($0)/\(name).xml", most: 1 << 24) }
                .compactMap(FaceCascade.init(xml:)).first
        }
        return read("haarcascade_frontalface_alt2").map {
            FaceFinder(front: $0, side: read("haarcascade_profileface"))
        }
    }()
}

extension LumaPicture {
    fileprivate init(_ plane: Plane, _ size: PictureSize) {
        let samples = (0..<size.height).flatMap { y in
            UnsafeBufferPointer(start: plane.row(y, as: UInt8.self), count: size.width)
        }
        self.init(width: size.width, height: size.height, samples: samples)
    }
}
