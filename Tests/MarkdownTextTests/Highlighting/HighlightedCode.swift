import MarkdownText
import Markup
import TestSupport
import Testing

/// The HTML of a code block, taken apart for tests.
struct HighlightedCode {
    let html: [UInt8]

    /// Highlights code in a language, which has to be known.
    init(_ code: [UInt8], language name: String) throws {
        let language = try #require(CodeLanguage(named: name), "\(name)")
        var html: [UInt8] = []
        code.withUnsafeBufferPointer { language.appendHTML(of: $0, to: &html) }
        self.html = html
    }

    /// Returns what a page shows of code that is not highlighted: without control characters.
    static func plain(_ code: [UInt8]) throws -> [UInt8] {
        var html: [UInt8] = []
        code.withUnsafeBufferPointer { html.appendEscaped($0, apostrophes: false) }
        return try HighlightedCode(html: html).text()
    }

    private init(html: [UInt8]) { self.html = html }

    /// Returns code with its tokens marked, as in `‹k:let› x = ‹n:1›`.
    static func marked(_ code: String, language: String) throws -> String {
        let html = try HighlightedCode(Array(code.utf8), language: language).html
        return String(decoding: html, as: UTF8.self)
            .replacing("<span class=\"", with: "‹").replacing("\">", with: ":")
            .replacing("</span>", with: "›").replacing("&quot;", with: "\"")
            .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }

    /// Removes the marks of tokens, highlights the code and returns it with the marks that result,
    /// after a check that its HTML has all of its text.
    static func markedAgain(_ marked: String, language: String) throws -> String {
        let code = marked.replacing(/‹\w:/, with: "").replacing("›", with: "")
        let text = try HighlightedCode(Array(code.utf8), language: language).text()
        try #require(text == Array(code.utf8))
        return try self.marked(code, language: language)
    }

    /// A violation of the rules for the HTML.
    enum Defect: Error, Equatable {
        case unknownMarkup(offset: Int)
        case nestedElement(offset: Int)
        case lineBreakInElement(offset: Int)
        case emptyElement(offset: Int)
        case openElement
    }

    /// Returns the text of the HTML.
    ///
    /// - Throws: `Defect` if the HTML is not a sequence of text and elements of known classes, each
    ///   of which has text and is on one line.
    func text() throws(Defect) -> [UInt8] {
        var text: [UInt8] = []
        var isInElement = false
        var elementStart = 0
        var index = 0
        while index < html.count {
            let byte = html[index]
            switch byte {
            case UInt8(ascii: "<"):
                let isStart = html[index...].starts(with: Self.startTag)
                if isStart {
                    guard !isInElement else { throw .nestedElement(offset: index) }
                    index += Self.startTag.count + 3
                    guard index <= html.count, Self.classes.contains(html[index - 3]),
                        html[index - 2] == UInt8(ascii: "\""), html[index - 1] == UInt8(ascii: ">")
                    else { throw .unknownMarkup(offset: index) }
                    elementStart = text.count
                } else {
                    guard html[index...].starts(with: Self.endTag) else {
                        throw .unknownMarkup(offset: index)
                    }
                    guard isInElement else { throw .nestedElement(offset: index) }
                    guard text.count > elementStart else { throw .emptyElement(offset: index) }
                    index += Self.endTag.count
                }
                isInElement = isStart
            case UInt8(ascii: "&"):
                guard
                    let found = Self.references.first(where: {
                        html[index...].starts(with: $0.name)
                    })
                else { throw .unknownMarkup(offset: index) }
                text.append(found.byte)
                index += found.name.count
            case UInt8(ascii: ">"), UInt8(ascii: "\""): throw .unknownMarkup(offset: index)
            default:
                guard byte != 0x0A || !isInElement else { throw .lineBreakInElement(offset: index) }
                text.append(byte)
                index += 1
            }
        }
        guard !isInElement else { throw .openElement }
        return text
    }

    private static let startTag = Array("<span class=\"".utf8)
    private static let classes = Set(TokenClass.allCases.flatMap(\.rawValue.utf8))
    private static let endTag = Array("</span>".utf8)
    private static let references: [(name: [UInt8], byte: UInt8)] = [
        (Array("&amp;".utf8), 0x26), (Array("&lt;".utf8), 0x3C), (Array("&gt;".utf8), 0x3E),
        (Array("&quot;".utf8), 0x22),
    ]
}
