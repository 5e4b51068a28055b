import CFFmpeg
import MediaTime
import Pictures
import Platform

extension MediaInfo {
    /// Reads the contents of several files at once.
    ///
    /// - Throws: the error of the first file that has one, as `init(probing:)` does.
    package static func probing(_ paths: [String]) throws -> [MediaInfo] {
        try concurrently(paths.count) { number in
            try Trace.span("probe", paths[number]) { try MediaInfo(probing: paths[number]) }
        }
    }

    /// Reads the contents of a file: its headers, and the packets at its two ends for exact times; for a transport
    /// stream, whose clock may jump, all packets. Decodes only the first picture of a PQ video, which declares its
    /// brightness.
    ///
    /// - Throws: `MediaError` when the file is missing, empty, a folder, or not media.
    ///
    /// - Parameter ignoresPicture: whether only the sound of the file is of interest.
    package init(probing path: String, ignoresPicture: Bool = false) throws(MediaError) {
        let byteCount = try checkInputFile(path)
        let state = FileState(path: path)
        var clock = FileClock()
        let movie = MovieFile(path: path, byteCount: byteCount)
        clock.ignoresEditLists = movie?.hasTooManyEdits ?? false
        var demuxer = try Demuxer(path: path, clock: clock)
        if demuxer.mayJump {
            clock = try FileClock(scanning: demuxer)
            demuxer = try Demuxer(path: path, clock: clock)
        }
        clock.headers = demuxer.headers
        if demuxer.isISO, !ignoresPicture, let index = demuxer.videoIndex {
            let codes = movie?.differingCodecs(ofTrack: demuxer.trackID(of: index))
            if let codes { throw .severalCodecs(path: path, codes: codes) }
        }
        do {
            self = try MediaInfo(demuxer, byteCount: byteCount, clock: clock, ignoresPicture: ignoresPicture)
        } catch {
            // An edit list that hides every picture, as broken writers make: the pictures are shown anyway.
            guard case .noPicture = error, demuxer.isISO, !clock.ignoresEditLists else { throw error }
            (clock.ignoresEditLists, clock.headers) = (true, nil)
            demuxer = try Demuxer(path: path, clock: clock)
            clock.headers = demuxer.headers
            self = try MediaInfo(demuxer, byteCount: byteCount, clock: clock, ignoresPicture: ignoresPicture)
        }
        self.state = state
        try findOwnEnds()
        usualVideo = video?.streamIndex
        try findFurtherVideos()
        guard let video, video.lightLevels == nil, video.color.transfer == ColorDescription.pq.transfer else { return }
        do {
            let decoder = try VideoDecoder(path: path, info: video, threads: 1)
            if let frame = try decoder.next() { self.video?.lightLevels = LightLevels(frame.pointer) }
        } catch {
            // A picture that cannot be decoded does not declare its brightness; rendering will report it.
            guard error.kind == .badData else { throw error }
        }
    }

    /// Reads the contents of a file for its sound: its picture may be damaged.
    ///
    /// - Throws: as `init(probing:)`.
    package init(probingSoundOf path: String) throws(MediaError) {
        do { self = try MediaInfo(probing: path) } catch {
            guard let sound = try? MediaInfo(probing: path, ignoresPicture: true) else { throw error }
            self = sound
        }
    }

    private init(
        _ demuxer: Demuxer, byteCount: Int64, clock: FileClock, ignoresPicture: Bool
    ) throws(MediaError) {
        let context = demuxer.context.pointee
        path = demuxer.path
        self.clock = clock
        self.byteCount = byteCount
        container = demuxer.formatName.split(separator: ",").first.map(String.init) ?? "?"
        metadata = dictionary(context.metadata)
        timecode =
            metadata["timecode"]
            ?? (0..<demuxer.streamCount).lazy.compactMap {
                dictionary(demuxer.stream($0).pointee.metadata)["timecode"]
            }.first
        timecodeRate = timecode.flatMap { demuxer.rate(ofTimecode: $0) }
        audio = demuxer.audioIndices.map { AudioInfo(demuxer, stream: $0, byteCount: byteCount) }
        // Where opening the file met no packet of a sound, there may be none.
        for index in audio.indices {
            let events = demuxer.stream(audio[index].streamIndex).pointee.event_flags
            if events & AVSTREAM_EVENT_FLAG_NEW_PACKETS == 0 { try audio[index].findIfMissing(path, clock) }
        }
        let pictures = ignoresPicture ? nil : demuxer.videoIndex
        video = try pictures.map { index throws(MediaError) in try VideoInfo(demuxer, stream: index, clock: clock) }
        if let index = pictures, let video, video.isSinglePicture {
            // A copy that was cut short has at most the beginning of its first picture.
            var isCutShort = video.missingEnd > .zero
            if let stored = demuxer.stored(index, of: byteCount) {
                isCutShort = stored.whole < stored.all
            } else if isCutShort {
                let end = video.footage.end + video.missingEnd
                isCutShort = try Self.ends(audio, before: end, demuxer.path, clock)
            }
            if isCutShort, !audio.isEmpty { throw .noPicture(path: demuxer.path) }
            // A single picture beside sound is its cover, whether or not it is marked as one.
            if audio.contains(where: \.isDecodable) { self.video = nil }
        }
        for index in audio.indices {
            guard let own = audio[index].ownEnd else { continue }
            if let end = video?.footage.end, (own - end).magnitude < Self.leastSilence { audio[index].ownEnd = nil }
        }
        let used = Set(demuxer.audioIndices + [video?.streamIndex].compactMap { $0 })
        otherStreams = (0..<demuxer.streamCount).filter { !used.contains($0) }.map { index in
            let parameters = demuxer.stream(index).pointee.codecpar!
            let type = av_get_media_type_string(parameters.pointee.codec_type).map { String(cString: $0) } ?? "data"
            return
                "\(type):\(parameters.pointee.codec_id == AV_CODEC_ID_NONE ? fourCharacterCode(parameters.pointee.codec_tag) : codecName(parameters))"
        }
        let stated = context.duration == compose_no_timestamp ? .zero : MediaTime(context.duration, in: .microseconds)
        if let video, video.missingEnd > .zero {
            duration = video.footage.end
            return
        }
        let ends = audio.map { $0.start + ($0.duration ?? .zero) } + [video?.footage.end ?? .zero]
        // The duration is stated by the edit list, if there is one.
        duration = max(clock.ignoresEditLists ? .zero : stated, ends.max() ?? .zero)
    }
}

extension Demuxer {
    /// The rate of the first timecode track that begins with this timecode; `nil` without one.
    fileprivate func rate(ofTimecode text: String) -> FrameRate? {
        (0..<streamCount).lazy.map { self.stream($0).pointee }.filter {
            $0.codecpar.pointee.codec_type == AVMEDIA_TYPE_DATA && dictionary($0.metadata)["timecode"] == text
        }.compactMap { FrameRate(Int64($0.avg_frame_rate.num), Int64($0.avg_frame_rate.den))?.snapped }
            .first { (1...240).contains($0.framesPerSecond) }
    }
}

extension AudioInfo {
    init(_ demuxer: Demuxer, stream index: Int, byteCount: Int64) {
        let stream = demuxer.stream(index).pointee
        let parameters = stream.codecpar.pointee
        if let stored = demuxer.stored(index, of: byteCount), stored.whole < stored.all {
            isMissing = stored.whole == 0
            ownEnd = stored.end
        }
        streamIndex = index
        let isMisread = Self.isMisread(demuxer, index)
        codec = isMisread ? fourCharacterCode(parameters.codec_tag) : codecName(stream.codecpar)
        sampleRate = Int(parameters.sample_rate)
        channels = Int(parameters.ch_layout.nb_channels)
        areMicrophones = channels > 2 && parameters.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC
        if let recorder = demuxer.recorder { channelNames = recorder.names.filter { [channels] in $0.key < channels } }
        title = dictionary(stream.metadata)["title"]
        layout = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            var layout = parameters.ch_layout
            // One or two channels without places are mono and stereo.
            if layout.order == AV_CHANNEL_ORDER_UNSPEC, layout.nb_channels < 3 {
                av_channel_layout_default(&layout, layout.nb_channels)
            }
            guard av_channel_layout_describe(&layout, buffer.baseAddress, buffer.count) > 0 else { return "?" }
            return String(cString: buffer.baseAddress!)
        }
        start = demuxer.time(stream.start_time, stream: index) ?? .zero
        let stated = MediaTime(stream.duration, in: demuxer.timeBase(of: index))
        duration = stream.duration == compose_no_timestamp || stated > .century ? nil : stated
        isDefault = demuxer.audioIndex == index
        isDecodable =
            !isMisread && !isMissing && (1...Self.highestRate).contains(parameters.sample_rate)
            && (1...Self.mostChannels).contains(parameters.ch_layout.nb_channels)
            && AudioDecoder.canOpen(stream.codecpar)
    }

    /// Whether it has any packet; a header announces more than some files have.
    mutating func findIfMissing(_ path: String, _ clock: FileClock) throws(MediaError) {
        guard isDecodable else { return }
        let demuxer = try Demuxer(path: path, clock: clock)
        demuxer.select(streamIndex)
        if try !demuxer.read() { (isMissing, isDecodable) = (true, false) }
    }

    /// swresample's limit (SWR_CH_MAX).
    private static let mostChannels: Int32 = 64
    /// In samples per second: no converter has a higher one.
    private static let highestRate: Int32 = 1 << 22

    /// PCM in MP4 whose samples differ in size from what FFmpeg assumes, which plays as noise: before 6.0 it uses the
    /// sample entry and not `pcmC`.
    private static func isMisread(_ demuxer: Demuxer, _ index: Int) -> Bool {
        let stream = demuxer.stream(index)
        let parameters = stream.pointee.codecpar.pointee
        guard demuxer.isISO, ["ipcm", "fpcm"].contains(fourCharacterCode(parameters.codec_tag)),
            let byteCount = try? checkInputFile(demuxer.path),
            let movie = MovieFile(path: demuxer.path, byteCount: byteCount),
            let size = movie.pcmSampleSize(ofTrack: demuxer.trackID(of: index))
        else { return false }
        return size != Int(av_get_exact_bits_per_sample(parameters.codec_id))
    }
}

extension VideoInfo {
    init(_ demuxer: Demuxer, stream index: Int, clock: FileClock) throws(MediaError) {
        let stream = demuxer.stream(index)
        let parameters = stream.pointee.codecpar!
        let (width, height) = (parameters.pointee.width, parameters.pointee.height)
        guard !demuxer.isEncrypted else { throw .encrypted(path: demuxer.path) }
        _ = try demuxer.decoder(of: index)
        guard width > 0, height > 0 else { throw .noPicture(path: demuxer.path) }
        guard max(width, height) <= Demuxer.largestDimension else {
            throw .tooLarge(path: demuxer.path, width: Int(width), height: Int(height))
        }
        streamIndex = index
        trackID = demuxer.trackID(of: index)
        title = dictionary(stream.pointee.metadata)["title"]
        codec = codecName(parameters)
        profile = avcodec_profile_name(parameters.pointee.codec_id, parameters.pointee.profile).map {
            String(cString: $0)
        }
        let format = AVPixelFormat(parameters.pointee.format)
        pixelFormat = av_get_pix_fmt_name(format).map { String(cString: $0) } ?? "?"
        bitDepth = format.bitDepth
        storedSize = PictureSize(width: Int(width), height: Int(height))
        let matrix = demuxer.displayMatrix(of: index)
        orientation = matrix?.orientation ?? .upright
        hasUnusableDisplayMatrix = matrix.map { $0.orientation == nil } ?? false
        pixelAspect = Self.pixelAspect(demuxer.context, stream, matrix)
        color = ColorDescription(
            parameters.pointee.color_primaries, parameters.pointee.color_trc, parameters.pointee.color_space,
            parameters.pointee.color_range)
        if format != format.plain { color.isFullRange = true }
        lightLevels = LightLevels(stream)
        dolbyVision = DolbyVision(stream)
        isInterlaced = parameters.pointee.isInterlaced
        timeBase = demuxer.timeBase(of: index)
        let times = try PresentationTimes(demuxer, stream: index)
        footage = times.footage
        frameRate = times.frameRate
        hasVariableFrameRate = times.isVariable
        missingEnd = times.missingEnd
        isSinglePicture = times.isSinglePicture
        hasDecodeTimes = times.areDecodeTimes && parameters.pointee.video_delay > 0
        self.clock = clock
        bitRate = parameters.pointee.bit_rate > 0 ? parameters.pointee.bit_rate : nil
    }

    /// Width : height of one pixel as stored.
    private static func pixelAspect(
        _ context: UnsafeMutablePointer<AVFormatContext>, _ stream: UnsafeMutablePointer<AVStream>,
        _ matrix: DisplayMatrix?
    ) -> (width: Int, height: Int) {
        var aspect = av_guess_sample_aspect_ratio(context, stream, nil)
        if let matrix, matrix.isWhatFFmpegTakes(for: av_q2d(aspect)) {
            if matrix.orientation == nil {
                aspect = stream.pointee.codecpar.pointee.sample_aspect_ratio
            } else if matrix.orientation?.swapsAxes == true {
                swap(&aspect.num, &aspect.den)
            }
        }
        // A ratio beyond 32:1 means a damaged header, not a lens.
        let isSane = aspect.num > 0 && aspect.den > 0 && aspect.num / aspect.den < 32 && aspect.den / aspect.num < 32
        return isSane ? (Int(aspect.num), Int(aspect.den)) : (1, 1)
    }
}

extension AVCodecParameters {
    var isInterlaced: Bool { field_order.rawValue > AV_FIELD_PROGRESSIVE.rawValue }
}

extension AVPixelFormat {
    /// The format without FFmpeg's deprecated "J", which only means "full range".
    var plain: AVPixelFormat {
        switch self {
        case AV_PIX_FMT_YUVJ420P: AV_PIX_FMT_YUV420P
        case AV_PIX_FMT_YUVJ422P: AV_PIX_FMT_YUV422P
        case AV_PIX_FMT_YUVJ444P: AV_PIX_FMT_YUV444P
        case AV_PIX_FMT_YUVJ440P: AV_PIX_FMT_YUV440P
        default: self
        }
    }

    var isRGB: Bool { av_pix_fmt_desc_get(self).map { $0.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0 } ?? false }
    var bitDepth: Int { av_pix_fmt_desc_get(self).map { Int($0.pointee.comp.0.depth) } ?? 8 }
}

extension ColorDescription {
    /// By FFmpeg's names for the code points of H.273.
    init(
        _ primaries: AVColorPrimaries, _ transfer: AVColorTransferCharacteristic, _ matrix: AVColorSpace,
        _ range: AVColorRange
    ) {
        self.init(
            primaries: Int(primaries.rawValue), transfer: Int(transfer.rawValue), matrix: Int(matrix.rawValue),
            isFullRange: range == AVCOL_RANGE_JPEG)
    }
}

/// The entries of an `AVDictionary`.
func dictionary(_ dictionary: OpaquePointer?) -> [String: String] {
    var result: [String: String] = [:]
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
        result[String(cString: next.pointee.key)] = undoubled(String(cString: next.pointee.value))
        entry = next
    }
    return result
}

/// A value that FFmpeg 8 and later join with itself, "a;a", because a box and a key of a file mean the same.
func undoubled(_ value: String) -> String {
    let parts = value.split(separator: ";", omittingEmptySubsequences: false)
    return parts.count > 1 && parts.allSatisfy { $0 == parts[0] } ? String(parts[0]) : value
}

func codecName(_ parameters: UnsafePointer<AVCodecParameters>) -> String {
    parameters.pointee.codec_id == AV_CODEC_ID_NONE
        ? fourCharacterCode(parameters.pointee.codec_tag)
        : String(cString: avcodec_get_name(parameters.pointee.codec_id))
}

private func fourCharacterCode(_ tag: UInt32) -> String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: tag >> ($0 * 8)) }
    return bytes.allSatisfy { (32..<127).contains($0) } ? String(decoding: bytes, as: UTF8.self) : "unknown"
}
