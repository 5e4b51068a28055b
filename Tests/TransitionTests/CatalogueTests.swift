import Parameters
import Pictures
import Testing
import Timeline

@testable import Transitions

@Suite struct CatalogueTests {
    let catalogue = TransitionCatalogue.standard

    private func error(_ text: String) -> String? {
        do throws(ParameterError) {
            try catalogue.validate(Specification(parsing: text)!)
            return nil
        } catch { return error.description }
    }

    @Test("no two transitions share a name")
    func names() {
        let names = catalogue.entries.flatMap { [$0.name] + $0.aliases }
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0 == $0.lowercased() })
    }

    @Test("every default lies in its own range and every summary is a sentence")
    func defaults() throws {
        for entry in catalogue.entries {
            #expect(entry.summary.hasSuffix("."))
            #expect(Set(entry.parameters.map(\.name)).count == entry.parameters.count)
            for parameter in entry.parameters {
                guard let text = parameter.defaultText else { continue }
                let file = entry.parameters.filter { $0.kind == .path && $0 != parameter }.map { ($0.name, "x.png") }
                var parameters = Dictionary(uniqueKeysWithValues: file)
                parameters[parameter.name] = text
                try catalogue.validate(Specification(name: entry.name, parameters: parameters))
            }
        }
    }

    @Test("aliases mean the same, in any case")
    func aliases() {
        for (alias, name) in [("Fade", "dissolve"), ("CrossFade", "dissolve"), ("luma", "matte"), ("whip", "whip-pan")]
        {
            #expect(catalogue.entry(named: alias)?.name == name)
        }
        #expect(catalogue.entry(named: "nothing") == nil)
    }

    @Test("what can be written")
    func accepts() {
        for text in [
            "wipe", "wipe:30", "wipe:-45", "wipe:angle=30°,softness=10%", "wipe:left", "wipe:border-color=#fff",
            "wipe:border-color=336699", "circle:close", "iris:star", "matte:my.png", "push:up", "clock:hands=3",
            "dissolve:easing=ease-in", "dissolve:cubic", "flip:background=navy", "none", "matte:image=a.png,invert=on",
        ] { #expect(error(text) == nil, "\(text)") }
    }

    @Test("errors say what is wrong and what would be right")
    func errors() {
        #expect(
            error("desolve")
                == "there is no transition named 'desolve'; did you mean 'dissolve'?")
        #expect(error("xyzzy") == "there is no transition named 'xyzzy'.")
        #expect(
            error("wipe:sofness=0.1")
                == "the transition 'wipe' has no parameter 'sofness'; did you mean 'softness'? It has angle, softness, border-width, border-color and easing."
        )
        #expect(
            error("wipe:softness=3")
                == "'3' is out of range for 'softness' of 'wipe'; use 0 to 1.")
        #expect(
            error("push:sideways")
                == "'sideways' is not a valid value for 'direction' of 'push'; use left, right, up or down.")
        for name in ["border-color", "#rrggbb", "black", "gold"] {
            #expect(error("wipe:border-color=chartreuse")?.contains(name) == true)
        }
        #expect(error("clock:2.5") == "'2.5' is not a valid value for 'hands' of 'clock'; use 1 to 12.")
        #expect(error("matte") == "the transition 'matte' needs image, as in 'matte:FILE'.")
        #expect(error("none:1") == "the transition 'none' takes no value, but '1' was given.")
        #expect(
            error("wipe:30,angle=20")
                == "'angle' of 'wipe' was given twice, with and without its name.")
        for text in [
            "wipe:inf", "wipe:nan", "wipe:0x10", "wipe:softness=-0.1", "wipe:border-color=#12345", "wipe:angle=",
        ] {
            #expect(error(text) != nil, "\(text)")
        }
    }

    @Test("the loader's error comes through, and an empty matte is refused")
    func matteLoader() throws {
        struct NoFile: Error {}
        let size = PictureSize(width: 4, height: 4)
        let matte = Specification(parsing: "matte:a.png")!
        #expect(throws: NoFile.self) {
            try catalogue.renderer(for: matte, size: size, format: .yuv420p8) { _ in throw NoFile() }
        }
        #expect(throws: ParameterError.matteEmpty(path: "a.png")) {
            try catalogue.renderer(for: matte, size: size, format: .yuv420p8) { _ in
                MatteImage(width: 0, height: 0, samples: [])
            }
        }
    }

    @Test("distances between words")
    func distances() {
        #expect(editDistance("wipe", "wipe") == 0)
        #expect(editDistance("wpie", "wipe") == 1)
        #expect(editDistance("", "abc") == 3)
        #expect(nearestWord(to: "cirlce", in: ["circle", "clock"]) == "circle")
        #expect(nearestWord(to: "banana", in: ["circle", "clock"]) == nil)
    }
}
