extension FormulaParser {
    /// Reads the arguments of a command of the table.
    mutating func command(_ token: String, _ command: TeXCommand) throws -> Atom {
        let text = command.text
        switch command.kind {
        case .letters, .words: return try argument(alphabet: command)
        case .function, .limit:
            // Two words have a thin space between them.
            let html = leaf("mi", text.replacing(".", with: "\u{2009}"))
            let hasLimits = takeLimits(command.kind == .limit)
            return Atom(html: html, kind: .function, hasLimits: hasLimits)
        case .space:
            // MathML has no negative spaces.
            let attribute = text == "-" ? "class=\"formula-back\"" : "width=\"\(text)\""
            return Atom(html: "<mspace \(attribute)/>", kind: .space)
        case .accent, .over, .under:
            let base = element("mrow", try argument().html)
            let sign = leaf("mo", text, ["stretchy": "\(command.kind != .accent)"])
            let isUnder = command.kind == .under
            // Few fonts have long lines and small arrows, so the style sheet makes them.
            let attributes: Attributes = [
                isUnder ? "accentunder" : "accent": "true", "class": "formula-\(token.dropFirst())",
            ]
            let html = tall(isUnder ? "munder" : "mover", base + sign, attributes)
            return Atom(html: html, hasLimits: token.hasSuffix("brace"))
        case .arrow:
            let below = take("[") ? try group(.script, until: "]") : nil
            // The margins lengthen the arrow.
            let margin = "<mspace width=\"0.5em\"/>"
            let labels = [below, try argument(.script)].compactMap { $0?.html }
            let parts = labels.map { element("mrow", margin + $0 + margin) }.joined()
            let name = below == nil ? "mover" : "munderover"
            return Atom(html: tall(name, leaf("mo", text) + parts), kind: .relation)
        case .size:
            let kinds = ["l": TeXCommand.Kind.opening, "r": .closing, "m": .relation]
            let kind = kinds[String(token.suffix(1))] ?? .plain
            let sign = try delimiter()
            return sign.isEmpty ? Atom(html: "<mrow></mrow>") : symbol(sign, kind, size: text)
        case .text: return try self.text()
        case .box: return Atom(html: element("mrow", try argument().html, ["class": text]))
        case .fraction:
            let outer = Style(rawValue: text)
            let inner: Style = (outer ?? style) == .display ? .text : .script
            let parts = try argument(inner).element + argument(inner).element
            let isBinomial = token.hasSuffix("binom")
            let html = tall("mfrac", parts, ["linethickness": isBinomial ? "0" : nil])
            let atom = isBinomial ? delimited(html, "(", ")") : Atom(html: html)
            return Atom(html: styled(atom.html, outer), kind: atom.kind)
        case .stack:
            let script = try argument(.script).element
            let base = try argument()
            return Atom(html: tall(text, base.element + script), kind: base.kind)
        case .dots where token == #"\dots"#:
            let following = TeXCommand.named[peek() ?? ""]?.kind
            return symbol(following == .binary || following == .relation ? "⋯" : text, .dots)
        case .division, .style, .hidden: throw NotUnderstood()
        default: return symbol(text, command.kind)
        }
    }

    /// Reads the arguments of a command that is in no table.
    mutating func structure(_ name: String) throws -> Atom {
        switch name {
        case #"\left"#: return try leftRight()
        case #"\begin"#: return try environment()
        case #"\sqrt"#:
            let index = take("[") ? try group(.script, until: "]").element : nil
            let radicand = try argument().element
            return Atom(html: tall(index == nil ? "msqrt" : "mroot", radicand + (index ?? "")))
        case #"\operatorname"#:
            let hasLimits = take("*")
            let html = try argument(alphabet: TeXCommand.named[#"\mathrm"#]).element
            return Atom(html: html, kind: .function, hasLimits: takeLimits(hasLimits))
        case #"\not"#:
            guard let base = TeXCommand.named[peek() ?? ""],
                let negation = TeXCommand.named["not " + base.text]
            else { throw NotUnderstood() }
            _ = try next()
            return symbol(negation.text, base.kind)
        case #"\pmod"#:
            let word = "<mi>mod</mi><mspace width=\"0.3333em\"/>"
            let atom = delimited(word + (try argument().html), "(", ")", isTall: false)
            return Atom(html: "<mspace width=\"1em\"/>" + atom.html, kind: .closing, isRow: true)
        case #"\phantom"#: return Atom(html: element("mphantom", try argument().html))
        case #"\substack"#:
            guard take("{") else { throw NotUnderstood() }
            let table = try table("substack", .script)
            guard take("}") else { throw NotUnderstood() }
            return Atom(html: table)
        case #"\tag"#:
            let text = "<mtext>(</mtext>" + (try self.text().html) + "<mtext>)</mtext>"
            return Atom(html: "<mspace width=\"2em\"/>" + text, kind: .space, isRow: true)
        default: throw NotUnderstood()
        }
    }

    private mutating func environment() throws -> Atom {
        let name = try word()
        guard let value = TeXCommand.named["begin " + name]?.text else { throw NotUnderstood() }
        let parts = value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let declaration = name == "array" || name.hasPrefix("alignat") ? try word() : ""
        let columns = declaration.matches(of: /([lcr]) *(\|?)/).map { match in
            "formula-\(match.1)" + (match.2.isEmpty ? "" : " formula-bar")
        }
        let isDisplay = parts[1] == "aligned" || parts[1] == "gathered" || name == "dcases"
        let isScript = style == .script || parts[1] == "small"
        let inner: Style = isScript ? .script : isDisplay ? .display : .text
        let table = try table(parts[1], inner, columns)
        let html = styled(table, parts[1] == "small" ? .script : nil)
        guard take(#"\end"#), try word() == name, columns.isEmpty == (name != "array")
        else { throw NotUnderstood() }
        return parts[0] + parts[2] == "" ? Atom(html: html) : delimited(html, parts[0], parts[2])
    }

    /// Reads the rows of a table up to the end of the group, environment or formula. Its class also
    /// decides whether it may have columns; an array declares the classes of these.
    mutating func table(_ name: String, _ style: Style, _ columns: [String] = []) throws -> String {
        let maximum = name == "gathered" || name == "substack" ? 1 : columns.count
        var rows = ""
        repeat {
            // The last row is usually ended, too.
            if !rows.isEmpty, [nil, "}", #"\end"#].contains(peek()) { break }
            var cells: [String] = []
            repeat {
                guard maximum == 0 || cells.count < maximum else { throw NotUnderstood() }
                // An operator after the sign of alignment is not unary.
                let isContinued = name == "aligned" && cells.count % 2 == 1
                let cell = try group(style, after: isContinued ? .ordinary : nil).html
                let className = columns.isEmpty ? nil : columns[cells.count]
                let start = isContinued ? "<mi></mi>" : ""
                cells.append(element("mtd", start + cell, ["class": className]))
            } while take("&")
            rows += element("mtr", cells.joined())
            guard take(#"\\"#) else { break }
            // A star and a space that may follow, such as `[2pt]`, are ignored.
            _ = token() == "*" ? try next() : ""
            _ = token() == "[" ? try word(from: "[", to: "]") : ""
        } while true
        let isDisplay = style == .display ? "true" : nil
        return tall("mtable", rows, ["class": "formula-\(name)", "displaystyle": isDisplay])
    }

    /// Reads text in braces, and the formulas in it.
    private mutating func text() throws -> Atom {
        guard take("{") else { throw NotUnderstood() }
        var (html, text) = ("", "")
        while case let token = try next(), token != "}" {
            switch token {
            // MathML does not show spaces at the ends of text unless they are no-break spaces.
            case " ", "~", #"\space"#: text += "\u{A0}"
            case #"\%"#, #"\$"#, #"\&"#, #"\#"#, #"\_"#, #"\{"#, #"\}"#: text += token.dropFirst()
            case "$":
                html += text.isEmpty ? "" : leaf("mtext", text)
                html += try group(style == .display ? .text : style, until: "$").html
                text = ""
            default:
                guard !token.hasPrefix("\\"), !"{^_&#".contains(token)
                else { throw NotUnderstood() }
                text += token
            }
        }
        return Atom(html: html + (text.isEmpty ? "" : leaf("mtext", text)), isRow: true)
    }
}

/// Returns elements in a style, regardless of the style around them; unchanged if it is nil.
func styled(_ html: String, _ style: FormulaParser.Style?) -> String {
    guard let style else { return html }
    let isDisplay = style == .display ? "true" : "false"
    let level = style == .script ? "1" : "0"
    return element("mstyle", html, ["displaystyle": isDisplay, "scriptlevel": level])
}

/// Returns an expression between delimiters, each of which may be empty.
func delimited(_ html: String, _ left: String, _ right: String, isTall: Bool = true) -> Atom {
    let fences = [(left, "prefix"), (right, "postfix")].map { text, form in
        text.isEmpty ? "" : leaf("mo", text, ["form": form, "stretchy": "\(isTall)"])
    }
    return Atom(html: element("mrow", fences[0] + html + fences[1]), kind: .closing)
}
