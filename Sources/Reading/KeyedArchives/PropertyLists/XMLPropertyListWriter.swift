import Platform

/// Writes a property list in XML (Apple's document type *PropertyList-1.0*), with the keys in their
/// order and references as dictionaries with the key `CF$UID`.
struct XMLPropertyListWriter {
    private var text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">

        """

    /// Returns a property list; nil for a value that XML cannot express: null, a text with control
    /// characters, or a date without a year of four digits.
    static func bytes(of value: WritableValue) -> [UInt8]? {
        var writer = XMLPropertyListWriter()
        guard writer.add(value, depth: 0) else { return nil }
        return Array((writer.text + "</plist>\n").utf8)
    }

    /// - Returns: False if XML cannot express the value.
    private mutating func add(_ value: WritableValue, depth: Int) -> Bool {
        let margin = String(repeating: "\t", count: depth)
        switch value {
        case .null: return false
        case .bool(let value): text += margin + (value ? "<true/>\n" : "<false/>\n")
        case .integer(let value): text += "\(margin)<integer>\(value)</integer>\n"
        case .float(let value): text += "\(margin)<real>\(value)</real>\n"
        case .real(let value): text += "\(margin)<real>\(value)</real>\n"
        case .date(let seconds):
            // The years 1 to 9999.
            guard (-63_113_904_000.0..<252_423_993_600.0).contains(seconds) else { return false }
            let date = Date(timeIntervalSinceReferenceDate: seconds).formatted(.iso8601)
            text += "\(margin)<date>\(date)</date>\n"
        case .data(let bytes):
            text += "\(margin)<data>\(Data(bytes).base64EncodedString())</data>\n"
        case .string(let string): return add(string, tag: "string", margin: margin)
        case .uid(let uid):
            return add(.dictionary([.init("CF$UID", .integer(Int64(uid)))]), depth: depth)
        case .array(let members):
            text += margin + "<array>\n"
            for member in members where !add(member, depth: depth + 1) { return false }
            text += margin + "</array>\n"
        case .dictionary(let fields):
            text += margin + "<dict>\n"
            for field in fields {
                guard add(field.key, tag: "key", margin: margin + "\t"),
                    add(field.value, depth: depth + 1)
                else { return false }
            }
            text += margin + "</dict>\n"
        }
        return true
    }

    private mutating func add(_ string: String, tag: String, margin: String) -> Bool {
        text += "\(margin)<\(tag)>"
        for scalar in string.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            // A parser may take it for a part of a line break, and replace it.
            case "\r": text += "&#13;"
            case "\t", "\n": text.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 || [0xFFFE, 0xFFFF].contains(scalar.value):
                return false
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "</\(tag)>\n"
        return true
    }
}
