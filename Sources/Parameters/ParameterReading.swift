import Pictures

extension ParameterValues {
    /// Reads every parameter text of `specification` for `entry`.
    package init(_ specification: Specification, for entry: some CatalogueEntry) throws(ParameterError) {
        var values: [String: Value] = [:]
        for (key, text) in specification.parameters.sorted(by: { $0.key < $1.key }) {
            let parameter = try Self.parameter(key, text, of: entry)
            guard values[parameter.name] == nil else {
                throw .parameterGivenTwice(name: parameter.name, of: entry.subject)
            }
            values[parameter.name] = try Self.read(text, parameter, of: entry)
        }
        for parameter in entry.parameters where values[parameter.name] == nil {
            switch parameter.kind {
            case .number(_, let value, _, _): values[parameter.name] = value.map(Value.number)
            case .ramp: break
            case .choice(_, let choice): values[parameter.name] = .word(choice)
            case .color(let color, _): values[parameter.name] = .color(color)
            case .point(let point): values[parameter.name] = .point(point)
            case .camera: values[parameter.name] = .word("")
            case .flag(let flag): values[parameter.name] = .flag(flag)
            case .path: throw .parameterMissing(name: parameter.name, of: entry.subject)
            case .text(let text, _): values[parameter.name] = .word(text)
            }
        }
        self.init(values)
    }

    private static func parameter(
        _ key: String, _ text: String, of entry: some CatalogueEntry
    ) throws(ParameterError) -> Parameter {
        // A value without a name belongs to the first parameter.
        if key.isEmpty {
            guard let first = entry.parameters.first else { throw .tooManyValues(of: entry.subject, text: text) }
            return first
        }
        if let known = entry.parameters.first(where: { $0.name == key }) { return known }
        let known = entry.parameters.map(\.name)
        guard !known.isEmpty else { throw .tooManyValues(of: entry.subject, text: "\(key)=\(text)") }
        throw .unknownParameter(
            name: key, of: entry.subject, nearest: nearestWord(to: key, in: known), known: known)
    }

    private static func read(
        _ text: String, _ parameter: Parameter, of entry: some CatalogueEntry
    ) throws(ParameterError) -> Value {
        let unreadable = ParameterError.valueUnreadable(
            text: text, parameter: parameter.name, of: entry.subject, accepts: parameter.accepts)
        let word = text.lowercased()
        switch parameter.kind {
        case .number(let range, _, let unit, let words):
            let named = words.first { $0.word == word }?.number
            guard let number = named ?? Self.number(word, unit) else { throw unreadable }
            guard range.contains(number) else {
                throw .valueOutOfRange(
                    text: text, parameter: parameter.name, of: entry.subject, accepts: parameter.accepts)
            }
            return .number(number)
        case .ramp(let range, let unit):
            let numbers = word.split(separator: "..", omittingEmptySubsequences: false).map {
                Self.number(trimmed($0), unit)
            }
            guard numbers.count <= 2, let from = numbers[0], let to = numbers.last! else { throw unreadable }
            guard range.contains(from), range.contains(to) else {
                throw .valueOutOfRange(
                    text: text, parameter: parameter.name, of: entry.subject, accepts: parameter.accepts)
            }
            return .ramp(from, to)
        case .choice(let choices, _):
            guard choices.contains(word) else { throw unreadable }
            return .word(word)
        case .color(_, let isTranslucent):
            guard let color = RGBColor(parsing: text), isTranslucent || color.alpha == 255 else { throw unreadable }
            return .color(color)
        case .point:
            let numbers = text.split { $0 == "," || $0 == "/" }.map { Self.number(trimmed($0), .fraction) }
            guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { throw unreadable }
            guard (0...1).contains(x), (0...1).contains(y) else {
                throw .valueOutOfRange(
                    text: text, parameter: parameter.name, of: entry.subject, accepts: parameter.accepts)
            }
            return .point(UnitPoint(x: x, y: y))
        case .camera:
            guard !text.isEmpty else { throw unreadable }
            return .word(text)
        case .flag:
            switch word {
            case "yes", "true", "on", "1": return .flag(true)
            case "no", "false", "off", "0": return .flag(false)
            default: throw unreadable
            }
        case .path, .text:
            guard !text.isEmpty else { throw unreadable }
            return .word(text)
        }
    }

    /// Reads "0.1", "10%" (a fraction), "30", "30°", "30deg" (an angle), "-18dB", "10s" and "500ms"; counts are whole.
    private static func number(_ text: String, _ unit: Parameter.Unit) -> Double? {
        var digits = text[...]
        var divisor = 1.0
        switch unit {
        case .fraction:
            if digits.hasSuffix("%") { (digits, divisor) = (digits.dropLast(), 100) }
        case .degrees:
            if digits.hasSuffix("°") { digits = digits.dropLast() }
            if digits.hasSuffix("deg") { digits = digits.dropLast(3) }
        case .count: break
        case .decibels:
            if digits.hasSuffix("db") { digits = digits.dropLast(2) }
        case .seconds:
            if digits.hasSuffix("ms") {
                (digits, divisor) = (digits.dropLast(2), 1000)
            } else if digits.hasSuffix("s") {
                digits = digits.dropLast()
            }
        }
        // Only decimal digits: no "inf", "nan", "0x1p3".
        guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }),
            let number = Double(String(digits))
        else { return nil }
        if unit == .count, number != number.rounded() { return nil }
        return number / divisor
    }
}

extension CatalogueEntry {
    fileprivate var subject: ParameterError.Subject { ParameterError.Subject(kind: Self.kind, name: name) }
}
