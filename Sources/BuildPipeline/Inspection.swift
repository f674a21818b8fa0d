import Diagnostics
import NoteModel
import OutputPlan
import OutputTree
import SitePages

/// Checks every file on its way to the disk, before anything is published: links of pages to missing
/// targets, and content of excluded notes.
struct Inspection: Sendable {
    private let links: LinkCheck?
    private let leaks: LeakCheck?
    private let suspects: Set<String>
    private let titles: [String: String]

    /// - Parameters:
    ///   - leaks: Nil where no note is excluded.
    ///   - titles: The titles of published notes, by the names of their files without endings.
    ///   - suspects: Paths of pages that had links which lead nowhere: they are looked at again,
    ///     changed or not.
    init(
        _ plans: [TreePlan], address: SiteAddress?, leaks: LeakCheck?,
        titles: [String: String] = [:], suspects: Set<String> = []
    ) throws {
        self.suspects = suspects
        self.titles = titles
        let site = plans.first { $0.tree == Self.siteTree }
        links = site.map { LinkCheck($0, address: address) }
        self.leaks = leaks
        for plan in plans { try leaks?.check(plan) }
    }

    /// How the files of a tree are looked at.
    func inspector(of tree: String) -> FileInspector {
        let isSite = tree == Self.siteTree
        return FileInspector(
            isSuspect: { isSite && suspects.contains($0.text) },
            look: { path, bytes in
                if isSite, path.text.hasSuffix(".html") { links?.read(path, bytes) }
                leaks?.check(bytes, at: tree + "/" + path.text)
            })
    }

    /// Paths of pages with links that lead nowhere.
    var brokenPages: [String] { Array(Set((links?.deadLinks ?? []).map(\.page))).sorted() }

    /// Called when all files are made, before any is published.
    ///
    /// - Throws: ``BuildFailure`` for words of an excluded note.
    func requireNoLeaks() throws(BuildFailure) { try leaks?.requireNoLeaks(titles: titles) }

    /// What is to be said once all files are made.
    var diagnostics: [Diagnostic] {
        deadLinks + (leaks?.warnings(titles: titles) ?? [])
    }

    private var deadLinks: [Diagnostic] {
        let dead = links?.deadLinks ?? []
        var diagnostics = dead.prefix(Self.mostNamed).map { link in
            Diagnostic(
                .brokenPage, origin: .init(source: Self.siteTree + "/" + link.page),
                summary: "\(link.page) links “\(link.address)”, which the site does not have.",
                suggestion: "If the template is yours, correct it there.")
        }
        if dead.count > Self.mostNamed {
            diagnostics.append(
                Diagnostic(
                    .brokenPage, origin: .init(source: Self.siteTree),
                    summary: "\(dead.count - Self.mostNamed) more links of pages lead nowhere."))
        }
        return diagnostics
    }

    private static let siteTree = "site"
    private static let mostNamed = 20
}
