import Parameters

/// One of MLT's gray pictures, for the wipes that they define.
struct MeltWipe {
    var resource: String
    var isInverted: Bool

    init?(_ specification: Specification) {
        guard specification.name == "wipe", Set(specification.parameters.keys).isSubset(of: ["", "angle"]) else {
            return nil
        }
        switch specification.parameters["angle"] ?? specification.parameters[""] ?? "0" {
        case "0", "right": (resource, isInverted) = ("%luma01.pgm", false)
        case "180", "left": (resource, isInverted) = ("%luma01.pgm", true)
        case "90", "down": (resource, isInverted) = ("%luma02.pgm", false)
        case "270", "up": (resource, isInverted) = ("%luma02.pgm", true)
        default: return nil
        }
    }
}
