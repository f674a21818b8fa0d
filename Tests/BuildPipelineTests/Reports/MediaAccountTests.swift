import Hashing
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import BuildPipeline

/// The account of photos, recordings and attachments.
@Suite(.tags(.fast))
struct MediaAccountTests {
    private func account(_ notes: [Note], _ media: PreparedMedia = PreparedMedia()) -> MediaAccount
    {
        var account = MediaAccount(media, kept: [])
        for note in notes { account.add(note) }
        return account
    }

    private func addsUp(_ media: Report.Media) -> Bool {
        media.referenced == media.published + media.missing.count + media.unreadable.count
    }

    private func prepared(
        _ photos: [Medium], _ outcome: PreparedMedium.Outcome, kind: PhotoKind = .jpeg
    ) -> PreparedMedia {
        let medium = PreparedMedium(
            original: OriginalBytes(digest: ContentDigest(of: []), count: 0), format: .photo(kind),
            derivation: Fingerprint(ofLines: []), outcome: outcome)
        let known = photos.compactMap(\.identity).map { ($0, medium) }
        return PreparedMedia(Dictionary(known) { first, _ in first })
    }

    private func decoded(carriesPosition: Bool = false, upright: UprightCopy? = nil)
        -> PreparedMedium.Outcome
    {
        .decoded(
            DecodedPhoto(
                size: .init(width: 1, height: 1), carriesPosition: carriesPosition,
                colour: .init(red: 0, green: 0, blue: 0), derivatives: [], upright: upright))
    }

    @Test func countsAPhotoOnceHoweverManyNotesShowIt() {
        let photo = Medium.made("a.jpg")
        let notes = [Note.made("A", photos: [photo, photo]), .made("B", photos: [photo])]
        let account = account(notes, prepared([photo], decoded(carriesPosition: true)))
        #expect(account.counts.photos.referenced == 1 && account.counts.photos.published == 1)
        #expect(account.counts.photos.carryingPosition == 1)
        #expect(account.diagnostics.isEmpty)
    }

    @Test func countsAMissingNameOnceAndNamesItsFirstNote() {
        let notes = [("A", "p.jpg"), ("B", "P.JPG")].map { title, name in
            Note.made(title, photos: [Medium(.photo, name: name, content: .missing)])
        }
        let account = account(notes)
        #expect(account.counts.photos.missing.map(\.name) == ["p.jpg"])
        #expect(account.counts.photos.missing.map(\.reason) == ["named by “A”"])
        #expect(account.diagnostics.map(\.identifier) == [.missingPhoto])
        #expect(addsUp(account.counts.photos))
    }

    @Test func numbersPhotosWithoutAName() {
        let contents: [MediaContent] = [.damaged, .missing, .missing]
        let photos = contents.map { Medium(.photo, content: $0) }
        let account = account([.made("A", photos: photos)])
        #expect(account.counts.photos.unreadable.map(\.name) == ["Photo 1 of “A”"])
        #expect(account.counts.photos.missing.map(\.name) == ["Photo 2 of “A”", "Photo 3 of “A”"])
        #expect(addsUp(account.counts.photos))
    }

    @Test func reportsAMissingDecoderOnceForAllItsPhotos() {
        let photos = ["a.heic", "b.heic"].map { Medium.made($0) }
        let account = account(
            [.made("A", photos: photos)], prepared(photos, .noDecoder, kind: .heic))
        #expect(account.counts.photos.unreadable.count == 2 && addsUp(account.counts.photos))
        #expect(account.diagnostics.map(\.identifier) == [.missingDecoder])
        #expect(account.diagnostics.first?.suggestion.contains("libheif") == true)
    }

    @Test func publishesPhotosWithoutAnUprightCopy() {
        let photo = Medium.made("a.jpg")
        let outcome = decoded(upright: .failed(reason: "no memory"))
        let account = account([.made("A", photos: [photo])], prepared([photo], outcome))
        #expect(account.counts.photos.published == 1)
        #expect(account.diagnostics.map(\.identifier) == [.sidewaysPhoto])
        #expect(account.diagnostics.first?.summary.contains("no memory") == true)
    }

    @Test func explainsWhyAFileIsUnreadable() {
        let photo = Medium.made("a.jpg")
        let killed = PreparedMedium.Outcome.unreadable(reason: "it is huge", workerEnd: .killed)
        let first = account([.made("A", photos: [photo])], prepared([photo], killed)).diagnostics
        #expect(first.first?.summary == "a.jpg in “A” cannot be shown: it is huge.")
        let second = account([.made("A", photos: [photo])]).diagnostics
        #expect(second.first?.summary == "a.jpg in “A” cannot be shown: its file cannot be read.")
        #expect(first.first?.suggestion != second.first?.suggestion)
    }

    @Test func accountsForRecordingsAndAttachmentsAlike() throws {
        let stored = StoredBytes(file: "/n/x", range: 0..<1)
        let gone = StoredBytes(file: "/n/y", range: 0..<1)
        var note = Note.made(
            "A",
            recordings: [
                Medium(.recording, name: "a.m4a", content: .missing),
                Medium(.recording, content: .damaged),
                Medium(.recording, name: "b.m4a", content: .stored(stored)),
                Medium(.recording, name: "again.m4a", content: .stored(stored)),
            ])
        note.attachments = [
            Medium(.attachment, name: "a.pdf", content: .stored(stored)),
            Medium(.attachment, name: "b.pdf", content: .stored(gone)),
            Medium(.attachment, name: "c.pdf", content: .missing),
            Medium(.attachment, name: "d.pdf", content: .damaged),
        ]
        let original = OriginalBytes(digest: ContentDigest(of: []), count: 1)
        let account = account(
            [note],
            PreparedMedia([
                try #require(note.attachments[0].identity): PreparedMedium(attachment: original)
            ]))
        #expect(account.counts.recordings.referenced == 3 && addsUp(account.counts.recordings))
        #expect(account.counts.recordings.missing.map(\.name) == ["a.m4a"])
        #expect(account.counts.attachments.published == 1 && addsUp(account.counts.attachments))
        #expect(account.counts.attachments.unreadable.map(\.name) == ["b.pdf", "d.pdf"])
    }
}
