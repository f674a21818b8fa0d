import Foundation
import LocalFiles
import NoteEditing
import TestSupport
import Testing

/// A suite that runs commands in a folder of its own.
protocol CommandSuite {
    var folder: TemporaryFolder { get }
    /// The variables that are set for the commands, besides those of the tests.
    var environment: [String: String] { get }
}

extension CommandSuite {
    var environment: [String: String] { [:] }

    /// Runs `notebinder`, which has to end with a status and to report each of some words.
    @discardableResult
    func run(
        _ arguments: String..., environment: [String: String] = [:], status: Int32? = 0,
        says words: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> FinishedProgram {
        try run(
            arguments, environment: environment, status: status, says: words,
            sourceLocation: sourceLocation)
    }

    /// Runs `notebinder`.
    ///
    /// - Parameters:
    ///   - place: The folder in which it runs, below that of the suite.
    ///   - status: The status with which it has to end; nil for any.
    ///   - words: The words that its messages have to contain.
    @discardableResult
    func run(
        _ arguments: [String], in place: String = "", environment: [String: String] = [:],
        status: Int32? = 0, says words: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> FinishedProgram {
        let run = try FinishedProgram(
            Places.notebinder, arguments: arguments, in: folder.path + "/" + place,
            environment: self.environment.merging(environment) { $1 })
        let report = "\(arguments): \(run.errors.prefix(2_000))"
        #expect(status == nil || run.status == status, "\(report)", sourceLocation: sourceLocation)
        for word in words {
            #expect(run.errors.contains(word), "\(report)", sourceLocation: sourceLocation)
        }
        return run
    }

    /// Runs `notebinder` with arguments as a shell reads them, which may redirect its streams.
    func shell(_ arguments: String) throws -> FinishedProgram {
        try FinishedProgram(
            "/bin/sh", arguments: ["-c", "'\(Places.notebinder)' \(arguments)"], in: folder.path)
    }

    /// Runs `notebinder` in a terminal, which the program `script` provides.
    func terminal(
        _ arguments: String, input: String? = nil, environment: [String: String] = [:]
    ) throws -> FinishedProgram {
        try FinishedProgram(
            "/usr/bin/script",
            arguments: ["-qec", "\(Places.notebinder) \(arguments)", "/dev/null"],
            in: folder.path, input: input, environment: environment)
    }

    /// Runs the Python of `make test`, which has to be there.
    func python(_ arguments: String...) throws -> FinishedProgram {
        try FinishedProgram(
            try #require(Places.python), arguments: arguments, in: folder.path)
    }

    /// Starts `notebinder`, and does not wait for its end.
    ///
    /// - Parameter errors: The pipe or file for its messages.
    func start(_ arguments: [String], errors: Any = FileHandle.nullDevice) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Places.notebinder)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        return process
    }
}

// MARK: - The folder of a suite

extension CommandSuite {
    /// Writes a note to the notes folder, dated so that the date of its file does not matter.
    func addNote(
        _ title: String = "Title", body: String = "Body", to name: String = "a.data"
    ) throws {
        let note = ArchivedNote(
            title: title, body: body, created: Date(timeIntervalSince1970: 1e9))
        try folder.write(note: note, to: "MyNotes/" + name)
    }

    /// Writes pictures, all of which are different.
    func writePictures(_ names: String...) throws {
        for (index, name) in names.enumerated() {
            try folder.write(PNGPicture.quarters(width: 4 + index, height: 2), to: name)
        }
    }

    func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.path + "/" + name)
    }

    /// Returns the object in a file of JSON.
    func json(_ name: String) throws -> [String: Any] {
        try #require(
            JSONSerialization.jsonObject(with: Data(folder.bytes(name))) as? [String: Any])
    }

    func remove(_ name: String) throws { try LocalFiles.remove(folder.path + "/" + name) }

    func contents(_ name: String) throws -> FolderContents {
        try FolderContents(folder.path + "/" + name)
    }

    /// Returns the files of the notebook that may be published.
    func published(_ name: String = "Notebook") throws -> [[UInt8]] {
        Array(try contents(name).bytes.filter { !$0.key.hasPrefix(".notebinder/") }.values)
    }
}

extension FinishedProgram {
    /// The table that was printed.
    var rows: [[String]] {
        output.split(separator: "\n").map { $0.split(separator: "\t").map { String($0) } }
    }

    /// Returns the JSON that was printed, which has to be of a type.
    func json<Value>(as type: Value.Type = Value.self) throws -> Value {
        try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? Value)
    }
}
