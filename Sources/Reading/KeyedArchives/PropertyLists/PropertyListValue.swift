/// A value of a property list in any of its forms, or of JSON text.
package enum PropertyListValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    /// A date, in seconds since 2001-01-01T00:00:00Z; not validated, so that it may be NaN.
    case date(Double)
    case data(DataReference)
    case string(String)
    /// An index into the object table of a keyed archive, 0 for nil; not checked against the size
    /// of the table.
    case uid(Int)
    case array([PropertyListValue])
    /// The fields of a dictionary, in the order of the file; keys are unique.
    case dictionary([Field])

    /// A key of a dictionary or of an archived object, and its value, which may be a reference.
    package struct Field: Hashable, Sendable {
        package let key: String
        package let value: PropertyListValue

        package init(_ key: String, _ value: PropertyListValue) {
            (self.key, self.value) = (key, value)
        }
    }

    /// The location of the bytes of a data value in the property list.
    package struct DataReference: Hashable, Sendable {
        // Plain integers, since every value of an archive takes up as much memory as the largest
        // case.
        private let start: Int
        private let end: Int
        private let decoded: Int
        private let textStart: Int

        package var range: Range<Int> { start..<end }
        /// The number of bytes that the base64 text at `range` decodes to; nil where the range
        /// holds the bytes themselves.
        package var decodedCount: Int? { decoded < 0 ? nil : decoded }
        /// Returns the location of a part of the data; nil for base64 text, and beyond the end.
        package func part(_ part: Range<Int>) -> DataReference? {
            guard decoded < 0, part.lowerBound >= 0, part.upperBound <= end - start else {
                return nil
            }
            return DataReference(range: start + part.lowerBound..<start + part.upperBound)
        }
        /// The range of the whole string that holds the data; nil if the file does not store it as
        /// a string.
        var textRange: Range<Int>? { textStart < 0 ? nil : textStart..<end }

        /// - Parameter textStart: The offset of the string that ends with the data; nil if the data
        ///   is not stored as a string.
        package init(range: Range<Int>, decodedCount: Int? = nil, textStart: Int? = nil) {
            start = range.lowerBound
            end = range.upperBound
            decoded = decodedCount ?? -1
            self.textStart = textStart ?? -1
        }

        package var count: Int { decodedCount ?? range.count }
    }
}

extension PropertyListValue {
    /// The string; nil for any other value, also for a reference to a string.
    package var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The value of an integer or a floating-point number; nil for other values.
    package var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }

    /// True for a number or a Boolean.
    var isNumber: Bool {
        if case .bool = self { true } else { double != nil }
    }

    /// The value for a key of a dictionary; nil for a missing key and for other values.
    package subscript(key: String) -> PropertyListValue? {
        guard case .dictionary(let fields) = self else { return nil }
        return fields.first { $0.key == key }?.value
    }
}
