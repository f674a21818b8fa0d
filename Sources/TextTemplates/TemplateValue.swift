/// A value in the context of a template.
///
/// Page types convert themselves into such values; nothing is looked up by reflection.
package enum TemplateValue: Sendable {
    /// A known name without a value here; it renders as nothing.
    case absent
    /// Text; `{{name}}` escapes the characters that HTML reserves.
    case text(String)
    /// Finished HTML, which `{{name}}` renders unescaped.
    case markup([UInt8])
    case flag(Bool)
    /// A list; a section renders once for each member.
    case list([TemplateValue])
    /// A list whose members are made on demand, so that a long one is never in memory as a whole.
    /// The closure takes a position, 0 to `count - 1`, and must be pure.
    case made(count: Int, @Sendable (Int) -> TemplateValue)
    case record([Field])

    /// A name with its value.
    package typealias Field = (name: String, value: TemplateValue)

    /// Returns `text`, or `absent` for nil.
    package static func text(_ text: String?) -> TemplateValue {
        text.map { .text($0) } ?? .absent
    }

    /// True if a section with this value renders, and an inverted section does not.
    var isTruthy: Bool {
        switch self {
        case .absent: false
        case .flag(let flag): flag
        case .list(let members): !members.isEmpty
        case .made(let count, _): count > 0
        case .text(let text): !text.isEmpty
        case .markup(let bytes): !bytes.isEmpty
        case .record: true
        }
    }

    /// Returns the value of a record's field; nil if there is no such field, or no record.
    subscript(name: String) -> TemplateValue? {
        guard case .record(let fields) = self,
            let place = fields.firstIndex(where: { $0.name == name })
        else { return nil }
        return fields[place].value
    }
}
