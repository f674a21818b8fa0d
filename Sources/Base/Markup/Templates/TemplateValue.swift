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

    /// Returns the position of a record's field; nil if there is no such field, or no record.
    func position(of name: String) -> Int? {
        guard case .record(let fields) = self else { return nil }
        return fields.firstIndex { $0.name == name }
    }

    /// The number of members of a list; nil for other values.
    var memberCount: Int? {
        switch self {
        case .list(let members): members.count
        case .made(let count, _): count
        default: nil
        }
    }

    /// Returns a member of a list; nil for other values.
    func member(_ index: Int) -> TemplateValue? {
        switch self {
        case .list(let members): members[index]
        case .made(_, let member): member(index)
        default: nil
        }
    }

    private var firstMember: TemplateValue? { memberCount == 0 ? nil : member(0) }

    /// Returns an example of values with the same fields: one in which every field and every list
    /// has a value if any of them has one. Absent if there are no values.
    static func exemplar(of values: [TemplateValue]) -> TemplateValue {
        guard let first = values.first(where: \.isTruthy) ?? values.first else { return .absent }
        if case .record(let fields) = first {
            let records = values.compactMap { value -> [Field]? in
                if case .record(let fields) = value { fields } else { nil }
            }
            return .record(
                fields.enumerated().map { position, field in
                    (field.name, exemplar(of: records.map { $0[position].value }))
                })
        }
        guard first.memberCount != nil else { return first }
        let members = values.flatMap { value in
            (0..<(value.memberCount ?? 0)).compactMap(value.member)
        }
        return .list(members.isEmpty ? [] : [exemplar(of: members)])
    }

    /// Returns the dotted name of the first field that keeps the value from taking the place of an
    /// exemplar; nil if the value has the same fields in the same order, and no record or list where
    /// the exemplar has none. Of a list, the first member counts.
    package func difference(from exemplar: TemplateValue) -> String? {
        switch (self, exemplar) {
        case (.absent, _): return nil
        case (.record(let fields), .record(let others)):
            guard fields.map(\.name) == others.map(\.name) else {
                return fields.map(\.name).joined(separator: ", ")
            }
            return zip(fields, others).lazy.compactMap { field, other in
                field.value.difference(from: other.value).map { "\(field.name).\($0)" }
            }.first
        case (.list, .list), (.list, .made), (.made, .list), (.made, .made):
            guard let member = firstMember else { return nil }
            return exemplar.firstMember.map { member.difference(from: $0) } ?? "no member"
        case (.flag, .flag), (.flag, .absent): return nil
        case (.text, .text), (.text, .markup), (.text, .absent): return nil
        case (.markup, .text), (.markup, .markup), (.markup, .absent): return nil
        default: return "another kind of value"
        }
    }
}
