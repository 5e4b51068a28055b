import FixtureMedia
import Foundation
import Testing

/// Whatever is wrong, it costs one clear sentence with the next step, and nothing else.
@Suite struct BadInputTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var arguments: [String]
        var status: Int32
        /// Words that the sentence must contain.
        var words: [String]
        var prepare: @Sendable (TemporaryFolder) throws -> Void

        init(
            _ name: String, _ arguments: String, status: Int32, says words: String...,
            prepare: @escaping @Sendable (TemporaryFolder) throws -> Void = { _ in }
        ) {
            testDescription = name
            self.arguments = arguments.split(separator: " ").map { $0 == "''" ? "" : String($0) }
            self.status = status
            self.words = words
            self.prepare = prepare
        }
    }

    static let plain = FixtureRecording()

    static let inputs = [
        Case("missing file", "front.mp4 nowhere.mp4 -o out.mp4", status: 66, says: "nowhere.mp4", "no such file"),
        Case("address", "front.mp4 http://example.org/x.mp4 -o out.mp4", status: 66, says: "only local files"),
        Case("unknown command", "prob front.mp4", status: 64, says: "prob", "neither a file nor a command"),
        Case("empty file", "front.mp4 x.mp4 -o out.mp4", status: 65, says: "x.mp4", "empty") {
            try $0.write("", "x.mp4")
        },
        Case("folder", "front.mp4 sub -o out.mp4", status: 66, says: "sub", "folder") {
            try FileManager.default.createDirectory(atPath: $0("sub"), withIntermediateDirectories: false)
        },
        Case("text file", "front.mp4 notes.txt -o out.mp4", status: 65, says: "notes.txt", "not a video") {
            try $0.write(String(repeating: "Dear diary, today I filmed a balloon.\n", count: 50), "notes.txt")
        },
        Case("text called mp4", "front.mp4 notes.mp4 -o out.mp4", status: 65, says: "notes.mp4", "not a video") {
            try $0.write(String(repeating: "Dear diary, today I filmed a balloon.\n", count: 50), "notes.mp4")
        },
        Case("playlist", "front.mp4 list.mp4 -o out.mp4", status: 65, says: "list.mp4") {
            try $0.write("#EXTM3U\n#EXTINF:10,\nfront.mp4\n#EXT-X-ENDLIST\n", "list.mp4")
        },
        Case("no index", "front.mp4 x.mp4 -o out.mp4", status: 65, says: "x.mp4", "moov") {
            try DamagedCopy.withoutBox("moov", try plain.file(), to: $0("x.mp4"))
        },
        Case("cut before the index", "front.mp4 x.mp4 -o out.mp4", status: 65, says: "x.mp4", "incomplete") {
            try DamagedCopy.truncated(try plain.file(), keeping: 0.6, to: $0("x.mp4"))
        },
        Case("sound only", "x.wav -o out.mp4", status: 65, says: "x.wav", "none of the files has a picture") {
            try $0.write(wav(samples: 4800), "x.wav")
        },
        Case("header only", "front.mp4 x.mp4 -o out.mp4", status: 65, says: "x.mp4") {
            try DamagedCopy.truncated(try plain.file(), keeping: 0.002, to: $0("x.mp4"))
        },
        Case("no pictures in it", "front.mp4 x.mp4 -o out.mp4", status: 65, says: "x.mp4") {
            try DamagedCopy.withoutBox(
                "mdat", try plain.with { $0.muxerOptions = [Pair("movflags", "faststart")] }.file(), to: $0("x.mp4"))
        },
        Case("a camera named like a choice", "none=front.mp4 back.mp4 -o out.mp4", status: 64, says: "'none'", "name"),
        Case("the same file twice", "front.mp4 front.mp4 -o out.mp4", status: 64, says: "twice"),
        Case("the same file by another spelling", "front.mp4 ./front.mp4 -o out.mp4", status: 64, says: "twice"),
        Case("a hard link to the same file", "front.mp4 x.mp4 -o out.mp4", status: 64, says: "x.mp4", "twice") {
            try FileManager.default.linkItem(atPath: $0("front.mp4"), toPath: $0("x.mp4"))
        },
        Case("a symbolic link to it", "front=front.mp4 back=x.mp4 -o out.mp4", status: 64, says: "x.mp4", "twice") {
            try FileManager.default.createSymbolicLink(atPath: $0("x.mp4"), withDestinationPath: "front.mp4")
        },
        Case("a name with a dash", "-back.mov front.mp4 -o out.mp4", status: 64, says: "write ./-back.mov"),
        Case("unreadable pair", "--switch-every 1s -o out.mp4", status: 66, says: "recording") {
            try $0.remove("front.mp4")
            try $0.remove("back.mp4")
        },
    ]

    static let outputs = [
        Case("output is an input", "front.mp4 back.mp4 -o back.mp4 --overwrite", status: 64, says: "back.mp4", "input"),
        Case("output exists", "front.mp4 back.mp4 -o old.mp4", status: 79, says: "old.mp4", "--overwrite") {
            try $0.write("precious", "old.mp4")
        },
        Case("output is a folder", "front.mp4 back.mp4 -o sub.mp4", status: 73, says: "sub.mp4", "folder") {
            try FileManager.default.createDirectory(atPath: $0("sub.mp4"), withIntermediateDirectories: false)
        },
        Case("output is a device", "front.mp4 back.mp4 -o x.mp4 --overwrite", status: 73, says: "x.mp4", "device") {
            try FileManager.default.createSymbolicLink(atPath: $0("x.mp4"), withDestinationPath: "/dev/null")
        },
        Case("no such folder", "front.mp4 back.mp4 -o none/out.mp4", status: 73, says: "none", "folder"),
        Case("sheet that is no PNG", "transitions --sheet x.jpg", status: 64, says: "x.jpg", ".png"),
        Case("unknown ending", "front.mp4 back.mp4 -o out.xyz", status: 64, says: "out.xyz", ".mp4"),
        Case("no ending", "front.mp4 back.mp4 -o out", status: 64, says: "out", ".mp4"),
    ]

    static let options = [
        Case("unknown transition", "front.mp4 back.mp4 --transition wip -o out.mp4", status: 64, says: "wip", "wipe"),
        Case(
            "unknown parameter", "front.mp4 back.mp4 --transition wipe:angel=30 -o out.mp4", status: 64, says: "angel",
            "angle"),
        Case(
            "duration as a parameter", "front.mp4 back.mp4 --transition wipe:duration=1s -o out.mp4", status: 64,
            says: "--transition-duration sets how long it takes."),
        Case(
            "long held handles", "stitch front.mp4 back.mp4 --held-handles 0.4s -o out.mp4", status: 64,
            says: "write a time from 0s to 0.3s"),
        Case(
            "parameter out of range", "front.mp4 back.mp4 --transition wipe:softness=7 -o out.mp4", status: 64,
            says: "softness"),
        Case(
            "missing matte", "front.mp4 back.mp4 --transition matte:none.png -o out.mp4", status: 66, says: "none.png"),
        Case(
            "interval shorter than the transition",
            "front.mp4 back.mp4 --switch-every 300ms --transition-duration 500ms -o out.mp4", status: 64, says: "0.5s"),
        Case(
            "text as matte", "front.mp4 back.mp4 --transition matte:notes.txt -o out.mp4", status: 65,
            says: "notes.txt", "not a picture", ".png"
        ) { try $0.write("Dear diary\n", "notes.txt") },
        Case(
            "folder as matte", "front.mp4 back.mp4 --transition matte:sub -o out.mp4", status: 65, says: "sub",
            "not a picture", "folder", ".png"
        ) { try FileManager.default.createDirectory(atPath: $0("sub"), withIntermediateDirectories: false) },
        Case(
            "nothing as matte", "front.mp4 back.mp4 --transition matte:x.png -o out.mp4", status: 65, says: "x.png",
            "not a picture", "empty"
        ) { try $0.write("", "x.png") },
        Case(
            "unknown color", "front.mp4 back.mp4 --transition wipe:border-color=chartreuse -o out.mp4", status: 64,
            says: "chartreuse", "#rrggbb", "orange"),
        Case("interval zero", "front.mp4 back.mp4 --switch-every 0s -o out.mp4", status: 64, says: "0"),
        Case("negative interval", "front.mp4 back.mp4 --switch-every=-1s -o out.mp4", status: 64, says: "-1s"),
        Case("interval without sense", "front.mp4 back.mp4 --switch-every soon -o out.mp4", status: 64, says: "soon"),
        Case("unreadable times", "front.mp4 back.mp4 --switch-at 1s,soon -o out.mp4", status: 64, says: "soon"),
        Case("negative time", "front.mp4 back.mp4 --switch-at=-1s -o out.mp4", status: 64, says: "-1s"),
        Case(
            "negative transition", "front.mp4 back.mp4 --transition-duration=-1s -o out.mp4", status: 64, says: "-1s"),
        Case(
            "absurd transition", "front.mp4 back.mp4 --transition-duration 900h -o out.mp4", status: 64,
            says: "transition-duration"),
        Case("odd size", "front.mp4 back.mp4 --size 161x97 -o out.mp4", status: 64, says: "161x97"),
        Case("absurd size", "front.mp4 back.mp4 --size 99999x2 -o out.mp4", status: 64, says: "99999x2"),
        Case("size without sense", "front.mp4 back.mp4 --size big -o out.mp4", status: 64, says: "big"),
        Case("no frames a second", "front.mp4 back.mp4 --fps 0 -o out.mp4", status: 64, says: "fps"),
        Case("absurd rate", "front.mp4 back.mp4 --fps 1000000 -o out.mp4", status: 64, says: "1000000"),
        Case("unknown codec", "front.mp4 back.mp4 --codec divx -o out.mp4", status: 64, says: "divx", "h264"),
        Case("unknown preset", "front.mp4 back.mp4 --preset quick -o out.mp4", status: 64, says: "quick", "veryfast"),
        Case(
            "H.264 in WebM", "front.mp4 back.mp4 --codec h264 -o out.webm", status: 64,
            says: "out.webm: WebM cannot hold",
            ".mkv", "vp9 or av1"),
        Case(
            "ProRes in MP4", "front.mp4 back.mp4 --codec prores -o out.mp4", status: 64, says: "ProRes", ".mov or .mkv"),
        Case(
            "PCM in MP4", "front.mp4 back.mp4 --audio-codec pcm -o out.mp4", status: 64, says: "PCM", ".mov or .mkv",
            "aac or opus"),
        Case(
            "another codec's preset", "front.mp4 back.mp4 --codec av1 --preset medium -o out.mp4", status: 64,
            says: "AV1 has no preset 'medium'", "(--preset)"),
        Case(
            "a picture too small for AV1", "front.mp4 back.mp4 --codec av1 --size 32x32 -o out.mp4", status: 64,
            says: "AV1", "at least 64x64", "(--size, --codec)"),
        Case(
            "ProRes with a factor", "front.mp4 back.mp4 --codec prores --crf 20 -o out.mov", status: 64,
            says: "preset decides", "hq"),
        Case(
            "a device for ProRes", "front.mp4 back.mp4 --codec prores --encoder nvenc -o out.mov", status: 64,
            says: "ProRes", "software only", "(--encoder)"),
        Case(
            "a factor of AV1", "front.mp4 back.mp4 --crf 60 -o out.mp4", status: 64, says: "H.264", "51 (worst)",
            "--crf"),
        Case(
            "average and limit", "front.mp4 back.mp4 --bitrate 5M --max-bitrate 8M -o out.mp4", status: 64,
            says: "--max-bitrate"),
        Case(
            "no such moment", "front.mp4 back.mp4 --poster 1h -o out.mp4", status: 64, says: "no frame at", "(--poster)"
        ),
        Case(
            "WebM with a cover", "front.mp4 back.mp4 --poster 1s -o out.webm", status: 64, says: "out.webm", "cover"),
        Case("absurd quality", "front.mp4 back.mp4 --crf 99 -o out.mp4", status: 64, says: "crf"),
        Case("quality twice", "front.mp4 back.mp4 --crf 20 --bitrate 5M -o out.mp4", status: 64, says: "--bitrate"),
        Case("absurd bit rate", "front.mp4 back.mp4 --bitrate 1 -o out.mp4", status: 64, says: "bitrate"),
        Case("unknown camera", "front.mp4 back.mp4 --primary side -o out.mp4", status: 64, says: "side", "front"),
        Case(
            "unknown sound", "front.mp4 back.mp4 --audio side -o out.mp4", status: 64, says: "side", "follow", "front"),
        Case(
            "a file as sound", "front.mp4 back.mp4 --audio a.wav -o out.mp4", status: 64, says: "mic=a.wav --audio mic"),
        Case(
            "loudness of nothing", "front.mp4 back.mp4 --audio none --loudness -14 -o out.mp4", status: 64,
            says: "--audio none"),
        Case(
            "90 seconds of a minute", "front.mp4 back.mp4 --switch-at 1:90 -o out.mp4", status: 64,
            says: "write 2:30 or 150s"),
        Case("a common name", "front.mp4 back.mp4 --every 5s -o out.mp4", status: 64, says: "use --switch-every"),
        Case("a title without time", "front.mp4 back.mp4 --title A -o out.mp4", status: 64, says: "'A@2s-6s'"),
        Case(
            "a late title", "front.mp4 back.mp4 --title A@1:00-1:05 -o out.mp4", status: 64, says: "use an earlier time"
        ),
        Case(
            "a title to the left", "front.mp4 back.mp4 --title A@0s-1s:place=left -o o.mp4", status: 64, says: "center"),
        Case(
            "a title without text", "front.mp4 back.mp4 --title @1s-2s -o o.mp4", status: 64,
            says: "'Our trip@1s-2s'"),
        Case("a title backwards", "front.mp4 back.mp4 --title A@2s-1s -o o.mp4", status: 64, says: "after the start"),
        Case(
            "a late logo", "front.mp4 back.mp4 --logo back.mp4@9s-10s -o o.mp4", status: 64,
            says: "the logo cannot begin"),
        Case("fades without end", "front.mp4 back.mp4 --fade-in 9s -o o.mp4", status: 64, says: "make them shorter"),
        Case(
            "fades longer than the film", "front.mp4 back.mp4 --fade-in 1.5s --fade-out 1.5s -o o.mp4", status: 64,
            says: "make them shorter"),
        Case("a preview as WebM", "preview front.mp4 back.mp4 -o p.webm", status: 64, says: ".mp4, .mov or .mkv"),
        Case(
            "a fade of two colors", "front.mp4 back.mp4 --fade-in 1s:white:red -o o.mp4", status: 64, says: "1s:white"),
        Case("no such strength", "front.mp4 back.mp4 --stabilize strong -o o.mp4", status: 64, says: "strong"),
        Case("subtitles of nothing", "front.mp4 back.mp4 --subtitles back.mp4 -o o.mp4", status: 65, says: "SubRip"),
        Case("no logo", "front.mp4 back.mp4 --logo no.png -o o.mp4", status: 66, says: "no.png"),
        Case("a still of nothing", "still front.mp4 back.mp4 -o f.png", status: 64, says: "--every 5s"),
        Case("two outputs", "still front.mp4 back.mp4 -o f.png --sheet g.png", status: 64, says: "leave one out"),
        Case("no guess", "front.mp4 back.mp4 --hlep -o out.mp4", status: 64, says: "unknown option '--hlep'. 'compose"),
        Case("90 seconds long", "front.mp4 back.mp4 --to 0:90 -o out.mp4", status: 64, says: "write 1:30 or 90s"),
        Case("another's name", "front.mp4 back.mp4 --lufs -14 -o out.mp4", status: 64, says: "use --loudness"),
        Case("a plan for others", "plan front.mp4 back.mp4 -o film.edl", status: 64, says: "--format edl -o film.edl"),
        Case("a name without its file", "sync front=gone.mp4 back.mp4", status: 66, says: "gone.mp4"),
        Case("sound to stitch", "stitch front.mp4 back.mp4 a.wav -n", status: 64, says: "--continuous-audio a.wav"),
        Case("sound off", "front.mp4 back.mp4 --audio off -o out.mp4", status: 64, says: "--audio none"),
        Case("muted", "front.mp4 back.mp4 --mute -o out.mp4", status: 64, says: "missing value for '--mute <names>'"),
        Case(
            "switch to nobody", "front.mp4 back.mp4 --switch-at 3s:left -o out.mp4", status: 64, says: "'left'",
            "camera (front, back)", "compose transitions"),
        Case(
            "a slip in a list", "front.mp4 back.mp4 --switch-at 3s:wip -o out.mp4", status: 64, says: "did you mean",
            "'wipe'"),
        Case("unknown opening", "front.mp4 back.mp4 --start-with side -o out.mp4", status: 64, says: "side"),
        Case(
            "unknown turn", "front.mp4 back.mp4 --rotate front=45 -o out.mp4", status: 64,
            says: "front=45: use 0, 90, 180 or 270"),
        Case("turn of nobody", "front.mp4 back.mp4 --rotate side=90 -o out.mp4", status: 64, says: "side"),
        Case("unknown option", "front.mp4 back.mp4 --swich-every 5s -o out.mp4", status: 64, says: "--swich-every"),
        Case(
            "intervals and times", "front.mp4 back.mp4 --switch-every 1s --switch-at 1s -o out.mp4", status: 64,
            says: "--switch-at"),
    ]

    /// Values that begin with a dash, that are empty, that no option takes.
    static let values = [
        Case("-3s apart", "--switch-every -3s", status: 64, says: "--switch-every -3s: write", "500ms"),
        Case(
            "not a number apart", "--switch-every nan", status: 64, says: "--switch-every nan: not a valid time; write"),
        Case("nothing apart", "--switch-every ''", status: 64, says: "--switch-every '': not a valid time; write"),
        Case("at -3s", "--switch-at -3s", status: 64, says: "--switch-at", "'-3s' is not a valid cut"),
        Case("-1s long", "--transition-duration -1s", status: 64, says: "--transition-duration -1s: write", "500ms"),
        Case("moved by -1s", "--snap-to-keyframes -1s", status: 64, says: "--snap-to-keyframes -1s: write"),
        Case("-5 a second", "--fps -5", status: 64, says: "--fps -5: write", "29.97"),
        Case("0 a second", "--fps 0", status: 64, says: "--fps 0: write"),
        Case("30/0 a second", "--fps 30/0", status: 64, says: "--fps 30/0: write"),
        Case("abc a second", "--fps abc", status: 64, says: "--fps abc: write"),
        Case("quality -1", "--crf -1", status: 64, says: "--crf -1: use 0"),
        Case("quality 99", "--crf 99", status: 64, says: "--crf 99: use 0"),
        Case("quality nan", "--crf nan", status: 64, says: "--crf nan: use 0"),
        Case("bit rate -8M", "--bitrate -8M", status: 64, says: "--bitrate -8M: write"),
        Case("no bit rate", "--bitrate ''", status: 64, says: "--bitrate '': write", "8M"),
        Case("no preset", "--preset ''", status: 64, says: "--preset '': use one of", "veryfast"),
        Case("no size", "--size ''", status: 64, says: "--size '': write"),
        Case("no name", "front.mp4 ''", status: 64, says: "'' is not a file name"),
        Case("only no name", "''", status: 64, says: "'' is not a file name"),
        Case("size -5", "--size -5", status: 64, says: "--size -5: write"),
        Case(
            "an offset apart", "front.mp4 back.mp4 --offset front 1s", status: 64,
            says: "--offset front 1s: write --offset front=1s."),
        Case(
            "a gain apart", "front.mp4 back.mp4 --gain front -6dB", status: 64,
            says: "--gain front -6dB: write --gain front=-6dB."),
        Case("another name", "front.mp4 back.mp4 --out x.mp4", status: 64, says: "no option --out; use --output"),
        Case(
            "a parameter apart", "front.mp4 back.mp4 --transition wipe-angle=30", status: 64,
            says: "parameters follow the name after a colon"),
        Case("offset of nobody", "--offset -3s", status: 64, says: "--offset -3s: write", "front=-3s"),
        Case("0 at a time", "--jobs 0", status: 64, says: "--jobs 0: use auto, or 1 to 64"),
        Case("part 9 of nothing", "--chunk 9", status: 64, says: "--chunk 9: write", "2/8"),
        Case("codec vp8", "--codec vp8", status: 64, says: "--codec vp8: use 'h264'", "'vp9'"),
        Case("encoder omx", "--encoder omx", status: 64, says: "--encoder omx: use software, auto, vaapi"),
        Case("poster -1s", "--poster -1s", status: 64, says: "--poster -1s: write"),
        Case("no value", "plan --fps", status: 64, says: "missing value for '--fps <rate>'", "'compose help plan'"),
        Case("a flag with a value", "--fresh=3", status: 64, says: "'--fresh' does not take", "'compose help render'"),
        Case("no plan", "join", status: 64, says: "missing expected argument '<plan>'", "'compose help join'"),
        Case("5secs apart", "--switch-every 5secs", status: 64, says: "--switch-every 5secs: not a valid time; write"),
        Case(
            "a list with a space", "front.mp4 back.mp4 --switch-at 0.5s, 1s", status: 64,
            says: "--switch-at 0.5s, 1s: write --switch-at 0.5s,1s."),
        Case(
            "the film's name without its option", "front.mp4 back.mp4 film.mp4", status: 64,
            says: "film.mp4: no such file", "use -o film.mp4"),
        Case(
            "a transition's name", "front.mp4 back.mp4 --transition wip", status: 64,
            says: "--transition wip: there is no transition named 'wip'; did you mean 'wipe'?"),
        Case(
            "a look's name", "front.mp4 back.mp4 --look vivd", status: 64,
            says: "--look vivd: there is no look named 'vivd'"),
        Case(
            "a value without its name", "front.mp4 back.mp4 --view pip:circle", status: 64,
            says: "'circle' is a value of 'aspect'; write pip:aspect=circle"),
        Case(
            "a camera without its parameter", "front.mp4 back.mp4 --view pip:front", status: 64,
            says: "'front' is a camera; write pip:inset=front"),
        Case(
            "a camera after the transition", "front.mp4 back.mp4 --switch-at 1s:circle:front", status: 64,
            says: "--switch-at 1s:circle:front: write 'front' before the transition, as in 3s:front:circle."),
        Case("two views in one", "front.mp4 back.mp4 --view pip,split", status: 64, says: "give --view once for each"),
        Case(
            "two looks in one", "front.mp4 back.mp4 --look warm,vivid", status: 64, says: "Give --look once for each."),
        Case(
            "a camera misspelled", "front.mp4 back.mp4 --primary bakc", status: 64,
            says: "there is no camera named 'bakc'; did you mean 'back'? This recording has"),
        Case(
            "a stray time", "front.mp4 back.mp4 6s:front", status: 64, says: "6s:front is not a file", "without spaces"),
        Case(
            "an offset twice", "front.mp4 back.mp4 --offset front=1s --offset Front=2s", status: 64,
            says: "--offset was given twice for front; give it once"),
        Case("a drift twice", "front.mp4 back.mp4 --drift back=1 --drift back=2", status: 64, says: "twice", "back"),
        Case("a turn twice", "front.mp4 back.mp4 --rotate back=90 --rotate back=0", status: 64, says: "twice", "back"),
        Case(
            "a track twice", "front.mp4 back.mp4 --audio-track 1 --audio-track 1", status: 64,
            says: "--audio-track was given twice"),
        Case(
            "two views at a cut", "front.mp4 back.mp4 --switch-at 1s:pip:front", status: 64,
            says: "a cut shows one camera or view; 'front' is a second one"),
        Case("a large drift", "front.mp4 back.mp4 --drift front=5000ppm", status: 64, says: "from -1200 to 1200"),
        Case("a camera without a file", "front= back.mp4", status: 64, says: "front=: there is no file name", "FILE"),
        Case(
            "two transitions at once", "front.mp4 back.mp4 --transition wipe,circle", status: 64,
            says: "only one transition", "--switch-at 3s:wipe,6s:circle"),
        Case(
            "a typed name is quoted", "front.mp4 back.mp4 --start-with SIDE", status: 64, says: "--start-with SIDE:",
            "'SIDE'"),
        Case("a slip is quoted", "front.mp4 back.mp4 --switch-at 0:01:Wip", status: 64, says: "--switch-at 0:01:Wip:"),
        Case(
            "no such track", "front.mp4 back.mp4 --audio-track front=2", status: 64,
            says: "front.mp4 has only 1 audio track, so there is no track 2"),
        Case("part 4 of 3", "--chunk 4/3", status: 64, says: "--chunk 4/3: the part is out of range", "1/3 to 3/3"),
        Case(
            "plan and verify", "plan front.mp4 back.mp4 --verify", status: 64,
            says: "--verify belongs to 'compose render'"),
        Case(
            "plan and jobs", "plan front.mp4 back.mp4 --jobs 2", status: 64, says: "--jobs belongs to 'compose render'"),
        Case(
            "one hyphen", "front.mp4 back.mp4 -switch-every 1s", status: 64,
            says: "-switch-every: a long option begins with two hyphens; write --switch-every."),
        Case(
            "a long dash", "front.mp4 back.mp4 –switch-every=1s", status: 64,
            says: "a long option begins with two hyphens; write --switch-every=1s."),
        Case(
            "recordings are no plan", "export front.mp4 back.mp4 -o cuts.edl", status: 64,
            says: "'compose export' takes one plan file (.otio)"),
        Case("plan and a dry run", "plan front.mp4 back.mp4 -n", status: 64, says: "-n belongs to 'compose render'"),
        Case(
            "chunks before the plan", "join 1.chunk film.otio", status: 64, says: "1.chunk is not a plan file",
            "plan first"),
        Case(
            "cells without a sheet", "transitions --cell 64x64", status: 64,
            says: "--cell has no effect without --sheet"),
        Case("a picture without a sheet", "transitions --from front.mp4", status: 64, says: "--from has no effect"),
        Case(
            "from beyond the end", "front.mp4 back.mp4 --from 40s", status: 64,
            says: "--from 40s is past the end of the recording (0:01.500)"),
        Case("help for nothing", "help nosuch", status: 64, says: "help nosuch", "no such command"),
        Case(
            "turned by 45", "reorient front.mp4 --rotate -45 -o x.mp4", status: 64,
            says: "--rotate -45: use 90, 180 or 270"),
        Case("-3 beside", "transitions --sheet x.png --columns -3", status: 64, says: "--columns -3: use 1 to 20"),
        Case("cells of nothing", "transitions --sheet x.png --cell 9", status: 64, says: "--cell 9: write", "192x108"),
    ]

    @Test(arguments: inputs + outputs + options + values)
    func costsOneSentenceAndNothingElse(_ bad: Case) throws {
        let folder = try folderWithPair()
        try bad.prepare(folder)
        let digests = { Dictionary(uniqueKeysWithValues: folder.contents.map { ($0, folder.bytes($0).hashValue) }) }
        let before = digests()
        let outcome = try Program.run(bad.arguments, in: folder)
        #expect(outcome.status == bad.status, "\(outcome.error)")
        #expect(outcome.output == "")
        for word in bad.words {
            #expect(outcome.error.contains(word), "\(outcome.error)")
        }
        let lines = outcome.errorLines.filter { !$0.hasPrefix("note: ") && !$0.hasPrefix("found ") }
        let sentence = lines.first ?? ""
        #expect(lines.count == 1 && sentence.hasPrefix("compose: "), "\(outcome.error)")
        #expect(sentence.count > 20 && sentence.count < 400, "\(outcome.error)")
        #expect(!outcome.error.contains("Error("), "no Swift in it")
        let after = digests()
        #expect(before == after, "nothing is changed or left behind: \(Set(after.keys).subtracting(before.keys))")
    }

    @Test func oneFrameIsAFilmToo() throws {
        let folder = try folderWithPair { $0.timing = .constant(.thirty, frames: 1) }
        let outcome = try Program.run("front.mp4", "back.mp4", "-o", "out.mp4", in: folder)
        // One frame composes to one frame, or is refused with a reason; it never crashes.
        #expect(outcome.status == 0 || outcome.status == 65, "\(outcome.error)")
        if outcome.status == 0 { #expect(try Movie(folder("out.mp4")).frames.count == 1) }
    }

    @Test func aFolderThatCannotBeWrittenIsSaidSo() throws {
        // Root may write everywhere.
        guard getuid() != 0 else { return }
        let folder = try folderWithPair()
        let locked = folder("locked")
        try FileManager.default.createDirectory(
            atPath: locked, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o555])
        let outcome = try Program.run("front.mp4", "back.mp4", "-o", "locked/out.mp4", in: folder)
        #expect(outcome.status == 73, "\(outcome.error)")
    }

    /// Nobody waits for a reader of a pipe, and none is replaced.
    @Test func anOutputThatIsAPipeIsRefused() throws {
        let folder = try folderWithPair()
        try #require(mkfifo(folder("x.mp4"), 0o600) == 0)
        let outcome = try Program.run("front.mp4", "back.mp4", "-o", "x.mp4", "--overwrite", in: folder)
        #expect(outcome.status == 73 && outcome.error.contains("a pipe has this name"), "\(outcome.error)")
        #expect(folder.contents == ["back.mp4", "front.mp4", "x.mp4"])
    }

    /// Names are bytes: the recordings, the plan and the film keep theirs.
    @Test func namesNeedNotBeUTF8() throws {
        let folder = try folderWithPair()
        let run = { (words: String) in
            try Program.run(
                [], in: folder,
                shell: #"f=$(printf 'fr\377nt.mp4'); p=$(printf 'f\374.otio'); o=$(printf '\344.mp4'); "#
                    + #"cp -n front.mp4 "$f"; set -- "# + words)
        }
        #expect(try run(#"plan front="$f" back.mp4 --sync none -o "$p""#).status == 0)
        let rendered = try run(#"render "$p" -o "$o""#)
        #expect(rendered.status == 0, "\(rendered.error)")
        // The film has its own name, and nothing else is left.
        let listed = try run(#"probe "$o" "$f" back.mp4"#)
        #expect(listed.status == 0, "\(listed.error)")
        let scanned = try run(#"scan ."#)
        #expect(scanned.status == 0, "\(scanned.error)")
    }

    /// A canonical WAVE file of silence: mono, 16 bit, 48 kHz.
    static func wav(samples: Int) -> [UInt8] {
        let word = { (n: Int) in (0..<4).map { UInt8(truncatingIfNeeded: n >> ($0 * 8)) } }
        return Array("RIFF".utf8) + word(36 + samples * 2) + Array("WAVEfmt ".utf8) + word(16)
            + [1, 0, 1, 0] + word(48_000) + word(96_000) + [2, 0, 16, 0] + Array("data".utf8) + word(samples * 2)
            + [UInt8](repeating: 0, count: samples * 2)
    }
}
