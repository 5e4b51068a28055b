import MediaIO

extension RenderPlan {
    /// Grows whenever kernels, encoders' settings or the unit format change what a plan renders to: what another version
    /// has finished is then not continued, and chunks of two versions are not joined.
    static let generation = 3

    /// Names everything the bytes of the units depend on: the plan, the inputs, the version of this program's
    /// rendering, but not where the files lie. Two plans with one digest render the same packets.
    public var digest: String {
        let digest = Digest()
        digest.update("compose render \(Self.generation)\n")
        let images = imageFiles
        let transitions = composition.transitions.map {
            $0.renamingFiles { images.firstIndex(of: $0).map { "image \($0)" } ?? $0 }
        }
        digest.update(
            "\(composition.frameRate) \(composition.start.flicks) \(composition.segments) \(transitions)\n")
        digest.update("\(video) \(carriedOrientation) \(fit) \(sound) \(timescale) \(spans) \(audioCopy != nil)\n")
        // Rates and colors have short names for people, which several share.
        let rates = [composition.frameRate, video.frameRate].map { "\($0.numerator)/\($0.denominator)" }
        digest.update("\(rates) \(video.canvas.color.codePoints)\n")
        for (take, source) in zip(composition.session.takes, sources) {
            digest.update(
                "\(take.angle) \(take.start.flicks) \(take.footage) \(source.orientation) \(source.audioStream ?? -1) \(FileFingerprint(path: take.path))\n"
            )
        }
        for file in images { digest.update("\(FileFingerprint(path: file))\n") }
        return digest.hexadecimal()
    }
}
