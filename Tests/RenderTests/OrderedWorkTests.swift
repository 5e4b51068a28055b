import Platform
import Synchronization
import Testing

@testable import Render

/// Work on many things at the same time.
@Suite struct OrderedWorkTests {
    private final class Count: Sendable {
        let now = Atomic(0)
        let most = Atomic(0)
    }

    /// The first is the last to be ready, and all are handed out as they were given.
    @Test(arguments: [1, 3, 50]) func resultsComeInTheOrderOfTheElements(_ atOnce: Int) throws {
        let count = Count()
        var taken: [Int] = []
        try OrderedWork.run(Array(0..<20), atOnce: atOnce) { element in
            let now = count.now.add(1, ordering: .relaxed).newValue
            count.most.max(now, ordering: .relaxed)
            if element % 5 == 0 { usleep(5000) }
            count.now.subtract(1, ordering: .relaxed)
            return element * 2
        } take: { element, value in
            #expect(value == element * 2)
            taken.append(element)
        }
        #expect(taken == Array(0..<20))
        #expect(count.most.load(ordering: .relaxed) <= atOnce)
    }

    @Test func whatEndsItIsThrownAndNothingIsBegunAfterIt() {
        struct Enough: Error {}
        let count = Count()
        for atOnce in [1, 4] {
            #expect(throws: Enough.self) {
                try OrderedWork.run(Array(0..<1000), atOnce: atOnce) { _ in
                    count.now.add(1, ordering: .relaxed)
                } take: { _, _ in
                    throw Enough()
                }
            }
            // How far several threads are ahead then is theirs.
            if atOnce == 1 { #expect(count.now.load(ordering: .relaxed) == 1) }
        }
    }

    @Test func aMachineMakesAsManyFilmsAsItsCoresAndItsMemoryAllow() {
        let gigabyte: Int64 = 1 << 30
        #expect(Machine.films(cores: 8, memory: 64 * gigabyte) == 8)
        #expect(Machine.films(cores: 8, memory: 15 * gigabyte) == 3)
        #expect(Machine.films(cores: 1, memory: gigabyte) == 1)
        #expect(Machine.films(cores: 200, memory: 2048 * gigabyte) == 64)
    }
}
