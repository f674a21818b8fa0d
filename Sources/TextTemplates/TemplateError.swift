/// An error in a template, with its location.
package struct TemplateError: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case unclosedTag
        case unclosedSection(String)
        /// A closing tag that does not match; `open` is the section that is open there, if any.
        case unmatchedClose(String, open: String?)
        case emptyName
        case badDelimiters
        case unknownPartial(String)
        /// A name that the page's context does not contain.
        case unknownName(String)
        /// Templates that include each other without end.
        case nestedTooDeep
    }

    package let reason: Reason
    package let template: String
    /// The line number, from 1.
    package let line: Int
    /// The column in characters, from 1.
    package let column: Int
    /// The text of the line.
    package let excerpt: String

    init(_ reason: Reason, in template: String, at place: TemplatePlace) {
        self.reason = reason
        self.template = template
        line = place.line
        column = place.column
        excerpt = place.excerpt
    }

    init(_ reason: Reason, at name: TemplateName) {
        self.init(reason, in: name.template, at: name.place)
    }
}

extension TemplateError: CustomStringConvertible {
    package var description: String {
        let what =
            switch reason {
            case .unclosedTag: "a tag is not closed"
            case .unclosedSection(let name): "the section “\(name)” is not closed"
            case .unmatchedClose(let name, let open):
                "“\(name)” is closed where "
                    + (open.map { "“\($0)” is open" } ?? "nothing is open")
            case .emptyName: "a tag has no name"
            case .badDelimiters: "a tag that changes the delimiters must look like {{=<% %>=}}"
            case .unknownPartial(let name): "there is no template “\(name)”"
            case .unknownName(let name): "the page offers no “\(name)”"
            case .nestedTooDeep: "templates include each other without end"
            }
        return "\(template):\(line):\(column): \(what): \(excerpt)"
    }
}

/// The location of a tag in its template: line and column from 1, and the text of the line.
struct TemplatePlace: Hashable, Sendable {
    let line: Int
    let column: Int
    let excerpt: String
}
