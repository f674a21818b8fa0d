package import Hashing

/// A value of a field: it can be cached, and written and read as JSON.
package protocol FieldValue: Hashable, Sendable, BinaryCodable {
    func json(in form: JSONForm) -> JSONValue
    /// Returns a value; nil for JSON of another kind.
    static func read(_ json: JSONValue, in form: JSONForm) -> Self?
    /// Returns the JSON of a list of values: an array, unless the values are parts of it.
    static func json(of list: [Self], in form: JSONForm) -> JSONValue
    /// Returns the values of a list, without members of another kind; nil for anything but a list.
    static func readList(_ json: JSONValue, in form: JSONForm) -> [Self]?
}

extension FieldValue {
    package static func json(of list: [Self], in form: JSONForm) -> JSONValue {
        .array(list.map { $0.json(in: form) })
    }

    package static func readList(_ json: JSONValue, in form: JSONForm) -> [Self]? {
        json.members?.compactMap { read($0, in: form) }
    }
}

extension JSONValue {
    /// The members of an array; nil for any other value.
    fileprivate var members: [JSONValue]? {
        switch self {
        case .array(let members): members
        case .numbers(let numbers): numbers.map { .real($0) }
        default: nil
        }
    }

    /// The numbers of an array; nil for any other value.
    fileprivate var numbers: [Double]? {
        if case .numbers(let numbers) = self { return numbers }
        return members?.compactMap { Double.read($0, in: .tree) }
    }
}

// MARK: - Simple values

extension String: FieldValue {
    package func json(in form: JSONForm) -> JSONValue { .string(self as String?) }

    package static func read(_ json: JSONValue, in form: JSONForm) -> String? {
        if case .string(let text) = json { text } else { nil }
    }
}

/// A number that is not negative, such as a position or a count.
extension Int: FieldValue {
    package func json(in form: JSONForm) -> JSONValue { .integer(self) }

    package static func read(_ json: JSONValue, in form: JSONForm) -> Int? {
        guard case .integer(let number) = json, number >= 0 else { return nil }
        return number
    }
}

extension Bool: FieldValue {
    package func json(in form: JSONForm) -> JSONValue { .bool(self) }

    package static func read(_ json: JSONValue, in form: JSONForm) -> Bool? {
        if case .bool(let value) = json { value } else { nil }
    }
}

extension Double: FieldValue {
    package func json(in form: JSONForm) -> JSONValue { .real(self) }

    package static func read(_ json: JSONValue, in form: JSONForm) -> Double? {
        switch json {
        case .integer(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }

    package static func json(of list: [Double], in form: JSONForm) -> JSONValue { .numbers(list) }

    package static func readList(_ json: JSONValue, in form: JSONForm) -> [Double]? { json.numbers }
}

extension FieldValue where Self: RawRepresentable<String> {
    package func json(in form: JSONForm) -> JSONValue { rawValue.json(in: form) }

    package static func read(_ json: JSONValue, in form: JSONForm) -> Self? {
        String.read(json, in: form).flatMap(Self.init)
    }
}

extension Optional: FieldValue where Wrapped: FieldValue {
    package func json(in form: JSONForm) -> JSONValue { self?.json(in: form) ?? .null }

    package static func read(_ json: JSONValue, in form: JSONForm) -> Wrapped?? {
        .some(Wrapped.read(json, in: form))
    }
}

extension Array: FieldValue where Element: FieldValue {
    package func json(in form: JSONForm) -> JSONValue { Element.json(of: self, in: form) }

    package static func read(_ json: JSONValue, in form: JSONForm) -> [Element]? {
        Element.readList(json, in: form)
    }
}

/// A list of fields is an object.
extension JSONValue.Field: FieldValue {
    package func json(in form: JSONForm) -> JSONValue { .object([self]) }

    package static func read(_ json: JSONValue, in form: JSONForm) -> JSONValue.Field? { nil }

    package static func json(of list: [JSONValue.Field], in form: JSONForm) -> JSONValue {
        .object(list)
    }

    package static func readList(_ json: JSONValue, in form: JSONForm) -> [JSONValue.Field]? {
        if case .object(let fields) = json { fields } else { nil }
    }
}

// MARK: - Parts of pages

/// A frame is four numbers, or text as Foundation writes it in archives: `{{1, 2}, {3, 4}}`.
extension Frame: FieldValue {
    package func write(to writer: inout ByteWriter) { writer.write(x, y, width, height) }

    package init(from reader: inout ByteReader) throws {
        let sides = try (0..<4).map { _ in try reader.value(Double.self) }
        guard let frame = Frame(sides) else { throw BinaryDecodingError() }
        self = frame
    }

    private init?(_ sides: [Double]) {
        guard sides.count == 4 else { return nil }
        self.init(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
    }

    /// Creates a frame from text such as `{{1, 2}, {3, 4}}`; nil for any other text.
    package init?(_ text: String) { self.init(text.numbersInBraces) }

    package func json(in form: JSONForm) -> JSONValue {
        form == .tree
            ? .numbers([x, y, width, height])
            : .string("{{\(x), \(y)}, {\(width), \(height)}}")
    }

    package static func read(_ json: JSONValue, in form: JSONForm) -> Frame? {
        form == .tree
            ? json.numbers.flatMap { Frame($0) }
            : String.read(json, in: form).flatMap { Frame($0) }
    }
}

extension String {
    /// The numbers of text such as `{1.5, 2}`, as Foundation writes points and frames.
    package var numbersInBraces: [Double] {
        utf8.split { [UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","), 0x20].contains($0) }
            .compactMap { Double(Substring($0)) }
    }
}

/// A drawing is an object with a photo and strokes, one of them empty; in archives it is just the
/// other.
extension Drawing: FieldValue {
    package func write(to writer: inout ByteWriter) {
        switch self {
        case .picture(let photo): writer.write(0, photo)
        case .strokes(let strokes): writer.write(1, strokes)
        }
    }

    package init(from reader: inout ByteReader) throws {
        switch try reader.value(Int.self) {
        case 0: self = .picture(try reader.value())
        case 1: self = .strokes(try reader.value())
        default: throw BinaryDecodingError()
        }
    }

    package func json(in form: JSONForm) -> JSONValue {
        switch (self, form) {
        case (.picture(let photo), .archive): .integer(photo)
        case (.strokes(let strokes), .archive): strokes.json(in: form)
        case (.picture(let photo), .tree):
            .object([("photo", .integer(photo)), ("strokes", .array([]))])
        case (.strokes(let strokes), .tree):
            .object([("photo", .null), ("strokes", strokes.json(in: form))])
        }
    }

    package static func read(_ json: JSONValue, in form: JSONForm) -> Drawing? {
        var (photo, strokes) = (json, json)
        if form == .tree {
            guard case .object(let fields) = json else { return nil }
            photo = fields.first { $0.key == "photo" }?.value ?? .null
            strokes = fields.first { $0.key == "strokes" }?.value ?? .null
        }
        if let photo = Int.read(photo, in: form) { return .picture(photo) }
        return [Stroke].read(strokes, in: form).flatMap { $0.isEmpty ? nil : .strokes($0) }
    }
}
