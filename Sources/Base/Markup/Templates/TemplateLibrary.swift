/// A set of Mustache templates that is parsed once and rendered often.
///
/// ```swift
/// let library = try TemplateLibrary(["page.html": "<h1>{{title}}</h1>"])
/// let page = try library.render("page.html", value: .record([("title", .text("A & B"))]))
/// // <h1>A &amp; B</h1>
/// ```
///
/// It supports variables, sections, inverted sections, partials, comments, changed delimiters and
/// inheritance, as in the Mustache specification.
package struct TemplateLibrary: Sendable {
    /// The treatment of names that no context contains, which are usually misspelt, and of partials
    /// that do not exist.
    package enum UnknownNames: Sendable {
        /// Unknown names throw a ``TemplateError`` with template, line and column, and missing
        /// partials are found when the library is created.
        case refused
        /// Unknown names and missing partials render as nothing, as the Mustache specification
        /// requires; its own tests are run this way.
        case empty
    }

    let templates: [String: [TemplateNode]]
    let unknownNames: UnknownNames

    /// Parses templates.
    ///
    /// - Parameters:
    ///   - sources: The text of each template, by name.
    ///   - unknownNames: The treatment of names that no context contains.
    /// - Throws: ``TemplateError`` for the first error, in the order of names; if unknown names are
    ///   refused, also for a missing partial.
    package init(
        _ sources: [String: String], unknownNames: UnknownNames = .refused
    ) throws(TemplateError) {
        var templates: [String: [TemplateNode]] = [:]
        for (name, source) in sources.sorted(by: { $0.key < $1.key }) {
            templates[name] = try TemplateParser.nodes(of: source, named: name)
        }
        (self.templates, self.unknownNames) = (templates, unknownNames)
        guard case .refused = unknownNames else { return }
        for (_, nodes) in templates.sorted(by: { $0.key < $1.key }) {
            try requirePartials(of: nodes)
        }
    }

    /// Returns a template that renders values like an exemplar.
    ///
    /// - Parameters:
    ///   - name: The name of the template.
    ///   - exemplar: A context in which every name has a value and every list a member, unless it
    ///     has none on any page.
    ///   - constants: A record with the names common to all pages, which are looked up after those
    ///     of the page.
    /// - Throws: ``TemplateError`` for a template that does not exist. A name that the exemplar does
    ///   not contain is an error only on a page that shows it; see ``check(_:against:with:)``.
    package func linked(
        _ name: String, against exemplar: TemplateValue,
        with constants: TemplateValue = .record([])
    ) throws(TemplateError) -> LinkedTemplate {
        try link(
            name, [.init(value: constants, depth: nil), .init(value: exemplar, depth: 0)],
            for: .pages)
    }

    /// Renders a template as UTF-8 for a single value; see
    /// ``linked(_:against:with:)`` for many of them.
    ///
    /// - Parameters:
    ///   - name: The name of the template.
    ///   - value: The context of the page. The members of a list have the same fields in the same
    ///     order.
    ///   - constants: A record with the names common to all pages, which are looked up after those
    ///     of the page.
    /// - Throws: ``TemplateError`` for a template that does not exist, for templates that include
    ///   each other without end, for lists and templates that are repeated too often, and for an
    ///   unknown name if those are refused.
    package func render(
        _ name: String, value: TemplateValue, with constants: TemplateValue = .record([])
    ) throws(TemplateError) -> [UInt8] {
        try link(
            name, [.init(value: constants, depth: nil), .init(value: value, depth: 0)],
            for: .exemplar
        ).render(value)
    }

    /// The maximum number of repetitions for checking: exemplars have lists of few members.
    private static let maximumRepetitionsOfCheck = 1_000_000

    /// Checks that a template uses only known names, also in sections that a page may not show.
    ///
    /// - Parameters:
    ///   - name: The name of the template; one that does not exist passes.
    ///   - exemplar: A context with every name of the page. Lists must not be empty.
    ///   - constants: A record with the names common to all pages.
    /// - Throws: ``TemplateError`` for the first unknown name, and for templates that are repeated
    ///   too often.
    package func check(
        _ name: String, against exemplar: TemplateValue,
        with constants: TemplateValue = .record([])
    ) throws(TemplateError) {
        guard templates[name] != nil else { return }
        let linked = try link(
            name, [.init(value: constants, depth: 0), .init(value: exemplar, depth: 1)],
            for: .check)
        if let error = linked.errors.first { throw error }
        _ = try linked.render(
            [constants, exemplar], maximumRepetitions: Self.maximumRepetitionsOfCheck)
    }

    private func link(
        _ name: String, _ scopes: [TemplateLinker.Scope], for purpose: TemplateLinker.Purpose
    ) throws(TemplateError) -> LinkedTemplate {
        guard let nodes = templates[name] else {
            let place = TemplatePlace(line: 1, column: 1, excerpt: "")
            throw TemplateError(.unknownPartial(name), in: name, at: place)
        }
        var linker = TemplateLinker(library: self, scopes: scopes, purpose: purpose)
        linker.link(nodes, named: name)
        return LinkedTemplate(linker.parts)
    }

    /// The names of the templates that other templates include, as partials or as parents. A
    /// template that only includes itself is not among them.
    package var includedNames: Set<String> {
        var names: Set<String> = []
        for (own, nodes) in templates {
            names.formUnion(nodes.inclusions.map(\.text).filter { $0 != own })
        }
        return names
    }

    private func requirePartials(of nodes: [TemplateNode]) throws(TemplateError) {
        let missing = nodes.inclusions.filter { templates[$0.text] == nil }
        let first = missing.min {
            ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column)
        }
        if let first { throw TemplateError(.unknownPartial(first.text), at: first) }
    }
}
