import Foundation
import MarkdownText
import NoteModel
import TextTemplates

/// The strings of the interface in one language, from a JSON table in the folder `Localization`.
package final class LocalizedStrings: Sendable, Decodable {
    let notes: String
    let index: String
    let byTitle: String
    let byDate: String
    let byOrder: String
    let tags: String
    let contents: String
    let linkedFrom: String
    let search: String
    let searchAdvice: String
    let noResults: String
    let searchFailed: String
    let similarResults: String
    let recentNotes: String
    let searchHint: String
    let kindNote: String
    let kindNapkin: String
    let kindLecture: String
    let kindDeck: String
    let more: String
    let needsScript: String
    let notFoundTitle: String
    let notFoundAdvice: String
    let moved: String
    let changes: String
    let added: String
    let changed: String
    let taskDone: String
    let taskOpen: String
    let footnotes: String
    let backToText: String
    let previous: String
    let next: String
    let created: String
    let edited: String
    let emptyTitle: String
    let emptyAdvice: String
    let skip: String
    let letters: String
    let years: String
    let missingPhoto: String
    let unreadablePhoto: String
    let photo: String
    let photos: String
    let undated: String
    let drawing: String
    /// The page of an encrypted book: its title, the label of the field, the button, and what is said
    /// while it opens, for a wrong password, and in a browser that cannot open it.
    let sealedTitle: String
    let sealedPassword: String
    let sealedOpen: String
    let sealedWorking: String
    let sealedWrong: String
    let sealedUnable: String
    let recording: String
    let missingRecording: String
    let unreadableRecording: String
    let attachments: String
    let missingAttachment: String
    let unreadableAttachment: String
    let download: String
    let onlySafari: String
    let someBrowsers: String
    let noBrowser: String
    let notInBook: String
    let close: String
    let zoom: String
    let slideshow: String
    let openNote: String
    let decks: String
    let emptyDeck: String
    let study: String
    let showAnswer: String
    let right: String
    let wrong: String
    let nextCard: String
    let undo: String
    let shuffle: String
    let missedFirst: String
    let saveMarks: String
    let marksSaved: String
    let studyKeys: String
    let studyTouch: String
    let goesRound: String
    let missedCards: String
    let studyMissed: String
    let startOver: String
    let allCards: String
    let missedMost: String
    let noneMissed: String
    let noQuestion: String
    let noAnswer: String
    private let place: String
    private let score: String
    private let roundScore: String
    let card: String
    let pages: String
    private let page: String
    let flipToDrawing: String
    let flipToPicture: String
    let recentlyWritten: String
    let onThisDay: String
    let noteOnThisDay: String
    let notesOnThisDay: String
    let noneOnThisDay: String
    let showAsList: String
    let showAsCards: String
    let parts: String
    let appearance: String
    let theme: String
    let themeAuto: String
    let themeLight: String
    let themeDark: String
    let textSize: String
    let smaller: String
    let larger: String
    let copy: String
    let copied: String
    let transcript: String
    /// The label of the text that an app has recognized in handwriting.
    let handwritingRead: String
    let replay: String
    let pause: String
    let speed: String
    let replayHint: String
    private let alertNote: String
    private let alertTip: String
    private let alertImportant: String
    private let alertWarning: String
    private let alertCaution: String
    private let dayOfYear: DatePattern
    private let noteCount: PluralForms
    private let cardCount: PluralForms
    private let deckCount: PluralForms
    private let pageCount: PluralForms
    private let photoCount: PluralForms
    private let tagCount: PluralForms
    /// The names of the twelve months, January first, as they are written in dates.
    private let months: [String]
    private let date: DatePattern
    private let monthOfYear: DatePattern
    /// The separator of groups of three digits, such as a comma in English.
    private let thousands: String
    /// The decimal separator, such as a point in English and a comma in German.
    private let decimal: String
    /// True if zero takes the singular form, as in French.
    private let zeroIsOne: Bool
    /// The text between the members of a list, such as a comma and a space.
    private let listSeparator: String
    /// The rule of plural forms; nil for the usual one, or that of French if `zeroIsOne`.
    private let pluralRule: PluralRule?
}

extension LocalizedStrings {
    /// Returns a date in the format of the language, such as `9 July 2014` in English.
    func date(_ time: CivilTime) -> String { date.text(time, months: months) }

    /// Returns the month and year of a date, such as `July 2014`, for headings of photos.
    func month(_ time: CivilTime) -> String { monthOfYear.text(time, months: months) }

    /// Returns the month of a date, such as `July`, for lists below the heading of a year.
    func monthName(_ time: CivilTime) -> String { months[time.month - 1] }

    /// The names of the twelve months, January first.
    var monthNames: [String] { months }

    /// Returns the first letters of the name of a month, 1 to 12.
    func shortMonthName(_ month: Int) -> String { String(months[month - 1].prefix(3)) }

    /// Returns the day of a date without its year, such as `9 July`.
    func day(_ time: CivilTime) -> String { dayOfYear.text(time, months: months) }

    /// Returns the name of an alert, such as `Warning`.
    func name(of alert: Alert) -> String {
        switch alert {
        case .note: alertNote
        case .tip: alertTip
        case .important: alertImportant
        case .warning: alertWarning
        case .caution: alertCaution
        }
    }

    /// Returns the name of a kind of note, such as `Deck`; nil for an ordinary note.
    func name(of kind: Note.Kind) -> String? {
        switch kind {
        case .note: nil
        case .deck: kindDeck
        case .napkin: kindNapkin
        case .lecture: kindLecture
        }
    }

    /// Returns a number of notes, such as `1,871 notes`.
    func count(of notes: Int) -> String { counted(notes, as: noteCount) }

    /// Returns the numbers of notes and of decks, such as `1,871 notes, 12 decks`. A number of 0 is
    /// left out; without either it is `0 notes`.
    ///
    /// - Parameter notes: The number of notes that are not decks.
    func count(of notes: Int, decks: Int) -> String {
        guard decks > 0 else { return count(of: notes) }
        guard notes > 0 else { return count(ofDecks: decks) }
        return [count(of: notes), count(ofDecks: decks)].joined(separator: listSeparator)
    }

    /// Returns a number of tags, such as `12 tags`.
    func count(ofTags tags: Int) -> String { counted(tags, as: tagCount) }

    /// Returns a number with thousands separators, such as `1,871`, for numbers that are shown
    /// without a noun.
    func number(_ number: Int) -> String { grouped(number) }

    /// Returns the title of the page of an order, which is also its name in the navigation.
    func name(of order: NoteOrder) -> String {
        switch order {
        case .title: byTitle
        case .date: byDate
        case .order: byOrder
        }
    }

    /// Returns a number of photos, such as `312 photos`.
    func count(ofPhotos photos: Int) -> String { counted(photos, as: photoCount) }

    /// Returns a number of cards, such as `12 cards`.
    func count(ofCards cards: Int) -> String { counted(cards, as: cardCount) }

    /// Returns a number of decks, such as `3 decks`.
    func count(ofDecks decks: Int) -> String { counted(decks, as: deckCount) }

    /// Returns a number of pages, such as `2 pages`.
    func count(ofPages pages: Int) -> String { counted(pages, as: pageCount) }

    /// Returns the results of a card, such as `3 right, 1 wrong`, from the counts in the archive.
    func score(of card: Card) -> String {
        score.replacing("{right}", with: grouped(card.rightCount))
            .replacing("{wrong}", with: grouped(card.wrongCount))
    }

    /// Returns the name of a page, such as `Page 2 of 5`. Numbers begin with 1.
    func page(_ number: Int, of count: Int) -> String {
        page.replacing("{number}", with: grouped(number))
            .replacing("{count}", with: grouped(count))
    }

    private func counted(_ number: Int, as noun: PluralForms) -> String {
        let rule = pluralRule ?? (zeroIsOne ? .french : .usual)
        return noun.form(for: number, by: rule).replacing("#", with: grouped(number))
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
        return "\(grouped(tenths / 10))\(decimal)\(tenths % 10) MB"
    }

    /// Returns the notice on a recording that some browsers do not play; nil if all do.
    func notice(of support: BrowserSupport) -> String? {
        switch support {
        case .all: nil
        case .some: someBrowsers
        case .safari: onlySafari
        case .none: noBrowser
        }
    }

    private func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += thousands }
            text.append(digit)
        }
        return text
    }

    /// The strings that are offered to templates as `words`, in a fixed order; other strings are
    /// used only by code.
    var texts: [String] {
        fields.compactMap { field in
            if case .text(let text) = field.value { text } else { nil }
        }
    }

    var value: TemplateValue { .record(fields) }

    /// The strings of the search dialog, by the names that its script uses; on the search page these
    /// are attributes of the form.
    var ofSearch: [(name: String, text: String)] {
        [
            ("search", search), ("advice", searchAdvice), ("hint", searchHint), ("close", close),
            ("more", more), ("none", noResults), ("other", noteCount.other),
            ("similar", similarResults), ("recent", recentNotes),
            ("failed", searchFailed), ("note", kindNote), ("napkin", kindNapkin),
            ("lecture", kindLecture), ("deck", kindDeck),
        ]
            + [
                ("one", noteCount.one), ("two", noteCount.two), ("few", noteCount.few),
                ("many", noteCount.many),
            ].compactMap { name, form in form.map { (name, $0) } }
    }

    private var fields: [TemplateValue.Field] {
        [
            ("notes", .text(notes)), ("index", .text(index)), ("byTitle", .text(byTitle)),
            ("byDate", .text(byDate)), ("previous", .text(previous)), ("next", .text(next)),
            ("created", .text(created)), ("edited", .text(edited)),
            ("emptyTitle", .text(emptyTitle)), ("emptyAdvice", .text(emptyAdvice)),
            ("skip", .text(skip)), ("letters", .text(letters)), ("years", .text(years)),
            ("photos", .text(photos)), ("undated", .text(undated)), ("close", .text(close)),
            ("zoom", .text(zoom)), ("slideshow", .text(slideshow)),
            ("openNote", .text(openNote)), ("download", .text(download)),
            ("byOrder", .text(byOrder)), ("tags", .text(tags)),
            ("contents", .text(contents)), ("linkedFrom", .text(linkedFrom)),
            ("search", .text(search)), ("searchAdvice", .text(searchAdvice)),
            ("noResults", .text(noResults)), ("searchFailed", .text(searchFailed)),
            ("oneResult", .text(noteCount.one)),
            ("results", .text(noteCount.other)), ("twoResults", .text(noteCount.two)),
            ("fewResults", .text(noteCount.few)), ("manyResults", .text(noteCount.many)),
            ("more", .text(more)),
            ("similarResults", .text(similarResults)), ("recentNotes", .text(recentNotes)),
            ("searchHint", .text(searchHint)), ("kindNote", .text(kindNote)),
            ("kindNapkin", .text(kindNapkin)), ("kindLecture", .text(kindLecture)),
            ("kindDeck", .text(kindDeck)),
            ("needsScript", .text(needsScript)), ("notFoundTitle", .text(notFoundTitle)),
            ("notFoundAdvice", .text(notFoundAdvice)), ("moved", .text(moved)),
            ("changes", .text(changes)), ("added", .text(added)), ("changed", .text(changed)),
            ("drawing", .text(drawing)), ("decks", .text(decks)),
            ("sealedTitle", .text(sealedTitle)),
            ("sealedPassword", .text(sealedPassword)),
            ("sealedOpen", .text(sealedOpen)),
            ("sealedWorking", .text(sealedWorking)),
            ("sealedWrong", .text(sealedWrong)),
            ("sealedUnable", .text(sealedUnable)),
            ("emptyDeck", .text(emptyDeck)),
            ("study", .text(study)), ("showAnswer", .text(showAnswer)), ("right", .text(right)),
            ("wrong", .text(wrong)), ("nextCard", .text(nextCard)), ("undo", .text(undo)),
            ("shuffle", .text(shuffle)), ("missedFirst", .text(missedFirst)),
            ("saveMarks", .text(saveMarks)), ("marksSaved", .text(marksSaved)),
            ("studyKeys", .text(studyKeys)), ("studyTouch", .text(studyTouch)),
            ("missedCards", .text(missedCards)), ("studyMissed", .text(studyMissed)),
            ("startOver", .text(startOver)), ("roundScore", .text(roundScore)),
            ("goesRound", .text(goesRound)), ("allCards", .text(allCards)),
            ("missedMost", .text(missedMost)), ("noneMissed", .text(noneMissed)),
            ("noQuestion", .text(noQuestion)), ("noAnswer", .text(noAnswer)),
            ("place", .text(place)), ("score", .text(score)), ("pages", .text(pages)),
            ("recentlyWritten", .text(recentlyWritten)), ("onThisDay", .text(onThisDay)),
            ("noteOnThisDay", .text(noteOnThisDay)), ("notesOnThisDay", .text(notesOnThisDay)),
            ("noneOnThisDay", .text(noneOnThisDay)), ("showAsList", .text(showAsList)),
            ("showAsCards", .text(showAsCards)), ("parts", .text(parts)),
            ("appearance", .text(appearance)), ("theme", .text(theme)),
            ("themeAuto", .text(themeAuto)), ("themeLight", .text(themeLight)),
            ("themeDark", .text(themeDark)), ("textSize", .text(textSize)),
            ("smaller", .text(smaller)), ("larger", .text(larger)), ("copy", .text(copy)),
            ("copied", .text(copied)), ("transcript", .text(transcript)),
            ("replay", .text(replay)), ("pause", .text(pause)), ("speed", .text(speed)),
            ("replayHint", .text(replayHint)),
            ("flipToDrawing", .text(flipToDrawing)), ("flipToPicture", .text(flipToPicture)),
        ]
    }
}
