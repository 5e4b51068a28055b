extension Conversation {
    /// How long before a turn a microphone opens, in seconds: longer than the error of a turn's beginning and the fade.
    private static let openLead = 0.3
    /// How long after a turn it closes at the earliest: last syllables fade away.
    private static let openTail = 0.4
    /// A microphone near nobody has only shorter turns: the echoes of other people's last words.
    private static let leastTurn = 1.0
    /// The share of the voices at which it opens: less than a turn's, as an interruption begins under another voice.
    private static let openShare: Float = 0.25

    /// When the speaker at a microphone has the word for a second or more; never at a microphone near nobody.
    package func turns(of speaker: Int) -> [Range<Int>] {
        SpeechGains.turns(of: speaker, in: self).filter { Double($0.count) >= Self.leastTurn * Double(Self.rate) }
    }

    /// When each microphone is open in a gating automatic mixer: during the turns of its speaker, and on through pauses
    /// until somebody else begins ("last microphone hold"), so one is always open. In steps, in order.
    package func openMicrophones() -> [[Range<Int>]] {
        let steps = { (seconds: Double) in Int(seconds * Double(Self.rate)) }
        let all = 0..<activity.count
        var open = shares.indices.map { speaker -> [Range<Int>] in
            guard !turns(of: speaker).isEmpty else { return [] }
            return SpeechGains.turns(of: speaker, in: self, share: Self.openShare).map { turn in
                (turn.lowerBound - steps(Self.openLead)..<turn.upperBound + steps(Self.openTail)).clamped(to: all)
            }
        }
        // Whoever was open last stays open until the next one is; before the first, the first is.
        let order = open.indices.flatMap { speaker in open[speaker].indices.map { (speaker: speaker, turn: $0) } }
            .sorted { open[$0.speaker][$0.turn].lowerBound < open[$1.speaker][$1.turn].lowerBound }
        guard let first = order.first else { return open.indices.map { $0 == 0 && !all.isEmpty ? [all] : [] } }
        open[first.speaker][first.turn] = 0..<open[first.speaker][first.turn].upperBound
        var last = first
        for next in order.dropFirst() {
            let (end, start) = (open[last.speaker][last.turn].upperBound, open[next.speaker][next.turn].lowerBound)
            if start > end { open[last.speaker][last.turn] = open[last.speaker][last.turn].lowerBound..<start }
            if open[next.speaker][next.turn].upperBound >= open[last.speaker][last.turn].upperBound { last = next }
        }
        open[last.speaker][last.turn] = open[last.speaker][last.turn].lowerBound..<all.upperBound
        return open
    }
}
