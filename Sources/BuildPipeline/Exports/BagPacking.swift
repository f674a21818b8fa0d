import BagFiles
import ContentHashing
import Diagnostics
import Foundation
import LocalFiles
import NoteArchives
import NoteModel
import OutputPlan
import OutputTree
import Synchronization

/// Puts originals and trees into a bag. Files of the bag with equal content are one file on the disk; none
/// is one with a file outside of it, unless links are asked for.
final class BagPacking: Sendable {
    private let writer: BagWriter
    private let derivatives: DerivativeFiles
    private let isLinking: Bool
    private let width: Int
    /// The paths of originals in the bag, by their digests.
    private let places = Mutex<[ContentDigest: String]>([:])

    /// - Parameter isLinking: Whether files may be linked into the bag.
    init(_ writer: BagWriter, _ input: BuildInput, isLinking: Bool, width: Int) {
        self.writer = writer
        derivatives = input.derivatives
        self.isLinking = isLinking
        self.width = width
    }

    /// Adds the files of the notes folder.
    ///
    /// - Returns: What is said of files that could not keep their names.
    func add(originals: [NotesFolder.SourceFile]) throws -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        // Names that differ in how accents are composed become one on some machines.
        var taken: Set<String> = []
        let files = originals.map { file in
            // Nor may one be a way out of the bag, on a machine that has other signs for folders.
            let plain =
                BagCheck.leavesBag("originals/" + file.name)
                ? file.name.replacing("\\", with: "_") : file.name
            var name = plain
            var number = 1
            while !taken.insert(name).inserted {
                number += 1
                name = "\(plain).\(number)"
            }
            if !name.utf8.elementsEqual(file.name.utf8) {
                diagnostics.append(
                    Diagnostic(
                        .renamedInBag, origin: .init(source: file.name),
                        summary:
                            "\(file.name) has a name that not every machine can keep beside the others; in the bag it is originals/\(name)."
                    ))
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

    /// - Parameter validator: Of every file that is made.
    func add(_ plan: TreePlan, _ validator: OutputValidator, _ progress: BuildProgress) throws {
        let validator = validator.validator(of: plan.tree)
        let counter = progress.counter("Packing", of: plan.files.count)
        _ = try plan.files.concurrentMap(width: width) { file in
            defer { counter.advance() }
            try add(file, in: plan.tree, validator)
        }
    }

    private func add(_ file: OutputFile, in tree: String, _ validator: FileValidator) throws {
        let path = "\(tree)/\(file.path.text)"
        switch file.content {
        case .bytes(let bytes): try add(bytes, at: path, of: file, validator)
        case .rendered(let render): try add(try render(), at: path, of: file, validator)
        case .derivative(let derived):
            let source = try derivatives.verified(derived)
            try writer.add(path, fileAt: source.path, isLinking: isLinking)
        case .original(let stored, let key):
            if let place = places.withLock({ $0[key] }) {
                try writer.add(path, sameAs: place, key: key)
            } else {
                let key = try writer.add(path, stored)
                places.withLock { $0[key] = path }
            }
        }
    }

    private func add(
        _ bytes: [UInt8], at path: String, of file: OutputFile, _ validator: FileValidator
    ) throws {
        try validator.look(file.path, bytes)
        try writer.add(path, bytes)
        if let modified = file.modified {
            // Some file systems set no times.
            try? LocalFiles.setModified(writer.place(of: path), modified)
        }
    }
}
