/// A command, or a character, that formulas may contain.
struct TeXCommand {
    /// The kind, which decides how the command is read.
    let kind: Kind
    /// The symbol, or another value that depends on the kind.
    let text: String

    /// A kind of commands, and of the atoms that they become.
    enum Kind: String {
        /// A symbol, by its class in TeX; an operand is in italics, upright or an operator.
        case variable, ordinary, plain, binary, relation, implication, opening, closing
        /// Another symbol, or a name of a function; some have limits in display style.
        case punctuation, dots, sum, integral, limit, function
        /// An expression with another above or below it, or with a sign there.
        case stack, fraction, division, accent, over, under, arrow
        /// A style of a group, an alphabet of words or of single letters, or one of its letters.
        case style, words, letters, letterlike
        /// A text, a width, a height of a delimiter, or a class of an expression.
        case text, space, size, box
        /// An environment, an operator after `\not`, or a command that shows nothing.
        case environment, negation, hidden
    }

    /// The commands by token; also other names after a word for their kind.
    static let named: [String: TeXCommand] = {
        let prefixes = [Kind.environment: "begin ", .negation: "not ", .letterlike: "letter "]
        var named: [String: TeXCommand] = [:]
        var kind = Kind.ordinary
        // A combining mark would form a character with the space before it.
        let words = commandTable.unicodeScalars.split(whereSeparator: \.isBlank).map(String.init)
        for index in stride(from: 0, to: words.count - 1, by: 2) {
            let (name, text) = (words[index], words[index + 1])
            let command = TeXCommand(kind: kind, text: text)
            if name == "--" {
                kind = Kind(rawValue: text) ?? kind
            } else if name.hasPrefix("'") {
                named[String(name.dropFirst())] = command
            } else {
                named[(prefixes[kind] ?? "\\") + name] = command
                // A symbol may also be typed.
                let isTyped = prefixes[kind] == nil && text.utf8.allSatisfy { $0 >= 0x80 }
                if isTyped, named[text] == nil { named[text] = command }
            }
        }
        return named
    }()
}

/// The names and values of commands, after the kinds that follow dashes. The name of a character
/// follows an apostrophe.
private let commandTable = #"""
    -- ordinary '@ @ Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ
    Omega Ω infty ∞ nabla ∇ hbar ℏ Re ℜ Im ℑ wp ℘ aleph ℵ emptyset ∅ varnothing ∅ angle ∠ triangle △
    square □ blacksquare ■ top ⊤ bot ⊥ degree ° S § % % $ $ & & # # _ _ forall ∀ exists ∃
    -- variable alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ
    vartheta ϑ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς
    tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω imath ı jmath ȷ ell ℓ partial ∂
    -- binary '+ + '- − '− − '* ∗ '· ⋅ pm ± mp ∓ times × div ÷ cdot ⋅ ast ∗ star ⋆ circ ∘ bullet ∙
    cap ∩ cup ∪ uplus ⊎ sqcap ⊓ sqcup ⊔ wedge ∧ land ∧ vee ∨ lor ∨ setminus ∖ oplus ⊕ ominus ⊖
    otimes ⊗ oslash ⊘ odot ⊙ dagger † ddagger ‡ diamond ⋄ ltimes ⋉ rtimes ⋊ bmod mod
    -- relation '= = '< < '> > ': : le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ lt < gt > leqslant ⩽ geqslant ⩾
    ll ≪ gg ≫ equiv ≡ sim ∼ simeq ≃ approx ≈ cong ≅ propto ∝ prec ≺ succ ≻ preceq ⪯ succeq ⪰
    preccurlyeq ≼ succcurlyeq ≽ lesssim ≲ gtrsim ≳ triangleq ≜ coloneqq ≔ models ⊨ vDash ⊨ vdash ⊢
    dashv ⊣ perp ⊥ parallel ∥ nparallel ∦ mid ∣ nmid ∤ in ∈ notin ∉ ni ∋ subset ⊂ supset ⊃
    subseteq ⊆ supseteq ⊇ subsetneq ⊊ supsetneq ⊋ nsubseteq ⊈ nsupseteq ⊉ sqsubseteq ⊑ sqsupseteq ⊒
    nleq ≰ ngeq ≱ therefore ∴ because ∵ trianglelefteq ⊴ trianglerighteq ⊵ to → rightarrow → gets ←
    leftarrow ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ longrightarrow ⟶
    longleftarrow ⟵ longleftrightarrow ⟷ Longrightarrow ⟹ Longleftarrow ⟸ Longleftrightarrow ⟺
    mapsto ↦ longmapsto ⟼ hookrightarrow ↪ hookleftarrow ↩ nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖
    uparrow ↑ downarrow ↓ updownarrow ↕ Uparrow ⇑ Downarrow ⇓ Updownarrow ⇕ leadsto ⇝
    rightharpoonup ⇀ rightleftharpoons ⇌ twoheadrightarrow ↠ nrightarrow ↛
    -- plain '/ / '! ! '? ? '| | '. . '' ′ vert | Vert ‖ | ‖ backslash \ neg ¬ lnot ¬ prime ′
    -- implication implies ⟹ impliedby ⟸ iff ⟺
    -- opening '( ( '[ [ { { lbrace { langle ⟨ lfloor ⌊ lceil ⌈ lvert | lVert ‖
    -- closing ') ) '] ] } } rbrace } rangle ⟩ rfloor ⌋ rceil ⌉ rvert | rVert ‖
    -- punctuation ', , '; ; colon : -- dots dots … ldots … cdots ⋯ vdots ⋮ ddots ⋱
    -- sum sum ∑ prod ∏ coprod ∐ bigcup ⋃ bigcap ⋂ bigvee ⋁ bigwedge ⋀ bigoplus ⨁ bigotimes ⨂
    bigodot ⨀ biguplus ⨄ bigsqcup ⨆ -- integral int ∫ iint ∬ iiint ∭ oint ∮ oiint ∯
    -- function sin sin cos cos tan tan cot cot sec sec csc csc sinh sinh cosh cosh tanh tanh
    coth coth arcsin arcsin arccos arccos arctan arctan arccot arccot exp exp log log ln ln arg arg
    ker ker dim dim -- limit lim lim limsup lim.sup liminf lim.inf max max min min sup sup inf inf
    det det Pr Pr gcd gcd argmax arg.max argmin arg.min
    -- words mathrm 0 mathbf 1D400/1D41A/1D7CE/1D6A8/1D6C2 mathsf 1D5A0/1D5BA/1D7E2
    mathtt 1D670/1D68A/1D7F6 mathit 1D434/1D44E/0/1D6E2/1D6FC
    -- letters boldsymbol 1D468/1D482/1D7CE/1D71C/1D736 bm 1D468/1D482/1D7CE/1D71C/1D736
    mathcal 1D49C/1D4B6 mathscr 1D49C/1D4B6 mathfrak 1D504/1D51E mathbb 1D538/1D552/1D7D8
    -- letterlike 1D455 ℎ 1D49D ℬ 1D4A0 ℰ 1D4A1 ℱ 1D4A3 ℋ 1D4A4 ℐ 1D4A7 ℒ 1D4A8 ℳ 1D4AD ℛ 1D4BA ℯ
    1D4BC ℊ 1D4C4 ℴ 1D506 ℭ 1D50B ℌ 1D50C ℑ 1D515 ℜ 1D51D ℨ 1D53A ℂ 1D53F ℍ 1D545 ℕ 1D547 ℙ 1D548 ℚ
    1D549 ℝ 1D551 ℤ
    -- accent hat ˆ check ˇ tilde ˜ acute ´ grave ` dot ˙ ddot ¨ dddot ˙˙˙ breve ˘ bar ¯ vec →
    mathring ˚ -- over widehat ̂ widetilde ˜ overline ‾ overbrace ⏞ overrightarrow → overleftarrow ←
    -- under underline ‾ underbrace ⏟ -- arrow xrightarrow → xleftarrow ← xleftrightarrow ↔
    xRightarrow ⇒ xLeftarrow ⇐ xLeftrightarrow ⇔
    -- stack overset mover stackrel mover underset munder -- fraction frac - dfrac display
    tfrac text cfrac display binom - dbinom display tbinom text -- division over - atop 0 choose 0
    -- style displaystyle display textstyle text scriptstyle script scriptscriptstyle script
    -- box boxed formula-boxed cancel formula-cancel -- hidden nonumber - notag - label {
    -- space '~ 0.3333em , 0.1667em : 0.2222em > 0.2222em ; 0.2778em ! - enspace 0.5em quad 1em
    qquad 2em space 0.3333em -- text text - textrm - mbox - textbf - textit - texttt - emph -
    -- size big 1.2em bigl 1.2em bigr 1.2em bigm 1.2em Big 1.8em Bigl 1.8em Bigr 1.8em Bigm 1.8em
    bigg 2.4em biggl 2.4em biggr 2.4em biggm 2.4em Bigg 3em Biggl 3em Biggr 3em Biggm 3em
    -- environment matrix .matrix. pmatrix (.matrix.) bmatrix [.matrix.] Bmatrix {.matrix.}
    vmatrix |.matrix.| Vmatrix ‖.matrix.‖ smallmatrix .small. array .array. cases {.cases.
    dcases {.cases. rcases .cases.} aligned .aligned. align .aligned. align* .aligned.
    split .aligned. alignat .aligned. alignat* .aligned. gathered .gathered. gather .gathered.
    gather* .gathered. equation .gathered. equation* .gathered. multline .gathered.
    -- negation = ≠ < ≮ > ≯ ≤ ≰ ≥ ≱ ∈ ∉ ∋ ∌ ⊂ ⊄ ⊃ ⊅ ⊆ ⊈ ⊇ ⊉ ≡ ≢ ∼ ≁ ≈ ≉ ≃ ≄ ≅ ≇ ∣ ∤ ∥ ∦ ⊢ ⊬ ⊨ ⊭ → ↛
    ← ↚ ⇒ ⇏ ⇐ ⇍ ⇔ ⇎ ↔ ↮ ∃ ∄
    """#
