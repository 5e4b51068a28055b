extension RandomAccessCollection {
    /// The first index whose element satisfies `predicate`, in a collection where all such elements are at the end.
    package func partitioningIndex(where predicate: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, count)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if predicate(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
