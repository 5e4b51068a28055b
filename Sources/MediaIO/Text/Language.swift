/// The language of a file with subtitles, as players find it: `film.en.srt`, `film.pt-BR.vtt`, `film.deu.ass`.
enum Language {
    /// ISO 639-1 and ISO 639-2/T.
    private static let codes =
        "ar ara az aze be bel bg bul bn ben bs bos ca cat cs ces cy cym da dan de deu el ell en eng eo epo es spa et est "
        + "eu eus fa fas fi fin fil fil fr fra ga gle gl glg gu guj he heb hi hin hr hrv hu hun hy hye id ind is isl "
        + "it ita ja jpn ka kat kk kaz km khm kn kan ko kor la lat lb ltz lo lao lt lit lv lav mk mkd ml mal mn mon "
        + "mr mar ms msa mt mlt my mya nb nob ne nep nl nld nn nno no nor pa pan pl pol ps pus pt por ro ron ru rus "
        + "sa san si sin sk slk sl slv so som sq sqi sr srp sv swe sw swa ta tam te tel th tha tl tgl tr tur uk ukr "
        + "ur urd uz uzb vi vie zh zho zu zul"

    /// QuickTime numbers languages, and FFmpeg knows these of them by other names than ISO 639-2/T's.
    private static let ofQuickTime = [
        "cym": "wel", "deu": "ger", "ell": "gre", "eus": "baq", "gle": "iri", "hrv": "hr ", "hye": "arm", "isl": "ice",
        "kat": "geo", "mkd": "mac", "msa": "may", "mya": "bur", "nld": "dut",
        "nno": "nor", "nob": "nor", "pan": "pa ", "sqi": "alb", "srp": "sr ",
        "swe": "sve", "zho": "chi",
    ]

    /// As a container writes it; `nil` if the name tells none.
    static func code(inName path: String, for container: Container) -> String? {
        let code = code(inName: path)
        return container == .mov ? code.map { ofQuickTime[$0] ?? $0 } : code
    }

    /// ISO 639-2/T; `nil` if the name tells none.
    static func code(inName path: String) -> String? {
        let name = path.split(separator: "/").last ?? ""
        let parts = name.split(separator: ".")
        guard parts.count > 2 else { return nil }
        let word = parts[parts.count - 2].split { $0 == "-" || $0 == "_" }.first.map { $0.lowercased() } ?? ""
        let codes = codes.split(separator: " ").map(String.init)
        let pairs = stride(from: 0, to: codes.count, by: 2).map { (codes[$0], codes[$0 + 1]) }
        return pairs.first { $0.0 == word || $0.1 == word }?.1
    }
}
