import FileFormats
import Foundation
import NoteArchives
import NoteModel
import TestSupport
import Testing

/// Stores of iOS 8 and earlier, whose texts are HTML.
@Suite(.tags(.acceptance))
struct OldAppleNotesTests: ReadingSuite {
    let folder = TemporaryFolder()

    /// Reads a store with rows of notes, of texts and of attachments, in SQL.
    private func read(
        notes: String, texts: String, attachments: String = "(1, 1, 'a.jpg')"
    ) throws -> SourceOutcome {
        try MadeStore.write(
            to: folder.path + "/old", entities: [("Account", 0), ("Note", 0)],
            statements: [
                "CREATE TABLE ZACCOUNT (Z_PK INTEGER PRIMARY KEY, ZNAME)",
                "CREATE TABLE ZSTORE (Z_PK INTEGER PRIMARY KEY, ZACCOUNT, ZNAME)",
                "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, ZTITLE, ZCREATIONDATE, ZMODIFICATIONDATE, ZGUID, ZSTORE, ZDELETEDFLAG, ZISBOOKKEEPINGENTRY, ZBODY)",
                "CREATE TABLE ZNOTEBODY (Z_PK INTEGER PRIMARY KEY, ZOWNER, ZCONTENT)",
                "CREATE TABLE ZNOTEATTACHMENT (Z_PK INTEGER PRIMARY KEY, ZNOTE, ZFILENAME)",
                "INSERT INTO ZACCOUNT VALUES (1, 'Mail')",
                "INSERT INTO ZSTORE VALUES (1, 1, 'LOCAL_NOTES_STORE')",
                "INSERT INTO ZNOTE VALUES \(notes)",
                "INSERT INTO ZNOTEBODY VALUES \(texts)",
                "INSERT INTO ZNOTEATTACHMENT VALUES \(attachments)",
            ].map { SQLiteStatement($0) })
        return try read("old")
    }

    @Test func readsNotesInHTML() throws {
        let outcome = try read(
            notes:
                "(1, 'Old', 86400, NULL, 'G', 1, 0, 0, 1), (2, 'Gone', 1, 1, 'H', 1, 1, 0, NULL)",
            texts:
                "(1, 1, 'Old<div>one &amp; <b>two</b></div><div><br></div><div><a href=\"https://a.example\">a</a>&nbsp;<u>b</u></div><ul><li>c<ul><li>d</li></ul></li></ul><script>e</script>')"
        )
        let note = try #require(outcome.notes.first)
        #expect(outcome.notes.count == 1)
        #expect(note.title == "Old" && note.identifier == "G")
        #expect(note.folders == ["Notes"] && note.account == "Mail")
        #expect(
            note.body == """
                one & **two**

                [a](<https://a.example>) <u>b</u>

                - c
                  - d
                """)
        #expect(outcome.diagnostics.map(\.identifier) == [.unreadAttachment, .unreadTrash])
    }

    @Test func readsNamedReferencesAndCells() throws {
        let outcome = try read(
            notes: "(1, 'Old', 86400, NULL, 'G', 1, 0, 0, 1)",
            texts:
                "(1, 1, 'Old<div>caf&eacute; &uuml;ber &euro;5 &mdash; it&rsquo;s</div><table><tr><td>Anna</td><td>12</td></tr></table>')",
            attachments: "(1, 9, 'a.jpg')")
        #expect(outcome.notes.first?.body == "café über €5 — it’s\nAnna 12")
    }

    @Test func keepsHeadingsQuotesCodeAndScripts() throws {
        let outcome = try read(
            notes: "(1, 'Old', 86400, NULL, 'G', 1, 0, 0, 1)",
            texts:
                "(1, 1, 'Old<h2>Part</h2><blockquote>said<br>twice</blockquote><pre>a  b\n\n  c\n</pre><p>10<sup>-3</sup> x<sub>max</sub></p>')"
        )
        #expect(
            outcome.notes.first?.body == """
                ## Part

                > said
                > twice

                ```
                a  b

                  c
                ```

                10⁻³ x<sub>max</sub>
                """)
    }

    @Test func namesTextsAndFilesThatAreLost() throws {
        let outcome = try read(
            notes:
                "(1, 'Whole', 1e300, NULL, 'G', 1, 0, 0, 1), (2, 'No text', 1, 1, 'H', 1, 0, 0, 7), (3, 'Data', 1, 1, 'H', 1, 0, 0, 3)",
            texts: "(1, 1, 'Whole<br><img src=\"a\">'), (3, 3, x'00')",
            attachments: "(1, 1, 'a.jpg'), (2, 1, NULL)")
        #expect(outcome.notes.map(\.body) == ["(attachment)"])
        #expect(
            outcome.diagnostics.map(\.identifier)
                == [.unreadAttachment, .impossibleDate, .damagedObject, .damagedObject])
        #expect(outcome.diagnostics[0].summary.contains("2 files, such as “a.jpg”"))
        #expect(outcome.diagnostics[2].summary.contains("“No text”"))
        #expect(outcome.diagnostics[3].summary.contains("“Data”"))
    }

    @Test func keepsItemsWhoseWordsAreInBlocks() throws {
        let html = "Old<ul><li><div>a</div></li><li><p>b</p><div>c</div></li></ul><pre>d</pre>e"
        let body = try #require(
            read(notes: "(1, 'Old', 1, 1, 'G', 1, 0, 0, 1)", texts: "(1, 1, '\(html)')").notes
                .first?.body)
        #expect(body == "- a\n- b\n\nc\n\n```\nd\n```\n\ne")
    }

    @Test func limitsTheDepthOfLists() throws {
        let html = "Deep" + String(repeating: "<ul><li>x", count: 5_000)
        let body = try #require(
            read(notes: "(1, 'Deep', 1, 1, 'G', 1, 0, 0, 1)", texts: "(1, 1, '\(html)')").notes
                .first?.body)
        #expect(body.split(separator: "\n").count == 5_000)
        #expect(body.utf8.count < 150_000)
    }
}
