import NoteModel

extension HTMLElement {
    /// The language of code as programs name it: Evernote in a property of the style, others in a
    /// class such as `language-swift`; empty if it is not said.
    var codeLanguage: String {
        let styles = ["en-syntaxlanguage", "en-codeblocklanguage"].compactMap { style($0) }
        let inner = children.compactMap(\.element).first { $0.name == "code" }
        let classes = [self, inner].compactMap { $0?.attributes["class"] }
            .flatMap { $0.split(whereSeparator: \.isWhitespace) }
            .compactMap { name in
                ["language-", "lang-"].first { name.hasPrefix($0) }.map { name.dropFirst($0.count) }
            }
        let found = styles.first ?? classes.first.map { String($0) } ?? ""
        let isPlain = ["plaintext", "text", "auto", "none"].contains(found)
        return isPlain ? "" : found.filter { !$0.isWhitespace && $0 != "`" }
    }

    /// The words that a browser shows for a link or a picture under the pointer; empty for none.
    var title: String { (attributes["title"] ?? "").trimmed }

    /// The address of a picture: its own, or one that a script or the width of a window chooses.
    var pictureAddress: String {
        let sets = ["srcset", "data-srcset"].compactMap { attributes[$0] }.compactMap {
            $0.split { $0.isWhitespace || $0 == "," }.first.map { String($0) }
        }
        let own = ["src", "data-src"].compactMap { attributes[$0]?.trimmed }.first { !$0.isEmpty }
        let address = own ?? sets.first ?? ""
        return address.hasPrefix("//") ? "https:" + address : address
    }

    /// The image of a `picture`, with the address of the first source if it has none.
    var completedPicture: HTMLElement? {
        let inner = children.compactMap(\.element)
        guard var image = inner.first(where: { $0.name == "img" }), image.pictureAddress.isEmpty,
            let source = inner.first(where: { !$0.pictureAddress.isEmpty })
        else { return nil }
        image.attributes["src"] = source.pictureAddress
        return image
    }

    /// Returns the links and pictures in the element, without the links whose addresses a text shows.
    /// The links have no words, so that they show their addresses.
    func references(besides text: String) -> [HTMLElement] {
        children.compactMap(\.element).flatMap { element -> [HTMLElement] in
            let inner = element.references(besides: text)
            switch element.name {
            case "img", "en-media": return [element]
            case "a":
                var link = element
                link.children = []
                let address = (element.attributes["href"] ?? "").trimmed
                return (address.isEmpty || text.contains(address) ? [] : [link]) + inner
            default: return inner
            }
        }
    }

    /// Returns nodes with this element around each of the lines in them, and around none of the
    /// blocks: a link around headings and paragraphs becomes a link in each.
    func aroundLines(of nodes: [HTMLNode]) -> [HTMLNode] {
        nodes.lines.flatMap { line, block -> [HTMLNode] in
            let isShown = line.contains { $0.element != nil || !$0.text.trimmed.isEmpty }
            var wrapped = self
            wrapped.children = line
            let result: [HTMLNode] = isShown ? [.element(wrapped)] : line
            guard var element = block else { return result }
            element.children = aroundLines(of: element.children)
            return result + [.element(element)]
        }
    }
}
