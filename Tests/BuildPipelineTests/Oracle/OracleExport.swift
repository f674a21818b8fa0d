import BuildPipeline
import BuildTestSupport
import LocalFiles
import NoteModel
import TestSupport

/// An export of a notebook as one file, or the error of it.
struct OracleExport {
    private var bytes: [UInt8] = []
    private var failure: String?

    /// The formats whose files depend on nothing but the notes and the settings.
    enum Form: String, CaseIterable {
        case book, epub, enex, database, bag

        fileprivate var format: (any OutputFormat)? {
            switch self {
            case .book: PageBookFormat()
            case .epub: EPUBFormat()
            case .enex: ENEXFormat()
            case .database: DatabaseFormat()
            case .bag: nil
            }
        }
    }

    /// Exports a notebook.
    ///
    /// - Parameters:
    ///   - options: The options, with the output folder whose ledger and cache are used.
    ///   - path: The path of the file.
    init(_ form: Form, of options: BuildOptions, to path: String) throws {
        let path = path + ".zip"
        try LocalFiles.remove(path)
        do {
            if let format = form.format {
                _ = try waiting { try await BuildPipeline.export(options, as: format, to: path) }
            } else {
                var bag = BagOptions(output: path)
                bag.isZip = true
                _ = try waiting { [bag] in try await BuildPipeline.bag(options, bag: bag) }
            }
            bytes = try LocalFiles.read(path)
        } catch {
            failure = error.message
        }
    }

    /// Returns the difference from another export; nil if there is none.
    func difference(from other: OracleExport) -> String? {
        if failure != other.failure {
            return "\(failure ?? "no failure") instead of \(other.failure ?? "none")"
        }
        return bytes == other.bytes
            ? nil : OracleComparison.firstDifference(bytes, wanted: other.bytes)
    }
}
