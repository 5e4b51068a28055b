import Parameters
import Testing

@testable import Transitions

@Suite struct EasingTests {
    @Test("every curve keeps both ends and stays between them", arguments: Easing.allCases)
    func ends(_ easing: Easing) {
        #expect(easing(0) == 0 && easing(1) == 1)
        for step in 0...1000 { #expect((0...1).contains(easing(Double(step) / 1000))) }
    }

    @Test("every curve but the bounce only rises", arguments: Easing.allCases.filter { $0 != .bounce })
    func rises(_ easing: Easing) {
        for step in 1...1000 { #expect(easing(Double(step) / 1000) > easing(Double(step - 1) / 1000)) }
    }

    @Test("easing in and out is symmetric", arguments: [Easing.linear, .easeInOut, .cubic, .quintic])
    func symmetric(_ easing: Easing) {
        for step in 0...64 {
            let t = Double(step) / 64
            #expect(abs(easing(t) + easing(1 - t) - 1) < 1e-15)
        }
    }

    @Test("progress is strictly inside 0…1 within a window and exact at its ends")
    func progress() {
        for steps in [1, 2, 15, 1000] as [Int64] {
            #expect(TransitionProgress(step: 0, steps: steps).value == 0)
            #expect(TransitionProgress(step: steps + 1, steps: steps).value == 1)
            for step in 1...steps {
                let value = TransitionProgress(step: step, steps: steps).value
                #expect(value > 0 && value < 1)
            }
        }
        #expect(TransitionProgress.fraction(1, over: 4).value == 0.25)
    }
}
