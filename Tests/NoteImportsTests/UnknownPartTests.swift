import Foundation
import LocalFiles
import NoteModel
import Platform
import TestSupport
import Testing

@testable import NoteImports

/// Parts of imported documents that do not fit into a note: each is kept, or named.
///
/// Documents hold words that begin with `zz` at every place where something unknown can stand. Each
/// of them is in the note afterwards, or in a report, or in the list of those that were left out on
/// purpose.
@Suite(.tags(.fast))
struct UnknownPartTests {
    private let folder = TemporaryFolder()
    private static let picture = PNGPicture.quarters(width: 2, height: 2)

    /// Returns the words of a document that are neither in notes nor in reports.
    private func lostWords(
        of document: String, in notes: [ReadNote], problems: [String]
    ) -> [String] {
        var kept = problems.joined(separator: "\n")
        for read in notes { dump(read.note, to: &kept) }
        let words = Set(document.matches(of: /zz[a-z]+/).map { String($0.output) })
        return words.filter { !kept.contains($0) }.sorted()
    }

    @Test func accountsForEverythingOfENEX() throws {
        let content = """
            <en-note zznoteattribute="1"><p zzattribute="1">zztext</p><zzelement zzother="1">zzinner</zzelement>\
            <a href="http://zzlink" title="zzlinktitle">zzlabel</a><img src="http://zzpicture" alt="zzalt"/>\
            <object data="http://zzobject">zzfallback<img src="http://zzinobject"/></object><map><area href="http://zzarea" alt="zzareatext"/></map>\
            <input value="zzinput"/><en-crypt hint="zzhint">secret</en-crypt><cite>zzcite</cite><textarea>zzform</textarea>\
            <table><caption>zzcaption</caption><tr><td>zzcell<ul><li>zzitem</li></ul></td></tr></table>\
            <video src="http://zzvideo" poster="http://posterzz"></video><area href="javascript:a" alt="zzscript"/><svg><a xlink:href="b">zzsvg</a></svg>\
            <div style="--en-clipped-source-url:https://known.example/">zzclip</div><div style="--en-clipped-content:fullPage; --en-clipped-source-url:https://zzclipped/A?b=1"><div style="--en-richlink:true; --en-href:https://zzrich/">zzpreview</div></div>\
            <video src="http://zzfilm"><track src="http://track"/></video><iframe src="http://zzframe" srcdoc="document"></iframe><input type="image" src="button"/></en-note>
            """
        let document = """
            <?xml version="1.0" encoding="UTF-8"?><en-export application="a" version="1" zzroot="1">
            <zzchild>x</zzchild>
            <note zzofnote="1"><title zzoftitle="1">zztitle</title><content><![CDATA[\(content)]]></content>
            <created>20240101T000000Z</created><tag zzoftag="1">zztag</tag><zzinnote>x</zzinnote>
            <note-attributes><author>zzauthor</author><source-url>https://known.example/</source-url><zzproperty>zzvalue</zzproperty></note-attributes>
            <resource zzofresource="1"><data encoding="base64">\(Data(Self.picture).base64EncodedString())</data><mime>image/png</mime><zzinresource>x</zzinresource>
            <resource-attributes><file-name>zzfile.png</file-name><zzresourceproperty>x</zzresourceproperty></resource-attributes></resource>
            <task><title>zztask</title><zzintask>x</zzintask><reminder><zzinreminder>x</zzinreminder></reminder></task></note></en-export>
            """
        let path = try folder.write(document, to: "a.enex")
        try LocalFiles.makeFolder(folder.path + "/scratch")
        let export = try ENEXImport.read(path, scratch: folder.path + "/scratch")
        // The text of elements that no browser knows is kept without them.
        #expect(
            lostWords(of: document, in: export.notes, problems: export.problems) == ["zzelement"])
        #expect(export.notes.first?.note.body.contains("javascript") == false)
        #expect(export.notes.first?.note.body.contains("known.example") == false)
        for name in ["poster", "xlink:href", "srcdoc", "href with a script"] {
            #expect(export.problems.contains { $0.contains("1 of the attribute “\(name)”") })
        }
        #expect(export.problems.contains { $0.contains("2 of the attribute “src”") })
        #expect(
            export.problems.contains(
                "a.enex has 1 of the attribute “zzattribute”, which notes do not support; its value was not imported."
            ))
    }

    @Test func accountsForEverythingOfJoplin() throws {
        func item(_ digit: Int, _ text: String, type: Int) throws -> String {
            let id = String(repeating: "a", count: 31) + "\(digit)"
            let item = "\(text)\nid: \(id)\ntype_: \(type)"
            try folder.write(item, to: "raw/\(id).md")
            return item
        }
        let file = ":/" + String(repeating: "a", count: 31) + "3"
        var document = try item(
            1,
            "zztitle\n\nzzbody ![zzalt](\(file) \"zzpicture\") <zzelement>x</zzelement>\n\nsource_url: http://zzaddress\nzzproperty: zzvalue",
            type: 1)
        document += try item(2, "zznotebook\n\nzzofnotebook: 7", type: 2)
        document += try item(3, "zzfile.png\n\nmime: image/png\nzzoffile: 7", type: 4)
        document += try item(4, "zztag\n\nzzoftag: 7", type: 5)
        document += try item(5, "zzsubject\n\nzzofsubject: 7", type: 99)
        try folder.write("x", to: "raw/zzother.txt")
        try folder.write("x", to: "raw/resources/zzunused.bin")
        document += "zzother zzunused"
        let export = try JoplinFolder.read(folder.path + "/raw", scratch: folder.path)
        // Tags without a note, notebooks, and items of an unknown type, which are named by their
        // files.
        #expect(
            lostWords(of: document, in: export.notes, problems: export.problems) == [
                "zznotebook", "zzofsubject", "zzsubject", "zztag",
            ])
        #expect(export.problems.contains { $0.contains("an item of a type that is not known") })
    }

    /// Values of every shape, in YAML and in TOML.
    @Test(arguments: [
        """
        ---
        title: zztitle
        zzscalar: zzvalue
        zzmap: {zzkey: zzinner, list: [zzone, {zzdeep: 2}]}
        zzdate: 2024-05-05
        zztext: |
          zzfirst
          zzsecond
        tags: [zztag]
        aliases: zzalias
        created: zznodate
        ---
        zzbody
        """,
        """
        +++
        title = "zztitle"
        zzscalar = "zzvalue"
        zzlist = ["zzone", {zzdeep = "zzinner"}]
        [zztable]
        zzmoment = 1979-05-27T07:32:00Z
        [[zzrows]]
        zzcell = "zzcontent"
        +++
        zzbody
        """,
        """
        ---
        title: zztitle
        title: zzagain
        zzscalar: zzvalue
        ---
        zzbody
        """,
    ])
    func accountsForEverythingOfFrontMatter(document: String) throws {
        try folder.write(document, to: "A.md")
        let (read, problems) = try MarkdownFolder(folder.path, zone: .utc).note("A.md")
        #expect(lostWords(of: document, in: [read], problems: problems) == [])
    }

    @Test func keepsUnknownTextBundleMetadata() throws {
        try folder.write("x", to: "A.textbundle/text.md")
        try folder.write(
            """
            {"version": 2, "type": "net.daringfireball.markdown", "mood": "good",
             "net.shinyfrog.bear": {"pinned": 1, "archived": 0, "trashed": 0, "trashedDate": "2024-01-01T00:00:00Z", "uniqueIdentifier": "1", "lock": false, "colour": "red"}}
            """, to: "A.textbundle/info.json")
        let read = try MarkdownFolder(folder.path, zone: .utc).note("A.textbundle/text.md")
        #expect(read.note.note.otherFields.map(\.key).sorted() == ["colour", "mood", "pinned"])
    }

    /// Links to blocks, which only Obsidian knows, are named.
    @Test func namesReferencesToBlocks() throws {
        try folder.write("[[B#^one|x]] ![[B#^two]] [[B#Part]] [y](B.md#^one) [[#^own]]", to: "A.md")
        let (_, problems) = try MarkdownFolder(folder.path, zone: .utc).note("A.md")
        #expect(problems.count == 1 && problems[0].contains("4 blocks of notes"), "\(problems)")
    }
}
