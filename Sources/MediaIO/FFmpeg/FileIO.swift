import CFFmpeg
import Platform

struct SystemError: Error {
    /// The value of `errno`.
    let number: Int32
    /// The system's text for it (`strerror`).
    var reason: String { systemError(number) }
}

/// A file as FFmpeg reads and writes it (`AVIOContext`), which records system errors.
///
/// FFmpeg's own does not: its demuxers treat a failed read as the end of the file, and its muxers do not check
/// whether a seek succeeded. This one reads and writes by offset (`pread`, `pwrite`), so that there is no seek that
/// could fail.
final class FileIO {
    private(set) var context: UnsafeMutablePointer<AVIOContext>?
    private let descriptor: Int32
    private var offset: Int64 = 0
    /// The first failure since the file was opened.
    private(set) var failure: SystemError?
    /// Opened to read what another one writes; failures here are reported there.
    private weak var writer: FileIO?

    private static let bufferSize = 1 << 16

    /// Opens a file for reading.
    convenience init(_ path: String) throws(SystemError) {
        try self.init(opened: FileSystem.open(path, O_RDONLY | O_CLOEXEC), writes: false)
    }

    /// An open file, whatever has its name by now.
    convenience init(copying descriptor: Int32, writes: Bool) throws(SystemError) {
        try self.init(opened: fcntl(descriptor, F_DUPFD_CLOEXEC, 0), writes: writes)
    }

    private init(opened descriptor: Int32, writes: Bool) throws(SystemError) {
        self.descriptor = descriptor
        guard descriptor >= 0 else { throw SystemError(number: errno) }
        let buffer = av_malloc(Self.bufferSize)?.assumingMemoryBound(to: UInt8.self)
        context = avio_alloc_context(
            buffer, Int32(Self.bufferSize), writes ? 1 : 0, Unmanaged.passUnretained(self).toOpaque(),
            { FileIO.of($0).read($1, $2) }, { FileIO.of($0).write($1, $2) }, { FileIO.of($0).seek($1, $2) })
        guard buffer != nil, context != nil else { throw SystemError(number: ENOMEM) }
    }

    deinit {
        if context != nil { av_freep(&context!.pointee.buffer) }
        avio_context_free(&context)
        if descriptor >= 0 { close(descriptor) }
    }

    private static func of(_ opaque: UnsafeMutableRawPointer?) -> FileIO {
        Unmanaged<FileIO>.fromOpaque(opaque!).takeUnretainedValue()
    }

    /// Makes `context` open the file that it writes through this once more to read it, as the MP4 muxer does to move
    /// the index to the front; any failure there is a failure of this file.
    func serve(_ context: UnsafeMutablePointer<AVFormatContext>) {
        context.pointee.pb = self.context
        context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
        context.pointee.io_open = { context, result, _, _, _ in
            let writer = FileIO.of(context!.pointee.opaque)
            do throws(SystemError) {
                let reader = try FileIO(copying: writer.descriptor, writes: false)
                reader.writer = writer
                result!.pointee = reader.context
                _ = Unmanaged.passRetained(reader)
                return 0
            } catch {
                writer.note(error)
                return compose_error_from_errno(error.number)
            }
        }
        context.pointee.io_close2 = { _, context in
            Unmanaged<FileIO>.fromOpaque(context!.pointee.opaque!).release()
            return 0
        }
    }

    private func read(_ bytes: UnsafeMutableRawPointer?, _ count: Int32) -> Int32 {
        let result = finished { pread(descriptor, bytes, Int(count), off_t(offset)) }
        offset += Int64(max(0, result))
        return result == 0 ? compose_error_eof : Int32(result)
    }

    private func write(_ bytes: UnsafeRawPointer?, _ count: Int32) -> Int32 {
        var done = 0
        while done < Int(count) {
            let result = finished { pwrite(descriptor, bytes! + done, Int(count) - done, off_t(offset)) }
            guard result > 0 else { return Int32(result) }
            done += result
            offset += Int64(result)
        }
        return count
    }

    /// Repeats a call that a signal interrupted. Returns its result, or the `AVERROR` code of its failure.
    private func finished(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 { return result }
            let number = errno
            if number == EINTR { continue }
            note(SystemError(number: number))
            return Int(compose_error_from_errno(number))
        }
    }

    private func note(_ error: SystemError) {
        failure = failure ?? error
        writer?.note(error)
    }

    private func seek(_ target: Int64, _ origin: Int32) -> Int64 {
        let origin = origin & ~AVSEEK_FORCE
        var status = stat()
        if origin == AVSEEK_SIZE || origin == SEEK_END, fstat(descriptor, &status) != 0 {
            let number = errno
            note(SystemError(number: number))
            return Int64(compose_error_from_errno(number))
        }
        if origin == AVSEEK_SIZE { return Int64(status.st_size) }
        // A damaged file may lead anywhere.
        let start = origin == SEEK_CUR ? offset : origin == SEEK_END ? Int64(status.st_size) : 0
        let (place, overflows) = start.addingReportingOverflow(target)
        guard !overflows, place >= 0 else { return Int64(compose_error_from_errno(EINVAL)) }
        offset = place
        return offset
    }
}
