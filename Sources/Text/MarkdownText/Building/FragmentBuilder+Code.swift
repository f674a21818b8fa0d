import Markup

extension FragmentBuilder {
    /// Writes a code block. On a page, code in a known language is highlighted, and the name of the
    /// language is shown beside it.
    mutating func writeCodeBlock(_ node: MarkdownNode) {
        var language: CodeLanguage?
        let name = Array(unmarked(node.fenceInfo).utf8.prefix { $0 != 0x20 && $0 != 0x09 })
        if options.showsFormulas, name.elementsEqual("math".utf8), writeFormula(node) { return }
        if options.page != nil, !name.isEmpty {
            language = CodeLanguage(named: String(decoding: name, as: UTF8.self))
        }
        if options.page == nil {
            appendOnNewLine("<pre><code")
        } else {
            // No language has a longer name.
            let shown = language?.name ?? String(decoding: name.prefix(20), as: UTF8.self)
            let label = shown.isEmpty ? "" : " data-language=\"\(escaped(shown))\""
            appendOnNewLine("<div class=\"code\"\(label)><pre tabindex=\"0\"><code")
        }
        if !name.isEmpty {
            append(" class=\"language-")
            name.withUnsafeBufferPointer { html.appendEscaped($0) }
            append("\"")
        }
        append(">")
        withLiteral(of: node) { builder, literal in
            if let language {
                language.appendHTML(of: literal, to: &builder.html)
            } else {
                builder.html.appendEscaped(literal, apostrophes: false)
            }
            builder.text.append(contentsOf: literal)
        }
        append(options.page == nil ? "</code></pre>\n" : "</code></pre></div>\n")
        // Code is searchable, but not part of the excerpt.
        beginBlockText()
    }

    /// Writes a code block as a formula.
    ///
    /// - Returns: False for a formula that is not understood.
    private mutating func writeFormula(_ node: MarkdownNode) -> Bool {
        var formula: String?
        withLiteral(of: node) { builder, literal in
            formula = Formula.mathML(String(decoding: literal, as: UTF8.self), isBlock: true)
            if formula != nil { builder.text.append(contentsOf: literal) }
        }
        guard let formula else { return false }
        appendOnNewLine("<p>\(formula)</p>\n")
        beginBlockText()
        return true
    }
}
