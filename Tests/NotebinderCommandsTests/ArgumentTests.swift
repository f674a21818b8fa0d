import ArgumentParser
import BuildPipeline
import Foundation
import Platform
import TestSupport
import Testing

@testable import NotebinderCommands

/// The arguments of the commands, without running them.
@Suite(.tags(.fast))
struct ArgumentTests {
    /// A command line of each command that does something.
    private static let commands: [(type: any ParsableCommand.Type, arguments: [String])] = [
        (BuildCommand.self, []), (WatchCommand.self, []), (ServeCommand.self, []),
        (RollbackCommand.self, []), (CheckCommand.self, []), (ListCommand.self, []),
        (ShowCommand.self, ["A"]), (InspectCommand.self, ["a.data"]), (NewCommand.self, ["A"]),
        (EditCommand.self, ["A"]), (DeleteCommand.self, ["A"]), (RestoreCommand.self, []),
        (PhotosCommand.List.self, ["A"]), (PhotosCommand.Add.self, ["A", "a.jpg"]),
        (PhotosCommand.Remove.self, ["A", "1"]), (PhotosCommand.Order.self, ["A", "1"]),
        (CardsCommand.List.self, ["D"]), (CardsCommand.New.self, ["D"]),
        (CardsCommand.Add.self, ["D", "Q", "A"]), (CardsCommand.Delete.self, ["D", "1"]),
        (CardsCommand.Export.self, ["-o", "a.txt"]), (StudyCommand.Merge.self, ["a.json"]),
        (BagCommand.self, ["-o", "Bag"]), (BindCommand.self, ["-o", "a.epub"]),
        (VerifyCommand.self, ["Bag"]), (ImportCommand.self, ["json"]),
        (DiffCommand.self, ["a", "b"]), (SampleCommand.self, []), (DoctorCommand.self, []),
        (CompletionsCommand.self, ["fish"]),
    ]

    @Test func acceptsTheSharedOptionsOnEveryCommand() throws {
        for (type, arguments) in Self.commands {
            for options in [["--quiet"], ["-v"], ["--color", "never"]] {
                let command = try type.parse(arguments + options)
                let printing = try #require(
                    (command as? any PrintingCommand)?.printing, "\(type) has no such options")
                #expect(printing.messages.isQuiet == (options == ["--quiet"]), "\(type)")
                #expect(printing.messages.isVerbose == (options == ["-v"]), "\(type)")
            }
            #expect(throws: (any Error).self, "\(type)") {
                try type.parse(arguments + ["--no-such-option"])
            }
        }
    }

    @Test func describesEveryCommandInOneSentence() {
        for (type, _) in Self.commands {
            let abstract = type.configuration.abstract
            #expect(abstract.hasSuffix("."), "\(type)")
            #expect(abstract.count <= 90, "\(type): \(abstract)")
        }
    }

    @Test func namesEveryCommand() {
        func check(_ command: any ParsableCommand.Type) {
            let commands = command.configuration.subcommands
            let names = commands.compactMap { $0.configuration.commandName }
            #expect(Set(names).count == commands.count, "\(command)")
            commands.forEach(check)
        }
        check(NotebinderCommand.self)
    }

    @Test(arguments: [
        ["--wait", "-1"], ["--wait", "90000"], ["--output", ""], ["--title", " "],
        ["--language", "german"], ["--formats", "html,pdf"], ["--formats", ""],
        ["--time-zone", "Mars/Olympus"], ["--quiet", "--verbose"], ["--color", "green"],
    ])
    func refusesImpossibleValues(arguments: [String]) {
        #expect(throws: (any Error).self) { try BuildCommand.parse(arguments) }
    }

    @Test func parsesBuildOptions() throws {
        let command = try BuildCommand.parse([
            "Notes", "-o", "Out", "--formats", "html, json", "--title", "T", "--language", "de-AT",
            "--time-zone", "Asia/Tokyo", "--wait", "1.5", "--allow-removals",
        ])
        let options = try command.building.options()
        #expect(options.notes == "Notes" && options.output == "Out")
        #expect(options.formats == [.html, .json])
        #expect(options.title == "T" && options.language == "de-AT")
        #expect(options.timeZone.identifier == "Asia/Tokyo")
        #expect(options.waits == 1.5 && options.allowsRemovals)
        #expect(!options.acceptsSharedWords)
    }

    @Test func infersTheFormatOfABookFromItsName() throws {
        #expect(throws: Never.self) { try BindCommand.parse(["-o", "notes.HTML"]) }
        #expect(throws: Never.self) { try BindCommand.parse(["-o", "notes", "--as", "epub"]) }
        #expect(throws: Never.self) { try BindCommand.parse(["-o", "notes.pdf"]) }
        #expect(throws: (any Error).self) { try BindCommand.parse(["-o", "notes.doc"]) }
    }

    @Test(arguments: [
        ["-o", ""], ["-o", "a.zip", "--link"], ["-o", "a", "--date", "2026-02-30"],
        ["-o", "a", "--identifier", ""], ["-o", "a", "--link", "--copy"],
    ])
    func refusesInvalidBagOptions(arguments: [String]) {
        #expect(throws: (any Error).self) { try BagCommand.parse(arguments) }
    }
}
