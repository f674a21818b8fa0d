import FileFormats
import Hashing
import NoteModel

/// The database of an Anki package with version 11 of the schema, which Anki writes for older
/// versions of itself.
struct AnkiCollection {
    let decks: [AnkiDeck]
    /// The time of this export, in seconds since 1970.
    let time: Int64
    /// Earlier exports; a card keeps its time as long as its content is the same.
    let earlier: EarlierPackages

    /// The identifier of the note type, the same in every package.
    static let model: Int64 = 1_716_000_000_001
    /// The name of the database in a package.
    static let fileName = "collection.anki2"

    var statements: [SQLiteStatement] {
        var statements = Self.tables.map { SQLiteStatement($0) }
        let texts = [Self.settings, noteTypes, deckTable, Self.deckOptions].map {
            SQLiteValue.text($0)
        }
        statements.append(
            SQLiteStatement(
                "INSERT INTO col VALUES (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, '{}')",
                values: [.integer(time), .integer(time * 1000), .integer(time * 1000)] + texts))
        var taken: Set<Int64> = []
        var position: Int64 = 0
        for deck in decks {
            for card in deck.cards {
                var number = Self.number(card.identifier)
                while !taken.insert(number).inserted { number += 1 }
                position += 1
                let tags = deck.tags.isEmpty ? "" : " \(deck.tags.joined(separator: " ")) "
                let fields = card.question + "\u{1F}" + card.answer
                let modified = earlier.time(
                    of: card.identifier, fields: fields, tags: tags, now: time)
                statements.append(
                    SQLiteStatement(
                        "INSERT INTO notes VALUES (?, ?, ?, ?, -1, ?, ?, ?, ?, 0, '')",
                        values: [
                            .integer(number), .text(card.identifier), .integer(Self.model),
                            .integer(modified), .text(tags), .text(fields), .text(card.question),
                            .integer(Self.checksum(card.question)),
                        ]))
                statements.append(
                    SQLiteStatement(
                        "INSERT INTO cards VALUES (?, ?, ?, 0, ?, -1, 0, 0, ?, 0, 0, 0, 0, 0, 0, 0, 0, '')",
                        values: [
                            .integer(number), .integer(number),
                            .integer(Self.number(deck.identifier)), .integer(modified),
                            .integer(position),
                        ]))
            }
        }
        return statements
    }

    /// Returns an identifier derived from a name, in the range of those that Anki makes of the time
    /// in milliseconds.
    private static func number(_ name: String) -> Int64 {
        let digits = ContentDigest(ofLines: ["anki", name]).text.prefix(12)
        return 1_000_000_000_000 + (Int64(digits, radix: 16) ?? 0) % 600_000_000_000
    }

    /// Returns a checksum that is the same for equal questions; Anki recomputes it on import.
    private static func checksum(_ question: String) -> Int64 {
        Int64(ContentDigest(of: Array(question.utf8)).text.prefix(8), radix: 16) ?? 0
    }

    private static let settings = #"""
        {"nextPos":1,"estTimes":true,"activeDecks":[1],"sortType":"noteFld","sortBackwards":false,\#
        "addToCur":true,"curDeck":1,"newSpread":0,"dueCounts":true,"collapseTime":1200,\#
        "timeLim":0,"curModel":\#(model)}
        """#

    private var noteTypes: String {
        let fields = ["Front", "Back"].enumerated().map { order, name in
            #"""
            {"name":"\#(name)","ord":\#(order),"sticky":false,"rtl":false,"font":"Arial",\#
            "size":20,"media":[]}
            """#
        }
        return #"""
            {"\#(Self.model)":{"id":\#(Self.model),"name":"Notebinder","type":0,"mod":\#(time),\#
            "usn":-1,"sortf":0,"did":1,"tmpls":[{"name":"Card 1","ord":0,"qfmt":"{{Front}}",\#
            "afmt":"{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}","did":null,"bqfmt":"","bafmt":""}],\#
            "flds":[\#(fields.joined(separator: ","))],\#
            "css":".card { font-family: arial; font-size: 20px; text-align: center; }",\#
            "latexPre":"","latexPost":"","vers":[],"tags":[],"req":[[0,"any",[0]]]}}
            """#
    }

    private var deckTable: String {
        let all: [(Int64, String)] =
            [(1, "Default")] + decks.map { (Self.number($0.identifier), $0.title) }
        let entries = all.map { number, name in
            var title: [UInt8] = []
            JSONValue.string(name).append(to: &title)
            return #"""
                "\#(number)":{"id":\#(number),"name":\#(String(decoding: title, as: UTF8.self)),\#
                "mod":\#(time),"usn":-1,"conf":1,"desc":"","dyn":0,"collapsed":false,"extendNew":10,\#
                "extendRev":50,"newToday":[0,0],"revToday":[0,0],"lrnToday":[0,0],"timeToday":[0,0]}
                """#
        }
        return "{\(entries.joined(separator: ","))}"
    }

    private static let deckOptions = #"""
        {"1":{"id":1,"name":"Default","mod":0,"usn":0,"maxTaken":60,"autoplay":true,"timer":0,\#
        "replayq":true,"new":{"delays":[1,10],"ints":[1,4,7],"initialFactor":2500,"perDay":20,\#
        "order":1,"bury":true,"separate":true},"rev":{"perDay":200,"ease4":1.3,"fuzz":0.05,\#
        "ivlFct":1,"maxIvl":36500,"minSpace":1,"bury":true},"lapse":{"delays":[10],"mult":0,\#
        "minInt":1,"leechFails":8,"leechAction":0}}}
        """#

    private static let tables = [
        "CREATE TABLE col (id integer PRIMARY KEY, crt integer NOT NULL, mod integer NOT NULL, scm integer NOT NULL, ver integer NOT NULL, dty integer NOT NULL, usn integer NOT NULL, ls integer NOT NULL, conf text NOT NULL, models text NOT NULL, decks text NOT NULL, dconf text NOT NULL, tags text NOT NULL)",
        "CREATE TABLE notes (id integer PRIMARY KEY, guid text NOT NULL, mid integer NOT NULL, mod integer NOT NULL, usn integer NOT NULL, tags text NOT NULL, flds text NOT NULL, sfld integer NOT NULL, csum integer NOT NULL, flags integer NOT NULL, data text NOT NULL)",
        "CREATE TABLE cards (id integer PRIMARY KEY, nid integer NOT NULL, did integer NOT NULL, ord integer NOT NULL, mod integer NOT NULL, usn integer NOT NULL, type integer NOT NULL, queue integer NOT NULL, due integer NOT NULL, ivl integer NOT NULL, factor integer NOT NULL, reps integer NOT NULL, lapses integer NOT NULL, left integer NOT NULL, odue integer NOT NULL, odid integer NOT NULL, flags integer NOT NULL, data text NOT NULL)",
        "CREATE TABLE revlog (id integer PRIMARY KEY, cid integer NOT NULL, usn integer NOT NULL, ease integer NOT NULL, ivl integer NOT NULL, lastIvl integer NOT NULL, factor integer NOT NULL, time integer NOT NULL, type integer NOT NULL)",
        "CREATE TABLE graves (usn integer NOT NULL, oid integer NOT NULL, type integer NOT NULL)",
        "CREATE INDEX ix_notes_usn ON notes (usn)", "CREATE INDEX ix_cards_usn ON cards (usn)",
        "CREATE INDEX ix_revlog_usn ON revlog (usn)", "CREATE INDEX ix_cards_nid ON cards (nid)",
        "CREATE INDEX ix_cards_sched ON cards (did, queue, due)",
        "CREATE INDEX ix_revlog_cid ON revlog (cid)", "CREATE INDEX ix_notes_csum ON notes (csum)",
    ]
}
