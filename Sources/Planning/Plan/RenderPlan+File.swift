import MediaIO
import MediaTime
import Parameters
import Timeline

extension RenderPlan {
    /// Checks that the container implied by a file name supports this film.
    ///
    /// - Throws: `MediaError`.
    package func checkContainer(of path: String) throws(MediaError) {
        let container = try Container(path: path)
        try container.check(output.codec, audioCodec, path: path)
        guard carriedOrientation == .upright || container.carriesOrientation else {
            throw .cannotTurn(path: path, container: container.title)
        }
        guard output.poster == nil || container.holdsCover else {
            throw .noCover(path: path, container: container.title)
        }
        if let track = try trackedSubtitles() {
            _ = try SubtitleTrack(track, in: container, duration: composition.duration)
        }
    }

    /// The film's container if no file name is given.
    package var usualContainer: Container { .usual(output.codec, audioCodec) }

    /// `nil` for a silent film.
    package var audioCodec: AudioCodec? { encodesAudio || audioCopy != nil ? output.audio.codec : nil }

    /// From each switch to the next, titled after the cameras shown; none if not requested. A skipped part is not a
    /// switch.
    package var chapters: [Chapter] {
        guard output.hasChapters else { return [] }
        let time = composition.frameRate.time(ofFrame:)
        var shown: Scene?
        return composition.segments.reduce(into: []) { chapters, segment in
            defer { shown = segment.scene }
            let title = segment.scene.map(title(of:)) ?? "black"
            let range = TimeRange(start: time(segment.frames.lowerBound), end: time(segment.frames.upperBound))
            if segment.scene == shown, !chapters.isEmpty {
                chapters[chapters.count - 1].range.end = range.end
            } else {
                chapters.append(Chapter(title: title, range: range))
            }
        }
    }

    /// "Anna", "Anna and Ben", "Anna with Ben" if Anna fills the canvas: by their labels, if they have any.
    private func title(of scene: Scene) -> String {
        let names = scene.angles.map { angle in
            let label = output.text?.names[angle.name] ?? ""
            return label.isEmpty ? angle.name : label
        }
        guard let first = names.first else { return "black" }
        let hasInsets = scene.visibleLayers.first?.hidesAllBelow == true
        return hasInsets && names.count > 1
            ? "\(first) with \(list(Array(names.dropFirst()), "and"))" : list(names, "and")
    }

    /// The titles of the film's chapters, in order.
    package var chapterTitles: [String] { chapters.map(\.title) }
}

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
    /// Files used in addition to the recordings: images of transitions, tables of looks, fonts named as files.
    package var namedFiles: [String] {
        imageFiles + output.finish.files
    }
}
