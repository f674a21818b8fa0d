import FileFormats
import Hashing
import LocalFiles
import NoteExports
import NoteModel
import OutputPlan
import Platform

/// The sink of exports, which alone interprets their planned files and checks them.
///
/// ```swift
/// let sink = ExportSink(
///     validator.validator(of: ""), derivatives: input.derivatives, scratch: target.scratch)
/// _ = try sink.write(files, as: .file, to: [target])
/// try validator.requireNoLeaks()
/// try target.publish(target.made)
/// ```
final class ExportSink: Sendable {
    private let validator: FileValidator
    /// Nil for an export without pictures made from others.
    private let derivatives: DerivativeFiles?
    /// The path of a folder for temporary files.
    private let scratch: String

    /// The findings of writing files.
    struct Findings {
        var diagnostics: [Diagnostic] = []
        /// The photos in the files that say where they were taken.
        var locatedPhotos: Set<StoredBytes> = []
    }

    /// A checked file, ready to be copied.
    enum Content {
        case bytes([UInt8])
        case file(String)
        case original(StoredBytes, ContentDigest)
    }

    init(_ validator: FileValidator, derivatives: DerivativeFiles?, scratch: String) {
        (self.validator, self.derivatives, self.scratch) = (validator, derivatives, scratch)
    }

    /// Writes the files of an export.
    ///
    /// - Parameter targets: The target of each file that remains.
    /// - Returns: What was found, and the targets whose content is new.
    func write(
        _ files: [OutputFile], as form: OutputForm, to targets: [ExportTarget]
    ) throws -> (findings: Findings, new: [ExportTarget]) {
        var findings = Findings()
        switch form {
        case .file, .numberedFiles:
            for (file, target) in zip(files, targets) {
                try write(file, to: target.made, findings: &findings)
            }
        case .package: try pack(files, into: targets[0].made)
        case .printed:
            let page = scratch + "/book.html"
            try write(files[0], to: page, findings: &findings)
            try BookPrinter(
                scratch: scratch, date: files[0].modified ?? Date(timeIntervalSince1970: 0)
            ).print(page, to: targets[0].made)
        case .sealed(let password):
            let (findings, isNew) = try seal(
                files, with: password, to: targets[0].made, unlessIn: targets[0].path)
            return (findings, isNew ? targets : [])
        case .tree(let name): preconditionFailure("\(name) is no export")
        }
        return (findings, targets)
    }

    /// Writes a page with an encrypted file, or leaves an existing page if that contains the same
    /// with the same password.
    ///
    /// - Parameters:
    ///   - files: The file to encrypt, and the page for it.
    ///   - existing: The path of an older page, which need not exist.
    /// - Returns: What was found, and false if nothing was written.
    func seal(
        _ files: [OutputFile], with password: String, to target: String, unlessIn existing: String
    ) throws -> (findings: Findings, isNew: Bool) {
        var findings = Findings()
        let opened = scratch + "/opened"
        try write(files[0], to: opened, findings: &findings)
        guard case .bytes(let page) = try content(of: files[1]) else {
            preconditionFailure("the page of an encrypted book is not made of bytes")
        }
        let isNew = try SealedFile(page: String(decoding: page, as: UTF8.self), password: password)
            .write(
                opened, to: target, compressed: scratch + "/compressed", unlessIn: existing)
        return (findings, isNew)
    }

    /// Returns the content of a file that is part of a folder or of a ZIP file.
    func content(of file: OutputFile) throws -> Content {
        switch file.content {
        case .bytes(let bytes): return .bytes(try checked(bytes, of: file))
        case .rendered(let render): return .bytes(try checked(render(), of: file))
        case .pieces(let pieces):
            return .bytes(try pieces.reduce(into: []) { $0 += try checked($1(), of: file) })
        case .derivative(let derived): return .file(try path(of: derived, in: file))
        case .original(let stored, let digest): return .original(stored, digest)
        case .written, .checksums:
            preconditionFailure("\(file.path.text) is no part of a folder")
        }
    }

    private func checked(_ bytes: [UInt8], of file: OutputFile) throws -> [UInt8] {
        try validator.check(file.path, bytes)
        return bytes
    }

    private func path(of derived: DerivedFile, in file: OutputFile) throws -> String {
        guard let derivatives else { throw UserError.unknownPicture(file.path.text) }
        return try derivatives.verified(derived).path
    }

    private func pack(_ files: [OutputFile], into path: String) throws {
        var zip = try ZipWriter(path)
        for file in files {
            let name = file.path.text
            switch try content(of: file) {
            case .bytes(let bytes): try zip.add(name, bytes: bytes)
            case .file(let path): try zip.add(name, fileAt: path)
            case .original: preconditionFailure("\(name) is an original in a package")
            }
        }
        try zip.finish()
    }

    private func write(_ file: OutputFile, to path: String, findings: inout Findings) throws {
        let writer = Writer(file, path: path, sink: self)
        switch file.content {
        case .bytes(let bytes): try writer.write(bytes)
        case .rendered(let render): try writer.write(try render())
        case .pieces(let pieces): for piece in pieces { try writer.write(try piece()) }
        case .written(let write): try write(writer)
        case .derivative, .original, .checksums:
            preconditionFailure("\(file.path.text) is no export")
        }
        try writer.output?.file.synchronize()
        findings.diagnostics += writer.diagnostics
        findings.locatedPhotos.formUnion(writer.locatedPhotos)
    }

    /// Writes a file in pieces.
    private final class Writer: OutputFileWriter {
        let path: String
        var scratch: String { sink.scratch }
        var locatedPhotos: Set<StoredBytes> = []
        var diagnostics: [Diagnostic] = []
        private let planned: OutputFile
        private let sink: ExportSink
        private(set) var output: Output?

        /// The file, once the first piece is written.
        final class Output {
            let file: OpenFile

            init(_ path: String) throws { file = try OpenFile(path, access: .create) }
        }

        init(_ planned: OutputFile, path: String, sink: ExportSink) {
            (self.planned, self.path, self.sink) = (planned, path, sink)
        }

        func check(_ text: [UInt8]) throws { try sink.validator.check(planned.path, text) }

        func write(_ text: [UInt8], embedding embedded: [EmbeddedFile]) throws {
            try check(text)
            let output = try output ?? Output(path)
            self.output = output
            guard !embedded.isEmpty else {
                return try output.file.writeAll(text, synchronizing: false)
            }
            var start = 0
            for file in embedded {
                try output.file.writeAll(
                    Array(text[start..<file.range.lowerBound]) + Array(file.head.utf8),
                    synchronizing: false)
                try output.file.writeBase64(of: file.bytes)
                start = file.range.upperBound
            }
            try output.file.writeAll(Array(text[start...]), synchronizing: false)
        }

        func stored(_ content: OutputContent) throws -> StoredBytes {
            try sink.validator.checkMedium(planned.path, content)
            switch content {
            case .original(let stored, _): return stored
            case .derivative(let derived):
                let path = try sink.path(of: derived, in: planned)
                return StoredBytes(file: path, range: 0..<(try LocalFiles.status(path)?.size ?? 0))
            case .bytes, .rendered, .pieces, .written, .checksums:
                preconditionFailure("\(planned.path.text) embeds a file that is not stored")
            }
        }
    }
}

extension OpenFile {
    /// Appends bytes as base64, without holding them all.
    fileprivate func writeBase64(of stored: StoredBytes) throws {
        // Base64 encodes groups of three bytes, so that every piece but the last has a multiple of
        // three.
        var rest = Data()
        try stored.forEachChunk { chunk throws(FileError) in
            rest.append(contentsOf: chunk)
            let whole = rest.count - rest.count % 3
            try writeAll(Array(rest.prefix(whole).base64EncodedData()), synchronizing: false)
            rest = Data(rest.suffix(rest.count - whole))
        }
        try writeAll(Array(rest.base64EncodedData()), synchronizing: false)
    }
}
