import MediaIO
import Platform
import Timeline

/// Groups what recorded one session at once, with a file for each camera and microphone that is named after whom or what it
/// records: the ISO files of a switcher, OBS with a file for each source, Zoom and Riverside with one for each participant.
package struct SessionGrouping {
    let times: (String) -> FileTimes
    /// Whether all files of a folder are taken for one session, because a user says so.
    let isOne: Bool

    /// Names of subfolders of a session, in lower case.
    private static let soundFolders: Set<String> = [
        "audio record", "audio source files", "audio", "sound", "microphones",
    ]
    private static let cameraFolders: Set<String> = ["video iso files", "video", "cameras"]
    /// Whether a folder of this name is a part of a session.
    package static func isFolder(_ name: String) -> Bool {
        soundFolders.contains(name.lowercased()) || cameraFolders.contains(name.lowercased())
    }

    /// What the names of mixes and of pictures of everybody say, beside others of single sources.
    private static let mixes: Set<String> = [
        "mix", "mixdown", "program", "composed", "combined", "gallery", "participants", "everyone", "all", "final",
    ]
    /// What names say of the kind of a file, and of the program that wrote it, and not of its source.
    private static let kinds: Set<String> = [
        "riverside", "zoom", "squadcast", "obs", "raw", "cfr", "vfr", "video", "audio", "sound", "recording", "track",
        "aligned",
        "synced",
    ]
    private static let cameraWords: Set<String> = ["cam", "camera", "kamera", "angle"]
    /// Seconds between the first and the last of what one click starts.
    private static let together: Int64 = 10
    /// Of the lengths of files that ended with their session, in seconds.
    private static let sameLength: Int64 = 1
    /// Nobody has more cameras and microphones than this; more files are an archive.
    private static let mostOpened = 32

    /// A file by what its name says.
    private struct Named {
        var path: String
        var isSound: Bool
        /// Seconds since 1970, if the name tells.
        var time: Int64?
        /// The words and numbers of its name without the time.
        var words: [String]
        /// Those that say who or what it is.
        var own: [String] = []
        /// The time as it is written.
        var stamp = ""
        /// Whether it lies in a folder that only a program makes.
        var isInFolder: Bool
        /// Whether its name has a word for the front or the back camera, and no partner.
        var isSide: Bool

        init(_ path: String, isSound: Bool, isInFolder: Bool = false, isSide: Bool = false) {
            (self.path, self.isSound, self.isInFolder, self.isSide) = (path, isSound, isInFolder, isSide)
            var stem = FilePath(path).stem
            time = FileNameTime.time(inFileName: path).map { $0.ticks(in: .perSecond(1), .nearest) }
            let pattern = /[0-9]{4}[-_.]?[0-9]{2}[-_.]?[0-9]{2}[-_. T]+[0-9]{2}[-_.:h]?[0-9]{2}[-_.:m]?[0-9]{2}/
            if time != nil, let match = stem.firstMatch(of: pattern) {
                stamp = String(match.0)
                stem.replaceSubrange(match.range, with: " ")
            }
            // Long numbers are counted by programs, and are no words.
            words = stem.split { !$0.isLetter && !$0.isNumber }.flatMap(\.words)
                .filter { $0.count < 5 || !$0.allSatisfy(\.isNumber) }
        }

        func says(_ words: Set<String>) -> Bool { own.contains { words.contains($0.lowercased()) } }

        /// "anna", "CAM 1".
        var name: String {
            guard let first = own.first, own.allSatisfy({ $0.count == 1 || $0.allSatisfy(\.isNumber) }),
                let place = words.firstIndex(of: first), place > 0
            else { return own.joined(separator: "-") }
            return words[place - 1] + " " + own.joined(separator: "-")
        }
    }

    func group(into findings: inout Findings) {
        var folders: [FileKey: (path: String, files: [Named])] = [:]
        for file in findings.unused {
            let path = FilePath(file.path)
            var isSide = false
            switch file.reason {
            case .unknownName: break
            case .noPartner: isSide = true
            case .sound where !Self.isMusic(path): break
            default: continue
            }
            let isSound = file.reason == .sound
            let isInner = (isSound ? Self.soundFolders : Self.cameraFolders).contains(
                FilePath(path.folder).name.lowercased())
            let folder = isInner ? FilePath(path.folder).folder : path.folder
            folders[FileKey(folder), default: (folder, [])].files.append(
                Named(file.path, isSound: isSound, isInFolder: isInner, isSide: isSide))
        }
        for (folder, files) in folders.values {
            let cameras = files.filter { !$0.isSound }
            // Beside the cameras of a switcher lies its program.
            let isISO = cameras.contains(where: \.isInFolder)
            var clusters: [[Named]] = []
            for file in files.filter({ !isISO || $0.isSound || $0.isInFolder }).sorted(by: {
                ($0.time ?? .max, FileKey($0.path)) < ($1.time ?? .max, FileKey($1.path))
            }) {
                let first = clusters.last?.first
                let isNear =
                    if let one = first?.time, let other = file.time {
                        other - one <= Self.together
                    } else {
                        first != nil && first?.time == file.time
                    }
                if first != nil, isOne || isISO || isNear {
                    clusters[clusters.count - 1].append(file)
                } else {
                    clusters.append([file])
                }
            }
            for cluster in clusters {
                guard let (recording, left, films) = recording(of: cluster, in: folder) else { continue }
                let program = isISO ? cameras.filter { !$0.isInFolder } : []
                let used = Set((recording.files + recording.sounds).map { FileKey($0.path) })
                let told = Set((left + program + films).map { FileKey($0.path) })
                findings.unused.removeAll { used.contains(FileKey($0.path)) || told.contains(FileKey($0.path)) }
                findings.unused += (left + program).map { UnusedFile(path: $0.path, reason: .mix) }
                findings.unused += films.map { UnusedFile(path: $0.path, reason: .film) }
                findings.recordings.append(recording)
            }
        }
    }

    /// Adds the sounds beside the only recording of a folder: several, or whatever a user says is of it.
    func addSounds(to findings: inout Findings) {
        let folders = Dictionary(grouping: findings.recordings.indices) { FileKey(findings.recordings[$0].folder) }
        for recordings in folders.values where recordings.count == 1 {
            let recording = findings.recordings[recordings[0]]
            guard !recording.isSeries else { continue }
            let sounds = findings.unused.filter {
                $0.reason == .sound && FileKey(FilePath($0.path).folder) == FileKey(recording.folder)
                    && !Self.isMusic(FilePath($0.path))
            }
            guard isOne || sounds.count > 1 else { continue }
            let named = Self.named(sounds.map { Named($0.path, isSound: true) })
            findings.recordings[recordings[0]].sounds += Self.microphones(named, beside: recording.angles)
            findings.unused.removeAll(where: sounds.contains)
        }
    }

    /// Files that began together, if they are of one session.
    private func recording(of files: [Named], in folder: String) -> (FoundRecording, left: [Named], films: [Named])? {
        guard files.count <= Self.mostOpened else { return nil }
        var cameras = Self.named(files.filter { !$0.isSound })
        var sounds = Self.named(files.filter(\.isSound))
        // An earlier film is none of its own cameras.
        var films: [Named] = []
        if cameras.contains(where: { $0.time == nil }), files.count > 1 {
            films = cameras.filter { times($0.path).isFilm }
            cameras = Self.named(cameras.filter { file in !films.contains { $0.path == file.path } })
        }
        let left = Self.withoutMixes(&cameras) + Self.withoutMixes(&sounds)
        guard !cameras.isEmpty, cameras.count + sounds.count > 1 || isOne else { return nil }
        let names = cameras.map(\.name)
        guard cameras.count == 1 || Set(names.map { $0.lowercased() }).count == names.count && !names.contains("")
        else {
            return nil
        }
        guard isOne || areOfOneSession(cameras, sounds) else { return nil }
        let shared = cameras[0].words.filter {
            !cameras[0].own.contains($0) && !Self.kinds.union(Self.cameraWords).contains($0.lowercased())
        }
        let isOfFolder = cameras.count == 1 || shared.isEmpty || cameras[0].isInFolder
        let angles = cameras.count == 1 && names[0].isEmpty ? ["camera"] : names
        let recording = FoundRecording(
            scheme: "session", folder: folder,
            scene: !cameras[0].stamp.isEmpty
                ? cameras[0].stamp
                : isOfFolder ? FilePath(FileSystem.absolute(folder)).name : shared.joined(separator: "-"),
            files: zip(cameras, angles).map { .init(path: $0.path, angle: Angle($1), moment: 0) },
            sounds: Self.microphones(sounds, beside: angles.map { Angle($0) }),
            holes: [], starts: [], main: nil)
        return (recording, left, films)
    }

    private static func microphones(_ sounds: [Named], beside cameras: [Angle]) -> [FoundRecording.File] {
        var taken = Set(cameras.map { $0.name.lowercased() })
        return sounds.map { sound in
            let stem = Recording.optionName(FilePath(sound.path).stem)
            let own = sound.name.isEmpty || sounds.count == 1 && sound.stamp.isEmpty ? stem : sound.name
            let names = [own, "\(own)-mic", stem] + (2...taken.count + 3).map { "\(own)-\($0)" }
            let name = names.first { taken.insert($0.lowercased()).inserted }!
            return .init(path: sound.path, angle: Angle(name), moment: 0)
        }
    }

    /// With what distinguishes each from the others.
    private static func named(_ files: [Named]) -> [Named] {
        let folded = files.map { Set($0.words.map { $0.lowercased() }) }
        let shared = files.count > 1 ? folded.dropFirst().reduce(folded[0]) { $0.intersection($1) } : []
        return files.map { file in
            var file = file
            file.own = file.words.filter { !shared.contains($0.lowercased()) && !kinds.contains($0.lowercased()) }
            return file
        }
    }

    /// Takes out what is a mix of the others, or shows all of them.
    private static func withoutMixes(_ files: inout [Named]) -> [Named] {
        let single = files.filter { !$0.says(mixes) && !$0.own.isEmpty }
        guard single.count > 1 else { return [] }
        let left = files.filter { file in !single.contains { $0.path == file.path } }
        files = named(single)
        return left
    }

    /// Whether a program started them together, put them into its folders, or they were recorded at the same time.
    private func areOfOneSession(_ cameras: [Named], _ sounds: [Named]) -> Bool {
        let all = cameras + sounds
        guard cameras.count > 1 || sounds.count > 1, !cameras.allSatisfy(\.isSide) else { return false }
        if all.allSatisfy({ $0.time != nil }) || all.contains(where: \.isInFolder) { return true }
        // Episodes, takes and years are recorded one after the other; cameras have numbers, too.
        let isCamera = { (file: Named) in file.words.contains { Self.cameraWords.contains($0.lowercased()) } }
        guard cameras.allSatisfy({ isCamera($0) || !$0.own.contains { $0.allSatisfy(\.isNumber) } }) else {
            return false
        }
        if all.allSatisfy({ $0.words.contains { $0.lowercased() == "riverside" } }) { return true }
        guard cameras.count > 1, all.allSatisfy({ $0.own.contains(where: isWord) || isCamera($0) }) else {
            return false
        }
        let known = cameras.map { times($0.path) }.filter { $0.length != nil }
        let starts = known.compactMap(\.start)
        if known.count > 1, starts.count == known.count {
            return starts.max()! < known.map { $0.start! + $0.length! }.min()!
        }
        // A microphone for whom a camera shows, or names of cameras.
        let heard = Set(sounds.flatMap(\.own).map { $0.lowercased() })
        let matched = cameras.count { !heard.isDisjoint(with: $0.own.map { $0.lowercased() }) }
        let lengths = known.compactMap(\.length)
        let areAlike = lengths.count > 1 && lengths.max()! - lengths.min()! <= max(Self.sameLength, lengths.max()! / 20)
        return matched > 1 || areAlike && (matched == 1 || cameras.allSatisfy(isCamera))
    }

    /// A letter of an alphabet is no word, one of Chinese is.
    private func isWord(_ text: String) -> Bool {
        text.count(where: \.isLetter) > 1 || text.unicodeScalars.contains { $0.value >= 0x2E80 }
    }

    /// By its name, it is there to be added.
    private static func isMusic(_ path: FilePath) -> Bool {
        let words = path.stem.lowercased().split { !$0.isLetter }
        return words.contains("music") || words.contains("jingle")
    }
}
