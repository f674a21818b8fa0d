import TextTemplates

extension HTMLWriter {
    /// Writes a text, tags and names of notes as links.
    mutating func writeText(_ node: MarkdownNode) {
        node.withLiteral { words in
            var index = 0
            // A link leads to one place only.
            while !openLinks.contains(true),
                let (range, mark) = TextMark.first(in: words, from: index)
            {
                writePlain(words[index..<range.lowerBound])
                write(mark, words[range])
                index = range.upperBound
            }
            writePlain(words[index...])
        }
    }

    private mutating func write(_ mark: TextMark, _ typed: Slice<UnsafeBufferPointer<UInt8>>) {
        switch mark {
        case .tag(let name):
            guard let address = targets.tag(name) else { return writePlain(typed) }
            append("<a class=\"tag\" rel=\"tag\" href=\"")
            appendAddress(address)
            append("\">")
            writePlain(typed)
        case .embed(let name):
            let image = image(ofEmbed: name)
            // A name without an ending is a note's.
            if image.address.contains("."), let markup = targets.image(image) {
                html += markup
            } else if targets.note(TextMark.parts(ofNote: name).name) != nil {
                write(.note(name), typed)
            } else {
                deadLinks.append(EscapedSigns.unmarked("![[\(name)]]"))
                writePlain(typed)
            }
            return
        case .note(let name):
            let address = targets.note(TextMark.parts(ofNote: name).name)?.address
            if address == nil, name.contains(where: \.isLetter) {
                deadLinks.append(EscapedSigns.unmarked("[[\(name)]]"))
            }
            if let address {
                append("<a href=\"")
                appendAddress(address)
                append("\">")
            }
            let words = shown(name)
            html.appendEscaped(words)
            text += Array(words.utf8)
            guard address != nil else { return }
        }
        append("</a>")
    }

    private func image(ofEmbed name: String) -> MarkdownImage {
        let (file, words) = TextMark.parts(ofNote: EscapedSigns.unmarked(name))
        return MarkdownImage(
            address: file.trimmed, words: words ?? "", title: "", isLinked: false, isEmbed: true)
    }

    /// The words that are shown for the name of a note: its own, those behind a bar, or what was
    /// typed where there is no such note.
    private func shown(_ name: String) -> String {
        let (name, words) = TextMark.parts(ofNote: name)
        return words ?? targets.note(name)?.words ?? "[[\(name)]]"
    }

    /// A line of text with the words that are shown for the notes that it names.
    func shownLine(_ line: String) -> String {
        guard line.utf8.contains(UInt8(ascii: "[")) else { return line }
        var line = line
        return line.withUTF8 { bytes in
            var shown = ""
            var index = 0
            while let (range, mark) = TextMark.first(in: bytes, from: index) {
                shown += String(decoding: bytes[index..<range.lowerBound], as: UTF8.self)
                switch mark {
                case .note(let name): shown += self.shown(name)
                case .embed(let name): shown += image(ofEmbed: name).description
                case .tag: shown += String(decoding: bytes[range], as: UTF8.self)
                }
                index = range.upperBound
            }
            return shown + String(decoding: bytes[index...], as: UTF8.self)
        }
    }

    private mutating func writePlain(_ words: Slice<UnsafeBufferPointer<UInt8>>) {
        let words = UnsafeBufferPointer(rebasing: words)
        html.appendEscaped(words, apostrophes: false)
        collect(words)
    }

    mutating func append(_ markup: String) {
        html.append(contentsOf: markup.utf8)
    }

    mutating func appendOnNewLine(_ markup: String) {
        if let last = html.last, last != 0x0A { html.append(0x0A) }
        append(markup)
    }

    mutating func collect(_ words: UnsafeBufferPointer<UInt8>) {
        text.append(contentsOf: words)
    }

    mutating func endBlockText() {
        if !excerpt.isFull {
            text[blockStart...].prefix(4096).withUnsafeBufferPointer { excerpt.append($0) }
        }
        beginBlockText()
    }

    mutating func beginBlockText() {
        if let last = text.last, last != 0x0A { text.append(0x0A) }
        blockStart = text.count
    }
}

/// A text as it stands in HTML.
func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.appendEscaped(text)
    return String(decoding: bytes, as: UTF8.self)
}
