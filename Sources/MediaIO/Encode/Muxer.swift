import CFFmpeg
import MediaTime
import Pictures
import Platform

/// One output file: packets of its streams are written, in any order between streams; the file appears when finished.
/// Not thread-safe.
package final class Muxer {
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let file: AtomicFile
    private let io: FileIO
    private let destination: String
    package let container: Container
    private var videoTimescale: Int32?
    private var tracks: [Track] = []
    private var userData: UserData?
    private var cover: [UInt8]?
    /// The end of what players show of an MP4 or MOV file; anything after it is there because other pictures refer to
    /// it.
    package var end: MediaTime?

    private struct Track {
        var timeBase: AVRational
        /// The samples that a packet of sound decodes to, see `AudioTrackParameters.codedSamples`.
        var codedSamples: Int32
        /// Added to the time stamps, in ticks of `timeBase`.
        var shift: Int64
    }

    /// Creates the file under a hidden name; `commit` gives it its own.
    ///
    /// - Parameters:
    ///   - path: its extension decides the container.
    ///   - inputs: files that must not be the destination, under any name.
    ///   - mayReplace: an existing destination is replaced, atomically, at the end.
    /// - Throws: `MediaError` for an unsupported extension, or a destination that cannot be created.
    package init(path: String, inputs: [String], mayReplace: Bool) throws(MediaError) {
        FFmpegLog.install()
        container = try Container(path: path)
        file = try AtomicFile(destination: path, inputs: inputs, mayReplace: mayReplace)
        destination = path
        do { io = try FileIO(copying: file.descriptor, writes: true) } catch {
            throw .cannotCreate(path: path, reason: error.reason)
        }
        do {
            var context: UnsafeMutablePointer<AVFormatContext>?
            try check(
                "avformat_alloc_output_context2",
                avformat_alloc_output_context2(&context, nil, container.row.muxer, file.partial))
            self.context = try allocated("avformat_alloc_output_context2", context)
        } catch {
            throw .failed(path: path, error)
        }
        io.serve(context)
    }

    deinit { avformat_free_context(context) }

    /// Adds a video track; returns its index. Its packets are in ticks of its time scale.
    package func addTrack(_ track: VideoTrackParameters) throws(MediaError) -> Int {
        videoTimescale = track.timescale
        return try add { (stream) throws(FFmpegFailure) in try track.apply(to: stream, in: container) }
    }

    /// Adds a sound track; returns its index. Its packets are in samples.
    package func addTrack(_ track: AudioTrackParameters) throws(MediaError) -> Int {
        let movesItself = container.row.isISO || track.codec != .opus || compose_matroska_adds_priming() != 0
        return try add(codedSamples: track.codedSamples, shift: movesItself ? 0 : Int64(track.primingSamples)) {
            (stream) throws(FFmpegFailure) in try track.apply(to: stream)
        }
    }

    /// Adds a track described like a recording's stream; returns its index. Its packets are in ticks of that stream.
    ///
    /// - Parameter orientation: replaces the stream's orientation.
    package func addTrack(copying stream: CopiedStream, turned orientation: Orientation? = nil) throws(MediaError)
        -> Int
    {
        if stream.index == stream.demuxer.videoIndex { videoTimescale = Int32(stream.timeBase.denominator) }
        return try add { (track) throws(FFmpegFailure) in try stream.describe(track, turned: orientation) }
    }

    /// Adds a track of subtitles; returns its index. Its packets are in milliseconds.
    package func addTrack(_ track: SubtitleTrack) throws(MediaError) -> Int {
        try add { (stream) throws(FFmpegFailure) in
            stream.pointee.time_base = AVRational(num: 1, den: 1000)
            let parameters = stream.pointee.codecpar!
            parameters.pointee.codec_type = AVMEDIA_TYPE_SUBTITLE
            parameters.pointee.codec_id = track.codec
            try setExtradata(track.configuration, of: parameters)
            if let language = track.language { av_dict_set(&stream.pointee.metadata, "language", language, 0) }
        }
    }

    /// Puts a JPEG picture before everything else: the one that file browsers show for the film.
    package func addCover(_ picture: [UInt8]) throws(MediaError) {
        guard !container.row.isISO else { return cover = picture }
        _ = try add { (stream) throws(FFmpegFailure) in
            let parameters = stream.pointee.codecpar!
            parameters.pointee.codec_type = AVMEDIA_TYPE_ATTACHMENT
            parameters.pointee.codec_id = AV_CODEC_ID_MJPEG
            try setExtradata(picture, of: parameters)
            // The name that players recognize a cover by ("Matroska Media Container Format", Attachments).
            av_dict_set(&stream.pointee.metadata, "filename", "cover.jpg", 0)
            av_dict_set(&stream.pointee.metadata, "mimetype", "image/jpeg", 0)
        }
    }

    /// Adds chapters, one after the other from the first frame on, before the header.
    package func addChapters(_ chapters: [Chapter]) throws(MediaError) {
        do {
            let clock = TimeBase.perSecond(Chapter.timescale)
            for (index, chapter) in chapters.enumerated() {
                try check(
                    "av_dynarray_add_nofree",
                    compose_add_chapter(
                        context, Int32(index + 1), AVRational(clock), chapter.range.start.ticks(in: clock, .nearest),
                        chapter.range.end.ticks(in: clock, .nearest), chapter.title))
            }
        } catch {
            throw .failed(path: destination, error)
        }
    }

    private func add(
        codedSamples: Int32 = 0, shift: Int64 = 0,
        _ describe: (UnsafeMutablePointer<AVStream>) throws(FFmpegFailure) -> Void
    ) throws(MediaError) -> Int {
        do {
            let stream = try allocated("avformat_new_stream", avformat_new_stream(context, nil))
            try describe(stream)
            tracks.append(Track(timeBase: stream.pointee.time_base, codedSamples: codedSamples, shift: shift))
            return Int(stream.pointee.index)
        } catch {
            throw .failed(path: destination, error)
        }
    }

    /// Tags of the whole file, after its cover and before the first packet.
    ///
    /// - Parameter isComposed: marks the file as made from several cameras, so that it is not taken for the recording
    ///   of one.
    package func setMetadata(_ tags: [String: String], isComposed: Bool = false) {
        userData = container.row.isISO ? UserData(tags, cover: cover) : nil
        let carried = userData?.carried ?? []
        for (key, value) in tags.sorted(by: { $0.key < $1.key }) where !carried.contains(key) {
            av_dict_set(&context.pointee.metadata, key, value, 0)
        }
        if isComposed { av_dict_set(&context.pointee.metadata, MediaInfo.composedTag, "compose", 0) }
        if let (key, value) = userData?.reservation { av_dict_set(&context.pointee.metadata, key, value, 0) }
    }

    private var muxerOptions: [(String, String)] {
        // The index at the front, so that players can start before the file is complete.
        guard container.row.isISO else { return [("cues_to_front", "1")] }
        return [
            // QuickTime's keys in addition to MP4's atoms.
            ("movflags", "+faststart+use_metadata_tags"),
            // Empty edits, which delay a track, are rounded to it: by default to a millisecond.
            ("movie_timescale", "90000"),
        ] + (videoTimescale.map { [("video_track_timescale", "\($0)")] } ?? [])
    }

    /// Writes the header. Every stream must have been added.
    package func start() throws(MediaError) {
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        for (name, value) in muxerOptions { av_dict_set(&options, name, value, 0) }
        // Matroska's clock has milliseconds, and priming is before its zero: moved to zero, sound would be early.
        if !container.row.isISO { context.pointee.avoid_negative_ts = 0 }
        context.pointee.flags |= AVFMT_FLAG_BITEXACT
        do { try check("avformat_write_header", avformat_write_header(context, &options)) } catch {
            throw writeError(error)
        }
    }

    /// Writes a packet of track `index`.
    ///
    /// - Parameters:
    ///   - presentation, decode: time stamps; decode times of a track must increase strictly.
    ///   - duration: matters for the last packet of a track only.
    package func write(
        _ stored: StoredPacket, track index: Int, decode: Int64, duration: Int64
    ) throws(MediaError) {
        do {
            let packet = try Packet(stored.bytes)
            let pointer = packet.pointer
            pointer.pointee.pts = stored.presentation + tracks[index].shift
            pointer.pointee.dts = decode + tracks[index].shift
            pointer.pointee.duration = duration
            pointer.pointee.flags = stored.isKeyFrame ? AV_PKT_FLAG_KEY : 0
            pointer.pointee.stream_index = Int32(index)
            try discardEnd(of: pointer, track: index)
            av_packet_rescale_ts(
                pointer, tracks[index].timeBase, compose_stream(context, Int32(index)).pointee.time_base)
            try check("av_interleaved_write_frame", av_interleaved_write_frame(context, pointer))
        } catch {
            throw writeError(error)
        }
    }

    /// Trims the end of the last packet of sound: in MP4 and MOV by its duration, in Matroska by `DiscardPadding`.
    private func discardEnd(of packet: UnsafeMutablePointer<AVPacket>, track: Int) throws(FFmpegFailure) {
        let excess = Int64(tracks[track].codedSamples) - packet.pointee.duration
        guard !container.row.isISO, packet.pointee.duration > 0, excess > 0 else { return }
        // Samples to skip at the beginning and at the end, little-endian, and why (AV_PKT_DATA_SKIP_SAMPLES).
        let data = try allocated(
            "av_packet_new_side_data", av_packet_new_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, 10))
        for byte in 0..<10 {
            data[byte] = (4..<8).contains(byte) ? UInt8(truncatingIfNeeded: excess >> (8 * (byte - 4))) : 0
        }
    }

    /// Bytes written so far.
    package var byteCount: Int64 { avio_tell(context.pointee.pb) }

    /// Where the file is before `commit`.
    package var partialPath: String { file.partial }

    /// Gives the finished file its name.
    package func commit() throws(MediaError) { try file.commit() }

    /// Completes the file, still without its name. After this, nothing can be written.
    ///
    /// - Returns: its size in bytes.
    package func finish() throws(MediaError) -> Int64 {
        do {
            try check("av_write_trailer", av_write_trailer(context))
            avio_flush(context.pointee.pb)
            // FFmpeg's writers do not check everything.
            if let failure = io.failure { throw failure }
            let size = avio_size(context.pointee.pb)
            if let userData {
                try rewriteIndex(size: Int(size), for: "the tags") { userData.replacement(in: $0.tree).map { [$0] } }
            }
            if let end { try rewriteIndex(size: Int(size), for: "the edits") { $0.ending(at: end) } }
            return size
        } catch let error as FFmpegFailure {
            throw writeError(error)
        } catch let error as SystemError {
            throw .writeFailed(path: destination, reason: error.reason)
        } catch let error as MediaError {
            throw error
        } catch {
            throw .writeFailed(path: destination, reason: "\(error)")
        }
    }

    /// Rewrites bytes of the index in place.
    ///
    /// - Parameters:
    ///   - what: the name of the change, for the error.
    ///   - changes: places in the index and their new bytes.
    private func rewriteIndex(
        size: Int, for what: String, _ changes: (MovieFile) -> [(offset: Int, bytes: [UInt8])]?
    ) throws(MediaError) {
        guard let movie = MovieFile(descriptor: file.descriptor, size: size), let changes = changes(movie) else {
            throw .writeFailed(path: destination, reason: "the place for \(what) was not found")
        }
        for (offset, bytes) in changes {
            let count = pwrite(file.descriptor, bytes, bytes.count, off_t(movie.offset + offset))
            guard count == bytes.count else {
                throw .writeFailed(path: destination, reason: count < 0 ? lastError() : "the disk took only a part")
            }
        }
    }

    private func writeError(_ failure: FFmpegFailure) -> MediaError {
        .writeFailed(path: destination, reason: failure.reason)
    }
}

/// A part of a film with a name, which players list and jump to.
package struct Chapter: Hashable, Sendable {
    /// As players list it.
    package var title: String
    /// On the clock of the film.
    package var range: TimeRange

    package init(title: String, range: TimeRange) {
        self.title = title
        self.range = range
    }

    /// Ticks per second: fine enough for every frame rate, and the unit of MP4's chapter track.
    static let timescale: Int32 = 90_000
}
