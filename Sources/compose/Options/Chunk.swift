/// One of several parts: "2/8".
struct Chunk: Sendable {
    var number: Int
    var count: Int

    /// Reads "2/8".
    static func read(_ text: String) throws -> Chunk {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let number = numbers[0], let count = numbers[1] else {
            throw UsageError("write part/parts, such as 2/8.")
        }
        guard (1...100_000).contains(count) else {
            throw UsageError("the number of parts is out of range; use 1 to 100000.")
        }
        guard (1...count).contains(number) else {
            throw UsageError("the part is out of range; use 1/\(count) to \(count)/\(count).")
        }
        return Chunk(number: number, count: count)
    }
}
