// Names of files are bytes, on Linux of any value but 0 and "/"; `String` is UTF-8. A byte that is not part of UTF-8 is
// kept as a character of a private plane, as Python's `surrogateescape` does (PEP 383) with surrogates.

extension String {
    /// U+10FE80 to U+10FEFF for the bytes 0x80 to 0xFF.
    private static let firstEscape: UInt32 = 0x10FE00
    private static let escapes = firstEscape + 0x80...firstEscape + 0xFF

    /// The name of a file from its bytes.
    package init(fileName bytes: some Collection<UInt8>) {
        if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: \.isEscape) {
            self = text
            return
        }
        self.init()
        var rest = bytes[...]
        while let first = rest.first {
            var decoder = Unicode.UTF8.ForwardParser()
            var input = rest.makeIterator()
            if case .valid(let encoded) = decoder.parseScalar(from: &input),
                case let scalar = Unicode.UTF8.decode(encoded), !scalar.isEscape
            {
                unicodeScalars.append(scalar)
                rest = rest.dropFirst(encoded.count)
            } else {
                unicodeScalars.append(Unicode.Scalar(Self.firstEscape + UInt32(first))!)
                rest = rest.dropFirst()
            }
        }
    }

    /// The name of a file from its bytes, up to the 0 after them.
    package init(fileName bytes: UnsafePointer<CChar>) {
        self.init(fileName: UnsafeRawBufferPointer(start: bytes, count: strlen(bytes)))
    }

    /// Passes the bytes of the name of a file, with a 0 at the end. A text with a 0 inside is no name: it is passed as
    /// the empty one, which no file has, and not as the name of another file.
    package func withFileName<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        guard !utf8.contains(0) else { return try "".withCString(body) }
        guard unicodeScalars.contains(where: \.isEscape) else { return try withCString(body) }
        var bytes = fileNameBytes.map(CChar.init(bitPattern:))
        bytes.append(0)
        return try bytes.withUnsafeBufferPointer { try body($0.baseAddress!) }
    }

    /// The bytes of the name of a file.
    package var fileNameBytes: [UInt8] {
        unicodeScalars.reduce(into: []) { bytes, scalar in
            if scalar.isEscape {
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                bytes.append(contentsOf: Unicode.UTF8.encode(scalar)!)
            }
        }
    }

    fileprivate static func isEscape(_ scalar: Unicode.Scalar) -> Bool { escapes.contains(scalar.value) }
}

/// A path or name as the bytes that it is: `String` takes "é" in one character and in two for the same.
package struct FileKey: Hashable, Comparable, Sendable {
    private let bytes: [UInt8]

    package init(_ path: String) { bytes = Array(path.utf8) }

    /// By the numbers in them, as people count: "clip 2" before "clip 10".
    package static func < (one: FileKey, other: FileKey) -> Bool {
        var (left, right) = (one.bytes[...], other.bytes[...])
        while let first = left.first, let second = right.first {
            let (digits, others) = (left.prefix(while: isDigit), right.prefix(while: isDigit))
            if digits.isEmpty || others.isEmpty {
                guard first == second else { return first < second }
                (left, right) = (left.dropFirst(), right.dropFirst())
            } else {
                let (number, another) = (digits.drop { $0 == zero }, others.drop { $0 == zero })
                guard number.count == another.count else { return number.count < another.count }
                guard number.elementsEqual(another) else { return number.lexicographicallyPrecedes(another) }
                (left, right) = (left.dropFirst(digits.count), right.dropFirst(others.count))
            }
        }
        // Names that differ in nothing but zeros still have an order.
        guard left.isEmpty, right.isEmpty else { return left.isEmpty }
        return one.bytes.lexicographicallyPrecedes(other.bytes)
    }

    private static let zero = UInt8(ascii: "0")
    private static func isDigit(_ byte: UInt8) -> Bool { (zero...UInt8(ascii: "9")).contains(byte) }
}

extension Unicode.Scalar {
    fileprivate var isEscape: Bool { String.isEscape(self) }
}
