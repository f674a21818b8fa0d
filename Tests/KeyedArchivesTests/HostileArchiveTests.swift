import KeyedArchives
import TestSupport
import Testing

/// Damaged and hostile files, each of which soon gives a typed error or the values that can be
/// read.
@Suite(.tags(.acceptance), .timeLimit(.minutes(10)))
struct HostileArchiveTests {
    private static let valid: [UInt8] = {
        var writer = ArchiveEditor()
        let title = writer.string("Title")
        let photos = writer.array([writer.data([1, 2, 3]), writer.string("a.jpg")])
        let created = writer.date(1)
        return writer.archive(
            root: "NoteObj", superclasses: ["NSObject"],
            fields: [
                ("title", title), ("photos", photos),
                ("created", created),
            ])
    }()

    /// Reads everything that an archive offers.
    @discardableResult
    private func exhaust(_ bytes: [UInt8]) throws -> Int {
        let archive = try KeyedArchive(ArchiveBytes(bytes))
        var readable = 0
        for uid in 0..<min(archive.objectCount, 2000) {
            if (try? archive.object(uid)) != nil { readable += 1 }
            _ = try? archive.string(.uid(uid))
            _ = try? archive.array(.uid(uid))
            _ = try? archive.dictionary(.uid(uid))
            _ = try? archive.date(.uid(uid))
            _ = try? archive.url(.uid(uid))
            if let reference = try? archive.data(.uid(uid)) { _ = archive.contents(of: reference) }
        }
        _ = try? archive.root.map(archive.object)
        return readable
    }

    private func expectRefused(_ bytes: [UInt8], comment: Comment? = nil) {
        #expect(throws: ArchiveError.self, comment) { try exhaust(bytes) }
    }

    // Group 1
    @Test func refusesEmptyAndCutFiles() {
        expectRefused([])
        expectRefused(Array("bplist00".utf8))
        expectRefused(Array("bplist".utf8))
        for cut in 1...31 {
            expectRefused(Array(Self.valid.dropLast(cut)), comment: "cut by \(cut)")
        }
        for length in stride(from: 9, to: Self.valid.count - 32, by: 7) {
            expectRefused(Array(Self.valid.prefix(length)), comment: "\(length) bytes")
        }
        expectRefused(Self.valid + [0, 0, 0])
    }

    // Groups 2 and 3
    @Test(arguments: [8, 16, 24], [1 << 31, 1 << 32, 1 << 62, UInt64.max, UInt64.max - 7])
    func refusesTrailersWithOutOfRangeValues(field: Int, value: UInt64) {
        var bytes = Self.valid
        for index in 0..<8 {
            bytes[bytes.count - 32 + field + index] = UInt8(
                truncatingIfNeeded: value >> UInt64(56 - 8 * index))
        }
        expectRefused(bytes)
    }

    @Test(arguments: [6, 7], [0, 9, 255])
    func refusesImpossibleSizes(field: Int, value: UInt8) {
        var bytes = Self.valid
        bytes[bytes.count - 32 + field] = value
        expectRefused(bytes)
    }

    // Groups 4 to 7 and 13: every byte changed in several ways, every two bytes swapped.
    @Test func survivesEveryChangedByte() {
        for index in Self.valid.indices {
            for change: UInt8 in [0x00, 0x0F, 0x5F, 0x6F, 0xAF, 0xDF, 0x80, 0xFF] {
                var bytes = Self.valid
                bytes[index] = change
                _ = try? exhaust(bytes)
            }
        }
        // The original is still readable, because nothing in it was changed in place.
        #expect((try? exhaust(Self.valid)) != nil)
    }

    // Group 5
    @Test func refusesCountsThatDoNotFit() {
        // A string, an array, a dictionary, data of 2^62 entries; counts of 16 bytes.
        for marker: UInt8 in [0x5F, 0xAF, 0xDF, 0x4F, 0x6F] {
            let count: [UInt8] = [0x13, 0x40, 0, 0, 0, 0, 0, 0, 0]
            expectRefused(BinaryList.bytes([[marker] + count]), comment: "marker \(marker)")
            expectRefused(BinaryList.bytes([[marker, 0x14] + [UInt8](repeating: 0, count: 16)]))
            expectRefused(BinaryList.bytes([[marker, 0x13] + [UInt8](repeating: 0xFF, count: 8)]))
        }
    }

    // Group 6
    @Test func isolatesDamagedObjects() throws {
        let objects = """
            <string>$null</string>
            <dict><key>$class</key><dict><key>CF$UID</key><integer>99</integer></dict></dict>
            <dict><key>$class</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>
            <string>kept</string>
            <dict><key>$classname</key><integer>42</integer></dict>
            <dict><key>$class</key><dict><key>CF$UID</key><integer>4</integer></dict></dict>
            <dict><key>$class</key><string>no reference</string></dict>
            <array/>
            """
        let archive = try XMLArchive.archive(objects: objects)
        #expect(try archive.string(.uid(3)) == "kept")
        for damaged in [1, 2, 4, 5, 6, 7, 8, -1, 1 << 40] {
            #expect(throws: ArchiveError.self, "object \(damaged)") { try archive.object(damaged) }
        }
    }

    // Groups 7 and 9: a list that holds itself; lists that each hold the next one twice.
    @Test func refusesCyclesAndReferenceBombs() {
        expectRefused(BinaryList.bytes([[0xA1, 0]]))
        let bomb: [[UInt8]] = (0..<40).map { [0xA2, UInt8(9 + $0), UInt8(9 + $0)] } + [[0x09]]
        for (root, extra): (UInt8, [[UInt8]]) in [(8, [[0xA2, 8, 8]]), (0xFF, []), (8, bomb)] {
            let bytes = BinaryList.archive(root: root, extra: extra)
            #expect(throws: ArchiveError.self) {
                try KeyedArchive(ArchiveBytes(bytes)).object(1)
            }
        }
    }

    // Group 8
    @Test func leavesArchiveCyclesAsReferences() throws {
        var writer = ArchiveEditor()
        let bytes = writer.archive(rootArray: [])
        let archive = try KeyedArchive(ArchiveBytes(bytes))
        #expect(try archive.array(.uid(1)) == [])
        let objects = """
            <string>$null</string>
            <dict><key>NS.objects</key><array><dict><key>CF$UID</key><integer>1</integer></dict></array>
            <key>$class</key><dict><key>CF$UID</key><integer>2</integer></dict></dict>
            <dict><key>$classname</key><string>NSArray</string></dict>
            """
        let cyclic = try XMLArchive.archive(objects: objects)
        #expect(try cyclic.array(.uid(1)) == [.uid(1)])
    }

    // Groups 10 and 16
    @Test func refusesDeepNesting() {
        var objects: [[UInt8]] = (0..<250).map { [0xA1, UInt8(min(255, $0 + 1))] }
        objects.append([0xA1, 0])
        expectRefused(BinaryList.bytes(objects))
        for depth in [513, 100_000, 1_000_000] {
            let text = "<plist>" + String(repeating: "<array>", count: depth)
            #expect(throws: ArchiveError(.tooDeep, at: 7 + 513 * 7)) {
                try exhaust(Array(text.utf8))
            }
        }
    }

    // Group 11
    @Test(arguments: [
        "<plist><dict><key>$top</key><true/><key>$objects</key><array/></dict></plist>",
        "<plist><dict><key>$top</key><dict/><key>$objects</key><dict/></dict></plist>",
        "<plist><dict><key>$top</key><array/><key>$objects</key><array/></dict></plist>",
        "<plist><dict><key>$objects</key><array/></dict></plist>",
    ])
    func refusesListsThatAreNotArchives(text: String) {
        #expect {
            try exhaust(Array(text.utf8))
        } throws: { error in
            if case .notAnArchive = (error as? ArchiveError)?.reason { true } else { false }
        }
    }

    // Group 11
    @Test(arguments: [
        ("NSString", "<key>NS.string</key><integer>1</integer>"),
        ("NSDate", "<key>NS.time</key><string>x</string>"),
        ("NSArray", "<key>NS.objects</key><string>x</string>"),
        ("NSDictionary", "<key>NS.keys</key><array/><key>NS.objects</key><array><true/></array>"),
        ("NSData", "<key>NS.data</key><string>x</string>"),
    ])
    func refusesFieldsOfTheWrongType(className: String, fields: String) throws {
        let objects = """
            <string>$null</string>
            <dict>\(fields)<key>$class</key><dict><key>CF$UID</key><integer>2</integer></dict></dict>
            <dict><key>$classname</key><string>\(className)</string></dict>
            """
        let archive = try XMLArchive.archive(objects: objects)
        #expect(throws: ArchiveError.self) {
            _ = try archive.string(.uid(1))
            _ = try archive.date(.uid(1))
            _ = try archive.array(.uid(1))
            _ = try archive.dictionary(.uid(1))
            _ = try archive.data(.uid(1))
        }
    }

    // Group 12
    @Test func replacesLoneSurrogatesAndReadsLatin1() throws {
        let list = BinaryList.archive(root: 8, extra: [[0x63, 0xD8, 0x00, 0x00, 0x41, 0xDC, 0x00]])
        #expect(try KeyedArchive(ArchiveBytes(list)).string(.uid(1)) == "\u{FFFD}A\u{FFFD}")
        let latin = BinaryList.archive(root: 8, extra: [[0x53, 0x61, 0xE9, 0x00]])
        #expect(try KeyedArchive(ArchiveBytes(latin)).string(.uid(1)) == "aé\0")
        let pair = BinaryList.archive(root: 8, extra: [[0x62, 0xD8, 0x3D, 0xDE, 0x00]])
        #expect(try KeyedArchive(ArchiveBytes(pair)).string(.uid(1)) == "😀")
    }

    // Group 16
    @Test(arguments: [
        "<!DOCTYPE plist [<!ENTITY a \"aaaa\">]><plist><string>&a;</string></plist>",
        "<plist><string>&a;</string></plist>", "<plist><dict><key>a</key></dict></plist>",
        "<plist><dict><true/></dict></plist>", "<plist><key>a</key></plist>",
        "<plist><array></dict></plist>", "<plist><script/></plist>",
        "<plist><integer>x</integer></plist>",
        "<plist><dict><key>CF$UID</key><integer>-1</integer></dict></plist>",
        "<plist><dict><key>CF$UID</key><string>1</string></dict></plist>",
        "<plist><data>a*b</data></plist>", "<plist><data>a</data></plist>",
        "<plist><date>never</date></plist>",
        "<plist><string>open", "<plist><!-- open", "<?xml", "<plist><string>a</integer></plist>",
        "<plist>\u{0}</plist>", "<plist><real>one</real></plist>",
        "<plist><integer>\(String(repeating: "9", count: 1000))</integer></plist>",
    ])
    func refusesDamagedXML(text: String) {
        expectRefused(Array(text.utf8))
    }

    @Test func survivesTruncatedAndInvalidXML() {
        let text = Array(XMLArchive.text(objects: "<string>$null</string><string>é</string>").utf8)
        for length in 0..<text.count { _ = try? exhaust(Array(text.prefix(length))) }
        for index in stride(from: 0, to: text.count, by: 3) {
            var changed = text
            changed[index] = 0xFF
            _ = try? exhaust(changed)
        }
        expectRefused([0xFF, 0xFE] + text)
        #expect((try? exhaust(text)) != nil)
    }

    // Group 18
    @Test func refusesOtherFileFormats() {
        for version in ["01", "15", "16", "17"] {
            expectRefused(Array("bplist\(version)".utf8) + Array(Self.valid.dropFirst(8)))
        }
        expectRefused([0x04, 0x0B] + Array("streamtyped".utf8))
        expectRefused(Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 100))
        expectRefused([0xFF, 0xD8, 0xFF, 0xE0])
    }

    /// 20,000 references to one dictionary of 20,000 keys are a hang without a budget.
    @Test func boundsTheWorkOfManyReferences() throws {
        var dictionary: [UInt8] = [0xDF, 0x11, 0x27, 0x10]
        for _ in 0..<20_000 { dictionary.append(9) }
        let bytes = BinaryList.archive(
            objects: [UInt8](repeating: 8, count: 20_000), extra: [dictionary, [0x51, 0x61]])
        let archive = try KeyedArchive(ArchiveBytes(bytes))
        #expect(throws: ArchiveError(.tooMuch)) {
            for uid in 1..<20_000 {
                do {
                    _ = try archive.object(uid)
                } catch let error as ArchiveError {
                    if error.reason == .tooMuch { throw error }
                }
            }
        }
    }
}

/// Binary property lists by hand, with references of one byte.
enum BinaryList {
    static func bytes(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for object in objects {
            offsets.append(bytes.count)
            bytes += object
        }
        let table = bytes.count
        for offset in offsets {
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: offset >> (24 - 8 * $0)) }
        }
        bytes += [0, 0, 0, 0, 0, 0, 4, 1]
        for value in [objects.count, 0, table] {
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
        }
        return bytes
    }

    /// An archive whose `$objects` holds `$null` and one object of `extra`, which begins at 8.
    static func archive(root: UInt8, extra: [[UInt8]]) -> [UInt8] {
        archive(objects: [root], extra: extra)
    }

    static func archive(objects: [UInt8], extra: [[UInt8]]) -> [UInt8] {
        let count = objects.count + 1
        let array: [UInt8] =
            count < 15
            ? [0xA0 | UInt8(count)] : [0xAF, 0x11, UInt8(count >> 8), UInt8(count & 0xFF)]
        return bytes(
            [
                [0xD2, 1, 2, 3, 4], [0x58] + Array("$objects".utf8), [0x54] + Array("$top".utf8),
                array + [5] + objects, [0xD1, 6, 7], [0x55] + Array("$null".utf8),
                [0x54] + Array("root".utf8), [0x80, 1],
            ] + extra)
    }
}
