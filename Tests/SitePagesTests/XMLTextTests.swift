import Foundation
import TestSupport
import Testing

@testable import SitePages

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The writer of feeds and sitemaps, read back by Foundation's XML parser.
@Suite(.tags(.fast))
struct XMLTextTests {
    private final class Reader: NSObject, XMLParserDelegate {
        var text = ""
        var attributes: [String: String] = [:]

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

        func parser(
            _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
            qualifiedName qName: String?, attributes attributeDict: [String: String]
        ) {
            attributes.merge(attributeDict) { $1 }
        }
    }

    private func read(_ xml: XMLText) -> Reader? {
        let reader = Reader()
        let parser = XMLParser(data: Data(xml.bytes))
        parser.delegate = reader
        return parser.parse() ? reader : nil
    }

    @Test(arguments: [
        "plain", "<b> & \"quotes\" 'single' >", "]]>", "日本語 😀", "a\u{FFFD}b", "x < y && y > z",
    ])
    func writesTextsThatAParserReadsBack(text: String) throws {
        var xml = XMLText()
        xml.element("title", attributes: [("name", text)], text: text)
        let reader = try #require(read(xml), "\(String(decoding: xml.bytes, as: UTF8.self))")
        #expect(reader.text == text)
        #expect(reader.attributes["name"] == text)
    }

    @Test func replacesWhatXMLCannotHold() throws {
        var xml = XMLText()
        xml.element("title", text: "a\u{0}b\u{1}c\u{FFFE}")
        let reader = try #require(read(xml))
        #expect(reader.text.hasPrefix("a") && reader.text.contains("b"))
        #expect(!reader.text.contains("\u{1}"))
    }

    @Test func nestsElements() throws {
        var xml = XMLText()
        xml.element("feed", attributes: [("xmlns", "urn:x")]) { xml in
            xml.element("entry", text: "one")
            xml.element("link", attributes: [("href", "a?b&c")])
        }
        let reader = try #require(read(xml))
        #expect(reader.text.contains("one"))
        #expect(reader.attributes["href"] == "a?b&c")
    }
}
