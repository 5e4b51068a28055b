import MediaIO
import Parameters
import Placing
import Planning
import Platform

/// Finds the recording pair in a folder when no file names are given.
enum RecordingPair {
    static func inCurrentFolder() throws -> [Input] {
        let names = (FileSystem.names(inFolder: ".") ?? []).filter { !$0.hasPrefix(".") }
        let recordings = names.filter { MediaFileName.isRecording($0) && hasBytes($0) && !isFilm($0) }
        let sounds = names.filter { MediaFileName.soundEndings.contains(FilePath($0).ending) }
        if !sounds.isEmpty || recordings.count > 2 {
            let findings = try RecordingFinder.find(below: recordings + sounds)
            if let found = findings.recordings.first, findings.recordings.count == 1,
                found.scheme == "session" || !found.sounds.isEmpty
            {
                return try inputs(of: found, findings).inputs
            }
        }
        do { return try find(in: recordings) } catch {
            // Microphones may lie in folders of their own.
            guard !sounds.isEmpty || names.contains(where: SessionGrouping.isFolder), let found = try? found(in: ".")
            else { throw error }
            return found.inputs
        }
    }

    /// The one recording in a folder: a pair, or the cameras and microphones of a session.
    ///
    /// - Throws: `UsageError` unless it is one.
    static func found(in folder: String) throws -> FoundInputs {
        let findings = try RecordingFinder.find(below: [folder], isOne: true)
        guard let found = findings.recordings.first, findings.recordings.count == 1 else {
            guard findings.recordings.isEmpty else {
                throw UsageError(
                    "\(folder) has \(findings.recordings.count) recordings; 'compose scan \(quoted(folder))' lists them, and 'compose batch \(quoted(folder))' makes a film of each. For one, name its files."
                )
            }
            throw UsageError(
                "\(folder): no single recording by the names of its files; name them, such as: compose front=FILE back=FILE -o out.mp4",
                status: .noInput)
        }
        return try inputs(of: found, findings)
    }

    private static func inputs(of found: FoundRecording, _ findings: Findings) throws -> FoundInputs {
        let unused = findings.unused.filter { $0.reason != .film }.map { FilePath($0.path).name }
        Notes.add(
            "found \(list(found.angles.map(\.name), "and"))"
                + (found.sounds.isEmpty
                    ? ""
                    : ", and the \(found.sounds.count == 1 ? "microphone" : "microphones") \(list(found.sounds.map(\.angle.name), "and"))")
                + (unused.isEmpty ? "" : "; not used: \(unused.joined(separator: ", "))"), .guessed)
        return try FoundInputs(found)
    }

    /// Whether the file is not empty. An unreadable file counts: it is reported when used.
    static func hasBytes(_ name: String) -> Bool {
        do throws(MediaError) {
            return try checkInputFile(name) > 0
        } catch {
            if case .cannotRead = error { return true } else { return false }
        }
    }

    /// Whether it is earlier output of compose. Files that cannot be probed are not: they are reported when used.
    private static func isFilm(_ name: String) -> Bool { (try? MediaInfo(probing: name))?.isComposed == true }

    /// - Throws: `UsageError` that lists the files found unless they are exactly one pair.
    static func find(in names: [String]) throws -> [Input] {
        let recordings = names.sorted()
        let named = recordings.compactMap { name in
            CameraName.angle(inFileName: name).map { Input(path: name, angle: $0) }
        }
        let fronts = named.filter { $0.angle == "front" }
        let backs = named.filter { $0.angle == "back" }
        if fronts.count == 1, backs.count == 1 {
            let scenes = [fronts[0], backs[0]].map { CameraName.scene(ofFileName: $0.path) }
            let rest = recordings.filter { CameraName.angle(inFileName: $0) == nil }
            let further = rest.filter { name in
                scenes.contains { CameraName.word(ofFileName: name, besides: $0) != nil }
            }
            let unused = rest.filter { !further.contains($0) }
            Notes.add(
                "found " + list(["\(fronts[0].path) (front)", "\(backs[0].path) (back)"] + further, "and")
                    + (unused.isEmpty ? "" : "; not used: \(unused.joined(separator: ", "))"), .guessed)
            return [fronts[0], backs[0]] + further.map { Input(path: $0) }
        }
        // One recognized name is enough: the other file is the other camera.
        if recordings.count == 2, named.count < 2 {
            Notes.add("found \(recordings[0]) and \(recordings[1])", .guessed)
            return recordings.map { Input(path: $0) }
        }
        if recordings.isEmpty {
            throw UsageError(
                "no recordings in this folder; name them, such as: compose front.mov back.mov -o out.mp4",
                status: .noInput)
        }
        let found = recordings.prefix(6).joined(separator: ", ") + (recordings.count > 6 ? ", …" : "")
        let (front, back) = suggestion(recordings)
        guard recordings.count != 2 else {
            throw UsageError(
                "found \(found), but both names suggest the \(named[0].angle!) camera; "
                    + "name them, such as: compose front=\(quoted(front)) back=\(quoted(back)) -o out.mp4")
        }
        throw UsageError(
            "found \(counted(recordings.count, "recording", "recordings")) (\(found)), but no single pair; "
                + "name the files of one film, such as: compose front=\(quoted(front)) back=\(quoted(back)) -o out.mp4"
                + (fronts.count > 1 && backs.count > 1
                    ? ", or use 'compose batch .' for all pairs."
                    : recordings.count > 2 ? ", or join clips of one camera with 'compose stitch .'." : ".")
        )
    }

    /// The two files most likely to be of the same scene, by name; `other.mov` if there is only one.
    private static func suggestion(_ names: [String]) -> (front: String, back: String) {
        let fronts = names.filter { CameraName.angle(inFileName: $0) == "front" }
        let backs = names.filter { CameraName.angle(inFileName: $0) == "back" }
        for front in fronts {
            let scene = sceneKey(front)
            if let back = backs.first(where: { sceneKey($0) == scene }) { return (front, back) }
        }
        let front = fronts.first ?? names.first { !backs.prefix(1).contains($0) }
        let back = backs.first ?? names.first { $0 != front }
        return (front ?? "other.mov", back ?? "other.mov")
    }

    private static func sceneKey(_ name: String) -> [String] {
        CameraName.scene(ofFileName: name).map { $0.lowercased() }
    }
}
