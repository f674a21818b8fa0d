import Hashing
import LocalFiles
import NoteExports
import Orthography
import SitePages

/// The lines of the JSON documents, one per note. The cache keeps them in chunks, so that they are
/// made once for both documents and need not be held in memory.
struct JSONLines: Sendable {
    private static let step = "json"

    private let notebook: PlannedNotebook
    let exportable: ExportableNotebook

    init(_ notebook: PlannedNotebook) {
        (self.notebook, exportable) = (notebook, notebook.exportable)
    }

    /// Returns a function for each chunk, in order, that returns its lines.
    func pieces() throws -> [@Sendable () throws -> [UInt8]] {
        try forEachChunk { chunk, name, cache in
            let make = { @Sendable [exportable] in JSONExport.lines(of: chunk, in: exportable) }
            // A cache that is not written would hold the lines in memory.
            guard cache.isWritten, let inputs = JSONExport.inputs(of: chunk, in: exportable)
            else { return make }
            let members = cache.chunk(Self.step, name: name, inputs: [inputs]) { _, _ in
                // Only the attachment is used.
                BuildCache.Computed(value: 0, attachment: make())
            }
            return { members[0].attachment.bytes ?? make() }
        }
    }

    /// Keeps the lines of chunks without changes in a run that does not write them.
    func retain() throws {
        _ = try forEachChunk { chunk, name, cache in
            cache.retain(
                Self.step, name: name, input: JSONExport.inputs(of: chunk, in: exportable))
        }
    }

    private func forEachChunk<Result: Sendable>(
        _ body: @Sendable (_ chunk: Range<Int>, _ name: String, _ cache: BuildCache) -> Result
    ) throws -> [Result] {
        try notebook.input.map.chunks(minimum: 32, maximum: 128).concurrentMap(
            width: notebook.options.width, grain: 1
        ) { body($0, notebook.input.notes[$0.lowerBound].slug.text, notebook.cache) }
    }
}
