/// When views are not available, or unusable.
package struct Unseen: Hashable, Sendable {
    /// For each view, the steps at which it has no picture; empty if all have one.
    package var absent: [[Range<Int>]]
    /// For each view, the steps at which its picture is unusable; empty if none is.
    package var unusable: [[Range<Int>]]

    /// Numbers of views as in the list they belong to.
    package init(absent: [[Range<Int>]] = [], unusable: [[Range<Int>]] = []) {
        (self.absent, self.unusable) = (absent, unusable)
    }
}

extension [Bool] {
    /// The ranges of consecutive elements that are true.
    package var runs: [Range<Int>] {
        var (runs, start): ([Range<Int>], Int?) = ([], nil)
        for index in 0...count {
            if index < count, self[index] {
                start = start ?? index
            } else if let from = start {
                runs.append(from..<index)
                start = nil
            }
        }
        return runs
    }
}
