import MarkdownText
import Markup
import NoteModel
import Platform

/// The strings of the interface in one language, from a JSON table in the folder `Localization`.
package final class LocalizedStrings: Sendable, Decodable {
    /// The names of the strings in the tables.
    enum Key: String, CaseIterable, CodingKey {
        // Templates are offered these as `words`.
        case notes, index, byTitle, byDate, previous, next, created, edited, emptyTitle
        case emptyAdvice, skip, letters, years, photos, undated, close, zoom, slideshow, openNote
        case download, byOrder, byFolder, noFolder, tags, contents, linkedFrom, search,
            searchAdvice, noResults
        case searchFailed, more, similarResults, recentNotes, searchHint, kindNote, kindNapkin
        case kindLecture, kindDeck, needsScript, notFoundTitle, notFoundAdvice, moved, changes
        case added, changed, drawing, decks, sealedTitle, sealedPassword, sealedOpen, sealedWorking
        case sealedWrong, sealedUnable, emptyDeck, study, showAnswer, right, wrong, nextCard, undo
        case shuffle, missedFirst, saveMarks, marksSaved, studyKeys, studyTouch, missedCards
        case studyMissed, startOver, roundScore, goesRound, allCards, missedMost, noneMissed
        case noQuestion, noAnswer, place, score, pages, recentlyWritten, onThisDay, noteOnThisDay
        case notesOnThisDay, noneOnThisDay, showAsList, showAsCards, parts, appearance, theme
        case themeAuto, themeLight, themeDark, textSize, smaller, larger, copy, copied, transcript
        case replay, pause, speed, replayHint, flipToDrawing, flipToPicture
        // The others are used only by code.
        case taskDone, taskOpen, footnotes, backToText, missingPhoto, unreadablePhoto, photo
        case recording, missingRecording, unreadableRecording, attachments, missingAttachment
        case unreadableAttachment, onlySafari, someBrowsers, noBrowser, notInBook, card, page
        case handwritingRead, alertNote, alertTip, alertImportant, alertWarning, alertCaution

        fileprivate static let offered = allCases.prefix { $0 != .taskDone }
    }

    private let strings: [Key: String]
    private let forms: Forms
    private let fields: [TemplateValue.Field]

    /// The forms of numbers and dates.
    struct Forms: Decodable {
        let dayOfYear: DatePattern
        let noteCount: PluralForms
        let cardCount: PluralForms
        let deckCount: PluralForms
        let pageCount: PluralForms
        let photoCount: PluralForms
        let tagCount: PluralForms
        /// The names of the twelve months, January first, as they are written in dates.
        let months: [String]
        let date: DatePattern
        let monthOfYear: DatePattern
        /// The separator of groups of three digits, such as a comma in English.
        let thousands: String
        /// The decimal separator, such as a point in English and a comma in German.
        let decimal: String
        /// True if zero takes the singular form, as in French.
        let zeroIsOne: Bool
        /// The text between the members of a list, such as a comma and a space.
        let listSeparator: String
        /// The rule of plural forms; nil for the usual one, or that of French if `zeroIsOne`.
        let pluralRule: PluralRule?
    }

    package init(from decoder: any Decoder) throws {
        let table = try decoder.container(keyedBy: Key.self)
        let strings = try Dictionary(
            uniqueKeysWithValues: Key.allCases.map {
                ($0, try table.decode(String.self, forKey: $0))
            })
        forms = try Forms(from: decoder)
        self.strings = strings
        let count = forms.noteCount
        fields =
            Key.offered.map { ($0.rawValue, .text(strings[$0])) } + [
                ("oneResult", .text(count.one)), ("results", .text(count.other)),
                ("twoResults", .text(count.two)), ("fewResults", .text(count.few)),
                ("manyResults", .text(count.many)),
            ]
    }

    subscript(key: Key) -> String { strings[key] ?? "" }
}

extension LocalizedStrings {
    /// Returns a date in the format of the language, such as `9 July 2014` in English.
    func date(_ time: CivilTime) -> String { forms.date.text(time, months: forms.months) }

    /// Returns the month and year of a date, such as `July 2014`, for headings of photos.
    func month(_ time: CivilTime) -> String { forms.monthOfYear.text(time, months: forms.months) }

    /// The names of the twelve months, January first.
    var monthNames: [String] { forms.months }

    /// Returns the first letters of the name of a month, 1 to 12.
    func shortMonthName(_ month: Int) -> String { String(forms.months[month - 1].prefix(3)) }

    /// Returns the day of a date without its year, such as `9 July`.
    func day(_ time: CivilTime) -> String { forms.dayOfYear.text(time, months: forms.months) }

    /// Returns the name of an alert, such as `Warning`.
    func name(of alert: Alert) -> String {
        switch alert {
        case .note: self[.alertNote]
        case .tip: self[.alertTip]
        case .important: self[.alertImportant]
        case .warning: self[.alertWarning]
        case .caution: self[.alertCaution]
        }
    }

    /// Returns the name of a kind of note, such as `Deck`; nil for an ordinary note.
    func name(of kind: Note.Kind) -> String? {
        switch kind {
        case .note: nil
        case .deck: self[.kindDeck]
        case .napkin: self[.kindNapkin]
        case .lecture: self[.kindLecture]
        }
    }

    /// Returns a number of things, by default of notes, such as `1,871 notes`.
    func count(of number: Int, as noun: KeyPath<Forms, PluralForms> = \.noteCount) -> String {
        let rule = forms.pluralRule ?? (forms.zeroIsOne ? .french : .usual)
        return forms[keyPath: noun].form(for: number, by: rule)
            .replacing("#", with: self.number(number))
    }

    /// Returns the numbers of notes and of decks, such as `1,871 notes, 12 decks`. A number of 0 is
    /// left out; without either it is `0 notes`.
    ///
    /// - Parameter notes: The number of notes that are not decks.
    func count(of notes: Int, decks: Int) -> String {
        guard decks > 0 else { return count(of: notes) }
        guard notes > 0 else { return count(of: decks, as: \.deckCount) }
        return [count(of: notes), count(of: decks, as: \.deckCount)]
            .joined(separator: forms.listSeparator)
    }

    /// Returns a number with thousands separators, such as `1,871`, for numbers that are shown
    /// without a noun.
    func number(_ number: Int) -> String {
        let digits = Array(String(number))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += forms.thousands }
            text.append(digit)
        }
        return text
    }

    /// Returns the title of the page of an order, which is also its name in the navigation.
    func name(of order: NoteOrder) -> String {
        switch order {
        case .title: self[.byTitle]
        case .date: self[.byDate]
        case .order: self[.byOrder]
        case .folder: self[.byFolder]
        }
    }

    /// Returns the results of a card, such as `3 right, 1 wrong`, from the counts in the archive.
    func score(of card: Card) -> String {
        self[.score].replacing("{right}", with: number(card.rightCount))
            .replacing("{wrong}", with: number(card.wrongCount))
    }

    /// Returns the name of a page, such as `Page 2 of 5`. Numbers begin with 1.
    func page(_ number: Int, of count: Int) -> String {
        self[.page].replacing("{number}", with: self.number(number))
            .replacing("{count}", with: self.number(count))
    }

    /// Returns a duration, such as `0:45` or `1:02:03`, rounded to seconds; nil for values below 0
    /// or beyond 999,999 seconds, which are evidently wrong.
    func duration(_ seconds: Double) -> String? {
        guard seconds >= 0, seconds < 1_000_000 else { return nil }
        let whole = Int(seconds.rounded())
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = whole / 60 % 60
        return whole < 3600
            ? "\(minutes):\(two(whole % 60))"
            : "\(whole / 3600):\(two(minutes)):\(two(whole % 60))"
    }

    /// Returns a file size, such as `820 kB` or `1.2 MB`, at least 1 kB. A kilobyte is 1000 bytes.
    func size(ofBytes count: Int) -> String {
        // A size that would be rounded to 1000 kB is shown as 1.0 MB.
        guard count >= 999_500 else { return "\(max(1, (count + 500) / 1000)) kB" }
        let tenths = (count + 50_000) / 100_000
        return "\(number(tenths / 10))\(forms.decimal)\(tenths % 10) MB"
    }

    /// Returns the notice on a recording that some browsers do not play; nil if all do.
    func notice(of support: BrowserSupport) -> String? {
        switch support {
        case .all: nil
        case .some: self[.someBrowsers]
        case .safari: self[.onlySafari]
        case .none: self[.noBrowser]
        }
    }

    /// The strings that are offered to templates as `words`, in a fixed order; other strings are
    /// used only by code.
    var texts: [String] {
        fields.compactMap { field in
            if case .text(let text) = field.value { text } else { nil }
        }
    }

    var value: TemplateValue { .record(fields) }

    /// The strings of the search dialog, by the names that its script uses; on the search page
    /// these are attributes of the form.
    var ofSearch: [(name: String, text: String)] {
        [
            ("search", self[.search]), ("advice", self[.searchAdvice]), ("hint", self[.searchHint]),
            ("close", self[.close]),
            ("more", self[.more]), ("none", self[.noResults]), ("other", forms.noteCount.other),
            ("similar", self[.similarResults]), ("recent", self[.recentNotes]),
            ("failed", self[.searchFailed]), ("note", self[.kindNote]),
            ("napkin", self[.kindNapkin]),
            ("lecture", self[.kindLecture]), ("deck", self[.kindDeck]),
        ]
            + [
                ("one", forms.noteCount.one), ("two", forms.noteCount.two),
                ("few", forms.noteCount.few),
                ("many", forms.noteCount.many),
            ].compactMap { name, form in form.map { (name, $0) } }
    }
}
