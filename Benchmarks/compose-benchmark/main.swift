import Parameters
import Pictures
import Timeline
import Transitions

// What every transition costs. A frame may cost a tenth of its encode, about 2 ms at 1080p. Next to it stands what it must
// cost at least on this machine: reading both pictures and writing one, by the plainest loop there is, measured in turn
// with it on the same memory.
//
//     compose-benchmark [WIDTHxHEIGHT] [8|10] [--warm] [--steps] [TRANSITION ...]
//
// --warm uses the same three pictures again and again, which then lie in the caches; --steps shows each moment by itself.
// Without names turns of whole pictures are measured, too; `turns` means them alone.

var arguments = CommandLine.arguments.dropFirst().filter { !["--warm", "--steps"].contains($0) }
let size = arguments.first.flatMap(pictureSize) ?? PictureSize(width: 1920, height: 1080)
if arguments.first.flatMap(pictureSize) != nil { arguments.removeFirst() }
let format: PixelFormat = arguments.first == "10" ? .yuv420p10 : .yuv420p8
if ["8", "10"].contains(arguments.first) { arguments.removeFirst() }

/// Defaults of every entry, and the parameters that change the work most.
let variants = [
    "wipe:softness=0.1", "wipe:angle=30,softness=1", "wipe:angle=30,softness=0.1,border-width=0.02",
    "circle:softness=0.3", "circle:softness=1", "flip:up", "whip-pan:up",
]
let specifications =
    arguments.isEmpty
    ? TransitionCatalogue.standard.entries.map(\.name).filter { $0 != "matte" } + variants
    : arguments.filter { $0 != "turns" }

let benchmark = Benchmark(size: size, format: format)
print("\(size) \(format): ns per frame, and its ratio to reading two pictures and writing one")
for text in specifications { try benchmark.measure(Specification(parsing: text)!) }
if arguments.isEmpty || arguments == ["turns"] { Orientation.allCases.forEach(benchmark.measure) }

func pictureSize(_ text: String) -> PictureSize? {
    let sides = text.split(separator: "x").compactMap { Int($0) }
    return sides.count == 2 ? PictureSize(width: sides[0], height: sides[1]) : nil
}
