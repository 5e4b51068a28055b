import Analysis
import MediaTime
import Pictures
import Planning
import Transitions

/// A picture of a sync for a person to look at: above, how loud the recordings are along one clock; below, by how much
/// each window of sound lies off the line that was found.
package struct SyncPlot {
    private let sync: SoundSync
    private let size: PictureSize
    /// The seconds of the reference's clock that are drawn.
    private let range: ClosedRange<Double>

    private static let width = 1200
    private static let (margin, label, band, chart) = (20, 24, 90, 160)
    /// The residuals' scale ends here: 1 ms, more than any window that agrees is off.
    private static let mostDelay = 0.001

    /// - Parameter sync: files that did not match are drawn by themselves.
    package init(_ sync: SoundSync) {
        self.sync = sync
        let ranges = sync.files.map(Self.range)
        range = (ranges.map(\.lowerBound).min() ?? 0)...max(1, ranges.map(\.upperBound).max() ?? 0)
        let rows =
            sync.files.count * (Self.label + Self.band) + sync.files.count { $0.isMatched } * (Self.label + Self.chart)
        size = PictureSize(width: Self.width, height: 2 * Self.margin + rows)
    }

    private static func range(_ file: SoundSync.File) -> ClosedRange<Double> {
        let start = file.isMatched ? file.alignment?.time(at: 0) ?? 0 : 0
        return start...start + (file.sound?.duration ?? 0)
    }

    package func draw() -> Picture {
        let picture = PicturePool(format: .yuv420p8, size: size).picture()
        picture.fill(luma: 24)
        var y = Self.margin
        for file in sync.files {
            BitmapFont.draw(title(file), on: picture, x: Self.margin, y: y, luma: 210)
            y += Self.label
            drawOutline(file, on: picture, y: y)
            y += Self.band
        }
        for file in sync.files where file.isMatched {
            let text = "\(name(file.path)): WINDOWS OFF THE LINE, UP TO 1 MS"
            BitmapFont.draw(text, on: picture, x: Self.margin, y: y, luma: 210)
            y += Self.label
            drawResiduals(file, on: picture, y: y)
            y += Self.chart
        }
        return picture
    }

    private func title(_ file: SoundSync.File) -> String {
        guard let alignment = file.alignment else {
            return name(file.path) + (file.sound == nil ? ": NO SOUND" : "")
        }
        return "\(name(file.path)): \(alignment.verdict)"
    }

    private func column(_ time: Double) -> Int {
        let share = (time - range.lowerBound) / (range.upperBound - range.lowerBound)
        return Self.margin + Int(share * Double(Self.width - 2 * Self.margin))
    }

    private func drawOutline(_ file: SoundSync.File, on picture: Picture, y: Int) {
        let range = Self.range(file)
        let (first, last) = (column(range.lowerBound), column(range.upperBound))
        guard let sound = file.sound, last > first else { return }
        let middle = y + Self.band / 2
        for (n, height) in sound.outline(count: last - first).enumerated() {
            let half = 1 + Int(height * Float(Self.band / 2 - 6))
            fill(picture, x: first + n, y: middle - half, width: 1, height: 2 * half, luma: 150)
        }
        for piece in file.alignment?.pieces.dropFirst() ?? [] where file.isMatched {
            let time = file.alignment!.time(at: piece.from)
            fill(picture, x: column(time), y: y, width: 2, height: Self.band - 4, luma: 235)
        }
    }

    private func drawResiduals(_ file: SoundSync.File, on picture: Picture, y: Int) {
        guard let alignment = file.alignment else { return }
        let middle = y + Self.chart / 2
        fill(picture, x: Self.margin, y: middle, width: Self.width - 2 * Self.margin, height: 1, luma: 90)
        for residual in alignment.residuals {
            let share = max(-1, min(1, residual.delay / Self.mostDelay))
            let dot = middle - Int((share * Double(Self.chart / 2 - 6)).rounded())
            fill(picture, x: column(alignment.time(at: residual.time)) - 2, y: dot - 2, width: 5, height: 5, luma: 220)
        }
    }

    private func fill(_ picture: Picture, x: Int, y: Int, width: Int, height: Int, luma: Int) {
        let rect = PictureRect(x: x, y: y, width: min(width, size.width - x), height: height)
        picture.luma.cropped(to: rect, bytesPerSample: 1).fill(luma, bytesPerSample: 1)
    }

    private func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}

extension SoundSync.File {
    fileprivate var isMatched: Bool { alignment?.verdict == .matched }
}
