import Foundation
import MediaProcessing
import NoteArchives
import NoteEditing
import NoteModel

/// Measures first and second runs with camera photos, and compares the first ones with
/// `vipsthumbnail`, which writes pictures in the same sizes from the same photos on all cores.
struct CameraBench {
    let workspace: String
    /// The sizes of the site's pictures.
    private static let sizes = [2048, 1280, 640, 320]
    private static let vipsthumbnail = "/usr/bin/vipsthumbnail"

    func run(rounds: Int) throws {
        let photo = try camera()
        let few = try notes(100, photo: photo)
        let many = try notes(500, photo: photo)
        print("\n100 notes with two photos of 12 megapixels each\n")
        var first: [ProgramRun] = []
        var second: [ProgramRun] = []
        var yardstick: [Double] = []
        var decodedAgain = 0
        for round in 1...rounds {
            let output = "\(workspace)/Notebook-\(round)"
            first.append(try build(few, output: output))
            let made = try cached(output)
            second.append(try build(few, output: output))
            decodedAgain += try cached(output).count { made[$0.key] != $0.value }
            if let seconds = try thumbnails(few, folder: "\(workspace)/thumbnails-\(round)") {
                yardstick.append(seconds)
            }
        }
        print(timeRow("first run", seconds: first.map(\.seconds)))
        print(timeRow("second run", seconds: second.map(\.seconds)))
        if yardstick.isEmpty {
            print("vipsthumbnail is not installed; it was not measured")
        } else {
            print(timeRow("vipsthumbnail, four sizes", seconds: yardstick))
            let ratios = zip(first, yardstick).map { $0.seconds / $1 }
            print(
                String(
                    format: "first run ÷ vipsthumbnail: %.2f (%.2f to %.2f)", median(ratios),
                    ratios.min() ?? 0, ratios.max() ?? 0))
        }
        print("derivatives made in the second runs: \(decodedAgain)")
        let large = try build(many, output: "\(workspace)/Notebook-many")
        let peaks = [first.map(\.ownPeakMemory).max() ?? 0, large.ownPeakMemory]
        print(
            String(
                format:
                    "peak memory of the main process: %.1f MB at 100 notes, %.1f MB at 500, %.2f times",
                Double(peaks[0]) / 1e6, Double(peaks[1]) / 1e6,
                Double(peaks[1]) / Double(max(1, peaks[0]))))
    }

    /// Returns the files in the cache of a notebook, with their modification dates.
    private func cached(_ output: String) throws -> [String: Date] {
        let folder = output + "/.notebinder/cache/photos"
        var files: [String: Date] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
            files[name] = attributes[.modificationDate] as? Date
        }
        return files
    }

    func build(_ notes: String, output: String) throws -> ProgramRun {
        let run = try ProgramRun(
            Bench.programs + "/notebinder",
            arguments: ["build", notes, "--output", output, "--formats", "html"])
        guard run.status == 0 else { throw WorkerError(reason: run.errors) }
        return run
    }

    /// Returns a photo as large and as rich in detail as one from a camera.
    func camera() throws -> [UInt8] {
        let noise = """
            <svg xmlns='http://www.w3.org/2000/svg' width='1344' height='1008'>\
            <filter id='n'><feTurbulence type='fractalNoise' baseFrequency='0.02 0.03' \
            numOctaves='6' seed='4'/></filter><rect width='1344' height='1008' fill='#678'/>\
            <rect width='1344' height='1008' filter='url(#n)'/></svg>
            """
        let path = workspace + "/camera.jpg"
        try MediaProcessor(cache: workspace, worker: Bench.programs + "/notebinder-photos")
            .draw(DrawRequest(svg: noise, width: 4032, path: path))
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Writes notes with two photos each, all of which differ in a comment after their header.
    func notes(_ count: Int, photo: [UInt8]) throws -> String {
        let folder = "\(workspace)/notes-\(count)"
        try FileManager.default.createDirectory(
            atPath: folder + "/Photos", withIntermediateDirectories: true)
        for number in 0..<count {
            let names = ["\(number)-1.jpg", "\(number)-2.jpg"]
            for name in names {
                let text = Array("\(count) \(name)".utf8)
                let comment = [0xFF, 0xFE, 0, UInt8(text.count + 2)] + text
                let bytes = photo.prefix(2) + comment + photo.dropFirst(2)
                try Data(bytes).write(to: URL(fileURLWithPath: folder + "/Photos/" + name))
            }
            let note = ArchivedNote(
                title: "Note \(number)", body: "Two photos.",
                photos: .array(names.map { .name($0) }))
            try Data(NoteArchiveWriter.archive(note))
                .write(to: URL(fileURLWithPath: folder + "/\(number).data"))
        }
        return folder
    }

    /// Returns the seconds that one `vipsthumbnail` per core takes; nil if it is not installed.
    private func thumbnails(_ notes: String, folder: String) throws -> Double? {
        guard FileManager.default.isExecutableFile(atPath: Self.vipsthumbnail) else { return nil }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let photos = try FileManager.default.contentsOfDirectory(atPath: notes + "/Photos").sorted()
            .map { notes + "/Photos/" + $0 }
        let cores = ProcessInfo.processInfo.activeProcessorCount
        // Each process writes one size after the other and opens a photo once for each.
        setenv("VIPS_CONCURRENCY", "1", 1)
        defer { unsetenv("VIPS_CONCURRENCY") }
        let start = ContinuousClock.now
        var processes: [Process] = []
        for core in 0..<cores {
            let own = photos.enumerated().filter { $0.offset % cores == core }.map(\.element)
            let script = Self.sizes.map { size in
                "\(Self.vipsthumbnail) -s \(size)x\(size) --export-profile srgb -o '\(folder)/%s-\(size).jpg[Q=80,strip,optimize_coding]' \"$@\""
            }.joined(separator: " && ")
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", script, "sh"] + own
            try process.run()
            processes.append(process)
        }
        for process in processes { process.waitUntilExit() }
        let spent = (ContinuousClock.now - start).components
        return Double(spent.seconds) + Double(spent.attoseconds) / 1e18
    }
}
