/// The error that a source has something that is not understood.
struct NotUnderstood: Error {}

/// A part of a formula that TeX sets as a unit.
struct Atom {
    /// The markup, which is a single element unless the part is a row.
    var html: String
    /// The kind, which decides the space around the part.
    var kind = TeXCommand.Kind.ordinary
    /// True for scripts above and below the part instead of beside it.
    var hasLimits = false
    /// True if there may be any number of elements.
    var isRow = false
    /// The part as a single element.
    var element: String { isRow ? "<mrow>\(html)</mrow>" : html }
}

/// Translates the tokens of TeX into MathML, by recursive descent.
struct FormulaParser {
    /// A style of The TeXbook, chapter 17.
    enum Style: String {
        /// A style of an expression; `script` includes that of scripts of scripts.
        case display, text, script
    }

    private let tokens: [String]
    private var position = 0
    private var depth = 0
    private var alphabet: TeXCommand?
    private var previous: TeXCommand.Kind?
    private var tallParts = 0
    /// The current style.
    private(set) var style: Style

    /// The maximum nesting of groups and arguments. The MathML is at most six times as deep, and
    /// HTML parsers flatten elements that are nested more than 512 deep; a thread may have a stack
    /// of 512 kB.
    private static let maximumDepth = 40
    private static let ends: Set = ["}", "&", "$", #"\\"#, #"\end"#, #"\right"#, #"\middle"#]
    private static let delimiters = Set("()[]{}⟨⟩⌊⌋⌈⌉|‖/\\∣∥↑↓↕⇑⇓⇕".map(String.init))

    /// Creates a parser of a formula in a style.
    init(tokens: [String], style: Style) { (self.tokens, self.style) = (tokens, style) }

    /// Reads the whole source, which may be divided by `\\` if it is in display style.
    mutating func formula() throws -> String {
        var html = try row().html
        if style == .display, peek() == #"\\"# {
            position = 0
            html = try table("gathered", style)
        }
        guard peek() == nil, !html.isEmpty else { throw NotUnderstood() }
        return html
    }

    /// Returns a token at an offset from the next one, without removing it; nil after the end.
    func token(at offset: Int = 0) -> String? {
        position + offset < tokens.count ? tokens[position + offset] : nil
    }

    /// Returns the next token that is no space, without removing it.
    mutating func peek() -> String? {
        while token() == " " { position += 1 }
        return token()
    }

    /// Removes the next token, which may be a space.
    mutating func next() throws -> String {
        guard let token = token() else { throw NotUnderstood() }
        position += 1
        return token
    }

    /// Removes a token if it is the next one apart from spaces.
    mutating func take(_ token: String) -> Bool {
        guard peek() == token else { return false }
        position += 1
        return true
    }

    /// Reads an argument that is no formula, such as a name or a length.
    mutating func word(from start: String = "{", to end: String = "}") throws -> String {
        guard take(start) else { throw NotUnderstood() }
        var word = ""
        while case let token = try next(), token != end {
            guard token != "{", !token.hasPrefix("\\") else { throw NotUnderstood() }
            word += token
        }
        return word
    }

    /// Reads a row whose nesting, style and alphabet are its own, or an atom of a single token.
    mutating func group(
        _ style: Style? = nil, alphabet: TeXCommand? = nil, after start: TeXCommand.Kind? = nil,
        until end: String? = nil, isSingle: Bool = false
    ) throws -> Atom {
        guard depth < Self.maximumDepth else { throw NotUnderstood() }
        let outer = (self.style, self.alphabet, previous)
        depth += 1
        defer {
            depth -= 1
            (self.style, self.alphabet, previous) = outer
        }
        (self.style, self.alphabet) = (style ?? self.style, alphabet ?? self.alphabet)
        previous = start
        let atom = try isSingle ? self.atom(isArgument: true) : row(until: end)
        guard end.map({ take($0) }) ?? true else { throw NotUnderstood() }
        return atom
    }

    /// Reads an argument: a group, or a single token with its own arguments.
    mutating func argument(_ style: Style? = nil, alphabet: TeXCommand? = nil) throws -> Atom {
        guard take("{") else { return try group(style, alphabet: alphabet, isSingle: true) }
        return try group(style, alphabet: alphabet, until: "}")
    }

    /// Reads parts until the end of the group, cell or formula, which is not removed.
    private mutating func row(until end: String? = nil) throws -> Atom {
        var row = Atom(html: "", isRow: true)
        var division: (name: String, numerator: String)?
        while let token = peek(), token != end, !Self.ends.contains(token) {
            let command = TeXCommand.named[token]
            if command?.kind == .division {
                guard division == nil else { throw NotUnderstood() }
                division = (try next(), row.element)
                (row, previous) = (Atom(html: "", isRow: true), nil)
            } else if command?.kind == .hidden {
                _ = try next() == #"\label"# ? word() : ""
            } else if let command, command.kind == .style {
                position += 1
                let style = Style(rawValue: command.text)
                add(Atom(html: styled(try group(style).html, style)), to: &row)
            } else {
                add(try scriptedAtom(), to: &row)
            }
        }
        guard let (name, numerator) = division else { return row }
        let thickness = name == #"\over"# ? nil : "0"
        let fraction = tall("mfrac", numerator + row.element, ["linethickness": thickness])
        return name == #"\choose"# ? delimited(fraction, "(", ")") : Atom(html: fraction)
    }

    /// Adds a part to a row, after a thin space if there is one (The TeXbook, page 170). The
    /// operator dictionary of MathML supplies the other spaces.
    private mutating func add(_ atom: Atom, to row: inout Atom) {
        let isSpaced =
            switch (previous, atom.kind) {
            case (.ordinary, .function), (.closing, .function), (.function, .function): true
            case (.function, .ordinary), (.ordinary, .dots), (.closing, .dots): true
            case (.dots, .ordinary), (.dots, .punctuation): true
            default: false
            }
        previous = atom.kind == .space ? previous : atom.kind
        guard !row.html.isEmpty else { return row = atom }
        row.html += (isSpaced ? "<mspace width=\"0.1667em\"/>" : "") + atom.html
        (row.isRow, row.kind) = (true, .ordinary)
    }

    /// Reads an atom with its scripts.
    private mutating func scriptedAtom() throws -> Atom {
        let signs: Set = ["^", "_", "'"]
        var atom = signs.contains(peek() ?? "") ? Atom(html: "", isRow: true) : try self.atom()
        var (lower, upper, primes) = ("", "", "")
        while let sign = peek(), signs.contains(sign) {
            guard try (next() == "_" ? lower : upper).isEmpty else { throw NotUnderstood() }
            if sign == "'" || sign == "^" && take(#"\prime"#) {
                primes += "′"
            } else {
                let script = try argument(.script).element
                (lower, upper) = sign == "_" ? (script, upper) : (lower, script)
            }
        }
        let prime = primes.isEmpty ? "" : leaf("mo", primes, ["lspace": "0", "rspace": "0"])
        if upper.isEmpty, !lower.isEmpty {
            upper = prime
        } else if !primes.isEmpty {
            // In a superscript, the prime would be too small and too high with most fonts.
            (atom.html, atom.isRow) = (atom.html + prime, true)
        }
        guard !(lower + upper).isEmpty else { return atom }
        let (below, above) = atom.hasLimits ? ("under", "over") : ("sub", "sup")
        let name = "m" + (lower.isEmpty ? "" : below) + (upper.isEmpty ? "" : above)
        let parts = atom.element + lower + upper
        (atom.html, atom.isRow) = (atom.hasLimits ? tall(name, parts) : element(name, parts), false)
        return atom
    }

    /// Reads an atom without scripts. A digit or a letter that is an argument is read alone, not
    /// a number or a word.
    private mutating func atom(isArgument: Bool = false) throws -> Atom {
        guard let token = peek(), !"^_}&$#".contains(token) else { throw NotUnderstood() }
        if token == "{" { return Atom(html: try argument().element) }
        position += 1
        if isDigit(token) || token == "." && !isArgument && isDigit(self.token()) {
            let number = isArgument ? token : try number(token)
            return Atom(html: leaf("mn", alphabet?.applied(to: number) ?? number))
        }
        if token == ":", take("=") { return symbol(":=", .relation) }
        if let command = TeXCommand.named[token] { return try self.command(token, command) }
        guard !token.hasPrefix("\\") else { return try structure(token) }
        guard isLetter(token) else { return Atom(html: leaf("mtext", token)) }
        var word = token
        while !isArgument, alphabet?.kind == .words, isLetter(self.token()) { word += try next() }
        return identifier(word, .variable)
    }

    /// Reads the rest of a number, such as `12.5` or `1{,}000`.
    private mutating func number(_ start: String) throws -> String {
        var text = start
        while true {
            let isGrouped = token(at: 1) == "," && token(at: 2) == "}" && isDigit(token(at: 3))
            if isGrouped, token() == "{" {
                text += try word()
            } else if isDigit(token()) || token() == "." && isDigit(token(at: 1)) {
                text += try next()
            } else {
                return text
            }
        }
    }

    private func isLetter(_ token: String?) -> Bool { token?.first?.isLetter ?? false }
    private func isDigit(_ token: String?) -> Bool { token.map { "0"..."9" ~= $0 } ?? false }

    /// Returns a name in the current alphabet. Browsers set single letters in italics.
    private func identifier(_ text: String, _ kind: TeXCommand.Kind) -> Atom {
        let shown = alphabet?.applied(to: text) ?? text
        let isUpright = text.unicodeScalars.count == 1 && alphabet != nil && shown == text
        let variant = isUpright || kind != .variable ? "normal" : nil
        let html = leaf("mi", shown, ["mathvariant": variant])
        return Atom(html: html, kind: kind == .dots ? .dots : .ordinary)
    }

    /// Returns the atom of a symbol, or of a delimiter of a fixed size.
    mutating func symbol(_ text: String, _ kind: TeXCommand.Kind, size: String? = nil) -> Atom {
        if [.variable, .ordinary, .dots].contains(kind) { return identifier(text, kind) }
        let isLarge = kind == .sum || kind == .integral
        let hasLimits = isLarge && takeLimits(kind == .sum)
        tallParts += isLarge ? 1 : 0
        let follows = previous == .ordinary || previous == .closing || previous == .dots
        let isOperand = kind == .plain || kind == .binary && !follows
        let isSign = isOperand && "+−±∓".contains(text)
        // The operator dictionary of MathML has the other spaces.
        var space: String?
        if isOperand || style == .script {
            space = isSign ? nil : "0"
        } else if kind == .implication {
            space = "0.5556em"
        } else if size != nil && kind == .relation || "mod:†‡∴∵".contains(text) {
            space = kind == .binary ? "0.2222em" : "0.2778em"
        }
        let isLeftBare = isLarge && !follows || kind == .punctuation && space != nil
        let stretch = size == nil ? "false" : "true"
        let forms = [TeXCommand.Kind.opening: "prefix", .closing: "postfix"]
        let attributes: Attributes = [
            "form": isSign ? "prefix" : forms[kind], "minsize": size, "maxsize": size,
            "stretchy": Self.delimiters.contains(text) ? stretch : nil,
            "lspace": isLeftBare ? "0" : space, "rspace": space,
            "movablelimits": hasLimits && style != .display ? "false" : nil,
        ]
        let html = leaf("mo", text, attributes)
        return Atom(html: html, kind: isOperand ? .ordinary : kind, hasLimits: hasLimits)
    }

    /// Reads `\limits` or `\nolimits`; returns true if scripts are above and below their base.
    mutating func takeLimits(_ hasLimitsInDisplay: Bool) -> Bool {
        take(#"\limits"#) || !take(#"\nolimits"#) && hasLimitsInDisplay && style == .display
    }

    /// Reads `\left … \middle … \right` after its first command. The delimiters only stretch around
    /// what is tall, since they have the width of their largest form then in some browsers.
    mutating func leftRight() throws -> Atom {
        let (left, before) = (try delimiter(), tallParts)
        var html = try group().html
        while take(#"\middle"#) {
            html += leaf("mo", try delimiter(), ["stretchy": "true", "lspace": "0", "rspace": "0"])
            html += try group().html
        }
        guard take(#"\right"#) else { throw NotUnderstood() }
        return delimited(html, left, try delimiter(), isTall: tallParts > before)
    }

    /// Reads a delimiter; the empty text for a dot, which is none.
    mutating func delimiter() throws -> String {
        let token = peek() ?? ""
        let text = [".": "", "<": "⟨", ">": "⟩"][token] ?? TeXCommand.named[token]?.text
        guard let text, text.isEmpty || Self.delimiters.contains(text) else {
            throw NotUnderstood()
        }
        position += 1
        return text
    }

    /// Returns an element that is higher than a line, such as a fraction.
    mutating func tall(_ name: String, _ html: String, _ attributes: Attributes = [:]) -> String {
        tallParts += 1
        return element(name, html, attributes)
    }
}
