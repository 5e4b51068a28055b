import Parameters
import Platform

/// A look: a change to the colors of a camera, the same at every place and at every time.
package struct LookEntry: CatalogueEntry {
    package static let kind = "look"
    /// What users write: lowercase letters, digits and hyphens.
    package var name: String
    package var aliases: [String]
    /// One sentence.
    package var summary: String
    /// In listing order; the last one is `amount`, from 0 (the original picture) to 1, which every look has.
    package var parameters: [Parameter]
    /// FFmpeg's filters for planar R′G′B′ of full range with 16 bits a sample (`gbrp16`), which must output the same
    /// format, in libavfilter's syntax; empty if the values change nothing. Every sample must depend on that sample
    /// alone.
    package var filters: @Sendable (ParameterValues) -> [String]

    /// - Parameter parameters: without `amount`, which is added.
    package init(
        name: String, aliases: [String] = [], summary: String, parameters: [Parameter] = [],
        filters: @escaping @Sendable (ParameterValues) -> [String]
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.parameters = parameters + [Self.amount]
        self.filters = filters
    }

    /// Every look has it.
    private static let amount = Parameter.fraction(
        "amount", default: 1, "how much of it; the rest is the original picture")
}

extension Catalogue<LookEntry> {
    package static let standard = Catalogue([
        .vivid, .dramatic, .cool, .warm, .mono, .sepia, .cinematic, .lut, .adjust,
    ])
}

// Curves lift or lower by a few hundredths and keep both ends, so that nothing clips; `vibrance` spares colors that
// are already saturated, so that skin still looks like skin.
extension LookEntry {
    static let vivid = LookEntry(name: "vivid", summary: "Richer colors and a little more contrast.") { _ in
        ["vibrance=intensity=0.22", "curves=all='0/0 0.25/0.225 0.5/0.505 0.75/0.785 1/1'"]
    }
    static let dramatic = LookEntry(name: "dramatic", summary: "Deep shadows, strong contrast, restrained colors.") {
        _ in
        [saturation(0.8), "curves=all='0/0 0.2/0.13 0.4/0.36 0.6/0.64 0.8/0.86 1/1'"]
    }
    static let cool = LookEntry(name: "cool", summary: "Toward blue, as under an overcast sky.") { _ in
        [temperature(-1000)]
    }
    static let warm = LookEntry(name: "warm", summary: "Toward amber, as before sunset.") { _ in
        [temperature(1000)]
    }
    static let mono = LookEntry(
        name: "mono", aliases: ["bw", "b&w", "black-and-white", "monochrome", "grayscale", "noir"],
        summary: "Black and white, with gentle contrast."
    ) {
        _ in gray + ["curves=all='0/0 0.25/0.22 0.5/0.5 0.75/0.79 1/1'"]
    }
    static let sepia = LookEntry(name: "sepia", summary: "Brown and cream, as of an old print.") { _ in
        gray + ["curves=r='0/0.03 0.5/0.56 1/1':g='0/0.02 0.5/0.5 1/0.96':b='0/0.02 0.5/0.41 1/0.86'"]
    }
    static let cinematic = LookEntry(
        name: "cinematic", summary: "Teal shadows, warm lights, soft highlights and blacks."
    ) { _ in
        [
            saturation(0.92), "colorbalance=rs=-0.06:gs=0.01:bs=0.06:rm=0.02:bm=-0.02:rh=0.05:bh=-0.06",
            "curves=all='0/0.02 0.25/0.225 0.5/0.505 0.75/0.775 1/0.98'",
        ]
    }
    static let lut = LookEntry(
        name: "lut", summary: "A color lookup table from a .cube file, made for BT.709.",
        parameters: [Parameter("file", .path, "the table, a .cube file")]
    ) { values in
        let file = values.word("file")
        let readable = filterQuoted(ColorTableFile.readable(file))
        return [
            ColorTableFile.isOneDimensional(file)
                ? "lut1d=file=\(readable)" : "lut3d=file=\(readable):interp=tetrahedral"
        ]
    }
    /// Corrections by number, such as `adjust:exposure=0.3,contrast=1.1`. Its defaults change nothing.
    package static let adjust = LookEntry(
        name: "adjust", summary: "Exposure, contrast, saturation and white balance, in numbers.",
        parameters: [
            .fraction("exposure", -3...3, default: 0, "stops; highlights are compressed to stay below white"),
            .fraction("contrast", 0.5...1.5, default: 1, "around middle gray; black and white stay"),
            .fraction("saturation", 0...2, default: 1, "0 is gray"),
            .count("temperature", -4000...4000, default: 0, "kelvins warmer; negative numbers are cooler"),
            .fraction("tint", -1...1, default: 0, "toward magenta; negative numbers toward green"),
            .fraction("red", 0.5...2, default: 1, "a factor for red, relative to green"),
            .fraction("blue", 0.5...2, default: 1, "a factor for blue, relative to green"),
        ]
    ) { values in
        var filters: [String] = []
        let (stops, contrast, kelvins) = (
            values.number("exposure"), values.number("contrast"), values.number("temperature")
        )
        if kelvins != 0 { filters.append(temperature(kelvins)) }
        // Factors, as of any white balance: black stays black. None exceeds 1, so that nothing clips.
        let tint = values.number("tint")
        if tint > 0 { filters.append("colorchannelmixer=gg=\(1 - 0.2 * tint)") }
        if tint < 0 { filters.append("colorchannelmixer=rr=\(1 + 0.2 * tint):bb=\(1 + 0.2 * tint)") }
        let (red, blue) = (values.number("red"), values.number("blue"))
        if red != 1 || blue != 1 { filters.append("colorchannelmixer=rr=\(red):bb=\(blue)") }
        if stops != 0 { filters += exposure(stops) }
        if contrast != 1 {
            let (low, high) = (0.5 - 0.25 * contrast, 0.5 + 0.25 * contrast)
            filters.append("curves=all='0/0 0.25/\(low) 0.5/0.5 0.75/\(high) 1/1'")
        }
        if values.number("saturation") != 1 { filters.append(saturation(values.number("saturation"))) }
        return filters
    }

    /// Black-and-white film has about these weights (those of BT.601).
    private static let gray = [
        "colorchannelmixer=rr=0.299:rg=0.587:rb=0.114:gr=0.299:gg=0.587:gb=0.114:br=0.299:bg=0.587:bb=0.114"
    ]

    /// Changes saturation around the luma of BT.709, which stays the same.
    private static func saturation(_ factor: Double) -> String {
        let (r, g, b) = (0.2126 * (1 - factor), 0.7152 * (1 - factor), 0.0722 * (1 - factor))
        return "colorchannelmixer=rr=\(factor + r):rg=\(g):rb=\(b):gr=\(r):gg=\(factor + g):gb=\(b)"
            + ":br=\(r):bg=\(g):bb=\(factor + b)"
    }

    /// - Parameter kelvins: how much warmer the picture becomes.
    private static func temperature(_ kelvins: Double) -> String {
        "colortemperature=temperature=\(6500 - kelvins):pl=0"
    }

    /// In linear light, by BT.709's curve. Above 70 % of the light it bends so that what was white stays white,
    /// equally for all three channels: hues stay and nothing clips.
    private static func exposure(_ stops: Double) -> [String] {
        let bend = stops > 0 ? ["tonemap=tonemap=mobius:param=0.7:peak=\(exp2(stops)):desat=0"] : []
        return [
            "zscale=agamma=0:min=0:rin=1:tin=1:pin=1:t=linear:p=1:m=0:r=1", "format=gbrpf32le",
            "exposure=exposure=\(stops)",
        ]
            + bend + ["zscale=agamma=0:min=0:rin=1:tin=linear:pin=1:t=1:p=1:m=0:r=1", "format=gbrp16le"]
    }
}
