import NoteModel
import OutputPlan
import TestSupport
import Testing

@testable import SitePages

/// The addresses of notes and tags, and the names by which notes are found.
@Suite(.tags(.fast))
struct SiteMapTests {
    private func map(_ notes: [Note]) -> SiteMap {
        SiteMap(notes.withSlugs)
    }

    @Test func indexesNamesBeforeTheyAreLookedUp() async {
        let notes = ["One", "Two", "two"].map { Note.made($0, tags: ["a"]) }.withSlugs
        let (indexed, other) = (await SiteMap(indexing: notes), SiteMap(notes))
        for name in ["one", "Two", "TWO", "none"] {
            #expect(indexed.noteNames.note(titled: name) == other.noteNames.note(titled: name))
        }
        #expect(indexed.tags.map(\.notes) == [[0, 1, 2]])
        #expect(indexed.path(ofNote: 2) == other.path(ofNote: 2))
    }

    @Test func spellsATagAsMostNotesDo() {
        let map = map([
            .made("1", tags: ["Travel", "b"]), .made("2", tags: ["travel"]),
            .made("3", tags: ["travel", "B"]), .made("4", tags: ["旅"]),
        ])
        #expect(map.tags.map(\.name) == ["travel", "B", "旅"])
        #expect(map.tags.map(\.notes) == [[0, 1, 2], [0, 2], [3]])
        #expect(map.tag(Tag("TRAVEL")).map { map.tags[$0].path } == "tags/travel.html")
        #expect(map.tag(Tag("none")) == nil)
    }

    @Test func assignsDistinctFilesToSimilarTags() {
        let map = map([.made("1", tags: ["a/b", "a-b", "a_b", "!", "index"])])
        #expect(Set(map.tags.map(\.path)).count == 5)
        #expect(!map.tags.map(\.path).contains("tags/index.html"))
    }

    @Test func computesRelativeAddresses() {
        let map = map([.made("Élan"), .deck("Élan 1"), .made("B")])
        #expect(map.path(ofNote: 0) == "notes/élan.html")
        #expect(map.path(ofNote: 1) == "decks/élan-1.html")
        #expect(map.address(ofNote: 0, from: "") == "notes/%C3%A9lan.html")
        #expect(map.address(ofNote: 0, fromNote: 2) == "%C3%A9lan.html")
        #expect(map.address(ofNote: 1, fromNote: 2) == "../decks/%C3%A9lan-1.html")
        #expect(map.address(ofNote: 2, fromNote: 1) == "../notes/b.html")
    }

    /// A new note must change one chunk, and not all that follow.
    @Test(arguments: [0, 100, 299])
    func keepsChunksWhenANoteIsAdded(place: Int) {
        var titles = (0..<300).map { "Note about \($0 * 7919 % 1000)" }
        func chunks() -> [[String]] {
            let map = map(titles.map { Note.made($0) })
            let ranges = map.chunks(minimum: 8, maximum: 32)
            #expect(ranges.first?.lowerBound == 0 && ranges.last?.upperBound == titles.count)
            for (one, next) in zip(ranges, ranges.dropFirst()) {
                #expect(one.upperBound == next.lowerBound)
            }
            #expect(ranges.dropLast().allSatisfy { (8...32).contains($0.count) })
            return ranges.map { $0.map { titles[$0] } }
        }
        let before = Set(chunks())
        titles.insert("Something quite new", at: place)
        let after = Set(chunks())
        #expect(after.subtracting(before).count <= 4)
    }
}
