import FixtureMedia
import Foundation
import Testing

/// Sound files and the options that say what is heard.
@Suite struct SoundCommandTests {
    private func folder() throws -> TemporaryFolder {
        let folder = try folderWithPair()
        try SoundFile.write(
            [Beeps.samples(.front, rate: 48_000, from: 0, count: 72_000)], rate: 48_000, to: folder("voice.wav"))
        return folder
    }

    @Test func aSoundFileIsListedAndHeard() throws {
        let folder = try folder()
        let plan = try Program.run(
            "plan", "front.mp4", "back.mp4", "mic=voice.wav", "--audio", "mic", "--offset", "mic=0.1s", in: folder)
        #expect(plan.status == 0)
        #expect(plan.output.contains("mic: voice.wav, pcm_f32le 48000 Hz mono, 0:00.100 to 0:01.600, no picture"))
        #expect(plan.output.contains("sound from mic"))
        let told = try json(
            Program.run("plan", "front.mp4", "back.mp4", "voice.wav", "--audio", "voice", "--json", in: folder).output)
        let sounds = try #require(told["sounds"] as? [[String: Any]])
        #expect(sounds.map { $0["name"] as? String } == ["voice"])
        let kinds = (told["notes"] as? [[String: Any]])?.compactMap { $0["kind"] as? String } ?? []
        #expect(kinds.contains("soundNamed") && kinds.contains("soundNotPlaced"))
        #expect(try Program.run("probe", "voice.wav", in: folder).output.contains("voice.wav: WAV"))
    }

    @Test(arguments: [
        (["--switch-at", "1s:mic"], "'mic' has sound but no picture"),
        (["--view", "mic"], "'mic' has sound but no picture"),
        (["--rotate", "mic=90"], "there is no camera named 'mic'"),
        (["--primary", "mic"], "there is no camera named 'mic'"),
        (["--music", "song.mp3:loudness=3"], "has no parameter 'loudness'"),
        (["--music", "voice.wav:-10dB"], "voice.wav:gain=-10dB"),
        (["--voice-over", "voice.wav@soon"], "voice.wav@12s"),
        (["--duck"], "--duck has nothing to lower; name a camera, such as --duck front"),
        (["--duck", "back", "--audio", "front"], "use --audio mix"),
        (["--duck", "x:depth=9dB"], "no camera named 'x'"),
        (["--duck", "front,back,mic"], "nobody else is heard"),
        (["--duck", "back:depth=far"], "--duck back:depth=far"),
        (["--gain", "front=loud"], "write decibels from -60 to 24"),
        (["--gain", "-3dB", "--gain", "-4dB"], "--gain was given twice for all"),
        (["--mute", "front,x"], "no camera named 'x'"), (["--gain", "front=-3dB,front=-4dB"], "given twice for front"),
        (["--music", "voice.wav", "--music", "front.mp4"], "--music was given 2 times"),
        (["--highpass", "front=5"], "write hertz from 10 to 2000"),
        (["--denoise", "loud"], "write decibels from 1 to 60"),
        (["--declick", "nobody"], "no camera named 'nobody'"),
        (["--audio", "voice"], "there is no camera or sound file named 'voice'"),
    ])
    func whatItCannotDoIsSaid(_ options: [String], _ sentence: String) throws {
        let folder = try folder()
        let outcome = try Program.run(
            ["front.mp4", "back.mp4", "mic=voice.wav", "-o", "out.mp4"] + options, in: folder)
        #expect(outcome.status == 64 && outcome.error.contains(sentence), "\(outcome.error)")
        #expect(!folder.contents.contains("out.mp4"))
    }

    @Test(arguments: ["back", "back:depth=12dB,release=2s", "back,depth=12dB,release=2s"])
    func aCameraGivesWay(_ value: String) throws {
        let folder = try folder()
        let plan = try Program.run("plan", "front.mp4", "back.mp4", "--duck", value, "-o", "film.otio", in: folder)
        #expect(plan.status == 0, "\(plan.error)")
        let text = String(decoding: folder.bytes("film.otio"), as: UTF8.self).filter { !$0.isWhitespace }
        #expect(text.contains("\"ducked\":[\"back\"]") && text.contains("\"choice\":\"mix\""))
        #expect(text.contains(value == "back" ? "\"depth\":10" : "\"depth\":12"))
    }

    @Test func listsAreTakenApart() throws {
        let folder = try folder()
        let lists = try Program.run(
            "plan", "front.mp4", "back.mp4", "voice.wav", "--audio", "mix", "--gain", "front=-6dB,voice=3dB", "--mute",
            "back,voice", "--highpass", "front=80,voice=120", "--json", in: folder)
        let repeated = try Program.run(
            "plan", "front.mp4", "back.mp4", "voice.wav", "--audio", "mix", "--gain", "front=-6dB", "--gain",
            "voice=3dB",
            "--mute", "back", "--mute", "voice", "--highpass", "front=80", "--highpass", "voice=120", "--json",
            in: folder)
        #expect(lists.status == 0 && lists.output == repeated.output, "\(lists.error)")
    }

    @Test func musicThatEndsEarlyIsSaid() throws {
        let folder = try folder()
        try SoundFile.write(
            [Beeps.samples(.front, rate: 48_000, from: 0, count: 24_000)], rate: 48_000, to: folder("short.wav"))
        let once = try Program.run("plan", "front.mp4", "back.mp4", "--music", "short.wav", in: folder)
        #expect(once.output.contains("short.wav ends at 0:00.500 of the film"), "\(once.output)")
        let again = try Program.run("plan", "front.mp4", "back.mp4", "--music", "short.wav:loop", in: folder)
        #expect(again.status == 0 && !again.output.contains("short.wav ends"), "\(again.output)")
    }

    @Test func musicIsListed() throws {
        let folder = try folder()
        try folder.add(folder("voice.wav"), as: "song.wav")
        let plan = try Program.run(
            "plan", "front.mp4", "back.mp4", "--music", "song.wav:gain=-20dB,loop", "--voice-over", "voice.wav@0.5s",
            "--duck", "depth=9dB", "--gain", "-3dB", "--fade-out", "500ms", in: folder)
        #expect(plan.status == 0, "\(plan.error)")
        #expect(plan.output.contains("music: song.wav, pcm_f32le 48000 Hz mono, -20.0 dB, looped"))
        #expect(plan.output.contains("voice-over: voice.wav, pcm_f32le 48000 Hz mono, 0.0 dB, from 0:00.500"))
    }

    @Test func aFolderIsLookedThroughForPicturesAlone() throws {
        let outcome = try Program.run("plan", in: try folder())
        #expect(outcome.status == 0 && !outcome.output.contains("voice.wav"))
    }
}
