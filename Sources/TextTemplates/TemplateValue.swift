/// What a template can be filled with. Page types turn themselves into such values; nothing is
/// looked up by reflection.
package enum TemplateValue: Sendable {
    /// A name that is offered and has nothing to say here: renders as nothing.
    case absent
    /// Text; what HTML reserves is escaped wherever `{{name}}` renders it.
    case text(String)
    /// Finished HTML, which `{{name}}` renders as it is.
    case markup([UInt8])
    case flag(Bool)
    /// Renders a section once for each member.
    case list([TemplateValue])
    /// A list whose members are made when their turn comes, so that a long one is never whole.
    /// Pure: the same member at every call.
    case made(count: Int, @Sendable (Int) -> TemplateValue)
    case record([Field])

    /// A name with its value.
    package typealias Field = (name: String, value: TemplateValue)

    /// Text, or `absent` for nil.
    package static func text(_ text: String?) -> TemplateValue {
        text.map { .text($0) } ?? .absent
    }

    /// Whether a section renders.
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

    /// The value that a record offers under a name; nil where it offers none.
    subscript(name: String) -> TemplateValue? {
        guard case .record(let fields) = self,
            let place = fields.firstIndex(where: { $0.name == name })
        else { return nil }
        return fields[place].value
    }
}
