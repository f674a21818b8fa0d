/// Reads the objects of a binary property list (`bplist00`) by their numbers.
///
/// Every count and reference is checked against the file before it is used; nothing is
/// allocated for more than the file holds. The layout is CoreFoundation's `CFBinaryPList`.
struct BinaryPropertyList {
    let bytes: ArchiveBytes
    let objectCount: Int
    let topObject: Int
    private let offsetSize: Int
    private let referenceSize: Int
    private let offsetTable: Int

    static let magic: [UInt8] = Array("bplist00".utf8)
    private static let trailerSize = 32
    /// The maximum number of members for which memory is reserved in advance, since a damaged count
    /// may be huge.
    private static let maximumReserved = 1024

    init(_ bytes: ArchiveBytes) throws(ArchiveError) {
        self.bytes = bytes
        let tableEnd = bytes.count - Self.trailerSize
        guard tableEnd >= Self.magic.count + 2,
            let trailer = bytes.bytes(tableEnd..<bytes.count)
        else { throw ArchiveError(.cutOff) }
        offsetSize = Int(trailer[6])
        referenceSize = Int(trailer[7])
        let count = unsigned(trailer, range: 8..<16)
        let top = unsigned(trailer, range: 16..<24)
        let table = unsigned(trailer, range: 24..<32)
        // A truncated file ends within its objects, whose bytes are not a valid trailer.
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            throw ArchiveError(.badObject("the file is truncated"))
        }
        guard count >= 1, top < count else {
            throw ArchiveError(.badObject("its top object is not in the file"))
        }
        guard table >= UInt64(Self.magic.count + 1), table <= UInt64(tableEnd),
            count <= (UInt64(tableEnd) - table) / UInt64(offsetSize)
        else {
            throw ArchiveError(
                .badObject("the file is truncated: its offset table does not fit into it"))
        }
        objectCount = Int(count)
        topObject = Int(top)
        offsetTable = Int(table)
    }

    /// An object as stored in the file, where collections hold their members by number.
    enum Object {
        case value(PropertyListValue)
        case array(References)
        case dictionary(keys: References, values: References)
    }

    /// The location of a collection's member numbers in the file, which are read one at a time.
    struct References {
        fileprivate let start: Int
        let count: Int
    }

    /// Returns the object number of the member at `index`, which has to be below the count of the
    /// references.
    ///
    /// - Throws: ``ArchiveError`` for a number that is not in the file.
    func reference(_ references: References, index: Int) throws(ArchiveError) -> Int {
        let start = references.start + index * referenceSize
        guard let field = bytes.bytes(start..<start + referenceSize) else {
            throw ArchiveError(.cutOff, at: start)
        }
        let number = unsigned(field, range: 0..<referenceSize)
        guard number < UInt64(objectCount) else {
            throw ArchiveError(
                .badObject("it refers to an object that it does not hold"), at: start)
        }
        return Int(number)
    }

    /// Returns the object with a number, without reading its members, and counts it against the
    /// budget.
    ///
    /// - Throws: ``ArchiveError`` for a damaged object, or if the budget is exceeded.
    func object(_ number: Int, budget: Budget) throws(ArchiveError) -> Object {
        try budget.spend(1, on: .objects)
        let start = try offset(of: number)
        guard let marker = bytes.byte(at: start) else { throw ArchiveError(.cutOff, at: start) }
        let low = Int(marker & 0x0F)
        switch marker >> 4 {
        case 0x0:
            switch low {
            case 0x0: return .value(.null)
            case 0x8: return .value(.bool(false))
            case 0x9: return .value(.bool(true))
            default: break
            }
        case 0x1: return .value(try integer(at: start + 1, widthExponent: low, marker: start))
        case 0x2 where low == 2 || low == 3:
            return .value(.real(try real(at: start + 1, size: 1 << low)))
        case 0x3 where low == 3: return .value(.date(try real(at: start + 1, size: 8)))
        case 0x4:
            let range = try content(of: start, low: low, unit: 1)
            return .value(.data(.init(range: range)))
        case 0x5:
            let range = try content(of: start, low: low, unit: 1)
            guard let content = bytes.bytes(range) else { throw ArchiveError(.cutOff, at: start) }
            if let data = Base64Text.data(content, at: range) { return .value(.data(data)) }
            try budget.spend(range.count, on: .text)
            return .value(.string(ascii(content)))
        case 0x6:
            let range = try content(of: start, low: low, unit: 2)
            try budget.spend(range.count, on: .text)
            return .value(.string(try utf16(range)))
        case 0x8:
            guard let field = bytes.bytes(start + 1..<start + 2 + low) else { break }
            let high = field.dropLast(min(field.count, 8)).allSatisfy { $0 == 0 }
            let value = unsigned(field, range: max(0, field.count - 8)..<field.count)
            guard high, value <= UInt64(UInt32.max) else {
                throw ArchiveError(.badObject("a reference exceeds 32 bits"), at: start)
            }
            return .value(.uid(Int(value)))
        case 0xA, 0xB, 0xC:
            let range = try content(of: start, low: low, unit: referenceSize)
            return .array(References(start: range.lowerBound, count: range.count / referenceSize))
        case 0xD:
            let range = try content(of: start, low: low, unit: 2 * referenceSize)
            let count = range.count / (2 * referenceSize)
            return .dictionary(
                keys: References(start: range.lowerBound, count: count),
                values: References(start: range.lowerBound + count * referenceSize, count: count))
        default: break
        }
        throw ArchiveError(.badObject("unknown object marker \(hexadecimal(marker))"), at: start)
    }

    /// Returns the object with a number, including all its members, and resets the budget's list of
    /// open collections after an error.
    func value(_ number: Int, budget: Budget) throws(ArchiveError) -> PropertyListValue {
        do throws(ArchiveError) {
            return try member(number, budget: budget)
        } catch {
            budget.leaveAll()
            throw error
        }
    }

    /// Returns a member of a collection that is being read. The outermost call is
    /// ``value(_:budget:)``, which cleans up after an error.
    func member(_ number: Int, budget: Budget) throws(ArchiveError) -> PropertyListValue {
        switch try object(number, budget: budget) {
        case .value(let value): return value
        case .array(let references):
            try budget.enter(number)
            try budget.spend(references.count, on: .objects)
            var members: [PropertyListValue] = []
            members.reserveCapacity(min(references.count, Self.maximumReserved))
            for index in 0..<references.count {
                members.append(try member(try reference(references, index: index), budget: budget))
            }
            budget.leave()
            return .array(members)
        case .dictionary(let keys, let values):
            try budget.enter(number)
            var fields: [PropertyListValue.Field] = []
            fields.reserveCapacity(min(keys.count, Self.maximumReserved))
            for index in 0..<keys.count {
                guard
                    case .value(.string(let key)) =
                        try object(try reference(keys, index: index), budget: budget)
                else { throw ArchiveError(.badObject("a dictionary has a key that is not text")) }
                let member = try member(try reference(values, index: index), budget: budget)
                // CoreFoundation does not specify which of two equal keys wins; here, the first one
                // does.
                if keys.count > 16 || !fields.contains(where: { $0.key == key }) {
                    fields.append(.init(key, member))
                }
            }
            budget.leave()
            return .dictionary(keys.count > 16 ? firstOfEachKey(fields) : fields)
        }
    }
}

extension BinaryPropertyList {
    private func offset(of number: Int) throws(ArchiveError) -> Int {
        let entry = offsetTable + number * offsetSize
        guard let field = bytes.bytes(entry..<entry + offsetSize) else {
            throw ArchiveError(.cutOff, at: entry)
        }
        let offset = unsigned(field, range: 0..<offsetSize)
        guard offset >= UInt64(Self.magic.count), offset < UInt64(offsetTable) else {
            throw ArchiveError(.badObject("an object is outside the file"), at: entry)
        }
        return Int(offset)
    }

    /// Returns the range of an object's content, which follows its marker and count.
    private func content(of start: Int, low: Int, unit: Int) throws(ArchiveError) -> Range<Int> {
        var count = UInt64(low)
        var first = start + 1
        if low == 0xF {
            guard let marker = bytes.byte(at: first), (0x10...0x13).contains(marker) else {
                throw ArchiveError(.badObject("a count is not a number"), at: first)
            }
            let size = 1 << Int(marker & 0x0F)
            guard let field = bytes.bytes(first + 1..<first + 1 + size) else {
                throw ArchiveError(.cutOff, at: first)
            }
            count = unsigned(field, range: 0..<size)
            first += 1 + size
        }
        guard first <= offsetTable, count <= UInt64((offsetTable - first) / unit) else {
            throw ArchiveError(.badObject("an object is longer than the file"), at: start)
        }
        return first..<first + Int(count) * unit
    }

    private func integer(
        at start: Int, widthExponent: Int, marker: Int
    ) throws(ArchiveError) -> PropertyListValue {
        guard widthExponent <= 4 else {
            throw ArchiveError(.badObject("a number of unknown width"), at: marker)
        }
        let size = 1 << widthExponent
        guard let field = bytes.bytes(start..<start + size) else {
            throw ArchiveError(.cutOff, at: start)
        }
        guard size == 16 else {
            // Up to four bytes hold unsigned numbers, eight a signed one.
            return .integer(Int64(bitPattern: unsigned(field, range: 0..<size)))
        }
        let high = Int64(bitPattern: unsigned(field, range: 0..<8))
        let low = unsigned(field, range: 8..<16)
        if high == 0, let value = Int64(exactly: low) { return .integer(value) }
        return .real(Double(high) * 18_446_744_073_709_551_616 + Double(low))
    }

    private func real(at start: Int, size: Int) throws(ArchiveError) -> Double {
        guard let field = bytes.bytes(start..<start + size) else {
            throw ArchiveError(.cutOff, at: start)
        }
        let pattern = unsigned(field, range: 0..<size)
        return size == 4
            ? Double(Float(bitPattern: UInt32(pattern))) : Double(bitPattern: pattern)
    }

    private func ascii(_ content: UnsafeRawBufferPointer) -> String {
        if isASCII(content) { return String(decoding: content, as: UTF8.self) }
        // Apple's readers take high bytes as Latin-1.
        return String(String.UnicodeScalarView(content.map { Unicode.Scalar($0) }))
    }

    private func utf16(_ range: Range<Int>) throws(ArchiveError) -> String {
        guard let content = bytes.bytes(range) else { throw ArchiveError(.cutOff) }
        return String(decodingBigEndianUTF16: content)
    }
}

/// True if all bytes are below 0x80. Compares eight bytes at a time.
private func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        if word & 0x8080_8080_8080_8080 != 0 { return false }
        index += 8
    }
    while index < bytes.count {
        if bytes[index] >= 0x80 { return false }
        index += 1
    }
    return true
}

/// Returns the unsigned big-endian number in a range of at most eight bytes.
private func unsigned(_ bytes: UnsafeRawBufferPointer, range: Range<Int>) -> UInt64 {
    var value: UInt64 = 0
    for index in range { value = value << 8 | UInt64(bytes[index]) }
    return value
}

private func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0x0" : "0x") + String(byte, radix: 16)
}

/// Returns the fields without duplicate keys; the first field of each key is kept.
func firstOfEachKey(_ fields: [PropertyListValue.Field]) -> [PropertyListValue.Field] {
    var seen: Set<String> = []
    return fields.filter { seen.insert($0.key).inserted }
}
