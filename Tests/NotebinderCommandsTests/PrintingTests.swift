import Foundation
import Synchronization
import TestSupport
import Testing

@testable import NotebinderCommands

@Suite(.tags(.fast))
struct PrintingTests {
    private let columns: [(header: String, alignment: TextTable.Alignment)] = [
        ("Title", .left), ("Photos", .right), ("Source", .left),
    ]

    private func onTerminal(width: Int) -> TerminalStyle {
        TerminalStyle(isTerminal: true, redrawsLines: true, hasColor: false, width: width)
    }

    private let redirected = TerminalStyle(
        isTerminal: false, redrawsLines: false, hasColor: false, width: nil)

    @Test func printsTabSeparatedRowsWhenRedirected() {
        let table = TextTable(
            columns, rows: [["A walk", "2", "a.data"], ["B\tC", "0", "b.data"]])
        #expect(table.text(redirected) == "A walk\t2\ta.data\nB\u{FFFD}C\t0\tb.data\n")
        #expect(TextTable(columns, rows: []).text(redirected) == "")
    }

    @Test func alignsColumnsBelowHeaders() {
        let table = TextTable(columns, rows: [["A walk", "2", "a.data"], ["日本", "10", "b.data"]])
        #expect(
            table.text(onTerminal(width: 80)) == """
                Title   Photos  Source
                A walk       2  a.data
                日本        10  b.data

                """)
    }

    @Test(arguments: [22, 30, 40, 79])
    func fitsTheWidthOfTheTerminal(width: Int) {
        let long = String(repeating: "word ", count: 30)
        let table = TextTable(columns, rows: [[long, "3", "folder/" + long], ["語語語", "1", "c"]])
        for line in table.text(onTerminal(width: width)).split(separator: "\n") {
            #expect(String(line).columns <= width, "\(line)")
        }
    }

    /// Half a date is worth less than none.
    @Test(arguments: [
        (40, "Title      Written     Photos  Source", "A walk i…  2012-05-19       2  walks/hi…"),
        (30, "Title       Written     Photos", "A walk in…  2012-05-19       2"),
        (20, "Title     Written", "A walk …  2012-05-19"),
    ])
    func omitsColumnsThatDoNotFit(width: Int, header: String, row: String) {
        let table = TextTable(
            [("Title", .left), ("Written", .left), ("Photos", .right), ("Source", .left)],
            rows: [["A walk in the hills", "2012-05-19", "2", "walks/hills.data"]])
        #expect(table.text(onTerminal(width: width)) == header + "\n" + row + "\n")
    }

    @Test func usesColorOnlyWhereItIsWanted() {
        let environment = ["TERM": "xterm"]
        let always = TerminalStyle(-1, color: .always, variable: { environment[$0] })
        #expect(always.styled("x", as: .error) == "\u{1B}[1;31mx\u{1B}[0m")
        for color in [TerminalStyle.Color.auto, .never] {
            let style = TerminalStyle(-1, color: color, variable: { environment[$0] })
            #expect(style.styled("x", as: .error) == "x")
        }
    }

    /// A line of progress would be one long line there.
    @Test func doesNotRedrawLinesOnDumbTerminals() {
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        defer { close(terminal) }
        let terminals: [(name: String?, redraws: Bool)] = [
            ("dumb", false), ("xterm", true), (nil, true),
        ]
        for (name, redraws) in terminals {
            let environment = name.map { ["TERM": $0] } ?? [:]
            let style = TerminalStyle(terminal, color: .auto, variable: { environment[$0] })
            #expect(style.isTerminal && style.redrawsLines == redraws)
        }
        #expect(!TerminalStyle(-1, color: .auto, variable: { _ in nil }).redrawsLines)
    }

    @Test func showsBarCountRateAndRemainingTime() {
        #expect(
            ProgressLine.line("Reading", done: 250, all: 1000, elapsed: .seconds(2))
                == "Reading  [#####---------------]  250 of 1000  125/s  6 s left")
        #expect(
            ProgressLine.line("Photos", done: 1, all: 4, elapsed: .seconds(60))
                == "Photos  [#####---------------]  1 of 4  0.0/s  3 min 0 s left")
        #expect(
            ProgressLine.line("Reading", done: 3, all: 3, elapsed: .milliseconds(10))
                == "Reading  [####################]  3 of 3")
        #expect(
            ProgressLine.line("Reading", done: 0, all: 0, elapsed: .zero)
                == "Reading  [####################]  0 of 0")
    }

    @Test func redrawsProgressAtMostTenTimesASecond() {
        let start = ContinuousClock.now
        let passed = Mutex(Duration.zero)
        let drawn = Mutex<[String]>([])
        let line = ProgressLine(width: 60) {
            start + passed.withLock { $0 }
        } write: { text in
            drawn.withLock { $0.append(text) }
        }
        for step in 1...1000 {
            passed.withLock { $0 = .milliseconds(step) }
            line.show("Reading", done: step, all: 1000)
        }
        let lines = drawn.withLock { $0 }
        // Once at the beginning, then every 100 ms, and at the end.
        #expect((10...12).contains(lines.count))
        #expect(lines.last?.contains("1000 of 1000") == true)
        #expect(lines.allSatisfy { $0.hasPrefix("\r\u{1B}[K") && $0.count <= 60 + 4 })
    }
}
