import FileFormats
import Markup
import NoteModel
import Platform

/// Reads the store of Apple Notes of iOS 8 and earlier, `notes.sqlite`, in which accounts outside of
/// iCloud have their notes still. Its texts are HTML.
struct OldAppleNotes: AppleNotesReader, DiagnosticReporter {
    let source: NotesFolder.SourceFile
    var diagnostics: [Diagnostic] = []
    private(set) var tallies: [FolderTally] = []
    private let file: SQLiteFile
    /// The error that ended the reading of a table; nil for none.
    private var failure: SQLiteError?

    /// The maximum number of rows of a table that are read.
    private static let maximumCount = 1_000_000
    private static let columns = [
        "Z_PK", "ZTITLE", "ZCREATIONDATE", "ZMODIFICATIONDATE", "ZGUID", "ZSTORE", "ZDELETEDFLAG",
        "ZISBOOKKEEPINGENTRY", "ZBODY",
    ]
    /// The name of the folder that the app shows for the local store.
    private static let localStore = (name: "LOCAL_NOTES_STORE", shown: "Notes")

    /// True for a database with the tables of the app.
    static func isStore(_ file: SQLiteFile) -> Bool {
        ["ZNOTE", "ZNOTEBODY", "ZSTORE", "ZACCOUNT"].allSatisfy { file.columns[$0] != nil }
            && columns.allSatisfy(file.columns["ZNOTE"]?.contains ?? { _ in false })
    }

    init(_ source: NotesFolder.SourceFile, file: SQLiteFile) {
        (self.source, self.file) = (source, file)
    }

    mutating func read() throws -> [Note] {
        let notes = rows("ZNOTE", columns: Self.columns)
        let texts = table("ZNOTEBODY", key: "Z_PK", ["ZCONTENT"]).mapValues { $0[0][0].text }
        let accounts = table("ZACCOUNT", key: "Z_PK", ["ZNAME"]).mapValues { $0[0][0].text }
        let stores = table("ZSTORE", key: "Z_PK", ["ZNAME", "ZACCOUNT"]).mapValues { $0[0] }
        let files = table("ZNOTEATTACHMENT", key: "ZNOTE", ["ZFILENAME"])
        var found: [Note] = []
        var counted: [[String?]: FolderTally] = [:]
        for (index, row) in notes.enumerated() {
            guard let key = row[0].integer, row[7].integer != 1 else { continue }
            let store = row[5].integer.flatMap { stores[$0] }
            let folder = store?[0].text.map {
                $0 == Self.localStore.name ? Self.localStore.shown : $0
            }
            let account = store?[1].integer.flatMap { accounts[$0] ?? nil }
            let text = row[8].integer.map { texts[$0] ?? nil } ?? ""
            var fate = row[6].integer == 1 ? FolderTally.Fate.deleted : .read
            if fate == .read, text == nil || failure != nil && row[5].integer != nil && store == nil
            {
                fate = .damaged
                report(
                    .damagedObject,
                    summary:
                        "\(source.name): the text or the folder of “\(row[1].text?.oneLine ?? "")” is damaged; the note is not shown.",
                    suggestion: "Copy the store again from the device or from a backup.")
            }
            counted[
                [account, folder],
                default: FolderTally(account: account, folders: [folder].compactMap(\.self))
            ].counts[fate, default: 0] += 1
            guard fate == .read else { continue }
            found.append(
                note(
                    row, text: text ?? "", index: index, files: files[key] ?? [],
                    fields: Note.fields(folders: [folder].compactMap(\.self), account: account)))
        }
        tallies = counted.values.sorted()
        let deleted = tallies.reduce(0) { $0 + ($1.counts[.deleted] ?? 0) }
        if let diagnostic = Diagnostic.deletedNotes(deleted, of: source.name) {
            diagnostics.append(diagnostic)
        }
        if let failure {
            guard !found.isEmpty else { throw failure }
            report(
                .damagedObject,
                summary: "\(source.name) \(failure); what could be read of it is shown.")
        }
        return found
    }

    /// Returns the rows of a table in order, up to an error or a limit, which becomes the failure;
    /// none if the table lacks a column.
    private mutating func rows(_ table: String, columns: [String]) -> [[SQLiteValue]] {
        let known = file.columns[table] ?? []
        guard (columns + ["Z_PK"]).allSatisfy(known.contains) else { return [] }
        var rows: [[SQLiteValue]] = []
        do {
            try file.forEachRow(
                of: table, columns: columns, by: "Z_PK", limit: Self.maximumCount
            ) { rows.append($0) }
        } catch {
            failure = error
        }
        if rows.count == Self.maximumCount {
            failure = .damaged("\(table) has more than \(Self.maximumCount) rows")
        }
        return rows
    }

    /// Returns the rows of a table by a key.
    private mutating func table(
        _ name: String, key: String, _ columns: [String]
    ) -> [Int64: [[SQLiteValue]]] {
        var found: [Int64: [[SQLiteValue]]] = [:]
        for row in rows(name, columns: [key] + columns) {
            if let key = row[0].integer { found[key, default: []].append(Array(row.dropFirst())) }
        }
        return found
    }

    private mutating func note(
        _ row: [SQLiteValue], text: String, index: Int, files: [[SQLiteValue]],
        fields: [JSONValue.Field]
    ) -> Note {
        let text = DividedText(AppleNotesText(html: text), storedTitle: row[1].text)
        var shownCount = 0
        let body =
            text.body
            ?? AppleNotesMarkdown.text(of: text.paragraphs) { _, _ in
                shownCount += 1
                return .inline("(attachment)")
            }
        report(max(files.count, shownCount), named: files.compactMap(\.[0].text), of: text.title)
        func date(_ value: SQLiteValue) -> Date? {
            guard let seconds = value.double else { return nil }
            let date = Date(secondsSince2001: seconds)
            if date == nil {
                report(
                    .impossibleDate,
                    summary:
                        "\(source.name): a date of “\(text.title)” is not in the years 1 to 9999; the note is shown without it."
                )
            }
            return date
        }
        return Note(
            id: NoteID(source: source.name, index: index), title: text.title, body: body,
            created: date(row[2]), modified: date(row[3]), identifier: row[4].text,
            otherFields: fields)
    }
}

extension OldAppleNotes {
    /// Reports files of a note, which are outside of the store.
    private mutating func report(_ count: Int, named names: [String], of title: String) {
        guard count > 0 else { return }
        let list = names.prefix(3).map { "“\($0)”" }.joined(separator: ", ")
        report(
            .unreadAttachment,
            summary:
                "\(source.name): “\(title)” has \(count == 1 ? "a file" : "\(count) files")\(list.isEmpty ? "" : ", such as \(list)"), which this old store does not contain; \(count == 1 ? "it is" : "they are") not shown."
        )
    }
}

extension AppleNotesText {
    /// Reads the HTML that the app of iOS 8 and earlier wrote.
    init(html: String) {
        self.init()
        var html = html
        paragraphs = html.withUTF8 { bytes in
            var reader = OldTextReader(scanner: MarkupScanner(bytes))
            return reader.paragraphs()
        }
    }
}

/// Reads HTML of text views: lines, emphasis, links and lists. Everything else is its words.
private struct OldTextReader {
    var scanner: MarkupScanner
    private var found: [AppleNotesText.Paragraph] = []
    private var paragraph = AppleNotesText.Paragraph()
    /// The open elements that say how words look, with the style outside of each.
    private var open: [(name: String, outer: StyledLine.Style)] = []
    private var style = StyledLine.Style()
    /// The kinds of the open headings and blocks of code, and the number of open quotes.
    private var blockKinds: [AppleNotesText.ParagraphStyle.Kind] = []
    private var quoteDepth = 0
    /// The kinds of the open lists.
    private var lists: [AppleNotesText.ParagraphStyle.Kind] = []

    private static let blocks: Set = [
        "blockquote", "body", "div", "h1", "h2", "h3", "h4", "h5", "h6", "html", "li", "p", "pre",
        "table", "tr", "ul", "ol",
    ]
    private static let maximumDepth = 64

    init(scanner: MarkupScanner) { self.scanner = scanner }

    mutating func paragraphs() -> [AppleNotesText.Paragraph] {
        while let token = scanner.next() {
            switch token {
            case .text(let range): append(text(range))
            case .characterData(let range):
                append(String(decoding: scanner.bytes[range], as: UTF8.self))
            case .start(let name, _): start(scanner.text(name))
            case .end(let name): end(scanner.text(name))
            case .comment, .declaration: break
            }
        }
        endLine()
        return found
    }

    private mutating func start(_ name: String) {
        switch name {
        case "br": endLine(isBreak: true)
        // Cells of a row are words of one line.
        case "td", "th": append(" ")
        case "head", "script", "style": scanner.skip(toEndOf: name)
        case "img", "object", "embed":
            paragraph.parts.append(.init(content: .file(identifier: "", type: name), style: style))
        case "ul", "ol": lists.append(name == "ul" ? .bullet : .number)
        default: break
        }
        // A block at the start of an item is part of it.
        if name == "li" || Self.blocks.contains(name) && !paragraph.parts.isEmpty { endLine() }
        if name == "li", let kind = lists.last {
            paragraph.style.kind = kind
            paragraph.style.indent = lists.count - 1
        }
        if let kind = Self.kind(of: name) { blockKinds.append(kind) }
        if name == "blockquote" { quoteDepth += 1 }
        var inner = style
        switch name {
        case "b", "strong": inner.isBold = true
        case "i", "em": inner.isItalic = true
        case "u": inner.isUnderlined = true
        case "s", "strike", "del": inner.isStruck = true
        case "sup": inner.script = .raised
        case "sub": inner.script = .lowered
        case "a":
            let address = scanner.attributes.first { scanner.isNamed($0.name, "href") }?.value
            inner.link = address.map { text($0).trimmed }
        default: return
        }
        guard open.count < Self.maximumDepth else { return }
        open.append((name, style))
        style = inner
    }

    private mutating func end(_ name: String) {
        if Self.blocks.contains(name) { endLine() }
        if name == "ul" || name == "ol" { _ = lists.popLast() }
        if Self.kind(of: name) != nil { _ = blockKinds.popLast() }
        if name == "blockquote" { quoteDepth = max(0, quoteDepth - 1) }
        guard let place = open.lastIndex(where: { $0.name == name }) else { return }
        style = open[place].outer
        open.removeSubrange(place...)
    }

    /// - Parameter isBreak: True for a line that ends even if it is empty.
    private mutating func endLine(isBreak: Bool = false) {
        if let kind = blockKinds.last, paragraph.style.kind == .body {
            paragraph.style.kind = kind
        }
        paragraph.style.isQuote = quoteDepth > 0
        if isBreak || !paragraph.parts.isEmpty { found.append(paragraph) }
        paragraph = AppleNotesText.Paragraph()
    }

    /// Returns the kind of the lines in an element; nil for one that gives them none.
    private static func kind(of name: String) -> AppleNotesText.ParagraphStyle.Kind? {
        switch name {
        case "h1": .heading(1)
        case "h2": .heading(2)
        case "h3", "h4", "h5", "h6": .heading(3)
        case "pre": .code
        default: nil
        }
    }

    private mutating func append(_ text: String) {
        if blockKinds.last == .code {
            for (position, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
                .enumerated()
            {
                if position > 0 { endLine(isBreak: true) }
                if !line.isEmpty {
                    paragraph.parts.append(.init(content: .words(String(line)), style: style))
                }
            }
            return
        }
        // Any white space counts as one space, and as none at the start of a line.
        var words = text.replacing(/[ \t\r\n]+/, with: " ")
        if paragraph.parts.isEmpty { words = String(words.drop { $0 == " " }) }
        guard !words.isEmpty else { return }
        paragraph.parts.append(
            .init(content: .words(words.replacing("\u{A0}", with: " ")), style: style))
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: CharacterReference.replaced(in: scanner.bytes[range]), as: UTF8.self)
    }
}
