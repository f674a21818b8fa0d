import NoteImports
import NoteModel
import Platform

extension BuildPipeline {
    /// Compares two exports.
    ///
    /// - Parameters:
    ///   - old: The path of a JSON tree, or of a notebook or a bag that contains one; a folder or a
    ///     file.
    ///   - new: The path of another export of these kinds.
    /// - Returns: The difference, and sentences about what could not be read.
    /// - Throws: ``UserFacingError`` if an export contains no JSON tree.
    package static func difference(
        from old: String, to new: String
    ) throws -> (difference: NotebookDifference, problems: [String]) {
        let exports = try [old, new].map { path in
            let place = try ExportSource(path, hasFiles: false)
            guard place.isJSON else {
                throw UserError(
                    "\(path) is not an export with a notebook.json.",
                    "Name a notebook that was built, its folder json, or a bag.")
            }
            defer { withExtendedLifetime(place) {} }
            return try place.read(zone: .utc, width: 1)
        }
        return (
            NotebookDifference(from: exports[0].notes, to: exports[1].notes),
            exports.flatMap(\.problems)
        )
    }
}
