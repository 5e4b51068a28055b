/// The word in `words` that `typed` was probably meant to be; `nil` if none is close.
package func nearestWord(to typed: String, in words: [String]) -> String? {
    let ranked = words.map { (word: $0, distance: editDistance(typed, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    // Up to a third of the letters wrong is still a typo; more is another word.
    return best.distance <= max(1, max(typed.count, best.word.count) / 3) ? best.word : nil
}

/// The end of a sentence about a wrong word: "; did you mean 'front'?" if one of `words` is close, else ".".
package func question(about typed: String, in words: [String]) -> String {
    nearestWord(to: typed, in: words).map { "; did you mean '\($0)'?" } ?? "."
}

/// The fewest insertions, deletions, replacements and swaps of neighbors that turn `a` into `b`
/// (Damerau's optimal string alignment).
package func editDistance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var beforeLast = [Int]()
    var last = Array(0...b.count)
    for i in a.indices {
        var row = [i + 1]
        for j in b.indices {
            var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
            row.append(cost)
        }
        (beforeLast, last) = (last, row)
    }
    return last[b.count]
}
