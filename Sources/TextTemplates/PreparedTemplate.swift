import Synchronization

/// A template of many pages with what all of them say alike put in: only what tells one page from
/// another is left to be looked up.
package struct PreparedTemplate: Sendable {
    fileprivate let library: TemplateLibrary
    fileprivate let nodes: NodeCopies
    fileprivate let constants: TemplateValue

    /// Renders a page. Pure: equal values give equal bytes, the same as the template gives.
    ///
    /// - Parameter value: What is offered beside the constants, and before them.
    /// - Throws: ``TemplateError`` for a name that is not offered, where these are refused.
    package func render(_ value: TemplateValue) throws(TemplateError) -> [UInt8] {
        var renderer = TemplateRenderer(library: library, context: [constants, value])
        let nodes = nodes.take()
        defer { self.nodes.giveBack(nodes) }
        try renderer.render(nodes)
        return renderer.output
    }
}

/// Copies of the nodes of a template, one for each thread that renders: two threads that count references
/// to the same nodes wait for each other at every tag.
fileprivate final class NodeCopies: Sendable {
    private let original: [TemplateNode]
    private let free = Mutex<[[TemplateNode]]>([])

    init(_ nodes: [TemplateNode]) { original = nodes }

    func take() -> [TemplateNode] {
        free.withLock { $0.popLast() } ?? original.map(\.copy)
    }

    func giveBack(_ nodes: [TemplateNode]) { free.withLock { $0.append(nodes) } }
}

extension TemplateNode {
    /// An equal node that shares no memory with this one.
    fileprivate var copy: TemplateNode {
        switch self {
        case .literal(let text): .literal(text.withUnsafeBufferPointer { Array($0) })
        case .variable(let name, let isEscaped): .variable(name.copy, isEscaped: isEscaped)
        case .section(let name, let isInverted, let content):
            .section(name.copy, isInverted: isInverted, content.map(\.copy))
        // Rare in a template with constants put in.
        case .partial, .parent, .block: self
        }
    }
}

extension TemplateName {
    fileprivate var copy: TemplateName { TemplateName(text, in: template, at: place) }
}

extension TemplateLibrary {
    /// A template with constants put in.
    ///
    /// - Parameters:
    ///   - constants: A record.
    ///   - exemplar: A value as those that will be rendered: a name that it offers, or that anything
    ///     in it offers, is looked up wherever it may be another one than that of the constants.
    /// - Throws: ``TemplateError`` for a template that is not there.
    package func prepared(
        _ name: String, with constants: TemplateValue, for exemplar: TemplateValue
    ) throws(TemplateError) -> PreparedTemplate {
        let nodes = try nodes(of: name)
        var preparation = TemplatePreparation(self, constants, exemplar)
        return PreparedTemplate(
            library: self, nodes: NodeCopies(preparation.prepared(nodes, of: name) ?? nodes),
            constants: constants)
    }
}

/// Puts constants into a template, and the templates that it includes.
private struct TemplatePreparation {
    private let library: TemplateLibrary
    private let constants: TemplateValue
    /// Names that pages offer, and names that are offered by anything within one, or within the
    /// constants.
    private let ofPage: Set<String>
    private let within: Set<String>
    private var inclusions: [String] = []

    /// Of blocks, those that replace others.
    private typealias Replacements = [String: TemplateBlock]

    init(_ library: TemplateLibrary, _ constants: TemplateValue, _ exemplar: TemplateValue) {
        self.library = library
        self.constants = constants
        var names: (ofPage: Set<String>, within: Set<String>) = ([], [])
        for field in exemplar.fields {
            names.ofPage.insert(field.name)
            field.value.addNames(to: &names.within)
        }
        for field in constants.fields { field.value.addNames(to: &names.within) }
        (ofPage, within) = names
    }

    /// Nil for a template that has to be rendered as it is: where lines are indented, what stands
    /// before one is known only when it is written, and one that includes itself has no end.
    mutating func prepared(_ nodes: [TemplateNode], of name: String) -> [TemplateNode]? {
        inclusions = [name]
        var prepared: [TemplateNode] = []
        return put(nodes, [:], isOnPage: true, into: &prepared) ? prepared : nil
    }

    /// - Parameter isOnPage: Whether names are those of the page, and not of a part of it.
    /// - Returns: False where that cannot be done.
    private mutating func put(
        _ nodes: [TemplateNode], _ replacements: Replacements, isOnPage: Bool,
        into result: inout [TemplateNode]
    ) -> Bool {
        for node in nodes {
            switch node {
            case .literal(let text): result.append(literal: text)
            case .variable(let name, let isEscaped):
                guard let value = constant(name, isOnPage: isOnPage) else {
                    result.append(node)
                    continue
                }
                var text: [UInt8] = []
                text.append(value, isEscaped: isEscaped)
                result.append(literal: text)
            case .section(let name, let isInverted, let content):
                guard
                    put(
                        content, replacements, as: name, isInverted: isInverted, isOnPage: isOnPage,
                        into: &result)
                else { return false }
            case .partial(let name, let indentation):
                guard
                    include(
                        name, indentation, replacements, isOnPage: isOnPage, into: &result)
                else { return false }
            case .parent(let name, let indentation, let blocks):
                let all = replacements.merging(blocks) { outer, _ in outer }
                guard include(name, indentation, all, isOnPage: isOnPage, into: &result) else {
                    return false
                }
            case .block(let name, let block):
                let replacement = replacements[name]
                guard replacement == nil || block.indentation.isEmpty,
                    put(
                        replacement?.flushContent ?? block.content, replacements,
                        isOnPage: isOnPage, into: &result)
                else { return false }
            }
        }
        return true
    }

    private mutating func put(
        _ content: [TemplateNode], _ replacements: Replacements, as name: TemplateName,
        isInverted: Bool, isOnPage: Bool, into result: inout [TemplateNode]
    ) -> Bool {
        if let value = constant(name, isOnPage: isOnPage) {
            if value.isTruthy == isInverted { return true }
            if isInverted || value.isFlag {
                return put(content, replacements, isOnPage: isOnPage, into: &result)
            }
        }
        var part: [TemplateNode] = []
        // An inverted section offers nothing of its own.
        guard
            put(content, replacements, isOnPage: isOnPage && isInverted, into: &part)
        else { return false }
        result.append(.section(name, isInverted: isInverted, part))
        return true
    }

    private mutating func include(
        _ name: TemplateName, _ indentation: [UInt8]?, _ replacements: Replacements,
        isOnPage: Bool, into result: inout [TemplateNode]
    ) -> Bool {
        guard indentation?.isEmpty ?? true, !inclusions.contains(name.text) else { return false }
        guard let nodes = library.templates[name.text] else {
            if case .empty = library.unknownNames { return true }
            return false
        }
        inclusions.append(name.text)
        defer { inclusions.removeLast() }
        return put(nodes, replacements, isOnPage: isOnPage, into: &result)
    }

    /// What a name stands for on every page; nil where that is not known.
    private func constant(_ name: TemplateName, isOnPage: Bool) -> TemplateValue? {
        guard let first = name.first, !ofPage.contains(first),
            isOnPage || !within.contains(first), var found = constants[first]
        else { return nil }
        for part in name.rest {
            guard let inner = found[part] else { return nil }
            found = inner
        }
        return found
    }
}

extension TemplateValue {
    fileprivate var isFlag: Bool {
        if case .flag = self { true } else { false }
    }

    fileprivate var fields: [Field] {
        if case .record(let fields) = self { fields } else { [] }
    }

    /// The names that a value offers, and all within it.
    fileprivate func addNames(to names: inout Set<String>) {
        switch self {
        case .record:
            for field in fields {
                names.insert(field.name)
                field.value.addNames(to: &names)
            }
        case .list(let members): for member in members { member.addNames(to: &names) }
        case .made(let count, let member):
            for index in 0..<count { member(index).addNames(to: &names) }
        case .absent, .text, .markup, .flag: break
        }
    }
}

extension [TemplateNode] {
    /// Appends text, to text that is there.
    fileprivate mutating func append(literal text: [UInt8]) {
        guard !text.isEmpty else { return }
        if case .literal(let before)? = last {
            self[count - 1] = .literal(before + text)
        } else {
            append(.literal(text))
        }
    }
}
