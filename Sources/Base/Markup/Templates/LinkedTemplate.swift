/// A template that is ready to render values like its exemplar.
///
/// Partials, blocks and constants have been put in, and each name has become a place in the values,
/// so that nothing is looked up while a page is rendered. Instructions consist of plain numbers, so
/// that reading them needs no reference counting, on which threads that render one template would
/// contend at every tag.
package final class LinkedTemplate: Sendable {
    enum Instruction: Sendable {
        /// Writes a range of ``text``.
        case literal(Range<Int>)
        /// Writes the value at a place. Finished markup is never escaped.
        case variable(Place, isEscaped: Bool)
        /// Runs the instructions up to an end, once for each member of a list or once for any other
        /// value that is true, with the member or value as the innermost. The name is an index in
        /// ``names``.
        case section(Place, end: Int, name: Int)
        /// Runs the instructions up to an end if the value is not true.
        case inverted(Place, end: Int)
        /// Throws an error by its index in ``errors``, for a part that cannot be rendered.
        case fail(Int)
    }

    /// A place among the values that are being rendered.
    struct Place: Sendable {
        /// The number of values around the one in which the place is: 0 for that of the page.
        let depth: Int
        /// The range in ``LinkedTemplate/steps`` of the positions of fields that lead to the place,
        /// the outermost first; empty for the value itself.
        let steps: Range<Int>
    }

    let text: [UInt8]
    let instructions: [Instruction]
    let steps: [Int]
    let names: [TemplateName]
    let errors: [TemplateError]

    init(_ parts: TemplateLinker.Parts) {
        text = parts.text
        instructions = parts.instructions
        steps = parts.steps
        names = parts.names
        errors = parts.errors
    }

    /// Renders the template as UTF-8. Equal values give equal bytes, and several threads may render
    /// at once.
    ///
    /// - Parameter value: The context of the page, which has the same fields in the same order as
    ///   the exemplar.
    /// - Throws: ``TemplateError`` for lists that are repeated too often, and for an unknown name
    ///   in a section that the exemplar does not show.
    package func render(_ value: TemplateValue) throws(TemplateError) -> [UInt8] {
        try render([value], maximumRepetitions: Self.maximumRepetitions)
    }

    /// The maximum number of times that lists of a page are repeated. A list of 200,000 notes needs
    /// some millions; nested lists need the number of their members to the power of their depth.
    private static let maximumRepetitions = 100_000_000

    func render(
        _ values: [TemplateValue], maximumRepetitions: Int
    ) throws(TemplateError) -> [UInt8] {
        var renderer = Renderer(
            template: self, values: values, repetitionsLeft: maximumRepetitions)
        renderer.output.reserveCapacity(8 * 1024)
        try renderer.run(instructions.indices)
        return renderer.output
    }
}

/// The state of rendering a template.
private struct Renderer {
    let template: LinkedTemplate
    /// The values in which places are, innermost last. A section adds its value while its content
    /// is rendered.
    var values: [TemplateValue]
    var repetitionsLeft: Int
    var output: [UInt8] = []

    mutating func run(_ range: Range<Int>) throws(TemplateError) {
        var position = range.lowerBound
        while position < range.upperBound {
            let instruction = template.instructions[position]
            position += 1
            switch instruction {
            case .literal(let range): output += template.text[range]
            case .variable(let place, let isEscaped):
                output.append(value(at: place), isEscaped: isEscaped)
            case .section(let place, let end, let name):
                try run(position..<end, for: value(at: place), name: name)
                position = end
            case .inverted(let place, let end):
                if value(at: place).isTruthy { position = end }
            case .fail(let index): throw template.errors[index]
            }
        }
    }

    private mutating func run(
        _ content: Range<Int>, for value: TemplateValue, name: Int
    ) throws(TemplateError) {
        guard value.isTruthy else { return }
        for index in 0..<(value.memberCount ?? 1) {
            repetitionsLeft -= 1
            guard repetitionsLeft >= 0 else {
                throw TemplateError(.tooMuch, at: template.names[name])
            }
            values.append(value.member(index) ?? value)
            try run(content)
            values.removeLast()
        }
    }

    private func value(at place: LinkedTemplate.Place) -> TemplateValue {
        var value = values[place.depth]
        for step in place.steps {
            // An absent record has no fields.
            guard case .record(let fields) = value else { return .absent }
            value = fields[template.steps[step]].value
        }
        return value
    }
}

extension [UInt8] {
    /// Appends the rendering of a variable. Only text and markup render as something: flags, lists,
    /// records and absent values do not.
    mutating func append(_ value: TemplateValue, isEscaped: Bool) {
        switch value {
        case .text(let text) where isEscaped: appendEscaped(text)
        case .text(let text): append(contentsOf: text.utf8)
        case .markup(let bytes): self += bytes
        case .absent, .flag, .list, .made, .record: break
        }
    }
}
