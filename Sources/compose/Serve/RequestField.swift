#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The value of a field of a request.
enum RequestField: Decodable {
    case flag(Bool)
    /// Written without an exponent.
    case number(String)
    case text(String)
    case list([RequestField])
    /// Null, an object, a number above 10^127, or a text that is not Unicode or contains a zero, which would end a
    /// file name.
    case other

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Decimal.self) {
            self = .number("\(number)")
        } else if let number = try? value.decode(Double.self), number.magnitude < 1 {
            // Too small for a `Decimal`.
            self = .number("0")
        } else if let text = try? value.decode(String.self) {
            self = text.utf8.contains(0) ? .other : .text(text)
        } else {
            self = (try? value.decode([RequestField].self)).map(RequestField.list) ?? .other
        }
    }

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// As the value of an option; `nil` if it cannot be one.
    var word: String? {
        switch self {
        case .number(let word): word
        case .text(let word): word.isEmpty ? nil : word
        case .flag, .list, .other: nil
        }
    }

    var id: RequestID? {
        switch self {
        case .number(let number): Int64(number).map(RequestID.number)
        case .text(let text): .text(text)
        case .flag, .list, .other: nil
        }
    }
}
