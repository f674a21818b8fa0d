import Foundation
import TestSupport
import Testing

/// The location of photos in each tree and file, and what commands say about it.
@Suite(.tags(.acceptance))
struct PhotoLocationTests: CommandSuite {
    let folder = TemporaryFolder()

    /// The status of a run: one of the sample's archives is damaged.
    private let status: Int32 = 2

    init() throws { try run("sample", "Sample") }

    /// The number of files that name the camera, as photos with a location do.
    private func located(_ path: String) throws -> Int {
        guard exists(path) else { return 0 }
        return try contents(path).bytes.values.filter {
            Data($0).range(of: Data("Sample camera".utf8)) != nil
        }.count
    }

    @Test(
        arguments: [
            (["--formats", "html"], "in site omit the location", []),
            (["--formats", "markdown"], "photos is in markdown.", ["markdown"]),
            (["--formats", "html,json"], "photos is in json, and not in site.", ["json"]),
            (
                ["--formats", "html,markdown", "--markdown", "hugo"],
                "in site and markdown omit the location", []
            ),
            (
                ["--formats", "markdown", "--markdown", "obsidian"],
                "in markdown omit the location", []
            ),
            (
                ["--formats", "markdown", "--markdown", "hugo", "--markdown-photos", "originals"],
                "photos is in markdown.", ["markdown"]
            ),
            (
                ["--formats", "markdown", "--markdown-photos", "without-location"],
                "in markdown omit the location", []
            ),
        ] as [([String], String, [String])])
    func saysWhichTreesContainLocations(
        options: [String], sentence: String, trees: [String]
    ) throws {
        try run(
            ["build", "Sample", "--output", "Notebook"] + options, status: status,
            says: [sentence])
        for tree in ["site", "markdown", "json"] {
            #expect(try (located("Notebook/" + tree) > 0) == trees.contains(tree), "\(tree)")
        }
    }

    @Test func followsTheConfiguration() throws {
        for (photos, isLocated) in [("without-location", false), ("originals", true)] {
            try folder.write(
                "formats: [markdown]\nmarkdown: {profile: plain, photos: \(photos)}\n",
                to: "notebinder.yml")
            try run("build", "Sample", "--output", "Notebook", status: status)
            #expect(try (located("Notebook/markdown") > 0) == isLocated)
        }
        // Another profile on the command line does not undo the choice.
        try folder.write(
            "markdown: {profile: plain, photos: without-location}\n", to: "notebinder.yml")
        try run(
            "build", "Sample", "--output", "Other", "--markdown", "apple-notes", status: status)
        #expect(try located("Other/markdown") == 0)
    }

    @Test func saysWhichFilesContainLocations() throws {
        for (arguments, sentence) in [
            (["export", "enex", "Sample", "-o", "notes.enex"], "photos is in notes.enex."),
            (["bag", "Sample", "--output", "Bag"], "photos is in Bag."),
            (["bind", "Sample", "-o", "book.html"], "in book.html omit the location"),
        ] { try run(arguments, status: status, says: [sentence]) }
        let database = try run("export", "sqlite", "Sample", "-o", "notes.db", status: status)
        #expect(!database.errors.contains("location"), "\(database.errors)")
    }
}
