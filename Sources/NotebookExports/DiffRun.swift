package import BuildPipeline
import Foundation
package import NoteExchange

extension BuildPipeline {
    /// Compares two exports.
    ///
    /// - Parameters:
    ///   - old: The path of a JSON tree, or of a notebook or a bag that contains one; a folder or a
    ///     file.
    ///   - new: The path of another export of these kinds.
    /// - Returns: The difference, and sentences about what could not be read.
    /// - Throws: ``BuildError`` if an export contains no JSON tree.
    package static func difference(
        from old: String, to new: String
    ) throws(BuildError) -> (difference: NotebookDifference, problems: [String]) {
        do {
            let exports = try [old, new].map { path in
                let place = try ExportSource(path, hasFiles: false)
                guard place.isJSON else {
                    throw ExportError.notAJSONExport(path: path)
                }
                defer { withExtendedLifetime(place) {} }
                return try place.read(zone: .gmt, width: 1)
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
