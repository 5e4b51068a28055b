/// What an option does besides deciding what a film shows: the one list from which the rules for options files follow. A
/// test demands that every option of `compose render` is in it.
enum OptionUse {
    /// Nothing with other files.
    case plain
    /// A value may name a file to read.
    case reads
    /// Says where to write, or what may be replaced or deleted: only the user, or a file that the user names.
    case writes
    /// For a single call rather than a recording: no file has it.
    case perCall

    /// An option that nobody listed is one that only the user may give.
    static func of(_ option: String) -> OptionUse { all[option] ?? .writes }

    static let all: [String: OptionUse] = {
        let names: [(OptionUse, String)] = [
            (
                .plain,
                """
                sync offset drift rotate mirror no-mirror audio-track switch-every view start-with min-shot max-shot
                transition-duration transition-align from to duration skip cut-silence span switch style both wide
                reactions primary size fit zoom stabilize fps dynamic-range adjust match-color title fade-in fade-out
                audio audio-codec loudness normalize mono sample-rate gain mute duck highpass denoise declick smart
                snap-to-keyframes codec preset encoder crf bitrate max-bitrate no-metadata delivery chapters poster
                strict jobs verify progress explain sound-only
                """
            ),
            (
                .reads,
                "switch-at transition look label clock timecode subtitles subtitle-track logo music voice-over"
            ),
            (.writes, "output also deliver-set overwrite fresh trace"),
            (.perCall, "config chunk dry-run verbose version help"),
        ]
        return Dictionary(
            uniqueKeysWithValues: names.flatMap { use, names in
                names.split(whereSeparator: \.isWhitespace).map { (String($0), use) }
            })
    }()
}
