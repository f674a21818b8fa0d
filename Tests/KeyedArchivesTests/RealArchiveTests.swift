import Foundation
import KeyedArchives
import TestSupport
import Testing

/// Archives that real programs wrote, if they are available.
@Suite(
    .tags(.fast), .enabled(if: Places.hasShared("archives"), "needs the folder of real archives"))
struct RealArchiveTests {
    private func archive(_ name: String) throws -> KeyedArchive {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: Places.shared + "/archives/" + name))
        return try KeyedArchive(ArchiveBytes(Array(bytes)))
    }

    private static let refused: Set<String> = [
        "no-objects.plist", "top-not-dict.xml.plist", "typedstream-not-keyed.clr", "INDEX.md",
    ]

    @Test func readsOrRefusesEachByName() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Places.shared + "/archives")
        #expect(names.count >= 39)
        for name in names {
            let result = Result { try archive(name) }
            let isRead = (try? result.get()) != nil
            #expect(isRead == !Self.refused.contains(name), "\(name): \(result)")
        }
    }

    @Test(arguments: [
        ("note-class-array.plist", "Note"),
        ("uiimage-ios13-2x-notability-ellipse.thumbnail2x", "UIImage"),
        ("note-session-2018-notability.plist", "NoteTakingSession"),
        ("procreate-document.archive", "SilicaDocument"),
        ("spritekit-emitter.sks", "SKEmitterNode"),
    ])
    func findsTheRoot(name: String, className: String) throws {
        let archive = try archive(name)
        guard case .instance(let root) = try archive.object(archive.requiredRoot()) else {
            Issue.record("no instance")
            return
        }
        #expect(root.classNames.first == className)
    }

    @Test func readsEachFormOfCollections() throws {
        let set = try archive("set-numbers.archive")
        #expect(try set.array(.uid(1)) == (2...6).map { .uid($0) })
        let ordered = try archive("orderedset-oldstyle.archive")
        #expect(try ordered.array(.uid(1)) == (2...6).map { .uid($0) })
        let xml = try archive("array.xml.plist")
        #expect(try xml.array(.uid(1)) == [.uid(2), .uid(2), .uid(3), .uid(4)])
        let attributed = try archive("attributedstring-runs.archive")
        #expect(try attributed.string(.uid(1)) == "0123456789")
        let cyclic = try archive("self-containing-array.plist")
        #expect(try cyclic.array(.uid(1)) == [.uid(1)])
        let unicode = try archive("nonascii-string.plist")
        #expect(try unicode.string(.uid(1)) == "ß")
    }

    @Test func findsNoRootAmongSeveralNames() throws {
        let archive = try archive("multi-top-primitives.bin")
        #expect(archive.root == nil)
        #expect(archive.top.count == 12)
    }
}
