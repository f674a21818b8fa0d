/// Templates in Mustache's syntax, parsed once and rendered often.
///
/// Variables, sections, inverted sections, partials, comments, changed delimiters and
/// inheritance, as in the Mustache specification.
package struct TemplateLibrary: Sendable {
    /// What a name that no value offers means.
    package enum UnknownNames: Sendable {
        /// An error that names template, line and column.
        case refused
        /// It renders as nothing, as the Mustache specification has it.
        case empty
    }

    let templates: [String: [TemplateNode]]
    let unknownNames: UnknownNames

    /// - Parameter sources: The text of each template by its name.
    /// - Throws: ``TemplateError`` for the first fault, by the order of names; with
    ///   `unknownNames` refused also for a partial that is missing.
    package init(
        _ sources: [String: String], unknownNames: UnknownNames = .refused
    ) throws(TemplateError) {
        var templates: [String: [TemplateNode]] = [:]
        for (name, source) in sources.sorted(by: { $0.key < $1.key }) {
            templates[name] = try TemplateParser.nodes(of: source, named: name)
        }
        self.templates = templates
        self.unknownNames = unknownNames
        guard case .refused = unknownNames else { return }
        for (_, nodes) in templates.sorted(by: { $0.key < $1.key }) {
            try requirePartials(of: nodes)
        }
    }

    /// Renders a template. Pure: equal values give equal bytes.
    ///
    /// - Throws: ``TemplateError`` for a name that is not offered, where these are refused.
    package func render(_ name: String, _ value: TemplateValue) throws(TemplateError) -> [UInt8] {
        var renderer = TemplateRenderer(library: self, context: [value])
        try renderer.render(try nodes(of: name))
        return renderer.output
    }

    /// Checks that a template uses only names that are offered, also in parts that a page may not
    /// show.
    ///
    /// - Parameters:
    ///   - exemplar: What a page offers. Every list of it needs a member.
    ///   - constants: What all pages offer alike; a record.
    package func check(
        _ name: String, against exemplar: TemplateValue,
        with constants: TemplateValue = .record([])
    ) throws(TemplateError) {
        guard let nodes = templates[name] else { return }
        var renderer = TemplateRenderer(
            library: self, context: [constants, exemplar], rendersAllParts: true)
        try renderer.render(nodes)
    }

    func nodes(of name: String) throws(TemplateError) -> [TemplateNode] {
        if let nodes = templates[name] { return nodes }
        let place = TemplatePlace(line: 1, column: 1, excerpt: "")
        throw TemplateError(.unknownPartial(name), in: name, at: place)
    }

    /// The names of the templates that other templates include.
    package var includedNames: Set<String> {
        var names: Set<String> = []
        for (own, nodes) in templates {
            for name in Self.partials(of: nodes) where name.text != own { names.insert(name.text) }
        }
        return names
    }

    private func requirePartials(of nodes: [TemplateNode]) throws(TemplateError) {
        for name in Self.partials(of: nodes) where templates[name.text] == nil {
            throw TemplateError(.unknownPartial(name.text), at: name)
        }
    }

    /// The names of included templates, in the order of the text; blocks of a parent by their names.
    private static func partials(of nodes: [TemplateNode]) -> [TemplateName] {
        nodes.flatMap { node -> [TemplateName] in
            switch node {
            case .partial(let name, _): [name]
            case .section(_, _, let content): partials(of: content)
            case .block(_, let block): partials(of: block.content)
            case .parent(let name, _, let blocks):
                [name]
                    + blocks.sorted { $0.key < $1.key }.flatMap { partials(of: $0.value.content) }
            default: []
            }
        }
    }
}
