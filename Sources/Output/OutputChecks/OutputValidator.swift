package import NoteModel
package import OutputPlan

/// A check of every file before anything is published, for links of pages to missing targets and
/// for content of excluded notes.
package struct OutputValidator: Sendable {
    private let links: LinkCheck?
    private let leaks: LeakCheck?
    private let recheckedFiles: Set<String>?
    private let titles: @Sendable () -> [String: String]

    /// - Parameters:
    ///   - rootPath: The percent-encoded path of the site's address, with a slash at both ends;
    ///     nil for a site without an address.
    ///   - checksLinks: True if the links of pages are checked. Those in the built-in templates and
    ///     in texts are known to be valid, those in the owner's templates are not.
    ///   - leaks: Nil if no note is excluded.
    ///   - titles: The titles of published notes, by the names of their files without extensions.
    ///   - filesToRecheck: The paths, relative to the output folder, of files that the last run
    ///     reported and of the pages that they link to. They are checked again even if they are
    ///     unchanged; nil checks all files.
    package init(
        _ plans: [TreePlan], rootPath: String? = nil, checksLinks: Bool = false, leaks: LeakCheck?,
        titles: @autoclosure @escaping @Sendable () -> [String: String] = [:],
        filesToRecheck: Set<String>? = []
    ) {
        recheckedFiles = filesToRecheck
        self.titles = titles
        let site = plans.first { $0.tree == Self.siteTree }
        links = checksLinks ? site.map { LinkCheck($0, rootPath: rootPath) } : nil
        self.leaks = leaks
    }

    /// Requires that plans contain pictures and recordings of published notes only.
    ///
    /// - Throws: ``UserError`` for one that no published note has.
    package func check(_ plans: [TreePlan]) throws {
        for plan in plans {
            for file in plan.files {
                try leaks?.check(file.content, at: TreePlan.place(of: file.path, in: plan.tree))
            }
        }
    }

    /// Returns the validator of the files of a tree.
    package func validator(of tree: String) -> FileValidator {
        let isSite = tree == Self.siteTree
        return FileValidator(
            mustRecheck: { path in
                guard let files = recheckedFiles else {
                    return leaks != nil || isSite && links != nil
                }
                return !files.isEmpty && files.contains(TreePlan.place(of: path, in: tree))
            },
            check: { path, bytes in
                if isSite, path.text.hasSuffix(".html") { links?.read(path, html: bytes) }
                try leaks?.check(bytes, at: TreePlan.place(of: path, in: tree))
            },
            checkMedium: { path, content in
                try leaks?.check(content, at: TreePlan.place(of: path, in: tree))
            })
    }

    /// The paths, relative to the output folder, of the reported files and of the pages that they
    /// link to. The next run checks them again, so that it reports the same problems.
    package var filesToRecheck: [String] {
        let pages = (links?.deadLinks ?? []).flatMap { [$0.page, $0.target] }
        let shared = (leaks?.leaks ?? []).filter(\.isAccepted).map(\.path)
        return Set(pages.map { Self.siteTree + "/" + $0 } + shared).sorted()
    }

    /// Requires that no file contains words of an excluded note that are not accepted. Call it when
    /// all files have been generated, before any is published.
    ///
    /// - Throws: ``UserError`` with the words.
    package func requireNoLeaks() throws { try leaks?.requireNoLeaks(titles: titles()) }

    /// The diagnostics of dead links and of accepted words; complete when all files have been
    /// generated.
    package var diagnostics: [Diagnostic] {
        deadLinks + (leaks?.warnings(titles: titles()) ?? [])
    }

    private var deadLinks: [Diagnostic] {
        let dead = links?.deadLinks ?? []
        var diagnostics = dead.prefix(Self.maximumNamed).map { link in
            Diagnostic(
                .brokenPage, origin: .init(source: Self.siteTree + "/" + link.page),
                summary: "\(link.page) links “\(link.address)”, which the site does not have.",
                suggestion: "If the template is yours, correct it there.")
        }
        if dead.count > Self.maximumNamed {
            diagnostics.append(
                Diagnostic(
                    .brokenPage, origin: .init(source: Self.siteTree),
                    summary: "\(dead.count - Self.maximumNamed) more links of pages are dead."))
        }
        return diagnostics
    }

    private static let siteTree = "site"
    private static let maximumNamed = 20
}
