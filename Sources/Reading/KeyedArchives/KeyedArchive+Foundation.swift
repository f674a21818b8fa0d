/// Decoding of Foundation's own classes. Each function returns nil for an object of another class.
/// Key names are those of Apple's archives and of swift-corelibs-foundation, which reads them the
/// same way.
extension KeyedArchive {
    /// Returns an object of an app's own class; nil for the values and collections of the system.
    ///
    /// - Throws: ``ArchiveError`` if the object cannot be read, or the budget is exceeded.
    package func objectOfAnApp(
        _ value: PropertyListValue
    ) throws(ArchiveError) -> ArchivedInstance? {
        guard case .instance(let instance) = try object(value), instance.kind == .other else {
            return nil
        }
        return instance
    }

    /// Returns the text of a string, of an `NSString` or a subclass, or of an attributed string.
    ///
    /// - Throws: ``ArchiveError`` if the object is missing or damaged, or the budget is exceeded.
    package func string(_ value: PropertyListValue) throws(ArchiveError) -> String? {
        switch try object(value) {
        case .null: return nil
        case .value(.string(let text)):
            // Many objects may share one long text, and each of them ends up with a copy.
            try budget.spend(text.utf8.count, on: .text)
            return text
        case .value: return nil
        case .instance(let instance):
            guard
                instance.kind == .string || instance.kind == .other
                    || instance.kind == .attributedString
            else { return nil }
            if let text = instance["NS.string"] {
                guard case .string(let text) = text else {
                    throw ArchiveError(.badObject("a string is not text"))
                }
                return text
            }
            if instance.kind == .string {
                guard case .data(let reference) = instance["NS.bytes"] else { return "" }
                try budget.spend(reference.count, on: .text)
                return contents(of: reference).map { String(decoding: $0, as: UTF8.self) }
            }
            if instance.kind == .attributedString, let text = instance["NSString"], text != value {
                // One level only: the text of an attributed string is a plain one.
                guard case .instance(let inner) = try object(text),
                    inner["NSString"] != nil
                else { return try string(text) }
                throw ArchiveError(.badObject("an attributed string holds another"))
            }
            return nil
        }
    }

    /// Returns the members of an array or a set, including references to nil; those of a counted
    /// set without their counts.
    ///
    /// - Throws: ``ArchiveError`` if the object is missing or damaged, or the budget is exceeded.
    package func array(_ value: PropertyListValue) throws(ArchiveError) -> [PropertyListValue]? {
        guard case .instance(let instance) = try object(value) else {
            guard case .array(let members) = value else { return nil }
            return members
        }
        guard instance.kind == .array || instance.kind == .countedSet else { return nil }
        // Counted sets number their members without the last dot.
        let numbered = instance.kind == .countedSet ? "NS.object" : "NS.object."
        return try members(of: instance, list: "NS.objects", numbered: numbered)
    }

    /// Returns the key-value pairs of a dictionary in the order of the file, which is arbitrary for
    /// an `NSDictionary`.
    ///
    /// - Throws: ``ArchiveError`` if the object is missing or damaged, or the budget is exceeded.
    package func dictionary(
        _ value: PropertyListValue
    ) throws(ArchiveError) -> [(key: PropertyListValue, value: PropertyListValue)]? {
        guard case .instance(let instance) = try object(value) else {
            guard case .dictionary(let fields) = value else { return nil }
            return fields.map { (.string($0.key), $0.value) }
        }
        guard instance.kind == .dictionary else { return nil }
        let keys = try members(of: instance, list: "NS.keys", numbered: "NS.key.")
        let values = try members(of: instance, list: "NS.objects", numbered: "NS.object.")
        guard keys.count == values.count else {
            throw ArchiveError(
                .badObject("a dictionary has \(keys.count) keys and \(values.count) values"))
        }
        return zip(keys, values).map { ($0, $1) }
    }

    /// Returns the location of the bytes of an `NSData` or `NSMutableData`, which are not read.
    /// They may be stored as base64 text.
    ///
    /// - Throws: ``ArchiveError`` if the object is missing or damaged, or the budget is exceeded.
    package func data(
        _ value: PropertyListValue
    ) throws(ArchiveError) -> PropertyListValue.DataReference? {
        switch try object(value) {
        case .value(.data(let reference)): return reference
        case .instance(let instance) where instance.kind == .data:
            for key in ["NS.data", "NS.bytes"] {
                if case .data(let reference) = instance[key] { return reference }
            }
            throw ArchiveError(.badObject("data without bytes"))
        default: return nil
        }
    }

    /// Returns a date in seconds since 2001-01-01T00:00:00Z, from an `NSDate` or a date of a
    /// property list. The value is not validated: it may be out of any range, or NaN.
    ///
    /// - Throws: ``ArchiveError`` if the object is missing or damaged, or the budget is exceeded.
    package func date(_ value: PropertyListValue) throws(ArchiveError) -> Double? {
        switch try object(value) {
        case .value(.date(let seconds)): return seconds
        case .instance(let instance) where instance.kind == .date:
            guard let seconds = instance["NS.time"]?.double else {
                throw ArchiveError(.badObject("a date is not a number"))
            }
            return seconds
        default: return nil
        }
    }

    /// Returns a number or a Boolean, from an `NSNumber` in its plain or its object form.
    ///
    /// - Throws: ``ArchiveError`` if the object cannot be read, or the budget is exceeded.
    package func number(_ value: PropertyListValue) throws(ArchiveError) -> PropertyListValue? {
        switch try object(value) {
        case .value(let plain): return plain.isNumber ? plain : nil
        case .instance(let instance) where instance.kind == .number:
            return ["NS.intval", "NS.dblval", "NS.boolval", "NS.number"].lazy
                .compactMap { instance[$0] }.first { $0.isNumber }
        default: return nil
        }
    }

    /// Returns an `NSUUID` in upper-case hexadecimal digits:
    /// `8D9C1F6E-0B7A-4C5B-9D7E-1A2B3C4D5E6F`. Nil also if it does not have 16 bytes.
    ///
    /// - Throws: ``ArchiveError`` if the object cannot be read, or the budget is exceeded.
    package func uuid(_ value: PropertyListValue) throws(ArchiveError) -> String? {
        guard case .instance(let instance) = try object(value), instance.kind == .uuid,
            case .data(let reference) = instance["NS.uuidbytes"], reference.count == 16,
            let bytes = contents(of: reference), bytes.count == 16
        else { return nil }
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
            .joined(separator: "-")
    }

    /// Returns the relative part of an `NSURL`, which is the whole address unless it has a base.
    ///
    /// - Throws: ``ArchiveError`` if the object is missing or damaged, or the budget is exceeded.
    package func url(_ value: PropertyListValue) throws(ArchiveError) -> String? {
        guard case .instance(let instance) = try object(value), instance.kind == .url,
            let relative = instance["NS.relative"]
        else { return nil }
        return try string(relative)
    }

    /// Returns the bytes of a data value, decoded if they are base64 text; nil if they cannot be
    /// read.
    package func contents(of reference: PropertyListValue.DataReference) -> [UInt8]? {
        guard let raw = rawBytes(of: reference) else { return nil }
        return reference.decodedCount == nil ? raw : decodedBase64(raw)
    }

    /// Returns the members of a collection, stored as one array or, by subclasses of
    /// `NSKeyedArchiver`, one by one under numbered keys. An empty collection may have neither.
    private func members(
        of instance: ArchivedInstance, list: String, numbered: String
    ) throws(ArchiveError) -> [PropertyListValue] {
        if let members = instance[list] {
            guard case .array(let members) = members else {
                throw ArchiveError(.badObject("\(list) of a collection is not an array"))
            }
            return members
        }
        var byNumber: [Int: PropertyListValue] = [:]
        for field in instance.fields where field.key.hasPrefix(numbered) {
            guard let number = Int(field.key.dropFirst(numbered.count)) else { continue }
            byNumber[number] = field.value
        }
        var members: [PropertyListValue] = []
        while let member = byNumber[members.count] { members.append(member) }
        return members
    }
}

extension ArchivedInstance {
    /// True if one of these names is among ``classNames``. System classes do not list their
    /// superclasses there, so subclasses such as `NSMutableString` have to be named as well.
    package func isKind(of names: String...) -> Bool {
        classNames.contains { names.contains($0) }
    }
}

/// Returns the bytes that base64 text decodes to; characters outside of the alphabet, such as white
/// space, are skipped.
private func decodedBase64(_ text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var bits: UInt32 = 0
    var count = 0
    for character in text {
        let digit: UInt32
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = UInt32(character) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = UInt32(character) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt32(character) + 4
        case UInt8(ascii: "+"): digit = 62
        case UInt8(ascii: "/"): digit = 63
        default: continue
        }
        bits = bits << 6 | digit
        count += 1
        if count % 4 != 1 {
            let shift = UInt32((4 - count % 4) % 4 * 2)
            bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
    }
    return bytes
}
