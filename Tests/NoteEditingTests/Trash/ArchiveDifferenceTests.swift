import Foundation
import Hashing
import LocalFiles
import NoteArchives
import NoteModel
import TestSupport
import Testing

@testable import NoteEditing

/// Earlier versions of large notes, which are stored as what differs.
@Suite(.tags(.fast))
struct ArchiveDifferenceTests: NoteEditingSuite {
    let folder = TemporaryFolder()

    private static func noise(_ count: Int, seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    @Test(arguments: [
        (0, 0), (0, 1), (1, 0), (5000, 0), (0, 5000), (300_000, 17), (299_990, 30), (150_000, 9000),
    ])
    func rebuildsArchivesInWhichBytesWereReplaced(place: Int, count: Int) throws {
        let base = Self.noise(300_000, seed: 1)
        let changed =
            base[..<place] + Self.noise(count, seed: 2) + base.dropFirst(place).dropFirst(11)
        for (archive, other) in [(Array(changed), base), (base, Array(changed)), ([], base)] {
            let difference = ArchiveDifference(of: archive, from: other)
            #expect(difference.archive(from: other) == archive)
            // At most the part at whose beginning something was changed is stored.
            #expect(difference.ownCount <= count + 70_000)
            var writer = ByteWriter()
            writer.write(difference)
            var reader = ByteReader(writer.bytes)
            #expect(try ArchiveDifference(from: &reader) == difference)
        }
        let difference = ArchiveDifference(of: Array(changed), from: base)
        #expect(difference.archive(from: base + [0]) == nil)
        // What is the same is one part of the base.
        let tail = place + count..<changed.count
        if count > 0, place + 11 < base.count {
            #expect(difference.place(of: tail) == place + 11..<base.count)
        }
    }

    private func writeNoteWithPhotos() throws {
        let photos = (0..<3).map { ArchivedPhoto.data(Self.noise(200_000, seed: UInt64($0))) }
        try folder.write(
            note: ArchivedNote(title: "A", body: "0", photos: .array(photos)), to: "a.data")
    }

    private func change(to body: String) throws {
        try save("A", named: "version") { try $0.setBody(body) }
    }

    private func sizes() throws -> [Int] {
        try editor().trash.entries().map { entry in
            let path = folder.path + "/.trash/" + entry.name
            return try LocalFiles.entries(of: path).reduce(0) {
                $0 + (try LocalFiles.status(path + "/" + $1.name)?.size ?? 0)
            }
        }
    }

    @Test func storesTheVersionsOfALargeNoteOnce() throws {
        try writeNoteWithPhotos()
        for number in 1...4 { try change(to: "\(number)") }
        let sizes = try sizes()
        #expect(sizes[0] > 600_000)
        #expect(sizes.dropFirst().allSatisfy { $0 < 10_000 }, "\(sizes)")
        // Each is whole, with its photos.
        let photos = try notes()[0].photos.map { try bytes(of: $0) }
        for (number, entry) in try editor().trash.entries().enumerated() {
            let note = try #require(try editor().note(of: entry))
            #expect(note.body == "\(number)")
            for position in photos.indices {
                let photo = try #require(try editor().photo(position, of: note, in: entry))
                #expect(try bytes(of: photo) == photos[position])
            }
        }
        try restore("version-3")
        #expect(try notes().map(\.body) == ["2"])
    }

    @Test(arguments: [false, true])
    func keepsTheOtherVersionsWhenTheFirstGoes(isPurged: Bool) throws {
        try writeNoteWithPhotos()
        for number in 1...4 { try change(to: "\(number)") }
        let first = try #require(try editor().trash.entries().first)
        if isPurged { try editor().trash.purge([first]) } else { try restore(first.name) }
        let left = try editor().trash.entries()
        #expect(
            try left.compactMap { try editor().note(of: $0)?.body }.sorted().prefix(3) == [
                "1", "2", "3",
            ])
        #expect(try sizes().count { $0 > 600_000 } == 1)
        try editor().trash.purge(left)
        #expect(try editor().trash.entries().isEmpty)
    }

    /// An entry without its record can still be restored and deleted.
    @Test func keepsTheOtherVersionsWhenTheFirstIsDamaged() throws {
        try writeNoteWithPhotos()
        for number in 1...3 { try change(to: "\(number)") }
        try folder.write([], to: ".trash/version/entry.json")
        let first = try #require(try editor().trash.entries().first { $0.name == "version" })
        try editor().trash.purge([first])
        let left = try editor().trash.entries().compactMap { try editor().note(of: $0)?.body }
        #expect(left.sorted() == ["1", "2"])
    }

    @Test func readsNoDamagedDifference() throws {
        try writeNoteWithPhotos()
        for number in 1...2 { try change(to: "\(number)") }
        let name = ".trash/version-2/note.difference"
        let whole = try folder.bytes(name)
        for place in whole.indices.prefix(400) {
            var damaged = whole
            damaged[place] ^= 0x80
            try folder.write(damaged, to: name)
            let entry = try #require(try editor().trash.entries().last)
            if let bytes = try? editor().trash.archive(of: entry) { #expect(bytes.count > 600_000) }
        }
    }

    @Test func saysWhatIsMissingWhenAVersionCannotBeRebuilt() throws {
        try writeNoteWithPhotos()
        for number in 1...2 { try change(to: "\(number)") }
        try LocalFiles.remove(folder.path + "/.trash/version/note.data")
        #expect(throws: UserError.self) { try restore("version-2") }
        #expect(try notes().map(\.body) == ["2"])
    }

    private func bytes(of photo: Medium) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try #require(photo.stored).forEachChunk { bytes += $0 }
        return bytes
    }
}
