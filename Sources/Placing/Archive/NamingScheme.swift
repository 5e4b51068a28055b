import Timeline

/// How the cameras of one manufacturer name their files.
package struct NamingScheme: Sendable {
    /// How files of one camera are recognized as belonging together.
    package enum Kind: String, Sendable {
        /// By their start times: loop recording in files of one or a few minutes.
        case series
        /// By the times in the files: the names have none.
        case numbered
        /// Only by their start time: the user starts and stops each recording.
        case takes
        /// By their number: one recording in numbered files of equal size.
        case chapters
    }

    /// The manufacturer: "Tesla".
    package let name: String
    package let kind: Kind
    /// Where the scheme is documented: the manufacturer's own page, otherwise a public tool or survey of memory cards.
    package let sources: [String]
    /// Real names, as given by the sources.
    package let examples: [String]
    let patterns: [NamePattern]
    /// What the words in names mean; `nil` for a smaller copy of another file.
    let cameras: [String: Angle?]
    /// The words, longer ones first.
    let words: [String]
    /// Names of folders that contain one camera each, or one kind of clip of the same drive: their files belong to the
    /// parent folder.
    let cameraFolders: Set<String>

    init(
        _ name: String, _ kind: Kind = .series, patterns: [String], cameras: [String: Angle?] = ["": "camera"],
        cameraFolders: Set<String> = [], examples: [String], sources: [String]
    ) {
        (self.name, self.kind, self.sources, self.examples) = (name, kind, sources, examples)
        self.patterns = patterns.map(NamePattern.init)
        (self.cameras, self.cameraFolders) = (cameras, cameraFolders)
        words = cameras.keys.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    }

    /// The fields of a name by this scheme; `nil` if the name does not match.
    func reading(of stem: String) -> NamePattern.Reading? {
        for pattern in patterns {
            if let reading = pattern.reading(of: stem, words: words) { return reading }
        }
        return nil
    }

    /// The camera that a file's name tells, of a manufacturer that names several.
    static func camera(ofStem stem: String) -> Angle? {
        let named = all.lazy.filter { $0.cameras.count > 1 }
        guard let (scheme, reading) = named.compactMap({ one in one.reading(of: stem).map { (one, $0) } }).first
        else { return nil }
        return scheme.cameras[reading.camera] ?? nil
    }

    /// All known schemes, one row per manufacturer; the first match wins. Names with the words "front" and "back"
    /// (DualCam's `…_Front_20260102_120000`, and names that people choose) need no row; `CameraName` reads them.
    package static let all: [NamingScheme] = [
        NamingScheme(
            "Tesla",
            patterns: [
                "{year}-{month}-{day}_{hour}-{minute}-{second}-{camera}",
                "{year}-{month}-{day}_{hour}-{minute}-{camera}",
            ],
            cameras: [
                "front": "front", "back": "back", "left_repeater": "left_repeater",
                "right_repeater": "right_repeater", "left_pillar": "left_pillar", "right_pillar": "right_pillar",
            ],
            examples: ["2025-06-05_16-15-26-right_pillar.mp4", "2019-07-22_17-12-front.mp4"],
            sources: [
                "https://github.com/ehendrix23/tesla_dashcam", "https://github.com/marcone/teslausb/issues/965",
                "https://github.com/mattw01/TeslaCamViewer/pull/11",
            ]),
        NamingScheme(
            "BlackVue", patterns: ["{year}{month}{day}_{hour}{minute}{second}_?{camera}{flag}{rest}"],
            cameras: ["f": "front", "r": "back", "i": "interior", "o": "interior"],
            examples: ["20181026_135003_PF.mp4", "20230427_154533_MO.mp4"],
            sources: [
                "https://helpcenter.blackvue.com/hc/en-us/articles/360055596392",
                "https://github.com/acolomba/blackvuesync",
                "https://github.com/vortexopenclaw/dashcam-offloader (docs/card-profiles/blackvue-dr770x-box.md)",
            ]),
        NamingScheme(
            "Viofo",
            patterns: [
                "{year}_{month}{day}_{hour}{minute}{second}_{number}{camera}",
                "{year}_{month}{day}_{hour}{minute}{second}_{camera}",
                "{year}{month}{day}_{hour}{minute}{second}_{number}{camera}",
                "{year}{month}{day}{hour}{minute}{second}_{number}{camera}",
            ],
            cameras: [
                "f": "front", "r": "back", "i": "interior", "t": "tele", "pf": "front", "pr": "back",
                "pi": "interior", "pt": "tele",
            ],
            examples: [
                "2026_0501_162928_000538F.MP4", "2026_0501_194819_001137PR.MP4", "2026_0820_045542_F.MP4",
            ],
            sources: [
                "https://github.com/vortexopenclaw/dashcam-offloader (docs/card-profiles/viofo-a229-pro.md)",
                "https://github.com/RobXYZ/viofosync/issues/32", "https://github.com/RobXYZ/viofosync/issues/34",
            ]),
        NamingScheme(
            "Thinkware",
            patterns: [
                "???_{year}{month}{day}_{hour}{minute}{second}_{camera}",
                "???_{year}_{month}_{day}_{hour}_{minute}_{second}_{camera}",
            ],
            cameras: ["f": "front", "r": "back", "i": "interior"], cameraFolders: ["cont_rec", "incabin_rec"],
            examples: ["REC_20250601_101500_F.MP4", "EXT_20250601_101500_I.MP4", "REC_2025_01_01_10_00_00_F.MP4"],
            sources: [
                "https://thinkware.com/global/support/download/u3000-pro",
                "https://github.com/vortexopenclaw/dashcam-offloader (docs/card-profiles/thinkware-u3000-pro.md)",
                "https://github.com/amkulikov/dashcamigo",
            ]),
        NamingScheme(
            "70mai", patterns: ["??{year}{month}{day}-{hour}{minute}{second}-{number}{camera}"],
            cameras: ["f": "front", "b": "back", "i": "interior", "": "front"],
            cameraFolders: ["front", "back", "interior"],
            examples: ["NO20250906-134056-000895F.MP4", "NO20260429-171553-000580.MP4"],
            sources: [
                "https://dashcamtalk.com/forum/threads/70mai-s500-rear-view-dash-camera-testing-review-rcg.50838/",
                "https://dashcamtalk.com/forum/threads/70mai-t800-3ch-4k-front-4k-rear-1080p-cabin-dash-camera-testing-review-rcg.53323/",
                "https://github.com/BananaPukeh/xiaomi-dashcam-extract",
            ]),
        NamingScheme(
            "Nextbase", patterns: ["{yy}{month}{day}_{hour}{minute}{second}_{number}_{camera}{rest}"],
            cameras: [
                "fh": "front", "rh": "back", "ch": "interior", "fl": nil, "rl": nil, "cl": nil,
            ],
            examples: ["240915_143027_001_FH.MP4", "231011_175029_199_FH_RADR.MP4"],
            sources: [
                "https://support.nextbase.com/hc/en-nz/articles/21362518328349-File-Names",
                "https://support.nextbase.com/hc/en-us/articles/14112833037853-File-Names",
            ]),
        NamingScheme(
            "Garmin", .numbered, patterns: ["GRMN{number}"], examples: ["GRMN0001.MP4"],
            sources: [
                "https://www.manualshelf.com/manual/garmin/speak-plus-with-amazon-alexia/user-manual-english/page-11.html",
                "https://github.com/amkulikov/dashcamigo",
            ]),
        NamingScheme(
            "Insta360", .takes,
            patterns: [
                "VID_{year}{month}{day}_{hour}{minute}{second}_{camera}_{number}",
                "LRV_{year}{month}{day}_{hour}{minute}{second}_{camera}_{number}",
            ],
            cameras: ["00": "front", "10": "back", "01": nil, "11": nil],
            examples: [
                "VID_20220110_121609_00_657.insv", "VID_20220110_121609_10_657.insv", "LRV_20220110_121609_11_657.insv",
                "VID_20220101_094420_10_013.mp4",
            ],
            sources: [
                "https://insta.pk360.de/insta360_tech_fileTypes/",
                "https://www.goprorecovery.co.uk/recover_insta360_videos.html",
            ]),
        NamingScheme(
            "GoPro", .chapters,
            patterns: ["GH{chapter}{number4}", "GX{chapter}{number4}", "GOPR{number4}", "GP{chapter}{number4}"],
            examples: ["GH021234.MP4", "GX030048.MP4", "GOPR1234.MP4", "GP011234.MP4"],
            sources: [
                "https://toddmricker.com/gopro-file-naming-convention/ (GoPro's own table)",
                "https://lib.rs/crates/gopro-chaptered-video-assembler",
            ]),
    ]
}
