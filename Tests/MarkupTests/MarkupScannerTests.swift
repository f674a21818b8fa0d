import TestSupport
import Testing

@testable import Markup

/// The parts of HTML and XML, also of what is not valid.
@Suite(.tags(.fast))
struct MarkupScannerTests {
    /// Returns the tokens of a document, a line for each.
    private func tokens(_ document: String) -> String {
        var document = document
        return document.withUTF8 { bytes in
            func text(_ range: Range<Int>) -> String {
                String(decoding: bytes[range], as: UTF8.self)
            }
            var scanner = MarkupScanner(bytes)
            var lines: [String] = []
            while let token = scanner.next() {
                switch token {
                case .text(let range): lines.append("text \(text(range))")
                case .characterData(let range): lines.append("data \(text(range))")
                case .comment(let range): lines.append("comment \(text(range))")
                case .declaration(let range): lines.append("declaration \(text(range))")
                case .end(let name): lines.append("end \(scanner.text(name))")
                case .start(let name, let isClosed):
                    let attributes = scanner.attributes.map { attribute in
                        " \(text(attribute.name))" + (attribute.value.map { "=\(text($0))" } ?? "")
                    }
                    lines.append(
                        "start \(scanner.text(name))\(attributes.joined())\(isClosed ? " /" : "")")
                }
            }
            return lines.joined(separator: "\n")
        }
    }

    @Test(arguments: [
        ("", ""), ("a", "text a"), ("<p>a</p>b", "start p\ntext a\nend p\ntext b"),
        ("<BR/>", "start br /"), ("<br / >", "start br"), ("<a href=x/>", "start a href=x/"),
        ("<a b='1' c=\"<>\" d>", "start a b=1 c=<> d"), ("<a b = 1\n\tc=>", "start a b=1 c="),
        ("<a b=\"\">", "start a b="), ("</ p >", "end "), ("</P\n>", "end p"),
        ("<a \"=' b>", "start a b"), ("<a b=1b='2'>", "start a b=1b='2'"),
        ("a<!-- <b> -->c", "text a\ncomment <!-- <b> -->\ntext c"),
        ("<!DOCTYPE html><?xml a?>", "declaration <!DOCTYPE html>\ndeclaration <?xml a?>"),
        ("<![CDATA[<b>&amp;]]>c", "data <b>&amp;\ntext c"), ("<![CDATA[]]>", "data "),
    ])
    func tokenizesADocument(document: String, expected: String) {
        #expect(tokens(document) == expected)
    }

    @Test(arguments: [
        ("a < b", "text a \ntext < b"), ("<3<", "text <3\ntext <"), ("<é>", "text <é>"),
        ("<", "text <"), ("<>", "text <>"),
    ])
    func treatsOtherAngleBracketsAsText(document: String, expected: String) {
        #expect(tokens(document) == expected)
    }

    @Test(arguments: [
        ("<a b=\"c>d", "start a b=c>d"), ("<a b=", "start a b"), ("<a b", "start a b"),
        ("<a", "start a"), ("</a", "end a"), ("<!-- a", "comment <!-- a"), ("<!", "declaration <!"),
        ("<![CDATA[a]]", "data a]]"), ("<![CDATA[", "data "), ("<a b='", "start a b="),
    ])
    func readsUnclosedMarkupToTheEnd(document: String, expected: String) {
        #expect(tokens(document) == expected)
    }

    @Test func skipsAnElementWithItsContent() {
        var document = "<script>if (a</b/) { '</p>' }</SCRIPT >after"
        document.withUTF8 { bytes in
            var scanner = MarkupScanner(bytes)
            let start = scanner.next()
            #expect(start == .start(name: 1..<7, isClosed: false))
            scanner.skip(toEndOf: "script")
            let rest = [scanner.next(), scanner.next()]
            #expect(rest == [.text(bytes.count - 5..<bytes.count), nil])
        }
    }

    /// The numbers of the WHATWG's HTML standard, section 13.2.5.80.
    @Test(arguments: [
        ("&amp;b", "&", 5), ("&#233;", "é", 6), ("&#xE9;x", "é", 6), ("&#XE9 ", "é", 5),
        ("&#x80;", "€", 6), ("&#0;", "\u{FFFD}", 4), ("&#xD800;", "\u{FFFD}", 8),
        ("&#99999999999999999999;", "\u{FFFD}", 23), ("&#38", "&", 4),
        ("&eacute;", "é", 8), ("&Eacute;x", "É", 8), ("&thetasym;", "ϑ", 10),
        ("&zwj;", "\u{200D}", 5),
        ("&frac12;", "½", 8), ("&hellip;", "…", 8),
    ])
    func readsReferences(text: String, character: String, length: Int) throws {
        let (scalar, read) = try #require(CharacterReference.read(text.utf8))
        #expect(String(scalar) == character)
        #expect(read == length)
    }

    @Test(arguments: [
        "&", "&;", "&#;", "&#x;", "&#g", "&eacut;", "&Eacute", "&thetasymbol;", "&amp", "a", "",
    ])
    func readsNothingElseAsAReference(text: String) {
        #expect(CharacterReference.read(text.utf8) == nil)
    }
}
