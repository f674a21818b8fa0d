/// A piece of a parsed template.
enum TemplateNode {
    case literal([UInt8])
    case variable(TemplateName, isEscaped: Bool)
    case section(TemplateName, isInverted: Bool, [TemplateNode])
    case partial(TemplateName, indentation: [UInt8]?)
    /// Another template with blocks of it replaced.
    case parent(TemplateName, indentation: [UInt8]?, blocks: [String: TemplateBlock])
    case block(String, TemplateBlock)
}

/// A dotted name in a tag, and where it stands.
struct TemplateName: Sendable {
    let text: String
    /// The name of the template in which it stands.
    let template: String
    let place: TemplatePlace

    init(_ text: String, in template: String, at place: TemplatePlace) {
        self.text = text
        self.template = template
        self.place = place
    }
}

/// A part of a template that others may replace, or that replaces one.
struct TemplateBlock {
    /// As written: what renders where nothing replaces it.
    let content: [TemplateNode]
    /// `content` without its own indentation: what renders in place of another block.
    let flushContent: [TemplateNode]
    /// What stands before each line of a replacement.
    let indentation: [UInt8]
    /// Whether a replacement begins at the start of a line.
    let beginsLine: Bool
}
