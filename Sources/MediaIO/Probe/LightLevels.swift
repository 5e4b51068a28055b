import CFFmpeg

/// The brightness of a PQ video and its mastering display, which a display needs for its own mapping. Static metadata
/// of HDR10.
package struct LightLevels: Hashable, Sendable, Codable {
    /// The mastering display (SMPTE ST 2086).
    package struct Display: Hashable, Sendable, Codable {
        /// Chromaticities of red, green, blue and white, x before y, in units of 0.00002.
        package var chromaticities: [Int]
        /// In units of 0.0001 cd/m².
        package var maximum, minimum: Int
    }
    /// `nil` if unknown.
    package var display: Display?
    /// The brightest pixel, in cd/m² (CTA-861.3 MaxCLL); 0 if unknown.
    package var brightestPixel = 0
    /// The brightest picture on average, in cd/m² (MaxFALL).
    package var brightestPicture = 0

    /// Levels that cover both: the display with the wider range, the higher levels.
    package func covering(_ other: LightLevels) -> LightLevels {
        var both = self
        if other.display?.maximum ?? 0 > display?.maximum ?? 0 { both.display = other.display }
        both.brightestPixel = max(brightestPixel, other.brightestPixel)
        both.brightestPicture = max(brightestPicture, other.brightestPicture)
        return both
    }
}

extension LightLevels {
    /// `nil` when there is neither.
    private init?(_ display: AVMasteringDisplayMetadata?, _ content: AVContentLightMetadata?) {
        if let display, display.has_primaries != 0, display.has_luminance != 0 {
            let scaled = { (value: AVRational, unit: Double) in
                let number = av_q2d(value) * unit
                return number.isFinite ? Int(min(max(0, number), 1e9).rounded()) : 0
            }
            let (red, green, blue) = display.display_primaries
            let points = [red.0, red.1, green.0, green.1, blue.0, blue.1, display.white_point.0, display.white_point.1]
            self.display = Display(
                chromaticities: points.map { scaled($0, 50_000) }, maximum: scaled(display.max_luminance, 10_000),
                minimum: scaled(display.min_luminance, 10_000))
        }
        brightestPixel = Int(min(content?.MaxCLL ?? 0, 65535))
        brightestPicture = Int(min(content?.MaxFALL ?? 0, 65535))
        if self.display == nil, brightestPixel == 0 { return nil }
    }

    /// From the container.
    init?(_ stream: UnsafePointer<AVStream>) {
        self.init(
            sideData(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA), sideData(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL))
    }

    /// From a picture.
    init?(_ frame: UnsafePointer<AVFrame>) {
        self.init(
            sideData(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA),
            sideData(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL))
    }

    /// x265's options, which put it into the stream.
    var encoderParameters: [String: String] {
        var parameters: [String: String] = [:]
        if let display {
            let p = display.chromaticities
            parameters["master-display"] =
                "G(\(p[2]),\(p[3]))B(\(p[4]),\(p[5]))R(\(p[0]),\(p[1]))WP(\(p[6]),\(p[7]))L(\(display.maximum),\(display.minimum))"
        }
        if brightestPixel > 0 { parameters["max-cll"] = "\(brightestPixel),\(brightestPicture)" }
        return parameters
    }

    /// Describes a track, which then gets the boxes `mdcv` and `clli` (ISO/IEC 14496-12 §12.1.5).
    func apply(to stream: UnsafeMutablePointer<AVStream>) throws(FFmpegFailure) {
        if let display {
            var value = AVMasteringDisplayMetadata()
            let p = display.chromaticities.map { AVRational(num: Int32($0), den: 50_000) }
            value.display_primaries = ((p[0], p[1]), (p[2], p[3]), (p[4], p[5]))
            value.white_point = (p[6], p[7])
            value.max_luminance = AVRational(num: Int32(display.maximum), den: 10_000)
            value.min_luminance = AVRational(num: Int32(display.minimum), den: 10_000)
            (value.has_primaries, value.has_luminance) = (1, 1)
            try Self.store(value, stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA)
        }
        guard brightestPixel > 0 else { return }
        var value = AVContentLightMetadata()
        (value.MaxCLL, value.MaxFALL) = (UInt32(brightestPixel), UInt32(brightestPicture))
        try Self.store(value, stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL)
    }

    private static func store<Value>(
        _ value: Value, _ stream: UnsafeMutablePointer<AVStream>, _ type: AVPacketSideDataType
    ) throws(FFmpegFailure) {
        let data = try allocated(
            "av_stream_new_side_data", compose_stream_new_side_data(stream, type, MemoryLayout<Value>.size))
        UnsafeMutableRawPointer(data).storeBytes(of: value, as: Value.self)
    }
}
