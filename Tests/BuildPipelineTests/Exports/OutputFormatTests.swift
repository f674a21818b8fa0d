import BuildPipeline
import BuildTestSupport
import Hashing
import LocalFiles
import NoteModel
import OutputPlan
import TestSupport
import Testing

/// Formats that check nothing, whose files the sinks check nevertheless.
@Suite(.tags(.acceptance))
struct OutputFormatTests {
    private let build = NotebookBuild()
    private static let secret = "the harbour master keeps his spare key under the third stone"
    private var path: String { build.folder.path + "/notes.txt" }

    init() throws {
        try build.add("a.data", title: "Mine", body: "\(Self.secret) #private")
        try build.add("b.data", title: "Open", body: "Nothing to see here")
        try build.add("c.data", title: "Also open", body: "Neither here")
    }

    /// A whole format: the titles as plain text.
    private struct Titles: OutputFormat {
        func plan(_ notebook: PlannedNotebook) -> PlannedFiles {
            let titles = notebook.input.notebook.notes.map { $0.title + "\n" }.joined()
            return PlannedFiles([
                OutputFile(OutputPath("titles.txt"), content: .bytes(Array(titles.utf8)))
            ])
        }
    }

    /// A format whose files are given.
    private struct Given: OutputFormat {
        var form = OutputForm.file
        let contents: [OutputContent]

        func plan(_ notebook: PlannedNotebook) -> PlannedFiles {
            PlannedFiles(
                contents.enumerated().map { OutputFile(OutputPath("\($0).txt"), content: $1) })
        }
    }

    private var options: BuildOptions {
        var options = build.options
        options.rules.exclude.tags = ["private"]
        return options
    }

    private func export(
        _ format: some OutputFormat, change: (inout BuildOptions) -> Void = { _ in }
    ) throws -> Report {
        var options = options
        change(&options)
        return try build.export(options, as: format, to: path)
    }

    @Test func needsNoMoreThanAPlan() throws {
        #expect(try export(Titles()).diagnostics == [])
        #expect(try LocalFiles.read(path) == Array("Open\nAlso open\n".utf8))
    }

    @Test func refusesOutputInTheNotesFolder() throws {
        var bag = BagOptions(output: build.notes + "/Bag.zip")
        bag.isZip = true
        let attempts: [() throws -> Void] = [
            { try build.export(options, as: Titles(), to: build.notes + "/notes.txt") },
            { try build.export(options, as: ENEXFormat(split: 1), to: build.notes + "/a.enex") },
            { try build.bag(options, bag: bag) },
        ]
        for attempt in attempts {
            let error = #expect(throws: UserError.self) { try attempt() }
            #expect(error?.message.contains("is in the notes folder") == true)
        }
        #expect(
            try LocalFiles.entries(of: build.notes).map(\.name).sorted()
                == ["a.data", "b.data", "c.data"])
    }

    /// Text in one piece, made when it is written, in pieces, by a library, in a ZIP file, and as
    /// what is encrypted.
    @Test func refusesWordsOfExcludedNotesHoweverTheyAreWritten() throws {
        let text = Array("He said that \(Self.secret).".utf8)
        let written: [OutputContent] = [
            .bytes(text), .rendered { text },
            .written { writer in
                try writer.write(Array("Listen. ".utf8))
                try writer.write(text)
            },
            .written { writer in
                try writer.check(text)
                try LocalFiles.create(writer.path, bytes: text)
            },
        ]
        let formats =
            written.map { Given(contents: [$0]) } + [
                Given(form: .numberedFiles, contents: [.bytes([0x41]), written[0]]),
                Given(form: .package, contents: [.bytes([0x41]), written[1]]),
                Given(
                    form: .sealed(password: "four random words"),
                    contents: [written[2], .bytes(Array("%HEADER% %SEGMENTS%".utf8))]),
            ]
        for format in formats {
            let error = #expect(throws: UserError.self) { try export(format) }
            #expect(error?.message.contains("“the harbour master keeps") == true)
            #expect(try LocalFiles.entries(of: build.folder.path).map(\.name) == ["MyNotes"])
            let report = try export(format) { $0.acceptsSharedWords = true }
            #expect(report.diagnostics.map(\.identifier) == [.sharedWords])
            for entry in try LocalFiles.entries(of: build.folder.path) where entry.name != "MyNotes"
            {
                try LocalFiles.remove(build.folder.path + "/" + entry.name)
            }
        }
    }

    /// A picture that no published note has, embedded in a file.
    @Test func refusesPicturesOfExcludedNotes() throws {
        let picture = StoredBytes(file: build.notes + "/a.data", range: 0..<8)
        let digest = ContentDigest(of: picture.prefix(8))
        let embedding = OutputContent.written { writer in
            let stored = try writer.stored(.original(picture, digest))
            try writer.write([0x41], embedding: [EmbeddedFile(at: 0..<0, bytes: stored)])
        }
        for format in [
            Given(contents: [embedding]),
            Given(form: .package, contents: [.bytes([0x41]), .original(picture, digest)]),
        ] {
            let error = #expect(throws: UserError.self) { try export(format) }
            #expect(
                error?.message.contains("no published note has") == true, "\(error?.message ?? "")")
            #expect(try LocalFiles.status(path) == nil)
        }
    }

    @Test func embedsBytesBetweenPartsOfTheText() throws {
        let source = build.folder.path + "/source"
        try LocalFiles.create(source, bytes: Array("0123456789".utf8))
        let format = Given(contents: [
            .written { writer in
                try writer.write(
                    Array("<one>".utf8),
                    embedding: [
                        EmbeddedFile(
                            at: 1..<4, head: "data:",
                            bytes: StoredBytes(file: source, range: 0..<10)),
                        EmbeddedFile(at: 5..<5, bytes: StoredBytes(file: source, range: 9..<10)),
                    ])
            }
        ])
        _ = try export(format)
        #expect(try LocalFiles.read(path) == Array("<data:MDEyMzQ1Njc4OQ==>OQ==".utf8))
    }
}
