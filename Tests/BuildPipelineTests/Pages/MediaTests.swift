import BuildPipeline
import BuildTestSupport
import Foundation
import HeadlessBrowser
import NoteArchives
import NoteEditing
import NoteModel
import NotebookExports
import TestSupport
import Testing

/// Photos and recordings on their way from a notes folder to all trees.
@Suite(.tags(.browser))
struct MediaTests {
    private let build: NotebookBuild
    private let picture = PNGPicture.quarters(width: 40, height: 30)

    init() throws {
        build = try NotebookBuild()
    }

    /// A WAV file with a second of silence: 8,000 samples of 8 bits.
    private var wave: [UInt8] {
        func little(_ number: Int, count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let format =
            little(1, count: 2) + little(1, count: 2) + little(8000, count: 4)
            + little(8000, count: 4) + little(1, count: 2)
            + little(8, count: 2)
        let sound = [UInt8](repeating: 128, count: 8000)
        let body =
            Array("WAVEfmt ".utf8) + little(16, count: 4) + format + Array("data".utf8)
            + little(8000, count: 4)
            + sound
        return Array("RIFF".utf8) + little(body.count, count: 4) + body
    }

    private func page(_ name: String) throws -> String {
        String(
            decoding: try #require(try build.tree("site").files["notes/\(name).html"]).bytes,
            as: UTF8.self)
    }

    @Test func takesCaptionsFromTheFileBesideThePhotos() throws {
        try build.folder.write(picture, to: "MyNotes/Photos/one.png")
        try build.folder.write(
            PNGPicture.quarters(width: 42, height: 30), to: "MyNotes/Photos/Zwei.png")
        try build.folder.write(
            "one.png: The lake, at dawn\nZWEI.PNG: \"<b>: two\"\nlost.png: x\nthree.png: [1]\n",
            to: "MyNotes/Photos/captions.yml")
        try build.add(
            "a.data",
            note: ArchivedNote(
                title: "A", body: "![](one.png) ![In the text](zwei.png)",
                photos: .array([.name("one.png")])))
        try build.add(
            "b.data",
            note: ArchivedNote(
                title: "B", body: "", photos: .dictionary([("Own words", .name("one.png"))])))
        let report = try build.run()
        let page = try page("a")
        #expect(page.contains("alt=\"The lake, at dawn\""))
        #expect(page.contains("alt=\"In the text\""))
        // A caption in the note itself takes precedence.
        #expect(try self.page("b").contains("<figcaption dir=\"auto\">Own words"))
        #expect(report.diagnostics.map(\.identifier) == [.unusableCaption, .unusableCaption])
        #expect(report.diagnostics.allSatisfy { $0.summary.contains("Photos/captions.yml, line") })
        #expect(report.isComplete)
        let json = try #require(try build.tree("json").files["notes.ndjson"])
        #expect(String(decoding: json.bytes, as: UTF8.self).contains("\"<b>: two\""))
    }

    @Test func bringsAlongWhatTheTextLinks() throws {
        try build.folder.write(wave, to: "MyNotes/memo.wav")
        try build.add(
            "a.data",
            note: ArchivedNote(
                title: "A", body: "[Listen](memo.wav), [gone](gone.wav), [x](readme.txt)"))
        let report = try build.run()
        #expect(report.recordings.referenced == 1 && report.recordings.published == 1)
        #expect(report.diagnostics.map(\.identifier) == [.deadLink])
        #expect(report.diagnostics.first?.summary.contains("“gone.wav”, “readme.txt”") == true)
        let name = try #require(try build.tree("site").names.first { $0.hasPrefix("recordings/") })
        let page = try page("a")
        #expect(page.contains("<a href=\"../\(name)\">Listen</a>"))
        #expect(page.contains("<audio"))
    }

    @Test func namesAFileOfCaptionsThatIsNoYAML() throws {
        try build.folder.write("a: [", to: "MyNotes/Photos/captions.yml")
        try build.add("a.data", note: ArchivedNote(title: "A", body: ""))
        let report = try build.run()
        #expect(report.diagnostics.map(\.identifier) == [.unusableCaption])
        #expect(report.notes == 1)
    }

    @Test func publishesRecordingsOfAllKindsOfPlaces() throws {
        try build.folder.write(wave, to: "MyNotes/Sounds/memo.wav")
        try build.folder.write(wave + [0, 0], to: "MyNotes/other.bin")
        try build.add(
            "a.data",
            note: ArchivedNote(
                title: "A", body: "![Listen](memo.wav)\n\n![](gone.m4a)",
                photos: .array([.data(picture), .name("other.bin"), .data(wave)])))
        try build.folder.write(Array("RIFF....WAVEfmt ".utf8), to: "MyNotes/torn.wav")
        try build.add("b.data", note: ArchivedNote(title: "B", body: "![](torn.wav)"))
        let report = try build.run()
        #expect(report.addsUp)
        #expect(report.photos.referenced == 1 && report.photos.published == 1)
        #expect(report.recordings.referenced == 5)
        #expect(report.recordings.published == 3)
        #expect(report.recordings.missing.map(\.name) == ["gone.m4a"])
        #expect(report.recordings.unreadable.map(\.name) == ["torn.wav"])
        let page = try page("a")
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
        let markdown = try #require(try build.tree("markdown").files["a.md"])
        #expect(
            String(decoding: markdown.bytes, as: UTF8.self)
                .contains("recordings:\n- recordings/a/"))
        guard let python = Places.python else { return }
        let run = try FinishedProgram(
            python,
            arguments: [
                Places.package + "/Tests/TestSupport/validate-json-tree.py", build.output + "/json",
            ])
        #expect(run.output == "2 notes are valid\n", "\(run.errors)")
    }

    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func keepsTheMetadataThatIsAskedForAndNoOther() throws {
        let made = try TemporaryFolder()
        let script = Places.package + "/Tests/TestSupport/make-pictures.py"
        _ = try FinishedProgram(try #require(Places.python), arguments: [script, made.path])
        let photo = Array(try Data(contentsOf: URL(fileURLWithPath: made.path + "/private.jpg")))
        try build.add(
            "a.data", note: ArchivedNote(title: "A", body: "", photos: .array([.data(photo)])))
        for (kept, expected) in [
            (Set<PreservedMetadata>(), 0), ([.copyright, .credit], 2), ([], 0),
        ] {
            let report = try build.run { $0.keptMetadata = kept }
            #expect(report.photos.carryingPosition == 1)
            let pictures = try build.tree("site").names.filter { $0.hasPrefix("photos/") }
            #expect(pictures.count == 1)
            for name in pictures {
                let picture = try ForeignPicture(build.output + "/site/" + name)
                #expect(picture.exif.count == expected)
            }
        }
    }

    @Test(.enabled(if: Chromium.path != nil, "needs Chromium"))
    func letsABrowserPlayAndSeek() throws {
        try build.folder.write(wave, to: "MyNotes/memo.wav")
        try build.add("a.data", note: ArchivedNote(title: "A", body: "![](memo.wav)"))
        try build.run()
        let file = URL(fileURLWithPath: build.output + "/site/notes/a.html").absoluteString
        let visit = try Chromium().visit(
            file, width: 800,
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

    @Test func namesThePackageOfAMissingDecoder() throws {
        let worker = try build.folder.write(
            "#!/bin/sh\necho '{\"ready\":{\"_0\":{\"version\":\"0\",\"kinds\":[\"jpeg\"]}}}'\nread line\n",
            to: "worker.sh")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: worker)
        // The first bytes of a HEIC file suffice to recognize its kind.
        let photos = (0..<3).map { number in
            ArchivedPhoto.data([0, 0, 0, 24] + Array("ftypheic".utf8) + [UInt8(number), 0, 0, 0])
        }
        try build.add("a.data", note: ArchivedNote(title: "A", body: "", photos: .array(photos)))
        let report = try build.run { $0.photoWorker = worker }
        #expect(report.photos.unreadable.count == 3 && report.addsUp)
        #expect(report.diagnostics.map(\.identifier) == [.missingDecoder])
        #expect(report.diagnostics.first?.suggestion.contains("libheif1") == true)
        #expect(try page("a").components(separatedBy: "Photo cannot be shown: HEIC").count == 4)
        #expect(try build.tree("markdown").names.count { $0.hasSuffix(".heic") } == 3)
    }

    @Test func keepsTheOldTreesWhenEveryWorkerIsKilled() throws {
        let worker = try build.folder.write(
            "#!/bin/sh\necho '{\"ready\":{\"_0\":{\"version\":\"0\",\"kinds\":[\"png\"]}}}'\nread line\nkill -KILL $$\n",
            to: "worker.sh")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: worker)
        let photos = (1...3).map {
            ArchivedPhoto.data(PNGPicture.quarters(width: 4 * $0, height: 4))
        }
        try build.add("a.data", note: ArchivedNote(title: "A", body: "", photos: .array(photos)))
        #expect {
            try build.run { $0.photoWorker = worker }
        } throws: { error in
            let message = (error as? UserError)?.message ?? ""
            return message.contains("killed (signal 9)") && message.contains("Free memory")
                && !message.contains("Install")
        }
        try build.add(
            "a.data", note: ArchivedNote(title: "A", body: "", photos: .array([photos[0]])))
        let report = try build.run { $0.photoWorker = worker }
        #expect(report.diagnostics.map(\.suggestion).first?.hasPrefix("Free memory") == true)
        #expect(try build.run().photos.published == 1, "the next run tries again")
    }

    /// A photo from a UIKit archive, whose pixels are stored rotated.
    @Test func exportsPhotosUprightAndImportsThemSo() throws {
        try build.add(
            "a.data",
            note: ArchivedNote(
                title: "A", body: "", photos: .array([.image(png: picture, orientation: 3)])))
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

    @Test func costsABombNothingButItself() throws {
        try build.add(
            "a.data",
            note: ArchivedNote(
                title: "A", body: "",
                photos: .array([
                    .data(PNGPicture.bomb), .data(picture), .data(Array(picture.prefix(80))),
                ])))
        let report = try build.run()
        #expect(report.photos.published == 1)
        #expect(report.photos.unreadable.map(\.name) == ["Photo 1 of “A”", "Photo 3 of “A”"])
        #expect(report.photos.unreadable.first?.reason.contains("65535") == true)
    }

    /// A photo used in ten notes is decoded once, and not again by a second run.
    @Test func decodesEachPhotoOnce() throws {
        let log = build.folder.path + "/asked"
        let worker = try build.folder.write(
            "#!/bin/sh\n/usr/bin/tee -a '\(log)' | '\(Places.photoWorker)'\n", to: "worker.sh")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: worker)
        for number in 0..<10 {
            try build.add(
                "\(number).data",
                note: ArchivedNote(title: "N\(number)", body: "", photos: .array([.data(picture)])))
        }
        for _ in 0..<2 {
            let report = try build.run { $0.photoWorker = worker }
            #expect(report.photos.published == 10)
            let asked = try String(contentsOfFile: log, encoding: .utf8)
            #expect(asked.split(separator: "\n").count == 1)
        }
    }
}
