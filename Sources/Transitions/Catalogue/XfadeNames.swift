import Parameters
import Timeline

/// The transition names of FFmpeg's `xfade` filter.
enum XfadeNames {
    /// The names with an equivalent in the catalogue. `dissolve` is missing: xfade's is a random pattern of samples,
    /// while ours, as in editors, is what xfade calls `fade`.
    static let table: [String: Specification] = [
        "fade": "dissolve", "hblur": "blur", "zoomin": "zoom",
        "fadeblack": "fade-through:color=black", "fadewhite": "fade-through:color=white",
        "wipeleft": "wipe:angle=left", "wiperight": "wipe:angle=right", "wipeup": "wipe:angle=up",
        "wipedown": "wipe:angle=down",
        "smoothleft": "wipe:angle=left,softness=1", "smoothright": "wipe:angle=right,softness=1",
        "smoothup": "wipe:angle=up,softness=1", "smoothdown": "wipe:angle=down,softness=1",
        // Named after the corner that the edge moves to.
        "diagtl": "diagonal:from=bottom-right,softness=1", "diagtr": "diagonal:from=bottom-left,softness=1",
        "diagbl": "diagonal:from=top-right,softness=1", "diagbr": "diagonal:from=top-left,softness=1",
        "circleopen": "circle:mode=open,softness=1", "circleclose": "circle:mode=close,softness=1",
        // Named after the edge, not its direction of movement.
        "vertopen": "barn-door:mode=open,angle=right,softness=1",
        "vertclose": "barn-door:mode=close,angle=right,softness=1",
        "horzopen": "barn-door:mode=open,angle=down,softness=1",
        "horzclose": "barn-door:mode=close,angle=down,softness=1",
        // One radian.
        "radial": "clock:softness=0.16",
        "slideleft": "push:direction=left,easing=linear", "slideright": "push:direction=right,easing=linear",
        "slideup": "push:direction=up,easing=linear", "slidedown": "push:direction=down,easing=linear",
        "coverleft": "cover:direction=left,shadow=0,easing=linear",
        "coverright": "cover:direction=right,shadow=0,easing=linear",
        "coverup": "cover:direction=up,shadow=0,easing=linear",
        "coverdown": "cover:direction=down,shadow=0,easing=linear",
        "revealleft": "reveal:direction=left,shadow=0,easing=linear",
        "revealright": "reveal:direction=right,shadow=0,easing=linear",
        "revealup": "reveal:direction=up,shadow=0,easing=linear",
        "revealdown": "reveal:direction=down,shadow=0,easing=linear",
    ].mapValues { Specification(parsing: $0)! }

    /// The closest entries for names without an equivalent.
    static let nearest: [String: String] = [
        "circlecrop": "circle", "rectcrop": "iris", "pixelize": "random-blocks", "distance": "dissolve",
        "fadegrays": "fade-through", "fadefast": "dissolve", "fadeslow": "dissolve",
        "wipetl": "diagonal", "wipetr": "diagonal", "wipebl": "diagonal", "wipebr": "diagonal",
        "hlslice": "blinds", "hrslice": "blinds", "vuslice": "blinds", "vdslice": "blinds",
        "hlwind": "wipe", "hrwind": "wipe", "vuwind": "wipe", "vdwind": "wipe",
        "squeezeh": "barn-door", "squeezev": "barn-door",
    ]
}

extension Specification {
    /// This specification with the catalogue's own names: an xfade name stands for a transition with some parameters,
    /// which given ones override.
    var inOurWords: Specification {
        guard let meant = XfadeNames.table[name.lowercased()] else { return self }
        return Specification(
            name: meant.name, parameters: meant.parameters.merging(parameters) { _, given in given })
    }
}
