import Diagnostics
import NoteModel
import OutputPlan
import SitePages

/// Looks at every file on its way to the disk, before anything is published: whether the links of
/// pages lead somewhere, and whether anything is in it that is left out.
struct Inspection: Sendable {
    private let links: LinkCheck?
    private let leaks: LeakCheck?
    private let suspects: Set<String>

    /// - Parameters:
    ///   - leaks: Nil where nothing is left out.
    ///   - suspects: Paths of pages that had links which lead nowhere: they are looked at again,
    ///     changed or not.
    init(
        _ plans: [TreePlan], address: SiteAddress?, leaks: LeakCheck?,
        suspects: Set<String> = []
    ) throws {
        self.suspects = suspects
        let site = plans.first { $0.tree == Self.siteTree }
        links = site.map { LinkCheck($0, address: address) }
        self.leaks = leaks
        for plan in plans { try leaks?.check(plan) }
    }

    /// The plan, with each file looked at when its bytes are made.
    func watched(_ plan: TreePlan) -> TreePlan {
        guard leaks != nil || plan.tree == Self.siteTree else { return plan }
        return TreePlan(tree: plan.tree, files: plan.files.map { watched($0, in: plan.tree) })
    }

    private func watched(_ file: OutputFile, in tree: String) -> OutputFile {
        let isPage = tree == Self.siteTree && file.path.text.hasSuffix(".html")
        let make: @Sendable () throws -> [UInt8]
        switch file.content {
        case .rendered(let render) where isPage || leaks != nil: make = render
        case .bytes(let bytes) where leaks != nil: make = { bytes }
        default: return file
        }
        return OutputFile(
            file.path,
            .rendered {
                let bytes = try make()
                if isPage { links?.read(file.path, bytes) }
                try leaks?.check(bytes, at: tree + "/" + file.path.text)
                return bytes
            }, modified: file.modified,
            inputs: isPage && suspects.contains(file.path.text) ? nil : file.inputs)
    }

    /// Paths of pages with links that lead nowhere.
    var brokenPages: [String] { Array(Set((links?.deadLinks ?? []).map(\.page))).sorted() }

    /// What is to be said once all files are made.
    var diagnostics: [Diagnostic] {
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
