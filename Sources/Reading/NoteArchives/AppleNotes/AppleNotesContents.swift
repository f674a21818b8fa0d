import FileFormats
import LocalFiles
import NoteModel

/// The files and tags of a note of Apple Notes, collected while its text is written.
final class AppleNotesContents {
    private(set) var media = MediaByKind<[Medium]>()
    private(set) var tags: [Tag] = []
    private let store: AppleNotesStore
    private let note: AppleNotesRow
    private let title: String
    /// The Markdown of the files so far by their identifiers; the same file may be shown twice.
    private var known: [String: AppleNotesMarkdown.Shown] = [:]
    private var names = UniqueNames()
    /// The number of files and tables so far.
    private var count = 0
    /// True if no more is shown.
    private var isFull = false

    /// The number of bytes of Markdown that may still be written for files, of which a text may
    /// show one any number of times.
    private var sizeLeft = LocalFiles.maximumTextSize

    private static let maximumCount = 10_000
    private static let inline = "com.apple.notes.inlinetextattachment."
    private static let gallery = "com.apple.notes.gallery"
    private static let table = "com.apple.notes.table"
    private static let advice =
        "It may be in iCloud only: open the note on the phone or the Mac, and copy or back it up again."

    init(_ note: AppleNotesRow, title: String, in store: AppleNotesStore) {
        (self.note, self.title, self.store) = (note, title, store)
    }

    /// Returns what is shown for a file in a text.
    ///
    /// - Parameter isInCell: True in a cell of a table, where there is no table and no scan.
    func shown(_ identifier: String, type: String, isInCell: Bool) -> AppleNotesMarkdown.Shown {
        guard !isFull else { return .nothing }
        let shown = known[identifier] ?? newlyShown(identifier, type: type, isInCell: isInCell)
        known[identifier] = shown
        sizeLeft -= shown.size
        if count > Self.maximumCount || sizeLeft < 0
            || (try? store.filesBudget.spend(shown.size)) == nil
        {
            isFull = true
            report("has more files or larger tables than are shown; the rest is left out")
            return .nothing
        }
        return shown
    }

    private func newlyShown(
        _ identifier: String, type: String, isInCell: Bool
    ) -> AppleNotesMarkdown.Shown {
        count += 1
        guard let row = store.rows.attachment(identifier) else {
            return lost("an attachment of type “\(type)” that the store does not have")
        }
        return shown(row, type: row.text(.type) ?? type, isInCell: isInCell)
    }

    private func shown(
        _ row: AppleNotesRow, type: String, isInCell: Bool
    ) -> AppleNotesMarkdown.Shown {
        switch type {
        case "public.url": return .inline(Self.link(row))
        case let type where type.hasPrefix(Self.inline):
            return inline(row, kind: String(type.dropFirst(Self.inline.count)))
        case let type where type != Self.table && isLocked(row):
            return lost("the locked file “\(name(of: row) ?? type)”", named: name(of: row))
        case Self.table, Self.gallery:
            if isInCell { return lost("a table or a scan within a cell of a table") }
            return type == Self.table ? table(row) : gallery(row)
        case "com.apple.paper.doc.scan", "com.apple.paper.doc.pdf":
            let name = row.text(.title) ?? "Scan"
            guard let document = store.files.document(row, account: account(of: row)) else {
                return preview(of: row, named: name)
            }
            return add(document, named: name, caption: row.text(.caption))
        case "com.apple.paper", "com.apple.drawing", "com.apple.drawing.2":
            guard let drawing = store.files.drawing(row, account: account(of: row)) else {
                return preview(of: row, named: "drawing.png")
            }
            return add(drawing, named: nil, caption: row.text(.caption))
        default:
            if let medium = store.medium(of: row) { return file(row, medium) }
            guard store.rows.rows(of: row, .preview).isEmpty else {
                return preview(of: row, named: name(of: row) ?? "photo")
            }
            let known = [name(of: row), row.text(.address)].compactMap { $0?.oneLine }
            return lost(
                known.map { "“\($0)”, " }.joined()
                    + "an attachment of type “\(type)”, which is not supported or has no file",
                named: known.first)
        }
    }

    /// True for an attachment whose file is encrypted, whether or not the text was opened.
    private func isLocked(_ row: AppleNotesRow) -> Bool {
        [note, row, store.medium(of: row)].contains { $0?.isSet(.isLocked) == true }
    }

    private func name(of row: AppleNotesRow) -> String? {
        store.medium(of: row)?.text(.fileName) ?? row.text(.title)
    }

    // MARK: - Problems

    private func report(
        _ what: String, as identifier: Diagnostic.Identifier = .unreadAttachment,
        advice: String = ""
    ) {
        store.report(identifier, about: note, "“\(title)” \(what).", suggestion: advice)
    }

    /// Reports something that cannot be shown, and returns what the text says in its place.
    private func lost(
        _ what: String, named name: String? = nil,
        as identifier: Diagnostic.Identifier = .unreadAttachment, advice: String = ""
    ) -> AppleNotesMarkdown.Shown {
        report("has \(what); it is not shown", as: identifier, advice: advice)
        return .inline("(\(Self.escaping.inline(name?.oneLine ?? "attachment")))")
    }

    // MARK: - Within a line

    private static let escaping = MarkdownEscaping()

    private static func link(_ row: AppleNotesRow) -> String {
        guard let address = row.text(.address), !address.isBlank else {
            return escaping.inline(row.text(.title) ?? "")
        }
        var line = StyledLine(escaping: escaping)
        var style = StyledLine.Style()
        style.link = address.trimmed
        let title = row.text(.title).flatMap { $0.isBlank ? nil : $0.trimmed } ?? address.trimmed
        line.append((title.oneLine ?? title)[...], style)
        return line.taken()
    }

    private func inline(
        _ row: AppleNotesRow, kind: String
    ) -> AppleNotesMarkdown.Shown {
        let words = row.text(.words)?.oneLine ?? ""
        switch kind {
        case "dividerline": return .block(["---"])
        case "hashtag" where words.hasPrefix("#") && words.count > 1:
            let tag = Tag(String(words.dropFirst()))
            if !tags.contains(tag) { tags.append(tag) }
            return .words(words, markdown: MarkdownEscaping(tags: [tag]).inline(words))
        case "link":
            guard let target = row.text(.target).flatMap(AppleNotesStore.address(ofNote:)) else {
                break
            }
            return .words(
                words, markdown: "[\(Self.escaping.inline(words, isLabel: true))](\(target))")
        default:
            guard words.isEmpty else { break }
            return lost("an attachment of type “\(Self.inline)\(kind)”, which is not supported")
        }
        return .words(words, markdown: Self.escaping.inline(words))
    }

    // MARK: - Tables

    private func table(_ row: AppleNotesRow) -> AppleNotesMarkdown.Shown {
        guard let cells = try? store.graph(of: row)?.table() else {
            return lost("a table that cannot be read", as: .damagedObject)
        }
        var lines = cells.map { row in
            let texts = row.map { cell in
                cell.map {
                    AppleNotesMarkdown.cell($0) { self.shown($0, type: $1, isInCell: true) }
                } ?? ""
            }
            return "| " + texts.joined(separator: " | ") + " |"
        }
        lines.insert("|" + String(repeating: " --- |", count: cells[0].count), at: 1)
        return .block(lines)
    }

    // MARK: - Files

    private func account(of row: AppleNotesRow) -> String? {
        (store.rows.account(of: row) ?? store.rows.account(of: note))?.identifier
    }

    /// Adds a file, and returns its Markdown. Its kind is that of its content.
    private func add(
        _ stored: StoredBytes, named name: String?, caption: String? = nil,
        transcript: Transcript? = nil
    ) -> AppleNotesMarkdown.Shown {
        let format = stored.format
        var named = name
        if let name, let ending = Self.fileExtension(of: stored, format, named: name) {
            named = "\(name).\(ending)"
        }
        var medium = Medium(.stored(stored), named: named, caption: caption, format: format)
        if medium.kind == .recording { medium.transcript = transcript }
        return add(medium)
    }

    /// Returns the extension that a name lacks; nil if it has the right one.
    private static func fileExtension(
        of stored: StoredBytes, _ format: MediaFormat?, named name: String
    ) -> String? {
        if let format {
            return MediaFormat(name: name)?.kind == format.kind ? nil : format.fileExtension
        }
        let isDocument = stored.prefix(5).elementsEqual("%PDF-".utf8)
        return isDocument && !name.lowercased().hasSuffix(".pdf") ? "pdf" : nil
    }

    private func add(_ medium: Medium) -> AppleNotesMarkdown.Shown {
        var medium = medium
        let shown = Self.escaping.inline(medium.name ?? "file", isLabel: true)
        if medium.kind != .photo {
            // Texts refer to the files by their names, of which a note may have two.
            let name = medium.name ?? "file"
            medium.name = names.name(name) { "\($0)/\(name)" }
        }
        let place = media.append(medium)
        let name = MarkdownEscaping.destination(MarkdownEscaping.address(ofFile: medium.name ?? ""))
        // Other programs show the description of what is missing.
        let description = medium.stored == nil && medium.name != nil ? shown : ""
        return switch medium.kind {
        case .photo: .inline("![\(description)](\(place.position + 1))")
        case .recording: .inline("![\(description)](\(name))")
        // A link to a file that is missing would be dead.
        case .attachment where medium.stored == nil: .inline(shown)
        case .attachment: .inline("[\(shown)](\(name))")
        }
    }

    /// Returns the Markdown of a file that the store knows by its name.
    private func file(
        _ row: AppleNotesRow, _ medium: AppleNotesRow
    ) -> AppleNotesMarkdown.Shown {
        let name = name(of: row) ?? "file"
        guard let stored = store.files.medium(medium, account: account(of: row)) else {
            return preview(of: row, named: name)
        }
        let isRecording = stored.format?.kind == .recording
        return add(
            stored, named: name, caption: row.text(.caption),
            transcript: isRecording ? transcript(of: row, named: name) : nil)
    }

    private func transcript(of row: AppleNotesRow, named name: String) -> Transcript? {
        do {
            return try store.graph(of: row)?.transcript()
        } catch {
            report(
                "has a transcript of “\(name)” that cannot be read", as: .unusableTranscript)
            return nil
        }
    }

    /// Returns the Markdown of the largest preview of a file that is missing, or else of a medium
    /// that cannot be read.
    private func preview(
        of row: AppleNotesRow, named name: String
    ) -> AppleNotesMarkdown.Shown {
        if let stored = largestPreview(of: row) {
            report(
                "has “\(name)” as a small preview only, which is shown in its place",
                as: .missingPhoto, advice: Self.advice)
            let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
            return add(stored, named: stem, caption: row.text(.caption))
        }
        if store.files.arePresent {
            report(
                "has “\(name)”, which is not among the files of the store", as: .missingPhoto,
                advice: Self.advice)
        } else {
            store.missingCount += 1
        }
        let format = MediaFormat(name: name)
        var medium = Medium(.damaged, named: name, caption: row.text(.caption), format: format)
        if medium.kind == .recording { medium.transcript = transcript(of: row, named: name) }
        return add(medium)
    }

    private func largestPreview(of row: AppleNotesRow) -> StoredBytes? {
        func area(_ row: AppleNotesRow) -> Double {
            (row.double(.width) ?? 0) * (row.double(.height) ?? 0)
        }
        return store.rows.rows(of: row, .preview).sorted { area($0) > area($1) }.lazy
            .compactMap { [store] in
                store.files.preview($0, account: self.account(of: row))
            }.first
    }

    /// Returns the pages of a scan below each other, and its document if there is one.
    private func gallery(_ row: AppleNotesRow) -> AppleNotesMarkdown.Shown {
        var pages: [AppleNotesRow] = []
        do {
            let identifiers = try store.graph(of: row)?.gallery() ?? []
            pages = identifiers.compactMap(store.rows.attachment)
            let lost = identifiers.count - pages.count
            if lost > 0, !pages.isEmpty {
                report(
                    "has a scan with \(lost == 1 ? "a page" : "\(lost) pages") that the store does not have; the others are shown",
                    advice: Self.advice)
            }
        } catch {
            report(
                "has a scan whose order of pages cannot be read", as: .damagedObject,
                advice: "Its pages are shown in the order in which they were made.")
        }
        if pages.isEmpty { pages = store.rows.rows(of: row, .attachment) }
        var shown = pages.prefix(Self.maximumCount - min(count, Self.maximumCount))
            .filter { $0.text(.type) != Self.gallery }.map(page)
        count += shown.count
        if let document = store.files.document(row, account: account(of: row)) {
            shown.append(add(document, named: row.text(.title) ?? "Scan"))
        }
        guard !shown.isEmpty else { return lost("a scan without pages", advice: Self.advice) }
        let lines = shown.compactMap { page in
            if case .inline(let markdown) = page { markdown } else { nil }
        }
        return .inline(lines.joined(separator: "\n"))
    }

    /// Returns the page of a scan: cropped and straightened, as the app shows it, or else as the
    /// photo was taken.
    private func page(_ row: AppleNotesRow) -> AppleNotesMarkdown.Shown {
        let account = account(of: row)
        let own = store.rows.rows(of: row, .preview).first {
            $0.double(.width) == row.double(.shownWidth)
                && $0.double(.height) == row.double(.shownHeight)
        }
        if let stored = own.flatMap({ store.files.preview($0, account: account) }) {
            return add(stored, named: nil)
        }
        if let medium = store.medium(of: row),
            let stored = store.files.medium(medium, account: account)
        {
            return add(stored, named: nil)
        }
        return preview(of: row, named: store.medium(of: row)?.text(.fileName) ?? "scan.jpg")
    }
}
