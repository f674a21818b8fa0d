import Foundation
import HeadlessBrowser

/// Measures the editor of a large notebook in a browser, and prints each figure with its budget.
struct EditorBench {
    let workspace: String

    func run(rounds: Int) throws {
        guard Chromium.path != nil else {
            print("\nChromium is not installed; the editor was not measured")
            return
        }
        let notes = try BenchInput.made(10_000, in: workspace).notes
        _ = try CameraBench(workspace: workspace).camera()
        let output = workspace + "/Notebook"
        let editor = try EditorProcess(notes: notes, output: output)
        let browser = try Chromium()
        let page = try browser.open(editor.link, width: 1280)
        print("\nThe editor of 10,000 notes, medians of \(rounds)\n")
        try page.run(
            """
            (async () => {
              while (!((await (await fetch("api/state?known=")).json()).built > 0)) {
                await new Promise((go) => setTimeout(go, 100));
              }
              return 0;
            })()
            """)
        try measureFirstScreen(of: editor, with: browser, rounds: rounds)
        try measureSaving(of: editor, page: page, output: output, browser, rounds: rounds)
        try measurePhoto(workspace + "/camera.jpg", of: editor, with: browser, rounds: rounds)
        try measureStrokes(of: editor, with: browser)
    }

    private func measureFirstScreen(
        of editor: EditorProcess, with browser: Chromium, rounds: Int
    ) throws {
        var (times, sizes): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            let page = try browser.open(editor.origin + "/edit/", width: 1280)
            try page.waits("performance.getEntriesByName('screen').length")
            let found = try page.run(
                """
                [performance.getEntriesByName("screen")[0].startTime,
                  [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
                    .reduce((sum, entry) => sum + entry.transferSize, 0)]
                """)
            let figures = found as? [Double] ?? []
            times.append(figures.first ?? .infinity)
            sizes.append((figures.last ?? .infinity) / 1000)
            try page.close()
        }
        print(
            BudgetLine.line(
                "first screen",
                [
                    BudgetLine.figure("shown", median(times), budget: 100, unit: "ms"),
                    BudgetLine.figure("loaded", median(sizes), budget: 60, unit: "kB"),
                ]))
    }

    /// Measures the time from sending a changed note until its page in another tab shows the change.
    private func measureSaving(
        of editor: EditorProcess, page: Chromium.Page, output: String, _ browser: Chromium,
        rounds: Int
    ) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: output + "/site/notes")
            .filter { $0.hasSuffix(".html") }.sorted()
        let name = names[names.count / 2]
        let path = name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? name
        let site = try browser.open("\(editor.origin)/notes/\(path)", width: 1280)
        let title = try site.run("JSON.stringify(document.querySelector('h1').textContent)")
        var times: [Double] = []
        for round in 0..<rounds {
            let word = "saved\(round)x\(UInt32.random(in: 0...UInt32.max))"
            // The exports of the round before must not delay this one.
            Thread.sleep(forTimeInterval: 6)
            let start = ContinuousClock.now
            try page.run(
                """
                (async () => {
                  const json = async (path, options) => (await fetch("api/" + path, options)).json();
                  const title = \(title ?? "");
                  const { notes } = await json("notes?count=200&search=" + encodeURIComponent(title));
                  const note = await json("notes/" + notes.find((one) => one.title === title).id);
                  performance.mark("save");
                  await fetch("api/notes/" + note.id, {
                    method: "PUT", body: JSON.stringify({ title, body: note.body + "\\n\\n\(word)" }),
                    headers: { "X-Notebinder": "editor", "Content-Type": "application/json", "If-Match": `"${note.version}"` },
                  });
                  return 0;
                })()
                """)
            // A page that is being reloaded cannot be asked.
            while (try? site.run("document.body?.innerText.includes('\(word)')")) as? Bool != true {
                guard start.duration(to: .now) < .seconds(30) else { break }
                usleep(2_000)
            }
            let whole = try page.run(
                "performance.now() - performance.getEntriesByName('save').at(-1).startTime")
            times.append(whole as? Double ?? .infinity)
        }
        print(
            BudgetLine.line(
                "save",
                [BudgetLine.figure("page refreshed", median(times), budget: 500, unit: "ms")]))
    }

    /// Measures the time from choosing a photo of 12 megapixels until it is shown.
    private func measurePhoto(
        _ photo: String, of editor: EditorProcess, with browser: Chromium, rounds: Int
    ) throws {
        var times: [Double] = []
        for round in 0..<rounds {
            // Another last byte, so that no picture is in the cache.
            var bytes = try Data(contentsOf: URL(fileURLWithPath: photo))
            bytes.append(UInt8(round))
            let copy = URL(fileURLWithPath: "\(workspace)/camera-\(round).jpg")
            try bytes.write(to: copy)
            let page = try open("#/new/note", of: editor, with: browser)
            try page.waits("document.querySelector('input[multiple]')")
            let start = ContinuousClock.now
            try page.chooseFiles([copy.path], "input[multiple]")
            try page.waits("document.querySelector('.photo-list img')?.naturalWidth > 0")
            times.append(seconds(start.duration(to: .now)) * 1000)
            try page.close()
        }
        print(
            BudgetLine.line(
                "12 MP photo",
                [BudgetLine.figure("added", median(times), budget: 2_000, unit: "ms")]))
    }

    /// Measures the longest frame while a thousand strokes are drawn with the mouse.
    private func measureStrokes(of editor: EditorProcess, with browser: Chromium) throws {
        let page = try open("#/new/napkin", of: editor, with: browser)
        try page.waits("document.querySelector('canvas')")
        try page.run(
            """
            (() => {
              document.querySelector("canvas").scrollIntoView({ block: "center" });
              window.longest = 0;
              let last = performance.now();
              const frame = (now) => { window.longest = Math.max(window.longest, now - last); last = now; requestAnimationFrame(frame); };
              requestAnimationFrame(frame);
              return 0;
            })()
            """)
        for stroke in 0..<1_000 {
            let (x, y) = (Double(10 + stroke % 30 * 10), Double(10 + stroke / 30 * 8))
            try page.drag("canvas", (0..<8).map { (x + Double($0), y + Double($0 % 3) * 2) })
        }
        let longest = try page.run("window.longest") as? Double ?? .infinity
        try page.close()
        print(
            BudgetLine.line(
                "1,000 strokes",
                [BudgetLine.figure("longest frame", longest, budget: 32, unit: "ms")]))
    }

    /// Opens a screen without a draft of an earlier one.
    private func open(
        _ screen: String, of editor: EditorProcess, with browser: Chromium
    ) throws -> Chromium.Page {
        let page = try browser.open(editor.origin + "/edit/#/trash", width: 1280)
        try page.waits("document.title === 'Trash'")
        try page.run(
            """
            import(new URL("database.js", document.baseURI)).then(async (module) => {
              await module.within("drafts", "readwrite", (store) => store.clear());
              location.hash = "\(screen)";
            })
            """)
        return page
    }

    private func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }
}

/// A running editor, which ends with this value.
private final class EditorProcess {
    let link: String
    private let process = Process()
    private let input = Pipe()

    var origin: String { String(link.prefix { $0 != "#" }.dropLast("/edit/".count)) }

    init(notes: String, output: String) throws {
        let lines = Pipe()
        process.executableURL = URL(fileURLWithPath: Bench.programs + "/notebinder")
        process.arguments = ["server-process", "edit", notes, output, "", "0", "60", "", "UTC", ""]
        process.standardInput = input
        process.standardOutput = lines
        try process.run()
        var bytes: [UInt8] = []
        var found: String?
        while found == nil, let next = try lines.fileHandleForReading.read(upToCount: 1)?.first {
            bytes.append(next)
            guard next == UInt8(ascii: "\n") else { continue }
            let line = String(decoding: bytes.dropLast(), as: UTF8.self)
            if line.hasPrefix("link ") { found = String(line.dropFirst(5)) }
            bytes = []
        }
        guard let found else { throw WorkerError(reason: "the editor has not started") }
        link = found
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
