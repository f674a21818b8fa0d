import TestSupport
import Testing

/// Tokens of C and its relatives, Go, Rust, Java and Kotlin. Pygments 2.21 finds the same comments,
/// strings, keywords and numbers, except where it does not know a syntax.
@Suite(.tags(.fast))
struct CompiledLanguageTokenTests {
    @Test(arguments: [
        "‹a:#include› ‹s:<stdio.h>› ‹c:// a›\n‹a:#include› ‹s:\"b.h\"›",
        "‹a:#  define› ‹f:MAX›(a) ((a) > ‹n:077›)",
        "‹k:struct› ‹t:node› { ‹t:uint32_t› a; } *b = ‹k:NULL›;",
        #"‹t:char› a[] = {‹s:'\''›, ‹s:L'b'›}; ‹n:1.5e-3f› + ‹n:1.› + ‹n:.5›;"#,
        "‹f:f›(‹s:\"a \\›\n‹s:b\"›, ‹s:u8\"c\\\\\"›, class)",
    ])
    func marksC(marked: String) throws {
        #expect(try HighlightedCode.markedAgain(marked, language: "c") == marked)
    }

    @Test(arguments: [
        #"‹k:auto› a = ‹s:R"x(b )" \ )x"› + c;"#,
        "‹k:class› ‹t:A› ‹k:final› : ‹k:public› ‹t:B›<‹t:int›> { ‹t:size_t› n = ‹n:1'000'000›; };",
        "‹k:template› <‹k:typename› ‹t:T›> ‹t:void› ‹f:f›() ‹k:const› ‹k:override›;",
    ])
    func marksCPlusPlus(marked: String) throws {
        #expect(try HighlightedCode.markedAgain(marked, language: "c++") == marked)
    }

    @Test(arguments: [
        "‹k:@interface› ‹t:Note› : ‹t:NSObject›",
        #"a = ‹s:@"b\"c"›; ‹f:f›(‹s:@"%@"›, ‹k:nil›, @‹n:1›);"#,
    ])
    func marksObjectiveC(marked: String) throws {
        #expect(try HighlightedCode.markedAgain(marked, language: "objc") == marked)
    }

    @Test(arguments: [
        "‹k:func› (n *Note) ‹f:Path›(a ...‹t:any›) (b ‹t:string›, err ‹t:error›) {",
        "a := ‹s:`C:\\b›\n‹s:\"c\"`› + ‹s:'\\''›",
        "‹k:type› ‹t:Note› ‹k:struct› { a ‹t:int64› ‹s:`json:\"a\"`› } ‹c:/* b */›",
        "‹k:var› m ‹k:map›[‹t:string›][]‹t:byte› = ‹k:nil›; ‹n:0x1F_FF› + ‹n:1e9› + ‹n:2.›",
    ])
    func marksGo(marked: String) throws {
        #expect(try HighlightedCode.markedAgain(marked, language: "go") == marked)
    }

    @Test(arguments: [
        "‹k:fn› ‹f:f›<‹a:'a›>(a: &‹a:'a› ‹t:str›) { (‹s:'c'›, ‹s:'\\''›, ‹s:'é'›, ‹s:b'\\n'›) }",
        ##"‹k:let› a = ‹s:r#"b "c" \"#› + ‹s:b"d"›;"##,
        ###"‹s:br##"d"# e"##› + f"###,
        "‹a:#![allow›(dead_code)] ‹c:/* a /* b */ c */›",
        "‹a:#[derive›(‹t:Debug›)] ‹k:struct› ‹t:A›;",
        #"‹f:write!›(f, ‹s:"{}\n"›, ‹k:self›.a)?; b.‹k:await›; c != d"#,
        "‹k:for› i ‹k:in› ‹n:0›..‹n:10› { ‹k:break› ‹a:'outer›; } t.‹n:0.1›; ‹n:1.0›..=‹n:2.5e3›",
    ])
    func marksRust(marked: String) throws {
        #expect(try HighlightedCode.markedAgain(marked, language: "rs") == marked)
    }

    @Test(arguments: [
        #"‹a:@Override› ‹k:public› ‹t:String› ‹f:a›() { ‹k:return› ‹s:"b\"c"› + ‹s:'\''›; }"#,
        "‹t:String› a = ‹s:\"\"\"›\n‹s:  b \"c\"›\n‹s:  d\"\"\"›;",
        "‹k:record› ‹t:Point›(‹t:int› x) {} ‹k:var› b = record + ‹n:1_000L› + LIMIT;",
        "‹k:switch› (x) { ‹k:case› ‹n:1› -> ‹k:yield› ‹n:2›; } ‹t:Note›.‹k:class›",
    ])
    func marksJava(marked: String) throws {
        #expect(try HighlightedCode.markedAgain(marked, language: "java") == marked)
    }

    @Test(arguments: [
        "‹k:data› ‹k:class› ‹t:Note›(‹k:val› a: ‹t:Int› = ‹n:0xFF›) : ‹t:Base›()",
        #"‹s:"›‹v:$a›‹s:/${›b.map { ‹s:"<›‹v:$it›‹s:>"› }‹s:} \$c"› + data"#,
        #"‹k:val› a = ‹s:"""C:\b "c" ›‹v:$d›‹s:"""› ‹c:/* /* */ */›"#,
    ])
    func marksKotlin(marked: String) throws {
        #expect(try HighlightedCode.markedAgain(marked, language: "kt") == marked)
    }
}
