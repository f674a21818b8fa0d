import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A well-formed XML document, as Foundation's parser reads it.
final class XMLQuery: NSObject, XMLParserDelegate {
    struct Element {
        let name: String
        let attributes: [String: String]
        /// The text of the element and of all elements in it.
        var text = ""
    }

    /// The elements in the order of their start tags.
    private(set) var elements: [Element] = []
    private var open: [Int] = []

    /// Reads a document; nil for one that is not well-formed.
    init?(_ bytes: [UInt8]) {
        super.init()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = self
        guard parser.parse() else { return nil }
    }

    convenience init?(_ text: String) { self.init(Array(text.utf8)) }

    func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

    func texts(_ name: String) -> [String] { all(name).map(\.text) }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        open.append(elements.count)
        elements.append(Element(name: name, attributes: attributes))
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        for index in open { elements[index].text += text }
    }
}
