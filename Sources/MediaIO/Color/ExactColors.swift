import CFFmpeg
import Pictures
import Platform

/// Changes single colors with the filters themselves, many at once, and keeps the results: pictures repeat their colors.
///
/// Used by one thread at a time.
final class ExactColors: @unchecked Sendable {
    /// Cb and Cr of 16 bits, from the lowest up, each with room for the sum of four; then the code of luma, and a mark of
    /// the color that they are for. While the result waits for the filters, the mark has its highest bit set, and the rest
    /// is a position in the frame. 0 for nothing.
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
    private static let crShift: Entry = 18
    private static let lumaShift: Entry = 36
    private static let markShift: Entry = 46
    private static let waits: Entry = 1 << 63
    /// Colors in a frame.
    private static let capacity = 4096
    private static let mostWaiting = 4 * capacity
    /// How many samples ahead results are prefetched.
    private static let prefetched = 16

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

    /// Changes chroma samples of a line and their luma samples, by `finish` at the latest.
    ///
    /// - Parameters:
    ///   - columns: of the chroma samples, `count` of them.
    ///   - width: of luma, in samples.
    @inline(__always)
    func change<From: FixedWidthInteger, To: FixedWidthInteger>(
        _ line: ColorLine<From, To>, _ columns: UnsafePointer<Int32>, count: Int, width: Int
    ) throws(FFmpegFailure) {
        for index in 0..<count {
            // The results do not fit into the nearer caches.
            let ahead = Int(columns[min(index &+ Self.prefetched, count &- 1)])
            let results = known + key(line, ahead).place
            compose_prefetch(results + code(line.in.top[2 &* ahead]))
            compose_prefetch(results + code(line.in.bottom[2 &* ahead]))
            let column = Int(columns[index])
            try change(line, column, right: 2 &* column &+ 1 < width ? 1 : 0)
        }
    }

    /// - Parameter right: where its second luma column is: 1, or 0 where there is none.
    @inline(__always)
    private func change<From: FixedWidthInteger, To: FixedWidthInteger>(
        _ line: ColorLine<From, To>, _ column: Int, right: Int
    ) throws(FFmpegFailure) {
        let (place, mark) = key(line, column)
        let left = 2 &* column
        let lumas = (
            code(line.in.top[left]), code(line.in.top[left &+ right]), code(line.in.bottom[left]),
            code(line.in.bottom[left &+ right])
        )
        let entry = { (luma: Int) in self.known[place | luma] }
        let (a, b, c, d) = (entry(lumas.0), entry(lumas.1), entry(lumas.2), entry(lumas.3))
        let (top, bottom) = (line.out.top + left, line.out.bottom + left)
        let (cb, cr) = (line.out.cb + column, line.out.cr + column)
        if ((a ^ mark) | (b ^ mark) | (c ^ mark) | (d ^ mark)) &>> Self.markShift == 0 {
            return write((a, b, c, d), top, bottom, right, cb, cr)
        }
        let sample = Sample(entries: (a, b, c, d), top: top, bottom: bottom, right: right, cb: cb, cr: cr)
        wait(sample, place, mark, lumas, (line.in.cb[column], line.in.cr[column]))
        if placeCount > Self.capacity - 4 || waitingCount == Self.mostWaiting { try finish(To.self) }
    }

    /// Queues a sample until its results are known.
    @inline(never)
    private func wait<From: FixedWidthInteger>(
        _ sample: Sample, _ place: Int, _ mark: Entry, _ lumas: (Int, Int, Int, Int), _ color: (cb: From, cr: From)
    ) {
        let planes = (samples(frame, 0, From.self), samples(frame, 1, From.self), samples(frame, 2, From.self))
        let entry = { [self] (luma: Int) in
            let place = place | luma
            if ((known[place] ^ mark) & ~Self.waits) >> Self.markShift == 0 { return known[place] }
            planes.0[placeCount] = From(truncatingIfNeeded: luma)
            planes.1[placeCount] = From(truncatingIfNeeded: code(color.cb))
            planes.2[placeCount] = From(truncatingIfNeeded: code(color.cr))
            known[place] = Entry(placeCount) | mark | Self.waits
            places[placeCount] = place
            placeCount += 1
            return known[place]
        }
        var sample = sample
        sample.entries = (entry(lumas.0), entry(lumas.1), entry(lumas.2), entry(lumas.3))
        waiting[waitingCount] = sample
        waitingCount += 1
    }

    /// Where the results of a chroma sample are, for luma 0, and the mark that they have.
    @inline(__always)
    private func key<From: FixedWidthInteger, To>(_ line: ColorLine<From, To>, _ column: Int) -> (
        place: Int, mark: Entry
    ) {
        let depth = MemoryLayout<From>.size == 1 ? 8 : 10
        let (cb, cr) = (code(line.in.cb[column]), code(line.in.cr[column]))
        let low = (Self.placeBits - depth) / 2
        let lowest = 1 &<< low &- 1
        return (
            (cb & lowest) &<< depth | (cr & lowest) &<< (depth &+ low),
            Entry(truncatingIfNeeded: (cb &>> low) &<< (depth &- low) &+ (cr &>> low) &+ 1) &<< Self.markShift
        )
    }

    /// Damage may set bits above those of a code.
    @inline(__always)
    private func code<From: FixedWidthInteger>(_ sample: From) -> Int {
        Int(truncatingIfNeeded: sample) & (1 &<< (MemoryLayout<From>.size == 1 ? 8 : 10) &- 1)
    }

    /// Filters the colors that wait, and writes the samples that wait for them.
    func finish<To: FixedWidthInteger>(_: To.Type) throws(FFmpegFailure) {
        guard waitingCount > 0 else { return }
        let result = try filtered()
        let rows = (samples(result, 0, UInt16.self), samples(result, 1, UInt16.self), samples(result, 2, UInt16.self))
        let shift = Self.fraction(To.self)
        let color = { (entry: Entry) in
            guard entry & Self.waits != 0 else { return entry }
            let position = Int(entry & (1 << Self.lumaShift - 1))
            let mark = entry & ~Self.waits & ~(1 << Self.markShift - 1)
            // Nothing rounds up beyond the highest code.
            let luma = (Entry(rows.0[position]) + 1 << (shift - 1)) >> shift
            return Entry(rows.1[position]) | Entry(rows.2[position]) << Self.crShift | luma << Self.lumaShift | mark
        }
        // Another color may have taken the place: then it gets that one's result.
        for place in UnsafeBufferPointer(start: places, count: placeCount) { known[place] = color(known[place]) }
        for index in 0..<waitingCount {
            let sample = waiting[index]
            let (a, b, c, d) = sample.entries
            write(
                (color(a), color(b), color(c), color(d)), sample.top.assumingMemoryBound(to: To.self),
                sample.bottom.assumingMemoryBound(to: To.self), sample.right,
                sample.cb.assumingMemoryBound(to: To.self), sample.cr.assumingMemoryBound(to: To.self))
        }
        (placeCount, waitingCount) = (0, 0)
        try check("av_frame_make_writable", av_frame_make_writable(frame.pointer))
    }

    @inline(__always)
    private func write<To: FixedWidthInteger>(
        _ entries: (Entry, Entry, Entry, Entry), _ top: UnsafeMutablePointer<To>, _ bottom: UnsafeMutablePointer<To>,
        _ right: Int, _ cb: UnsafeMutablePointer<To>, _ cr: UnsafeMutablePointer<To>
    ) {
        let shift = Self.fraction(To.self)
        let codes: Entry = 1 &<< (Entry(ColorLattice.valueBits) &- shift) &- 1
        let code = { (entry: Entry, shift: Entry) in To(truncatingIfNeeded: entry &>> shift & codes) }
        let (a, b, c, d) = entries
        top[0] = code(a, Self.lumaShift)
        top[right] = code(b, Self.lumaShift)
        bottom[0] = code(c, Self.lumaShift)
        bottom[right] = code(d, Self.lumaShift)
        // What luma and marks add up to is above.
        let half: Entry = 1 &<< (shift &+ 1)
        let sum = a &+ b &+ c &+ d &+ (half | half &<< Self.crShift)
        cb.pointee = code(sum, shift &+ 2)
        cr.pointee = code(sum, Self.crShift &+ shift &+ 2)
    }

    /// Bits of a value below those of the target's code.
    @inline(__always)
    private static func fraction<To: FixedWidthInteger>(_: To.Type) -> Entry {
        Entry(ColorLattice.valueBits - (MemoryLayout<To>.size == 1 ? 8 : 10))
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
