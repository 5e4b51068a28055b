/// When views cannot be shown, or should not be.
public struct Unseen: Hashable, Sendable {
    /// Of each view, the steps at which it has no picture.
    public var absent: [[Range<Int>]]
    /// Of each view, the steps at which its picture is unusable.
    public var unusable: [[Range<Int>]]

    public init(absent: [[Range<Int>]] = [], unusable: [[Range<Int>]] = []) {
        (self.absent, self.unusable) = (absent, unusable)
    }
}

extension [Bool] {
    /// The indices of those that are true and follow each other, as ranges.
    public var runs: [Range<Int>] {
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
