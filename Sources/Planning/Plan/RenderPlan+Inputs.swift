import MediaIO
import Parameters

extension RenderPlan {
    /// Checks that the files are the ones used for planning: a file overwritten since would give a different film.
    ///
    /// - Throws: `MediaError.changed`.
    package func checkInputs() throws(MediaError) {
        for info in sources.map(\.info) + sounds.map(\.info) where FileState(path: info.path) != info.state {
            throw .changed(path: info.path)
        }
        for file in namedFiles where FileState(path: file) != fileStates[file] { throw .changed(path: file) }
    }
}

extension RenderPlan {
    /// The files read by looks, in order of first use.
    var lookFiles: [String] {
        var seen: Set<String> = []
        return output.looks.flatMap(\.looks).flatMap { $0.files(in: Catalogue<LookEntry>.standard) }.filter {
            seen.insert($0).inserted
        }
    }

    /// Files used in addition to the recordings: images of transitions, tables of looks, fonts named as files.
    package var namedFiles: [String] {
        imageFiles + lookFiles + (output.text?.styles.map(\.font).filter(FontFile.isPath) ?? [])
    }
}
