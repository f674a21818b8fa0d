import LocalFiles
package import NoteModel

extension LeakCheck {
    /// Fails if words were found that are not accepted.
    ///
    /// - Parameter titles: The titles of published notes, by the names of their files without
    ///   endings.
    /// - Throws: ``UserError`` with all the words of the first place.
    package func requireNoLeaks(titles: @autoclosure () -> [String: String]) throws {
        let leaks = leaks.filter { !$0.isAccepted }
        guard let first = leaks.first else { return }
        let others = Set(leaks.map(\.path)).count - 1
        let more =
            others == 0
            ? "" : others == 1 ? " So does 1 more file." : " So do \(others) more files."
        throw UserError(
            "\(first.sentence(titles()))\(more) Nothing was published.",
            "If a template of yours prints these words, correct it there. If they may be public, add them to “accept-shared-words” in the configuration, or run again with --accept-shared-words."
        )
    }

    /// The words that were found and are accepted.
    package func warnings(titles: @autoclosure () -> [String: String]) -> [Diagnostic] {
        let leaks = leaks.filter(\.isAccepted)
        guard !leaks.isEmpty else { return [] }
        let titles = titles()
        let named = leaks.prefix(Self.maximumWarnings).map { leak in
            Diagnostic(
                .sharedWords, origin: .init(source: leak.path),
                summary: leak.sentence(titles, maximumWords: Self.maximumWords),
                suggestion: "They were accepted.")
        }
        guard leaks.count > Self.maximumWarnings else { return named }
        return named + [
            Diagnostic(
                .sharedWords, origin: .init(source: ""),
                summary:
                    "\(leaks.count - Self.maximumWarnings) more places contain accepted words of excluded notes."
            )
        ]
    }

    private static let maximumWarnings = 20
    /// Number of words of a warning. An error gives them all, so that they can be accepted as
    /// shown.
    private static let maximumWords = 60
}

extension LeakCheck.Leak {
    /// The sentence that names the file, both notes and the words.
    fileprivate func sentence(_ titles: [String: String], maximumWords: Int = .max) -> String {
        let name = LocalFiles.name(of: path).prefix { $0 != "." }
        let page = titles[String(name)].map { ", the file of “\($0)”," } ?? ""
        let excluded = "“\(note.title)” (\(note.id.text))"
        let shown = words.split(separator: " ", maxSplits: maximumWords)
        let first = shown.prefix(maximumWords).joined(separator: " ")
        let rest = shown.count > maximumWords ? " …" : ""
        return
            "\(path)\(page) contains words of the excluded note \(excluded): “\(first)\(rest)”."
    }
}
