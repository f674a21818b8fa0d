import Foundation
package import NoteImports

extension BuildPipeline {
    /// Compares two exports.
    ///
    /// - Parameters:
    ///   - old: A JSON tree, a notebook or a bag that holds one, as a folder or a file.
    ///   - new: The same.
    /// - Returns: The difference, and what of the two could not be read, a sentence each.
    /// - Throws: ``BuildError`` for what holds no JSON tree.
    package static func difference(
        from old: String, to new: String
    ) throws(BuildError) -> (difference: NotebookDifference, problems: [String]) {
        do {
            let exports = try [old, new].map { path in
                let place = try ExportSource(path, hasFiles: false)
                guard place.isJSON else {
                    throw BuildError(
                        "\(path) is no export with notebook.json in it. Name a notebook that was built, its folder json, or a bag."
                    )
                }
                defer { withExtendedLifetime(place) {} }
                return try place.read(zone: .gmt, 1)
            }
            return (
                NotebookDifference(from: exports[0].notes, to: exports[1].notes),
                exports.flatMap(\.problems)
            )
        } catch {
            throw BuildError(error)
        }
    }
}
