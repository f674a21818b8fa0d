import Markup
import NoteModel

extension FragmentBuilder {
    mutating func beginLink(_ node: MarkdownNode) {
        var link = OpenLink.none
        node.withAddress { bytes in
            guard LinkAddress.isAllowed(bytes) else { return }
            unmarked(bytes) { builder, bytes in
                link = builder.beginLink(node, to: bytes)
            }
        }
        openLinks.append(link)
    }

    mutating func beginLink(
        _ node: MarkdownNode, to address: UnsafeBufferPointer<UInt8>
    ) -> OpenLink {
        guard options.page != nil else {
            add(Reference(.link, name: String(decoding: address, as: UTF8.self)))
            writeLinkStart(node, address: address)
            return .written
        }
        if address.first == UInt8(ascii: "#") {
            let name = String(decoding: address, as: UTF8.self)
            guard let heading = outline.heading(named: String(name.dropFirst())) else {
                add(Reference(.missingHeading, name: name))
                return .none
            }
            append("<a href=\"#")
            appendPrefix()
            html.appendAddress(heading.identifier)
            append("\"")
            writeTitle(node)
            append(">")
            return .written
        }
        if LinkAddress.hasScheme(address), LinkAddress.isValid(address) {
            writeLinkStart(node, address: address)
            return .written
        }
        let name = String(decoding: address, as: UTF8.self)
        let title = unmarked(node.title)
        addReference(Reference(.link, name: name, title: title), slot: .linkStart)
        return .slot(reference: references.count - 1)
    }

    mutating func writeLinkStart(_ node: MarkdownNode, address: UnsafeBufferPointer<UInt8>) {
        append(
            options.page != nil && isAddress(node, address: address)
                ? "<a class=\"url\" href=\"" : "<a href=\"")
        LinkAddress.append(address, to: &html)
        append("\"")
        writeTitle(node)
        append(">")
    }

    mutating func endLink() {
        switch openLinks.popLast() {
        case .written: append("</a>")
        case .slot(let reference): addSlot(.linkEnd, value: reference)
        case .some(.none), nil: break
        }
    }

    /// True if the words of a link are its address, which need not be repeated in print.
    private func isAddress(_ link: MarkdownNode, address: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let text = link.firstChild, text.kind == .text, text.isLastChild else { return false }
        var isSame = false
        text.withLiteral { isSame = address.suffix($0.count).elementsEqual($0) }
        return isSame
    }

    mutating func writeTitle(_ node: MarkdownNode) {
        node.withTitle { title in
            guard !title.isEmpty else { return }
            append(" title=\"")
            unmarked(title) { $0.html.appendEscaped($1, apostrophes: false) }
            append("\"")
        }
    }

    mutating func writeImage(_ node: MarkdownNode) {
        // Images show no text, but their descriptions can have hashtags.
        collectTags(in: node)
        let isLinked = openLinks.contains { if case .none = $0 { false } else { true } }
        let reference = Reference(
            .image, name: unmarked(node.address), words: unmarked(node.plainText),
            title: unmarked(node.title), isLinked: isLinked)
        addReference(reference, slot: .reference)
    }

    mutating func writeInlineHTML(_ node: MarkdownNode) {
        node.withLiteral { literal in
            guard HTMLComments.removed(from: literal) == nil else { return }
            writePlain(literal[...], of: node)
        }
    }
}
