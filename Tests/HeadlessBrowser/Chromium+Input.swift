import Foundation

extension Chromium.Page {
    /// Waits until a script returns something true, for as long as a busy machine may take.
    ///
    /// - Throws: ``Chromium/BrowserError`` that names the script after 60 seconds.
    package func waits(_ script: String) throws {
        let end = ContinuousClock.now + Self.timeout
        while ContinuousClock.now < end {
            if try ask("Boolean(\(script))") as? Bool == true { return }
            usleep(20_000)
        }
        let text = try ask("document.body?.innerText.slice(0, 400)") as? String ?? ""
        throw Chromium.BrowserError(reason: "never true: \(script)\n\(text)")
    }

    /// The time that a busy machine may take for something.
    private static var timeout: Duration { .seconds(60) }

    /// Returns the value of a script that changes nothing, which is run again in the next document
    /// if a navigation cuts it off.
    package func ask(_ script: String) throws -> Any? {
        let end = ContinuousClock.now + Self.timeout
        while true {
            do {
                return try run(script)
            } catch let error as Chromium.BrowserError
                where error.isOfNavigation && ContinuousClock.now < end
            {
                usleep(20_000)
            }
        }
    }

    /// Does something that leads to another document, and waits until that one is loaded.
    ///
    /// - Parameter action: Scripts in it may be cut off by the navigation.
    package func leaves(by action: () throws -> Void) throws {
        // A document that is shown again after going back has the time that it had.
        let origin = "String(performance.timeOrigin)"
        let before = try ask(origin) as? String ?? ""
        do {
            try action()
        } catch let error as Chromium.BrowserError where error.isOfNavigation {}
        try waits("\(origin) !== '\(before)' && document.readyState === 'complete'")
    }

    /// Reloads the page and waits until it is loaded.
    package func reloads() throws {
        try leaves { try send("Page.reload", [:]) }
    }

    /// Clicks the middle of an element with the mouse.
    package func click(_ selector: String) throws {
        try click(element: "document.querySelector(\(quoted(selector)))")
    }

    /// Moves the mouse over the middle of an element.
    package func hover(_ selector: String) throws {
        let point = try place(of: "document.querySelector(\(quoted(selector)))")
        try send("Input.dispatchMouseEvent", ["type": "mouseMoved", "x": point.x, "y": point.y])
    }

    /// Clicks the button with a label.
    package func clickButton(_ label: String) throws {
        let button =
            "[...document.querySelectorAll('button')].find((b) => b.textContent === \(quoted(label)) && b.checkVisibility())"
        try waits(button)
        try click(element: button)
    }

    private func click(element: String) throws {
        try waits(element)
        let point = try place(of: element)
        for type in ["mousePressed", "mouseReleased"] {
            try send(
                "Input.dispatchMouseEvent",
                ["type": type, "x": point.x, "y": point.y, "button": "left", "clickCount": 1])
        }
    }

    /// Returns the middle of an element in the window, into which it is scrolled.
    private func place(of element: String) throws -> (x: Double, y: Double) {
        let point = try ask(
            """
            (async () => {
              const element = \(element);
              element.scrollIntoView({ block: "nearest", behavior: "instant" });
              // Until the next frame, clicks may go to what was there before.
              await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
              const box = element.getBoundingClientRect();
              return [box.x + box.width / 2, box.y + box.height / 2];
            })()
            """)
        let numbers = point as? [Double] ?? (point as? [Int])?.map(Double.init) ?? []
        guard numbers.count == 2 else { throw Chromium.BrowserError(reason: "no \(element)") }
        return (numbers[0], numbers[1])
    }

    /// Types a text into the element that has the focus.
    package func type(_ text: String) throws {
        try send("Input.insertText", ["text": text])
    }

    /// Chooses files of this machine in a file input.
    package func chooseFiles(_ paths: [String], _ selector: String) throws {
        let element = try browser.ask(
            "Runtime.evaluate",
            parameters: ["expression": "document.querySelector(\(quoted(selector)))"],
            session: session)
        let object = (element["result"] as? [String: Any])?["objectId"] as? String ?? ""
        try send("DOM.setFileInputFiles", ["files": paths, "objectId": object])
    }

    /// Presses the mouse at the first of some points, moves it to the others, and releases it.
    ///
    /// - Parameter points: The points from the upper left corner of the element, which is scrolled
    ///   until nothing covers the first one.
    package func drag(_ selector: String, _ points: [(x: Double, y: Double)]) throws {
        guard let first = points.first else { return }
        let origin = try corner(of: selector, reaching: first)
        for (index, point) in points.enumerated() {
            let last = index == points.count - 1
            let place: [String: Any] = ["x": origin.x + point.x, "y": origin.y + point.y]
            let button: [String: Any] = ["button": "left", "buttons": 1, "clickCount": 1]
            let type = index == 0 ? "mousePressed" : "mouseMoved"
            try send(
                "Input.dispatchMouseEvent",
                ["type": type].merging(place) { $1 }.merging(button) { $1 })
            guard last else { continue }
            try send(
                "Input.dispatchMouseEvent",
                ["type": "mouseReleased"].merging(place) { $1 }.merging(button) { $1 })
        }
    }

    /// Returns the upper left corner of an element in the window, which is scrolled until nothing
    /// covers a point of the element.
    package func corner(
        of selector: String, reaching point: (x: Double, y: Double)
    ) throws -> (x: Double, y: Double) {
        let corner = try ask(
            """
            (async () => {
              const element = document.querySelector(\(quoted(selector)));
              const top = element.getBoundingClientRect();
              const [x, y] = [top.x + \(point.x), top.y + \(point.y)];
              if (!element.contains(document.elementFromPoint(x, y))) scrollBy({ top: y - innerHeight / 2, behavior: "instant" });
              await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
              const box = element.getBoundingClientRect();
              return [box.x, box.y];
            })()
            """)
        let origin = corner as? [Double] ?? (corner as? [Int])?.map(Double.init) ?? [0, 0]
        return (origin[0], origin[1])
    }

    /// Returns the page as it is printed, a PDF file.
    package func printed() throws -> [UInt8] {
        let reply = try browser.ask(
            "Page.printToPDF", parameters: ["preferCSSPageSize": true], session: session)
        return Array(Data(base64Encoded: reply["data"] as? String ?? "") ?? Data())
    }

    private func send(_ method: String, _ parameters: [String: Any]) throws {
        _ = try browser.ask(method, parameters: parameters, session: session)
    }

    /// Returns a text as a literal of a script.
    package func quoted(_ text: String) -> String {
        let bytes = try? JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
        return bytes.map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
