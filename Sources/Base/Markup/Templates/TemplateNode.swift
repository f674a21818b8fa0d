/// A node of a parsed template. Comments and changes of delimiters have no nodes, and the white
/// space around standalone tags has been removed.
enum TemplateNode: Sendable {
    case literal([UInt8])
    case variable(TemplateName, isEscaped: Bool)
    case section(TemplateName, isInverted: Bool, [TemplateNode])
    /// Another template: a partial, or a parent with some of its blocks replaced, by name. The
    /// indentation is nil for a tag within a line.
    case inclusion(TemplateName, indentation: [UInt8]?, blocks: [String: TemplateBlock])
    case block(String, TemplateBlock)
}

extension [TemplateNode] {
    /// The names of the templates that are included as partials or as parents, in order.
    var inclusions: [TemplateName] {
        flatMap { node -> [TemplateName] in
            switch node {
            case .literal, .variable: []
            case .section(_, _, let content): content.inclusions
            case .inclusion(let name, _, let blocks):
                [name] + blocks.values.flatMap(\.content.inclusions)
            case .block(_, let block): block.content.inclusions
            }
        }
    }
}

/// A dotted name in a tag, such as `created.text`, with its location for messages. The name `.` is
/// that of the innermost value.
struct TemplateName: Sendable {
    let text: String
    /// The components: `created` and `text` for `created.text`, none for `.`.
    let keys: [String]
    /// The name of the template that contains the tag; in a partial it is not that of the template
    /// being rendered.
    let template: String
    let place: TemplatePlace

    init(_ text: String, in template: String, at place: TemplatePlace) {
        (self.text, self.template, self.place) = (text, template, place)
        keys = text.split(separator: ".").map(String.init)
    }
}

/// A part of a template that others may replace, or that replaces one.
struct TemplateBlock: Sendable {
    /// The content as written, with its indentation, which is rendered if nothing replaces the
    /// block.
    let content: [TemplateNode]
    /// The content without its own indentation, rendered in place of another block, whose
    /// indentation is added to each line.
    let flushContent: [TemplateNode]
    /// The white space added before each line of a replacement: that of the block's first line, or
    /// else that before its tag.
    let indentation: [UInt8]
    /// True if a replacement begins at the start of a line, since the block's opening tag is a
    /// standalone one.
    let beginsLine: Bool
}
