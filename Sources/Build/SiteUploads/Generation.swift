import NoteModel
import Platform

/// The content of the file by which a destination shows what was uploaded to it last, and by which
/// runs of several hosts notice each other.
struct Generation: Codable, Hashable, Sendable {
    /// The name of the file at every destination.
    static let fileName = "notebinder-generation.json"

    /// The identifier of the notebook.
    let notebook: String
    /// The number of uploads to the destination, from 1.
    let generation: Int
    /// The identifier of the run that has written the file.
    let run: String
    let state: State

    enum State: String, Codable {
        /// The run has begun; the site is partly of this generation.
        case uploading
        case complete
    }

    /// Reads the content of a file; nil for any other file.
    init?(_ bytes: [UInt8]) {
        guard let value = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
            return nil
        }
        self = value
    }

    init(notebook: String, number: Int, run: String, state: State) {
        (self.notebook, generation, self.run, self.state) = (notebook, number, run, state)
    }

    /// The generation when all of it has been uploaded.
    var completed: Generation {
        Generation(notebook: notebook, number: generation, run: run, state: .complete)
    }

    /// The bytes of the file, the same on every machine.
    var bytes: [UInt8] {
        JSONValue.object([
            ("notebook", .string(notebook)), ("generation", .integer(generation)),
            ("run", .string(run)), ("state", .string(state.rawValue)),
        ]).indented
    }
}
