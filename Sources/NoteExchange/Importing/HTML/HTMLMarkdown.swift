import MarkdownText
import NoteModel

/// Converts HTML, such as the notes of Evernote, to Markdown.
///
/// Each line of the document becomes a line: notes show the line breaks of their texts.
struct HTMLMarkdown {
    /// Returns the Markdown of a file that an `en-media` element or an image refers to by its hash
    /// or address; nil if there is none.
    let file: (HTMLElement) -> String?
    /// Returns the address of the note that a link refers to, given its address and its words; nil
    /// for any other link.
    let note: (_ address: String, _ words: String) -> String?
    /// Returns the Markdown of an element of which it does not follow from the content; nil for
    /// other elements.
    var block: (HTMLElement) -> String? = { _ in nil }
    /// Adds a file whose bytes are its address, and returns its Markdown, given the description of
    /// the picture; nil if that is not possible.
    var embedded: (DataAddress, _ description: String) -> String? = { _, _ in nil }
    /// The number of pictures and players whose files neither the document nor the export has.
    private(set) var lostFiles = 0
    /// The escapes of words outside of tables.
    let escaping: MarkdownEscaping
    /// True if a document had encrypted text, which is left out.
    private(set) var isEncrypted = false

    /// - Parameter tags: The tags of the note, which remain hashtags in its text.
    init(
        tags: [Tag] = [], file: @escaping (HTMLElement) -> String?,
        note: @escaping (_ address: String, _ words: String) -> String?
    ) {
        (self.file, self.note) = (file, note)
        escaping = MarkdownEscaping(tags: Set(tags))
    }

    /// Returns the Markdown of a document.
    mutating func markdown(_ document: String) -> String {
        Self.joined(blocks(HTMLParser.parse(document)))
    }

    /// A block of Markdown, or a line of one.
    struct Block {
        enum Kind: Equatable {
            /// A line, which the next one follows.
            case line
            case paragraph
            /// A line with a check box.
            case task
            case list(isOrdered: Bool)
            case other
            /// An empty line.
            case space
        }

        let kind: Kind
        var text: String
    }

    static func joined(_ blocks: [Block], isInItem: Bool = false) -> String {
        var text = ""
        var last: Block.Kind?
        for block in blocks {
            defer { last = block.kind }
            guard block.kind != .space else { continue }
            if let last, !text.isEmpty {
                let isNext =
                    switch (last, block.kind) {
                    case (.line, .line), (.task, .task): true
                    case (.line, .list), (.task, .list): isInItem
                    default: false
                    }
                text += isNext ? "\n" : "\n\n"
            }
            text += block.text
        }
        return text
    }

    // MARK: - Blocks

    mutating func blocks(_ nodes: [HTMLNode]) -> [Block] {
        var blocks: [Block] = []
        var line: [HTMLNode] = []
        for node in nodes {
            guard let element = node.element, element.isBlock || element.holdsBlocks else {
                line.append(node)
                continue
            }
            takeLine(&line, to: &blocks)
            add(element, to: &blocks)
        }
        takeLine(&line, to: &blocks)
        return blocks
    }

    private mutating func takeLine(
        _ line: inout [HTMLNode], as kind: Block.Kind = .line, to blocks: inout [Block]
    ) {
        var nodes = line
        line = []
        let box = Self.takeCheckBox(&nodes)
        let text = MarkdownEscaping.lines(inline(nodes))
        if let box {
            blocks.append(Block(kind: .task, text: "- \(Self.mark(box))\(text.indented(by: 2))"))
        } else if !text.isEmpty {
            blocks.append(Block(kind: kind, text: text))
        } else if nodes.contains(where: { $0.element?.name == "br" || $0.text.contains("\u{A0}") })
        {
            blocks.append(Block(kind: .space, text: ""))
        }
    }

    private mutating func add(_ element: HTMLElement, to blocks: inout [Block]) {
        if let text = block(element) {
            blocks.append(Block(kind: .other, text: text))
            return
        }
        var content = element.children
        switch element.name {
        case "p" where !element.holdsBlocks: takeLine(&content, as: .paragraph, to: &blocks)
        case "h1", "h2", "h3", "h4", "h5", "h6":
            var words = inline(content).split(whereSeparator: \.isNewline).joined(separator: " ")
            // They would close the heading.
            if words.hasSuffix("#") { words = words.dropLast() + "\\#" }
            let level = element.name.last?.wholeNumberValue ?? 1
            guard !words.isEmpty else { return }
            blocks.append(
                Block(kind: .other, text: String(repeating: "#", count: level) + " " + words))
        case "hr": blocks.append(Block(kind: .other, text: "---"))
        case "blockquote":
            let text = Self.joined(self.blocks(content))
            guard !text.isEmpty else { return }
            blocks.append(Block(kind: .other, text: "> " + text.prefixed("> ")))
        case "pre":
            blocks.append(
                Self.code(element.children.map(\.text).joined(), language: element.codeLanguage))
        case "ul", "ol": addList(element, to: &blocks)
        case "table": addTable(element, to: &blocks)
        case "div" where element.hasStyle("en-codeblock", containing: "true"):
            blocks.append(
                Self.code(
                    Self.lines(of: element).joined(separator: "\n"), language: element.codeLanguage)
            )
        default:
            blocks += self.blocks(element.isBlock ? content : element.aroundLines(of: content))
        }
    }

    /// Returns the lines of a block of code whose lines are blocks.
    private static func lines(of element: HTMLElement) -> [String] {
        element.children.flatMap { node -> [String] in
            guard let element = node.element else {
                return node.text.trimmed.isEmpty ? [] : [node.text]
            }
            if element.holdsBlocks { return lines(of: element) }
            let text = node.text.replacing("\u{A0}", with: " ")
            return [text.last == "\n" ? String(text.dropLast()) : text]
        }
    }

    private static func code(_ text: String, language: String) -> Block {
        let fence = String(repeating: "`", count: max(3, text.longestRun(of: "`") + 1))
        var text = text.replacing("\u{A0}", with: " ")
        if text.last == "\n" { text.removeLast() }
        if text.first == "\n" { text.removeFirst() }
        return Block(kind: .other, text: "\(fence)\(language)\n\(text)\n\(fence)")
    }

    static func mark(_ isChecked: Bool) -> String { isChecked ? "[x] " : "[ ] " }

    /// Removes the check box with which a line begins, and returns its state; nil if there is none.
    static func takeCheckBox(_ nodes: inout [HTMLNode]) -> Bool? {
        guard
            let index = nodes.firstIndex(where: { $0.element != nil || !$0.text.trimmed.isEmpty }),
            var element = nodes[index].element
        else { return nil }
        let isBox =
            element.name == "en-todo"
            || element.name == "input" && element.attributes["type"]?.lowercased() == "checkbox"
        if isBox {
            nodes.remove(at: index)
            return element.attributes["checked"].map { $0.lowercased() != "false" } ?? false
        }
        guard !element.isBlock, let box = takeCheckBox(&element.children) else { return nil }
        nodes[index] = .element(element)
        return box
    }

    // MARK: - Words

    mutating func inline(_ nodes: [HTMLNode]) -> String {
        var words = InlineMarkdown(escaping)
        add(nodes, to: &words)
        return words.markdown
    }

    mutating func add(_ nodes: [HTMLNode], to words: inout InlineMarkdown) {
        for node in nodes {
            switch node {
            case .text(let text): words.append(text: text)
            case .element(let element): add(element, to: &words)
            }
        }
    }

    private mutating func add(_ element: HTMLElement, to words: inout InlineMarkdown) {
        switch element.name {
        case "br": words.appendLineBreak()
        case "a": addLink(element, to: &words)
        case "img", "en-media": addFile(element, to: &words)
        case "audio", "video", "iframe", "embed", "object": addPlayer(element, to: &words)
        case "sup": addScript(element, .raised, to: &words)
        case "sub": addScript(element, .lowered, to: &words)
        case "code", "tt", "kbd", "samp": words.append(markup: Self.span(element))
        case "en-todo", "input":
            guard element.name == "en-todo" || element.attributes["type"] == "checkbox" else {
                return
            }
            let isChecked = element.attributes["checked"].map { $0 != "false" } ?? false
            words.append(text: isChecked ? "☑ " : "☐ ")
        case "en-crypt":
            isEncrypted = true
            words.append(text: "(encrypted text)")
        default:
            let outer = words.emphasis
            words.emphasis.formUnion(Self.emphasis(of: element))
            if element.isBlock { words.append(text: " ") }
            add(element.children, to: &words)
            if element.isBlock { words.append(text: " ") }
            words.emphasis = outer
        }
    }

    private static func emphasis(of element: HTMLElement) -> EmphasizedLine.Emphasis {
        var emphasis: EmphasizedLine.Emphasis = []
        let isStruck =
            ["s", "strike", "del"].contains(element.name)
            || element.hasStyle("text-decoration", containing: "line-through")
        if isStruck { emphasis.insert(.struck) }
        let isBold =
            element.name == "b" || element.name == "strong"
            || ["bold", "600", "700", "800", "900"].contains {
                element.hasStyle("font-weight", containing: $0)
            }
        if isBold, !element.hasStyle("font-weight", containing: "normal") {
            emphasis.insert(.bold)
        }
        let isItalic =
            ["i", "em", "cite", "dfn", "var"].contains(element.name)
            || element.hasStyle("font-style", containing: "italic")
        if isItalic { emphasis.insert(.italic) }
        return emphasis
    }

    private static func span(_ element: HTMLElement) -> String {
        let text = HTMLNode.element(element).text.replacing("\n", with: " ")
            .replacing("\u{A0}", with: " ")
        guard !text.trimmed.isEmpty else { return "" }
        let fence = String(repeating: "`", count: text.longestRun(of: "`") + 1)
        let needsSpace = text.hasPrefix("`") || text.hasSuffix("`")
        return needsSpace ? "\(fence) \(text) \(fence)" : fence + text + fence
    }

    private mutating func addLink(_ link: HTMLElement, to words: inout InlineMarkdown) {
        let address = (link.attributes["href"] ?? "").trimmed
        var label = InlineMarkdown(escaping)
        add(link.children, to: &label)
        let shown = label.markdown.split(whereSeparator: \.isNewline).joined(separator: " ")
        let plain = link.children.map(\.text).joined().trimmed
        if shown.isEmpty { return words.append(markup: Self.bare(address)) }
        if address.isEmpty || address.lowercased().hasPrefix("javascript:") {
            return add(link.children, to: &words)
        }
        if let target = note(address, plain) {
            words.append(markup: "[\(shown)](\(Self.destination(target)))")
        } else if plain == address, address.hasPrefix("http") {
            words.append(markup: Self.bare(address))
        } else {
            words.append(markup: "[\(shown)](\(Self.destination(address)))")
        }
    }

    private mutating func addFile(_ element: HTMLElement, to words: inout InlineMarkdown) {
        if let markup = file(element) { return words.append(markup: markup) }
        let description = element.attributes["alt"] ?? ""
        let address = (element.attributes["src"] ?? "").trimmed
        if let data = DataAddress(address), let markup = embedded(data, description) {
            return words.append(markup: markup)
        }
        guard address.hasPrefix("http") else {
            // An element without an address shows nothing.
            if element.name == "en-media" || !address.isEmpty { lostFiles += 1 }
            return words.append(text: description)
        }
        words.append(markup: Self.reference(to: address, words: description, isImage: true))
    }

    /// Adds a player or a frame as a link: what a browser would show instead of it is not needed.
    private mutating func addPlayer(_ element: HTMLElement, to words: inout InlineMarkdown) {
        let sources = element.children.compactMap(\.element).filter { $0.name == "source" }
        for source in [element] + sources {
            var source = source
            let address = source.attributes["src"] ?? source.attributes["data"] ?? ""
            source.attributes["src"] = address.trimmed
            if let markup = file(source) { return words.append(markup: markup) }
            if address.trimmed.hasPrefix("http") {
                return words.append(markup: Self.bare(address.trimmed))
            }
        }
        lostFiles += 1
        add(element.children.filter { $0.element?.name != "source" }, to: &words)
    }

    private mutating func addScript(
        _ element: HTMLElement, _ script: Script, to words: inout InlineMarkdown
    ) {
        let text = HTMLNode.element(element).text.trimmed
        if let written = script.written(text) {
            words.append(text: written)
        } else {
            add(element.children, to: &words)
        }
    }

    /// Returns a link without words; empty for an address that leads nowhere.
    private static func bare(_ address: String) -> String {
        let line = address.filter { !$0.isWhitespace }
            .replacing(">", with: "%3E").replacing("<", with: "%3C")
        guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
            line[..<colon].lowercased() != "javascript"
        else { return "" }
        return "<\(line)>"
    }

    /// Returns the Markdown that shows a picture, or links another file.
    static func reference(to name: String, words: String, isImage: Bool) -> String {
        let line = words.split(whereSeparator: \.isNewline).joined(separator: " ")
        let label = MarkdownEscaping().inline(isImage || !line.isEmpty ? line : name)
        return "\(isImage ? "!" : "")[\(label)](\(destination(name)))"
    }

    /// Returns an address as the destination of a link, in angle brackets if necessary.
    static func destination(_ address: String) -> String {
        let line = address.filter { !$0.isNewline }
        guard line.isEmpty || line.contains(where: { $0.isWhitespace || "()<>\\".contains($0) })
        else { return line }
        return "<"
            + line.replacing("\\", with: "\\\\").replacing("<", with: "\\<")
            .replacing(">", with: "\\>") + ">"
    }
}

extension String {
    /// The text with a prefix at the start of each line but the first.
    func prefixed(_ prefix: String) -> String {
        split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated().map { index, line in
                index == 0 || line.isEmpty && prefix.allSatisfy { $0 == " " }
                    ? String(line) : prefix + line
            }
            .joined(separator: "\n")
    }

    func indented(by width: Int) -> String {
        prefixed(String(repeating: " ", count: width))
    }

    /// Returns the length of the longest run of a character.
    fileprivate func longestRun(of character: Character) -> Int {
        var (longest, run) = (0, 0)
        for other in self {
            run = other == character ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }
}
