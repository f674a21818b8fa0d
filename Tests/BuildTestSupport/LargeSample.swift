import Foundation
import NoteEditing
import SampleNotes
import TestSupport

extension NotebookBuild {
    /// Writes the sample, a recording with a transcript, and so many further notes that the lists
    /// of the notebook are divided: under all letters, of several years, with a tag of more than
    /// 500 notes, alerts, code and links.
    package func writeLargeSample() throws {
        _ = try SampleNotes.write(to: notes, photoWorker: Places.photoWorker)
        try folder.write(
            "1\n00:00:00,000 --> 00:00:01,000\nA first line.\n\n2\n00:00:01,000 --> 00:00:02,000\nA second.\n",
            to: "MyNotes/Photos/song.wav.srt")
        for number in 0..<560 {
            let letter = String(UnicodeScalar(UInt8(65 + number % 26)))
            try add(
                "many-\(number).data",
                note: ArchivedNote(
                    title: "\(letter)bout number \(number)",
                    body: "Written on a quiet day, see [[Lemon tart]]. #everyday\n",
                    created: Date(
                        timeIntervalSince1970: 1_262_304_000 + Double(number) * 86_400 * 2.3)))
        }
        try add(
            "alerts.data",
            note: ArchivedNote(
                title: "Alerts and code",
                body: """
                    > [!NOTE]
                    > Useful.

                    > [!WARNING]
                    > Hot.

                    ```swift
                    let tart = Tart(lemons: 3) // sour
                    ```

                    ```diff
                    - sugar
                    + honey, and a line that is much longer than the column of text on any phone or desk
                    ```

                    Haushaltstagebuchführungsrichtlinienentwurf
                    """))
    }

    /// The paths of pages of the large sample's site, one or more of every kind.
    package static var pagesOfEveryKind: [String] {
        [
            "index.html", "by-date.html", "by-title/a.html", "by-date/2011.html",
            "on-this-day/03.html", "tags.html", "tags/everyday.html", "photos.html", "decks.html",
            "search.html", "decks/italian-at-the-table.html",
            "notes/alerts-and-code.html", "notes/lemon-tart.html",
        ]
    }
}
