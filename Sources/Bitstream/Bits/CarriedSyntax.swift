/// Syntax that is parsed but not interpreted: its values are carried from one stream into the other.
protocol CarriedSyntax {
    associatedtype Context = Void
    static func walk(_ carrier: inout Carrier<some SyntaxCoder>, _ context: Context) throws(BitstreamError)
}

/// The values of a piece of carried syntax: its numbers in the order they are written.
struct Carried<Syntax: CarriedSyntax>: ContextualTable, Hashable, Sendable {
    private var numbers: [Int]

    /// Any numbers after these are zero.
    init(_ numbers: [Int]) { self.numbers = numbers }
    init() { self.init([]) }

    mutating func walk(_ coder: inout some SyntaxCoder, _ context: Syntax.Context) throws(BitstreamError) {
        var carrier = Carrier(coder: coder, numbers: numbers)
        try Syntax.walk(&carrier, context)
        (coder, numbers) = (carrier.coder, carrier.numbers)
    }
}

extension Carried: SyntaxTable where Syntax.Context == Void {
    mutating func walk(_ coder: inout some SyntaxCoder) throws(BitstreamError) { try walk(&coder, ()) }
}

/// Reads numbers into a list or writes them from it, and returns each for the syntax that depends on it.
struct Carrier<Coder: SyntaxCoder> {
    fileprivate var coder: Coder
    fileprivate var numbers: [Int]
    private var place = 0

    fileprivate init(coder: Coder, numbers: [Int]) {
        self.coder = coder
        self.numbers = numbers
    }

    private mutating func next(
        _ walk: (inout Coder, inout Int) throws(BitstreamError) -> Void
    ) throws(BitstreamError) -> Int {
        if place == numbers.count { numbers.append(0) }
        defer { place += 1 }
        try walk(&coder, &numbers[place])
        return numbers[place]
    }

    /// u(n), or u(v).
    @discardableResult
    mutating func bits(_ count: Int, _ element: StaticString) throws(BitstreamError) -> Int {
        try next { coder, number throws(BitstreamError) in try coder.bits(count, &number, element) }
    }

    /// u(1).
    @discardableResult
    mutating func flag(_ element: StaticString) throws(BitstreamError) -> Bool { try bits(1, element) == 1 }

    /// ue(v).
    @discardableResult
    mutating func unsigned(_ allowed: ClosedRange<Int>, _ element: StaticString) throws(BitstreamError) -> Int {
        try next { coder, number throws(BitstreamError) in try coder.unsigned(&number, allowed, element) }
    }

    /// se(v).
    @discardableResult
    mutating func signed(_ allowed: ClosedRange<Int>, _ element: StaticString) throws(BitstreamError) -> Int {
        try next { coder, number throws(BitstreamError) in try coder.signed(&number, allowed, element) }
    }
}
