import Foundation
import TestSupport
import Testing

@testable import MarkdownText

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Checks the elements and the depth of a document while it is parsed.
private final class ElementChecker: NSObject, XMLParserDelegate {
    var unknown: Set<String> = []
    var greatestDepth = 0
    private var depth = 0
    private static let known: Set = [
        "math", "semantics", "annotation", "mi", "mn", "mo", "mtext", "mspace", "mrow", "mfrac",
        "msqrt", "mroot", "msub", "msup", "msubsup", "munder", "mover", "munderover", "mtable",
        "mtr", "mtd", "mpadded", "mphantom", "mstyle",
    ]

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        depth += 1
        greatestDepth = max(greatestDepth, depth)
        if !Self.known.contains(name) { unknown.insert(name) }
        if attributes["style"] != nil { unknown.insert("style") }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        depth -= 1
    }
}

/// Expects MathML Core whose length and depth are bounded.
func expectWellFormed(_ html: String, from source: String) throws {
    let parser = XMLParser(data: Data(html.utf8))
    let checker = ElementChecker()
    parser.delegate = checker
    #expect(parser.parse(), "\(source)")
    #expect(checker.unknown.isEmpty, "\(source)")
    #expect(checker.greatestDepth < 512, "\(source)")
    #expect(html.utf8.count <= 100 * source.utf8.count + 300, "\(source)")
}

/// Formulas that nobody would write, which must neither end the program nor take it long.
@Suite(.tags(.fast), .timeLimit(.minutes(5)))
struct FormulaSafetyTests {
    private static let pieces = #"""
        a b x 1 2 . , + - = < > & " ' ^ _ { } { } [ ] ( ) | / ! % $ # ~ \ \\ \\[2pt] \, \! \; {} {a}
        \frac \dfrac \binom \sqrt \sqrt[3] \over \choose \sum \int\limits \lim \sin \hat \vec
        \overline \underbrace \overset \substack \mathbb \mathrm \bm \rm \bf \text \text{a} \mbox
        \textbf{ö} \left( \left. \middle| \right) \right. \bigl( \Bigr] \big| \xrightarrow
        \begin{matrix} \end{matrix} \begin{cases} \end{cases} \begin{array}{l|c} \end{array}
        \begin{aligned} \end{aligned} \hline \tag{1} \label{a} \nonumber \displaystyle \textstyle
        \phantom \boxed \cancel \pmod \bmod \not \operatorname \operatorname* \mathop \mathrel \dots
        \hspace{1em} \mspace{-3mu} \quad \alpha \Gamma \le \to \langle \prime ä 变 🙂 ∑ ≤ é \implies
        """#.split(whereSeparator: \.isWhitespace).map(String.init)

    @Test(arguments: 0..<20 as Range<UInt64>)
    func rendersRandomTokensAsWellFormedMathML(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var understood = 0
        for _ in 0..<400 {
            let source = (0..<generator.number(in: 1...12)).map { _ in
                generator.pick(Self.pieces)
            }.joined(separator: Bool.random(using: &generator) ? " " : "")
            let isBlock = Bool.random(using: &generator)
            guard let html = Formula.mathML(source, isBlock: isBlock) else { continue }
            understood += 1
            try expectWellFormed(html, from: source)
        }
        #expect(understood > 20)
    }

    @Test func survivesCutsAndChanges() throws {
        var generator = SeededGenerator(seed: 1)
        for sample in SampleFormulas.lectureNotes + SampleFormulas.commands {
            let characters = Array(sample)
            for index in stride(from: 0, to: characters.count, by: 3) {
                var altered = characters
                altered[index] = generator.pick(Self.pieces).first ?? "a"
                for source in [String(characters[..<index]), String(altered)] {
                    guard let html = Formula.mathML(source, isBlock: true) else { continue }
                    try expectWellFormed(html, from: source)
                }
            }
        }
    }

    @Test(arguments: [
        "{", "}", "x", "x^", "'", "&", #"\\"#, #"\frac"#, #"\sqrt "#, #"\left("#, "x_{", "$", "%",
        "~",
        #"\text{"#, #"\text{$"#, #"\begin{matrix}"#, #"\displaystyle "#, #"a \over "#, #"\hat "#,
        #"\not "#, #"\mathop "#, "\u{301}", "+", ":", "1{,}", #"\hline "#, "[", #"\substack{"#,
    ])
    func handlesLongRepetitions(piece: String) throws {
        let source = String(repeating: piece, count: 20_000)
        guard let html = Formula.mathML(source, isBlock: true) else { return }
        #expect(html.utf8.count <= 100 * source.utf8.count + 300)
    }

    @Test(arguments: [
        [#"\left(\dfrac{1}{"#, #"}\right)"#], ["{a", "}'^2"], [#"\sqrt{a"#, "}'^2"], ["a_{a", "}"],
        [#"\begin{pmatrix}a"#, #"\end{pmatrix}'^2"#], [#"{a \choose a"#, "}'^2"],
        [#"\begin{smallmatrix}a"#, #"\end{smallmatrix}'^2"#], [#"\dbinom{a"#, "}{b}'^2"],
        [#"\xrightarrow[a]{a"#, "}'^2"], [#"\underbrace{a"#, "}_{a}"], [#"\text{a$a"#, "$}"],
        [#"\displaystyle a"#, ""], [#"\substack{a"#, "}'^2"], [#"\hat "#, ""],
        [#"\boxed{a"#, "}'^2"],
        [#"\begin{aligned}&a"#, #"\end{aligned}'^2"#], [#"a \tag{$a"#, "$}"],
        [#"\pmod{a"#, "}'^2"],
    ])
    func limitsNesting(brackets: [String]) throws {
        func nested(_ depth: Int) -> String {
            String(repeating: brackets[0], count: depth) + "x"
                + String(repeating: brackets[1], count: depth)
        }
        try expectWellFormed(#require(Formula.mathML(nested(15), isBlock: true)), from: nested(15))
        #expect(Formula.mathML(nested(1000), isBlock: true) == nil)
        let deepest = (1...101).last { Formula.mathML(nested($0), isBlock: true) != nil } ?? 0
        #expect(deepest <= 40)
        try expectWellFormed(
            #require(Formula.mathML(nested(deepest), isBlock: true)), from: nested(deepest))
    }
}
