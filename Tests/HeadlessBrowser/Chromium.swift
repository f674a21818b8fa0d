import Foundation

/// A headless Chromium, driven through its own protocol over two pipes.
///
/// The storage of its pages ends with it. It is a context of a process that others use afterwards,
/// since starting one takes a second.
package final class Chromium {
    private let process: BrowserProcess
    /// The context of the pages; nil for those of a profile, which has a process of its own.
    private let context: String?

    package struct BrowserError: Error {
        package let reason: String

        /// True if a script was cut off since its document went away.
        var isOfNavigation: Bool {
            [
                "Inspected target navigated or closed", "Execution context was destroyed",
                "Cannot find default execution context", "Cannot find context with specified id",
                "Promise was collected",
            ].contains { reason.contains($0) }
        }
    }

    package static let path: String? = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// - Parameter profile: The folder in which the browser keeps what pages have stored, for another
    ///   one after it; nil for one that forgets it.
    package init(profile: String? = nil) throws {
        guard let path = Self.path else { throw BrowserError(reason: "no Chromium") }
        if let profile {
            (process, context) = (try BrowserProcess(path, profile: profile), nil)
            return
        }
        process = try BrowserProcess.idle.take() ?? BrowserProcess(path)
        let created = try process.ask("Target.createBrowserContext", parameters: [:])
        context = created["browserContextId"] as? String
    }

    deinit {
        guard let context,
            (try? process.ask(
                "Target.disposeBrowserContext", parameters: ["browserContextId": context])) != nil
        else { return process.end() }
        BrowserProcess.idle.add(process)
    }

    /// Kills the browser as a crash would.
    package func kill() { process.kill() }

    /// The behaviour of a page when it was opened.
    package struct Visit {
        /// The addresses of all requests.
        package let requests: [String]
        /// The console messages, exceptions, log entries and failed requests.
        package let complaints: [String]
        /// The value of `script`.
        package let value: Any?
    }

    /// Opens an address in a window of a width, and runs a script in the page.
    package func visit(
        _ address: String, width: Int, isDark: Bool = false, fontSize: Int = 16, script: String
    ) throws -> Visit {
        let page = try open(address, width: width, isDark: isDark, fontSize: fontSize)
        let value = try page.run(script)
        let requests = requests
        let complaints = process.events.filter {
            [
                "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded",
                "Network.loadingFailed",
            ]
            .contains($0.method)
        }.map { "\($0.method) \($0.parameters)" }
        try page.close()
        return Visit(requests: requests, complaints: complaints, value: value)
    }

    /// The addresses of all requests since a page was last opened.
    package var requests: [String] {
        process.events.filter { $0.method == "Network.requestWillBeSent" }.compactMap {
            ($0.parameters["request"] as? [String: Any])?["url"] as? String
        }
    }

    /// Returns a script that lists the layout shifts of a page since it was opened, with what moved,
    /// if their sum is above a limit; an empty text otherwise. Shifts that follow an input do not
    /// count.
    package static func layoutShifts(above limit: Double) -> String {
        """
        new Promise((done) => {
          let sum = 0;
          const moved = [];
          const name = (node) => node?.nodeType === 1
            ? node.tagName + "." + node.className : node?.parentElement?.tagName + " " + node?.nodeName;
          const box = (rect) => [rect.x, rect.y, rect.width, rect.height].map(Math.round).join(" ");
          new PerformanceObserver((list) => {
            for (const shift of list.getEntries()) {
              if (shift.hadRecentInput) continue;
              sum += shift.value;
              for (const { node, previousRect, currentRect } of shift.sources) {
                moved.push(`${name(node)} at ${Math.round(shift.startTime)} ms: ${box(previousRect)} to ${box(currentRect)}`);
              }
            }
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => done(sum < \(limit) ? "" : `${sum}: ${moved.join("; ")}`), 400);
        })
        """
    }

    /// A page that stays open, to be used as by a reader.
    package struct Page {
        let browser: Chromium
        fileprivate let target: String
        let session: String

        /// Runs a script in the page and returns its value.
        @discardableResult
        package func run(_ script: String) throws -> Any? {
            let result = try browser.ask(
                "Runtime.evaluate",
                parameters: ["expression": script, "awaitPromise": true, "returnByValue": true],
                session: session)
            return (result["result"] as? [String: Any])?["value"]
        }

        /// The seconds that the page has taken for layout, for styles and for scripts.
        package func spentTimes() throws -> (layout: Double, style: Double, script: Double) {
            let reply = try browser.ask("Performance.getMetrics", parameters: [:], session: session)
            let metrics = reply["metrics"] as? [[String: Any]] ?? []
            func value(_ name: String) -> Double {
                metrics.first { $0["name"] as? String == name }?["value"] as? Double ?? 0
            }
            return (
                value("LayoutDuration"), value("RecalcStyleDuration"), value("ScriptDuration")
            )
        }

        /// Presses and releases a key, by its name and the number that Windows gave it.
        package func press(_ key: String, code: Int, isControl: Bool = false) throws {
            for type in ["keyDown", "keyUp"] {
                var parameters: [String: Any] = [
                    "type": type, "key": key, "windowsVirtualKeyCode": code,
                    "modifiers": isControl ? 2 : 0,
                ]
                if key == "Enter", type == "keyDown" { parameters["text"] = "\r" }
                _ = try browser.ask(
                    "Input.dispatchKeyEvent", parameters: parameters, session: session)
            }
        }

        /// Puts fingers down, moves them along the given paths, and lifts them.
        package func touch(_ ways: [[(x: Int, y: Int)]]) throws {
            func send(_ type: String, points: [(x: Int, y: Int)]) throws {
                let touched = points.enumerated().map {
                    ["x": $0.element.x, "y": $0.element.y, "id": $0.offset]
                }
                _ = try browser.ask(
                    "Input.dispatchTouchEvent", parameters: ["type": type, "touchPoints": touched],
                    session: session)
            }
            let steps = ways.map(\.count).min() ?? 0
            for step in 0..<steps {
                try send(step == 0 ? "touchStart" : "touchMove", points: ways.map { $0[step] })
            }
            try send("touchEnd", points: [])
        }

        /// Brings the page to the front, since those behind it draw nothing.
        package func comesToFront() throws {
            _ = try browser.ask("Page.bringToFront", parameters: [:], session: session)
        }

        /// Has the page crash and closes what is left of it.
        package func crashes() throws {
            _ = try browser.ask("Inspector.enable", parameters: [:], session: session)
            try browser.process.tell("Page.crash", session: session)
            try browser.process.waitForEvent("Inspector.targetCrashed", session: session)
            try close()
        }

        package func close() throws {
            _ = try browser.ask("Target.closeTarget", parameters: ["targetId": target])
        }
    }

    /// Opens an address in a window of a width.
    ///
    /// - Parameters:
    ///   - fontSize: The size of text that the reader has chosen in the browser, in pixels.
    ///   - slowdown: The factor by which scripts and layout take longer than the machine needs.
    package func open(
        _ address: String, width: Int, isDark: Bool = false, hasTouch: Bool = false,
        fontSize: Int = 16, slowdown: Double = 1, reducesMotion: Bool = false
    ) throws -> Page {
        var parameters: [String: Any] = ["url": "about:blank"]
        parameters["browserContextId"] = context
        let target = try ask("Target.createTarget", parameters: parameters)
        let identifier = target["targetId"] as? String ?? ""
        let attached = try ask(
            "Target.attachToTarget", parameters: ["targetId": identifier, "flatten": true])
        let session = attached["sessionId"] as? String ?? ""
        for domain in ["Page", "Network", "Runtime", "Log", "Performance"] {
            _ = try ask("\(domain).enable", parameters: [:], session: session)
        }
        _ = try ask(
            "Emulation.setDeviceMetricsOverride",
            parameters: [
                "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600,
            ], session: session)
        _ = try ask(
            "Emulation.setEmulatedMedia",
            parameters: [
                "features": [
                    ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"],
                    [
                        "name": "prefers-reduced-motion",
                        "value": reducesMotion ? "reduce" : "no-preference",
                    ],
                ]
            ],
            session: session)
        _ = try ask(
            "Page.setFontSizes",
            parameters: ["fontSizes": ["standard": fontSize, "fixed": fontSize * 13 / 16]],
            session: session)
        if slowdown > 1 {
            _ = try ask(
                "Emulation.setCPUThrottlingRate", parameters: ["rate": slowdown], session: session)
        }
        if hasTouch {
            _ = try ask(
                "Emulation.setTouchEmulationEnabled", parameters: ["enabled": true],
                session: session)
        }
        process.events = []
        _ = try ask("Page.navigate", parameters: ["url": address], session: session)
        try process.waitForEvent("Page.loadEventFired", session: session)
        return Page(browser: self, target: identifier, session: session)
    }

    /// Allows pages to save files into a folder.
    package func allowDownloads(to folder: String) throws {
        var parameters: [String: Any] = ["behavior": "allow", "downloadPath": folder]
        parameters["browserContextId"] = context
        _ = try ask("Browser.setDownloadBehavior", parameters: parameters)
    }

    func ask(
        _ method: String, parameters: [String: Any], session: String? = nil
    ) throws -> [String: Any] {
        try process.ask(method, parameters: parameters, session: session)
    }
}
