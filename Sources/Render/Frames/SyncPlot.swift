import Analysis
import MediaIO
import MediaTime
import Pictures
import Planning

/// A plot of a sync for visual inspection: at the top, the loudness of the recordings on one clock; at the bottom, how
/// far each window of sound is from the fitted line.
package struct SyncPlot {
    private let sync: SoundSync
    private let size: PictureSize
    /// On the reference's clock, in seconds.
    private let axis: PlotAxis
    private let canvas: PlotCanvas

    private static let (width, margin, edge) = (1200, 20, 84)
    private static let (label, band, chart, ticks) = (26, 90, 170, 40)
    /// The end of the residual scale: 1 ms, more than the error of any matching window.
    private static let mostDelay = 1.0

    /// - Parameter sync: files that did not match are drawn separately.
    /// - Throws: `MediaError` if there is no font.
    package init(_ sync: SoundSync) throws(MediaError) {
        self.sync = sync
        let ranges = sync.files.map(Self.range)
        let range = (ranges.map(\.lowerBound).min() ?? 0)...max(1, ranges.map(\.upperBound).max() ?? 0)
        axis = PlotAxis(range, columns: Self.edge...(Self.width - Self.margin))
        let rows =
            sync.files.count * (Self.label + Self.band) + Self.ticks
            + sync.files.count { $0.isMatched } * (Self.label + Self.chart + Self.ticks)
        size = PictureSize(width: Self.width, height: (2 * Self.margin + rows + 1) / 2 * 2)
        canvas = try PlotCanvas(size, texts: sync.files.map(\.path))
    }

    private static func range(_ file: SoundSync.File) -> ClosedRange<Double> {
        let duration = file.sound?.duration ?? 0
        guard file.isMatched, let alignment = file.alignment else { return 0...duration }
        let start = alignment.time(at: 0)
        return start...max(start, alignment.time(at: duration))
    }

    /// - Throws: `MediaError` if text cannot be drawn.
    package func draw() throws(MediaError) -> Picture {
        var y = Self.margin
        let top = y
        for file in sync.files {
            try canvas.write(title(file), x: Self.edge, y: y + Self.label / 2, .left)
            y += Self.label
            drawOutline(file, y: y)
            y += Self.band
        }
        try drawTicks(from: top + Self.label, to: y)
        y += Self.ticks
        for file in sync.files where file.isMatched {
            let text = "\(name(file.path)): how much later each window is than the fitted line, in milliseconds"
            try canvas.write(text, x: Self.edge, y: y + Self.label / 2, .left)
            y += Self.label
            try drawResiduals(file, y: y)
            try drawTicks(from: y, to: y + Self.chart)
            y += Self.chart + Self.ticks
        }
        return canvas.picture
    }

    private func title(_ file: SoundSync.File) -> String {
        let name = name(file.path)
        guard file.sound != nil else { return "\(name): no sound" }
        guard let alignment = file.alignment else { return "\(name): the reference" }
        guard file.isMatched else { return "\(name): \(alignment.verdict), drawn from 0 on" }
        return "\(name): offset \(PlotAxis.text(alignment.pieces[0].offset, decimals: 4)) s, "
            + "drift \(PlotAxis.text(alignment.drift, decimals: 1)) ppm"
    }

    /// The seconds of the reference's clock at the bottom, with grid lines.
    private func drawTicks(from top: Int, to bottom: Int) throws(MediaError) {
        for tick in axis.ticks {
            canvas.fill(x: axis.column(tick), y: top, width: 1, height: bottom - top + 4, luma: PlotCanvas.line)
            try canvas.write(axis.text(tick), x: axis.column(tick), y: bottom + 14, .center)
        }
        try canvas.write("s", x: axis.columns.upperBound, y: bottom + 30, .right)
    }

    private func drawOutline(_ file: SoundSync.File, y: Int) {
        let range = Self.range(file)
        let (first, last) = (axis.column(range.lowerBound), axis.column(range.upperBound))
        guard let sound = file.sound, last > first else { return }
        let middle = y + Self.band / 2
        for (n, height) in sound.outline(count: last - first).enumerated() {
            let half = 1 + Int(height * Float(Self.band / 2 - 6))
            // Each in its place, also after a jump.
            let time = (Double(n) + 0.5) / Double(last - first) * sound.duration
            let column = axis.column(file.isMatched ? file.alignment!.time(at: time) : time)
            canvas.fill(x: column, y: middle - half, width: 1, height: 2 * half, luma: 150)
        }
        for piece in file.alignment?.pieces.dropFirst() ?? [] where file.isMatched {
            let time = file.alignment!.time(at: piece.from)
            canvas.fill(x: axis.column(time), y: y, width: 2, height: Self.band - 4, luma: PlotCanvas.ink)
        }
    }

    private func drawResiduals(_ file: SoundSync.File, y: Int) throws(MediaError) {
        guard let alignment = file.alignment else { return }
        let row = { (delay: Double) in
            y + Self.chart / 2 - Int((delay / Self.mostDelay * Double(Self.chart / 2 - 8)).rounded())
        }
        for delay in [-1, -0.5, 0, 0.5, 1] {
            let columns = axis.columns
            canvas.fill(
                x: columns.lowerBound, y: row(delay), width: columns.count, height: 1, luma: PlotCanvas.line)
            try canvas.write(PlotAxis.text(delay, decimals: 1), x: columns.lowerBound - 10, y: row(delay), .right)
        }
        for residual in alignment.residuals {
            let dot = row(max(-Self.mostDelay, min(Self.mostDelay, residual.delay * 1000)))
            let column = axis.column(alignment.time(at: residual.time))
            canvas.fill(x: column - 2, y: dot - 2, width: 5, height: 5, luma: PlotCanvas.ink)
        }
    }

    private func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
