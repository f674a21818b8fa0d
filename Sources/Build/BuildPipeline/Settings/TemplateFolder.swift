import DefaultTemplates
import LocalFiles
import NoteModel
import SitePages

/// The templates, assets and words of a build: those of this program, replaced by the owner's.
struct TemplateFolder {
    /// The text of each template by its file name, such as `note.html`; the owner's replace those
    /// of the program.
    private(set) var templates = DefaultTemplates.templates
    /// The bytes of each asset of the site by its file name, such as `style.css`.
    private(set) var assets = DefaultTemplates.assets
    /// The style sheets of books by their file names; the owner's replace those of the program.
    private(set) var bookAssets = DefaultTemplates.bookAssets
    /// The owner's strings of the interface, from `words-LANGUAGE.json`; nil for the built-in ones.
    private(set) var words: LocalizedStrings?
    /// The bytes that ``words`` was read from, for the fingerprint of the theme; empty for none.
    private(set) var wordsFile: [UInt8] = []
    private let folder: String
    /// The owner's templates that replace none. Each must be included by another template.
    private var partials: [String] = []
    /// The paths of the owner's templates and style sheets, which may name files of ``ownAssets``.
    private var ownPaths: [String: String] = [:]
    private var ownAssets = OwnAssets()

    /// The style sheet of the owner that is loaded last on every page of the site.
    private static let customStyle = "custom.css"
    /// The folder of files that are published as they are.
    private static let assetFolder = "assets"

    /// - Parameters:
    ///   - own: Path of the owner's folder; nil for none.
    ///   - language: Language tag of the interface.
    /// - Throws: ``UserFacingError`` for a folder that is missing, and for a file that is not UTF-8
    ///   or that nothing would use.
    init(_ own: String?, language: String) throws {
        folder = own.map { LocalFiles.absolute($0) } ?? ""
        guard let own else { return }
        guard try LocalFiles.status(folder)?.isFolder == true else {
            throw UserError(
                "The templates folder \(own) does not exist.",
                "Check --templates, or “templates” in the configuration.")
        }
        let entries = try LocalFiles.entries(of: folder).sorted { $0.name < $1.name }
        for entry in entries where !Self.isIgnored(entry.name) {
            switch entry.kind {
            case .file: try take(entry.name, language: language)
            case .link:
                throw UserError(
                    "\(folder)/\(entry.name) is a symbolic link, and changes of its target would go unnoticed.",
                    "Copy the file into the folder.")
            case .folder where entry.name == Self.assetFolder: try takeAssets()
            case .folder:
                throw UserError(
                    "\(folder)/\(entry.name) is a folder, and only files directly in \(folder) are used.",
                    "Move its files there, or move it out of the templates folder.")
            case .special, .unnameable:
                throw UserError(
                    "\(folder)/\(entry.name) cannot be used as a template.",
                    "Move it out of the folder.")
            }
        }
        for (name, path) in ownPaths.sorted(by: { $0.key < $1.key }) {
            try nameAssets(in: name, path)
        }
        assets.merge(ownAssets.files) { $1 }
    }

    /// Reads the files of the folder `assets`.
    private mutating func takeAssets() throws {
        let folder = "\(folder)/\(Self.assetFolder)"
        for entry in try LocalFiles.entries(of: folder) where !Self.isIgnored(entry.name) {
            let (name, path) = (entry.name, "\(folder)/\(entry.name)")
            func refuse(_ problem: String) -> UserError { UserError("\(path) \(problem)") }
            guard entry.kind == .file else {
                throw refuse("is not a file. Only files directly in this folder are published.")
            }
            guard OwnAssets.canBeNamed(name) else {
                throw refuse(
                    "has a name that is not allowed in addresses. Rename it without spaces and special characters."
                )
            }
            guard !name.hasSuffix(".css") else {
                throw refuse(
                    "is a style sheet. Its rules belong in \(Self.customStyle), in the folder above."
                )
            }
            guard DefaultTemplates.assets[name] == nil else {
                throw refuse(
                    "has the name of a file of the program. Move it to the folder above to replace that, or rename it."
                )
            }
            ownAssets.files[name] = try LocalFiles.read(path, atMost: Self.maximumAssetSize)
        }
    }

    /// The maximum size of a file of `assets` in bytes; the largest fonts have half of it.
    private static let maximumAssetSize = 32 << 20

    /// Replaces `assets/NAME` by the address of the file in a template or a style sheet.
    private mutating func nameAssets(in name: String, _ path: String) throws {
        do {
            if let text = templates[name] {
                templates[name] = try ownAssets.published(in: text, isStyleSheet: false)
            } else if let bytes = assets[name] {
                let text = String(decoding: bytes, as: UTF8.self)
                assets[name] = Array(try ownAssets.published(in: text, isStyleSheet: true).utf8)
            }
        } catch let error as OwnAssets.MissingFile {
            let nearest = ownAssets.files.keys.sorted().nearest(to: error.name)
            throw UserError(
                "\(path), line \(error.line) names a file “\(error.name)”, which is not in the folder “assets”.",
                nearest.map { "Did you mean “\($0)”?" })
        }
    }

    /// - Parameter included: The names of templates that others include.
    /// - Throws: ``UserFacingError`` for a template of the owner that nothing includes.
    func requireUse(of included: Set<String>) throws {
        guard let unused = partials.first(where: { !included.contains($0) }) else { return }
        throw unknown(unused, advice: " Include it in a template, as {{>\(unused)}},")
    }

    private mutating func take(_ name: String, language: String) throws {
        let path = folder + "/" + name
        if name.hasPrefix("words-"), name.hasSuffix(".json") {
            // Words of other languages are for other configurations.
            guard name == "words-\(language).json" else { return }
            wordsFile = try read(path)
            do {
                words = try LocalizedStrings.ofTable(wordsFile)
            } catch let error as LocalizedStrings.TableError {
                throw UserError(
                    "\(path) cannot be used: \(error.problem).",
                    "See the program's own tables of words for the format.")
            }
        } else if DefaultTemplates.reports[name] != nil {
            // In a copy of the whole folder. No notebook has these pages.
            return
        } else if bookAssets[name] != nil {
            bookAssets[name] = try read(path)
        } else if assets[name] != nil || name == Self.customStyle {
            assets[name] = try read(path)
            if name.hasSuffix(".css") { ownPaths[name] = path }
        } else if name.hasSuffix(".html") {
            ownPaths[name] = path
            if templates[name] == nil { partials.append(name) }
            templates[name] = String(decoding: try read(path), as: UTF8.self)
        } else {
            throw unknown(name, advice: " Rename it,")
        }
    }

    /// Reads a file of the folder, whichever kind it is.
    ///
    /// - Throws: ``UserFacingError`` for a file that is not UTF-8, with the first such line.
    private func read(_ path: String) throws -> [UInt8] {
        let bytes = try LocalFiles.read(path, atMost: LocalFiles.maximumTextSize)
        guard String(validating: bytes, as: UTF8.self) == nil else { return bytes }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
        throw UserError(
            "\(path), line \(line + 1): the text is not UTF-8.",
            "Save the file with the encoding UTF-8.")
    }

    /// - Parameter advice: A clause before “or move it out of the folder”.
    private func unknown(_ name: String, advice: String) -> UserError {
        let meant = BuiltInFiles.all.keys.sorted().nearest(to: name)
        return UserError(
            "\(folder)/\(name) replaces no template or asset of the program, and no template includes it."
                + (meant.map { " Did you mean “\($0)”?" } ?? "")
                + "\(advice) or move it out of the folder.")
    }

    /// Returns true if a name shows that a file or folder is not a template: it is hidden, a
    /// backup, or a text about the folder.
    private static func isIgnored(_ name: String) -> Bool {
        let lower = name.lowercased()
        return name.hasPrefix(".") || name.hasSuffix("~")
            || name.hasPrefix("#") && name.hasSuffix("#")
            || [".bak", ".orig", ".swp", ".md"].contains { lower.hasSuffix($0) }
            || ["readme", "license", "copying"].contains {
                lower == $0 || lower.hasPrefix($0 + ".")
            }
            || ["thumbs.db", "desktop.ini"].contains(lower)
            // A copy of the program's own folder, which is the usual start, has this file.
            || name == "DefaultTemplates.swift"
    }
}

/// The files of the program that the owner may replace: templates, styles, scripts and pictures.
package enum BuiltInFiles {
    /// The bytes of each file by its name.
    package static let all: [String: [UInt8]] = DefaultTemplates.templates
        .mapValues { Array($0.utf8) }
        .merging(DefaultTemplates.assets) { $1 }
        .merging(DefaultTemplates.bookAssets) { $1 }
}
