/// Decoding of rich text and colours. Key names are those of UIKit's and AppKit's archives; runs
/// are read as by swift-corelibs-foundation.
extension KeyedArchive {
    /// A range of an attributed string with uniform attributes: its text, and the attributes by
    /// their names.
    package struct TextRun: Sendable {
        package let text: String
        package let attributes: [PropertyListValue.Field]

        package init(text: String, attributes: [PropertyListValue.Field]) {
            (self.text, self.attributes) = (text, attributes)
        }
    }

    /// Returns the runs of an attributed string in order; nil for any other object. If the lengths
    /// of the runs do not add up to the text, returns one run without attributes.
    ///
    /// - Throws: ``ArchiveError`` if the object is missing or damaged, or the budget is exceeded.
    package func textRuns(_ value: PropertyListValue) throws(ArchiveError) -> [TextRun]? {
        if let runs = try codedRuns(value) { return runs }
        guard case .instance(let instance) = try object(value), instance.kind == .attributedString,
            let text = try string(value)
        else { return nil }
        let whole = [TextRun(text: text, attributes: [])]
        guard let attributes = instance["NSAttributes"] else { return whole }
        guard let info = instance["NSAttributeInfo"] else {
            return [TextRun(text: text, attributes: try self.attributes(attributes))]
        }
        guard let tables = try array(attributes), let reference = try data(info),
            let bytes = contents(of: reference)
        else { return whole }
        var decoded: [Int: [PropertyListValue.Field]] = [:]
        var runs: [TextRun] = []
        var start = text.startIndex
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let length = variableInteger(&rest), length > 0,
                let index = variableInteger(&rest),
                tables.indices.contains(index),
                let end = text.utf16.index(start, offsetBy: length, limitedBy: text.endIndex)
            else { return whole }
            let found: [PropertyListValue.Field]
            if let known = decoded[index] {
                found = known
            } else {
                found = try self.attributes(tables[index])
                decoded[index] = found
            }
            runs.append(TextRun(text: String(text[start..<end]), attributes: found))
            start = end
        }
        return start == text.endIndex ? runs : whole
    }

    /// Returns the runs of an `AttributedString` as `Codable` writes it: a list of texts, each
    /// followed by its attributes; nil for any other value.
    ///
    /// - Throws: ``ArchiveError`` if the object is missing or damaged, or the budget is exceeded.
    package func codedRuns(_ value: PropertyListValue) throws(ArchiveError) -> [TextRun]? {
        guard isPlain, let members = try array(value), !members.isEmpty, members.count % 2 == 0
        else { return nil }
        var runs: [TextRun] = []
        for start in stride(from: 0, to: members.count, by: 2) {
            guard case .value(.string) = try object(members[start]),
                let text = try string(members[start]), try dictionary(members[start + 1]) != nil
            else { return nil }
            runs.append(TextRun(text: text, attributes: try attributes(members[start + 1])))
        }
        return runs
    }

    private func attributes(
        _ value: PropertyListValue
    ) throws(ArchiveError) -> [PropertyListValue.Field] {
        var fields: [PropertyListValue.Field] = []
        for pair in try dictionary(value) ?? [] {
            guard let name = try string(pair.key) else { continue }
            fields.append(.init(name, pair.value))
        }
        return fields
    }

    /// Returns a `UIColor` or `NSColor` as `#rrggbb`, or as `#rrggbbaa` if it is translucent; nil
    /// for other objects and for named colours.
    ///
    /// - Throws: ``ArchiveError`` if the object cannot be read, or the budget is exceeded.
    package func color(_ value: PropertyListValue) throws(ArchiveError) -> String? {
        guard case .instance(let instance) = try object(value),
            instance.kind == .color
        else { return nil }
        func component(_ keys: String...) -> Double? {
            keys.lazy.compactMap { instance[$0]?.double }.first
        }
        var parts: [Double] = []
        if let red = component("UIRed", "UIRed-Double"),
            let green = component("UIGreen", "UIGreen-Double"),
            let blue = component("UIBlue", "UIBlue-Double")
        {
            parts = [red, green, blue]
        } else if let white = component("UIWhite", "UIWhite-Double") {
            parts = [white, white, white]
        } else {
            for key in ["NSRGB", "NSWhite"] {
                guard case .data(let reference) = instance[key],
                    let bytes = contents(of: reference)
                else { continue }
                let numbers = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                    .split(separator: " ").compactMap { Double($0) }
                parts = numbers.count >= 3 ? numbers : numbers.first.map { [$0, $0, $0] } ?? []
                if numbers.count == 2 { parts.append(numbers[1]) }
                break
            }
        }
        guard parts.count >= 3 else { return nil }
        if parts.count == 3, let alpha = component("UIAlpha", "UIAlpha-Double") {
            parts.append(alpha)
        }
        if parts.count > 3, parts[3] >= 1 { parts.removeSubrange(3...) }
        return "#"
            + parts.prefix(4).map { part in
                let level = part.isNaN ? 0 : Int((min(max(part, 0), 1) * 255).rounded())
                return (level < 16 ? "0" : "") + String(level, radix: 16)
            }.joined()
    }
}

/// Removes and returns the next variable-length integer, of seven bits per byte with the lowest
/// first; nil at the end, or if it is longer than five bytes.
private func variableInteger(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    var value = 0
    var shift = 0
    while let byte = bytes.popFirst(), shift < 32 {
        value |= Int(byte & 0x7F) << shift
        if byte & 0x80 == 0 { return value }
        shift += 7
    }
    return nil
}
