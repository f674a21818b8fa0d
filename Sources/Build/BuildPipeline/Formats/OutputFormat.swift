package import NoteModel
package import OutputPlan

/// A form in which a notebook leaves the program: a plan of files.
///
/// A format writes and checks nothing. The sinks do, one for trees and one for exports, so that no
/// format can forget a check.
///
/// ```swift
/// struct TitlesFormat: OutputFormat {
///     func plan(_ notebook: PlannedNotebook) -> PlannedFiles {
///         let titles = notebook.input.notebook.notes.map { $0.title + "\n" }.joined()
///         let file = OutputFile(OutputPath("titles.txt"), content: .bytes(Array(titles.utf8)))
///         return PlannedFiles([file])
///     }
/// }
/// ```
package protocol OutputFormat: Sendable {
    var form: OutputForm { get }
    /// True if notes are shown as pages show them, with what their references lead to.
    var hasPages: Bool { get }
    /// The photos in the output; nil for none.
    var photos: OutputPhotos? { get }
    /// The size in bytes above which many programs refuse the file; nil if there is no such size.
    var usualLimit: Int? { get }

    /// Plans the files.
    ///
    /// - Throws: ``TemplateError`` if a page cannot be rendered, or another ``UserFacingError``.
    func plan(_ notebook: PlannedNotebook) async throws -> PlannedFiles
}

extension OutputFormat {
    package var form: OutputForm { .file }
    package var hasPages: Bool { false }
    package var photos: OutputPhotos? { nil }
    package var usualLimit: Int? { nil }

    /// The name of the tree; nil for an export.
    package var tree: String? { if case .tree(let name) = form { name } else { nil } }
}

/// The use that a sink makes of the files of a format.
package enum OutputForm: Hashable, Sendable {
    /// Files of a folder with this name, such as `site`.
    case tree(String)
    /// One file.
    case file
    /// Numbered files, however many there are.
    case numberedFiles
    /// One ZIP file with the files as its members, in their order.
    case package
    /// One file of HTML, printed as a PDF file, which says that it was made when the page was
    /// modified.
    case printed
    /// The first file encrypted with a password, within the second.
    case sealed(password: String)
}

/// The form of the photos in an output.
package enum OutputPhotos: Sendable {
    /// The archived bytes, with the places where photos were taken.
    case original
    case withoutLocation
}

/// The files of an output, and diagnostics of what the format could not carry and of dead links.
package struct PlannedFiles: Sendable {
    package let plan: TreePlan
    package let diagnostics: [Diagnostic]

    package init(_ plan: TreePlan, diagnostics: [Diagnostic] = []) {
        (self.plan, self.diagnostics) = (plan, diagnostics)
    }

    /// Creates the files of an export, in the order in which they are written.
    package init(_ files: [OutputFile], diagnostics: [Diagnostic] = []) {
        self.init(TreePlan(export: files), diagnostics: diagnostics)
    }
}
