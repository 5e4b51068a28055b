import CFFmpeg
import Platform

/// The versions of what decides the bytes of encoded pictures and sound on this machine: chunks carry them, so that whoever
/// joins chunks of several machines sees where they differ.
package struct RenderVersions: Hashable, Sendable {
    /// "FFmpeg": "5.1.6-0+deb12u1", "libx264": "164".
    package let values: [String: String]

    /// - Parameter withProcessor: whether the processor's instructions matter: libx264 and libopus give the same bytes on
    ///   all, libx265 and libswresample do not.
    package init(withProcessor: Bool) {
        let number = { (version: UInt32) in "\(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)" }
        var values = [
            "FFmpeg": String(cString: av_version_info()), "libavcodec": number(avcodec_version()),
            "libavfilter": number(avfilter_version()), "libswscale": number(swscale_version()),
            "libswresample": number(swresample_version()),
        ]
        for (name, version) in Self.loaded { values[name] = version }
        if withProcessor { values["processor"] = String(UInt32(bitPattern: av_get_cpu_flags()), radix: 16) }
        self.values = values.mapValues { String($0.map { $0.isWhitespace ? "_" : $0 }) }
    }

    /// Reads `description`; what cannot be read is left out.
    package init(parsing text: some StringProtocol) {
        values = Dictionary(
            text.split(separator: " ").compactMap { word in
                let parts = word.split(separator: "=", maxSplits: 1)
                return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
            }
        ) { first, _ in first }
    }

    /// What differs, as "FFmpeg 5.1.6 instead of 5.1.5".
    package func differences(from other: RenderVersions) -> [String] {
        Set(values.keys).union(other.values.keys).sorted().compactMap { name in
            let (own, known) = (values[name], other.values[name])
            return own == known ? nil : "\(name) \(own ?? "none") instead of \(known ?? "none")"
        }
    }

    /// Encoders and engines of filters that this process has loaded, with the numbers of their interfaces.
    private static let loaded: [(String, String)] = {
        let maps = FileSystem.contents(ofFile: "/proc/self/maps") ?? []
        let paths = Set(
            maps.split(separator: UInt8(ascii: "\n")).compactMap { $0.split(separator: UInt8(ascii: " ")).last })
        return paths.compactMap { path in
            let name = FilePath(String(decoding: path, as: UTF8.self)).name
            guard let match = name.wholeMatch(of: /(lib[A-Za-z0-9]+)\.so\.([0-9]+).*/), names.contains(String(match.1))
            else {
                return nil
            }
            return (String(match.1), String(match.2))
        }
    }()
    private static let names: Set = ["libx264", "libx265", "libSvtAv1Enc", "libvpx", "libopus", "libass", "libzimg"]
}

extension RenderVersions: CustomStringConvertible {
    /// "FFmpeg=5.1.6 libavcodec=59.37.100".
    package var description: String { values.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ") }
}
