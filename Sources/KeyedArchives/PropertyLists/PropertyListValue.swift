/// A value of a property list, as both of its forms give it.
package enum PropertyListValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    /// Seconds since 2001-01-01T00:00:00Z.
    case date(Double)
    case data(DataReference)
    case string(String)
    /// An index into the object table.
    case uid(Int)
    case array([PropertyListValue])
    /// Keys are unique, in the order of the file.
    case dictionary([Field])

    /// A key of a dictionary with its value.
    package struct Field: Hashable, Sendable {
        package let key: String
        package let value: PropertyListValue

        package init(_ key: String, _ value: PropertyListValue) {
            self.key = key
            self.value = value
        }
    }

    /// Where the bytes of a data value lie in the property list.
    package struct DataReference: Hashable, Sendable {
        // Plain numbers, since every value of an archive is as large as the largest kind.
        private let start: Int
        private let end: Int
        private let decoded: Int
        private let textStart: Int

        package var range: Range<Int> { start..<end }
        /// The number of bytes that the base64 text at `range` decodes to; nil where the range
        /// holds the bytes themselves.
        package var decodedCount: Int? { decoded < 0 ? nil : decoded }
        /// Set where the file has the data as a text: the place of all of that.
        var textRange: Range<Int>? { textStart < 0 ? nil : textStart..<end }

        /// - Parameter textStart: Where the text begins that ends with the data.
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
    /// The text itself; nil for any other value.
    package var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The value of a dictionary's key; nil for a missing key and for other values.
    package subscript(key: String) -> PropertyListValue? {
        guard case .dictionary(let fields) = self else { return nil }
        return fields.first { $0.key == key }?.value
    }
}
