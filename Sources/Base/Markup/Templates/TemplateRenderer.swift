/// The state of rendering one template into ``output``. A renderer is used once; any number of them
/// may share a library and its programs.
struct TemplateRenderer {
    private(set) var output: [UInt8] = []
    private let library: TemplateLibrary
    private let rendersAllParts: Bool
    /// The values in which names are looked up, innermost last. A section adds its value while its
    /// content is rendered.
    private var context: [TemplateValue]
    /// The names of the templates being included, outermost first. Their number is limited, so that
    /// templates that include each other end with an error.
    private var inclusions: [String] = []
    /// The white space added before each line: that of all inclusions and blocks being rendered,
    /// outermost first.
    private var indentation: [UInt8] = []
    private var isAtLineStart = false
    /// The blocks that replace others, by name. If several templates replace a block, the outermost
    /// wins.
    private var replacements: [String: Replacement] = [:]

    /// A block of one of the templates that are being rendered, with the program that contains its
    /// instructions.
    private struct Replacement {
        let block: TemplateProgram.Block
        let program: TemplateProgram
    }

    /// The number of repetitions and inclusions that are left.
    private var repetitionsLeft: Int

    private static let maximumInclusionDepth = 64
    /// The maximum number of times that lists of a page are repeated and templates included. A list
    /// of 200,000 notes needs some millions; nested lists need the number of their members to the
    /// power of their depth.
    private static let maximumRepetitions = 100_000_000
    /// The maximum for checking: exemplars have lists of few members.
    private static let maximumRepetitionsOfCheck = 1_000_000

    /// Creates a renderer with empty output.
    ///
    /// - Parameters:
    ///   - context: The values in which names are looked up, innermost last.
    ///   - rendersAllParts: True to render every section whatever its value, for checking names.
    init(library: TemplateLibrary, context: [TemplateValue], rendersAllParts: Bool = false) {
        (self.library, self.context, self.rendersAllParts) = (library, context, rendersAllParts)
        repetitionsLeft =
            rendersAllParts ? Self.maximumRepetitionsOfCheck : Self.maximumRepetitions
        output.reserveCapacity(8 * 1024)
    }

    mutating func render(_ program: TemplateProgram) throws(TemplateError) {
        try render(program.main, of: program)
    }

    private mutating func render(
        _ range: Range<Int>, of program: TemplateProgram
    ) throws(TemplateError) {
        var position = range.lowerBound
        while position < range.upperBound {
            let instruction = program.instructions[position]
            let operand = Int(instruction.operand)
            let content = position + 1..<Int(instruction.end)
            position = content.upperBound
            switch instruction.kind {
            case .literal: append(literal: program.literals[operand], of: program)
            case .escaped, .unescaped:
                beginContent()
                output.append(
                    try value(of: operand, in: program), isEscaped: instruction.kind == .escaped)
            case .section, .inverted:
                try section(
                    content, of: program, name: operand, isInverted: instruction.kind == .inverted)
            case .include: try include(program.inclusions[operand], from: program)
            case .block: try render(program.blocks[operand], of: program)
            }
        }
    }

    private mutating func section(
        _ content: Range<Int>, of program: TemplateProgram, name: Int, isInverted: Bool
    ) throws(TemplateError) {
        let value = try value(of: name, in: program)
        if isInverted {
            if !value.isTruthy || rendersAllParts { try render(content, of: program) }
            return
        }
        guard value.isTruthy || rendersAllParts else { return }
        switch value {
        case .list(let members):
            for member in members {
                try countRepetition(of: program.names[name].name)
                try render(content, of: program, within: member)
            }
        case .made(let count, let member):
            for index in 0..<count {
                try countRepetition(of: program.names[name].name)
                try render(content, of: program, within: member(index))
            }
        case .record, .text, .markup: try render(content, of: program, within: value)
        case .flag, .absent: try render(content, of: program)
        }
    }

    private mutating func countRepetition(of name: TemplateName) throws(TemplateError) {
        repetitionsLeft -= 1
        guard repetitionsLeft >= 0 else { throw TemplateError(.tooMuch, at: name) }
    }

    private mutating func render(
        _ content: Range<Int>, of program: TemplateProgram, within value: TemplateValue
    ) throws(TemplateError) {
        context.append(value)
        defer { context.removeLast() }
        try render(content, of: program)
    }

    private mutating func include(
        _ inclusion: TemplateProgram.Inclusion, from program: TemplateProgram
    ) throws(TemplateError) {
        let name = inclusion.name
        guard let included = library.templates[name.text] else {
            if case .empty = library.unknownNames { return }
            throw TemplateError(.unknownPartial(name.text), at: name)
        }
        // A template may include itself for nested values; for checking, once is enough.
        if rendersAllParts, inclusions.contains(name.text) { return }
        guard inclusions.count < Self.maximumInclusionDepth else {
            throw TemplateError(.nestedTooDeep, at: name)
        }
        try countRepetition(of: name)
        let outer = (self.indentation, self.replacements)
        inclusions.append(name.text)
        for (name, block) in inclusion.blocks where replacements[name] == nil {
            replacements[name] = Replacement(block: block, program: program)
        }
        if let indentation = inclusion.indentation {
            self.indentation += indentation
            isAtLineStart = true
        }
        defer {
            (self.indentation, self.replacements) = outer
            inclusions.removeLast()
        }
        try render(included)
    }

    private mutating func render(
        _ block: TemplateProgram.Block, of program: TemplateProgram
    ) throws(TemplateError) {
        guard let replacement = replacements[block.name] else {
            return try render(block.content, of: program)
        }
        let outer = indentation
        indentation += block.indentation
        if block.beginsLine { isAtLineStart = true }
        defer { indentation = outer }
        try render(replacement.block.flushContent, of: replacement.program)
    }
}

// MARK: - Names

extension TemplateRenderer {
    /// Returns the value of a name, given by its index in the program, from the innermost context
    /// that has a field for its first component.
    ///
    /// - Throws: ``TemplateError`` for an unknown name, if those are refused.
    private func value(
        of name: Int, in program: TemplateProgram
    ) throws(TemplateError) -> TemplateValue {
        guard let key = program.names[name].key else { return context.last ?? .absent }
        for place in context.indices.reversed() {
            guard var found = context[place][key] else { continue }
            for key in program.names[name].otherKeys {
                guard let inner = found[key] else {
                    // An absent record has no fields.
                    if case .absent = found { return .absent }
                    return try unknown(program.names[name].name)
                }
                found = inner
            }
            return found
        }
        return try unknown(program.names[name].name)
    }

    private func unknown(_ name: TemplateName) throws(TemplateError) -> TemplateValue {
        switch library.unknownNames {
        case .empty: return .absent
        case .refused:
            throw TemplateError(.unknownName(name.text), at: name)
        }
    }
}

// MARK: - Output

extension TemplateRenderer {
    private mutating func append(literal range: Range<Int>, of program: TemplateProgram) {
        program.text.withUnsafeBufferPointer { bytes in
            let text = UnsafeBufferPointer(rebasing: bytes[range])
            guard !indentation.isEmpty else {
                output.append(contentsOf: text)
                if let last = text.last { isAtLineStart = last == 0x0A }
                return
            }
            for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
                let isLast = line.endIndex == text.endIndex
                if !line.isEmpty || !isLast { beginContent() }
                output.append(contentsOf: line)
                if !isLast {
                    output.append(0x0A)
                    isAtLineStart = true
                }
            }
        }
    }

    private mutating func beginContent() {
        if isAtLineStart { output += indentation }
        isAtLineStart = false
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
