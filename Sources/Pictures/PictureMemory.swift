import Platform
import Synchronization

/// The memory of pictures, shared by all decoders and compositions of the process: each needs many at times, all
/// together never. What is released is kept for the next picture, but never more than is in use.
package enum PictureMemory {
    /// Of a cache line, which is as wide as the widest vectors.
    static let alignment = 64

    private struct Shelf {
        var used = 0
        var free: [UInt] = []
    }

    /// By capacity.
    private static let shelves = Mutex<[Int: Shelf]>([:])

    /// At least `byteCount` bytes with undefined contents, aligned for vectors. Give them back with `give`.
    ///
    /// - Returns: `nil` if the system has no memory left.
    package static func take(_ byteCount: Int) -> UnsafeMutableRawPointer? {
        let capacity = capacity(byteCount)
        let kept = shelves.withLock { $0[capacity]?.free.popLast() }
        var base = kept.flatMap { UnsafeMutableRawPointer(bitPattern: $0) }
        if base == nil, posix_memalign(&base, alignment, capacity) != 0 { return nil }
        shelves.withLock { $0[capacity, default: Shelf()].used += 1 }
        return base
    }

    /// - Parameter byteCount: what it was taken with.
    package static func give(_ base: UnsafeMutableRawPointer, _ byteCount: Int) {
        let capacity = capacity(byteCount), base = UInt(bitPattern: base)
        let unneeded = shelves.withLock {
            var shelf = $0[capacity]!
            (shelf.used, $0[capacity]) = (shelf.used - 1, nil)
            shelf.free.append(base)
            let kept = min(shelf.free.count, shelf.used)
            let unneeded = shelf.free[kept...]
            shelf.free.removeLast(unneeded.count)
            if shelf.used > 0 { $0[capacity] = shelf }
            return unneeded
        }
        for base in unneeded { Platform.free(UnsafeMutableRawPointer(bitPattern: base)) }
    }

    /// How many blocks are free for the next picture of this size.
    package static func keptCount(of byteCount: Int) -> Int {
        shelves.withLock { $0[capacity(byteCount)]?.free.count ?? 0 }
    }

    /// In steps of an eighth or less, so that pictures of about equal size share memory: decoders add rows.
    private static func capacity(_ byteCount: Int) -> Int {
        let step = max(alignment, 1 << (Int.bitWidth - 4 - byteCount.leadingZeroBitCount))
        return (byteCount + step - 1) / step * step
    }
}
