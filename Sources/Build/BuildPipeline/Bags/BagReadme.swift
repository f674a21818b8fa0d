import NoteModel

/// The `README.txt` of a bag, for a reader who finds the bag in ten years.
struct BagReadme {
    let notebook: Notebook
    let report: Report
    /// True if the name of an original contains a percent sign or a line break, which the manifest
    /// encodes.
    let hasOddNames: Bool

    var bytes: [UInt8] {
        Array((head + contents + checking + losses).utf8)
    }

    private var head: String {
        let line = String(repeating: "=", count: min(72, notebook.title.count))
        let dates = notebook.notes.compactMap(\.date)
        var span = ""
        if let first = dates.min(), let last = dates.max() {
            span = "\nof \(CivilTime(first).dateText) to \(CivilTime(last).dateText),"
        }
        return """
            \(notebook.title)
            \(line)

            An archival copy of \(counted(report.notes - report.unselected, "note")),\(span) that iPhone apps kept.
            It needs no program of its own to be read. Notebinder \(ProgramVersion.text) made it.

            """ + leftOut + "\n"
    }

    private var leftOut: String {
        let others =
            report.unselected == 0
            ? ""
            : """

            They were chosen among \(counted(report.notes, "note")). An archive in originals/ that has
            several notes has all of them.

            """
        guard !report.leftOut.isEmpty else { return others }
        return others + """

            The owner left \(counted(report.leftOut.count, "note")) out of site/, markdown/ and json/, which show
            \(notebook.notes.count). The archives in originals/ hold all.

            """
    }

    private var contents: String {
        """
        What is here

          originals/  The notes folder as it was, byte for byte: the archives that the
                      apps wrote, and the photos and recordings beside them. Apple's
                      NSKeyedArchiver wrote most: property lists, which many programs
                      read. Core Data wrote the databases: SQLite.
          site/       The notes as web pages. Open site/index.html in a browser.
          markdown/   A text file a note, to be read in any editor. The head of each,
                      between two lines of ---, is YAML. Photos, drawings and recordings
                      are beside them.
          json/       The notes for programs: notebook.json (all in one document),
                      notes.ndjson (a note a line). notebook.schema.json describes
                      every field.
          ro-crate-metadata.json
                      The same for the programs of archives (RO-Crate 1.1).

        site/, markdown/ and json/ are made of originals/, \(sameness).

        """
    }

    private var sameness: String {
        report.leftOut.isEmpty && report.unselected == 0
            ? "and say the same" : "and lack the notes that were left out"
    }

    private var checking: String {
        var text = """

            How to check that nothing is lost

              In the folder above this one, each of these reads every file and
              compares it with what it was (manifest-sha256.txt; BagIt 1.0, RFC 8493):

                sha256sum --check manifest-sha256.txt
                bagit.py --validate .
                notebinder verify .

            """
        if hasOddNames {
            text += """

                  Some originals have a percent sign or a line break in their names, which the
                  manifest writes as %25, %0A or %0D. The first two may not find these.

                """
        }
        return text
    }

    private var losses: String {
        let lost = report.diagnostics.filter { $0.severity == .error }.map(\.summary)
        guard !lost.isEmpty else { return "" }
        return "\nWhat could not be read when this was made\n\n"
            + lost.map { "  \($0)\n" }.joined()
    }

    private func counted(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
