import ArgumentParser
import LocalFiles
import NoteModel
import Platform

/// The arguments that give the text of a note.
struct TextArguments: ParsableArguments {
    @Option(help: "The text itself.")
    var text: String?

    @Option(help: "A file with the text; - for standard input.", completion: .file())
    var file: String?

    @Flag(help: "Accept an empty text.")
    var allowEmpty = false

    func validate() throws {
        try require(text == nil || file == nil, "--text and --file exclude each other.")
    }

    var isGiven: Bool { text != nil || file != nil }

    /// True if the user has to write the text in an editor: none is given, and standard input is a
    /// terminal.
    var needsEditor: Bool { !isGiven && isatty(STDIN_FILENO) != 0 }

    /// Passes on a text from the command line, from standard input, from a file or from an editor.
    ///
    /// - Parameters:
    ///   - old: The text that the new one replaces; the editor starts with it.
    ///   - use: Stores the text; if that fails, text written in an editor is kept in a file whose
    ///     path is printed.
    /// - Throws: ``UserError`` for a blank text, unless `--allow-empty` is given, or `--text`
    ///   replaces nothing.
    func use(old: String, _ use: (String) throws -> Void) throws {
        func useChecked(_ text: String, from origin: String) throws {
            let isMeant = allowEmpty || (self.text != nil && old.isBlank)
            guard isMeant || !text.isBlank else {
                throw UserError(
                    "\(origin) is empty; nothing was written.",
                    "Use --allow-empty for a note without text.")
            }
            try use(text)
        }
        if let text { return try useChecked(text, from: "The text") }
        if needsEditor {
            return try TextEditor.use(old) { try useChecked($0, from: "The text from the editor") }
        }
        if let file, file != "-" {
            let bytes = try UserError.reading("The text \(file)") { try LocalFiles.read(file) }
            return try useChecked(try Self.text(bytes, of: file), from: file)
        }
        let input = LocalFiles.readStandardInput()
        try useChecked(try Self.text(input, of: "Standard input"), from: "Standard input")
    }

    static func text(_ bytes: [UInt8], of name: String) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UserError("\(name) is not UTF-8 text.")
        }
        return text
    }
}

extension String {
    /// True if the text is empty or contains nothing but white space and invisible characters.
    var isBlank: Bool {
        unicodeScalars.allSatisfy {
            $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
        }
    }
}
