import Foundation
import LocalFiles
import TestSupport
import Testing

/// The location of photos in each tree and file, and what commands say about it.
@Suite(.tags(.acceptance))
struct PhotoLocationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let sample = try FinishedProgram(
            Places.notebinder, arguments: ["sample", "Sample"], in: folder.path)
        #expect(sample.status == 0, "\(sample.errors)")
    }

    private func run(_ arguments: [String]) throws -> FinishedProgram {
        let run = try FinishedProgram(Places.notebinder, arguments: arguments, in: folder.path)
        // One of the sample's archives is damaged.
        #expect(run.status == 2, "\(run.errors)")
        return run
    }

    /// The number of files that name the camera, as photos with a location do.
    private func located(_ path: String) throws -> Int {
        guard try LocalFiles.status(folder.path + "/" + path) != nil else { return 0 }
        return try LocalFiles.files(below: folder.path + "/" + path).filter { file in
            let url = URL(fileURLWithPath: "\(folder.path)/\(path)/\(file)")
            return try Data(contentsOf: url).range(of: Data("Sample camera".utf8)) != nil
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
        let run = try run(["build", "Sample", "--output", "Notebook"] + options)
        #expect(run.errors.contains(sentence), "\(run.errors)")
        for tree in ["site", "markdown", "json"] {
            #expect(try (located("Notebook/" + tree) > 0) == trees.contains(tree), "\(tree)")
        }
    }

    @Test func followsTheConfiguration() throws {
        for (photos, isLocated) in [("without-location", false), ("originals", true)] {
            try folder.write(
                "formats: [markdown]\nmarkdown: {profile: plain, photos: \(photos)}\n",
                to: "notebinder.yml")
            _ = try run(["build", "Sample", "--output", "Notebook"])
            #expect(try (located("Notebook/markdown") > 0) == isLocated)
        }
        // Another profile on the command line does not undo the choice.
        try folder.write(
            "markdown: {profile: plain, photos: without-location}\n", to: "notebinder.yml")
        _ = try run(["build", "Sample", "--output", "Other", "--markdown", "apple-notes"])
        #expect(try located("Other/markdown") == 0)
    }

    @Test func saysWhichFilesContainLocations() throws {
        let enex = try run(["export", "enex", "Sample", "-o", "notes.enex"])
        #expect(enex.errors.contains("photos is in notes.enex."), "\(enex.errors)")
        let bag = try run(["bag", "Sample", "--output", "Bag"])
        #expect(bag.errors.contains("photos is in Bag."), "\(bag.errors)")
        let book = try run(["bind", "Sample", "-o", "book.html"])
        #expect(book.errors.contains("in book.html omit the location"), "\(book.errors)")
        for form in ["csv", "sqlite"] {
            let table = try run(["export", form, "Sample", "-o", "notes." + form])
            #expect(!table.errors.contains("location"), "\(table.errors)")
        }
    }
}
