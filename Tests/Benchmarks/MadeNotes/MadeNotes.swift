import Foundation
import NoteArchives
import NoteEditing

/// Notes like people's, the same every time, in six languages and five scripts.
///
/// Half of the notes have 150 words or fewer, and a few have up to 5,000. Every second note links
/// others, most of them by titles that exist. There are 60 hashtags; one note in a hundred is a
/// copy of another one.
struct MadeNotes {
    private static let seed: UInt64 = 2012
    /// The notes are dated over ten years from the first of January 2015.
    private static let firstDate = Date(timeIntervalSince1970: 1_420_070_400)
    private static let lastDate = firstDate.addingTimeInterval(3_652 * 86_400)
    /// The median number of words; a text ends a few words later.
    private static let medianLength = 143.0
    private static let maximumLength = 5_000

    let count: Int
    private let titles: [String]

    private enum Purpose: UInt64 {
        case title = 1, text, date, links
    }

    init(count: Int) {
        self.count = count
        titles = (0..<count).map { number in
            var random = Self.random(Self.original(of: number), purpose: .title)
            return MadeTitles.title(Self.vocabulary(&random), random: &random)
        }
    }

    /// Writes an archive for each note into a new folder.
    func write(to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for number in 0..<count {
            try write(note(number), number: number, to: folder)
        }
    }

    /// Writes the note in the middle again, with a line more than the last time. Its date is later
    /// than those of all other notes, like that of a note that was just edited.
    ///
    /// - Parameter edits: The number of times that the note has been edited.
    func edit(in folder: String, edits: Int) throws {
        let number = count / 2
        var edited = note(number)
        for edit in 1...edits {
            edited.body += "\n\nLine \(edit), which was added later."
        }
        edited.modified = Self.lastDate.addingTimeInterval(Double(edits) * 3_600)
        try write(edited, number: number, to: folder)
    }

    private func write(_ note: ArchivedNote, number: Int, to folder: String) throws {
        let name = String(format: "/Note%06d.data", number)
        try Data(NoteArchiveWriter.archive(note)).write(to: URL(fileURLWithPath: folder + name))
    }

    /// Returns the note with a number, which depends on other notes only for the titles that it
    /// links.
    func note(_ number: Int) -> ArchivedNote {
        let number = Self.original(of: number)
        var random = Self.random(number, purpose: .title)
        let vocabulary = Self.vocabulary(&random)
        random = Self.random(number, purpose: .links)
        let links = links(&random)
        let tags = Self.tags(&random)
        let length = min(
            Self.maximumLength, max(2, Int(Self.medianLength * exp(0.95 * random.normal()))))
        random = Self.random(number, purpose: .date)
        let created = Self.firstDate.addingTimeInterval(
            (random.fraction() * Self.lastDate.timeIntervalSince(Self.firstDate)).rounded())
        let later = random.isTrue(oneIn: 2) ? 0 : -2e6 * log(1 - random.fraction())
        return ArchivedNote(
            title: titles[number],
            body: MadeText.text(
                length, in: vocabulary, links: links, tags: tags,
                random: Self.random(number, purpose: .text)),
            created: created,
            modified: min(created.addingTimeInterval(later.rounded()), Self.lastDate))
    }

    private static func random(_ number: Int, purpose: Purpose) -> SplitMix64 {
        SplitMix64(seed: seed, number: number, purpose: purpose.rawValue)
    }

    /// Returns the note that a note is a copy of: for one in a hundred an earlier one, as syncing
    /// devices leave them, otherwise itself.
    private static func original(of number: Int) -> Int {
        number % 100 == 99 ? number - 42 : number
    }

    private static func vocabulary(_ random: inout SplitMix64) -> MadeVocabulary {
        var drawn = random.number(in: 0...99)
        for vocabulary in MadeVocabulary.all {
            drawn -= vocabulary.language.share
            if drawn < 0 { return vocabulary }
        }
        return MadeVocabulary.all[0]
    }

    // MARK: - Links and tags

    /// The titles that a note links; one in ten names no note.
    private func links(_ random: inout SplitMix64) -> [String] {
        guard random.isTrue(oneIn: 2) else { return [] }
        return (0..<random.number(in: 1...3)).map { _ in
            let title = titles[random.number(in: 0...count - 1)]
            return random.isTrue(oneIn: 10) ? title + " (later)" : title
        }
    }

    /// Returns the hashtags of a note: most often none, and the first of ``hashtags`` more often
    /// than the last.
    private static func tags(_ random: inout SplitMix64) -> [String] {
        guard random.isTrue(oneIn: 2) else { return [] }
        var tags: [String] = []
        for _ in 0..<random.number(in: 1...3) {
            let tag = hashtags[Int(Double(hashtags.count) * pow(random.fraction(), 2))]
            if !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }

    private static let hashtags = """
        work travel recipes ideas todo health finance reading garden swift music photos school \
        bicycle language kitchen books films podcasts gifts repairs printer server backup physics \
        statistics climbing swimming skiing sailing einkauf garten küche reise arbeit bücher \
        übung rechnung voyage cuisine musique idées santé вело книги работа рецепты здоровье сад \
        ταξίδι βιβλία μουσική σπίτι ιδέες 旅行 料理 仕事 読書 音楽 写真
        """.split(separator: " ").map(String.init)
}
