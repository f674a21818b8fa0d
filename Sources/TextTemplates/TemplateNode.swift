/// A node of a parsed template.
enum TemplateNode {
    case literal([UInt8])
    case variable(TemplateName, isEscaped: Bool)
    case section(TemplateName, isInverted: Bool, [TemplateNode])
    case partial(TemplateName, indentation: [UInt8]?)
    /// Another template, with some of its blocks replaced.
    case parent(TemplateName, indentation: [UInt8]?, blocks: [String: TemplateBlock])
    case block(String, TemplateBlock)
}

/// A dotted name in a tag, with its location.
struct TemplateName: Sendable {
    let text: String
    /// The name of the template that contains it.
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
    /// The content as written, rendered if nothing replaces the block.
    let content: [TemplateNode]
    /// The content without its own indentation, rendered in place of another block.
    let flushContent: [TemplateNode]
    /// The white space added before each line of a replacement.
    let indentation: [UInt8]
    /// True if a replacement begins at the start of a line.
    let beginsLine: Bool
}
