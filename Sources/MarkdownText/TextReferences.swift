/// What a text names: pictures and other files, and the tags that it bears.
package struct TextReferences: Hashable, Sendable {
    /// Addresses of images, in the order of the text.
    package private(set) var images: [String] = []
    /// Addresses of links that are none of another host.
    package private(set) var links: [String] = []
    /// Names of the files or notes that `[[…]]` and `![[…]]` refer to, without headings and words.
    package private(set) var names: [String] = []
    /// Names among ``names`` that `![[…]]` shows.
    package private(set) var embeds: [String] = []
    /// Images, links and names in the order of the text.
    package private(set) var all: [String] = []
    /// Names of tags as they are written, without the sign.
    package private(set) var tags: [String] = []

    /// The tags of a line that is no Markdown.
    package static func tags(ofLine line: String) -> [String] {
        var line = line
        return line.withUTF8 { TextMark.tags(in: $0) }
    }

    /// - Parameter text: Markdown.
    package init(_ text: String) {
        var text = text
        // Most texts name none, and need no parsing to tell.
        guard text.withUTF8(Self.mayBeNamed) else { return }
        do throws(CostlyMarkdown) {
            let marked = EscapedSigns.marked(text)
            self = try MarkdownParser.shared.parse(marked ?? text) { root in
                var references = TextReferences()
                references.collect(MarkdownNode(root))
                return references
            }
            guard marked != nil else { return }
            images = images.map(EscapedSigns.unmarked)
            links = links.map(EscapedSigns.unmarked)
            names = names.map(EscapedSigns.unmarked)
            embeds = embeds.map(EscapedSigns.unmarked)
            all = all.map(EscapedSigns.unmarked)
        } catch {
            // Shown as it is, it still bears its tags: notes are left out by them.
            tags = text.withUTF8 { TextMark.tags(in: $0) }
        }
    }

    private init() {}

    private mutating func collect(_ root: MarkdownNode) {
        root.walk { node, kind, phase in
            guard phase == .enter else { return false }
            switch kind {
            case .image, .link:
                node.withAddress { bytes in
                    let address = String(decoding: bytes, as: UTF8.self)
                    if kind == .image {
                        images.append(address)
                    } else if !address.contains("://") {
                        links.append(address)
                    } else {
                        return
                    }
                    all.append(address)
                }
                // The words of a link lead where the link does.
                return kind == .image
            case .text:
                node.withLiteral { text in
                    var index = 0
                    while let (range, mark) = TextMark.first(in: text, from: index) {
                        switch mark {
                        case .tag(let name): tags.append(name)
                        case .note(let name): addName(name)
                        case .embed(let name): embeds += addName(name).map { [$0] } ?? []
                        }
                        index = range.upperBound
                    }
                }
                return false
            default: return true
            }
        }
    }

    /// - Returns: The name without heading and words; nil for an empty one, which is not added.
    @discardableResult
    private mutating func addName(_ name: String) -> String? {
        let file = TextMark.parts(ofNote: name).name.prefix { $0 != "#" }.trimmed
        guard !file.isEmpty else { return nil }
        names.append(file)
        all.append(file)
        return file
    }

    /// Whether a text holds the signs of an image, of a tag, of `[[…]]`, or of a link whose address ends
    /// as a file's name does.
    private static func mayBeNamed(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var last: UInt8 = 0
        var isInAddress = false
        var sinceDot = Int.max
        for index in text.indices {
            let byte = text[index]
            switch (last, byte) {
            case (UInt8(ascii: "!"), UInt8(ascii: "[")), (UInt8(ascii: "["), UInt8(ascii: "[")):
                return true
            case (UInt8(ascii: "]"), UInt8(ascii: "(")): isInAddress = true
            default: break
            }
            if byte == UInt8(ascii: "#"), TextMark.mayBeginTag(in: text, at: index) { return true }
            if isInAddress {
                if byte == UInt8(ascii: ")") {
                    if (2...5).contains(sinceDot) { return true }
                    isInAddress = false
                    sinceDot = Int.max
                } else {
                    sinceDot =
                        byte == UInt8(ascii: ".") ? 0 : sinceDot == Int.max ? Int.max : sinceDot + 1
                    // An address of another host is none of a file's.
                    if last == UInt8(ascii: "/"), byte == last {
                        isInAddress = false
                        sinceDot = Int.max
                    }
                }
            }
            last = byte
        }
        return false
    }
}
