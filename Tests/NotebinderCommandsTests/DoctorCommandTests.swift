import Foundation
import TestSupport
import Testing

/// The findings of `notebinder doctor`.
@Suite(.tags(.acceptance))
struct DoctorCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private struct Finding: Decodable {
        let part: String
        let isSound: Bool
        let state: String
    }

    private func findings(_ arguments: String...) throws -> [String: Finding] {
        let run = try FinishedProgram(
            Places.notebinder, arguments: ["doctor", "--json"] + arguments, in: folder.path)
        let all = try JSONDecoder().decode([Finding].self, from: Data(run.output.utf8))
        #expect(run.status == (all.allSatisfy(\.isSound) ? 0 : 1), "\(run.errors)")
        return Dictionary(uniqueKeysWithValues: all.map { ($0.part, $0) })
    }

    @Test func findsTheInstalledParts() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path + "/MyNotes", withIntermediateDirectories: true)
        let found = try findings()
        for part in ["program", "server", "photo worker", "notes", "output", "free space", "lock"] {
            #expect(found[part]?.isSound == true, "\(part): \(found[part]?.state ?? "absent")")
        }
        #expect(found["photo formats"]?.state.hasPrefix("jpeg, png, gif") == true)
        #expect(found["output"]?.state.hasSuffix("Notebook (new)") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/Notebook"))
    }

    @Test func namesAMissingNotesFolder() throws {
        let notes = try #require(try findings()["notes"])
        #expect(!notes.isSound)
        #expect(notes.state.contains("MyNotes cannot be used"))
    }
}
