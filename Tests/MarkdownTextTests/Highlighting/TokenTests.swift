import TestSupport
import Testing

/// Tokens of all languages. Pygments 2.21 finds the same comments, strings, keywords and numbers,
/// except where it does not know a syntax.
@Suite(.tags(.fast))
struct TokenTests {
    /// Code with its tokens marked, as in `‹k:let› x = ‹n:1›`.
    private static let samples: KeyValuePairs<String, [String]> = [
        "swift": [
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
        ],
        "python": [
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
        ],
        "js": [
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
        ],
        "ts": [
            "‹k:interface› ‹t:a› { ‹k:readonly› b: ‹t:string›; c?: ‹t:number› | ‹k:null› }",
            "‹k:type› ‹t:Keys› = ‹k:keyof› ‹t:T›; ‹k:let› type = ‹n:1›",
            "‹a:@Input›() ‹k:private› a!: ‹t:Record›<‹t:string›, ‹t:any›>;",
            "‹k:function› ‹f:f›<‹t:T›>(a: ‹t:unknown›): a ‹k:is› ‹t:T› {}",
        ],
        "c": [
            "‹a:#include› ‹s:<stdio.h>› ‹c:// a›\n‹a:#include› ‹s:\"b.h\"›",
            "‹a:#  define› ‹f:MAX›(a) ((a) > ‹n:077›)",
            "‹k:struct› ‹t:node› { ‹t:uint32_t› a; } *b = ‹k:NULL›;",
            #"‹t:char› a[] = {‹s:'\''›, ‹s:L'b'›}; ‹n:1.5e-3f› + ‹n:1.› + ‹n:.5›;"#,
            "‹f:f›(‹s:\"a \\›\n‹s:b\"›, ‹s:u8\"c\\\\\"›, class)",
        ],
        "c++": [
            #"‹k:auto› a = ‹s:R"x(b )" \ )x"› + c;"#,
            "‹k:class› ‹t:A› ‹k:final› : ‹k:public› ‹t:B›<‹t:int›> { ‹t:size_t› n = ‹n:1'000'000›; };",
            "‹k:template› <‹k:typename› ‹t:T›> ‹t:void› ‹f:f›() ‹k:const› ‹k:override›;",
        ],
        "objc": [
            "‹k:@interface› ‹t:Note› : ‹t:NSObject›",
            #"a = ‹s:@"b\"c"›; ‹f:f›(‹s:@"%@"›, ‹k:nil›, @‹n:1›);"#,
        ],
        "go": [
            "‹k:func› (n *Note) ‹f:Path›(a ...‹t:any›) (b ‹t:string›, err ‹t:error›) {",
            "a := ‹s:`C:\\b›\n‹s:\"c\"`› + ‹s:'\\''›",
            "‹k:type› ‹t:Note› ‹k:struct› { a ‹t:int64› ‹s:`json:\"a\"`› } ‹c:/* b */›",
            "‹k:var› m ‹k:map›[‹t:string›][]‹t:byte› = ‹k:nil›; ‹n:0x1F_FF› + ‹n:1e9› + ‹n:2.›",
        ],
        "rs": [
            "‹k:fn› ‹f:f›<‹a:'a›>(a: &‹a:'a› ‹t:str›) { (‹s:'c'›, ‹s:'\\''›, ‹s:'é'›, ‹s:b'\\n'›) }",
            ##"‹k:let› a = ‹s:r#"b "c" \"#› + ‹s:b"d"›;"##,
            ###"‹s:br##"d"# e"##› + f"###,
            "‹a:#![allow›(dead_code)] ‹c:/* a /* b */ c */›",
            "‹a:#[derive›(‹t:Debug›)] ‹k:struct› ‹t:A›;",
            #"‹f:write!›(f, ‹s:"{}\n"›, ‹k:self›.a)?; b.‹k:await›; c != d"#,
            "‹k:for› i ‹k:in› ‹n:0›..‹n:10› { ‹k:break› ‹a:'outer›; } t.‹n:0.1›; ‹n:1.0›..=‹n:2.5e3›",
        ],
        "java": [
            #"‹a:@Override› ‹k:public› ‹t:String› ‹f:a›() { ‹k:return› ‹s:"b\"c"› + ‹s:'\''›; }"#,
            "‹t:String› a = ‹s:\"\"\"›\n‹s:  b \"c\"›\n‹s:  d\"\"\"›;",
            "‹k:record› ‹t:Point›(‹t:int› x) {} ‹k:var› b = record + ‹n:1_000L› + LIMIT;",
            "‹k:switch› (x) { ‹k:case› ‹n:1› -> ‹k:yield› ‹n:2›; } ‹t:Note›.‹k:class›",
        ],
        "kt": [
            "‹k:data› ‹k:class› ‹t:Note›(‹k:val› a: ‹t:Int› = ‹n:0xFF›) : ‹t:Base›()",
            #"‹s:"›‹v:$a›‹s:/${›b.map { ‹s:"<›‹v:$it›‹s:>"› }‹s:} \$c"› + data"#,
            #"‹k:val› a = ‹s:"""C:\b "c" ›‹v:$d›‹s:"""› ‹c:/* /* */ */›"#,
        ],
        "ruby": [
            "‹c:=begin›\n‹c:a›\n‹c:=end›\n‹k:def› ‹k:self›.‹f:a›; ‹k:end›",
            ##"‹s:"a #{›b.map { |c| ‹s:"<#{›c‹s:}>"› }‹s:} d"› + e"##,
            "‹f:f›(‹p:a›: ‹s::b›, ‹p:if›: ‹k:true›) ‹c:# c›",
            #"{ ‹s:'a'› => ‹s::"b c"› }; ‹t:A›::‹t:B›"#,
            "a = ‹s:%w[a (b) c]› + ‹s:%i(d (e))›; f % g; h %w; ‹k:raise› ‹s:%(i 'j')›, ‹v:$'›",
            "‹k:when› ‹s:?\"› ‹k:then› a ? b : c; d = ‹s:/›\n‹s:  e›\n‹s:/x›.f",
            #"a = b / c / d; split ‹s:/,/›; e =~ ‹s:/^[\/]$/i›"#,
            "‹v:@a› ||= ‹v:$b› ? c : d; a << b",
            "a = <<~‹s:EOS›.‹f:strip›(b)\n‹s:  c \"d›\n‹s:EOSX›\n‹s:  EOS›\n‹k:end›",
            "a.‹f:is_a?›(‹t:B›) ‹k:and› save!; a.class != b",
        ],
        "sql": [
            "‹k:select› ‹f:count›(*), ‹s:'it''s -- a'› ‹k:FROM› b ‹c:-- c›",
            "‹k:CREATE› ‹k:TABLE› a (b ‹t:VARCHAR›(‹n:255›) ‹k:NOT› ‹k:NULL›) ‹c:/* d›\n‹c:e */›;",
            #"‹k:where› a.b = ‹v::c› ‹k:and› d > ‹v:@e› ‹k:or› f = ‹s:'\'› ‹k:limit› ‹n:1e3›"#,
        ],
        "sh": [
            "‹k:if› [[ -f ‹s:\"›‹v:$a›‹s:/b#c\"› && ‹v:$#› -gt ‹n:1› ]]; ‹k:then› ‹f:echo› a#b ‹c:# c›",
            "‹v:a›=‹s:\"$(›b ‹s:\"›‹v:$c›‹s:\"› | d‹s:)\"›; ‹f:e›()",
            "‹v:a›=‹s:\"›‹v:${1:-$HOME/b}›‹s:\"›; swift test --for /if",
            "a ‹s:\"›‹v:${b#\"${c}:\"}›‹s:\"› ‹s:\"›‹v:$d›‹s:$\"›",
            #"‹f:echo› it\'s ‹s:$'a\'b'› ‹s:'c\'› ‹v:$1›"#,
            "cat <<‹s:EOF› > ‹s:\"›‹v:$a›‹s:\"›\n‹s:b $c \"d›\n‹s:EOF›\n‹f:exit› ‹n:1›",
            "cat <<-‹s:'END'› | sort\n‹s:\t# a›\n‹s:\tEND›\nb <<< ‹s:\"c\"›",
            "‹k:function› ‹f:a› { b ‹n:2›>&‹n:1› c2; }",
            "‹k:case› ‹v:$a› ‹k:in› b|c) ‹f:continue› ;; ‹k:esac›",
        ],
        // The output of commands is plain.
        "console": [
            "‹h:$› ls ‹s:\"›‹v:$HOME›‹s:\"› ‹c:# a›\ntotal 12 \"b\n‹h:me@host:~/a$› ‹f:cd› b",
            "‹c:# a›\n‹h:$› ‹f:echo› b \\\n‹h:>› c\nout 50% done",
        ],
        "json": [
            #"{ ‹p:"a \"b\""› : ‹n:-1.5e-3›, ‹s:"d:e"›, ‹k:null›, ‹k:true› }"#,
            "{ ‹p:\"a\"›\n: [‹s:\"b\"›, ‹s:\"c\"›] }",
            "{ ‹p:f›: ‹s:'g'›, ‹p:null›: ‹n:1› } ‹c:// h›",
        ],
        "yaml": [
            "‹p:a b›: c d ‹c:# e›\n‹p:url›: http://example.org/a#b",
            "‹p:\"a\"›: ‹s:'it''s'›\n‹p:b›: ‹s:\"c: \\\"d\\\"\"›",
            "- ‹n:-1.5e3›\n- ‹k:true›\n- ‹k:~›\n- 1.2.3\n- 12:30\n- ‹n:0x1F›",
            "- [a, ‹s:'b'›, {‹p:c›: ‹n:1›, ‹p:\"d\"›:‹n:2›}]",
            "‹p:a›: ‹a:&b› ‹a:!!str› ‹n:1›\n‹p:<<›: ‹a:*b›",
            "‹p:a›: ‹a:|-› ‹c:# b›\n‹s:  c: d # e›\n\n‹s:  f›\n‹p:g›: h",
            "- ‹p:a›: ‹a:>›\n‹s:    b›\n  ‹p:c›: d",
            "‹a:%YAML 1.2›\n‹a:---›\n‹p:a›: --- b\n‹a:...›",
        ],
        "html": [
            "‹a:<!DOCTYPE html>›\n<‹k:a-b› ‹p:c›=‹s:\"1 > 0\"› ‹p:d›=‹s:e› ‹p:f›/>",
            "‹c:<!-- <b> -- -->›It's 5 < 6 ‹n:&amp;› & ‹n:&#xE9;› <‹k:b›>\"if\"</‹k:b›>",
            "<‹k:p› ‹p:a›=‹s:'b›\n‹s:c'›>d",
            "<‹k:script› ‹p:src›=‹s:\"a\"›>‹k:let› b = ‹s:\"</b>\"›</‹k:script›>let",
            "<‹k:STYLE›>‹t:.a› { ‹p:b›: ‹n:1px› }</‹k:STYLE›><‹k:p›>",
            "‹a:<?xml version=\"1.0\"?>› ‹a:<![CDATA[›‹s:<a>›‹a:]]>›",
        ],
        "css": [
            "‹k:a›‹a::hover›, ‹t:.b› > ‹t:#c›[‹p:d›=‹s:\"{\"›] { ‹p:color›: ‹n:#fff› }",
            "‹t:.a› { ‹p:b›: ‹n:0› auto ‹n:-1.5em› ‹n:50%› ‹k:!important›; ‹p:--c›: ‹f:var›(‹v:--d›) }",
            #"‹t:.a› { ‹p:b›: ‹f:url›(‹s:http://c;d.png›) e; ‹p:content›: ‹s:"{\"}"›; }"#,
            "‹k:@media› screen ‹k:and› (‹p:min-width›: ‹n:600px›) { ‹k:p› { ‹p:a›: b } } ‹c:/* { */›",
            "‹v:$a›: ‹n:1px›; ‹t:.b› { &‹a::hover› { ‹p:c›: ‹v:$a› } }",
            "‹t:.a› { ‹k:@include› ‹f:b›(‹n:2›); } ‹c:// c›",
            "‹k:@keyframes› a { ‹k:from› { ‹p:b›: ‹n:0› } ‹n:50%› { ‹p:b›: ‹n:.5› } }",
        ],
        // Within a hunk, a deleted line may look like the name of a file.
        "diff": [
            "‹h:--- a/b›\n‹h:+++ b/b›\n‹h:@@ -1,2 +1,2 @@ c›\n d\n‹d:--- e›\n‹i:+-- f›",
            "‹h:diff --git a/b b/b›\n‹d:-a›\n‹i:+b›\n c\n‹c:\\ No newline at end of file›",
            "‹h:@@ -1 +1 @@›\n‹d:-\"a\" & <b>›\n‹i:+b›\n",
        ],
    ]

    @Test(arguments: samples.flatMap { language, codes in codes.map { (language, $0) } })
    func marksTokens(language: String, marked: String) throws {
        #expect(try HighlightedCode.markedAgain(marked, language: language) == marked)
    }
}
