import Hashing
import LocalFiles
import NoteArchives
import NoteModel
import OutputChecks
import OutputPlan
import Platform
import Synchronization

/// A packer that adds original files and trees to a bag. An original that a tree contains too is
/// hard-linked within the bag. No file of the bag is linked to one outside it unless links are
/// enabled.
final class BagPacking: Sendable {
    private let writer: BagWriter
    private let derivatives: DerivativeFiles
    private let isLinking: Bool
    private let width: Int
    /// The paths of originals in the bag, by their digests.
    private let places = Mutex<[ContentDigest: String]>([:])

    /// - Parameter isLinking: True if files may be hard-linked into the bag instead of copied.
    init(_ writer: BagWriter, input: BuildInput, isLinking: Bool, width: Int) {
        self.writer = writer
        derivatives = input.derivatives
        (self.isLinking, self.width) = (isLinking, width)
    }

    /// Adds the files of the notes folder.
    ///
    /// - Returns: Warnings about files that had to be renamed in the bag.
    func add(originals: [NotesFolder.SourceFile]) throws -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        // Names that differ only in Unicode normalization are the same name on some systems.
        var names = UniqueNames(ignoresCase: false)
        let files = originals.map { file in
            // On systems with another path separator, a name could also point out of the bag.
            let plain =
                BagPath.leavesBag("originals/" + file.name)
                ? file.name.replacing("\\", with: "_") : file.name
            let name = names.name(plain) { "\(plain).\($0)" }
            if !name.utf8.elementsEqual(file.name.utf8) {
                diagnostics.add(
                    .renamedInBag, source: file.name,
                    summary:
                        "\(file.name) has a name that not every machine can keep beside the others; in the bag it is originals/\(name)."
                )
            }
            return (name, file.path)
        }
        _ = try files.concurrentMap(width: width) { name, path in
            let name = "originals/" + name
            let key = try writer.add(name, fileAt: path, isLinking: isLinking)
            places.withLock { $0[key] = name }
        }
        return diagnostics
    }

    /// Adds the files of a planned tree to the bag, below a folder with the name of the tree.
    ///
    /// - Parameter validator: Checks every file that is generated.
    func add(_ plan: TreePlan, validator: OutputValidator, progress: BuildProgress) throws {
        let sink = ExportSink(
            validator.validator(of: plan.tree), derivatives: derivatives, scratch: writer.folder)
        let counter = progress.counter("Packing", of: plan.files.count)
        _ = try plan.files.concurrentMap(width: width) { file in
            defer { counter.advance() }
            try add(file, as: sink.content(of: file), in: plan.tree)
        }
    }

    private func add(_ file: OutputFile, as content: ExportSink.Content, in tree: String) throws {
        let path = "\(tree)/\(file.path.text)"
        switch content {
        case .bytes(let bytes):
            try writer.add(path, bytes: bytes)
            if let modified = file.modified {
                // Some file systems cannot set times; the bag is complete without them.
                try? LocalFiles.setModified(writer.place(of: path), date: modified)
            }
        case .file(let source): try writer.add(path, fileAt: source, isLinking: isLinking)
        case .original(let stored, let key):
            if let place = places.withLock({ $0[key] }) {
                try writer.add(path, sameAs: place, key: key)
            } else {
                let key = try writer.add(path, stored: stored)
                places.withLock { $0[key] = path }
            }
        }
    }
}
