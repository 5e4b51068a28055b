import MediaIO

/// What of a file is used, as written after its name: "lav.wav:channel=1", "obs.mkv:track=2", "show.mp4:video=2",
/// "poly.wav:split". With a sound track or a channel, only that is used, as a microphone.
public struct FilePart: Hashable, Sendable {
    /// The sound track, from 1; `nil` for the one a player would choose.
    public var track: Int?
    /// The channels of that track, from 1: one is heard on both sides, two are left and right. Empty for all.
    public var channels: [Int] = []
    /// The picture, from 1; `nil` for the one a player would choose.
    public var video: Int?
    /// Whether each of its channels or sound tracks is a microphone.
    public var isSplit = false

    /// Whether it is the sound alone; without a file's name, a track is the one that a camera is heard by.
    package var isSound = false

    /// The whole file.
    public init() {}

    /// "track 2, channel 1"; empty for the whole file.
    var description: String {
        var words = track.map { ["track \($0)"] } ?? []
        if !channels.isEmpty {
            words.append(
                "\(channels.count == 1 ? "channel" : "channels") \(channels.map(String.init).joined(separator: "+"))")
        }
        return words.joined(separator: ", ")
    }

    /// What FFmpeg can have of either.
    private static let numbers = 1...1000

    /// Reads what follows the colon: "track=2,channel=left".
    ///
    /// - Returns: `nil` if it is no such text, and belongs to the name of a file.
    /// - Throws: `FilePartError` for a value that cannot be.
    package init?(parsing text: Substring) throws(FilePartError) {
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? parts[1] : nil
            switch (parts[0], value) {
            case ("split", nil): isSplit = true
            case ("left", nil), ("right", nil): channels = [word == "left" ? 1 : 2]
            case ("track", let value?): track = try Self.number(value, "track")
            case ("video", let value?): video = try Self.number(value, "video")
            case ("channel", let value?):
                channels = try value.split(separator: "+", omittingEmptySubsequences: false).map {
                    (text: Substring) throws(FilePartError) -> Int in
                    switch text {
                    case "left": 1
                    case "right": 2
                    default: try Self.number(text, "channel")
                    }
                }
                guard channels.count <= 2 else {
                    throw FilePartError("channel=\(value)", "name one channel, or two as in channel=1+2")
                }
            default: return nil
            }
        }
        isSound = video == nil
    }

    private static func number(_ text: Substring, _ name: String) throws(FilePartError) -> Int {
        guard let number = Int(text), numbers.contains(number) else {
            throw FilePartError("\(name)=\(text)", "write a number from 1\(name == "channel" ? ", left or right" : "")")
        }
        return number
    }

    /// The channels of a sound track that are heard.
    ///
    /// - Throws: `MediaError.noChannel`.
    func selection(of sound: AudioInfo, in info: MediaInfo) throws(MediaError) -> SoundSelection {
        if let missing = channels.first(where: { $0 > sound.channels }) {
            throw .noChannel(path: info.path, channel: missing, count: sound.channels)
        }
        guard let first = channels.first, let last = channels.last else { return info.selection(of: sound) }
        return SoundSelection(
            stream: sound.streamIndex, channels: SoundChannels(left: first - 1, right: last - 1))
    }
}

/// A part of a file that cannot be.
package struct FilePartError: Error, CustomStringConvertible {
    package let description: String
    init(_ text: String, _ advice: String) { description = "\(text): \(advice)" }
}
