import CFFmpeg
import Pictures
import Platform

/// Changes single colors with the filters themselves, many at once, and keeps the results: pictures repeat their colors.
///
/// Used by one thread at a time.
final class ExactColors: @unchecked Sendable {
    /// Y′, Cb and Cr of 16 bits each, from the lowest up, then a mark of the color that they are for. While the result
    /// waits for the filters, the mark has its highest bit set, and the rest is a position in the frame. 0 for nothing.
    private typealias Entry = UInt64

    /// A chroma sample, and where its result goes.
    private struct Sample {
        /// Of its four luma samples, row by row.
        var entries: (Entry, Entry, Entry, Entry)
        /// The first luma sample of each row.
        var top: UnsafeMutableRawPointer
        var bottom: UnsafeMutableRawPointer
        /// To the second, in samples.
        var right: Int
        var cb: UnsafeMutableRawPointer
        var cr: UnsafeMutableRawPointer
    }

    private let graph: FilterGraph
    /// One row of colors that wait.
    private let frame: FrameOwner
    /// Where their results go. Unlike those of an array, accesses to its elements are not checked at run time, for every
    /// sample.
    private let places: UnsafeMutablePointer<Int>
    private var placeCount = 0
    private let waiting: UnsafeMutablePointer<Sample>
    private var waitingCount = 0
    private var (pushed, pulled) = (0, 0)
    /// By luma and the low bits of chroma. Colors of the same place replace each other.
    private let known: UnsafeMutablePointer<Entry>

    private static let placeBits = 20
    private static let markShift: Entry = 48
    private static let waits: Entry = 1 << 63
    /// Colors in a frame.
    private static let capacity = 4096
    private static let mostWaiting = 4 * capacity

    /// - Parameters:
    ///   - filters: one frame out for each in, with 16 bits.
    ///   - format: of the colors: Y′CbCr 4:4:4.
    init(filters: String, format: AVPixelFormat) throws(FFmpegFailure) {
        frame = try FrameOwner(size: PictureSize(width: Self.capacity, height: 1), format)
        graph = try FilterGraph(filters, like: frame)
        // Zeros; memory that no color needs is never touched.
        known = try allocated("calloc", calloc(1 << Self.placeBits, MemoryLayout<Entry>.stride))
            .assumingMemoryBound(to: Entry.self)
        places = .allocate(capacity: Self.capacity)
        waiting = .allocate(capacity: Self.mostWaiting)
    }

    deinit {
        free(known)
        places.deallocate()
        waiting.deallocate()
    }

    /// Changes a chroma sample and its luma samples, by `finish` at the latest.
    ///
    /// - Parameter right: where its second luma column is: 1, or 0 where there is none.
    @inline(__always)
    func change<From: FixedWidthInteger, To: FixedWidthInteger>(
        _ line: ColorLine<From, To>, _ column: Int, right: Int
    ) throws(FFmpegFailure) {
        let depth = MemoryLayout<From>.size == 1 ? 8 : 10
        // Damage may set bits above those of a code.
        let code = { (sample: From) in Int(truncatingIfNeeded: sample) & (1 &<< depth &- 1) }
        let (cb, cr) = (code(line.in.cb[column]), code(line.in.cr[column]))
        let low = (Self.placeBits - depth) / 2
        let lowest = 1 &<< low &- 1
        let place = (cb & lowest) &<< depth | (cr & lowest) &<< (depth &+ low)
        let mark = Entry(truncatingIfNeeded: (cb &>> low) &<< (depth &- low) &+ (cr &>> low) &+ 1) &<< Self.markShift
        let left = 2 &* column
        let lumas = (
            code(line.in.top[left]), code(line.in.top[left &+ right]), code(line.in.bottom[left]),
            code(line.in.bottom[left &+ right])
        )
        var sample = Sample(
            entries: (known[place | lumas.0], known[place | lumas.1], known[place | lumas.2], known[place | lumas.3]),
            top: line.out.top + left, bottom: line.out.bottom + left, right: right, cb: line.out.cb + column,
            cr: line.out.cr + column)
        let entries = sample.entries
        let others = (entries.0 ^ mark) | (entries.1 ^ mark) | (entries.2 ^ mark) | (entries.3 ^ mark)
        if others &>> Self.markShift == 0 { return write(sample, To.self) }

        let planes = (samples(frame, 0, From.self), samples(frame, 1, From.self), samples(frame, 2, From.self))
        let entry = { (luma: Int) in
            let place = place | luma
            let known = self.known[place]
            if ((known ^ mark) & ~Self.waits) >> Self.markShift == 0 { return known }
            let position = self.wait(for: place)
            planes.0[position] = From(truncatingIfNeeded: luma)
            planes.1[position] = From(truncatingIfNeeded: cb)
            planes.2[position] = From(truncatingIfNeeded: cr)
            self.known[place] = Entry(position) | mark | Self.waits
            return self.known[place]
        }
        sample.entries = (entry(lumas.0), entry(lumas.1), entry(lumas.2), entry(lumas.3))
        waiting[waitingCount] = sample
        waitingCount += 1
        if placeCount > Self.capacity - 4 || waitingCount == Self.mostWaiting { try finish(To.self) }
    }

    /// - Returns: where in the frame the color waits.
    @inline(__always)
    private func wait(for place: Int) -> Int {
        places[placeCount] = place
        placeCount += 1
        return placeCount - 1
    }

    /// Filters the colors that wait, and writes the samples that wait for them.
    func finish<To: FixedWidthInteger>(_: To.Type) throws(FFmpegFailure) {
        guard waitingCount > 0 else { return }
        let result = try filtered()
        let rows = (samples(result, 0, UInt16.self), samples(result, 1, UInt16.self), samples(result, 2, UInt16.self))
        let color = { (entry: Entry) in
            guard entry & Self.waits != 0 else { return entry }
            let position = Int(entry & 0xffff)
            let mark = entry & ~Self.waits & ~(1 << Self.markShift - 1)
            return Entry(rows.0[position]) | Entry(rows.1[position]) << 16 | Entry(rows.2[position]) << 32 | mark
        }
        // Another color may have taken the place: then it gets that one's result.
        for place in UnsafeBufferPointer(start: places, count: placeCount) { known[place] = color(known[place]) }
        for index in 0..<waitingCount {
            var sample = waiting[index]
            let entries = sample.entries
            sample.entries = (color(entries.0), color(entries.1), color(entries.2), color(entries.3))
            write(sample, To.self)
        }
        (placeCount, waitingCount) = (0, 0)
        try check("av_frame_make_writable", av_frame_make_writable(frame.pointer))
    }

    @inline(__always)
    private func write<To: FixedWidthInteger>(_ sample: Sample, _: To.Type) {
        let shift = UInt64(ColorLattice.valueBits - (MemoryLayout<To>.size == 1 ? 8 : 10))
        let (a, b, c, d) = sample.entries
        // Nothing rounds up beyond the highest code.
        let luma = { (entry: Entry) in
            To(truncatingIfNeeded: (entry & 0xffff &+ 1 &<< (shift &- 1)) &>> shift)
        }
        let mean = { (offset: UInt64) in
            let value = { (entry: Entry) in entry &>> offset & 0xffff }
            let sum = value(a) &+ value(b) &+ value(c) &+ value(d)
            return To(truncatingIfNeeded: (sum &+ 1 &<< (shift &+ 1)) &>> (shift &+ 2))
        }
        let top = sample.top.assumingMemoryBound(to: To.self)
        let bottom = sample.bottom.assumingMemoryBound(to: To.self)
        top[0] = luma(a)
        top[sample.right] = luma(b)
        bottom[0] = luma(c)
        bottom[sample.right] = luma(d)
        sample.cb.assumingMemoryBound(to: To.self).pointee = mean(16)
        sample.cr.assumingMemoryBound(to: To.self).pointee = mean(32)
    }

    /// The frame, filtered. Filters that wait for one more frame get it twice.
    private func filtered() throws(FFmpegFailure) -> FrameOwner {
        let wanted = pushed
        for _ in 0..<3 {
            frame.pointer.pointee.pts = Int64(pushed)
            try graph.push(frame)
            pushed += 1
            while let result = try graph.pull() {
                pulled += 1
                if pulled > wanted { return result }
            }
        }
        throw FFmpegFailure(call: "av_buffersink_get_frame", code: compose_error_eof)
    }

    private func samples<Sample>(_ frame: FrameOwner, _ plane: Int, _: Sample.Type) -> UnsafeMutablePointer<Sample> {
        UnsafeMutableRawPointer(compose_frame_plane(frame.pointer, Int32(plane))!)
            .assumingMemoryBound(to: Sample.self)
    }
}

/// Two rows of luma and the row of chroma that they share.
struct ColorLine<From, To> {
    typealias Rows<Sample> = (
        top: UnsafeMutablePointer<Sample>, bottom: UnsafeMutablePointer<Sample>, cb: UnsafeMutablePointer<Sample>,
        cr: UnsafeMutablePointer<Sample>
    )
    let `in`: Rows<From>
    let out: Rows<To>
}
