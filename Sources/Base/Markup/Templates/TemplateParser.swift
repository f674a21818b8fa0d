/// Parses the texts and tags of a template into a tree of nodes, by recursive descent: sections,
/// blocks and parents contain the nodes up to their closing tags.
struct TemplateParser {
    private let texts: [[UInt8]]
    private let tags: [Tag]
    /// The number of tags that have been parsed, each with the text before it.
    private var position = 0
    /// The number of open sections, blocks and parents.
    private var depth = 0

    /// The maximum depth of sections, blocks and parents, which bounds the recursion of the parser
    /// and of the renderer.
    private static let maximumDepth = 32

    /// Returns the nodes of a template.
    ///
    /// - Throws: ``TemplateError`` for a tag or section that is not closed, a closing tag that does
    ///   not match, a tag without a name, and delimiters that are not valid.
    static func nodes(of source: String, named name: String) throws(TemplateError) -> [TemplateNode]
    {
        let (texts, tags) = try TemplateScanner.scan(source, named: name)
        var parser = TemplateParser(texts: texts, tags: tags)
        return try parser.nodes(until: nil)
    }

    private typealias Tag = TemplateScanner.Tag

    /// Parses the nodes up to the tag that closes `open`, or up to the end if it is nil.
    private mutating func nodes(until open: Tag?) throws(TemplateError) -> [TemplateNode] {
        depth += 1
        defer { depth -= 1 }
        if let open, depth > Self.maximumDepth + 1 {
            throw TemplateError(.tooDeep(maximum: Self.maximumDepth), at: open.name)
        }
        var nodes: [TemplateNode] = []
        while true {
            let text = texts[position]
            if !text.isEmpty { nodes.append(.literal(text)) }
            guard position < tags.count else { break }
            let tag = tags[position]
            position += 1
            switch tag.kind {
            case .comment, .delimiters: continue
            case .variable: nodes.append(.variable(tag.name, isEscaped: true))
            case .unescaped: nodes.append(.variable(tag.name, isEscaped: false))
            case .partial:
                nodes.append(.inclusion(tag.name, indentation: tag.indentation, blocks: [:]))
            case .section, .inverted:
                let content = try self.nodes(until: tag)
                nodes.append(.section(tag.name, isInverted: tag.kind == .inverted, content))
            case .block:
                let content = try self.nodes(until: tag)
                nodes.append(.block(tag.name.text, block(tag, content: content)))
            case .parent:
                let content = try self.nodes(until: tag)
                nodes.append(
                    .inclusion(
                        tag.name, indentation: tag.indentation, blocks: blocks(content)))
            case .close:
                guard tag.name.text == open?.name.text else {
                    throw TemplateError(
                        .unmatchedClose(tag.name.text, open: open?.name.text), at: tag.name)
                }
                return nodes
            }
        }
        if let open {
            throw TemplateError(.unclosedSection(open.name.text), at: open.name)
        }
        return nodes
    }

    /// Returns the blocks among the content of a parent tag, by name. Other nodes are ignored, and
    /// the first of several blocks with one name counts.
    private func blocks(_ nodes: [TemplateNode]) -> [String: TemplateBlock] {
        var blocks: [String: TemplateBlock] = [:]
        for case .block(let name, let block) in nodes where blocks[name] == nil {
            blocks[name] = block
        }
        return blocks
    }

    private func block(_ tag: Tag, content: [TemplateNode]) -> TemplateBlock {
        let beginsLine = tag.indentation != nil
        var own: [UInt8]?
        if beginsLine { own = indentation(of: content) }
        return TemplateBlock(
            content: content,
            flushContent: flush(content, indentation: own ?? [], beginsLine: beginsLine),
            indentation: own ?? tag.indentation ?? tag.leadingSpace ?? [], beginsLine: beginsLine)
    }

    /// Returns the spaces and tabs before the first line, or the indentation of a block that comes
    /// first; nil if there are no nodes.
    private func indentation(of nodes: [TemplateNode]) -> [UInt8]? {
        guard let first = nodes.first else { return nil }
        guard case .literal(let text) = first else {
            if case .block(_, let block) = first { return block.indentation }
            return []
        }
        return Array(text.prefix { $0 == 0x20 || $0 == 0x09 })
    }

    private func flush(
        _ nodes: [TemplateNode], indentation: [UInt8], beginsLine: Bool
    ) -> [TemplateNode] {
        guard !indentation.isEmpty else { return nodes }
        var isAtLineStart = beginsLine
        return flush(nodes, indentation: indentation, isAtLineStart: &isAtLineStart)
    }

    /// Returns the nodes with `indentation` removed from each line that begins with it. Other lines
    /// are unchanged.
    ///
    /// - Parameter isAtLineStart: True if the first node begins a line; on return, true if a node
    ///   that follows the last one does.
    private func flush(
        _ nodes: [TemplateNode], indentation: [UInt8], isAtLineStart: inout Bool
    ) -> [TemplateNode] {
        var result: [TemplateNode] = []
        for node in nodes {
            switch node {
            case .literal(let text):
                var rest = text[...]
                var kept: [UInt8] = []
                while !rest.isEmpty {
                    if isAtLineStart, rest.starts(with: indentation) {
                        rest = rest.dropFirst(indentation.count)
                    }
                    let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
                    kept.append(contentsOf: rest[..<end])
                    isAtLineStart = end > rest.startIndex ? rest[end - 1] == 0x0A : isAtLineStart
                    rest = rest[end...]
                }
                result.append(.literal(kept))
            case .section(let name, let isInverted, let content):
                let flushed = flush(
                    content, indentation: indentation, isAtLineStart: &isAtLineStart)
                result.append(.section(name, isInverted: isInverted, flushed))
            case .inclusion(let name, let own, let blocks):
                let shorter = own.map { shortened($0, by: indentation) }
                result.append(.inclusion(name, indentation: shorter, blocks: blocks))
            case .block(let name, let block):
                let content = flush(
                    block.content, indentation: indentation, isAtLineStart: &isAtLineStart)
                result.append(
                    .block(
                        name,
                        TemplateBlock(
                            content: content, flushContent: block.flushContent,
                            indentation: shortened(block.indentation, by: indentation),
                            beginsLine: block.beginsLine)))
            case .variable:
                isAtLineStart = false
                result.append(node)
            }
        }
        return result
    }

    private func shortened(_ space: [UInt8], by indentation: [UInt8]) -> [UInt8] {
        space.starts(with: indentation) ? Array(space.dropFirst(indentation.count)) : space
    }
}
