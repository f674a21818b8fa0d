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

    let templates: [String: TemplateProgram]
    let unknownNames: UnknownNames

    /// - Parameter sources: The text of each template by its name.
    /// - Throws: ``TemplateError`` for the first fault, by the order of names; with
    ///   `unknownNames` refused also for a partial that is missing.
    package init(
        _ sources: [String: String], unknownNames: UnknownNames = .refused
    ) throws(TemplateError) {
        var templates: [String: TemplateProgram] = [:]
        for (name, source) in sources.sorted(by: { $0.key < $1.key }) {
            templates[name] = TemplateProgram(try TemplateParser.nodes(of: source, named: name))
        }
        self.templates = templates
        self.unknownNames = unknownNames
        guard case .refused = unknownNames else { return }
        for (_, program) in templates.sorted(by: { $0.key < $1.key }) {
            try requirePartials(of: program)
        }
    }

    /// Renders a template. Pure: equal values give equal bytes.
    ///
    /// - Parameters:
    ///   - value: What the page offers.
    ///   - constants: What all pages offer alike, behind what the page offers; a record.
    /// - Throws: ``TemplateError`` for a template that is not there, and for a name that is not
    ///   offered, where these are refused.
    package func render(
        _ name: String, _ value: TemplateValue, with constants: TemplateValue = .record([])
    ) throws(TemplateError) -> [UInt8] {
        guard let program = templates[name] else {
            let place = TemplatePlace(line: 1, column: 1, excerpt: "")
            throw TemplateError(.unknownPartial(name), in: name, at: place)
        }
        var renderer = TemplateRenderer(library: self, context: [constants, value])
        try renderer.render(program)
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
        guard let program = templates[name] else { return }
        var renderer = TemplateRenderer(
            library: self, context: [constants, exemplar], rendersAllParts: true)
        try renderer.render(program)
    }

    /// The names of the templates that other templates include.
    package var includedNames: Set<String> {
        var names: Set<String> = []
        for (own, program) in templates {
            for inclusion in program.inclusions where inclusion.name.text != own {
                names.insert(inclusion.name.text)
            }
        }
        return names
    }

    private func requirePartials(of program: TemplateProgram) throws(TemplateError) {
        let missing = program.inclusions.map(\.name).filter { templates[$0.text] == nil }
        let first = missing.min {
            ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column)
        }
        if let first { throw TemplateError(.unknownPartial(first.text), at: first) }
    }
}
