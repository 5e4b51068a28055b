extension MediaTime {
    /// Reads a duration or a point in time as people write it.
    ///
    /// `5s`, `0.5s`, `500ms`, `2m`, `1.5h`, `1m30s`, `5 sec`, a bare number of seconds (`5`, `2.25`), or
    /// clock time `mm:ss[.fff]` and `hh:mm:ss[.fff]`. The sign is optional. Any number of decimals, rounded to the
    /// nearest flick (1.4 ns), without intermediate binary fractions.
    ///
    /// `nil` when the text is none of these or is outside ±100 years.
    public init?(parsing text: String) {
        let negative = text.hasPrefix("-")
        let body = negative || text.hasPrefix("+") ? text.dropFirst() : text[...]
        guard let first = body.first, first.isASCII, first.isNumber || first == ".",
            let time = body.contains(":") ? Self.clock(body) : Self.withUnit(body)
        else { return nil }
        self = negative ? -time : time
    }

    /// The longer suffixes first: "ms" ends in "s".
    private static let units: [(suffix: String, numerator: Int64, denominator: Int64)] = [
        ("ms", 1, 1000), ("min", 60, 1), ("sec", 1, 1), ("s", 1, 1), ("m", 60, 1), ("h", 3600, 1), ("", 1, 1),
    ]

    /// "1m30s" is the sum of both; each unit is smaller than the one before it.
    private static func withUnit(_ text: Substring) -> MediaTime? {
        var (rest, sum, last) = (text.lowercased()[...], MediaTime.zero, 0)
        guard rest.last != " " else { return nil }
        repeat {
            let number = rest.prefix { $0.isNumber || $0 == "." }
            rest = rest.dropFirst(number.count).drop { $0 == " " }
            let letters = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(letters.count).drop { $0 == " " }
            guard let unit = units.first(where: { $0.suffix == letters }), !letters.isEmpty || last == 0,
                let time = exact(number, unit.numerator, unit.denominator)
            else { return nil }
            let order = Int(3600 * unit.denominator / unit.numerator)
            guard order > last else { return nil }
            (sum, last) = (sum + time, order)
        } while !rest.isEmpty
        return sum < .century ? sum : nil
    }

    private static func clock(_ text: Substring) -> MediaTime? {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(fields.count), fields.allSatisfy({ $0.first?.isNumber == true }),
            let seconds = fields.last, let sum = exact(seconds, 1, 1),
            // Before it is rounded: 59.9999999999 is not 60.
            let whole = Int64(seconds.prefix { $0 != "." }), whole < 60
        else { return nil }
        var time = sum
        for (field, unit) in zip(fields.dropLast().reversed(), [Int64(60), 3600]) {
            guard let count = Int64(field), count >= 0,
                count < MediaTime.century.flicks / (unit * MediaTime.flicksPerSecond),
                unit == 3600 || fields.count == 2 || count < 60
            else { return nil }
            time += .seconds(count * unit)
        }
        return time
    }

    private static func exact(_ number: Substring, _ numerator: Int64, _ denominator: Int64) -> MediaTime? {
        guard
            let flicks = ExactDecimal(number)?.scaled(by: numerator * MediaTime.flicksPerSecond, over: denominator),
            flicks < MediaTime.century.flicks
        else { return nil }
        return MediaTime(flicks: flicks)
    }
}

extension MediaTime: CustomStringConvertible {
    /// Seconds to the millisecond, without trailing zeros: "5s", "0.5s", "-1.033s".
    public var description: String {
        let thousandths = rescale(magnitude.flicks, 1000, over: Self.flicksPerSecond, .nearest)
        return "\(flicks < 0 && thousandths > 0 ? "-" : "")\(decimal(thousandths: thousandths))s"
    }

    /// `h:mm:ss.mmm`, with hours only when there are any: readable for long films.
    public var clockDescription: String {
        let thousandths = rescale(magnitude.flicks, 1000, over: Self.flicksPerSecond, .nearest)
        let pad = { (n: Int64, width: Int) in String(String(n + 1000).suffix(width)) }
        let seconds = thousandths / 1000
        let head = seconds >= 3600 ? "\(seconds / 3600):\(pad(seconds / 60 % 60, 2))" : "\(seconds / 60)"
        return
            "\(flicks < 0 && thousandths > 0 ? "-" : "")\(head):\(pad(seconds % 60, 2)).\(pad(thousandths % 1000, 3))"
    }
}
