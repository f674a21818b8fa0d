import Foundation

/// The folders and programs that tests need.
package enum Places {
    /// The folder of the package.
    package static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// The folder beside the package that has real input on some machines; suites that need it are
    /// skipped elsewhere.
    package static let shared = (package as NSString).deletingLastPathComponent + "/shared"

    package static func hasShared(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: shared + "/" + name)
    }

    /// The folder of the built programs.
    package static let products: String = {
        #if os(Linux)
            let program =
                (try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
            return (program as NSString).deletingLastPathComponent
        #else
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            return ((bundle?.bundlePath ?? CommandLine.arguments[0]) as NSString)
                .deletingLastPathComponent
        #endif
    }()

    package static var notebinder: String { products + "/notebinder" }
    package static var photoWorker: String { products + "/notebinder-photos" }

    /// True if the Python for tests has Anki, which is large.
    package static let hasAnki: Bool = {
        guard let python else { return false }
        return (try? FinishedProgram(python, arguments: ["-c", "import anki.collection"]))?.status
            == 0
    }()

    /// True if strace is installed, and this process may trace others.
    package static let canTrace =
        (try? FinishedProgram("/usr/bin/strace", arguments: ["-o", "/dev/null", "/bin/true"]))?
        .status == 0

    /// Returns the path of a program; nil if it is not installed.
    package static func program(_ path: String) -> String? {
        FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }

    /// Returns the path of a program that `make interop` installs; nil if it has not been run.
    package static func interop(_ name: String) -> String? {
        program(package + "/.build/interop/bin/" + name)
    }

    /// The path of a Python with the packages that tests read our files with, made by `make test`;
    /// nil if there is none.
    package static let python: String? = {
        program(package + "/.build/test-python/bin/python3")
    }()
}

/// A program that was run to completion.
package struct FinishedProgram: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String
}

extension FinishedProgram {
    /// The folder in which programs remember the rules of publications, apart from the user's own.
    private static let stateFolder =
        FileManager.default.temporaryDirectory.path + "/notebinder-test-state-\(getpid())"

    /// Runs a program and waits for it.
    package init(
        _ path: String, arguments: [String], in folder: String? = nil, input: String? = nil,
        environment: [String: String] = [:]
    ) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(["XDG_STATE_HOME": Self.stateFolder]) { $1 }
            .merging(environment) { $1 }
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        let scratch = TemporaryFolder()
        let outputFile = try scratch.write("", to: "output")
        let errorsFile = try scratch.write("", to: "errors")
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: outputFile))
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errorsFile))
        let inputFile = try scratch.write(input ?? "", to: "input")
        process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: inputFile))
        try process.run()
        process.waitUntilExit()
        status = process.terminationStatus
        output = try String(contentsOfFile: outputFile, encoding: .utf8)
        errors = try String(contentsOfFile: errorsFile, encoding: .utf8)
    }
}
