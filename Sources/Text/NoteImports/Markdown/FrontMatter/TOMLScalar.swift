import FileFormats

/// Parses the values of TOML that have no quotation marks or brackets.
enum TOMLScalar {
    /// The maximum length of a value in bytes.
    private static let maximumLength = 1000

    /// Returns the value; nil if there is none.
    static func value(of bytes: ArraySlice<UInt8>) -> YAMLValue? {
        guard (1...maximumLength).contains(bytes.count) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        if text == "true" || text == "false" { return .plain(text) }
        if let moment = moment(Array(bytes)) { return .text(moment) }
        let isNegative = bytes.first == UInt8(ascii: "-")
        let isSigned = isNegative || bytes.first == UInt8(ascii: "+")
        let digits = bytes.dropFirst(isSigned ? 1 : 0)
        if digits.elementsEqual("inf".utf8) { return .plain(isNegative ? "-inf" : "inf") }
        if digits.elementsEqual("nan".utf8) { return .plain("nan") }
        let plain = text.filter { $0 != "_" }
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
            guard isNumber(bytes.dropFirst(2), radix: radix) else { return nil }
            return Int(plain.dropFirst(2), radix: radix).map { .plain(String($0)) }
        }
        if isInteger(digits) { return Int(plain).map { .plain(String($0)) } }
        return isFraction(digits) ? Double(plain).map { .plain(String($0)) } : nil
    }

    /// True for digits with single underscores between them.
    private static func isNumber(_ bytes: ArraySlice<UInt8>, radix: Int = 10) -> Bool {
        !bytes.isEmpty
            && bytes.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
                .allSatisfy { !$0.isEmpty && $0.allSatisfy { TOMLParser.digit($0) < radix } }
    }

    private static func isInteger(_ bytes: ArraySlice<UInt8>) -> Bool {
        isNumber(bytes) && (bytes.count == 1 || bytes.first != UInt8(ascii: "0"))
    }

    private static func isFraction(_ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = bytes.split(
            maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 | 0x20 == 0x65 })
        let mantissa = parts[0].split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let exponent = parts.dropFirst().first.map { part in
            part.dropFirst(
                part.first == UInt8(ascii: "-") || part.first == UInt8(ascii: "+") ? 1 : 0)
        }
        return isInteger(mantissa[0]) && mantissa.dropFirst().allSatisfy { isNumber($0) }
            && exponent.map { isNumber($0) } ?? true
    }

    // MARK: - Dates and times

    /// Returns a date, a time, or both in the form of RFC 3339; nil for another value.
    private static func moment(_ bytes: [UInt8]) -> String? {
        var (rest, text) = (bytes[...], "")
        let hasDate = matches(rest.prefix(10), pattern: "0000-00-00")
        if hasDate {
            let (year, month, day) = (
                number(rest, at: 0, count: 4), number(rest, at: 5, count: 2),
                number(rest, at: 8, count: 2)
            )
            guard (1...12).contains(month), day >= 1, day <= days(of: month, year: year) else {
                return nil
            }
            text = String(decoding: rest.prefix(10), as: UTF8.self)
            rest = rest.dropFirst(10)
            guard let separator = rest.popFirst() else { return text }
            guard separator == 0x20 || separator | 0x20 == UInt8(ascii: "t") else { return nil }
            text += "T"
        }
        guard matches(rest.prefix(8), pattern: "00:00:00"), number(rest, at: 0, count: 2) < 24,
            number(rest, at: 3, count: 2) < 60, number(rest, at: 6, count: 2) < 60
        else { return nil }
        text += String(decoding: rest.prefix(8), as: UTF8.self)
        rest = rest.dropFirst(8)
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { TOMLParser.digit($0) < 10 }
            guard !digits.isEmpty else { return nil }
            rest = rest[digits.endIndex...]
            // Nanoseconds; further digits are left out.
            let fraction = String(decoding: digits.prefix(9), as: UTF8.self)
            if fraction.contains(where: { $0 != "0" }) {
                text += "." + fraction + String(repeating: "0", count: 9 - fraction.utf8.count)
            }
        }
        guard !rest.isEmpty else { return text }
        guard hasDate else { return nil }
        if rest.elementsEqual("Z".utf8) || rest.elementsEqual("z".utf8) { return text + "+00:00" }
        guard matches(rest, pattern: "+00:00") || matches(rest, pattern: "-00:00"),
            number(rest, at: 1, count: 2) < 24,
            number(rest, at: 4, count: 2) < 60
        else { return nil }
        return text + String(decoding: rest, as: UTF8.self)
    }

    private static func days(of month: Int, year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// True if the bytes are those of a pattern, in which zeros stand for any digits.
    private static func matches(_ bytes: ArraySlice<UInt8>, pattern: String) -> Bool {
        bytes.count == pattern.utf8.count
            && zip(bytes, pattern.utf8).allSatisfy { byte, wanted in
                wanted == UInt8(ascii: "0") ? TOMLParser.digit(byte) < 10 : byte == wanted
            }
    }

    /// Returns the number that some digits form.
    private static func number(_ bytes: ArraySlice<UInt8>, at offset: Int, count: Int) -> Int {
        bytes.dropFirst(offset).prefix(count).reduce(0) { 10 * $0 + TOMLParser.digit($1) }
    }
}
