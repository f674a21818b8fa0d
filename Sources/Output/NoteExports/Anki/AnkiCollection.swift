import FileFormats
import Hashing
import NoteModel

/// The database of an Anki package with version 11 of the schema, which Anki writes for older
/// versions of itself.
struct AnkiCollection {
    private let decks: [AnkiDeck]
    private let time: Int64
    private let earlier: EarlierPackages

    /// The identifier of the note type, the same in every package.
    static let model: Int64 = 1_716_000_000_001
    /// The name of the database in a package.
    static let fileName = "collection.anki2"

    /// - Parameters:
    ///   - time: The time of this export, in seconds since 1970.
    ///   - earlier: Earlier exports; a card keeps its time as long as its content is the same.
    init(_ decks: [AnkiDeck], time: Int, earlier: EarlierPackages) {
        self.decks = decks
        self.time = Int64(time)
        self.earlier = earlier
    }

    var statements: [SQLiteStatement] {
        var statements = Self.tables.map { SQLiteStatement($0) }
        let texts = [conf, models, deckTable, deckOptions].map { value in
            var bytes: [UInt8] = []
            value.append(to: &bytes)
            return SQLiteValue.text(String(decoding: bytes, as: UTF8.self))
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

    private var conf: JSONValue {
        .object([
            ("nextPos", .integer(1)), ("estTimes", .bool(true)),
            ("activeDecks", .array([.integer(1)])),
            ("sortType", .string("noteFld")), ("sortBackwards", .bool(false)),
            ("addToCur", .bool(true)), ("curDeck", .integer(1)), ("newSpread", .integer(0)),
            ("dueCounts", .bool(true)), ("collapseTime", .integer(1200)), ("timeLim", .integer(0)),
            ("curModel", .integer(Int(Self.model))),
        ])
    }

    private var models: JSONValue {
        func field(_ name: String, order: Int) -> JSONValue {
            .object([
                ("name", .string(name)), ("ord", .integer(order)), ("sticky", .bool(false)),
                ("rtl", .bool(false)), ("font", .string("Arial")), ("size", .integer(20)),
                ("media", .array([])),
            ])
        }
        let template: JSONValue = .object([
            ("name", .string("Card 1")), ("ord", .integer(0)), ("qfmt", .string("{{Front}}")),
            ("afmt", .string("{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}")),
            ("did", .null), ("bqfmt", .string("")), ("bafmt", .string("")),
        ])
        let style = ".card { font-family: arial; font-size: 20px; text-align: center; }"
        let model: JSONValue = .object([
            ("id", .integer(Int(Self.model))), ("name", .string("Notebinder")),
            ("type", .integer(0)),
            ("mod", .integer(Int(time))), ("usn", .integer(-1)), ("sortf", .integer(0)),
            ("did", .integer(1)), ("tmpls", .array([template])),
            ("flds", .array([field("Front", order: 0), field("Back", order: 1)])),
            ("css", .string(style)),
            ("latexPre", .string("")), ("latexPost", .string("")), ("vers", .array([])),
            ("tags", .array([])),
            (
                "req",
                .array([.array([.integer(0), .string("any"), .array([.integer(0)])])])
            ),
        ])
        return .object([(String(Self.model), model)])
    }

    private var deckTable: JSONValue {
        func entry(_ number: Int64, name: String) -> (String, JSONValue) {
            let today: JSONValue = .array([.integer(0), .integer(0)])
            return (
                String(number),
                .object([
                    ("id", .integer(Int(number))), ("name", .string(name)),
                    ("mod", .integer(Int(time))), ("usn", .integer(-1)), ("conf", .integer(1)),
                    ("desc", .string("")), ("dyn", .integer(0)), ("collapsed", .bool(false)),
                    ("extendNew", .integer(10)), ("extendRev", .integer(50)), ("newToday", today),
                    ("revToday", today), ("lrnToday", today), ("timeToday", today),
                ])
            )
        }
        return .object(
            [entry(1, name: "Default")]
                + decks.map { entry(Self.number($0.identifier), name: $0.title) })
    }

    private var deckOptions: JSONValue {
        .object([
            (
                "1",
                .object([
                    ("id", .integer(1)), ("name", .string("Default")), ("mod", .integer(0)),
                    ("usn", .integer(0)), ("maxTaken", .integer(60)), ("autoplay", .bool(true)),
                    ("timer", .integer(0)), ("replayq", .bool(true)),
                    (
                        "new",
                        .object([
                            ("delays", .array([.integer(1), .integer(10)])),
                            ("ints", .array([.integer(1), .integer(4), .integer(7)])),
                            ("initialFactor", .integer(2500)), ("perDay", .integer(20)),
                            ("order", .integer(1)), ("bury", .bool(true)),
                            ("separate", .bool(true)),
                        ])
                    ),
                    (
                        "rev",
                        .object([
                            ("perDay", .integer(200)), ("ease4", .real(1.3)), ("fuzz", .real(0.05)),
                            ("ivlFct", .integer(1)), ("maxIvl", .integer(36500)),
                            ("minSpace", .integer(1)), ("bury", .bool(true)),
                        ])
                    ),
                    (
                        "lapse",
                        .object([
                            ("delays", .array([.integer(10)])), ("mult", .integer(0)),
                            ("minInt", .integer(1)), ("leechFails", .integer(8)),
                            ("leechAction", .integer(0)),
                        ])
                    ),
                ])
            )
        ])
    }

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
