import TestSupport
import Testing

/// Tokens of Swift, Python, JavaScript and TypeScript. Pygments 2.21 finds the same comments,
/// strings, keywords and numbers, except where it does not know a syntax.
@Suite(.tags(.fast))
struct ProgramTokenTests {
    @Test(arguments: [
        "‹c:/* a /* b */ c */› ‹k:let› a = ‹n:0xFF_00›",
        #"‹s:"a \(›b.‹f:f›(‹s:"c"›)‹s:) \" d"› + e"#,
        ##"‹s:#"C:\new "b" \(c) \#(›d‹s:)"#› + e"##,
        "‹s:\"\"\"›\n‹s:    a \"b\" \\(›c‹s:)›\n‹s:    \"\"\"›\nd",
        "‹s:\"open›\n‹k:let› a = ‹n:1›",
        "‹s:\"open \\(›a\n‹k:let› b = ‹n:1›",
        #"‹k:let› a = ‹s:/^[a-z\/]+$/›; b = c / d / e; ‹f:f›(g) / h / i"#,
        "‹s:##/a/b/##› a",
        "‹a:@MainActor› ‹k:func› ‹f:f›<‹t:T›>(a: ‹t:Int›) ‹k:async› ‹k:throws› -> ‹t:T›?",
        "‹a:#if› ‹f:os›(‹t:Linux›)",
        "a.default.‹f:in›(‹n:0›..<‹n:5›) + b.‹n:0.1›, a.‹k:self›",
        "a.map { ‹v:$0› * ‹n:1.5e-3› }; ‹k:let› `class` = ‹n:1›",
        "‹k:var› a: ‹t:Int› { ‹k:get› { a } ‹k:set› }",
        "‹k:let› set = ‹t:Set›(get); async = any",
        "‹k:case› .‹f:large›(‹k:let› a): ‹k:try› ‹k:await› a.‹f:b›()",
    ])
    func marksSwift(marked: String) throws {
        #expect(try HighlightedCode.markedAgain(marked, language: "swift") == marked)
    }

    @Test(arguments: [
        "‹a:@dataclasses.dataclass›(frozen=‹k:True›)",
        "a = b @ c @ d",
        "‹k:def› ‹f:f›(‹k:self›, *, a: ‹t:int›=‹n:0x1F›, b=‹n:.5›): ‹k:pass›  ‹c:# \"c\"›",
        "‹s:\"\"\"a 'b'›\n‹s:# c\"\"\"› ‹c:# d›",
        #"‹s:rb'\x00\''› ‹k:in› a ‹k:is› ‹k:not› ‹k:None›"#,
        #"‹s:f"a {{b}} {›c!r‹s:} d"› + e"#,
        #"‹s:Rf'{›a[‹s:"b"›]‹s:}'› + c"#,
        "‹k:match› a:\n    ‹k:case› [b, *c] ‹k:if› b > ‹n:2›: ‹k:pass›",
        #"match = re.‹f:match›(‹s:r"^\d+\."›, a); type = case"#,
        "‹k:class› ‹t:note›(‹t:Base›): a = ‹n:1_000j›, MAX_SIZE",
        "a = ‹n:4.› ‹k:if› b ‹k:else› c.lambda",
    ])
    func marksPython(marked: String) throws {
        #expect(try HighlightedCode.markedAgain(marked, language: "python") == marked)
    }

    @Test(arguments: [
        #"a = b / c / d; e = ‹s:/[/\]]+\/(\d)/gi›.‹f:test›(f)"#,
        "a++ / b / c; d[‹n:0›] / e / g; ‹f:h›(i) / j / k",
        "‹k:return› ‹s:/\"/g›; ‹k:typeof› ‹s:/a/›; a = [‹s:/b/›, ‹s:/c/›]",
        "a = / b\n‹k:let› c = ‹n:1› / d",
        "‹s:`a ${›b.‹f:map›(c => ‹s:`<${›c‹s:}>`›)‹s:} \\` e`› + f",
        "‹s:`${›{ a: { b } }‹s:}`› + c",
        "‹s:`a›\n‹s:b`› ‹c:// c›",
        "<p>‹t:Don›'t</p>; a = ‹s:'b'›; <br /><br/>",
        "‹k:const› { a, b: c = ‹n:1_000n› } = d?.default ?? {};",
        "‹k:for› (‹k:const› a ‹k:of› b) ‹k:await› c; of = get + from",
        "‹k:import› a, { b ‹k:as› c } ‹k:from› ‹s:'d'›; ‹t:Array›.‹f:from›(e)",
        "‹k:async› ‹k:function›* ‹f:f›() {} ‹k:class› ‹t:a› ‹k:extends› ‹t:B› {}",
        "‹c:/* a›\n‹c:b */› ‹k:new› ‹t:Map›(), MAX_SIZE, ‹k:this› / a / b",
    ])
    func marksJavaScript(marked: String) throws {
        #expect(try HighlightedCode.markedAgain(marked, language: "js") == marked)
    }

    @Test(arguments: [
        "‹k:interface› ‹t:a› { ‹k:readonly› b: ‹t:string›; c?: ‹t:number› | ‹k:null› }",
        "‹k:type› ‹t:Keys› = ‹k:keyof› ‹t:T›; ‹k:let› type = ‹n:1›",
        "‹a:@Input›() ‹k:private› a!: ‹t:Record›<‹t:string›, ‹t:any›>;",
        "‹k:function› ‹f:f›<‹t:T›>(a: ‹t:unknown›): a ‹k:is› ‹t:T› {}",
    ])
    func marksTypeScript(marked: String) throws {
        #expect(try HighlightedCode.markedAgain(marked, language: "ts") == marked)
    }
}
