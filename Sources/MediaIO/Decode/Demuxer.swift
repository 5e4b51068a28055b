import CFFmpeg
import MediaTime
import Pictures

/// An opened input file: its streams, its packets, and seeking. Not thread-safe.
final class Demuxer {
    let path: String
    private let file: FileIO
    private let owner: DemuxerOwner
    var context: UnsafeMutablePointer<AVFormatContext> { owner.pointer }
    private let packetOwner: PacketOwner
    /// The most recent packet.
    var packet: UnsafeMutablePointer<AVPacket> { packetOwner.pointer }
    private var selected: Int?
    /// Added to FFmpeg's times to get the clock of the file: transport streams start anywhere, and their first time
    /// stamp is time zero. Other containers start at zero and are taken literally, unless nothing in them starts
    /// within an hour: pieces of live streams, which count from the start of the stream. In an MP3, FFmpeg drops the
    /// encoder's priming samples but counts them: the first sample after them is time zero.
    let clockOffset: MediaTime
    let clock: FileClock
    /// Where each stream was last read, in bytes; packets that a parser split off another have no place of their own.
    private var positions: [Int: Int64] = [:]
    /// Where reading began, in bytes, for packets before the first with a known place.
    private var origin: Int64 = 0

    private static let longestWait = MediaTime.seconds(3600)

    /// Pictures larger than this in either direction are refused before any memory is allocated for them.
    static let largestDimension: Int32 = 16384

    /// - Parameter clock: what probing found about the file's time stamps.
    init(path: String, clock: FileClock = FileClock()) throws(MediaError) {
        self.path = path
        self.clock = clock
        try checkInputFile(path)
        do { file = try FileIO(path) } catch { throw .cannotRead(path: path, reason: error.reason) }
        do {
            packetOwner = try PacketOwner()
            owner = try DemuxerOwner(file, path: path, ignoresEditLists: clock.ignoresEditLists)
            if try clock.headers?.complete(owner.pointer) != true {
                try check("avformat_find_stream_info", avformat_find_stream_info(owner.pointer, nil))
            }
        } catch {
            throw file.failure.map { .cannotRead(path: path, reason: $0.reason) } ?? Self.reason(for: error, path: path)
        }
        owner.pointer.pointee.opaque = loggedErrors.opaque
        let mayJump = owner.pointer.pointee.iformat.pointee.flags & AVFMT_TS_DISCONT != 0
        let start = owner.pointer.pointee.start_time
        let first = start == compose_no_timestamp ? .zero : MediaTime(start, in: .microseconds)
        if String(cString: owner.pointer.pointee.iformat.pointee.name) == "mp3" {
            let sound = compose_stream(owner.pointer, 0).pointee
            clockOffset = -min(MediaTime(max(0, sound.start_time), in: TimeBase(sound.time_base)), .century)
        } else {
            clockOffset = (mayJump || first > Self.longestWait) && first.magnitude < .century ? -first : .zero
        }
        try checkFile()
        forgetInventedLayouts()
    }

    /// What a field recorder says of the channels; `nil` for files of other containers.
    private(set) lazy var recorder: RecorderFile? = formatName == "wav" ? RecorderFile(path: path) : nil

    /// Films are mixed for five loudspeakers and a bass, or more; a WAV with fewer channels, or with names of its own for
    /// them, has a microphone in each, whatever layout its recorder wrote.
    private func forgetInventedLayouts() {
        guard ["wav", "w64", "aiff"].contains(formatName) else { return }
        for index in audioIndices {
            let count = stream(index).pointee.codecpar.pointee.ch_layout.nb_channels
            guard count > 2, count < Self.leastFilmLayout || recorder?.names.isEmpty == false else { continue }
            compose_forget_layout(stream(index).pointee.codecpar)
        }
    }
    private static let leastFilmLayout: Int32 = 6

    private static func reason(for failure: FFmpegFailure, path: String) -> MediaError {
        if failure.logLine?.contains("moov atom not found") == true {
            // FFmpeg trusts the name of a file.
            return MovieFile.isBeginning(of: path)
                ? .incomplete(path: path) : .notMedia(path: path, reason: "unknown container")
        }
        if failure.isOfTheMachine { return .failed(path: path, failure) }
        // FFmpeg's line would list all the names that are allowed.
        if failure.logLine?.contains("whitelist") == true { return .notMedia(path: path, reason: "no known container") }
        return .notMedia(path: path, reason: failure.logLine ?? failure.reason)
    }

    /// The container's clock starts anywhere and may jump.
    var mayJump: Bool { context.pointee.iformat.pointee.flags & AVFMT_TS_DISCONT != 0 }
    /// FFmpeg's names of the container: "mov,mp4,m4a,3gp,3g2,mj2".
    private(set) lazy var formatName = String(cString: context.pointee.iformat.pointee.name)
    var isISO: Bool { formatName.contains("mp4") }
    /// For opening the file again; `nil` where its container's header does not say all that readers need.
    var headers: StreamHeaders? { isISO ? try? StreamHeaders(context) : nil }

    var streamCount: Int { Int(context.pointee.nb_streams) }
    func stream(_ index: Int) -> UnsafeMutablePointer<AVStream> { compose_stream(context, Int32(index)) }
    func timeBase(of index: Int) -> TimeBase { TimeBase(stream(index).pointee.time_base) }

    /// The number of a track in MP4 and MOV (ISO/IEC 14496-12 §8.3.2), which FFmpeg keeps as a signed number; without a
    /// track header, one that no track should have.
    func trackID(of index: Int) -> Int { Int(UInt32(bitPattern: stream(index).pointee.id)) }

    /// The stream a player would show: the default video that is not a cover picture.
    lazy var videoIndex: Int? = best(of: AVMEDIA_TYPE_VIDEO)
    lazy var audioIndices: [Int] = (0..<streamCount).filter {
        stream($0).pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
    }
    lazy var audioIndex: Int? = best(of: AVMEDIA_TYPE_AUDIO)

    private func best(of type: AVMediaType) -> Int? {
        let index = Int(av_find_best_stream(context, type, -1, -1, nil, 0))
        guard index >= 0, stream(index).pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0 else { return nil }
        return index
    }

    /// Reads only this stream from now on; packets of the others are skipped, unread where the container allows.
    func select(_ index: Int) {
        selected = index
        for other in 0..<streamCount {
            stream(other).pointee.discard = other == index ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }

    /// The decoder of a stream.
    ///
    /// - Throws: `MediaError.noDecoder`.
    func decoder(of index: Int) throws(MediaError) -> UnsafePointer<AVCodec> {
        let parameters = stream(index).pointee.codecpar!
        guard let decoder = avcodec_find_decoder(parameters.pointee.codec_id) else {
            throw .noDecoder(path: path, codec: codecName(parameters))
        }
        return decoder
    }

    /// Reads the next packet of the selected stream, or of any, into `packet`.
    ///
    /// - Returns: `false` at the end of the file. Unreadable data in the middle that reading cannot continue after is
    ///   also the end (a truncated file), and is remembered in `readFailure`.
    /// - Throws: `MediaError.cannotRead` when the system fails to read the file.
    func read() throws(MediaError) -> Bool {
        while true {
            av_packet_unref(packet)
            let result = av_read_frame(context, packet)
            try checkFile()
            guard result >= 0 else {
                if result != compose_error_eof { readFailure = FFmpegFailure(call: "av_read_frame", code: result) }
                return false
            }
            guard selected == nil || Int(packet.pointee.stream_index) == selected else { continue }
            if clock.hasJumps { repair() }
            dropImpossibleStamps()
            return true
        }
    }
    private(set) var readFailure: FFmpegFailure?

    /// A time stamp a century from zero is none; sums of others do not overflow.
    private func dropImpossibleStamps() {
        let base = timeBase(of: Int(packet.pointee.stream_index))
        let isPossible = { (ticks: Int64) in
            MediaTime(ticks, in: base).magnitude < .century && ticks.magnitude < 1 << 61
        }
        if !isPossible(packet.pointee.pts) { packet.pointee.pts = compose_no_timestamp }
        if !isPossible(packet.pointee.dts) { packet.pointee.dts = compose_no_timestamp }
        packet.pointee.duration = min(max(0, packet.pointee.duration), 1 << 61)
    }

    /// FFmpeg's result of a failed read does not reflect the file.
    private func checkFile() throws(MediaError) {
        if let failure = file.failure { throw .cannotRead(path: path, reason: failure.reason) }
    }

    /// Matroska's reader skips what it cannot read and only logs it; `true` if it did since the last call.
    func takeLoggedErrors() -> Bool { loggedErrors.take() > 0 && isMatroska }
    private let loggedErrors = LoggedErrors()
    /// Whether the container's index marks key frames, or probing found them.
    var knowsKeyFrames: Bool {
        !clock.keyFrames.isEmpty || isISO || isMatroska || formatName == "avi"
    }
    private var isMatroska: Bool { formatName.contains("matroska") }

    /// The place of the packet in the file, in bytes.
    func position() -> Int64 {
        let stream = Int(packet.pointee.stream_index)
        let position = packet.pointee.pos >= 0 ? packet.pointee.pos : positions[stream] ?? origin
        positions[stream] = position
        return position
    }

    /// Converts the packet's time stamps to the one clock of the file.
    private func repair() {
        let stream = Int(packet.pointee.stream_index)
        let shift = clock.shift(of: stream, at: position())
        guard shift != .zero else { return }
        let ticks = shift.ticks(in: timeBase(of: stream), .nearest)
        if packet.pointee.pts != compose_no_timestamp { packet.pointee.pts &+= ticks }
        if packet.pointee.dts != compose_no_timestamp { packet.pointee.dts &+= ticks }
    }

    /// Moves to the last key frame of `stream` at or before `time` (on the clock of the file), or to the
    /// beginning when there is none. `false` when the container cannot seek.
    func seek(to time: MediaTime, stream index: Int) -> Bool {
        if let key = clock.keyFrame(before: time) {
            // Where time stamps jump, or do not lead to key frames, seek by place.
            positions = [:]
            origin = key.position
            return av_seek_frame(context, Int32(index), key.position, AVSEEK_FLAG_BYTE) >= 0
        }
        let ticks = (time - clockOffset).ticks(in: timeBase(of: index), .down)
        if av_seek_frame(context, Int32(index), ticks, AVSEEK_FLAG_BACKWARD) >= 0 { return true }
        // Before the first key frame: the beginning.
        return avformat_seek_file(context, Int32(index), .min, ticks, .max, 0) >= 0
    }

    /// The decode timestamp of the last key frame at or before `time` that is in the container's index, on the
    /// clock of the file.
    func keyFrame(before time: MediaTime, stream index: Int) -> MediaTime? {
        if !clock.keyFrames.isEmpty { return clock.keyFrame(before: time)?.time }
        let base = timeBase(of: index)
        let ticks = (time - clockOffset).ticks(in: base, .down)
        guard let entry = avformat_index_get_entry_from_timestamp(stream(index), ticks, AVSEEK_FLAG_BACKWARD) else {
            return nil
        }
        return MediaTime(entry.pointee.timestamp, in: base) + clockOffset
    }

    /// How many packets of a stream are in a file of `byteCount` bytes, of all that an MP4's or MOV's index lists, and
    /// when the first one begins that is not there; `nil` without an index.
    func stored(_ index: Int, of byteCount: Int64) -> (whole: Int, all: Int, end: MediaTime?)? {
        let all = Int(avformat_index_get_entries_count(stream(index)))
        guard isISO, all > 0 else { return nil }
        let entries = (0..<all).lazy.compactMap { avformat_index_get_entry(self.stream(index), Int32($0)) }
        let isStored = { (entry: AVIndexEntry) in entry.pos <= byteCount - Int64(max(1, entry.size)) }
        let whole = entries.count { isStored($0.pointee) }
        let end = entries.first { !isStored($0.pointee) }.flatMap { time($0.pointee.timestamp, stream: index) }
        return (whole, all, end)
    }

    /// A timestamp of stream `index`, on the clock of the file. `nil` for "no timestamp".
    func time(_ ticks: Int64, stream index: Int) -> MediaTime? {
        ticks == compose_no_timestamp ? nil : MediaTime(ticks, in: timeBase(of: index)) + clockOffset
    }

    /// The file carries keys for a digital rights system (ISO/IEC 23001-7 `pssh`, `encv`), which FFmpeg reports on
    /// the first stream it met.
    var isEncrypted: Bool {
        (0..<streamCount).contains { index in
            var size = 0
            let tag = stream(index).pointee.codecpar.pointee.codec_tag
            return compose_stream_side_data(stream(index), AV_PKT_DATA_ENCRYPTION_INIT_INFO, &size) != nil
                || tag == codecTag("encv")
        }
    }

    /// The display matrix, including that of the whole movie; `nil` if the file has none.
    func displayMatrix(of index: Int) -> DisplayMatrix? {
        var size = 0
        guard let data = compose_stream_side_data(stream(index), AV_PKT_DATA_DISPLAYMATRIX, &size), size >= 36 else {
            return nil
        }
        // FFmpeg keeps the nine words of `tkhd`, row by row, in native byte order: a b u c d v x y w.
        return data.withMemoryRebound(to: Int32.self, capacity: 9) { m in DisplayMatrix(words: (0..<9).map { m[$0] }) }
    }
}

extension TimeBase {
    init(_ base: AVRational) { self = TimeBase(Int64(base.num), Int64(base.den)) ?? .microseconds }
}
