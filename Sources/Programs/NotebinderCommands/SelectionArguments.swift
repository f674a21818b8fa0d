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

extension CalendarPeriod: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}
