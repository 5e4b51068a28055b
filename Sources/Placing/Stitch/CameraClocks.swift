import Timeline

/// The offsets between the cameras' clocks, from clips of both that are linked by sound.
struct CameraClocks {
    /// By how many seconds a camera's stamps are ahead of those of the first camera compared.
    let errors: [Angle: Double]

    /// Stamps of one clock vary by rounding to whole seconds, and by half a second between button press and file.
    private static let slack = 1.5
    /// Anything less cannot be distinguished from rounding.
    private static let leastError = 2.0

    /// - Parameters:
    ///   - cameras: of each clip, if known.
    ///   - groups: clips linked by sound, with `places` valid within each group.
    ///   - starts: by time stamps.
    init(of cameras: [Angle?], groups: [[Int]], places: [Double], starts: [Double?]) {
        var errors: [Angle: Double] = [:]
        let reference = cameras.indices.first { cameras[$0] != nil && starts[$0] != nil }.flatMap { cameras[$0] }
        for camera in Set(cameras.compactMap { $0 }) where camera != reference {
            let apart = groups.compactMap { group -> ClosedRange<Double>? in
                let rests = { (wanted: Angle?) in
                    group.filter { cameras[$0] == wanted }.compactMap { clip in starts[clip].map { $0 - places[clip] } }
                }
                let (one, other) = (rests(reference), rests(camera))
                guard let least = one.min(), let most = one.max(), !other.isEmpty else { return nil }
                return other.min()! - most...other.max()! - least
            }
            guard let least = apart.map(\.lowerBound).min(), let most = apart.map(\.upperBound).max(),
                most - least <= 2 * Self.slack, abs(least + most) / 2 > Self.leastError
            else { continue }
            errors[camera] = (least + most) / 2
        }
        self.errors = errors
    }

    /// The stamps corrected to the first camera's clock.
    func corrected(_ starts: [Double?], of cameras: [Angle?]) -> [Double?] {
        zip(starts, cameras).map { start, camera in start.map { $0 - (camera.flatMap { errors[$0] } ?? 0) } }
    }
}
