import BuildPipeline
import BuildTestSupport
import Foundation
import HeadlessBrowser
import NoteEditing
import NoteModel
import TestSupport
import Testing

/// Photos and recordings on their way from a notes folder to all trees.
@Suite(.tags(.browser))
struct MediaTests {
    private let build = NotebookBuild()
    private let picture = PNGPicture.quarters(width: 40, height: 30)
    private let wave = Sound.wave(seconds: 1, tone: 0)

    /// Writes a worker for photos, a shell script.
    private func worker(_ script: String) throws -> String {
        let path = try build.folder.write("#!/bin/sh\n" + script, to: "worker.sh")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    @Test func readsCaptionsFromTheCaptionsFile() throws {
        try build.folder.write(picture, to: "MyNotes/Photos/one.png")
        try build.folder.write(
            PNGPicture.quarters(width: 42, height: 30), to: "MyNotes/Photos/Zwei.png")
        try build.folder.write(
            "one.png: The lake, at dawn\nZWEI.PNG: \"<b>: two\"\nlost.png: x\nthree.png: [1]\n",
            to: "MyNotes/Photos/captions.yml")
        try build.add(
            "A", body: "![](one.png) ![In the text](zwei.png)", photos: [.name("one.png")])
        try build.add(
            "b.data",
            note: ArchivedNote(
                title: "B", body: "", photos: .dictionary([("Own words", .name("one.png"))])))
        let report = try build.run()
        let page = try build.text("site/notes/a.html")
        #expect(page.contains("alt=\"The lake, at dawn\""))
        #expect(page.contains("alt=\"In the text\""))
        // A caption in the note itself takes precedence.
        #expect(
            try build.text("site/notes/b.html").contains("<figcaption dir=\"auto\">Own words"))
        #expect(report.diagnostics.map(\.identifier) == [.unusableCaption, .unusableCaption])
        #expect(report.diagnostics.allSatisfy { $0.summary.contains("Photos/captions.yml, line") })
        #expect(report.isComplete)
        #expect(try build.text("json/notes.ndjson").contains("\"<b>: two\""))
    }

    @Test func publishesRecordingsLinkedInTheText() throws {
        try build.folder.write(wave, to: "MyNotes/memo.wav")
        try build.add("A", body: "[Listen](memo.wav), [gone](gone.wav), [x](readme.txt)")
        let report = try build.run()
        #expect(report.recordings.referenced == 1 && report.recordings.published == 1)
        #expect(report.diagnostics.map(\.identifier) == [.deadLink])
        #expect(report.diagnostics.first?.summary.contains("“gone.wav”, “readme.txt”") == true)
        let name = try #require(try build.tree("site").names.first { $0.hasPrefix("recordings/") })
        let page = try build.text("site/notes/a.html")
        #expect(page.contains("<a href=\"../\(name)\">Listen</a>"))
        #expect(page.contains("<audio"))
    }

    @Test func publishesRecordingsFromArchivesAndFiles() throws {
        try build.folder.write(wave, to: "MyNotes/Sounds/memo.wav")
        try build.folder.write(wave + [0, 0], to: "MyNotes/other.bin")
        try build.add(
            "A", body: "![Listen](memo.wav)\n\n![](gone.m4a)",
            photos: [.data(picture), .name("other.bin"), .data(wave)])
        try build.folder.write(Array("RIFF....WAVEfmt ".utf8), to: "MyNotes/torn.wav")
        try build.add("B", body: "![](torn.wav)")
        let report = try build.run()
        #expect(report.addsUp)
        #expect(report.photos.referenced == 1 && report.photos.published == 1)
        #expect(report.recordings.referenced == 5)
        #expect(report.recordings.published == 3)
        #expect(report.recordings.missing.map(\.name) == ["gone.m4a"])
        #expect(report.recordings.unreadable.map(\.name) == ["torn.wav"])
        let page = try build.text("site/notes/a.html")
        #expect(page.components(separatedBy: "<audio aria-label").count == 4)
        #expect(page.contains("Listen</b>") && page.contains("WAV, 0:01, 8 kB"))
        #expect(page.contains("Recording missing: gone.m4a"))
        // Equal recordings become one file of the site.
        let site = try build.tree("site").names
        #expect(site.count { $0.hasPrefix("recordings/") } == 2)
        for tree in ["markdown", "json"] {
            let names = try build.tree(tree).names
            #expect(names.count { $0.hasPrefix("recordings/") } == 4, "\(names)")
        }
        #expect(try build.text("markdown/a.md").contains("recordings:\n- recordings/a/"))
        try build.expectValidJSON(2)
    }

    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func keepsOnlyRequestedMetadata() throws {
        let made = TemporaryFolder()
        let script = Places.package + "/Tests/TestSupport/make-pictures.py"
        _ = try FinishedProgram(try #require(Places.python), arguments: [script, made.path])
        try build.add("A", photos: [.data(try made.bytes("private.jpg"))])
        for kept: Set<PreservedMetadata> in [[], [.copyright, .credit], []] {
            let report = try build.run { $0.keptMetadata = kept }
            #expect(report.photos.carryingPosition == 1)
            let pictures = try build.tree("site").names.filter { $0.hasPrefix("photos/") }
            #expect(pictures.count == 1)
            for name in pictures {
                let picture = try ForeignPicture(build.output + "/site/" + name)
                #expect(picture.exif.count == kept.count)
            }
        }
    }

    @Test(.enabled(if: Chromium.path != nil, "needs Chromium"))
    func letsABrowserPlayAndSeek() throws {
        try build.folder.write(wave, to: "MyNotes/memo.wav")
        try build.add("A", body: "![](memo.wav)")
        try build.run()
        let visit = try Chromium().visit(
            build.address("notes/a.html"), width: 800,
            script: """
                (async () => {
                  const player = document.querySelector('audio');
                  if (player.readyState < 1)
                    await new Promise(done => player.onloadedmetadata = done);
                  player.currentTime = .5;
                  await new Promise(done => player.onseeked = done);
                  return [player.duration, player.seekable.end(0), player.currentTime].join(' ');
                })()
                """)
        #expect(visit.value as? String == "1 1 0.5")
        #expect(visit.complaints == [])
    }

    @Test func suggestsThePackageOfAMissingDecoder() throws {
        let worker = try worker(
            "echo '{\"ready\":{\"_0\":{\"version\":\"0\",\"kinds\":[\"jpeg\"]}}}'\nread line\n")
        // The first bytes of a HEIC file suffice to recognize its kind.
        let photos = (0..<3).map { number in
            ArchivedPhoto.data([0, 0, 0, 24] + Array("ftypheic".utf8) + [UInt8(number), 0, 0, 0])
        }
        try build.add("A", photos: photos)
        let report = try build.run { $0.photoWorker = worker }
        #expect(report.photos.unreadable.count == 3 && report.addsUp)
        #expect(report.diagnostics.map(\.identifier) == [.missingDecoder])
        #expect(report.diagnostics.first?.suggestion.contains("libheif1") == true)
        #expect(
            try build.text("site/notes/a.html").ranges(of: "Photo cannot be shown: HEIC").count == 3
        )
        #expect(try build.tree("markdown").names.count { $0.hasSuffix(".heic") } == 3)
    }

    @Test func reportsKilledWorkersAndRetriesLater() throws {
        let worker = try worker(
            "echo '{\"ready\":{\"_0\":{\"version\":\"0\",\"kinds\":[\"png\"]}}}'\nread line\nkill -KILL $$\n"
        )
        let photos = (1...3).map {
            ArchivedPhoto.data(PNGPicture.quarters(width: 4 * $0, height: 4))
        }
        try build.add("A", photos: photos)
        #expect {
            try build.run { $0.photoWorker = worker }
        } throws: { error in
            let message = (error as? UserError)?.message ?? ""
            return message.contains("killed (signal 9)") && message.contains("Free memory")
                && !message.contains("Install")
        }
        try build.add("A", photos: [photos[0]])
        let report = try build.run { $0.photoWorker = worker }
        #expect(report.diagnostics.map(\.suggestion).first?.hasPrefix("Free memory") == true)
        #expect(try build.run().photos.published == 1, "the next run tries again")
    }

    /// A photo from a UIKit archive, whose pixels are stored rotated.
    @Test func keepsPhotosUprightThroughExportAndImport() throws {
        try build.add("A", photos: [.image(png: picture, orientation: 3)])
        try build.run()
        #expect(try build.tree("json").bytes["photos/a-1.png"] == picture)
        let other = build.folder.path + "/Again"
        let outcome = try BuildPipeline.importNotes(
            from: build.output + "/markdown",
            into: BuildOptions(notes: other, output: "", photoWorker: Places.photoWorker))
        #expect(outcome.problems.isEmpty)
        let again = build.folder.path + "/AgainNotebook"
        try build.run(notes: other, output: again)
        guard Places.python != nil else { return }
        // Red and green are on top of blue and white before the photo is turned to the right.
        let corners = ["blue", "red", "white", "green"]
        for path in [build.output, again] {
            for tree in ["markdown", "site"] {
                let names = try FolderContents("\(path)/\(tree)").names
                let photo = try #require(names.first { $0.hasPrefix("photos/") })
                #expect(try ForeignPicture("\(path)/\(tree)/\(photo)").corners == corners)
            }
        }
    }

    @Test func rejectsADecompressionBombAlone() throws {
        let cut = Array(picture.prefix(80))
        try build.add("A", photos: [PNGPicture.bomb, picture, cut].map { .data($0) })
        let report = try build.run()
        #expect(report.photos.published == 1)
        #expect(report.photos.unreadable.map(\.name) == ["Photo 1 of “A”", "Photo 3 of “A”"])
        #expect(report.photos.unreadable.first?.reason.contains("65535") == true)
    }

    /// A photo used in ten notes is decoded once, and not again by a second run.
    @Test func decodesEachPhotoOnce() throws {
        let log = build.folder.path + "/asked"
        let worker = try worker("/usr/bin/tee -a '\(log)' | '\(Places.photoWorker)'\n")
        for number in 0..<10 { try build.add("N\(number)", photos: [.data(picture)]) }
        for _ in 0..<2 {
            let report = try build.run { $0.photoWorker = worker }
            #expect(report.photos.published == 10)
            #expect(try build.folder.text("asked").split(separator: "\n").count == 1)
        }
    }
}
