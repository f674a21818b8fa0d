import TestSupport
import Testing

/// Tokens of Ruby, SQL, the shell and its sessions. Pygments 2.21 finds the same comments, strings,
/// keywords and numbers, except where it does not know a syntax.
@Suite(.tags(.fast))
struct ScriptTokenTests {
    @Test(arguments: [
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
    ])
    func marksRuby(marked: String) throws {
        #expect(try HighlightedCode.markedAgain(marked, language: "ruby") == marked)
    }

    @Test(arguments: [
        "‹k:select› ‹f:count›(*), ‹s:'it''s -- a'› ‹k:FROM› b ‹c:-- c›",
        "‹k:CREATE› ‹k:TABLE› a (b ‹t:VARCHAR›(‹n:255›) ‹k:NOT› ‹k:NULL›) ‹c:/* d›\n‹c:e */›;",
        #"‹k:where› a.b = ‹v::c› ‹k:and› d > ‹v:@e› ‹k:or› f = ‹s:'\'› ‹k:limit› ‹n:1e3›"#,
    ])
    func marksSQL(marked: String) throws {
        #expect(try HighlightedCode.markedAgain(marked, language: "sql") == marked)
    }

    @Test(arguments: [
        "‹k:if› [[ -f ‹s:\"›‹v:$a›‹s:/b#c\"› && ‹v:$#› -gt ‹n:1› ]]; ‹k:then› ‹f:echo› a#b ‹c:# c›",
        "‹v:a›=‹s:\"$(›b ‹s:\"›‹v:$c›‹s:\"› | d‹s:)\"›; ‹f:e›()",
        "‹v:a›=‹s:\"›‹v:${1:-$HOME/b}›‹s:\"›; swift test --for /if",
        "a ‹s:\"›‹v:${b#\"${c}:\"}›‹s:\"› ‹s:\"›‹v:$d›‹s:$\"›",
        #"‹f:echo› it\'s ‹s:$'a\'b'› ‹s:'c\'› ‹v:$1›"#,
        "cat <<‹s:EOF› > ‹s:\"›‹v:$a›‹s:\"›\n‹s:b $c \"d›\n‹s:EOF›\n‹f:exit› ‹n:1›",
        "cat <<-‹s:'END'› | sort\n‹s:\t# a›\n‹s:\tEND›\nb <<< ‹s:\"c\"›",
        "‹k:function› ‹f:a› { b ‹n:2›>&‹n:1› c2; }",
        "‹k:case› ‹v:$a› ‹k:in› b|c) ‹f:continue› ;; ‹k:esac›",
    ])
    func marksShellScripts(marked: String) throws {
        #expect(try HighlightedCode.markedAgain(marked, language: "sh") == marked)
    }

    /// The output of commands is plain.
    @Test(arguments: [
        "‹h:$› ls ‹s:\"›‹v:$HOME›‹s:\"› ‹c:# a›\ntotal 12 \"b\n‹h:me@host:~/a$› ‹f:cd› b",
        "‹c:# a›\n‹h:$› ‹f:echo› b \\\n‹h:>› c\nout 50% done",
    ])
    func marksSessions(marked: String) throws {
        #expect(try HighlightedCode.markedAgain(marked, language: "console") == marked)
    }
}
