import BuildPipeline
import Foundation
import NoteModel
import TestSupport
import Testing

/// The configuration with which an owner of notes begins.
@Suite(.tags(.acceptance))
struct InitCommandTests: CommandSuite {
    let folder = TemporaryFolder(isInMemory: true)

    /// Whatever is commented out is valid once it is not, and every key is there.
    @Test func writesAConfigurationThatIsValid() throws {
        try run("init")
        func options(_ name: String) throws -> BuildOptions {
            try BuildOptions(notes: nil, config: folder.path + "/" + name)
        }
        #expect(try options("notebinder.yml").title == "Notebook")
        let settings = try folder.text("notebinder.yml")
            .split(separator: "\n", omittingEmptySubsequences: false).map { line in
                // Settings within others are indented behind the sign.
                line.hasPrefix("#") && (!line.hasPrefix("# ") || line.hasPrefix("#  "))
                    ? line.dropFirst() : line
            }
        // Editions have ledgers of their own.
        let isLedger = { (line: Substring) in line.hasPrefix("ledger:") }
        try folder.write(settings.filter(isLedger).joined(), to: "ledger.yml")
        #expect(try options("ledger.yml").ledger == folder.path + "/addresses.json")
        try folder.write(settings.filter { !isLedger($0) }.joined(separator: "\n"), to: "all.yml")
        // The file that the settings name.
        try folder.write("password", to: ".notes-password")
        let all = try options("all.yml")
        #expect(all.title == "My notes" && all.templates == folder.path + "/my-templates")
        try folder.write("nokey: 1\n", to: "wrong.yml")
        let message = #expect(throws: UserError.self) { try options("wrong.yml") }?.message
        let known = message?.split(separator: "Known keys: ").last?.split(separator: ", ") ?? []
        #expect(known.count > 20)
        for key in known.map({ $0.trimmingPrefix(" ").prefix { $0.isLetter || $0 == "-" } }) {
            #expect(settings.contains { $0.hasPrefix(key + ":") }, "\(key)")
        }
    }
}
