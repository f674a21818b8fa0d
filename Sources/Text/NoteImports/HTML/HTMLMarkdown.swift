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
    /// The addresses of the pictures and players whose files neither the document nor the export has;
    /// empty ones for those without.
    var lostFiles: [String] = []
    /// The addresses that the fields of the note have already, such as that of a clipped page.
    var knownAddresses: Set<String> = []
    /// The escapes of words outside of tables.
    let escaping: MarkdownEscaping
    /// The attributes that say something and have no place in Markdown.
    private(set) var lost = UnknownParts()
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
        let nodes = HTMLParser.parse(document)
        HTMLAttributes.count(in: nodes, into: &lost)
        return Self.joined(blocks(nodes))
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
        for (line, block) in nodes.lines {
            add(line: line, to: &blocks)
            if let block { add(block, to: &blocks) }
        }
        return blocks
    }

    private mutating func add(
        line: [HTMLNode], as kind: Block.Kind = .line, to blocks: inout [Block]
    ) {
        var parts = Self.divided(line)
        var nodes = parts.removeLast()
        for part in parts { add(line: part, as: kind, to: &blocks) }
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
        let content = element.children
        switch element.name {
        case "p" where !element.holdsBlocks: add(line: content, as: .paragraph, to: &blocks)
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
            let text =
                element.holdsBlocks
                ? Self.lines(of: element).joined(separator: "\n")
                : element.children.map(\.text).joined()
            addCode(text, of: element, to: &blocks)
        case "ul", "ol": addList(element, to: &blocks)
        case "table": addTable(element, to: &blocks)
        case "div" where element.hasStyle("en-codeblock", containing: "true"):
            addCode(Self.lines(of: element).joined(separator: "\n"), of: element, to: &blocks)
        default:
            blocks += self.blocks(element.isBlock ? content : element.aroundLines(of: content))
        }
        for address in element.addressesInStyle where !knownAddresses.contains(address) {
            blocks.append(Block(kind: .line, text: Self.bare(address)))
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

    /// Adds a block of code, and below it the links and pictures in it, which code cannot have.
    private mutating func addCode(
        _ text: String, of element: HTMLElement, to blocks: inout [Block]
    ) {
        blocks.append(Self.code(text, language: element.codeLanguage))
        for reference in element.references(besides: text) {
            let markdown = inline([.element(reference)])
            if !markdown.isEmpty { blocks.append(Block(kind: .line, text: markdown)) }
        }
    }

    static func mark(_ isChecked: Bool) -> String { isChecked ? "[x] " : "[ ] " }

    /// Divides a line before each check box that follows a line break, so that each is a task.
    private static func divided(_ line: [HTMLNode]) -> [[HTMLNode]] {
        var parts: [[HTMLNode]] = [[]]
        for (index, node) in line.enumerated() {
            if node.element?.name == "br" {
                var rest = Array(line[(index + 1)...].prefix(3))
                if takeCheckBox(&rest) != nil {
                    parts.append([])
                    continue
                }
            }
            parts[parts.count - 1].append(node)
        }
        return parts
    }

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
        case "area":
            var link = element
            link.children = [.text((element.attributes["alt"] ?? "").trimmed)]
            words.append(text: " ")
            addLink(link, to: &words)
        case "img", "en-media": addFile(element, to: &words)
        case "audio", "video", "iframe", "embed", "object": addPlayer(element, to: &words)
        case "sup": addScript(element, .raised, to: &words)
        case "sub": addScript(element, .lowered, to: &words)
        case "u", "mark": addMarked(element, as: element.name, to: &words)
        case "code", "tt", "kbd", "samp":
            let span = Self.span(element)
            words.append(markup: span)
            for reference in element.references(besides: span) {
                words.append(text: " ")
                add(reference, to: &words)
            }
        case "q":
            words.append(text: "“")
            add(element.children, to: &words)
            words.append(text: "”")
        case "picture":
            add(element.completedPicture.map { [.element($0)] } ?? element.children, to: &words)
        case "en-todo", "input":
            let type = element.attributes["type"]?.lowercased() ?? "text"
            guard element.name == "en-todo" || type == "checkbox" else {
                // What was entered into a form.
                if type != "hidden" { words.append(text: element.attributes["value"] ?? "") }
                return
            }
            let isChecked = element.attributes["checked"].map { $0 != "false" } ?? false
            words.append(text: isChecked ? "☑ " : "☐ ")
        case "en-crypt":
            isEncrypted = true
            let hint = (element.attributes["hint"] ?? "").trimmed
            words.append(text: "(encrypted text\(hint.isEmpty ? "" : "; hint: \(hint)"))")
        default:
            let outer = words.emphasis
            words.emphasis.formUnion(Self.emphasis(of: element))
            if let mark = element.mark {
                addMarked(element, as: mark, to: &words)
            } else {
                if element.isBlock { words.append(text: " ") }
                add(element.children, to: &words)
                if element.isBlock { words.append(text: " ") }
            }
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
        var label = InlineMarkdown(escaping, isLabel: true)
        add(link.children, to: &label)
        let shown = label.markdown.split(whereSeparator: \.isNewline).joined(separator: " ")
        let plain = link.children.map(\.text).joined().trimmed
        if shown.isEmpty { return words.append(markup: Self.bare(address)) }
        if address.isEmpty { return add(link.children, to: &words) }
        if address.lowercased().hasPrefix("javascript:") {
            lost.count(.attribute, named: "href with a script")
            return add(link.children, to: &words)
        }
        if let target = note(address, plain) {
            words.append(markup: "[\(shown)](\(MarkdownEscaping.destination(target)))")
        } else if plain == address, address.hasPrefix("http") {
            words.append(markup: Self.bare(address))
        } else {
            words.append(
                markup:
                    "[\(shown)](\(MarkdownEscaping.destination(address))\(Self.title(link.title)))")
        }
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
}
