import Parameters
import Pictures
import Timeline

@testable import Transitions

/// Every entry of the catalogue with its defaults, and the parameters that take other ways through the kernels.
let variants: [String] =
    TransitionCatalogue.standard.entries.map { $0.name == "matte" ? "matte:waves" : $0.name } + [
        "wipe:30,softness=0.1", "wipe:up", "wipe:angle=200,softness=1",
        "wipe:softness=0.2,border-width=0.1,border-color=red",
        "circle:close,softness=0.4", "circle:x=0,y=1,border-width=0.05", "iris:star", "iris:heart,mode=close",
        "iris:hexagon", "iris:cross", "iris:octagon", "iris:square,softness=0.3", "iris:circle",
        "clock:3,softness=0.2", "clock:turn=counterclockwise,angle=17",
        "clock:border-width=0.05", "blinds:3,angle=20,softness=0.5",
        "barn-door:close,angle=90", "diagonal:bottom-right,softness=0.3", "random-blocks:4,softness=0",
        "matte:waves,invert=yes,softness=0", "slide:right,parallax=0.5", "slide:up,shadow=0", "slide:down",
        "push:right", "push:up", "push:down", "cover:right", "cover:up", "cover:down", "reveal:right", "reveal:up",
        "reveal:down,shadow=1", "zoom:out", "zoom:scale=10,x=0,y=1", "flip:right", "flip:up",
        "flip:down,background=navy",
        "whip-pan:right", "whip-pan:up,blur=0.5", "whip-pan:down", "whip-pan:blur=0", "whip-pan:blur=0.5", "blur:0.25",
        "blur:0.01",
        "fade-through:white,hold=0", "dissolve:bounce", "wipe:easing=bounce", "push:easing=quintic",
    ]

/// Where the incoming and outgoing pictures are mixed and nothing is added: no border, shadow or background.
let pureVariants = variants.filter { variant in
    !["slide", "cover", "reveal", "flip", "fade-through"].contains { variant.hasPrefix($0) }
        && !variant.contains("border-width")
}

func renderer(
    _ text: String, _ size: PictureSize, _ format: PixelFormat = .yuv420p8
) throws -> TransitionRenderer {
    try TransitionCatalogue.standard.renderer(
        for: Specification(parsing: text)!, size: size, format: format,
        matteLoader: { _ in MatteImage.example })
}

/// One picture of a transition between two flat ones: black to white, neutral to colored.
func drawn(
    _ text: String, _ size: PictureSize, _ numerator: Int64, over denominator: Int64, _ format: PixelFormat = .yuv420p8
) throws -> Picture {
    let out = testPicture(size, format)
    try renderer(text, size, format).render(
        from: testPicture(size, format).filled(0, 0, 0), to: testPicture(size, format).filled(255, 255, 255),
        progress: .fraction(numerator, over: denominator), into: out)
    return out
}
