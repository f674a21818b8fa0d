/// One rendering of a template.
struct TemplateRenderer {
    private(set) var output: [UInt8] = []
    private let library: TemplateLibrary
    private let rendersAllParts: Bool
    /// Where names are looked up, innermost last.
    private var context: [TemplateValue]
    /// Names of the templates that include one another at this place.
    private var inclusions: [String] = []
    /// What stands before each line of what is being rendered.
    private var indentation: [UInt8] = []
    private var isAtLineStart = false
    /// The blocks that replace others.
    private var replacements: [String: TemplateBlock] = [:]

    private static let deepestInclusion = 64

    /// - Parameter context: Where names are looked up, innermost last.
    init(
        library: TemplateLibrary, context: [TemplateValue], rendersAllParts: Bool = false
    ) {
        self.library = library
        self.context = context
        self.rendersAllParts = rendersAllParts
        output.reserveCapacity(8 * 1024)
    }

    mutating func render(_ nodes: [TemplateNode]) throws(TemplateError) {
        for node in nodes {
            switch node {
            case .literal(let text): append(literal: text)
            case .variable(let name, let isEscaped):
                beginContent()
                output.append(try value(of: name), isEscaped: isEscaped)
            case .section(let name, let isInverted, let content):
                try section(content, try value(of: name), isInverted: isInverted)
            case .partial(let name, let indentation):
                try include(name, indentation, replacements)
            case .parent(let name, let indentation, let blocks):
                try include(name, indentation, replacements.merging(blocks) { outer, _ in outer })
            case .block(let name, let block): try self.block(name, block)
            }
        }
    }

    private mutating func section(
        _ content: [TemplateNode], _ value: TemplateValue, isInverted: Bool
    ) throws(TemplateError) {
        if isInverted {
            if !value.isTruthy || rendersAllParts { try render(content) }
            return
        }
        guard value.isTruthy || rendersAllParts else { return }
        switch value {
        case .list(let members):
            for member in members { try render(content, within: member) }
        case .made(let count, let member):
            for index in 0..<count { try render(content, within: member(index)) }
        case .record, .text, .markup: try render(content, within: value)
        case .flag, .absent: try render(content)
        }
    }

    private mutating func render(
        _ nodes: [TemplateNode], within value: TemplateValue
    ) throws(TemplateError) {
        context.append(value)
        defer { context.removeLast() }
        try render(nodes)
    }

    private mutating func include(
        _ name: TemplateName, _ indentation: [UInt8]?, _ replacements: [String: TemplateBlock]
    ) throws(TemplateError) {
        guard let nodes = library.templates[name.text] else {
            if case .empty = library.unknownNames { return }
            throw TemplateError(.unknownPartial(name.text), at: name)
        }
        // A template may include itself over nested values; to check it, once is enough.
        if rendersAllParts, inclusions.contains(name.text) { return }
        guard inclusions.count < Self.deepestInclusion else {
            throw TemplateError(.nestedTooDeep, at: name)
        }
        let outer = (self.indentation, self.replacements)
        inclusions.append(name.text)
        self.replacements = replacements
        if let indentation {
            self.indentation += indentation
            isAtLineStart = true
        }
        defer {
            (self.indentation, self.replacements) = outer
            inclusions.removeLast()
        }
        try render(nodes)
    }

    private mutating func block(_ name: String, _ block: TemplateBlock) throws(TemplateError) {
        guard let replacement = replacements[name] else { return try render(block.content) }
        let outer = indentation
        indentation += block.indentation
        if block.beginsLine { isAtLineStart = true }
        defer { indentation = outer }
        try render(replacement.flushContent)
    }
}

// MARK: - Names

extension TemplateRenderer {
    private func value(of name: TemplateName) throws(TemplateError) -> TemplateValue {
        guard let first = name.first else { return context.last ?? .absent }
        for place in context.indices.reversed() {
            guard var found = context[place][first] else { continue }
            for part in name.rest {
                guard let inner = found[part] else {
                    // An absent record offers nothing to look into.
                    if case .absent = found { return .absent }
                    return try unknown(name)
                }
                found = inner
            }
            return found
        }
        return try unknown(name)
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
    private mutating func append(literal text: [UInt8]) {
        guard !indentation.isEmpty else {
            output += text
            isAtLineStart = text.last == 0x0A
            return
        }
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let isLast = line.endIndex == text.endIndex
            if !line.isEmpty || !isLast { beginContent() }
            output += line
            if !isLast {
                output.append(0x0A)
                isAtLineStart = true
            }
        }
    }

    private mutating func beginContent() {
        if isAtLineStart { output += indentation }
        isAtLineStart = false
    }
}

extension [UInt8] {
    /// Appends what a variable renders as.
    mutating func append(_ value: TemplateValue, isEscaped: Bool) {
        switch value {
        case .text(let text) where isEscaped: appendEscaped(text)
        case .text(let text): append(contentsOf: text.utf8)
        case .markup(let bytes): self += bytes
        case .absent, .flag, .list, .made, .record: break
        }
    }
}
