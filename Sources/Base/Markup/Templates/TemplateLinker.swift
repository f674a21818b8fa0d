/// Turns the nodes of a template, and of those that it includes, into the instructions of a
/// ``LinkedTemplate``.
struct TemplateLinker {
    /// The parts of a linked template.
    struct Parts {
        var text: [UInt8] = []
        var instructions: [LinkedTemplate.Instruction] = []
        var steps: [Int] = []
        var names: [TemplateName] = []
        var errors: [TemplateError] = []
    }

    private(set) var parts = Parts()
    private let library: TemplateLibrary
    private let purpose: Purpose
    /// The values in which names are looked up, innermost last.
    private var scopes: [Scope]
    /// The names of the templates being included, outermost first.
    private var inclusions: [String] = []
    /// The blocks that replace others, by name. If several templates replace a block, the outermost
    /// wins.
    private var replacements: [String: TemplateBlock] = [:]
    /// The white space added before each line: that of all inclusions and blocks around it,
    /// outermost first.
    private var indentation: [UInt8] = []
    private var isAtLineStart = false
    /// True if the last instruction is literal text that may be continued.
    private var continuesLiteral = false
    /// The number of inclusions, and repetitions for the members of constant lists, that are left.
    private var repetitionsLeft = 1_000_000

    private static let maximumInclusionDepth = 64

    /// A value in which names are looked up: a constant, or an example of a value that is known only
    /// when a page is rendered.
    struct Scope {
        let value: TemplateValue
        /// The number of values around it then; nil for a constant.
        let depth: Int?
    }

    /// The use of what is linked.
    enum Purpose {
        /// Renders the exemplar itself. Sections that it does not show are left out.
        case exemplar
        /// Renders values like the exemplar.
        case pages
        /// Finds the errors in all parts, of templates that include themselves once.
        case check
    }

    /// The value of a name.
    private enum Target {
        case constant(TemplateValue)
        case place(LinkedTemplate.Place, exemplar: TemplateValue)
    }

    /// Creates a linker.
    ///
    /// - Parameters:
    ///   - scopes: The values in which names are looked up, innermost last.
    ///   - purpose: The use of what is linked.
    init(library: TemplateLibrary, scopes: [Scope], purpose: Purpose) {
        (self.library, self.scopes, self.purpose) = (library, scopes, purpose)
    }

    /// Appends the instructions of a template that is rendered by its name.
    mutating func link(_ nodes: [TemplateNode], named name: String) {
        inclusions.append(name)
        link(nodes)
    }

    private mutating func link(_ nodes: [TemplateNode]) {
        for node in nodes {
            switch node {
            case .literal(let text): append(literal: text)
            case .variable(let name, let isEscaped):
                beginContent()
                switch target(of: name) {
                case .constant(let value):
                    var bytes: [UInt8] = []
                    bytes.append(value, isEscaped: isEscaped)
                    append(bytes)
                case .place(let place, _): append(.variable(place, isEscaped: isEscaped))
                case nil: break
                }
            case .section(let name, let isInverted, let content):
                link(content, ofSection: name, isInverted: isInverted)
            case .inclusion(let name, let indentation, let blocks):
                include(name, indentation: indentation, blocks: blocks)
            case .block(let name, let block): link(block, named: name)
            }
        }
    }

    private mutating func link(
        _ content: [TemplateNode], ofSection name: TemplateName, isInverted: Bool
    ) {
        switch target(of: name) {
        case nil: if isInverted { link(content) }
        case .constant(let value) where isInverted: if !value.isTruthy { link(content) }
        case .constant(let value):
            guard value.isTruthy else { return }
            for index in 0..<(value.memberCount ?? 1) {
                guard countRepetition(at: name) else { return }
                let scope = Scope(value: value.member(index) ?? value, depth: nil)
                link(content, within: scope)
            }
        case .place(let place, _) where isInverted:
            link(content, within: nil) { .inverted(place, end: $0) }
        case .place(let place, let exemplar):
            let value =
                exemplar.memberCount.map { count in
                    TemplateValue.exemplar(of: (0..<count).compactMap(exemplar.member))
                } ?? exemplar
            // A list without members has no example of what its content shows.
            guard exemplar.memberCount != 0, purpose != .exemplar || exemplar.isTruthy
            else { return }
            parts.names.append(name)
            let index = parts.names.count - 1
            let depth = (scopes.last { $0.depth != nil }?.depth ?? -1) + 1
            link(content, within: Scope(value: value, depth: depth)) {
                .section(place, end: $0, name: index)
            }
        }
    }

    private mutating func link(_ content: [TemplateNode], within scope: Scope?) {
        guard let scope else { return link(content) }
        scopes.append(scope)
        link(content)
        scopes.removeLast()
    }

    /// Appends an instruction that is followed by content, which a page shows or does not show.
    ///
    /// White space before a line is added either always or as a part of the content: a line begins
    /// with the content only if it also ends with it.
    private mutating func link(
        _ content: [TemplateNode], within scope: Scope?,
        _ instruction: (_ end: Int) -> LinkedTemplate.Instruction
    ) {
        let (before, beginsLine) = (indentation.isEmpty ? nil : self, isAtLineStart)
        let position = parts.instructions.count
        append(instruction(position))
        link(content, within: scope)
        if let before, isAtLineStart != beginsLine {
            if beginsLine {
                self = before
                beginContent()
                return link(content, within: scope, instruction)
            }
            beginContent()
        }
        parts.instructions[position] = instruction(parts.instructions.count)
        continuesLiteral = false
    }

    private mutating func include(
        _ name: TemplateName, indentation own: [UInt8]?, blocks: [String: TemplateBlock]
    ) {
        guard let nodes = library.templates[name.text] else {
            if case .refused = library.unknownNames { fail(.unknownPartial(name.text), at: name) }
            return
        }
        // The values of pages are not nested in each other, so that a template that includes itself
        // never ends, if a page shows that part at all.
        let isRecursive = purpose != .exemplar && inclusions.contains(name.text)
        if isRecursive, purpose == .check { return }
        guard inclusions.count < Self.maximumInclusionDepth, !isRecursive else {
            return fail(.nestedTooDeep, at: name)
        }
        guard countRepetition(at: name) else { return }
        let outer = (indentation, replacements)
        inclusions.append(name.text)
        replacements.merge(blocks) { outer, _ in outer }
        if let own {
            indentation += own
            isAtLineStart = true
        }
        link(nodes)
        (indentation, replacements) = outer
        inclusions.removeLast()
    }

    private mutating func link(_ block: TemplateBlock, named name: String) {
        guard let replacement = replacements[name] else { return link(block.content) }
        let outer = indentation
        indentation += block.indentation
        if block.beginsLine { isAtLineStart = true }
        link(replacement.flushContent)
        indentation = outer
    }

    /// Counts an inclusion or a repetition; false if there were too many, in which case the template
    /// cannot be rendered from here on.
    private mutating func countRepetition(at name: TemplateName) -> Bool {
        repetitionsLeft -= 1
        if repetitionsLeft == 0 { fail(.tooMuch, at: name) }
        return repetitionsLeft > 0
    }

    private mutating func fail(_ reason: TemplateError.Reason, at name: TemplateName) {
        parts.errors.append(TemplateError(reason, at: name))
        append(.fail(parts.errors.count - 1))
    }
}

// MARK: - Names

extension TemplateLinker {
    /// Returns the value of a name from the innermost scope that has a field for its first
    /// component; nil for an unknown name, which fails if those are refused.
    private mutating func target(of name: TemplateName) -> Target? {
        guard let first = name.keys.first else {
            // A flag is not the context of what it shows.
            let scope = scopes.last { if case .flag = $0.value { false } else { true } }
            return scope.map { target($0, steps: [], value: $0.value) } ?? .constant(.absent)
        }
        for scope in scopes.reversed() where scope.value.position(of: first) != nil {
            var (value, steps) = (scope.value, [Int]())
            for key in name.keys {
                // An absent record has no fields.
                if case .absent = value { return .constant(.absent) }
                guard case .record(let fields) = value, let position = value.position(of: key)
                else { return unknown(name) }
                steps.append(position)
                value = fields[position].value
            }
            return target(scope, steps: steps, value: value)
        }
        return unknown(name)
    }

    private mutating func target(_ scope: Scope, steps: [Int], value: TemplateValue) -> Target {
        guard let depth = scope.depth else { return .constant(value) }
        let start = parts.steps.count
        parts.steps += steps
        return .place(.init(depth: depth, steps: start..<parts.steps.count), exemplar: value)
    }

    private mutating func unknown(_ name: TemplateName) -> Target? {
        if case .refused = library.unknownNames { fail(.unknownName(name.text), at: name) }
        return nil
    }
}

// MARK: - Output

extension TemplateLinker {
    private mutating func append(_ instruction: LinkedTemplate.Instruction) {
        parts.instructions.append(instruction)
        continuesLiteral = false
    }

    /// Appends text to be written as it is.
    private mutating func append(_ bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty else { return }
        var start = parts.text.count
        parts.text += bytes
        if continuesLiteral, case .literal(let range)? = parts.instructions.last {
            parts.instructions.removeLast()
            start = range.lowerBound
        }
        parts.instructions.append(.literal(start..<parts.text.count))
        continuesLiteral = true
    }

    /// Appends text of a template, with white space before each of its lines.
    private mutating func append(literal text: [UInt8]) {
        guard !indentation.isEmpty else {
            append(text)
            if let last = text.last { isAtLineStart = last == 0x0A }
            return
        }
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let isLast = line.endIndex == text.endIndex
            if !line.isEmpty || !isLast { beginContent() }
            append(line)
            if !isLast {
                append(CollectionOfOne(0x0A))
                isAtLineStart = true
            }
        }
    }

    private mutating func beginContent() {
        if isAtLineStart { append(indentation) }
        isAtLineStart = false
    }
}
