import Hashing
import NoteModel
import OutputPlan
import TestSupport
import Testing

@Suite(.tags(.fast))
struct SlugTests {
    @Test(arguments: [
        ("A Walk in Arezzo", "a-walk-in-arezzo"), ("../../etc/passwd", "etc-passwd"),
        ("日本語のノート ☕️", "日本語のノート"), ("Mia’s birthday 🎂", "mias-birthday"), ("don't", "dont"),
        ("☕️", "note"), ("", "note"), ("Cafe\u{301}", "café"),
        ("  spaces\tand\nlines ", "spaces-and-lines"),
        ("a/b\\c:d*e?f\"g<h>i|j", "a-b-c-d-e-f-g-h-i-j"), ("CON", "con"), ("ΑΒΓ", "αβγ"),
        ("x\0y", "x-y"), ("-\u{FF9E}x", "x"), ("\u{E33}", "note"), ("กำ", "กำ"),
    ])
    func keepsLettersAndDigits(title: String, slug: String) {
        #expect(Slug(title: title).text == slug)
        #expect(Slug(title: title).text.unicodeScalars.elementsEqual(slug.unicodeScalars))
    }

    @Test(arguments: ["a", "é", "日", "👨‍👩‍👧", "word "])
    func staysShort(unit: String) {
        let slug = Slug(title: String(repeating: unit, count: 500)).text
        #expect((1...120).contains(slug.utf8.count))
        #expect(!slug.hasSuffix("-"))
    }

    @Test func givesTheFirstOfEqualTitlesTheBareSlug() {
        let slugs = Slug.distinct(for: [
            "Monday", "monday!", "Monday 2", "MONDAY", "Straße", "strasse",
        ])
        #expect(
            slugs.map(\.text) == [
                "monday", "monday-3", "monday-2", "monday-4", "straße", "strasse-2",
            ])
    }

    @Test func staysDistinctAmongThousands() {
        let slugs = Slug.distinct(for: [String](repeating: "Same", count: 5000))
        #expect(Set(slugs.map { $0.text.lowercased() }).count == 5000)
    }
}

@Suite(.tags(.fast))
struct ContentKeyTests {
    @Test func isTheSHA256OfTheBytes() {
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(ContentDigest(of: Array("abc".utf8)).text == known)
        var hasher = ContentHasher()
        for byte in "abc".utf8 { [byte].withUnsafeBytes { hasher.update($0) } }
        #expect(hasher.digest().text == known)
        #expect(ContentDigest(text: known) == ContentDigest(of: Array("abc".utf8)))
        #expect(ContentDigest(text: known)?.text == known)
        #expect(ContentDigest(text: known.uppercased()) == nil)
    }
}

@Suite(.tags(.fast))
struct TreePlanTests {
    @Test func holdsEachPathOnceInOrder() {
        let file = { OutputFile(OutputPath($0), content: .bytes([])) }
        let plan = TreePlan(tree: "site", files: [file("b"), file("a/c"), file("b")])
        #expect(plan.files.map(\.path.text) == ["a/c", "b"])
    }
}
