import ArgumentParser
import BuildPipeline
import NoteArchives
import NoteModel
import Platform

/// The arguments that choose notes, the same for all commands that list or export some.
struct SelectionArguments: ParsableArguments {
    @Option(
        name: .customLong("tag"),
        help: "Only notes with this tag, or one nested in it. Repeat it for further tags.")
    var tags: [String] = []

    @Option(
        name: .customLong("title"),
        help: "Only notes with this title, in which * matches any characters. May be repeated.")
    var titles: [String] = []

    @Option(help: "Only notes written on or after this day, month or year, such as 2024-05.")
    var since: CalendarPeriod?

    @Option(help: "Only notes written on or before this day, month or year.")
    var until: CalendarPeriod?

    @Option(
        name: .customLong("kind"),
        help: "Only notes of this kind. May be repeated.")
    var kinds: [Note.Kind] = []

    /// Returns the selection.
    ///
    /// - Parameter zone: The time zone of the dates.
    func selection(in zone: ZoneInfo) -> NoteSelection {
        NoteSelection(
            tags: tags, titles: titles, since: since?.range(in: zone).start,
            until: until?.range(in: zone).end, kinds: Set(kinds))
    }
}

extension Note.Kind: ExpressibleByArgument {}

/// A day, a month or a year: `2024-05-01`, `2024-05` or `2024`.
struct CalendarPeriod: ExpressibleByArgument {
    /// The year, and the month and the day if there are any.
    private let numbers: [Int]

    init?(argument: String) {
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
        let sizes = [4, 2, 2].prefix(parts.count)
        guard (1...3).contains(parts.count), parts.map(\.utf8.count) == Array(sizes),
            argument.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }),
            case let numbers = parts.compactMap({ Int($0) }), numbers.count == parts.count,
            Self.start(of: numbers[...], in: .utc) != nil
        else { return nil }
        self.numbers = numbers
    }

    /// Returns the first instant of the period and that after it.
    func range(in zone: ZoneInfo) -> (start: Date, end: Date) {
        // After the last day of a month comes the next month, and after that the next year.
        let next = numbers.indices.reversed().map { numbers[..<$0] + [numbers[$0] + 1] }
        return (
            Self.start(of: numbers[...], in: zone) ?? .distantPast,
            next.lazy.compactMap { Self.start(of: $0, in: zone) }.first ?? .distantFuture
        )
    }

    private static func start(of numbers: ArraySlice<Int>, in zone: ZoneInfo) -> Date? {
        DateText.date(
            year: numbers[0], month: numbers.count > 1 ? numbers[1] : 1,
            day: numbers.count > 2 ? numbers[2] : 1, zone: zone)
    }
}
