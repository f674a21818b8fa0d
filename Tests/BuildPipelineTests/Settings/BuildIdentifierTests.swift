import Foundation
import LocalFiles
import TestSupport
import Testing

@testable import BuildPipeline

/// The identifiers of builds of this program, as binutils show them.
@Suite(
    .tags(.fast),
    .enabled(if: Places.program("/usr/bin/readelf") != nil, "needs readelf, of binutils"))
struct BuildIdentifierTests {
    private let folder = TemporaryFolder()

    private func shown(_ path: String) throws -> String? {
        let run = try FinishedProgram(
            try #require(Places.program("/usr/bin/readelf")), arguments: ["--notes", path])
        return run.output.firstMatch(of: /Build ID: ([0-9a-f]+)/).map { String($0.1) }
    }

    @Test func staysTheSameInCopiesWithoutSymbols() throws {
        let identifier = try #require(BuildIdentifier.find(in: Places.notebinder))
        #expect(try identifier == shown(Places.notebinder))
        let copy = folder.path + "/copy"
        let strip = try FinishedProgram(
            "/usr/bin/strip", arguments: ["-o", copy, Places.notebinder])
        #expect(strip.status == 0, "\(strip.errors)")
        #expect(BuildIdentifier.find(in: copy) == identifier)
        #expect(
            try ProgramVersion.build
                == "\(ProgramVersion.text) \(shown(LocalFiles.executable) ?? "")")
    }

    @Test func findsThatOfOtherPrograms() throws {
        for path in ["/bin/sh", "/usr/bin/readelf"] {
            #expect(try BuildIdentifier.find(in: path) == shown(path))
        }
    }

    @Test(arguments: [0, 10, 63, 64, 200])
    func findsNoneInAProgramThatIsCutOff(count: Int) throws {
        let bytes = try LocalFiles.read(Places.notebinder).prefix(count)
        try folder.write(Array(bytes), to: "cut")
        #expect(BuildIdentifier.find(in: folder.path + "/cut") == nil)
        try folder.write(
            Array("\u{7F}ELF".utf8) + [2, 1] + [UInt8](repeating: 255, count: 500), to: "cut")
        #expect(BuildIdentifier.find(in: folder.path + "/cut") == nil)
    }
}
