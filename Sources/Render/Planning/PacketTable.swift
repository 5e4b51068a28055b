import MediaIO
import Synchronization

/// The packet index of a source, read once.
final class PacketTable: Sendable {
    private let index = Mutex<GOPIndex?>(nil)

    /// - Throws: `MediaError` if the file cannot be read.
    func index(of source: Source) throws(MediaError) -> GOPIndex {
        try index.withLock { known throws(MediaError) in
            if let known { return known }
            let read = try GOPIndex(reading: source.path, video: source.video)
            known = read
            return read
        }
    }
}
