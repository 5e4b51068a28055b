/// The id of a request: a string or an integer, chosen by the client.
enum RequestID: Hashable, Encodable, Sendable {
    case text(String)
    case number(Int64)

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .number(let number): try value.encode(number)
        }
    }
}
