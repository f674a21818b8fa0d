/// A value in the context of a template.
///
/// Page types convert themselves into such values; nothing is looked up by reflection. A template
/// can access only what a page puts into its record.
package enum TemplateValue: Sendable {
    /// A known name without a value here: it renders as nothing, sections of it are skipped, and
    /// its fields are absent as well.
    case absent
    /// Text; `{{name}}` escapes the characters that HTML reserves, and `{{{name}}}` does not.
    /// Sections of an empty text are skipped.
    case text(String)
    /// Finished HTML in UTF-8, which `{{name}}` renders unescaped. The code that makes it is
    /// responsible for escaping.
    case markup([UInt8])
    case flag(Bool)
    /// A list; a section renders once for each member, with the member as the innermost context,
    /// and not at all for an empty list.
    case list([TemplateValue])
    /// A list whose members are made on demand, so that a long one is never in memory as a whole.
    /// The closure takes a position, 0 to `count - 1`, and must be pure.
    case made(count: Int, @Sendable (Int) -> TemplateValue)
    case record([Field])

    /// A name with its value. The first of several fields with one name counts, so that a page's
    /// own fields can precede common ones.
    package typealias Field = (name: String, value: TemplateValue)

    /// Returns `text`, or `absent` for nil. An empty text remains a text.
    package static func text(_ text: String?) -> TemplateValue {
        text.map { .text($0) } ?? .absent
    }

    /// True if a section with this value renders, and an inverted section does not. Absent values,
    /// empty texts, empty lists and false flags are not true; records always are.
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

    /// Returns the value of a record's field; nil if there is no such field, or no record, which is
    /// not the same as an absent value.
    subscript(name: String) -> TemplateValue? {
        guard case .record(let fields) = self,
            let place = fields.firstIndex(where: { $0.name == name })
        else { return nil }
        return fields[place].value
    }
}
