import NoteModel

/// Files and addresses among words.
extension HTMLMarkdown {
    mutating func addFile(_ element: HTMLElement, to words: inout InlineMarkdown) {
        if let markup = file(element) { return words.append(markup: markup) }
        let description = element.attributes["alt"] ?? ""
        let address = element.pictureAddress
        if let data = DataAddress(address), let markup = embedded(data, description) {
            return words.append(markup: markup)
        }
        guard address.lowercased().hasPrefix("http") else {
            // An element without an address shows nothing.
            if element.name == "en-media" || !address.isEmpty {
                lostFiles.append(String(address.prefix(100)))
            }
            return words.append(text: description)
        }
        words.append(
            markup: Self.reference(
                to: address, words: description, isImage: true, title: element.title))
    }

    /// Adds a player or a frame as a link: what a browser would show instead of it is not needed.
    mutating func addPlayer(_ element: HTMLElement, to words: inout InlineMarkdown) {
        let sources = element.children.compactMap(\.element).filter { $0.name == "source" }
        for source in [element] + sources {
            var source = source
            let address = source.attributes["src"] ?? source.attributes["data"] ?? ""
            source.attributes["src"] = address.trimmed
            if let markup = file(source) { return words.append(markup: markup) }
            guard address.trimmed.lowercased().hasPrefix("http") else { continue }
            // What an object shows in its place is part of the text.
            words.append(markup: Self.bare(address.trimmed))
            if element.name == "object" {
                words.append(text: " ")
                add(element.children, to: &words)
            }
            return
        }
        lostFiles.append(String(element.pictureAddress.prefix(100)))
        add(element.children.filter { $0.element?.name != "source" }, to: &words)
    }

    mutating func addScript(
        _ element: HTMLElement, _ script: Script, to words: inout InlineMarkdown
    ) {
        let isPlain = element.references(besides: "").isEmpty
        if isPlain, let written = script.written(HTMLNode.element(element).text.trimmed) {
            words.append(text: written)
        } else if script == .lowered {
            addMarked(element, as: element.name, to: &words)
        } else {
            if !isPlain { words.append(text: "^") }
            add(element.children, to: &words)
        }
    }

    /// Adds words within their element, which texts of notes may contain.
    mutating func addMarked(
        _ element: HTMLElement, as name: String, to words: inout InlineMarkdown
    ) {
        let isShown = !HTMLNode.element(element).text.trimmed.isEmpty
        if isShown { words.append(markup: "<\(name)>") }
        add(element.children, to: &words)
        if isShown { words.append(markup: "</\(name)>") }
    }

    /// Returns a link that shows its address; empty for an address that leads nowhere.
    static func bare(_ address: String) -> String {
        let line = address.filter { !$0.isNewline }
        let scheme = line.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
        let isAbsolute = !scheme.isEmpty && line.dropFirst(scheme.count).first == ":"
        guard !line.isEmpty, line.first != "#", scheme.lowercased() != "javascript" else {
            return ""
        }
        guard isAbsolute else {
            return
                "[\(MarkdownEscaping().inline(line, isLabel: true))](\(MarkdownEscaping.destination(line)))"
        }
        let encoded = line.map {
            $0.isWhitespace ? "%20" : $0 == ">" ? "%3E" : $0 == "<" ? "%3C" : String($0)
        }
        return "<\(encoded.joined())>"
    }

    /// Returns the Markdown that shows a picture of the note, or links another file of it.
    static func reference(toFile name: String, words: String, isImage: Bool) -> String {
        reference(
            to: MarkdownEscaping.address(ofFile: name),
            words: isImage || !words.isEmpty ? words : name, isImage: isImage)
    }

    /// Returns the Markdown that shows the picture at an address, or links another file.
    static func reference(
        to name: String, words: String, isImage: Bool, title: String = ""
    ) -> String {
        let line = words.split(whereSeparator: \.isNewline).joined(separator: " ")
        let label = MarkdownEscaping().inline(
            isImage || !line.isEmpty ? line : name, isLabel: true)
        return
            "\(isImage ? "!" : "")[\(label)](\(MarkdownEscaping.destination(name))\(Self.title(title)))"
    }

    /// Returns a title as it follows a destination; empty for none.
    static func title(_ title: String) -> String {
        let line = title.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
        guard !line.isEmpty else { return "" }
        return " \"" + MarkdownEscaping().inline(line).replacing("\"", with: "\\\"") + "\""
    }
}
