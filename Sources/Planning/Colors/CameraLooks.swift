import MediaIO
import Parameters
import Timeline

/// The looks of one camera, in the order they are applied.
package struct CameraLooks: Hashable, Sendable, Codable {
    /// The camera, in all of its files.
    package var angle: Angle
    package var looks: [Specification]
    /// Checks nothing; `check()` does.
    package init(angle: Angle, looks: [Specification]) {
        self.angle = angle
        self.looks = looks
    }

    /// Checks names and values, that FFmpeg can read the files, and that it has the filters.
    ///
    /// - Throws: `ParameterError`, `MediaError`.
    package func check() throws {
        for look in looks {
            let grade = try Grade([look])
            let files = look.files(in: Catalogue<LookEntry>.standard)
            for file in files {
                do { _ = try checkInputFile(file) } catch .isDirectory {
                    throw MediaError.notColorTable(path: file, reason: "it is a folder")
                }
                if let reason = try ColorTableFile.problem(in: file) {
                    throw MediaError.notColorTable(path: file, reason: reason)
                }
            }
            do {
                try grade.check()
            } catch {
                guard let file = files.first else { throw MediaError.failed(path: "the look '\(look)'", error) }
                throw MediaError.notColorTable(path: file, reason: "FFmpeg finds no table in it")
            }
        }
    }

    package func renamingFiles(_ rename: (String) -> String) -> CameraLooks {
        CameraLooks(
            angle: angle,
            looks: looks.map { look in
                Catalogue<LookEntry>.standard.entry(named: look.name).map { look.renamingFiles(of: $0, rename) } ?? look
            })
    }
}

extension Specification {
    /// The files that this look reads.
    package func files(in catalogue: Catalogue<LookEntry>) -> [String] {
        catalogue.entry(named: name).map { files(of: $0) } ?? []
    }
}
