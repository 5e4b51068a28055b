import MediaIO
import MediaTime
import Pictures
import Planning
import Timeline

/// Draws titles, subtitles, the logo and the fades of a film over its pictures. Not thread-safe.
final class GraphicsRenderer {
    private var plan: RenderPlan
    private let graphics: Graphics
    private let size: PictureSize
    private var drawn: [EncodeSpan.Part]
    private let pool: PicturePool
    /// Opened when first needed: fonts take a while to find.
    private var subtitles, titles, captions: SubtitleBurner?
    private var logo: (matte: Stamp, place: PictureRect)?
    private var colors: [RGBColor: Picture] = [:]

    /// - Parameter size: of the upright pictures.
    /// - Returns: `nil` for a film without graphics.
    init?(_ plan: RenderPlan, size: PictureSize) {
        let graphics = plan.output.graphics
        guard !graphics.isEmpty else { return nil }
        (self.plan, self.graphics, self.size) = (plan, graphics, size)
        drawn = plan.drawnOver
        pool = PicturePool(format: plan.output.canvas.format, size: size)
    }

    /// Goes on with another cut with the same graphics.
    func show(_ plan: RenderPlan) {
        if plan.output.graphics.captions != nil { captions = nil }
        (self.plan, drawn) = (plan, plan.drawnOver)
    }

    func isNeeded(forFrame index: Int64) -> Bool {
        var (low, high) = (0, drawn.count)
        while low < high {
            let middle = (low + high) / 2
            if drawn[middle].frames.upperBound <= index { low = middle + 1 } else { high = middle }
        }
        return low < drawn.count && drawn[low].frames.contains(index)
    }

    /// The picture of an output frame with what is drawn over it, in memory of its own.
    func drawn(_ picture: Picture, frame index: Int64) throws -> Picture {
        var result = picture
        var isOwn = false
        let time = plan.composition.frameRate.time(ofFrame: index)
        if let subtitles = try subtitleBurner(), subtitles.isNeeded(at: time) {
            (result, isOwn) = (try subtitles.drawn(result, at: time), true)
        }
        if let captions = try captionBurner(), captions.isNeeded(at: time) {
            (result, isOwn) = (try captions.drawn(result, at: time), true)
        }
        if graphics.titles.contains(where: { plan.composition.frames(showing: $0.range).contains(index) }) {
            (result, isOwn) = (try titleBurner().drawn(result, at: time), true)
        }
        if !isOwn {
            result = pool.picture()
            result.copy(from: picture)
        }
        if let logo = graphics.logo, logo.range.map({ plan.composition.frames(showing: $0).contains(index) }) ?? true {
            let (matte, place) = try placed(logo)
            matte.draw(on: result, at: place)
        }
        fade(result, index)
        return result
    }

    private func fade(_ picture: Picture, _ index: Int64) {
        if let fade = graphics.fadeIn, case let count = plan.composition.frameCount(of: fade), index < count {
            picture.mix(in: filled(fade.color), opacity: 1 - Double(index) / Double(count))
        }
        let left = plan.composition.frameCount - 1 - index
        if let fade = graphics.fadeOut, case let count = plan.composition.frameCount(of: fade), left < count {
            picture.mix(in: filled(fade.color), opacity: 1 - Double(left) / Double(count))
        }
    }

    private func filled(_ color: RGBColor) -> Picture {
        if let picture = colors[color] { return picture }
        let picture = pool.picture()
        let code = color.codeValues(in: plan.output.canvas.format, plan.output.canvas.color)
        picture.fill(luma: code.luma, cb: code.cb, cr: code.cr)
        colors[color] = picture
        return picture
    }

    private func titleBurner() throws -> SubtitleBurner {
        if let titles { return titles }
        let script = TitleScript(
            titles: graphics.titles, size: size, color: plan.output.canvas.color,
            hasSubtitles: graphics.subtitles != nil || graphics.captions?.isDrawn == true, area: plan.textArea)
        let made = try burner(try script.script())
        titles = made
        return made
    }

    /// `nil` for a film without captions in the picture.
    private func captionBurner() throws -> SubtitleBurner? {
        guard captions == nil, let own = graphics.captions, own.isDrawn else { return captions }
        captions = try burner(
            CaptionScript(
                sheet: plan.captions, style: CaptionStyle(own.style), size: size, color: plan.output.canvas.color,
                area: plan.textArea
            ).script())
        return captions
    }

    /// `nil` for a film without subtitles in the picture.
    private func subtitleBurner() throws -> SubtitleBurner? {
        guard subtitles == nil, let path = graphics.subtitles else { return subtitles }
        subtitles = try burner(SubtitleScript(try SubtitleFile(path: path), style: subtitleStyle))
        return subtitles
    }

    private func burner(_ script: SubtitleScript) throws -> SubtitleBurner {
        try SubtitleBurner(
            script, size: size, format: plan.output.canvas.format, frameRate: plan.composition.frameRate)
    }

    /// For subtitles without styles of their own, which libass draws on a canvas 288 units high. Tall films are watched
    /// on telephones, and have larger letters.
    private var subtitleStyle: String {
        let unit = Double(min(size.width, size.height)) / Double(size.height) * 288
        let number = { (value: Double) in "\((value * 100).rounded() / 100)" }
        let area = plan.textArea
        let em = area.bottom > 0 ? 0.07 : 0.058
        let white = TitleScript.code(.white, alpha: 0, in: plan.output.canvas.color)
        // The canvas of its script is 384 units wide, whatever the shape of the film.
        let side = number(max(0.05 * unit, max(area.left, area.right) * 384))
        return "sans,\(number(em * unit)),\(white),&Hffffff,&H40101010,&H80101010,0,0,0,0,100,100,0,0,1,"
            + "\(number(0.003 * unit)),\(number(0.002 * unit)),2,\(side),\(side),"
            + "\(number(max(0.06 * unit, area.bottom * 288))),-1"
    }

    private func placed(_ logo: Graphics.Logo) throws -> (matte: Stamp, place: PictureRect) {
        if let known = self.logo { return known }
        let style = try LogoStyle(logo.style)
        let unit = Double(min(size.width, size.height))
        let image = try ColorImage(path: logo.path, side: max(2, Int(style.size * unit)))
        let margin = style.margin * unit
        let even = { (value: Double) in max(0, Int((value / 2).rounded()) * 2) }
        let (roomX, roomY) = (Double(size.width - image.size.width), Double(size.height - image.size.height))
        let safe = (logo.isInSafeArea == true ? plan.output.safeArea : nil) ?? SafeArea()
        let (width, height) = (Double(size.width), Double(size.height))
        let x =
            style.corner.isLeft
            ? max(margin, safe.left * width)
            : style.corner.isRight ? roomX - max(margin, safe.right * width) : roomX / 2
        let y = style.corner.isTop ? max(margin, safe.top * height) : roomY - max(margin, safe.bottom * height)
        let place = PictureRect(
            x: min(even(x), even(roomX)), y: min(even(y), even(roomY)),
            width: min(image.size.width, size.width), height: min(image.size.height, size.height))
        let matte = Stamp(
            image, opacity: style.opacity, format: plan.output.canvas.format, color: plan.output.canvas.color)
        self.logo = (matte, place)
        return (matte, place)
    }
}
