import Foundation
import LocalFiles
import TestSupport
import Testing

/// The findings of `notebinder doctor`.
@Suite(.tags(.acceptance))
struct DoctorCommandTests: CommandSuite {
    let folder = TemporaryFolder()

    private struct Finding: Decodable {
        let part: String
        let isSound: Bool
        let state: String
    }

    private func findings() throws -> [String: Finding] {
        let run = try run("doctor", "--json", status: nil)
        let all = try JSONDecoder().decode([Finding].self, from: Data(run.output.utf8))
        #expect(run.status == (all.allSatisfy(\.isSound) ? 0 : 1), "\(run.errors)")
        return Dictionary(uniqueKeysWithValues: all.map { ($0.part, $0) })
    }

    @Test func findsTheInstalledParts() throws {
        try LocalFiles.makeFolder(folder.path + "/MyNotes")
        let found = try findings()
        for part in ["program", "server", "photo worker", "notes", "output", "free space", "lock"] {
            #expect(found[part]?.isSound == true, "\(part): \(found[part]?.state ?? "absent")")
        }
        #expect(found["photo formats"]?.state.hasPrefix("jpeg, png, gif") == true)
        #expect(found["output"]?.state.hasSuffix("Notebook (new)") == true)
        #expect(!exists("Notebook"))
    }

    @Test func reportsAMissingNotesFolder() throws {
        let notes = try #require(try findings()["notes"])
        #expect(!notes.isSound)
        #expect(notes.state.contains("MyNotes cannot be used"))
    }
}
