import Foundation
import HeadlessBrowser
import TestSupport

/// The windows in which each story happens, and how people use them.
enum StoryWindow: CaseIterable {
    /// A telephone, used by touch.
    case phone
    /// A screen on a desk, used by the keyboard.
    case desktop

    fileprivate var width: Int { self == .phone ? 375 : 1280 }
}

/// An editor that a person uses in one of the windows.
struct Story {
    let editor: EditorProgram
    let page: Chromium.Page
    let window: StoryWindow
    private let browser: Chromium

    /// Opens the list of the notes in a folder.
    init(_ folder: TemporaryFolder = TemporaryFolder(), in window: StoryWindow) throws {
        self.window = window
        editor = try EditorProgram(folder)
        browser = try Chromium()
        page = try browser.open(
            editor.link(), width: window.width, hasTouch: window == .phone)
        try page.waits("document.querySelector('.rows')")
    }

    /// Presses a button or follows a link, by its label: with a finger, or with the Enter key.
    func use(_ label: String) throws {
        try use(
            element:
                "[...document.querySelectorAll('button, a, summary, input, [role=button]')].find((e) => [e.textContent.trim(), e.ariaLabel].includes('\(label)') && e.checkVisibility())"
        )
    }

    /// Chooses what the list keeps behind a button on narrow screens.
    func choose(_ label: String) throws {
        if window == .phone { try use("More") }
        try use(label)
    }

    func use(element: String) throws {
        try page.waits(element)
        switch window {
        case .phone:
            let place = try page.ask(
                """
                (async () => {
                  (\(element)).scrollIntoView({ block: "center", behavior: "instant" });
                  await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
                  const box = (\(element)).getBoundingClientRect();
                  return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
                })()
                """)
            let point = place as? [Int] ?? (place as? [Double])?.map { Int($0) } ?? [0, 0]
            try page.touch([[(point[0], point[1])]])
        case .desktop:
            // What is shown again meanwhile is another element.
            try page.waits(
                "(() => { const e = \(element); e?.focus(); return Boolean(e) && document.activeElement === e; })()"
            )
            let isBox = try page.run("\(element)?.type === 'checkbox'") as? Bool == true
            if isBox { try page.press(" ", code: 32) } else { try page.press("Enter", code: 13) }
        }
    }

    /// Draws with a finger, or with the mouse.
    ///
    /// - Parameter points: The points in pixels from the upper left corner of the element.
    func drag(_ selector: String, _ points: [(x: Int, y: Int)]) throws {
        guard let first = points.first, window == .phone else {
            return try page.drag(selector, points.map { (x: Double($0.x), y: Double($0.y)) })
        }
        let corner = try page.corner(
            of: selector, reaching: (x: Double(first.x), y: Double(first.y)))
        try page.touch([points.map { (Int(corner.x) + $0.x, Int(corner.y) + $0.y) }])
        try endsFling()
    }

    /// Taps on nothing. Such fast fingers would scroll on, which Chromium ends by the next tap, and
    /// by nothing else.
    func endsFling() throws { try page.touch([[(3, 3)]]) }

    /// Writes at the end of a field, by its label.
    func write(_ text: String, in label: String) throws {
        let field =
            "[...document.querySelectorAll('input, textarea')].find((e) => (e.ariaLabel ?? e.labels?.[0]?.textContent.trim()) === '\(label)')"
        try page.waits(field)
        try page.run("\(field).focus(); 0")
        try page.type(text)
    }

    /// Returns true if a button can be pressed.
    func isEnabled(_ label: String) throws -> Bool {
        let button =
            "[...document.querySelectorAll('button')].find((b) => b.textContent.trim() === '\(label)' && b.checkVisibility())"
        try page.waits(button)
        return try page.run("!\(button).disabled && \(button).ariaDisabled !== 'true'") as? Bool
            == true
    }

    /// Waits until the screen shows a text.
    func sees(_ text: String) throws {
        try page.waits("document.querySelector('main').innerText.includes(\(page.quoted(text)))")
    }

    /// Waits until the screen does not show a text any more.
    func missesSight(of text: String) throws {
        try page.waits("!document.querySelector('main').innerText.includes(\(page.quoted(text)))")
    }

    /// The titles in the list, from top to bottom.
    var titles: [String] {
        get throws {
            try page.run("[...document.querySelectorAll('.rows b')].map((b) => b.textContent)")
                as? [String] ?? []
        }
    }
}
