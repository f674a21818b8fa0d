import FileFormats
import TestSupport
import Testing

/// Elements and text of XML.
@Suite(.tags(.fast))
struct XMLStreamTests {
    /// Returns the tokens of a document that arrives in pieces of a size, as text; nil if it is not
    /// well formed.
    private func read(_ document: String, size: Int = .max) -> String? {
        let stream = XMLStream { $0 == "&eacute;" ? "é" : nil }
        var tokens: [XMLStream.Token] = []
        Array(document.utf8).withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: min(size, max(1, bytes.count))) {
                let end = min(bytes.count - start, size) + start
                tokens += stream.tokens(of: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            }
        }
        tokens += stream.finish()
        guard stream.isWellFormed else { return nil }
        let found = tokens.map { token in
            switch token {
            case .start(let name, let attributes):
                Array("(\(([name] + attributes).joined(separator: "@"))".utf8)
            case .end(let name): Array("\(name))".utf8)
            case .text(let text): text
            }
        }
        return String(decoding: found.joined(), as: UTF8.self)
    }

    @Test func readsTokensThatArriveInPieces() {
        let document = "<a b='>'>x&amp;é<!-- c --><![CDATA[y]]z]]><d/><?e f?>&eacute;</a>"
        for size in 1...document.utf8.count {
            #expect(read(document, size: size) == "(a@bx&éy]]z(dd)éa)")
        }
    }

    @Test(arguments: [
        "", "x", "<a>", "<a></b>", "<a/><b/>", "<a>&unknown;</a>", "<a b></a>", "<a>\u{1}</a>",
        "<!DOCTYPE a [<!ENTITY c \"d\">]><a>&c;</a>",
    ])
    func refusesWhatIsNotWellFormed(document: String) {
        #expect(read(document) == nil)
    }

    /// Neither a long comment nor nested entities keep it busy.
    @Test(.timeLimit(.minutes(1))) func terminatesOnHostileDocuments() {
        #expect(read("<a><!-- " + String(repeating: "x", count: 8 << 20), size: 4096) == nil)
        let deep = String(repeating: "<a>", count: 200_000)
        #expect(read(deep + String(repeating: "</a>", count: 200_000)) != nil)
        let entities = (1...20).map { "<!ENTITY e\($0) \"&e\($0 - 1);&e\($0 - 1);\">" }.joined()
        #expect(read("<!DOCTYPE a [<!ENTITY e0 \"x\">\(entities)]><a>&e20;</a>") == nil)
    }
}
