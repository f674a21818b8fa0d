import Foundation

/// Measures packing two gigabytes of photos into a bag when a notebook has their derivatives
/// already, and compares it with `sha256sum` and `cp` of the same files in the same round.
struct BagBench {
    let workspace: String

    /// Enlarges a photo to the size of a camera's file with comments after its header, which take a
    /// decoder no time.
    private static func enlarged(_ photo: [UInt8]) -> [UInt8] {
        let comment = [0xFF, 0xFE, 0xFF, 0xFF] + Array(repeating: UInt8(0x5A), count: 65_533)
        let comments = Array(repeating: comment, count: 60).flatMap(\.self)
        return photo.prefix(2) + comments + photo.dropFirst(2)
    }

    func run(rounds: Int) throws {
        let camera = CameraBench(workspace: workspace)
        let photo = Self.enlarged(try camera.camera())
        let count = max(1, 2_000_000_000 / photo.count / 2)
        let notes = try camera.notes(count, photo: photo)
        let notebook = workspace + "/Notebook"
        _ = try camera.build(notes, output: notebook)
        print(
            String(
                format: "\nBag of %d photos of %.1f MB each\n", 2 * count,
                Double(photo.count) / 1e6))
        var bags: [ProgramRun] = []
        var yardstick: [Double] = []
        for round in 1...rounds {
            let bag = "\(workspace)/Bag-\(round)"
            let run = try ProgramRun(
                Bench.programs + "/notebinder",
                arguments: ["bag", notes, "--output", bag, "--notebook", notebook])
            guard run.status == 0 else { throw WorkerError(reason: run.errors) }
            bags.append(run)
            let script =
                "find '\(notes)' -type f -print0 | xargs -0 sha256sum && cp -r '\(notes)' '\(workspace)/copied-\(round)'"
            yardstick.append(try ProgramRun("/bin/sh", arguments: ["-c", script]).seconds)
            try FileManager.default.removeItem(atPath: "\(workspace)/copied-\(round)")
            if round > 1 { try FileManager.default.removeItem(atPath: bag) }
        }
        print(timeRow("bag", seconds: bags.map(\.seconds)))
        print(timeRow("sha256sum, cp", seconds: yardstick))
        let ratios = zip(bags, yardstick).map { $0.seconds / $1 }
        print(
            String(
                format: "bag ÷ sha256sum and cp: %.2f (%.2f to %.2f)", median(ratios),
                ratios.min() ?? 0, ratios.max() ?? 0))
        print(
            String(
                format: "peak memory: %.1f MB",
                Double(bags.map(\.peakMemory).max() ?? 0) / 1e6))
        let check = try ProgramRun(
            Bench.programs + "/notebinder", arguments: ["verify", "\(workspace)/Bag-1"])
        guard check.status == 0 else { throw WorkerError(reason: check.errors) }
        print(String(format: "verify, of all three trees: %.3f s", check.seconds))
    }
}
