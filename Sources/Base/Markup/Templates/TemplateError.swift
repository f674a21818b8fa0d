/// An error in a template, with the place of the tag that caused it.
///
/// The description is one line for the author of the template, such as
/// `note.html:3:5: the page offers no “titel”: <h1>{{titel}}</h1>`.
package struct TemplateError: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case unclosedTag
        case unclosedSection(String)
        /// A closing tag that does not match, such as `{{/b}}` after `{{#a}}`; `open` is the name
        /// of the section that is open there, nil if there is none.
        case unmatchedClose(String, open: String?)
        case emptyName
        case badDelimiters
        /// The name of a template to include or to render that is not in the library.
        case unknownPartial(String)
        /// A name that neither the page's context nor the constants contain. It is an error only if
        /// unknown names are refused; see ``TemplateLibrary/UnknownNames``.
        case unknownName(String)
        /// Templates that include each other without end, which is assumed at a depth of 64. A
        /// template may include itself for nested values.
        case nestedTooDeep
        /// Sections, blocks and parents within one template that are nested too deep.
        case tooDeep(maximum: Int)
        /// Nested lists or inclusions that are repeated too often in total.
        case tooMuch
    }

    package let reason: Reason
    package let template: String
    /// The line number of the tag, from 1; also 1 for a template that is not in the library.
    package let line: Int
    /// The column at which the tag begins, from 1, counted in characters and not in bytes.
    package let column: Int
    /// The text of the line, for the message, without its line feed; empty for a template that is
    /// not in the library.
    package let excerpt: String

    init(_ reason: Reason, in template: String, at place: TemplatePlace) {
        (self.reason, self.template) = (reason, template)
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
            case .tooDeep(let maximum): "sections are nested deeper than \(maximum) levels"
            case .badDelimiters: "a tag that changes the delimiters must look like {{=<% %>=}}"
            case .unknownPartial(let name): "there is no template “\(name)”"
            case .unknownName(let name): "the page offers no “\(name)”"
            case .tooMuch: "nested lists and templates are repeated too often"
            case .nestedTooDeep: "templates include each other without end"
            }
        return "\(template):\(line):\(column): \(what): \(excerpt)"
    }
}

/// The location of a tag in its template: line and column from 1, and the text of the line without
/// its line feed.
struct TemplatePlace: Hashable, Sendable {
    let line: Int
    let column: Int
    let excerpt: String
}
