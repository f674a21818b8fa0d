import ContentHashing
import Foundation
import LocalFiles
import NoteModel
import OutputPlan
import SQLiteFiles
import TestSupport
import Testing

@testable import OutputTree

@Suite(.tags(.fast))
struct SuspicionsTests {
    let site: PublishedSite
    init() throws { site = try PublishedSite() }

    @Test func nfdForeign() throws {
        try site.publish(["caf\u{E9}": "1"])
        try site.write("mine", to: "cafe\u{301}")
        let r = try site.publish(["caf\u{E9}": "2"])
        print(
            "BUG nfd: foreign \(r.foreign) names \(try LocalFiles.entries(of: site.live).map { Array($0.name.utf8) })"
        )
    }
    @Test func foreignBelowFile() throws {
        try site.publish(["d/a": "1"])
        try site.write("mine", to: "d/own")
        do {
            let r = try site.publish(["d": "2"])
            print("BUG below: foreign \(r.foreign) \(try site.texts())")
        } catch { print("BUG below: error \(error)") }
    }
    @Test func foreignWhereFolder() throws {
        try site.publish(["x": "1"])
        try site.write("mine", to: "d")
        do {
            let r = try site.publish(["d/a": "2"])
            print("BUG where: foreign \(r.foreign) \(try site.texts())")
        } catch { print("BUG where: error \(error) \(try site.texts())") }
    }
    @Test func rollBackFolder() throws {
        try site.publish(["d/a": "1"])
        try site.publish(["x": "1"])
        try site.write("mine", to: "d")
        do {
            let r = try site.rollBack()
            print("BUG rollback: \(r) \(try site.texts()) \(try site.problems())")
        } catch { print("BUG rollback: error \(error) \(try site.texts())") }
    }
    @Test func renameLink() throws {
        let f = try TemporaryFolder()
        try f.write("old", to: "b")
        try FileManager.default.createSymbolicLink(
            atPath: f.path + "/a", withDestinationPath: "none")
        do {
            try LocalFiles.renameIfFree(f.path + "/a", to: f.path + "/b")
            print("BUG renameIfFree: \(try LocalFiles.entries(of: f.path))")
        } catch { print("BUG renameIfFree \(error)") }
    }
    @Test func slugs() {
        let t = "x a" + String(repeating: "\u{301}", count: 80)
        print(
            "BUG slug: \(Slug(title: t).text.unicodeScalars.map { $0.value }.prefix(4)) \(Slug.distinct(for: [t,t]).map(\.text))"
        )
        print("BUG folder: \(Array(OutputPath("a/\u{301}x").folder.utf8))")
    }
    @Test func virtual() throws {
        let f = try TemporaryFolder()
        try SQLiteFile.make(
            at: f.path + "/x",
            [
                SQLiteStatement("CREATE TABLE notes (id, isVirtual)"),
                SQLiteStatement("CREATE TABLE ok (id)"),
            ])
        print("BUG virtual: \(try SQLiteFile(ownCopy: f.path + "/x").columns)")
        try SQLiteFile.make(
            at: f.path + "/y",
            [
                SQLiteStatement("CREATE TABLE t (id, v)"),
                SQLiteStatement(
                    "INSERT INTO t VALUES (1, 'a' || char(0) || 'b'), (2, CAST(x'61ff62' AS TEXT))"),
                SQLiteStatement("INSERT INTO t VALUES (3, ?)", values: [.text("a\0b")]),
            ])
        try SQLiteFile(ownCopy: f.path + "/y").forEachRow(of: "t", columns: ["v"], by: "id") {
            print("BUG text: \($0)")
        }
    }
    @Test func unnameable() throws {
        let f = try TemporaryFolder(isInMemory: true)
        try LocalFiles.makeFolder(f.path + "/d")
        let path = Array((f.path + "/d/caf").utf8CString.dropLast()) + [CChar(bitPattern: 0xE9), 0]
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        do { try LocalFiles.remove(f.path + "/d"); print("BUG unnameable ok") } catch {
            print("BUG unnameable: \(error)")
        }
        do { try LocalFiles.remove(f.path + "/d/x/y"); print("BUG remove missing ok") } catch {
            print("BUG remove missing: \(error)")
        }
        try f.write("x", to: "file")
        do { try LocalFiles.remove(f.path + "/file/y"); print("BUG remove below ok") } catch {
            print("BUG remove below: \(error)")
        }
    }
    @Test func leb() {
        var r = ByteReader([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F])
        print("BUG leb: \(String(describing: try? r.uint64()))")
        var s = ByteReader([0x80, 0x00])
        print("BUG leb2: \(String(describing: try? s.uint64()))")
    }
}
