/// How pictures are meant to be shown: the first part of vui_parameters() in both standards (H.264 §E.1.1, H.265
/// §E.2.1).
struct DisplayDescription: Equatable, SyntaxTable {
    var aspectRatio: SampleAspectRatio?
    var overscan: Overscan?
    var signal: VideoSignal?
    var chromaLocation: ChromaLocation?

    mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
        try coder.optional(&aspectRatio, "aspect_ratio_info_present_flag")
        try coder.optional(&overscan, "overscan_info_present_flag")
        try coder.optional(&signal, "video_signal_type_present_flag")
        try coder.optional(&chromaLocation, "chroma_loc_info_present_flag")
    }

    /// Throws a contradiction to another description.
    func check(_ other: DisplayDescription) throws(JoinBlocker) {
        _ = try VideoSignal.agreement(signal, other.signal)
        if let one = chromaLocation, let two = other.chromaLocation, one != two { throw .chromaLocation }
        if let one = aspectRatio, let two = other.aspectRatio, one.isSpecified, two.isSpecified,
            one.normalized != two.normalized
        {
            throw .sampleAspectRatio
        }
    }

    /// A description that is true of all, each of which has passed `check` with the first.
    static func union(_ all: [DisplayDescription]) throws(JoinBlocker) -> DisplayDescription {
        var union = DisplayDescription()
        union.aspectRatio = all.lazy.compactMap(\.aspectRatio).first(where: \.isSpecified)
        union.overscan = all.allSatisfy { $0.overscan == all[0].overscan } ? all[0].overscan : nil
        for signal in all.compactMap(\.signal) {
            union.signal = try VideoSignal.agreement(union.signal ?? signal, signal)
        }
        union.chromaLocation = all.lazy.compactMap(\.chromaLocation).first
        return union
    }
}

/// aspect_ratio_idc and an explicit ratio (H.264 §E.2.1 table E-1, H.265 §E.3.1 table E.1): the same in both.
struct SampleAspectRatio: Hashable, SyntaxTable {
    static let explicit = 255
    var indication = 1
    var width = 0
    var height = 0

    mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
        try coder.bits(8, &indication, "aspect_ratio_idc")
        guard indication == Self.explicit else { return }
        try coder.bits(16, &width, "sar_width")
        try coder.bits(16, &height, "sar_height")
    }

    /// Whether it is specified: 0 means unspecified, and so does an explicit 0:n.
    var isSpecified: Bool { indication == Self.explicit ? width > 0 && height > 0 : indication != 0 }

    /// The ratio in lowest terms where it is square or explicit; the table's other rows as they are.
    var normalized: SampleAspectRatio {
        guard indication == Self.explicit, width > 0, width == height else { return self }
        return SampleAspectRatio(indication: 1)
    }
}

/// overscan_info_present_flag and overscan_appropriate_flag (H.264 §E.2.1, H.265 §E.3.1).
struct Overscan: Hashable, SyntaxTable {
    var isAppropriate = false
    mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
        try coder.flag(&isAppropriate, "overscan_appropriate_flag")
    }
}

/// video_signal_type (H.264 §E.2.1, H.265 §E.3.1): what the code values mean.
struct VideoSignal: Hashable, SyntaxTable {
    var format = 5
    var isFullRange = false
    var color: Color?

    mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
        try coder.bits(3, &format, "video_format")
        try coder.flag(&isFullRange, "video_full_range_flag")
        try coder.optional(&color, "colour_description_present_flag")
    }

    /// Three code points of ITU-T H.273; 2 means unspecified.
    struct Color: Hashable, SyntaxTable {
        var primaries = 2
        var transfer = 2
        var matrix = 2

        mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
            try coder.bits(8, &primaries, "colour_primaries")
            try coder.bits(8, &transfer, "transfer_characteristics")
            try coder.bits(8, &matrix, "matrix_coefficients")
        }
    }

    /// The description that fits both. Either may specify what the other leaves open; the default is limited range.
    static func agreement(_ first: VideoSignal?, _ second: VideoSignal?) throws(JoinBlocker) -> VideoSignal? {
        guard (first?.isFullRange ?? false) == (second?.isFullRange ?? false) else { throw .colorRange }
        guard var agreed = first ?? second else { return nil }
        guard let one = first?.color, let other = second?.color else {
            agreed.color = first?.color ?? second?.color
            return agreed
        }
        func agree(_ a: Int, _ b: Int) throws(JoinBlocker) -> Int {
            guard a == b || a == 2 || b == 2 else { throw .color }
            return a == 2 ? b : a
        }
        agreed.color = Color(
            primaries: try agree(one.primaries, other.primaries), transfer: try agree(one.transfer, other.transfer),
            matrix: try agree(one.matrix, other.matrix))
        return agreed
    }
}

/// chroma_sample_loc_type of both fields (H.264 §E.2.1, H.265 §E.3.1).
struct ChromaLocation: Hashable, SyntaxTable {
    var top = 0
    var bottom = 0
    mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) {
        try coder.unsigned(&top, 0...5, "chroma_sample_loc_type_top_field")
        try coder.unsigned(&bottom, 0...5, "chroma_sample_loc_type_bottom_field")
    }
}
