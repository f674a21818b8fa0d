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

    @Test func readsAllButTheListedArchives() throws {
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
        #expect(try archive(name).rootInstance().classNames.first == className)
    }

    @Test func readsEachFormOfCollections() throws {
        for (name, members) in [
            ("set-numbers.archive", [2, 3, 4, 5, 6]),
            ("orderedset-oldstyle.archive", [2, 3, 4, 5, 6]),
            ("array.xml.plist", [2, 2, 3, 4]), ("self-containing-array.plist", [1]),
        ] {
            #expect(try archive(name).array(.uid(1)) == members.map { .uid($0) }, "\(name)")
        }
        #expect(try archive("attributedstring-runs.archive").string(.uid(1)) == "0123456789")
        #expect(try archive("nonascii-string.plist").string(.uid(1)) == "ß")
    }

    @Test func findsNoRootAmongSeveralNames() throws {
        let archive = try archive("multi-top-primitives.bin")
        #expect(archive.root == nil)
        #expect(archive.top.count == 12)
    }
}
