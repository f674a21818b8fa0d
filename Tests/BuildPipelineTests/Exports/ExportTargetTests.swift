import Foundation
import LocalFiles
import NoteModel
import TestSupport
import Testing

@testable import BuildPipeline

/// The place of an export: complete or not there, and nothing of others overwritten.
@Suite(.tags(.fast))
struct ExportTargetTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/out.csv" }

    private func target(
        _ name: String = "out.csv", kind: ExportTarget.Kind = .file, isReplacing: Bool = false
    ) throws -> ExportTarget {
        try ExportTarget(folder.path + "/" + name, kind: kind, isReplacing: isReplacing)
    }

    private func publish(_ text: String, _ target: ExportTarget) throws {
        try LocalFiles.create(target.scratch + "/made", bytes: Array(text.utf8))
        try target.publish(target.scratch + "/made")
    }

    private func message(_ body: () throws -> Void) -> String {
        let error = #expect(throws: UserError.self) { try body() }
        return error?.message ?? ""
    }

    private var names: [String] {
        get throws { try LocalFiles.entries(of: folder.path).map(\.name).sorted() }
    }

    @Test func publishesACompleteFileAndLeavesNothingElse() throws {
        do {
            let target = try target()
            #expect(target.path == path)
            #expect(try LocalFiles.status(target.scratch)?.isFolder == true)
            try publish("new", target)
        }
        #expect(try names == ["out.csv"])
        #expect(try LocalFiles.read(path) == Array("new".utf8))
    }

    @Test func leavesNothingBehindIfNothingWasMade() throws {
        do { _ = try target() }
        #expect(try names == [])
    }

    @Test func hidesItsScratchFolderFromOthers() throws {
        let target = try target()
        let attributes = try FileManager.default.attributesOfItem(atPath: target.scratch)
        #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o077 } == 0)
        #expect(LocalFiles.name(of: target.scratch).hasPrefix("."))
    }

    @Test func replacesAFileOnlyWhenTold() throws {
        try folder.write("old", to: "out.csv")
        #expect(message { _ = try target() }.contains("--replace"))
        try publish("new", target(isReplacing: true))
        #expect(try LocalFiles.read(path) == Array("new".utf8))
        #expect(try names == ["out.csv"])
    }

    @Test func doesNotOverwriteFilesThatAppearMeanwhile() throws {
        let target = try target()
        try folder.write("theirs", to: "out.csv")
        #expect(message { try publish("new", target) }.contains("appeared while"))
        #expect(try LocalFiles.read(path) == Array("theirs".utf8))
    }

    @Test func refusesUnsuitablePaths() throws {
        try folder.write("x", to: "full/x")
        try folder.write("x", to: "file")
        try LocalFiles.makeFolder(folder.path + "/empty")
        #expect(message { _ = try target("full") }.contains("is not a file"))
        #expect(message { _ = try target("empty", isReplacing: true) }.contains("is not a file"))
        #expect(message { _ = try target("file", kind: .bag) }.contains("is not a folder"))
        #expect(
            message { _ = try target("full", kind: .bag, isReplacing: true) }.contains("not a bag"))
        #expect(message { _ = try target("absent/x") }.contains("does not exist"))
        #expect(message { _ = try target("file/x") }.contains("is not a folder"))
        #expect(try names == ["empty", "file", "full"])
    }

    @Test func letsOneRunWriteAtATime() throws {
        let first = try target()
        let error = #expect(throws: UserError.self) { try target() }
        #expect(error?.exitStatus == 75)
        try publish("first", first)
        #expect(try LocalFiles.read(path) == Array("first".utf8))
        _ = try target("other.csv")
    }

    @Test func refusesAScratchFolderOfAnotherProgram() throws {
        try folder.write("mine", to: ".out.csv.new/diary.txt")
        #expect(message { _ = try target() }.contains("was not written by Notebinder"))
        #expect(try folder.bytes(".out.csv.new/diary.txt") == Array("mine".utf8))
    }

    @Test func clearsAwayWhatAKilledRunLeft() throws {
        try folder.write("", to: ".out.csv.new/notebinder-export")
        try folder.write("half", to: ".out.csv.new/made")
        let target = try target()
        #expect(try LocalFiles.entries(of: target.scratch).map(\.name) == ["notebinder-export"])
    }

    /// A killed run may have set the older export aside.
    @Test func restoresTheOlderExportAfterAKilledRun() throws {
        try folder.write("", to: ".bag.new/notebinder-export")
        try folder.write("old", to: ".bag.new/replaced/data/x")
        #expect(throws: UserError.self) { try target("bag", kind: .bag) }
        #expect(try folder.bytes("bag/data/x") == Array("old".utf8))
    }

    @Test func keepsTheOnlyCopyOfAnOlderExport() throws {
        try folder.write("", to: ".bag.new/notebinder-export")
        try folder.write("old", to: ".bag.new/replaced/data/x")
        try folder.write("theirs", to: "bag/x")
        #expect(message { _ = try target("bag", kind: .bag) }.contains("could not put back"))
        #expect(try folder.bytes(".bag.new/replaced/data/x") == Array("old".utf8))
    }

    @Test func writesFilesWithLongNames() throws {
        let name = String(repeating: "ü", count: 120)
        try publish("x", target(name))
        #expect(try names.map { Array($0.utf8) } == [Array(name.utf8)])
    }
}
