import Foundation
import MarkdownText

/// Returns the words of a Markdown text without markup.
func plainText(of markdown: String) -> String {
    String(decoding: MarkdownCompiler().compile(markdown).text.text, as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
}

/// Returns the HTML of a Markdown text, whose pictures and links have their addresses.
func html(of markdown: String) -> String {
    struct Destination: TextDestination {
        let identifierPrefix = ""
        let highestHeadingLevel = 1
        func address(of reference: Reference, at index: Int) -> String? { reference.name }
        func append(_ image: MarkdownImage, to html: inout [UInt8]) -> Bool {
            html += "<img src=\"\(image.address)\">".utf8
            return true
        }
    }
    let (text, facts) = MarkdownCompiler().compile(markdown)
    var destination = Destination()
    var html: [UInt8] = []
    // The destination throws no errors.
    try? text.fill(into: &html, with: facts.references, for: &destination)
    return String(decoding: html, as: UTF8.self)
}
