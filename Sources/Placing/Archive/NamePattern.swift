import Platform
import Timeline

/// A pattern of file names in the manufacturer's notation: "{year}-{month}-{day}_{hour}-{minute}-{second}-{camera}".
///
/// Fields are in braces; `?` is any letter; every other character is literal, ignoring case.
struct NamePattern: Sendable {
    /// The fields of a name.
    struct Reading: Hashable, Sendable {
        /// The word that identifies the camera; empty if the pattern has none.
        var camera = ""
        /// Seconds since 1970 on the clock that the manufacturer chose; `nil` without a date.
        var start: Int64?
        var number: Int?
        var chapter: Int?
    }

    private enum Piece: Sendable {
        case literal(UInt8)
        case letter
        /// Digits of a date, in the order of `tm`.
        case date(Field, digits: Int)
        case number(digits: Int?)
        case chapter
        case camera
        /// One letter or none.
        case flag
        /// Nothing, or anything after a space or an underscore.
        case rest
    }

    private enum Field: Int, Sendable { case year, month, day, hour, minute, second }

    private let pieces: [Piece]

    init(_ pattern: String) {
        var pieces: [Piece] = []
        var rest = pattern[...]
        while let first = rest.first {
            if first == "{", let end = rest.firstIndex(of: "}") {
                pieces.append(Self.piece(named: rest[rest.index(after: rest.startIndex)..<end]))
                rest = rest[rest.index(after: end)...]
            } else {
                pieces.append(first == "?" ? .letter : .literal(first.asciiValue! | Self.smallBit(first.asciiValue!)))
                rest.removeFirst()
            }
        }
        self.pieces = pieces
    }

    private static func piece(named name: Substring) -> Piece {
        switch name {
        case "year": .date(.year, digits: 4)
        case "yy": .date(.year, digits: 2)
        case "month": .date(.month, digits: 2)
        case "day": .date(.day, digits: 2)
        case "hour": .date(.hour, digits: 2)
        case "minute": .date(.minute, digits: 2)
        case "second": .date(.second, digits: 2)
        case "number": .number(digits: nil)
        case "number4": .number(digits: 4)
        case "chapter": .chapter
        case "camera": .camera
        case "flag": .flag
        case "rest": .rest
        default: preconditionFailure("no field of a name is called \(name)")
        }
    }

    /// The bit that makes a capital letter lower case.
    private static func smallBit(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? 32 : 0 }

    /// The fields of a name without its extension; `nil` if the name does not match, or the date does not exist.
    ///
    /// - Parameter words: those that identify cameras, in lower case; a word before its own prefixes.
    func reading(of stem: String, words: [String]) -> Reading? {
        var bytes = stem.utf8.map { $0 | Self.smallBit($0) }[...]
        var reading = Reading()
        var date = [0, 1, 1, 0, 0, 0]
        var hasDate = false
        for piece in pieces {
            switch piece {
            case .literal(let byte): guard bytes.popFirst() == byte else { return nil }
            case .letter: guard let byte = bytes.popFirst(), (97...122).contains(byte) else { return nil }
            case .date(let field, let digits):
                guard let value = Self.digits(digits, of: &bytes) else { return nil }
                date[field.rawValue] = digits == 2 && field == .year ? 2000 + value : value
                hasDate = true
            case .number(let digits):
                guard let value = Self.digits(digits, of: &bytes) else { return nil }
                reading.number = value
            case .chapter:
                guard let value = Self.digits(2, of: &bytes) else { return nil }
                reading.chapter = value
            case .camera:
                guard let word = words.first(where: { bytes.starts(with: $0.utf8) }) else { return nil }
                reading.camera = word
                bytes = bytes.dropFirst(word.utf8.count)
            case .flag: if let byte = bytes.first, (97...122).contains(byte) { bytes = bytes.dropFirst() }
            case .rest:
                guard bytes.isEmpty || bytes.first == UInt8(ascii: "_") || bytes.first == UInt8(ascii: " ") else {
                    return nil
                }
                bytes = []
            }
        }
        guard bytes.isEmpty else { return nil }
        if hasDate {
            guard let start = Self.seconds(date) else { return nil }
            reading.start = start
        }
        return reading
    }

    /// - Parameter count: the number of digits; `nil` for one to nine, as many as there are.
    private static func digits(_ count: Int?, of bytes: inout ArraySlice<UInt8>) -> Int? {
        let found = bytes.prefix(count ?? 9).prefix { (48...57).contains($0) }
        guard !found.isEmpty, count == nil || found.count == count else { return nil }
        bytes = bytes.dropFirst(found.count)
        return found.reduce(0) { $0 * 10 + Int($1) - 48 }
    }

    /// The seconds since 1970 of a date that exists, as if in UTC.
    static func seconds(_ date: [Int]) -> Int64? {
        guard (1990...2200).contains(date[0]) else { return nil }
        var time = tm()
        time.tm_year = Int32(date[0] - 1900)
        time.tm_mon = Int32(date[1] - 1)
        time.tm_mday = Int32(date[2])
        time.tm_hour = Int32(date[3])
        time.tm_min = Int32(date[4])
        time.tm_sec = Int32(date[5])
        let asked = time
        let seconds = timegm(&time)
        // timegm turns February 30 into March 2.
        guard time.tm_mon == asked.tm_mon, time.tm_mday == asked.tm_mday, time.tm_hour == asked.tm_hour,
            time.tm_min == asked.tm_min, time.tm_sec == asked.tm_sec
        else { return nil }
        return Int64(seconds)
    }
}
