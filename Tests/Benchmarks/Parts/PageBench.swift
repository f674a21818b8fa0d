import Foundation
import HeadlessBrowser

/// Measures the pages of a large notebook as a reader's browser sees them, opened from disk, and
/// prints each figure with its budget. Times are medians of three visits.
struct PageBench {
    let workspace: String

    func run() throws {
        guard Chromium.path != nil else {
            print("\nChromium is not installed; no pages were measured")
            return
        }
        let notes = try BenchInput.made(10_000, in: workspace).notes
        let output = workspace + "/Notebook"
        try ProgramRun.ofNotebinder(["build", notes, "--output", output, "--formats", "html"])
        let site = output + "/site/"
        let browser = try Chromium()
        let slowdown = try PhoneSpeed.slowdown(of: browser).formatted(
            .number.precision(.fractionLength(1)))
        print(
            "\nPages of 10,000 notes, in a browser as slow as a phone (slowed down \(slowdown) times)\n"
        )
        for (name, path) in try pages(of: site) {
            try measure(name, path: path, of: site, with: browser)
        }
        try search(site, with: browser)
    }

    /// Returns one page of every kind that grows with the notebook, the largest of its kind, and
    /// a note of median size.
    private func pages(of site: String) throws -> [(name: String, path: String)] {
        func files(_ folder: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: site + folder)
                .filter { $0.hasSuffix(".html") }
                .sorted { size(site + folder + $0) < size(site + folder + $1) }
                .map { folder + $0 }
        }
        let notes = try files("notes/")
        return [
            ("index", "index.html"), ("years", "by-date.html"),
            ("letter", try files("by-title/").last), ("year", try files("by-date/").last),
            ("tag", try files("tags/").last), ("note", notes[notes.count / 2]),
            ("longest note", notes.last), ("search", "search.html"),
        ].compactMap { name, path in path.map { (name, $0) } }
    }

    private func size(_ path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }

    /// A script that returns the number of elements of a page, the milliseconds until it was
    /// loaded and its last long task ended, and its layout shift.
    private static let script = """
        new Promise((done) => {
          let end = 0, shift = 0;
          new PerformanceObserver((list) => {
            for (const task of list.getEntries()) end = Math.max(end, task.startTime + task.duration);
          }).observe({ type: "longtask", buffered: true });
          new PerformanceObserver((list) => {
            for (const one of list.getEntries()) shift += one.hadRecentInput ? 0 : one.value;
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => {
            const loaded = performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd;
            done(JSON.stringify({
              elements: document.getElementsByTagName("*").length,
              interactive: Math.max(end, loaded), shift
            }));
          }, 1500);
        })
        """

    private struct Findings: Decodable {
        let elements: Int
        let interactive: Double
        let shift: Double
    }

    /// Opens a page, and returns what its script found, and the milliseconds that its layout takes on
    /// a desktop computer.
    private func visit(
        _ address: String, with browser: Chromium
    ) throws -> (found: Findings, layout: Double) {
        let slowdown = try PhoneSpeed.slowdown(of: browser)
        let page = try browser.open(address, width: 375, slowdown: slowdown)
        defer { try? page.close() }
        let value = try page.run(Self.script) as? String ?? ""
        let found = try JSONDecoder().decode(Findings.self, from: Data(value.utf8))
        let spent = try page.spentTimes()
        return (found, (spent.layout + spent.style) * 1000 / PhoneSpeed.slowdownOfDesktop)
    }

    private func measure(
        _ name: String, path: String, of site: String, with browser: Chromium
    ) throws {
        let visits = try (0..<3).map { _ in try visit(address(site + path), with: browser) }
        let (layout, interactive) = (
            median(visits.map(\.layout)), median(visits.map(\.found.interactive))
        )
        let loaded = browser.requests
        let pageSize = bytes(loaded.filter { !$0.hasSuffix(".js") })
        let scriptSize = bytes(loaded.filter { $0.hasSuffix(".js") })
        let (isIndex, isNote) = (name == "index", name == "note")
        let pageBudget: Double? = if isIndex { 300 } else if isNote { 20 } else { nil }
        let figures: [String] = [
            BudgetLine.figure("page", pageSize, budget: pageBudget, unit: "kB"),
            BudgetLine.figure("scripts", scriptSize, budget: isNote ? 12 : nil, unit: "kB"),
            BudgetLine.figure(
                "elements", Double(visits[0].found.elements), budget: isIndex ? 2_500 : nil,
                unit: ""),
            BudgetLine.figure("layout", layout, budget: isIndex ? 200 : nil, unit: "ms"),
            BudgetLine.figure("interactive", interactive, budget: 1_000, unit: "ms"),
            BudgetLine.figure(
                "shift", visits.map(\.found.shift).max() ?? 0, budget: 0.02, unit: ""),
        ]
        print(BudgetLine.line(name, figures))
    }

    // MARK: - Search

    /// Measures how long the first result of a search takes once its files are loaded, the median
    /// of five searches, and how many bytes it needs, for words of titles and for such words with two
    /// letters exchanged.
    private func search(_ site: String, with browser: Chromium) throws {
        let slugs = try FileManager.default.contentsOfDirectory(atPath: site + "notes").sorted()
        let step = max(1, slugs.count / 12)
        var words: [String] = []
        for slug in stride(from: 0, to: slugs.count, by: step).map({ slugs[$0].dropLast(5) }) {
            let longest = slug.split(separator: "-").max { $0.count < $1.count } ?? ""
            if longest.count >= 4, longest.allSatisfy(\.isLetter) { words.append(String(longest)) }
        }
        let misspelt = words.map { word in
            var letters = Array(word)
            letters.swapAt(letters.count / 2, letters.count / 2 - 1)
            return String(letters)
        }
        for (name, queries) in [("search for words", words), ("misspelt words", misspelt)] {
            var seconds: [Double] = []
            var sizes: [Double] = []
            for query in queries {
                let slowdown = try PhoneSpeed.slowdown(of: browser)
                let page = try browser.open(
                    address(site + "index.html"), width: 1280, slowdown: slowdown)
                let before = Set(browser.requests)
                _ = try page.run(Self.search(query))
                sizes.append(needed(Set(browser.requests).subtracting(before)))
                var spent: [Double] = []
                for _ in 0..<5 {
                    _ = try page.run(Self.search(""))
                    if let once = try page.run(Self.search(query)) as? Double { spent.append(once) }
                }
                if !spent.isEmpty { seconds.append(median(spent)) }
                try page.close()
            }
            print(
                BudgetLine.line(
                    name,
                    [
                        BudgetLine.figure(
                            "first result when warm", seconds.max() ?? 0, budget: 100, unit: "ms"),
                        BudgetLine.figure("loaded", sizes.max() ?? 0, budget: 150, unit: "kB"),
                        "\(seconds.count) of \(queries.count) found",
                    ]))
        }
    }

    /// Returns the size of the files of the search that the first result needs: of those with texts,
    /// one, since the others are loaded once it is shown.
    private func needed(_ requests: Set<String>) -> Double {
        let (texts, others) = (
            requests.filter { $0.contains("/search/texts-") },
            requests.filter { $0.contains("/search/") && !$0.contains("/search/texts-") }
        )
        return bytes(Array(others)) + (texts.map { bytes([$0]) }.max() ?? 0)
    }

    /// Returns a script that types a query into the search dialog, and returns the milliseconds
    /// until the results are there; nil if there are none after three seconds. Before it types, the
    /// results of the query before are on the screen.
    private static func search(_ query: String) -> String {
        """
        (async () => {
          if (!document.querySelector("dialog[open]")) document.querySelector("a.search-link").click();
          const wait = (time) => new Promise((done) => setTimeout(done, time));
          let field;
          for (let round = 0; round < 100 && !(field = document.querySelector("dialog input")); round++) {
            await wait(30);
          }
          const list = field.closest("dialog");
          const isDone = () => [...list.querySelectorAll(".result")].length > 0;
          for (let round = 0; round < 100 && !isDone(); round++) await wait(30);
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
          for (const old of list.querySelectorAll(".result")) old.className = "old";
          const start = performance.now();
          field.value = "\(query)";
          field.dispatchEvent(new Event("input"));
          while (!isDone() && performance.now() - start < 3000) {
            await new Promise((done) => { const port = new MessageChannel(); port.port1.onmessage = done; port.port2.postMessage(0); });
          }
          const spent = performance.now() - start;
          return isDone() ? spent : null;
        })()
        """
    }

    // MARK: - Figures

    private func address(_ path: String) -> String {
        URL(fileURLWithPath: path).absoluteString
    }

    /// Returns the size of the files at some addresses, each once, in kB.
    private func bytes(_ addresses: [String]) -> Double {
        Set(addresses).reduce(0) { $0 + Double(size(URL(string: $1)?.path ?? "")) / 1000 }
    }
}
